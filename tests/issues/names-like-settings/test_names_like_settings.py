"""The line of a player whose name is a word such as Joker or Day was taken for one that tells what holds below it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from sheets import codes, csv_bytes, errors, parsed

from ofc_analytics.formats import read_night

HERE = Path(__file__).parent
NAMES = ["Joker", "Day", "Table", "Match", "Ночь"]


def amounts(night):
    return dict(night.entries.select("player", "amount").iter_rows())


def test_a_total():
    night = read_night(HERE / "totals.csv")
    assert errors(night.issues) == []
    assert amounts(night) == {"Anna": 50000, "Joker": -50000, "Boris": 30000, "Vera": -30000}


def test_a_prepared_line_between_hands():
    hands, issues = parsed((HERE / "cards.csv").read_bytes())
    assert [[player.name for player in hand.players] for hand in hands] == [["Anna", "Joker"]] * 2
    assert [hand.jokers for hand in hands] == [0, 0]
    assert codes(issues) == ["hand-empty"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "rows",
    [
        [("player", "total"), ("Anna", 5), ("NAME", -5)],
        [("unit", 1), ("player", "hand", "points"), ("Anna", 1, 5), ("NAME", "", -5)],
        [("unit", 1), ("hand", "Anna", "NAME"), (1, 5, -5)],
        [("unit", 1), ("", "Anna", "NAME"), ("Anna", "", 5), ("NAME", -5, "")],
    ],
    ids=["totals", "points", "wide", "square"],
)
def test_every_such_name(rows, name):
    rows = [[name if cell == "NAME" else cell for cell in row] for row in rows]
    night = read_night(io.BytesIO(csv_bytes(rows)))
    assert errors(night.issues) == []
    assert amounts(night) == {"Anna": 500, name: -500}


@pytest.mark.parametrize("name", NAMES)
def test_chips_that_are_not_handed_back_yet(name):
    rows = [("player", "buy-in", "cash-out"), ("Anna", 500, 700), (name, 500, "")]
    assert read_night(io.BytesIO(csv_bytes(rows))).entries["player"].to_list() == ["Anna", "Anna", name]


def test_what_holds_may_still_be_told_between_lines():
    rows = [
        ("player", "total"),
        ("Anna", 5),
        ("Boris", -5),
        ("date", "2026-11-28"),
        ("Anna", 7),
        ("Boris", -7),
    ]
    night = read_night(io.BytesIO(csv_bytes(rows)))
    assert errors(night.issues) == []
    assert night.entries["session"].to_list() == [None, None, "2026-11-28", "2026-11-28"]
