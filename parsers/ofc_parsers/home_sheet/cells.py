"""Reads one cell as one field, or raises the issue that says why it cannot be read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from ofc_analytics.cards import parse_cards
from ofc_analytics.errors import CardError, ParseIssue
from ofc_parsers.home_sheet.vocabulary import LABELS, Field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["CellError", "cards_in", "converted", "holds_board", "stored_text"]

T = TypeVar("T")

_SHORTENED = re.compile(r"[+-]?\d+(?:[.,]\d+)?[eE][+-]\d+")
_LONG = re.compile(r"-?\d{16,}")  # a spreadsheet keeps 15 digits
_ROW_MARKS = re.compile(r"[/|;]")
_MOST_OF_A_BOARD = 10  # cards
_LONGEST_BOARD = 80  # characters
_DATED = {Field.DATE, Field.TIME, Field.SESSION}


class CellError(Exception):
    """A cell that cannot be read; carries the issue."""

    def __init__(self, issue: ParseIssue) -> None:
        super().__init__(str(issue))
        self.issue = issue


def stored_text(cell: Cell, field: Field, expected: str) -> str:
    """Text of a cell, unless its program stored an error, no value, part of a number, or a date where none belongs."""
    label = LABELS[field]
    match cell.kind:
        case "error":
            raise _refusal("cell-error", f"in {label}, a formula gives an error", cell, expected)
        case "formula":
            expected = "a workbook saved by a spreadsheet program"
            raise _refusal("cell-formula", f"in {label}, a formula has no stored value", cell, expected)
        case "date" if field not in _DATED:
            expected = f"{expected}; format the cell as text"
            raise _refusal("cell-date", f"in {label}, a date or time", cell, expected)
    text = cell.text.strip()
    if _SHORTENED.fullmatch(text) or (cell.kind == "number" and _LONG.fullmatch(text)):
        expected = f"{expected}; write all digits, and format the cell as text"
        raise _refusal(
            "cell-exponent", f"in {label}, a number that a spreadsheet has shortened", cell, expected
        )
    return text


def converted(cell: Cell, field: Field, convert: Callable[[str], T], expected: str) -> T:
    """Read a cell with a function that raises ValueError, its message beginning with the text as Python writes it."""
    text = stored_text(cell, field, expected)
    try:
        return convert(text)
    except ValueError as error:
        reason = str(error).removeprefix(f"{text!r} ")
        code = f"{field.value.replace(' ', '-')}-unreadable"
        raise _refusal(code, f"in {LABELS[field]}, a text that {reason}", cell, expected) from error


def cards_in(cell: Cell, field: Field, text: str) -> bytes:
    """Codes of the cards in a cell, or in the part of it that `text` is."""
    try:
        return parse_cards(text)
    except CardError as error:
        message, _, expected = str(error).removeprefix(f"{text!r}, ").partition("; expected ")
        raise CellError(
            ParseIssue(
                code="card-unknown",
                message=f"in {LABELS[field]}, {message}",
                text=text.strip(),
                expected=expected or None,
                **cell.place,
            )
        ) from error


def holds_board(cells: Iterable[Cell]) -> bool:
    """Whether cells hold most of a board's cards, so that they are a player's in a hand whatever stands above them.

    >>> from ofc_parsers.spreadsheets.grid import Cell
    >>> holds_board([Cell("2s Qd Jd", 1, 0), Cell("5d 7c 4d 7s 8d", 1, 1), Cell("3h Ks 3c Tc Zz", 1, 2)])
    False
    >>> holds_board([Cell("2s Qd Jd / 5d 7c 4d 7s 8d / 3h Ks 3c Tc Th", 1, 0)])
    True
    """
    return sum(_count(text) for cell in cells for text in _ROW_MARKS.split(cell.text)) >= _MOST_OF_A_BOARD


def _count(text: str) -> int:
    try:
        return len(parse_cards(text)) if len(text) <= _LONGEST_BOARD else 0
    except CardError:
        return 0


def _refusal(code: str, message: str, cell: Cell, expected: str) -> CellError:
    return CellError(ParseIssue(code=code, message=message, text=cell.text, expected=expected, **cell.place))
