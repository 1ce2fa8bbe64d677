"""Lines that begin with a word for totals were dropped without a word, whoever they spoke of, and seldom checked."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from sheets import codes, csv_bytes, errors

from ofc_analytics.formats import read_night
from ofc_analytics.settlement.ledger import ledger

HERE = Path(__file__).parent


def warnings(night):
    return [(issue.code, issue.line) for issue in night.issues if issue.severity == "warning"]


def test_a_remark_that_begins_with_such_a_word_is_no_line_of_totals():
    night = read_night(HERE / "remarks.csv")
    assert night.issues == []
    assert dict(ledger(night.entries).balances.select("player", "after").iter_rows()) == {
        "Anna": 25000,
        "Boris": -25000,
    }


def test_nor_is_a_player_whose_name_does():
    night = read_night(HERE / "sum-wong.csv")
    assert night.entries.height == 6
    assert "Sum Wong" in night.entries["player"].to_list()


ABOVE = ("unit", 1)
LAYOUTS = {
    "points": [ABOVE, ("hand", "player", "points"), (1, "Anna", 5), (1, "Boris", -5)],
    "wide": [ABOVE, ("hand", "Anna", "Boris"), (1, 5, -5), (2, 3, -3)],
    "pairs": [ABOVE, ("hand", "winner", "loser", "points"), (1, "Anna", "Boris", 5), (2, "Boris", "Anna", 3)],
    "pair columns": [ABOVE, ("hand", "Anna-Boris"), (1, 5), (2, -3)],
    "square": [ABOVE, ("", "Anna", "Boris"), ("Anna", "", 5), ("Boris", -5, "")],
    "totals": [("player", "total"), ("Anna", 5), ("Boris", -5)],
    "chips": [("player", "buy-in", "cash-out"), ("Anna", 500, 505), ("Boris", 500, 495)],
}
RIGHT = {
    "points": [("total", "Anna", 5), ("", "Boris", -5)],
    "wide": [("итого за ночь", 8, -8)],
    "pairs": [("total", "", "", 8)],
    "pair columns": [("total", 2)],
    "square": [("total", -5, 5)],
    "totals": [("total", 0)],
    "chips": [("Total:", 1000, 1000)],
}
WRONG = {
    "points": [("total", "Anna", 99), ("", "Boris", -5)],
    "wide": [("итого за ночь", 99, -8)],
    "pairs": [("total", "", "", 99)],
    "pair columns": [("total", 99)],
    "square": [("total", 99, 5)],
    "totals": [("total", 99)],
    "chips": [("Total:", 99, 1000)],
}


def night_of(layout, totals):
    return read_night(io.BytesIO(csv_bytes([*LAYOUTS[layout], *totals])))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_totals_are_noted_checked_and_not_counted(layout):
    plain = read_night(io.BytesIO(csv_bytes(LAYOUTS[layout]))).entries
    for totals, found in ((RIGHT, []), (WRONG, ["total-differs"])):
        night = night_of(layout, totals[layout])
        assert errors(night.issues) == []
        assert [code for code, _ in warnings(night)] == found
        assert codes(night.issues).count("totals-line") == len(totals[layout])
        assert night.entries.equals(plain)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_totals_that_cannot_be_read_are_named(layout):
    first = WRONG[layout][0]
    night = night_of(layout, [["9x" if cell == 99 else cell for cell in first]])
    assert [code.split("-")[1] for code, _ in warnings(night)] == ["unreadable"]


def test_totals_of_files_that_were_met():
    assert warnings(read_night(HERE / "unreadable.csv")) == [("points-unreadable", 5)]
    assert warnings(read_night(HERE / "by-player.csv")) == [("total-differs", 5)]


def test_subtotals_add_up_the_lines_below_those_before():
    rows = [ABOVE, ("hand", "Anna", "Boris"), (1, 5, -5), ("total", 5, -5), (2, 3, -3), ("total", 3, -3)]
    assert warnings(read_night(io.BytesIO(csv_bytes(rows)))) == []


def test_a_line_without_a_number_is_no_part_of_the_hand_above_where_a_line_is_a_hand():
    rows = [ABOVE, ("hand", "Anna", "Boris"), (1, 5, -5), ("", 3, -3)]
    night = read_night(io.BytesIO(csv_bytes(rows)))
    assert [(issue.code, issue.line, issue.hands) for issue in errors(night.issues)] == [
        ("hand-missing", 4, 0)
    ]
    assert night.entries["amount"].to_list() == [500, -500]
