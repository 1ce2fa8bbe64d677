"""A rule set under which no hand can be settled is said to be so; it is no traceback and no silence."""

from __future__ import annotations

import json

BOARDS = (
    "Kc Ts Kd / 7d 7s 6c 9c 9d / Kh 6s Ah Ad 6h",
    "8s Qs 8d / Tc Jc Ac 3c 3h / 4c 2s 2d Qh 2h",
    "Jh 9s 5d / 3s Ks As Qc 3d / 7c 7h 4s 4d 4h",
    "9h 6d 2c / 8h 8c Td Th Qd / 5c 5s Jd 5h Js",
)


def test_four_players_under_rules_for_three(ofc, tmp_path):
    log = tmp_path / "log.jsonl"
    players = [
        dict(zip(("name", "top", "middle", "bottom"), (name, *board.split(" / ")), strict=True))
        for name, board in zip("ABCD", BOARDS, strict=True)
    ]
    log.write_text(json.dumps({"format": 1, "id": "G1", "rules": "american-classic", "players": players}))
    alone = ofc("settle", log, "--against", "american-pineapple")
    assert alone.returncode == 2
    assert "no hand could be settled under american-pineapple" in alone.stderr
    assert "4 x 17 cards = 68, the deck has 52" in alone.stderr
    beside = ofc("settle", log, "--against", "american-pineapple", "--against", "russian-classic")
    assert beside.returncode == 1
    assert "american-pineapple: none of the hands could be settled" in beside.stdout
    assert "russian-classic: 1 of 1 hands come out differently" in beside.stdout
