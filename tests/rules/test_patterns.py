"""Patterns: which classes of hand they cover, and what a table of them says for each."""

from __future__ import annotations

import numpy as np
import pytest

from ofc_analytics.errors import RulesError
from ofc_analytics.rules.patterns import compile_table, impossible_patterns, pattern_classes, table_holes

DEUCE, SIX, QUEEN, KING, ACE = 1, 5, 11, 12, 13


def classes(text):
    return set(map(int, pattern_classes(text).nonzero()[0]))


def category(number):
    return {number * 16 + r1 for r1 in range(1, 14)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("22", {16 + DEUCE}),
        ("66", {16 + SIX}),
        ("AA", {16 + ACE}),
        ("222", {3 * 16 + DEUCE}),
        ("QQQ", {3 * 16 + QUEEN}),
        ("AAAA", {7 * 16 + ACE}),
        ("22222", {10 * 16 + DEUCE}),
        ("high card", category(0)),
        ("two pair", category(2)),
        ("flush", category(5)),
        ("straight flush", category(8)),
        ("royal flush", {8 * 16 + ACE}),
        ("five of a kind", category(10)),
        ("ten-low", {12 * 16 + 4}),
        ("nine-low", {12 * 16 + 5}),
        ("seven-low", set(range(12 * 16 + 7, 14 * 16))),
        ("7-5-4-3-2", set(range(13 * 16, 14 * 16))),
    ],
)
def test_a_pattern_covers_its_hands_and_no_other(text, expected):
    # Classes between r1 = 13 and the next category hold no hand, so they do not count.
    assert {index for index in classes(text) if 1 <= index % 16 <= 13 or index >= 12 * 16} == expected


def test_plus_covers_everything_better_and_nothing_worse():
    queens_up = classes("QQ+")
    assert {16 + QUEEN, 16 + KING, 16 + ACE} | category(3) <= queens_up
    assert not queens_up & ({16 + QUEEN - 1} | category(0))
    quads_up = classes("four of a kind+")
    assert category(7) | category(8) | category(10) <= quads_up
    assert not quads_up & (category(6) | {12 * 16 + 5, 13 * 16 + 7})
    assert {12 * 16 + 5, 12 * 16 + 6, 12 * 16 + 7, 13 * 16 + 7} <= classes("nine-low+")
    assert 12 * 16 + 4 not in classes("nine-low+")


@pytest.mark.parametrize(
    "text", ["", "Q", "QK", "666666", "qq", "1010", "XX", "QQ++", "quads", "pair of queens"]
)
def test_other_texts_are_no_patterns(text):
    with pytest.raises(RulesError, match="is no pattern"):
        pattern_classes(text)


def test_a_misspelt_name_is_answered_with_the_right_one():
    with pytest.raises(RulesError, match="'full hose' is no pattern; did you mean 'full house'"):
        pattern_classes("full hose")


def test_exact_beats_plus_and_narrow_beats_wide_in_any_order():
    rules = {
        "QQ+": 14,
        "KK+": 15,
        "three of a kind": 17,
        "AA": 16,
        "pair": 1,
        "royal flush": 50,
        "straight flush": 30,
    }
    for order in (1, -1):
        table = compile_table(dict(list(rules.items())[::order]))
        pairs = table[17:30]
        # "pair" has no plus, so it beats both plus keys wherever it fits; aces have a key of their own.
        assert pairs.tolist() == [1] * 12 + [16]
        assert table[3 * 16 + DEUCE] == 17
        assert table[4 * 16 + SIX] == 15
        assert (table[8 * 16 + KING], table[8 * 16 + ACE]) == (30, 50)


def test_a_table_is_zero_where_nothing_fits():
    table = compile_table({"KK": 8})
    assert table.shape == (256,)
    assert np.flatnonzero(table).tolist() == [16 + KING]


@pytest.mark.parametrize(
    ("table", "row", "missing"),
    [
        ({}, "top", ()),
        ({"QQ": 7, "KK": 8, "AA": 9}, "top", ()),
        ({"three of a kind": 3}, "top", ()),
        ({"QQ": 7, "AA": 9}, "top", ("KK",)),
        ({"TT": 1, "AA": 9}, "top", ("JJ", "QQ", "KK")),
        ({"QQ": 7, "KK": 8}, "top", ("AA",)),
        ({"AA": 9, "333": 10, "444+": 11}, "top", ("222",)),
        ({"KK+": 8}, "top", ()),
        ({"straight": 2, "full house+": 6}, "five", ("flush",)),
        ({"flush": 4, "full house": 6, "royal flush": 25}, "five", ("four of a kind", "straight flush")),
        ({"three of a kind": 2, "full house+": 6}, "five", ("straight", "flush")),
        ({"full house": 2, "four of a kind": 4, "straight flush": 5}, "five", ()),
        ({"nine-low": 1, "seven-low": 4}, "low", ("eight-low",)),
        ({"nine-low": 1, "eight-low": 2}, "low", ("seven-low", "7-5-4-3-2")),
        ({"nine-low": 1, "eight-low": 2, "seven-low": 4}, "low", ()),
    ],
)
def test_holes_are_named(table, row, missing):
    assert table_holes(table, row) == missing


def test_what_a_row_never_holds_is_found():
    assert impossible_patterns({"QQ": 1, "222": 2, "straight": 3, "4444": 4, "nine-low": 5}, "top") == (
        "straight",
        "4444",
        "nine-low",
    )
    assert impossible_patterns({"full house": 2, "7-5-4-3-2": 8}, "five") == ("7-5-4-3-2",)
    assert impossible_patterns({"nine-low+": 2, "flush": 8}, "low") == ("flush",)
