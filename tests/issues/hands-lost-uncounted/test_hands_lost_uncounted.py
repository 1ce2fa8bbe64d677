"""Hands that were left out for want of a unit, or of a hand column, were not counted in what was said of them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from sheets import csv_bytes, errors, parsed

from ofc_analytics.formats import read_night

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("name", "code", "line"), [("no-unit", "unit-missing", 2), ("unreadable-unit", "unit-unreadable", 1)]
)
def test_hands_without_a_price_are_counted_where_the_cause_is_told(name, code, line):
    night = read_night(HERE / f"{name}.csv")
    assert [(issue.code, issue.line, issue.hands) for issue in errors(night.issues)] == [(code, line, 2)]
    assert night.entries.is_empty()


def test_a_hand_with_one_amount_too_large_is_left_out_whole():
    rows = [("unit", 2**45), ("hand", "A", "B", "C"), (1, 2**30, 1 - 2**30, -1), (2, 1, -1, 0)]
    night = read_night(io.BytesIO(csv_bytes(rows)))
    assert {issue.code for issue in errors(night.issues)} == {"amount-too-large"}
    assert sum(issue.hands for issue in night.issues) == 1
    assert night.entries["note"].unique().to_list() == ["hand 2"]


def test_hands_that_cannot_be_told_apart_are_counted():
    hands, issues = parsed((HERE / "unclear.csv").read_bytes())
    (fault,) = errors(issues)
    assert (fault.code, fault.hands) == ("hands-unclear", 2)
    assert len(hands) == 1
