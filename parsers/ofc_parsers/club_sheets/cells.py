"""Reads single cells of club exports: exact numbers in the ways that apps write them, ids, words.

Examples
--------
>>> from ofc_parsers.spreadsheets.grid import Cell
>>> brazil = Marks(decimal=",", grouping=". ")
>>> number(Cell("(1.234,56)", 7, 2), brazil), number(Cell("--", 7, 2), brazil)
(Decimal('-1234.56'), None)
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from ofc_analytics.money import DASHES, plain_minus

if TYPE_CHECKING:
    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["MOST_PLACES", "CellError", "Marks", "count", "identity", "is_mangled", "number", "plain", "word"]

MOST_PLACES = 8
"""Most decimal places an amount may have."""

_LARGEST = 10**10  # with all its decimal places it still fits 64 bits
_LONGEST = 60
_SPACES = " \u00a0\u2007\u2009\u202f"
_NOTHING = frozenset({"", "/", *DASHES})
_MANGLED = re.compile(r"[0-9](?:[.,][0-9]+)?[Ee]\+?[0-9]{1,3}")
_KEPT_DIGITS = 15  # as many as a spreadsheet keeps of a number


class CellError(ValueError):
    """A cell that cannot be read: a stable code, what is wrong, and what was expected."""

    def __init__(self, code: str, message: str, expected: str) -> None:
        super().__init__(message)
        self.code = code
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Marks:
    """How an app writes numbers: the decimal mark, and the marks between groups of three digits."""

    decimal: str
    grouping: str

    def pattern(self) -> re.Pattern[str]:
        """What a number without a sign looks like; its groups are digits, decimals."""
        group = f"[{re.escape(self.grouping)}]"
        mark = re.escape(self.decimal)
        return re.compile(rf"([0-9]+|[0-9]{{1,3}}(?:{group}[0-9]{{3}})+)(?:{mark}([0-9]*))?")


def number(cell: Cell, marks: Marks) -> Decimal | None:
    """Read an amount exactly; None where a cell says nothing.

    Brackets around a number are a minus sign. What has exactly three digits after a mark that may part
    thousands or decimals is refused, unless the app parts thousands so.

    Raises
    ------
    CellError
        ``cell-formula``, ``cell-error``, ``cell-date`` or ``amount-unreadable``.
    """
    text = plain_minus(cell.text).strip()
    match cell.kind:
        case "formula":
            message = "a formula has no stored value"
            raise CellError("cell-formula", message, "a workbook saved by a spreadsheet program")
        case "error":
            raise CellError("cell-error", "a formula gives an error", "a number")
        case "date":
            raise CellError("cell-date", "a date stands for a number", "a number; format the cell as text")
        case "number":
            return _bounded(Decimal(text))
    if not text.strip(DASHES) or text == "/":
        return None
    return _bounded(_typed(text, marks))


def count(cell: Cell, marks: Marks) -> Decimal | None:
    """Read a number of hands or players; None where a cell says nothing.

    Raises
    ------
    CellError
        As `number`, and ``amount-unreadable`` where it is no count.
    """
    found = number(cell, marks)
    if found is not None and (found < 0 or found != found.to_integral_value()):
        raise CellError("amount-unreadable", "this is no count", "a whole number")
    return found


def _typed(text: str, marks: Marks) -> Decimal:
    brackets = text.startswith("(") and text.endswith(")")
    digits = text[1:-1].strip() if brackets else text
    sign = -1 if brackets or digits.startswith("-") else 1
    digits = digits.lstrip("+-").strip(_SPACES)
    found = marks.pattern().fullmatch(digits) if len(digits) <= _LONGEST else None
    if found is None:
        plainly = re.fullmatch(r"([0-9]+)[.,]([0-9]{1,2}|[0-9]{4,})", digits[:_LONGEST])
        if plainly is None:
            raise CellError("amount-unreadable", "this is no number as the app writes them", _example(marks))
        found = plainly
    elif found[2] is not None and len(found[2]) == 3 and found[1].isdecimal() and len(found[1]) <= 3:
        message = "this could be thousands or a fraction"
        raise CellError("amount-unreadable", message, _example(marks))
    whole = re.sub("[^0-9]", "", found[1])
    return sign * Decimal(f"{whole}.{found[2] or 0}")


def _example(marks: Marks) -> str:
    return f"a number such as 1{marks.grouping[0]}234{marks.decimal}56"


def _bounded(amount: Decimal) -> Decimal:
    if abs(amount) >= _LARGEST:
        raise CellError("amount-unreadable", "this is too large for an amount", f"less than {_LARGEST}")
    if -int(amount.normalize().as_tuple().exponent) > MOST_PLACES:
        raise CellError(
            "amount-unreadable", "this has too many decimal places", f"at most {MOST_PLACES} decimal places"
        )
    return amount.normalize() if amount else Decimal(0)


def identity(cell: Cell) -> str | None:
    """Read an id as text; None where none is given.

    Raises
    ------
    CellError
        ``id-mangled`` where a spreadsheet program turned it into a number and dropped its digits.

    Examples
    --------
    >>> from ofc_parsers.spreadsheets.grid import Cell
    >>> identity(Cell("1000001", 3, 1)), identity(Cell("/", 3, 1))
    ('1000001', None)
    >>> identity(Cell("2,51208E+11", 3, 1))
    Traceback (most recent call last):
    ofc_parsers.club_sheets.cells.CellError: a spreadsheet program has shortened this id
    """
    text = cell.text.strip()
    if is_mangled(text) or (cell.kind == "number" and len(text) > _KEPT_DIGITS):
        raise CellError(
            "id-mangled", "a spreadsheet program has shortened this id", "all its digits, stored as text"
        )
    return None if not text.strip(DASHES) or text in _NOTHING else unicodedata.normalize("NFC", text)


def is_mangled(text: str) -> bool:
    """Whether a text is an id in exponent form, as spreadsheet programs show long numbers.

    >>> is_mangled("2.51208E+11"), is_mangled("251208081611-300001")
    (True, False)
    """
    return _MANGLED.fullmatch(text.strip()) is not None


def word(cell: Cell) -> str | None:
    """Text of a cell as it stands; None where there is none."""
    return unicodedata.normalize("NFC", cell.text.strip()) or None


def plain(text: str) -> str:
    """Bring a heading to the form in which headings are compared.

    >>> plain("  ID  игрока:"), plain("OFC Fee (GU)")
    ('id игрока', 'ofc fee(gu)')
    """
    folded = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    return " ".join(folded.split()).replace(" (", "(").rstrip(":").rstrip()
