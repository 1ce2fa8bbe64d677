"""Money of a chain between players who miss its last hand is settled when they meet again, or is warned of."""

from __future__ import annotations

import json
from decimal import Decimal

QUEENS = ("Qc Qd 7s", "Qh Qs 9c 8d 2h", "Kc Kd Kh 2s 3d")
PLAIN = ("4c 4h 6s", "Tc Td 8s 7c 7d", "Js Jh 9h 9s 8c")
PAIRS = ("5c 5d 8h", "6c 6d Th 3h Jc", "Ah As 4d 3c 5h")
QUIET = ("2c 4d 7h", "5c 5h Qs 6d 3d", "Ad Ah Kc 8d 2d")
CALM = ("3c 5d 8h", "6c 6h Qc Kd 2h", "As Ac Qh 4s 2s")


def hand(number, **boards):
    players = [
        dict(zip(("name", "top", "middle", "bottom"), (name, *board), strict=True))
        for name, board in boards.items()
    ]
    return {
        "format": 1,
        "id": f"G{number}",
        "session": "s",
        "hand_no": number,
        "unit": "1",
        "players": players,
    }


def settle(ofc, tmp_path, hands):
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join(map(json.dumps, hands)), encoding="utf-8")
    run = ofc("settle", log, "--format", "json", "--set", "fantasyland.settled=after-chain")
    totals: dict[str, list[Decimal]] = {}
    for player in (player for row in map(json.loads, run.stdout.splitlines()) for player in row["players"]):
        points, net = totals.setdefault(player["name"], [Decimal(0), Decimal(0)])
        totals[player["name"]] = [points + player["points"], net + Decimal(player["net"])]
    return run, totals


FIRST = hand(1, A=QUEENS, B=PAIRS, C=PLAIN)
SECOND = hand(2, A=QUIET, B=PLAIN)
THIRD = hand(3, A=QUIET, B=PLAIN, C=CALM)


def test_it_is_settled_when_they_meet_again(ofc, tmp_path):
    run, totals = settle(ofc, tmp_path, [FIRST, SECOND, THIRD])
    assert run.returncode == 0, run.stderr
    assert all(points == net for points, net in totals.values()), totals


def test_it_is_warned_of_where_they_do_not(ofc, tmp_path):
    run, totals = settle(ofc, tmp_path, [FIRST, SECOND])
    assert run.returncode == 1
    assert "of a Fantasyland chain is not settled" in run.stderr
    assert totals["C"][0] != totals["C"][1]
