"""What holds for a line: its currency, what a point is worth and its session, read alike for hands and for money.

What is told stands in cells by their field, from above the line and from its own columns.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ofc_analytics.money import currency_exponent
from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.cells import converted
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ofc_parsers.spreadsheets.grid import Cell

    Context = Mapping[Field, Cell]

__all__ = ["currency_beside_amounts", "currency_of", "money_of", "session_of", "unit_in", "unit_of"]


def money_of(context: Context) -> tuple[str | None, int]:
    """Currency of a line, from its own cell or from beside the unit, and its decimal places.

    Whether its cell is sound, `currency_of` tells.
    """
    told, unit = context.get(Field.CURRENCY), context.get(Field.UNIT)
    code = values.currency(told.text) if told else values.currency_beside(unit.text) if unit else None
    return code, currency_exponent(code)


def currency_of(context: Context) -> str | None:
    """Code of a line's currency.

    Raises
    ------
    CellError
        If its cell holds none: an error of a formula, or digits.
    """
    cell = context.get(Field.CURRENCY)
    if cell is None:
        return money_of(context)[0]
    expected = "a code such as RUB; an amount with a comma in quotation marks"
    return converted(cell, Field.CURRENCY, values.named_currency, expected)


def unit_of(context: Context) -> int | None:
    """Minor units that a point is worth; None where nothing tells it.

    Raises
    ------
    CellError
        If the cell holds no amount above 0 of the line's currency.
    """
    cell = context.get(Field.UNIT)
    if cell is None:
        return None
    code = money_of(context)[0]
    stored = cell.kind == "number"
    expected = "an amount such as 10 or 0.50"
    return converted(cell, Field.UNIT, lambda text: unit_in(text, code, stored=stored), expected)


def unit_in(text: str, code: str | None, *, stored: bool = False) -> int:
    """Read what a point is worth in minor units of a currency; `stored` as for `values.amount`.

    Raises
    ------
    ValueError
        If it is no amount above 0.
    """
    unit = values.amount(text, code, currency_exponent(code), stored=stored)
    if unit <= 0:
        raise ValueError(f"{text!r} is not above zero")
    return unit


def session_of(context: Context) -> tuple[str | None, Cell | None]:
    """Session, or else the day; and the cell of a day that is none, whose text stands for the session."""
    session, date = context.get(Field.SESSION), context.get(Field.DATE)
    no_day = None
    day = None if date is None else date.text.strip()
    try:
        day = values.day(day).isoformat() if day else None
    except ValueError:
        no_day = date
    return (session.text.strip() if session else day) or None, no_day


def currency_beside_amounts(cells: Iterable[Cell]) -> Cell | None:
    """The first currency that stands beside an amount: that of the table, where no other is told."""
    found = ((cell, values.currency_beside(cell.text)) for cell in cells if not cell.blank)
    return next((replace(cell, text=code) for cell, code in found if code is not None), None)
