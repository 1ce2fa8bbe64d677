"""``1,500`` was read as 1.50: one mark before exactly three digits can be either, and is refused with both readings."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from sheets import ANNA, BORIS, csv_bytes, errors, only_hand, parsed, workbook

from ofc_analytics.money import minor_units, parse_money

HERE = Path(__file__).parent


def test_a_sheet_with_an_ambiguous_stack_is_refused_with_both_readings():
    hands, issues = parsed((HERE / "night.csv").read_bytes())
    assert hands == []
    assert [(issue.code, issue.line, issue.text) for issue in issues] == [
        ("stack-unreadable", 2, "1,500"),
        ("stack-unreadable", 3, "1,500"),
    ]
    assert all("as 1500 or as 1.5" in issue.message for issue in issues)


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("1,500", "1500 or as 1.5:"),
        ("1.500", "1500 or as 1.5:"),
        ("1.000", "1000 or as 1:"),
        ("-20,005", "20005 or as 20.005:"),
        ("999.999", "999999 or as 999.999:"),
    ],
)
@pytest.mark.parametrize("exponent", [0, 2, 3])
def test_one_mark_before_three_digits_is_refused(text, readings, exponent):
    with pytest.raises(ValueError, match=f"could be read as {readings}"):
        parse_money(text, exponent=exponent)


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("1,500.00", 150000),
        ("1.500,00", 150000),
        ("1,234,567", 123456700),
        ("1.234.567", 123456700),
        ("1 500", 150000),
        ("1'500.5", 150050),
        ("1 234,50", 123450),
        ("1234.500", 123450),
        ("1500.5", 150050),
        ("0.500", 50),
        ("12,50", 1250),
    ],
)
def test_what_can_be_read_in_one_way_is_read(text, minor):
    assert parse_money(text) == minor


@pytest.mark.parametrize(
    "text", ["1 5", "1,23,456", "12.34.56", "1,500.00,0", "1.500.00", "1_0", "١", "1e3", ""]
)
def test_what_is_no_number_is_refused(text):
    with pytest.raises(ValueError, match="is not a number"):
        parse_money(text)


@pytest.mark.parametrize("text", ["1.00000000000000000000000000000000001", "0.005"])
def test_no_decimal_place_is_rounded_away(text):
    for read, value in ((parse_money, text), (minor_units, Decimal(text))):
        with pytest.raises(ValueError, match="has more than 2 decimal places"):
            read(value)


def test_numbers_that_a_program_wrote_have_one_reading():
    assert minor_units(Decimal("1.500")) == 150
    header = ["hand", "player", "top", "middle", "bottom", "stack", "currency"]
    rows = [["1", name, *cards[3:6], 1.125, "KWD"] for name, cards in (("Anna", ANNA), ("Boris", BORIS))]
    (hand,), issues = parsed(workbook([header, *rows]))
    assert issues == []
    assert (hand.exponent, hand.players[0].stack) == (3, 1125)
    _, issues = parsed(csv_bytes([header, *rows]))
    assert [issue.code for issue in errors(issues)] == ["stack-unreadable"] * 2


def test_points_are_numbers_too():
    header = ["hand", "player", "top", "middle", "bottom", "points"]
    with pytest.raises(ValueError, match="not enough values"):
        only_hand(["1", "Anna", *ANNA[3:6], "1.000"], ["1", "Boris", *BORIS[3:6], ""], header=header)
