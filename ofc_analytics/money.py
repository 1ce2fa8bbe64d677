"""Amounts of money as whole minor units, read from and written to text without ever rounding.

An amount is an integer count of a currency's smallest unit together with its exponent: 60.00 roubles
is ``6000`` with exponent 2. Exponents that differ from 2 follow ISO 4217.

Examples
--------
>>> parse_money("1 234,50", exponent=2)
123450
>>> format_money(-6000, exponent=2)
'-60.00'
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal

__all__ = [
    "DASHES",
    "LARGEST_AMOUNT",
    "currency_exponent",
    "format_money",
    "minor_units",
    "parse_money",
    "plain_minus",
]

_PLACES = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    8: "BTC",
}
_EXPONENTS = {code: places for places, codes in _PLACES.items() for code in codes.split()}
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
"""Hyphen, minus and the dashes that programs and phones put in their place."""

_TO_HYPHEN = str.maketrans(dict.fromkeys(DASHES, "-"))
_GAP = r"[ \t\u00a0\u2007\u2009\u202f'’]"
_GROUPED = r"[0-9]{1,3}(?:%s[0-9]{3})+"
_NUMBER = re.compile(
    rf"""(?P<sign>[+-]?)\s*(?:
        (?P<ambiguous>[1-9][0-9]{{0,2}}[.,][0-9]{{3}})
        | (?P<whole>[0-9]+|{_GROUPED % _GAP}) (?:[.,](?P<part>[0-9]*))?
        | [.,](?P<only>[0-9]+)
        | (?P<commas>{_GROUPED % ","}) (?:[.](?P<after_commas>[0-9]*))?
        | (?P<points>{_GROUPED % "[.]"}) (?:,(?P<after_points>[0-9]*))?
    )""",
    re.VERBOSE,
)
LARGEST_AMOUNT = 2**53
"""An amount above this is a slip, and larger ones would overflow once multiplied by points."""
_LONGEST = 40  # digits of an amount; far more than the largest has


def currency_exponent(currency: str | None) -> int:
    """Decimal places of a currency's minor unit: 2 where no currency is given.

    >>> currency_exponent("RUB"), currency_exponent("JPY"), currency_exponent(None)
    (2, 0, 2)
    """
    return _EXPONENTS.get((currency or "").upper(), 2)


def plain_minus(text: str) -> str:
    """Write every dash as a hyphen.

    >>> plain_minus("–3")
    '-3'
    """
    return text.translate(_TO_HYPHEN)


def parse_money(text: str, *, exponent: int = 2) -> int:
    """Read an amount that a person typed, as whole minor units.

    A decimal mark is a point or a comma. Digits may be grouped by three with spaces, apostrophes, or the
    mark that is not the decimal one; any dash is a minus sign. ``1,500`` and ``1.500`` are refused: some
    write one thousand five hundred so, others one and a half.

    Raises
    ------
    ValueError
        If the text is no number, could be read in two ways, has more decimal places than `exponent`, or is
        too large to be an amount. The message begins with the text as Python writes it.

    Examples
    --------
    >>> parse_money("1,234.50"), parse_money("1.234,50"), parse_money("–1 500")
    (123450, 123450, -150000)
    >>> parse_money("1,500")
    Traceback (most recent call last):
    ValueError: '1,500' could be read as 1500 or as 1.5: write one of these
    """
    number = _NUMBER.fullmatch(plain_minus(text).strip())
    if number is None:
        raise ValueError(f"{text!r} is not a number")
    if found := number["ambiguous"]:
        whole, part = re.split("[.,]", found)
        small = f"{whole}.{part.rstrip('0')}".rstrip(".")
        raise ValueError(f"{text!r} could be read as {whole}{part} or as {small}: write one of these")
    whole = re.sub("[^0-9]", "", number["whole"] or number["commas"] or number["points"] or "")
    part = number["part"] or number["only"] or number["after_commas"] or number["after_points"] or ""
    return _minor(text, number["sign"], whole, part, exponent)


def minor_units(amount: Decimal, *, exponent: int = 2) -> int:
    """Turn an exact number, such as one that a program wrote, into whole minor units.

    Raises
    ------
    ValueError
        If the number is not finite, has more decimal places than `exponent`, or is too large to be an amount.

    Examples
    --------
    >>> from decimal import Decimal
    >>> minor_units(Decimal("1.500")), minor_units(Decimal("2E+3"))
    (150, 200000)
    """
    if not amount.is_finite():
        raise ValueError(f"'{amount}' is not a number")
    if amount and abs(amount.adjusted()) > _LONGEST:
        raise ValueError(f"'{amount}' is too {'large' if amount.adjusted() > 0 else 'small'} for an amount")
    whole, _, part = f"{amount.copy_abs():f}".partition(".") if amount else ("0", "", "")
    return _minor(str(amount), "-" if amount < 0 else "", whole, part, exponent)


def format_money(minor: int, *, exponent: int = 2) -> str:
    """Write whole minor units as a decimal text with exactly `exponent` places.

    >>> format_money(5, exponent=2), format_money(7, exponent=0)
    ('0.05', '7')
    """
    digits = f"{abs(minor):0{exponent + 1}d}"
    sign = "-" if minor < 0 else ""
    return f"{sign}{digits[:-exponent]}.{digits[-exponent:]}" if exponent else f"{sign}{digits}"


def _minor(text: str, sign: str, whole: str, part: str, exponent: int) -> int:
    part = part.rstrip("0")
    if len(part) > exponent:
        raise ValueError(f"{text!r} has more than {exponent} decimal places")
    digits = (whole + part.ljust(exponent, "0")).lstrip("0") or "0"
    if len(digits) > _LONGEST or int(digits) > LARGEST_AMOUNT:
        raise ValueError(f"{text!r} is too large for an amount")
    return -int(digits) if sign == "-" else int(digits)
