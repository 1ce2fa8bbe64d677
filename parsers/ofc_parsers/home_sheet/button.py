"""Finds who has the button in a hand, from a mark in the dealer's line or from a seat or name in any line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue
from ofc_parsers.home_sheet.cells import CellError
from ofc_parsers.home_sheet.vocabulary import MARKS, NO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_parsers.home_sheet.lines import Line
    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["button_seat"]


def button_seat(lines: Sequence[Line], seats: Sequence[int], first_seat: int) -> int | None:
    """Seat of the button, counted from 1; None where nothing is said.

    Parameters
    ----------
    lines, seats
        The lines of a hand and the seat of each, counted from 1.
    first_seat
        Number of the sheet's own first seat, 0 or 1.

    Raises
    ------
    CellError
        ``button-twice`` or ``button-unclear``. A lone 1 is a mark or a seat: it is unclear in the hand's first
        line where that is not seat 1 and the other lines say nothing.
    """
    told = [(place, cell) for place, line in enumerate(lines) if (cell := line.button) is not None]
    said = [
        (place, cell)
        for place, cell in told
        if _word(cell) not in NO or (first_seat == 0 and _word(cell) == "0")
    ]
    if not said:
        return None
    words = {_word(cell) for _, cell in said}
    place, cell = said[0]
    if len(words) > 1 or (words <= MARKS and len(said) > 1):
        raise _refusal("button-twice", "the button is given to more than one player", said[-1][1])
    word = words.pop()
    for line, seat in zip(lines, seats, strict=True):
        if line.name is not None and line.name.casefold() == word:
            return seat
    if word in MARKS:
        return seats[place]
    number = int(word) + 1 - first_seat if word.isascii() and word.isdecimal() else None
    alone = word in {"0", "1"} and len(said) == 1 and number != seats[place]
    if alone and first_seat == 1 and (place > 0 or len(told) > 1):
        return seats[place]
    if alone or number not in seats:
        raise _refusal("button-unclear", "no telling who has the button", cell)
    return number


def _word(cell: Cell) -> str:
    return cell.text.strip().casefold()


def _refusal(code: str, message: str, cell: Cell) -> CellError:
    expected = "an x in the dealer's line, or a seat or name of the hand"
    return CellError(ParseIssue(code=code, message=message, text=cell.text, expected=expected, **cell.place))
