"""Reads one cell as one field, or raises the issue that says why it cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ofc_analytics.cards import parse_cards
from ofc_analytics.errors import CardError, ParseIssue
from ofc_parsers.home_sheet.vocabulary import LABELS, Field

if TYPE_CHECKING:
    from collections.abc import Callable

    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["CellError", "cards_in", "converted", "stored_text"]

T = TypeVar("T")

_DATED = {Field.DATE, Field.TIME}


class CellError(Exception):
    """A cell that cannot be read; carries the issue."""

    def __init__(self, issue: ParseIssue) -> None:
        super().__init__(str(issue))
        self.issue = issue


def stored_text(cell: Cell, field: Field, expected: str) -> str:
    """Text of a cell, unless its program stored an error, no value, or a date where none belongs."""
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
    return cell.text.strip()


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


def _refusal(code: str, message: str, cell: Cell, expected: str) -> CellError:
    return CellError(ParseIssue(code=code, message=message, text=cell.text, expected=expected, **cell.place))
