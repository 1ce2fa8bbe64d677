"""A sheet of totals beside cards without claims was an error: cards count, and are compared as far as they claim."""

from __future__ import annotations

import io

from sheets import ANNA, BORIS, HEADER, codes, errors, typed, workbook

from ofc_analytics.formats import read_night

TOTALS = [("player", "total"), ("Anna", -20), ("Boris", 20)]
POINTS = [("unit", 10), ("hand", "Anna", "Boris"), (1, -2, 2), (2, -5, 5)]


def night(beside, *hands):
    return read_night(io.BytesIO(workbook(hands=[HEADER, *map(typed, hands)], beside=beside)))


def silent(row, number=1):
    return [str(number), *row[1:7], "", "", row[9]]


def test_totals_beside_cards_without_claims_are_left_to_whoever_settles_the_cards():
    told = night(TOTALS, silent(ANNA), silent(BORIS))
    assert errors(told.issues) == []
    assert told.hands.height == 1
    assert told.entries.select("kind", "player", "hand").rows() == [
        ("result", "Anna", None),
        ("result", "Boris", None),
    ]


def test_totals_are_held_against_claims():
    assert errors(night(TOTALS, ANNA, BORIS).issues) == []
    wrong = [TOTALS[0], ("Anna", -30), ("Boris", 30)]
    assert codes(errors(night(wrong, ANNA, BORIS).issues)) == ["told-otherwise"]


def test_hands_that_are_claimed_are_held_against_those_of_the_other_sheet():
    cards = [ANNA, BORIS, *(silent(row, 2) for row in (ANNA, BORIS))]
    assert errors(night(POINTS, *cards).issues) == []
    wrong = [*POINTS[:2], (1, -3, 3), POINTS[3]]
    (fault,) = errors(night(wrong, *cards).issues)
    assert "Anna, Boris made another amount in hand 1" in fault.message
