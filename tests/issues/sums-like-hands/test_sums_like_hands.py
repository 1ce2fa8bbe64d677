"""A line of totals under a word that was not known counted as one more hand: everybody paid twice."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from sheets import codes, csv_bytes, errors, parsed

from ofc_analytics.formats import read_night

HERE = Path(__file__).parent
WIDE = [("unit", 10), ("hand", "Anna", "Boris"), (1, 5, -5), (2, 1, -1)]
LONG = [
    ("unit", 10),
    ("hand", "player", "points"),
    (1, "Anna", 5),
    ("", "Boris", -5),
    (2, "Anna", 1),
    ("", "Boris", -1),
]
WORDS = (
    "Σ",
    "∑:",
    "Net",
    "NET RESULT",
    "Сальдо",
    "Баланс",
    "Total:",
    "Итого за вечер",
    "Всего",
    "Суммы",
    "Результат",
)


def read(rows):
    return read_night(io.BytesIO(csv_bytes(rows)))


def made(night):
    sums = {}
    for player, amount in night.entries.select("player", "amount").rows():
        sums[player] = sums.get(player, 0) + amount
    return sums


def test_the_night_that_was_paid_twice(ofc):
    run = ofc("ledger", HERE / "night.csv")
    assert run.returncode == 0, run.stderr
    assert run.stdout.endswith("2 payments:\nBoris → Anna 10.00\nVera → Anna 50.00\n")


@pytest.mark.parametrize("word", WORDS)
def test_words_for_totals(word):
    for rows in ([*WIDE, (word, 6, -6)], [*LONG, (word, "Anna", 6), ("", "Boris", -6)]):
        night = read(rows)
        assert made(night) == {"Anna": 6000, "Boris": -6000}
        assert errors(night.issues) == []
        assert "totals-line" in codes(night.issues)


@pytest.mark.parametrize("amounts", [(6, -6), (7, -7)], ids=["the sums", "nearly the sums"])
def test_a_last_line_under_any_other_word_is_named_and_never_a_hand(amounts):
    night = read([*WIDE, ("Финиш", *amounts)])
    (issue,) = errors(night.issues)
    assert (issue.code, issue.line, issue.text, issue.hands) == ("hand-or-totals", 5, "Финиш", 1)
    assert "total" in issue.expected
    assert made(night) == {"Anna": 6000, "Boris": -6000}


def test_sums_are_named_in_every_layout_and_wherever_they_stand():
    pairs = [("unit", 10), ("hand", "Anna-Boris"), (1, 5), (2, 1)]
    for rows in (
        [*LONG, ("Финиш", "Anna", 6), ("", "Boris", -6)],
        [*pairs, ("Финиш", 6)],
        [*WIDE, ("Финиш 1", 6, -6), (3, 2, -2)],
        [*WIDE, ("half", 6, -6), (3, 2, -2), (4, 1, -1), ("half", 3, -3)],
    ):
        assert {issue.code for issue in errors(read(rows).issues)} == {"hand-or-totals"}


def test_hands_with_names_stay_hands():
    for names in (("first", "second", "last"), (1, "2b", "A7"), ("A", "B", "C")):
        night = read([*WIDE[:2], (names[0], 5, -5), (names[1], 1, -1), (names[2], 2, -2)])
        assert night.issues[0].code == "without-cards"
        assert made(night) == {"Anna": 8000, "Boris": -8000}


def test_the_word_in_a_hand_column_that_is_not_the_first():
    night = read(
        [("unit", 10), ("date", "hand", "Anna", "Boris"), ("2026-11-27", 1, 5, -5), ("", "Итого", 5, -5)]
    )
    assert made(night) == {"Anna": 5000, "Boris": -5000}
    night = read(
        [("unit", 10), ("date", "hand", "Anna", "Boris"), ("2026-11-27", 1, 5, -5), ("Итого", "", 5, -5)]
    )
    assert (made(night), errors(night.issues)) == ({"Anna": 5000, "Boris": -5000}, [])


def test_a_line_of_totals_below_hands_with_cards():
    rows = [
        ("", "", "Anna", "", "", "", "Boris", "", "", ""),
        ("date", "hand", *("top", "middle", "bottom", "points") * 2),
        (
            "2026-11-27",
            1,
            "2s Qd Jd",
            "5d 7c 4d 7s 8d",
            "3h Ks 3c Tc Th",
            -3,
            "3s Ac 9h",
            "2d Ad 9c 5s 6h",
            "Ts Kh As Qh Jc",
            3,
        ),
    ]
    for label in (("Σ", ""), ("", "Сальдо")):
        (hand,), issues = parsed(csv_bytes([*rows, (*label, "", "", "", -3, "", "", "", 3)]))
        assert (hand.hand_no, codes(issues)) == (1, ["totals-line"])


def test_players_whose_names_begin_like_totals_are_players_in_sheets_of_cards():
    cards = ("2s Qd Jd", "5d 7c 4d 7s 8d", "3h Ks 3c Tc Th"), ("3s Ac 9h", "2d Ad 9c 5s 6h", "Ts Kh As Qh Jc")
    rows = [
        ("hand", "player", "top", "middle", "bottom"),
        (1, "Sum Wong", *cards[0]),
        ("", "Anna", *cards[1]),
    ]
    hands, issues = parsed(csv_bytes([*rows, (2, "Sum Wong"), ("", "Anna")]))
    assert ([player.name for player in hands[0].players], codes(issues)) == (
        ["Sum Wong", "Anna"],
        ["hand-empty"],
    )
