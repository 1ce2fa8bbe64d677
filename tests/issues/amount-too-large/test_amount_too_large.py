"""One hand whose unit cannot be multiplied exactly is left out; the others are settled."""

from __future__ import annotations

import json

PLAYERS = [
    {"name": "A", "top": "2c 4h 6d", "middle": "Ks Qh Th 6c 3s", "bottom": "Ad Kd Tc 6s 3d"},
    {"name": "B", "top": "2s 3h 5d", "middle": "Kc Qd 9h 5c 2h", "bottom": "Ah Kh 9c 5s 2d"},
]


def test_a_huge_unit_takes_no_other_hand_with_it(ofc, tmp_path):
    log = tmp_path / "log.jsonl"
    lines = [
        {"format": 1, "id": hand, "unit": unit, "players": PLAYERS}
        for hand, unit in (("big", "90000000000000"), ("good", "9"))
    ]
    log.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    run = ofc("settle", log, "--format", "json")
    assert run.returncode == 1
    (hand,) = map(json.loads, run.stdout.splitlines())
    assert (hand["hand"], hand["players"][0]["net"]) == ("good", "54.00")
    assert "log.jsonl, line 1, hand big" in run.stderr
