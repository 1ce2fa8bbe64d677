"""`куш 10 руб` in one cell was left out, and a column `куш` with what was won gave an error in every line."""

from __future__ import annotations

import io

import pytest
from sheets import ANNA, BORIS, HEADER, csv_bytes, errors, parsed

from ofc_analytics.formats import read_night


@pytest.mark.parametrize(
    "text", ["куш 10 руб", "куш: 10 руб", "Куш = 10 руб.", "куш - 10 р", "unit 10 RUB", "ставка 10₽"]
)
def test_a_price_and_its_word_in_one_cell(text):
    (hand,), issues = parsed(csv_bytes([[text], HEADER, ANNA, BORIS]))
    assert (hand.unit, hand.currency, issues) == (1000, "RUB", [])
    night = read_night(io.BytesIO(csv_bytes([[text], ("hand", "Anna", "Boris"), (1, 5, -5)])))
    assert night.entries["amount"].to_list() == [5000, -5000]


def test_a_day_and_its_word_in_one_cell():
    (hand,), issues = parsed(csv_bytes([["дата 27.11.2026", "куш 10"], HEADER, ANNA, BORIS]))
    assert (hand.session, hand.unit, issues) == ("2026-11-27", 1000, [])


@pytest.mark.parametrize("word", ["rubles", "roubles", "рубли", "рублей", "руб.", "₽", "р", "р.", "rub"])
def test_roubles(word):
    (hand,), issues = parsed(csv_bytes([("unit", 10, "currency", word), HEADER, ANNA, BORIS]))
    assert (hand.currency, issues) == ("RUB", [])


def test_points_under_the_word_for_their_price_are_told_once_a_hand():
    header = [*HEADER[:7], "куш"]
    for points in (("-3", "3"), ("3", "-3")):
        rows = [[*row[:7], told] for row, told in zip((ANNA, BORIS), points, strict=True)]
        hands, (issue,) = parsed(csv_bytes([header, *rows]))
        assert (hands, issue.code, issue.text, issue.hands) == ([], "unit-unreadable", "-3", 1)
        assert "куши" in issue.expected


def test_and_without_cards_by_the_heading():
    night = read_night(io.BytesIO(csv_bytes([("раздача", "игрок", "куш"), (1, "Анна", 3), (1, "Борис", -3)])))
    (issue,) = errors(night.issues)
    assert (issue.code, issue.line, issue.text) == ("column-missing", 1, "куш")
    assert "куши" in issue.expected
