"""A sheet and its copy in one workbook were both paid."""

from __future__ import annotations

import io

import pytest
from sheets import codes, errors, workbook

from ofc_analytics.formats import read_night

DAY = ("date", "2026-11-27")
POINTS = [DAY, ("unit", 10), ("hand", "player", "points"), (1, "Anna", 5), (1, "Boris", -5)]
TOTALS = [DAY, ("player", "total"), ("Anna", 50), ("Boris", -50)]
CHIPS = [DAY, ("player", "buy-in", "cash-out"), ("Anna", 500, 550), ("Boris", 500, 450)]
PAID = [("kind", "player", "other", "amount"), ("payment", "Boris", "Anna", 50)]


def night(first, second):
    return read_night(io.BytesIO(workbook(night=first, **{"night (2)": second})))


def amounts(told):
    return dict(told.entries.select("player", "amount").iter_rows())


@pytest.mark.parametrize("sheet", [POINTS, TOTALS], ids=["points", "totals"])
def test_results_that_are_told_again_count_once(sheet):
    told = night(sheet, sheet)
    assert errors(told.issues) == []
    assert codes(told.issues).count("told-again") == 1
    assert told.entries.height == 2
    assert amounts(told) == {"Anna": 5000, "Boris": -5000}


@pytest.mark.parametrize(
    ("sheet", "hands", "words"),
    [
        (POINTS, 1, "Anna made another amount in hand 1"),
        (TOTALS, 0, "Anna made another amount"),
    ],
    ids=["points", "totals"],
)
def test_results_that_are_told_otherwise_are_an_error(sheet, hands, words):
    other = [*sheet[:-2], (*sheet[-2][:-1], 7), sheet[-1]]
    told = night(sheet, other)
    (fault,) = [issue for issue in errors(told.issues) if issue.code == "told-otherwise"]
    assert (fault.hands, fault.sheet) == (hands, "night (2)")
    assert words in fault.message
    assert amounts(told) == {"Anna": 5000, "Boris": -5000}


def test_two_hands_whose_differences_cancel_out_are_both_told():
    other = [*POINTS, (2, "Anna", 1), (2, "Boris", -1)]
    again = [*POINTS[:3], (1, "Anna", 1), (1, "Boris", -1), (2, "Anna", 5), (2, "Boris", -5)]
    (fault,) = errors(night(other, again).issues)
    assert (fault.code, fault.hands) == ("told-otherwise", 2)


@pytest.mark.parametrize("change", [DAY, ("session", "Saturday")])
def test_another_night_or_other_hands_are_added(change):
    later = [("date", "2026-11-28"), *POINTS[1:]] if change is DAY else [change, *POINTS[1:]]
    assert night(POINTS, later).entries.height == 4
    more = [*POINTS[:3], (2, "Anna", 5), (2, "Boris", -5)]
    told = night(POINTS, more)
    assert errors(told.issues) == []
    assert told.entries.height == 4


@pytest.mark.parametrize("sheet", [CHIPS, PAID], ids=["chips", "payments"])
def test_money_that_is_told_again_word_for_word_is_an_error(sheet):
    told = night(sheet, sheet)
    assert [(issue.code, issue.sheet) for issue in errors(told.issues)] == [("told-again", "night (2)")]
    assert told.entries["sheet"].unique().to_list() == ["night"]
