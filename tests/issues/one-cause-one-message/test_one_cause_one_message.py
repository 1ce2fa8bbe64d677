"""A hand that was pasted twice gave 26 messages that a card lies with Anna and with Anna."""

from __future__ import annotations

from pathlib import Path

from ofc_analytics.cards import cards_text
from ofc_analytics.formats import read_all
from ofc_analytics.hands import Hand, Player, find_problems

FOLDER = Path(__file__).parent


def player(seat, name, first, *, discards=b""):
    return Player(seat=seat, name=name, cards=bytes(range(first, first + 13)), discards=discards)


def found(*players):
    return [(problem.code, problem.message, problem.text) for problem in find_problems(Hand(players=players))]


def test_players_who_stand_twice_explain_their_cards():
    _, issues = read_all(FOLDER / "hand_pasted_twice.csv")
    errors = [(issue.code, issue.text) for issue in issues if issue.severity == "error"]
    assert errors == [("player-twice", "Anna"), ("player-twice", "Boris")]


def test_a_player_twice_at_one_seat_is_one_problem():
    problems = found(player(1, "Anna", 0), player(2, "Boris", 13), player(1, "Anna", 0))
    assert problems == [("player-twice", "the same player stands 2 times in one hand", "Anna")]


def test_cards_of_two_players_are_one_problem():
    shared = cards_text(bytes(range(3, 13)))
    assert found(player(1, "Anna", 0), player(2, "Boris", 3)) == [
        ("card-twice", "10 cards lie with Anna and with Boris", shared)
    ]
    assert found(player(1, "Anna", 0), player(2, "Boris", 13), player(3, "Carol", 12)) == [
        ("card-twice", "the card lies with Anna and with Carol", cards_text([12])),
        ("card-twice", "12 cards lie with Boris and with Carol", cards_text(bytes(range(13, 25)))),
    ]


def test_another_fault_beside_a_player_who_stands_twice_is_still_found():
    problems = found(player(1, "Anna", 0), player(2, "Anna", 0), player(3, "Boris", 12))
    assert [code for code, _, _ in problems] == ["player-twice", "card-twice"]
