"""A rake that a table takes as a rule was told of the first winner alone."""

from __future__ import annotations

import json

from logs import ofc_hand, ofc_log


def test_all_who_paid_are_named(ofc, tmp_path):
    hands = []
    for number in (1, 2, 3):
        hand = ofc_hand(number, hand_no=number, session="S", unit="1", players=3)
        hand["players"][number % 3]["rake"] = "0.10"
        hands.append(hand)
    log = tmp_path / "log.jsonl"
    log.write_bytes(ofc_log(*hands))
    run = ofc("audit", log, "--family", "rake", "--format", "json")
    [one] = map(json.loads, run.stdout.splitlines())
    assert (one["code"], one["claimed"]) == ("rake-unstated", "0.30")
    assert sorted(one["players"]) == ["Anna", "Carol", "Борис"]
