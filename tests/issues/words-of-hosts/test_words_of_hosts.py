"""Rows as hosts name them were not known, and `2 pair` was a pair of deuces."""

from __future__ import annotations

import io

import pytest
from sheets import csv_bytes, errors

from ofc_analytics.formats import read_night

HEADINGS = ("hand", "player", "top", "middle", "bottom", "top winner", "middle winner", "bottom winner")


def points(top, middle, bottom):
    """Points of one who wins all rows with these against one without a royalty; None where they cannot be read."""
    rows = [
        ("unit", 1),
        HEADINGS,
        (1, "Anna", top, middle, bottom, *["Anna"] * 3),
        (1, "Boris", *["nothing"] * 3),
    ]
    night = read_night(io.BytesIO(csv_bytes(rows)))
    return None if errors(night.issues) else night.entries.filter(player="Anna")["amount"].item() // 100


@pytest.mark.parametrize(
    ("names", "right"),
    [
        (("ничего", "пусто", "старшая"), 6),
        (("none", "без комбинации", "хай"), 6),
        (("старшая дама", "дабл пара", "2 пары"), 6),
        (("high", "2 pair", "двойная пара"), 6),
        (("пара 66", "стрит", "каре тузов"), 6 + 1 + 4 + 10),
        (("66", "сет шестёрок", "фулл хаус на дамах"), 6 + 1 + 2 + 6),
        (("set of 5s", "3 of a kind", "quads"), 6 + 13 + 2 + 10),
        (("KK", "флэш", "карэ"), 6 + 8 + 8 + 10),
    ],
)
def test_names_of_rows(names, right):
    assert points(*names) == right


@pytest.mark.parametrize("word", ["сгорел", "Сгорела", "баранка", "фоул", "burnt", "мёртвая рука"])
def test_words_for_a_dead_hand(word):
    rows = [("unit", 1), HEADINGS[:5], (1, "Anna", word), (1, "Boris", "KK", "стрит", "флеш")]
    night = read_night(io.BytesIO(csv_bytes(rows)))
    assert errors(night.issues) == []
    assert night.entries.filter(player="Boris")["amount"].item() == (6 + 8 + 4 + 4) * 100


def test_two_pairs_are_not_a_pair_of_deuces():
    assert points("2 pair", "стрит", "флеш") is None  # three cards hold no two pairs
