"""Reads one line of a player, or of totals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from ofc_parsers.club_sheets.cells import CellError, count, identity, is_mangled, number, plain, word
from ofc_parsers.club_sheets.fields import AMOUNTS, LABELS, Field
from ofc_parsers.spreadsheets.grid import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ofc_parsers.club_sheets.cells import Marks
    from ofc_parsers.club_sheets.columns import Columns
    from ofc_parsers.club_sheets.remarks import Remarks
    from ofc_parsers.spreadsheets.grid import Row

__all__ = ["NOBODY", "Amounts", "Style", "kind_of", "read_amounts", "read_player"]

_PARTS: Mapping[Field, tuple[Field, ...]] = {
    Field.WINNINGS: (Field.FROM_OPPONENTS, Field.FROM_JACKPOT, Field.FROM_EQUITY)
}
"""Numbers that an export makes by a formula, and what they are made of; the first part must be there."""


NOBODY = "/|-{1,2}"
"""Pattern of what stands for an id that there is none."""


@dataclass(frozen=True, slots=True)
class Style:
    """How an app writes the lines of a table.

    Attributes
    ----------
    marks
        Of its numbers.
    player
        What an id looks like.
    totals
        Words for the totals of a table, in the form of `plain`.
    league
        Words for the totals of a league in it, in that form; a group is the league's name.
    """

    marks: Marks
    player: re.Pattern[str]
    totals: frozenset[str]
    league: re.Pattern[str] = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Amounts:
    """Numbers of a line by field; `complete` tells whether every cell of them could be read."""

    facts: dict[str, Any]
    complete: bool


def kind_of(row: Row, columns: Columns, style: Style) -> Literal["player", "total", "league", "other"]:
    """Tell what a line is: of a player where it has an id, of totals where a word says so no further right than nicknames.

    A line without any amount is another.
    """
    own = _at(row, columns, Field.PLAYER)
    nick = columns.places.get(Field.NICK, columns.places[Field.PLAYER])[0]
    words = [plain(cell.text) for cell in row.filled if cell.column <= nick or cell is row.filled[0]]
    if not any(not cell.blank for _, cell in _cells(row, columns)):
        return "other"
    if style.player.fullmatch(own.text.strip()) or is_mangled(own.text):
        return "player"
    if any(style.league.fullmatch(text) for text in words):
        return "league"
    return "total" if style.totals.intersection(words) else "other"


def read_player(row: Row, columns: Columns, style: Style, remarks: Remarks) -> Amounts:
    """Read who a line is about, and its numbers."""
    amounts = read_amounts(row, columns, style, remarks)
    facts: dict[str, Any] = {
        field: word(_at(row, columns, field)) for field in (Field.NICK, Field.CLUB, Field.LEAGUE)
    }
    for field in (Field.PLAYER, Field.AGENT):
        cell = _at(row, columns, field)
        try:
            facts[field] = identity(cell)
        except CellError as fault:
            message = f"in {LABELS[field]}, {fault}; the line has none"
            remarks.fault(fault.code, message, cell, fault.expected, raw=row.raw, severity="warning")
    return Amounts(facts | amounts.facts | {"line": row.line, "sheet": row.cells[0].sheet}, amounts.complete)


def read_amounts(
    row: Row, columns: Columns, style: Style, remarks: Remarks, *, claimed: bool = False
) -> Amounts:
    """Read the numbers of a line; in a line of totals (`claimed`) a formula without a value claims nothing."""
    facts: dict[str, Any] = {}
    formulas: dict[Field, Cell] = {}
    complete = True
    for field, cell in _cells(row, columns):
        try:
            amount = (count if field is Field.HANDS else number)(cell, style.marks)
        except CellError as fault:
            if fault.code == "cell-formula":
                formulas[field] = cell
            else:
                complete = False
                message = f"in {LABELS[field]}, {fault}"
                remarks.fault(fault.code, message, cell, fault.expected, raw=row.raw)
        else:
            if amount is not None:
                facts[field] = facts.get(field, Decimal(0)) + amount
    for field, cell in formulas.items():
        facts.pop(field, None)
        if claimed:
            message = "a total is a formula without a stored value, and claims nothing"
            remarks.note("total-formula", message, cell)
        else:
            complete &= _replace_formula(field, cell, facts, formulas, remarks)
    return Amounts(facts, complete)


def _cells(row: Row, columns: Columns) -> Iterator[tuple[Field, Cell]]:
    for field in AMOUNTS:
        for column in columns.places.get(field, ()):
            if column < len(row.cells):
                yield field, row.cells[column]


def _replace_formula(
    field: Field, cell: Cell, facts: dict[str, Any], formulas: Mapping[Field, Cell], remarks: Remarks
) -> bool:
    """Make a number of its parts where a workbook has stored none; tell whether nothing is missing."""
    parts = _PARTS.get(field, ())
    if field is Field.CLUB_RESULT:
        remarks.note("formula-empty", "a formula has no stored value, and nothing needs it", cell)
    elif parts and parts[0] in facts and not formulas.keys() & set(parts):
        facts[field] = sum((facts.get(part, Decimal(0)) for part in parts), Decimal(0))
        remarks.note("formula-recomputed", "a formula has no stored value: it is made of its parts", cell)
    else:
        message = f"in {LABELS[field]}, a formula has no stored value"
        remarks.fault("cell-formula", message, cell, "a workbook saved by a spreadsheet program")
        return False
    return True


def _at(row: Row, columns: Columns, field: Field) -> Cell:
    places = columns.places.get(field)
    if places is None or places[0] >= len(row.cells):
        return Cell("", row.line, 0)
    return row.cells[places[0]]
