"""Rebuys, which are notes, were counted as money at stake."""

from __future__ import annotations

import json

from logs import ofc_hand


def test_the_summary_counts_what_is_above_note(ofc, tmp_path):
    hands = [
        ofc_hand(number, id=f"H{number}", hand_no=number, session="S", unit="1", currency="EUR")
        for number in (1, 2)
    ]
    for hand, stack in zip(hands, ("10", "90"), strict=True):
        for player in hand["players"]:
            player |= {"stack": stack, "claimed": {"net": "0"}}
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(hand) + "\n" for hand in hands), encoding="utf-8")
    run = ofc("audit", log, "--family", "continuity")
    assert "continuity" in run.stdout
    assert "EUR" not in run.stdout
    assert run.returncode == 0
