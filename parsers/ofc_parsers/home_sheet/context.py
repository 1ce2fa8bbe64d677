"""What holds for a line: its currency, what a point is worth and its session, read alike for hands and for money.

What is told stands in cells by their field, from above the line and from its own columns.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue
from ofc_analytics.money import currency_exponent, plain_minus
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
    if plain_minus(cell.text).lstrip().startswith("-"):
        expected += "; what was won or lost stands under points (куши, очки)"
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


def session_of(context: Context) -> tuple[str | None, ParseIssue | None]:
    """Session, or else the day, and a note on a cell that should be a day and is none, or could be two."""
    session, date = context.get(Field.SESSION), context.get(Field.DATE)
    name = None if session is None else values.session(session.text) or None
    if session is not None and values.is_unclear_day(session.text):
        return name, _no_day(session, "is read as the session's name")
    if date is None or not date.text.strip():
        return name, None
    try:
        day = values.day(date.text).isoformat()
    except ValueError:
        so = "is read as the session's name" if name is None else "is not read, and the session has a name"
        return name or date.text.strip(), _no_day(date, so)
    return name or day, None


def _no_day(cell: Cell, so: str) -> ParseIssue:
    unclear = values.is_unclear_day(cell.text)
    what = "a date whose day and month could be the other way round" if unclear else "a text that is no date"
    return ParseIssue(
        code="date-unreadable",
        message=f"{what} {so}",
        text=cell.text,
        expected="a date such as 2026-11-27 or 27.11.2026",
        severity="note",
        **cell.place,
    )


def currency_beside_amounts(cells: Iterable[Cell]) -> Cell | None:
    """The first currency that stands beside an amount: that of the table, where no other is told."""
    found = ((cell, values.currency_beside(cell.text)) for cell in cells if not cell.blank)
    return next((replace(cell, text=code) for cell, code in found if code is not None), None)
