"""Reads the two sheets of players' totals: all games together, and a trio of columns a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_parsers.club_sheets.cells import plain
from ofc_parsers.club_sheets.fields import Field
from ofc_parsers.club_sheets.rosters import MEASURES, read_roster
from ofc_parsers.suprema.vocabulary import GAMES, STYLE, TRIO, WORDS

if TYPE_CHECKING:
    from ofc_parsers.club_sheets.records import Book
    from ofc_parsers.club_sheets.remarks import Remarks
    from ofc_parsers.spreadsheets.grid import Grid, Row

__all__ = ["read_resume", "read_statistics"]

_WHO = (Field.PLAYER, Field.NICK, Field.AGENT, Field.CLUB)


def read_resume(grid: Grid, book: Book, remarks: Remarks) -> None:
    """Read the players' totals over all games."""
    rows = [row for row in grid.rows if row.filled]
    place = _header(rows, remarks)
    if place is not None:
        columns = _columns(rows[place])
        games = {"total": {field: columns[field] for field in MEASURES if field in columns}}
        read_roster(rows[place + 1 :], _who(columns), games, STYLE, book=book, remarks=remarks)


def read_statistics(grid: Grid, book: Book, remarks: Remarks) -> None:
    """Read the players' totals a game."""
    rows = [row for row in grid.rows if row.filled]
    place = _header(rows, remarks)
    if place is None:
        return
    games: dict[str, dict[Field, tuple[int, ...]]] = {}
    for cell in rows[place].filled:
        told = TRIO.get(plain(cell.text))
        if told is None and plain(cell.text) not in WORDS:
            remarks.note("column-unknown", "columns that are not known are not read", cell)
        elif told is not None and told[1] in games.get(told[0], {}):
            remarks.fault(
                "column-twice", "a column stands twice; the first is read", cell, "each column once"
            )
        elif told is not None:
            games.setdefault(told[0], {})[told[1]] = (cell.column,)
    for measure in MEASURES:
        if measure not in games.get(GAMES[0], {}):
            message = f"the sheet has no column of {GAMES[0]} {measure}"
            remarks.line("column-missing", message, rows[place], severity="note")
    read_roster(rows[place + 1 :], _who(_columns(rows[place])), games, STYLE, book=book, remarks=remarks)


def _header(rows: list[Row], remarks: Remarks) -> int | None:
    place = next((at for at, row in enumerate(rows) if Field.PLAYER in _columns(row)), None)
    if place is None and rows:
        remarks.line("header-missing", "no column of players' ids", rows[0], "a column 'Player ID'")
    return place


def _columns(row: Row) -> dict[Field, tuple[int, ...]]:
    named = [(WORDS.get(plain(cell.text), (Field.KNOWN,))[0], cell.column) for cell in reversed(row.filled)]
    return {field: (column,) for field, column in named if field is not Field.KNOWN}


def _who(columns: dict[Field, tuple[int, ...]]) -> dict[Field, tuple[int, ...]]:
    return {field: columns[field] for field in _WHO if field in columns}
