"""A unit told once was priced in the first currency, and points were added to money to see whether a hand adds up."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from sheets import csv_bytes, errors

from ofc_analytics.formats import read_night

HERE = Path(__file__).parent


def test_a_unit_is_worth_what_each_currency_makes_of_it():
    told = read_night(HERE / "currencies.csv")
    assert errors(told.issues) == []
    assert told.entries.select("player", "amount", "currency", "exponent").rows() == [
        ("Anna", 5000, "RUB", 2),
        ("Boris", -5000, "RUB", 2),
        ("Anna", 50, "JPY", 0),
        ("Boris", -50, "JPY", 0),
    ]


def test_points_do_not_cancel_out_money():
    (fault,) = errors(read_night(HERE / "points-and-money.csv").issues)
    assert (fault.code, fault.hand) == ("not-balanced", "1")
    assert "adds up to +495.00" in fault.message


def test_points_that_cancel_out_are_worth_something():
    rows = [("hand", "player", "points", "unit"), (1, "Anna", 5, 10), (1, "Boris", -5, 20)]
    (fault,) = errors(read_night(io.BytesIO(csv_bytes(rows))).issues)
    assert (fault.code, fault.line) == ("not-balanced", 3)
    assert "adds up to -50.00" in fault.message


@pytest.mark.parametrize("column", ["points", "money"])
def test_each_currency_of_a_hand_adds_up_by_itself(column):
    above = [("unit", 10)] if column == "points" else []
    rows = [*above, ("hand", "player", column, "currency"), (1, "Anna", 5, "RUB"), (1, "Boris", -5, "EUR")]
    found = errors(read_night(io.BytesIO(csv_bytes(rows))).issues)
    assert [issue.code for issue in found] == ["not-balanced", "not-balanced"]
