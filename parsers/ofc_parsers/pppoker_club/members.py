"""Reads the sheet of players' totals: of its columns those of open-face Chinese poker, and the sums of all games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.clubs.schema import OFC
from ofc_parsers.club_sheets.cells import plain
from ofc_parsers.club_sheets.fields import Field
from ofc_parsers.club_sheets.rosters import MEASURES, read_roster
from ofc_parsers.pppoker_club.vocabulary import STYLE, TRIO, WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_parsers.club_sheets.records import Book
    from ofc_parsers.club_sheets.remarks import Remarks
    from ofc_parsers.spreadsheets.grid import Cell, Grid, Row

__all__ = ["read_members"]

_HEADER_WITHIN = 10
_TOTAL = frozenset({"total", "geral", "total geral"})


def read_members(grid: Grid, book: Book, remarks: Remarks) -> None:
    """Read the players' totals of one sheet into a book."""
    rows = [row for row in grid.rows if row.filled]
    place = next((at for at, row in enumerate(rows[:_HEADER_WITHIN]) if _field(row, Field.PLAYER)), None)
    if place is None:
        if rows:
            remarks.line("header-missing", "no column of players' ids", rows[0], "a column 'ID'")
        return
    who = {
        field: (cell.column,)
        for field in (Field.PLAYER, Field.NICK, Field.AGENT, Field.CLUB)
        if (cell := _field(rows[place], field)) is not None
    }
    own = who[Field.PLAYER][0]
    first = next((at for at in range(place + 1, len(rows)) if _has_id(rows[at], own)), len(rows))
    games = _trios(rows[:first], rows[place], remarks)
    read_roster(rows[first:], who, games, STYLE, book=book, remarks=remarks)


def _trios(header: Sequence[Row], place: Row, remarks: Remarks) -> dict[str, dict[Field, tuple[int, ...]]]:
    """Columns of winnings, fee and hands by game. The headings of a game stand three times, in this order."""
    heads = [cell for row in header for cell in row.filled]
    found = sorted((cell for cell in heads if plain(cell.text) == plain(OFC)), key=lambda cell: cell.column)
    trios: dict[str, dict[Field, tuple[int, ...]]] = {}
    if len(found) == len(MEASURES):
        if tuple(cell.column for cell in found) != TRIO[OFC]:
            message = "the columns of OFC stand elsewhere than was known; the headings are followed"
            remarks.note("column-moved", message, found[0])
        trios[OFC] = {key: (cell.column,) for key, cell in zip(MEASURES, found, strict=True)}
    else:
        message = f"the sheet has {len(found)} columns headed OFC; none is read"
        remarks.line("column-missing", message, place, "three: winnings, fee, hands")
    totals = {cell.column for cell in heads if plain(cell.text) in _TOTAL}
    if totals.issuperset(TRIO["total"]):
        trios["total"] = {key: (column,) for key, column in zip(MEASURES, TRIO["total"], strict=True)}
    return trios


def _field(row: Row, field: Field) -> Cell | None:
    return next((cell for cell in row.filled if field in WORDS.get(plain(cell.text), ())), None)


def _has_id(row: Row, column: int) -> bool:
    text = row.cells[column].text.strip() if column < len(row.cells) else ""
    return any(map(str.isdigit, text)) or text == "/"
