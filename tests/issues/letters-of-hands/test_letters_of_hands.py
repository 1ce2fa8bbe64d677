"""Hands A1 and B1 were both read as hand 1, and became one hand of four players."""

from __future__ import annotations

from pathlib import Path

import pytest
from ofc_parsers.home_sheet.values import hand_number
from sheets import errors, parsed

from ofc_analytics.formats import read_night

HERE = Path(__file__).parent


def test_two_hands_with_cards():
    hands, issues = parsed((HERE / "cards.csv").read_bytes())
    assert issues == []
    assert [(hand.native_id, hand.hand_no, len(hand.players)) for hand in hands] == [
        ("A1", None, 2),
        ("B1", None, 2),
    ]


def test_two_hands_that_do_not_add_up_by_themselves():
    found = errors(read_night(HERE / "points.csv").issues)
    assert [(issue.code, issue.hand) for issue in found] == [("not-balanced", "A1"), ("not-balanced", "B1")]


@pytest.mark.parametrize(
    "text", ["7", "Hand 7", "hand-7", "Раздача №7", "№ 7", "#7", "No. 7", "hand # 7", "007"]
)
def test_words_for_hands_are_no_part_of_the_number(text):
    assert hand_number(text) == ("7", 7)


@pytest.mark.parametrize("text", ["A7", "Game 7", "7a", "Б 7", "-7"])
def test_other_words_are(text):
    assert hand_number(text) == (text, None)
