"""``70 руб`` in a column of money was refused; a currency may stand beside every amount, and must be that of the sheet."""

from __future__ import annotations

from pathlib import Path

import pytest
from sheets import ANNA, BORIS, csv_bytes, only_hand, parsed

HERE = Path(__file__).parent
HEADER = ["hand", "player", "top", "middle", "bottom"]


def night(heading, texts, above=(), more=()):
    rows = [["1", *row[1:2], *row[3:6], text, *more] for row, text in zip((ANNA, BORIS), texts, strict=True)]
    return [*above, heading, *rows]


def test_the_currency_beside_a_stack_is_that_of_the_sheet():
    (hand,), issues = parsed((HERE / "night.csv").read_bytes())
    assert issues == []
    assert (hand.currency, [player.stack for player in hand.players]) == ("RUB", [7000, 7000])


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("70 руб", 7000),
        ("30₽", 3000),
        ("-30 RUB", -3000),
        ("–30 руб.", -3000),
        ("-₽30", -3000),
        ("₽ -30", -3000),
        ("1 500,50 р.", 150050),
        ("30 rub", 3000),
        ("-30", -3000),
    ],
)
def test_money_with_its_currency(text, minor):
    rows = night([*HEADER, "money"], [text, "0"], above=[["currency", "RUB"]])
    (hand,), issues = parsed(csv_bytes(rows))
    assert issues == []
    assert (hand.currency, hand.players[0].claimed.net) == ("RUB", minor)


@pytest.mark.parametrize("column", ["stack", "rake", "money", "unit"])
@pytest.mark.parametrize("text", ["70 EUR", "$70", "70k", "70 тыс"])
def test_another_currency_or_none_that_is_known_is_an_error(column, text):
    rows = night([*HEADER, column], [text, text], above=[["currency", "RUB"]])
    hands, issues = parsed(csv_bytes(rows))
    assert hands == []
    assert {(issue.code, issue.text) for issue in issues} == {(f"{column}-unreadable", text)}


def test_the_currency_beside_the_unit_holds_for_all_money():
    hand, issues = only_hand(
        ["1", "Anna", *ANNA[3:6], "70 JPY", "10 JPY"],
        ["1", "Boris", *BORIS[3:6], "70", ""],
        header=[*HEADER, "stack", "unit"],
    )
    assert issues == []
    assert (hand.currency, hand.exponent, hand.unit) == ("JPY", 0, 10)
    assert [player.stack for player in hand.players] == [70, 70]


def test_a_currency_of_the_tables_own_may_stand_beside_the_amount():
    rows = night([*HEADER, "stack"], ["70 жетонов", "70"], above=[["валюта", "жетонов"]])
    (hand,), issues = parsed(csv_bytes(rows))
    assert issues == []
    assert (hand.currency, hand.players[0].stack) == ("жетонов", 7000)


def test_a_unit_told_in_the_hands_last_line_holds_for_the_hand():
    hand, issues = only_hand(
        ["1", "Anna", *ANNA[3:6], ""], ["1", "Boris", *BORIS[3:6], "10 руб"], header=[*HEADER, "unit"]
    )
    assert issues == []
    assert (hand.unit, hand.currency) == (1000, "RUB")


@pytest.mark.parametrize("text", ["0", "0.00", "-5", "0 руб"])
def test_a_unit_is_above_zero(text):
    _, issues = parsed(csv_bytes(night([*HEADER, "stack"], ["1", "1"], above=[["unit", text]])))
    assert [issue.code for issue in issues] == ["unit-unreadable"]
