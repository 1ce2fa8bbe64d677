"""Slips were sought for every wrong hand, however many: a sheet of 400 took minutes."""

from __future__ import annotations

import json

BOARDS = (
    ("Anna", "2c 4h 6d", "Ks Qh Th 6c 3s", "Ad Kd Tc 6s 3d"),
    ("Boris", "2s 3h 5d", "Kc Qd 9h 5c 2h", "Ah Kh 9c 5s 2d"),
)


def checked(ofc, tmp_path, hands, heading, claims):
    lines = [f"hand,player,top,middle,bottom,{heading}"]
    lines += [
        ",".join((str(hand), *board, claim))
        for hand in range(1, hands + 1)
        for board, claim in zip(BOARDS, claims, strict=True)
    ]
    (tmp_path / "night.csv").write_text("\n".join(lines), encoding="utf-8")
    run = ofc("sheet", "check", "night.csv", "--format", "json", cwd=tmp_path)
    return [json.loads(line) for line in run.stdout.splitlines()[:-1]]


def test_slips_are_sought_in_the_first_hands_and_that_is_said(ofc, tmp_path):
    note, *found = checked(ofc, tmp_path, 52, "points", ("3", "-3"))
    assert (note["code"], note["severity"]) == ("slips-not-sought", "note")
    assert "52 hands have wrong points or money" in note["message"]
    assert [bool(one["slips"]) for one in found] == [True] * 100 + [False] * 4
    assert found[-1]["message"] == "Boris: points -3 claimed, -6 recomputed"


def test_what_no_slip_explains_is_not_looked_at(ofc, tmp_path):
    found = checked(ofc, tmp_path, 52, "foul", ("no", "yes"))
    assert [one["code"] for one in found] == ["claim-differs"] * 52
