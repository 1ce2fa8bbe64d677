"""Players' totals below a line of totals were read as lines of the last hand, and spoiled it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sheets import codes, errors, parsed

HERE = Path(__file__).parent
HANDS = (HERE / "night.csv").read_text("utf-8").partition("Total")[0]


def test_totals_of_players_are_no_lines_of_a_hand():
    (hand,), issues = parsed((HERE / "night.csv").read_bytes())
    assert [player.name for player in hand.players] == ["Anna", "Boris"]
    assert [(issue.code, issue.line, issue.severity) for issue in issues] == [
        ("totals-line", line, "note") for line in (4, 5, 6)
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Total Anna;;;;;-3",
        "Subtotal;;;;;",
        "Sub-total;;;;;",
        "Баланс;;;;;",
        "Баланс: Анна;;;;;-3",
        "Общий итог;;;;;0",
        ";Total Anna;;;;-3",
        ";Итого;;;;",
    ],
)
def test_lines_of_totals_by_their_first_words(line):
    hands, issues = parsed(f"{HANDS}{line}\n\n;Anna;;;;-3\n".encode())
    assert len(hands) == 1
    assert codes(issues) == ["totals-line", "totals-line"]


def test_a_hand_below_the_totals_is_read():
    again = HANDS.split("\n", 1)[1].replace("1;", "2;", 1)
    hands, issues = parsed(f"{HANDS}Total;;;;;\n;Anna;;;;-3\n{again}".encode())
    assert [(hand.native_id, len(hand.players)) for hand in hands] == [("1", 2), ("2", 2)]
    assert errors(issues) == []


def test_a_numbered_line_without_cards_below_the_totals_is_a_slip():
    hands, issues = parsed(f"{HANDS}Total;;;;;\n2;Anna;;;;-3\n".encode())
    assert len(hands) == 1
    assert set(codes(errors(issues))) == {"cards-missing", "player-count"}


def test_a_player_whose_name_begins_like_totals_plays():
    hands, issues = parsed(HANDS.replace("Boris", "Total Wreck").encode())
    assert [player.name for player in hands[0].players] == ["Anna", "Total Wreck"]
    assert issues == []
