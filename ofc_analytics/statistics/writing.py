"""Numbers of the statistics as people read them, in English and in Russian.

Examples
--------
>>> count_text(12345), number_text(-1234.5, signed=True), share_text(0.125)
('12,345', '-1,234.50', '12.5%')
>>> [text.replace(GAP, "_") for text in (count_text(12345, "ru"), number_text(1.5, "ru"), share_text(0.125, "ru"))]
['12_345', '1,50', '12,5_%']
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from ofc_analytics.statistics.metrics import METRICS
from ofc_analytics.wording import by_language

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "GAP",
    "NOTHING",
    "Language",
    "amount_text",
    "count_text",
    "interval_text",
    "number_text",
    "rough_text",
    "share_text",
    "total_text",
    "unit_text",
    "value_text",
]

Language: TypeAlias = Literal["en", "ru"]

GAP = "\u00a0"
"""The space within a number, at which no line is broken."""

NOTHING = "–"
"""What stands for a number that cannot be told."""

_PLACES = 2
_SIGNIFICANT = 2


class _Marks(NamedTuple):
    thousands: str
    decimal: str
    percent: str
    interval: str


_MARKS: Mapping[Language, _Marks] = by_language(
    {
        "en": _Marks(",", ".", "%", "{value} ({low} to {high})"),
        "ru": _Marks(GAP, ",", f"{GAP}%", "{value} ({low} … {high})"),
    }
)


def count_text(number: int, language: Language = "en", *, signed: bool = False) -> str:
    """Write a whole number, its digits grouped by three; `signed`: a plus where it is not below zero.

    >>> count_text(1234567), count_text(0, signed=True)
    ('1,234,567', '+0')
    """
    return _marked(f"{number:{_sign(signed)},}", language)


def number_text(
    value: float, language: Language = "en", *, places: int = _PLACES, signed: bool = False
) -> str:
    """Write a number rounded to so many decimal places; what is rounded to zero has no minus.

    >>> number_text(1234.567), number_text(-0.001, signed=True), number_text(2.5, places=0)
    ('1,234.57', '+0.00', '2')
    """
    return _marked(f"{value:{_sign(signed)}z,.{places}f}", language)


def share_text(value: float, language: Language = "en") -> str:
    """Write a share of one as a percentage.

    >>> share_text(0.0625)
    '6.2%'
    """
    return _marked(f"{value:z,.1%}", language)


def amount_text(minor: int, exponent: int, language: Language = "en", *, signed: bool = False) -> str:
    """Write an amount of money, given in minor units, exactly and with all its `exponent` decimal places.

    >>> amount_text(123456, 2, signed=True), amount_text(-7, 0), amount_text(2**62 + 1, 2)
    ('+1,234.56', '-7', '46,116,860,184,273,879.05')
    """
    exact = Decimal((minor < 0, Decimal(abs(minor)).as_tuple().digits, -exponent))
    return _marked(f"{exact:{_sign(signed)},f}", language)


def unit_text(unit: float, language: Language = "en") -> str:
    """Write what one point is worth, the dimension ``unit``, with the places it has and no more.

    >>> unit_text(1234567.0), unit_text(0.05), unit_text(2.5, "ru"), unit_text(1e-08)
    ('1,234,567', '0.05', '2,5', '0.00000001')
    """
    exact = Decimal(repr(float(unit)))
    places = max(0, -int(exact.normalize().as_tuple().exponent))
    return _marked(f"{exact:,.{places}f}", language)


def rough_text(number: int, language: Language = "en") -> str:
    """Write a whole number that is only about right, rounded to two digits.

    >>> rough_text(2345), rough_text(99), rough_text(7)
    ('2,300', '99', '7')
    """
    return count_text(round(number, min(0, _SIGNIFICANT - len(str(abs(number))))), language)


def value_text(
    row: Mapping[str, Any], metric: str, language: Language = "en", *, column: str = "value"
) -> str:
    """Write the value of an answer: a rate as a percentage, money in whole units of its currency.

    Parameters
    ----------
    row
        A row of `ofc_analytics.statistics.Answers`.
    metric
        A name of `METRICS`, which tells what kind of number it is.
    language
        Its marks of thousands and decimals.
    column
        ``value``, or ``low`` or ``high`` for a bound.

    Returns
    -------
    str
        `NOTHING` where the value cannot be told. Money has its currency's places, and two where that has fewer, as
        it is a mean.

    Examples
    --------
    >>> value_text({"value": -1234.5}, "points"), value_text({"value": 0.25}, "foul_rate")
    ('-1,234.50', '25.0%')
    >>> value_text({"value": 33.25, "exponent": 0}, "net"), value_text({"value": None}, "points")
    ('+33.25', '–')
    """
    value = row[column]
    if value is None:
        return NOTHING
    told = METRICS[metric]
    if told.kind == "rate":
        return share_text(value, language)
    exponent = row["exponent"] if told.money else 0
    return number_text(
        value / 10**exponent,
        language,
        places=max(exponent, _PLACES),
        signed=told.reference is not None,
    )


def interval_text(row: Mapping[str, Any], metric: str, language: Language = "en") -> str:
    """Write the value of an answer with its bounds, alone where these cannot be told.

    Parameters
    ----------
    row, metric, language
        As in `value_text`.

    Examples
    --------
    >>> row = {"value": 0.25, "low": 0.05, "high": 0.6}
    >>> interval_text(row, "foul_rate"), interval_text(row, "foul_rate", "ru").replace(GAP, "_")
    ('25.0% (5.0% to 60.0%)', '25,0_% (5,0_% … 60,0_%)')
    >>> interval_text({"value": 13.0, "low": None, "high": None}, "points")
    '+13.00'
    """
    value = value_text(row, metric, language)
    if row["value"] is None or row["low"] is None or row["high"] is None:
        return value
    low, high = (value_text(row, metric, language, column=bound) for bound in ("low", "high"))
    return _MARKS[language].interval.format(value=value, low=low, high=high)


def total_text(row: Mapping[str, Any], metric: str, language: Language = "en") -> str:
    """Write what was counted, exactly; money in whole units of its currency.

    Parameters
    ----------
    row, metric, language
        As in `value_text`.

    Examples
    --------
    >>> total_text({"total": 1300}, "points"), total_text({"total": 1300, "exponent": 2}, "net")
    ('+1,300', '+13.00')
    """
    told = METRICS[metric]
    signed = told.reference is not None
    if told.money:
        return amount_text(row["total"], row["exponent"], language, signed=signed)
    return count_text(row["total"], language, signed=signed)


def _sign(signed: bool) -> str:  # noqa: FBT001 - the one thing it is about
    return "+" if signed else "-"


def _marked(text: str, language: Language) -> str:
    marks = _MARKS[language]
    return text.translate({ord(","): marks.thousands, ord("."): marks.decimal, ord("%"): marks.percent})
