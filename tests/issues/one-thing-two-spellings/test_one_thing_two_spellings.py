"""What is one thing in two spellings was two: 10 and 10.00, and a name with an apostrophe that guards it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from sheets import ANNA, BORIS, HEADER, csv_bytes, errors, parsed, workbook

from ofc_analytics.formats import read_night

HERE = Path(__file__).parent


def test_units():
    (hand,), issues = parsed((HERE / "units.csv").read_bytes())
    assert issues == []
    assert hand.unit == 1000


@pytest.mark.parametrize(
    ("heading", "first", "second"),
    [
        ("date", "2026-11-27", "27.11.2026"),
        ("time zone", "+3", "UTC+03:00"),
        ("jokers", "2", "2,0"),
        ("level", "3", "+3"),
        ("variant", "ананас", "pineapple"),
    ],
)
def test_what_holds_for_a_hand(heading, first, second):
    rows = [[*HEADER, heading], [*ANNA, first], [*BORIS, second]]
    assert errors(parsed(csv_bytes(rows))[1]) == []
    rows = [[*HEADER, heading], [*ANNA, first], [*BORIS, "1"]]
    assert errors(parsed(csv_bytes(rows))[1]) != []


def test_a_guarded_name_is_one_name_beside_cards_and_beside_money():
    cards = [[*row[:1], "'=Anna" if row is ANNA else row[1], *row[2:]] for row in (ANNA, BORIS)]
    chips = [("player", "buy-in", "cash-out"), ("'=Anna", 500, 480), ("Boris", 500, 520)]
    night = read_night(io.BytesIO(workbook(hands=[HEADER, *cards], chips=chips)))
    assert errors(night.issues) == []
    played = {player["name"] for players in night.hands["players"] for player in players}
    assert played == set(night.entries["player"]) == {"=Anna", "Boris"}
