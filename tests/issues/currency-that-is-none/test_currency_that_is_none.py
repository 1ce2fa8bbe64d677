"""A formula's error, or a number, in the cell of the currency was taken for a currency."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from sheets import ANNA, BORIS, HEADER, Formula, codes, csv_bytes, errors, parsed, workbook

from ofc_analytics.formats import read_night

HERE = Path(__file__).parent
WRONG = Formula("=FOO()", "#NAME?")
POINTS = [("unit", 10), ("hand", "player", "points", "currency")]
PAID = [("kind", "player", "amount", "currency")]


def test_a_number_above_the_headings():
    hands, issues = parsed((HERE / "night.csv").read_bytes())
    assert hands == []
    assert [(issue.code, issue.line, issue.text, issue.hands) for issue in issues] == [
        ("currency-unreadable", 1, "5", 1)
    ]


def test_an_error_beside_cards():
    hands, issues = parsed(workbook([[*HEADER, "currency"], [*ANNA, WRONG], [*BORIS, WRONG]]))
    assert hands == []
    assert ("cell-error", "K2", 1) in {(issue.code, issue.cell, issue.hands) for issue in issues}


@pytest.mark.parametrize(("wrong", "code"), [(WRONG, "cell-error"), (5, "currency-unreadable")])
@pytest.mark.parametrize(
    "rows",
    [[*POINTS, [1, "Anna", 5], [1, "Boris", -5]], [*PAID, ["buy-in", "Anna", 5], ["cash-out", "Boris", 5]]],
    ids=["points", "entries"],
)
def test_without_cards(rows, wrong, code):
    night = read_night(io.BytesIO(workbook([*rows[:-2], *([*row, wrong] for row in rows[-2:])])))
    assert set(codes(errors(night.issues))) == {code}
    assert night.entries.is_empty()


def test_a_currency_of_the_tables_own_is_one():
    hands, issues = parsed(csv_bytes([("валюта", "Жетоны"), HEADER, ANNA, BORIS]))
    assert errors(issues) == []
    assert hands[0].currency == "Жетоны"
