"""An arena log without one player's score passed as if all claims had been there."""

from __future__ import annotations

import io

from logs import arena_hand, arena_log

from ofc_analytics.formats import read_all


def test_a_score_that_is_not_there_is_noted_with_the_player():
    log = [
        line
        for line in arena_hand(1)
        if line.get("ev", {}).get("event") != "score" or line["ev"]["seat"] != 1
    ]
    frame, issues = read_all(io.BytesIO(arena_log(*log, *arena_hand(2))))
    found = [(issue.code, issue.severity, issue.hand, issue.text, issue.hands) for issue in issues]
    assert ("score-missing", "note", "1", "greedy", 0) in found
    claimed = frame.explode("players")["players"].struct.field("claimed").struct.field("points")
    assert claimed.null_count() == 1
