"""Lines that were prepared, and hands that were not played, kept a night without cards open."""

from __future__ import annotations

import io

import pytest
from sheets import HEADER, codes, csv_bytes, errors, parsed, workbook

from ofc_analytics.formats import read_night

LAYOUTS = {
    "wide": [("hand", "Anna", "Boris"), (1, 5, -5), (2, "", ""), (3, "", "")],
    "wide, Russian": [("№", "Анна", "Борис"), (1, 5, -5), (2, "", ""), (3, "-", "-")],
    "wide with a sum": [("hand", "Anna", "Boris", "total"), (1, 5, -5, 0), (2, "", "", 0), (3, "", "", 0)],
    "pair columns": [("hand", "Anna-Boris", "Anna-Vera"), (1, 5, -5), (2, "", ""), (3, "", "")],
    "pairs": [("hand", "winner", "loser", "points"), (1, "Anna", "Boris", 5), (2, "", "", ""), (3, "", "", "")],
    "points": [
        ("hand", "player", "points"),
        *((1, "Anna", 5), (1, "Boris", -5), (1, "", "")),
        *((2, "Anna", ""), (2, "Boris", ""), (2, "", "")),
        (3, "", ""),
    ],
    "named": [
        ("раздача", "игрок", "верх", "середина", "низ", "победитель верха", "победитель середины", "победитель низа"),
        (1, "Anna", "QQ", "стрит", "флеш", "", "Boris", "ничья"),
        ("", "Boris", "KK", "флеш", "флеш"),
        (2, "Anna"),
        ("", "Boris"),
        (3,),
    ],
}  # fmt: skip


@pytest.mark.parametrize("kind", [csv_bytes, workbook], ids=["csv", "xlsx"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_hands_that_were_not_played_are_passed_over_counted_and_told(layout, kind):
    night = read_night(io.BytesIO(kind([("unit", 10), *LAYOUTS[layout]])))
    assert errors(night.issues) == []
    (note,) = [issue for issue in night.issues if issue.code == "hand-empty"]
    assert (note.severity, note.hands, note.message) == ("note", 2, "2 hands are not filled in, from 2 to 3")
    assert night.entries["hand"].unique().to_list() == ["1"]


def test_the_night_is_squared(ofc, tmp_path):
    (tmp_path / "night.csv").write_bytes(csv_bytes([("unit", 10), *LAYOUTS["wide"]]))
    run = ofc("ledger", tmp_path / "night.csv")
    assert run.returncode == 0, run.stderr
    assert run.stdout.endswith("1 payment:\nBoris → Anna 50.00\n")


def test_a_sheet_of_which_nothing_is_filled_in(ofc, tmp_path):
    file = tmp_path / "night.csv"
    file.write_bytes(csv_bytes([("unit", 10), ("hand", "Anna", "Boris"), (1, "", ""), (2, "", "")]))
    run = ofc("sheet", "check", file)
    assert (run.returncode, "2 left empty" in run.stdout) == (0, True), run.stdout + run.stderr


def test_a_hand_that_is_filled_in_by_half_is_an_error():
    night = read_night(
        io.BytesIO(csv_bytes([("unit", 10), *LAYOUTS["points"], (4, "Anna", 3), (4, "Boris", "")]))
    )
    assert [(issue.code, issue.line) for issue in errors(night.issues)] == [("points-missing", 11)]


def test_zeros_of_formulas_are_no_hand_with_cards():
    rows = [[*row, "0.00"] for row in (["1", "Anna"], ["1", "Boris"])]
    header = [*HEADER[:2], *HEADER[3:6], "money"]
    prepared = [[*row[:2], "", "", "", row[2]] for row in rows]
    hands, issues = parsed(csv_bytes([header, *prepared]))
    assert (hands, codes(issues)) == ([], ["hand-empty", "file-empty"])
