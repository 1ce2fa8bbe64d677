"""A fee to the jackpot was not checked in a hand that draws from it."""

from __future__ import annotations

import json

import pytest

BOARDS = (("2c 3c 5d", "7c 7d 8h 9s Th", "Jc Jd Jh Js 4d"), ("2h 4h 6h", "8c 8d 9c Td 3s", "Ac Ad Qc Qd 5s"))
TERMS = ("jackpot.fee=1", "jackpot.bottom=four of a kind")


def found(ofc, tmp_path, paid_in, paid_out, *terms, boards=BOARDS):
    players = [
        {"name": name, **dict(zip(("top", "middle", "bottom"), rows, strict=True))}
        for name, rows in zip(("Anna", "Boris"), boards, strict=True)
    ]
    log = tmp_path / "log.jsonl"
    jackpot = {"paid_in": paid_in, "paid_out": paid_out}
    log.write_text(
        json.dumps({"id": "H1", "unit": "1", "jackpot": jackpot, "players": players}), encoding="utf-8"
    )
    run = ofc("audit", log, "--format", "json", *(f"--set={one}" for one in (*TERMS, *terms)))
    return [
        (one["code"], one["claimed"], one["recomputed"], one["at_stake"])
        for one in map(json.loads, run.stdout.splitlines())
    ]


@pytest.mark.parametrize(
    "shares", [(), ("jackpot.winner=70", "jackpot.opponents=20"), ("jackpot.winner=33.3",)]
)
def test_it_is_what_the_terms_give_beside_any_draw(ofc, tmp_path, shares):
    assert found(ofc, tmp_path, "2", "50.01", *shares) == []
    assert found(ofc, tmp_path, "9", "50.01", *shares) == [("jackpot-fee", "9.00", "2.00", "7.00")]


def test_beside_a_draw_that_nobody_wins(ofc, tmp_path):
    both = found(
        ofc, tmp_path, "9", "50", boards=(*BOARDS[1:], ("2c 3c 5d", "7c 7d 8h 9s Th", "Jc Jd Jh Ks Kd"))
    )
    assert both == [("jackpot-fee", "9.00", "2.00", "7.00"), ("jackpot-draw", "50.00", "0", "50.00")]
