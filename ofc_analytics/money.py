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
from decimal import Decimal

__all__ = ["currency_exponent", "format_money", "parse_money"]

_EXPONENTS = {"JPY": 0, "KRW": 0, "VND": 0, "CLP": 0, "ISK": 0, "KWD": 3, "BHD": 3, "TND": 3, "BTC": 8}
_SPACES = re.compile(r"[\s\u00a0\u202f'’]")
_NUMBER = re.compile(r"[+-]?(\d+([.]\d*)?|[.]\d+)")
_LARGEST = 2**53  # an amount above this is a slip, and larger ones would overflow once multiplied by points


def currency_exponent(currency: str | None) -> int:
    """Decimal places of a currency's minor unit: 2 where no currency is given.

    >>> currency_exponent("RUB"), currency_exponent("JPY"), currency_exponent(None)
    (2, 0, 2)
    """
    return _EXPONENTS.get((currency or "").upper(), 2)


def parse_money(text: str, *, exponent: int = 2) -> int:
    """Read an amount as whole minor units.

    Spaces and apostrophes may group digits; a comma is a decimal comma where the text has no point, and
    a minus sign may be a hyphen or U+2212.

    Raises
    ------
    ValueError
        If the text is no number, has more decimal places than `exponent`, groups digits with a comma and
        so could be read in two ways, or is too large to be an amount.
    """
    plain = _SPACES.sub("", text).replace("\u2212", "-")
    if "," in plain:
        if "." in plain or plain.count(",") > 1:
            raise ValueError(
                f"{text!r} could be read in two ways: write it with one decimal point and no other mark"
            )
        plain = plain.replace(",", ".")
    if not _NUMBER.fullmatch(plain):
        raise ValueError(f"{text!r} is not a number")
    minor = Decimal(plain).scaleb(exponent)
    if minor != minor.to_integral_value():
        raise ValueError(f"{text!r} has more than {exponent} decimal places")
    if abs(minor) > _LARGEST:
        raise ValueError(f"{text!r} is too large for an amount")
    return int(minor)


def format_money(minor: int, *, exponent: int = 2) -> str:
    """Write whole minor units as a decimal text with exactly `exponent` places.

    >>> format_money(5, exponent=2), format_money(7, exponent=0)
    ('0.05', '7')
    """
    digits = f"{abs(minor):0{exponent + 1}d}"
    sign = "-" if minor < 0 else ""
    return f"{sign}{digits[:-exponent]}.{digits[-exponent:]}" if exponent else f"{sign}{digits}"
