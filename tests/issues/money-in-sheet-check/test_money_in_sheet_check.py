"""A sheet whose chips or corrections make no sense passed its check, and failed in the ledger."""

from __future__ import annotations

import json

from sheets import ANNA, BORIS, HEADER, typed, workbook

ENTRIES = [
    ("kind", "player", "amount", "session", "id", "corrects"),
    ("buy-in", "Anna", 500, "Friday", "1", ""),
    ("buy-in", "Boris", 500, "Friday", "2", ""),
    ("cash-out", "Anna", 480, "Friday", "3", ""),
    ("cash-out", "Boris", 500, "Friday", "4", ""),
    ("correction", "Boris", 400, "", "5", "99"),
    ("correction", "Boris", 400, "", "6", "7"),
    ("correction", "Boris", 400, "", "7", "6"),
]
RIGHT = [[*row[:7], points, *row[8:]] for row, points in ((ANNA, "-3"), (BORIS, "3"))]


def problems(ofc, tmp_path, **sheets):
    file = tmp_path / "night.xlsx"
    file.write_bytes(workbook(**sheets))
    run = ofc("sheet", "check", file.name, "--format", "json", cwd=tmp_path)
    found = [json.loads(line) for line in run.stdout.splitlines()][:-1]
    return run.returncode, {
        (one["sheet"], one["cell"], one["code"]): one["message"]
        for one in found
        if one["severity"] == "error"
    }


def test_all_of_it_is_told_by_cell_in_one_run(ofc, tmp_path):
    code, found = problems(ofc, tmp_path, hands=[HEADER, *map(typed, RIGHT)], money=ENTRIES)
    assert code == 1
    assert found.keys() == {
        ("hands", "I2", "unit-missing"),
        ("money", "C4", "ledger-open"),
        ("money", "F6", "correction-of-nothing"),
        ("money", "F7", "correction-circular"),
        ("money", "F8", "correction-circular"),
    }
    assert (
        found["money", "C4", "ledger-open"] == "Friday does not close: cash-outs are 20.00 less than buy-ins"
    )
    assert found["hands", "I2", "unit-missing"].endswith("so the money of 1 hand cannot be checked")


def test_chips_are_held_against_the_hands(ofc, tmp_path):
    hands = [("unit", 10, "currency", "RUB"), HEADER, *([*row[:8], "", ""] for row in map(typed, RIGHT))]
    chips = [("player", "buy-in", "cash-out"), ("Anna", 500, 460), ("Boris", 500, 540)]
    code, found = problems(ofc, tmp_path, hands=hands, chips=chips)
    assert code == 1
    assert found == {
        (
            "chips",
            "C2",
            "ledger-open",
        ): "the night does not close: Anna made -40.00 RUB by the chips and -30.00 RUB by "
        "the hands; Boris made 40.00 RUB by the chips and 30.00 RUB by the hands"
    }
    chips[1:] = [("Anna", 500, 470), ("Boris", 500, 530)]
    assert problems(ofc, tmp_path, hands=hands, chips=chips) == (0, {})


def test_points_alone_want_no_unit(ofc, tmp_path):
    hands = [HEADER, *([*row[:8], "", ""] for row in map(typed, RIGHT))]
    assert problems(ofc, tmp_path, hands=hands) == (0, {})


def test_a_hand_that_does_not_add_up_is_told_once(ofc, tmp_path):
    points = [("unit", 1), ("hand", "Anna", "Boris"), (1, 5, -4)]
    assert problems(ofc, tmp_path, points=points)[1].keys() == {("points", "C3", "not-balanced")}
