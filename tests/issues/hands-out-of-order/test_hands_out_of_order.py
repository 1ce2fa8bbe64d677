"""Hands of one session follow each other by their numbers, whatever order a file or folder has them in."""

from __future__ import annotations

import json

import pytest

TRIPS = ("Qc Qd Qh", "Kc Kd Kh 3s 2d", "Ac Ad Ah 5h 6h")
QUEENS = ("Qc Qd 7s", "Qh Qs 9c 8d 2h", "Kc Kd Kh 2s 3d")
OTHER = ("4c 4h 6s", "Tc Td 8s 7c 7d", "Js Jh 9h 9s 8c")


def hand(number, rows, other=OTHER):
    players = [
        dict(zip(("name", "top", "middle", "bottom"), (name, *board), strict=True))
        for name, board in (("Anna", rows), ("Boris", other))
    ]
    return {
        "format": 1,
        "id": f"G{number}",
        "session": "s",
        "hand_no": number,
        "unit": "1",
        "players": players,
    }


AGAIN = ("Qc Qd 5s", *QUEENS[1:])


def night(other=OTHER):
    return [hand(1, QUEENS, other), hand(2, TRIPS, other), hand(3, AGAIN, other)]


NIGHT = night()
"""Anna enters Fantasyland with queens, stays with trips, and leaves with queens, which are not enough to stay."""


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
@pytest.mark.parametrize("settled", ["each-hand", "after-chain"])
def test_the_numbers_decide(ofc, tmp_path, order, settled):
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join(json.dumps(NIGHT[place]) for place in order), encoding="utf-8")
    run = ofc("settle", log, "--format", "json", "--set", f"fantasyland.settled={settled}")
    assert run.returncode == 0, run.stderr
    hands = {row["hand"]: row["players"][0] for row in map(json.loads, run.stdout.splitlines())}
    assert [hands[name]["fantasyland"] for name in ("G1", "G2", "G3")] == [14, 14, 0]
    total = sum(player["points"] for player in hands.values())
    assert sum(float(player["net"]) for player in hands.values()) == total
    assert (hands["G1"]["net"] == "0.00") == (settled == "after-chain")


def test_two_nights_with_the_same_numbers_are_not_shuffled_together(ofc, tmp_path):
    log = tmp_path / "log.jsonl"
    nights = [
        {**hand, "id": f"{which}-{hand['id']}", "table": "t", "session": None}
        for which, other in (("a", OTHER), ("b", ("4c 4h 6d", *OTHER[1:])))
        for hand in night(other)
    ]
    log.write_text("\n".join(map(json.dumps, nights)), encoding="utf-8")
    run = ofc("settle", log, "--format", "json")
    assert run.returncode == 0, run.stderr
    anna = [row["players"][0]["fantasyland"] for row in map(json.loads, run.stdout.splitlines())]
    assert anna == [14, 14, 0, 14, 14, 0]
