"""A unit of 1,234,567 was written 1.23457e+06, and money a hand in a currency without decimals was rounded to whole units."""

from __future__ import annotations

from decimal import Decimal

import pytest
from frames import hand, results
from hypothesis import given
from hypothesis import strategies as st

from ofc_analytics.cli.stats_tables import answer_page
from ofc_analytics.statistics import Question, Study
from ofc_analytics.statistics.writing import (
    GAP,
    amount_text,
    count_text,
    interval_text,
    number_text,
    share_text,
    unit_text,
    value_text,
)


def read(text, language):
    """A number back from its text."""
    plain = text.replace(",", "") if language == "en" else text.replace(GAP, "").replace(",", ".")
    return Decimal(plain)


LANGUAGES = st.sampled_from(["en", "ru"])


@given(st.integers(), LANGUAGES, st.booleans())
def test_a_count_is_exact(number, language, signed):
    assert read(count_text(number, language, signed=signed), language) == number


@given(st.integers(-(2**63), 2**63), st.integers(0, 8), LANGUAGES)
def test_an_amount_is_exact_with_all_its_places(minor, exponent, language):
    text = amount_text(minor, exponent, language)
    assert read(text, language).scaleb(exponent) == minor
    assert len(text.rpartition("." if language == "en" else ",")[2]) == exponent or not exponent


@given(st.integers(0, 2**53), st.integers(0, 8), LANGUAGES)
def test_a_unit_is_exact(minor, exponent, language):
    unit = minor / 10**exponent
    text = unit_text(unit, language)
    assert float(read(text, language)) == unit
    assert "e" not in text


@given(st.floats(-(2**53), 2**53), LANGUAGES)
def test_a_number_is_rounded_and_never_minus_zero(value, language):
    written = read(number_text(value, language, signed=True), language)
    assert abs(written - Decimal(value)) <= Decimal("0.005")
    assert not (written == 0 and written.is_signed())


def test_russian_has_a_comma_and_spaces_that_do_not_break():
    assert number_text(-1234.5, "ru") == f"-1{GAP}234,50"
    assert share_text(0.5, "ru") == f"50,0{GAP}%"
    row = {"value": 12.5, "low": -1.0, "high": 2000.0}
    assert interval_text(row, "points", "ru") == f"+12,50 (-1,00 … +2{GAP}000,00)"


def test_money_a_hand_has_places_where_its_currency_has_none():
    rows = Study(
        results(
            *(
                hand({"A": won, "B": -won}, net={"A": won, "B": -won}, unit=1, currency="JPY", exponent=0)
                for won in (1, -1, 1, 1)
            )
        )
    ).ask(Question("net"))
    assert value_text(rows.row(0, named=True), "net") == "+0.50"


@pytest.mark.parametrize(("unit", "told"), [(123_456_700, "1,234,567"), (5, "0.05"), (250, "2.5")])
def test_units_in_a_table_are_plain_numbers(unit, told):
    question = Question("points", "unit")
    answers = Study(results(hand({"A": 1, "B": -1}, unit=unit, currency="RUB"))).ask(question)
    _, table = answer_page(question, answers)
    column = table.columns[0]
    assert [str(cell) for cell in column.cells] == [told]
    assert column.justify == "right"
