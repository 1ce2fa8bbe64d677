"""Reads the sheet that has a line a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ofc_analytics.clubs.schema import OFC
from ofc_parsers.club_sheets.cells import CellError, count, identity, number, plain, word
from ofc_parsers.club_sheets.fields import AMOUNTS, Field
from ofc_parsers.club_sheets.times import moment, serial
from ofc_parsers.suprema.vocabulary import STYLE, TABLE_COLUMNS, TOURNAMENT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ofc_parsers.club_sheets.records import Book
    from ofc_parsers.club_sheets.remarks import Remarks
    from ofc_parsers.spreadsheets.grid import Cell, Grid, Row

__all__ = ["game_facts", "read_games"]

_PLAYERS = "players"
_COUNTS = {Field.HANDS, _PLAYERS}
_NEEDED = ("game_id", "table_type", "fee")


def read_games(grid: Grid, book: Book, remarks: Remarks) -> None:
    """Read the tables into a book."""
    rows = [row for row in grid.rows if row.filled]
    place = next((at for at, row in enumerate(rows) if "game_id" in _columns(row)), None)
    columns = {} if place is None else _columns(rows[place])
    missing = [name for name in _NEEDED if name not in columns]
    if place is None or missing:
        if rows:
            message = f"the sheet has no column {', '.join(missing)}; its tables are not read"
            remarks.line("header-missing", message, rows[place or 0], "Game ID, Game Type, Fee")
        return
    for cell in rows[place].filled:
        if plain(cell.text) not in TABLE_COLUMNS:
            remarks.note("column-unknown", "columns that are not known are not read", cell)
    for row in rows[place + 1 :]:
        if plain(row.filled[0].text) not in STYLE.totals:
            book.tables.append(_table(row, columns, remarks))
        else:
            remarks.note("totals-line", "a line of totals over all tables is not read", row.filled[0])


def _columns(row: Row) -> dict[str, int]:
    named = [(TABLE_COLUMNS.get(plain(cell.text)), cell.column) for cell in row.filled]
    return {name: column for name, column in reversed(named) if name is not None and name != "known"}


def _table(row: Row, columns: Mapping[str, int], remarks: Remarks) -> dict[str, Any]:
    cells = {name: row.cells[column] for name, column in columns.items() if column < len(row.cells)}
    text = {name: word(cell) for name, cell in cells.items() if not cell.blank}
    kind = text.get("table_type") or ""
    stakes = [text[name] for name in ("small", "big", "ante") if text.get(name) not in {None, "0", "--"}]
    facts: dict[str, Any] = {name: text.get(name) for name in ("name", "creator", "table_type", "fee_rate")}
    facts |= {
        "game_id": _game_id(cells, row, remarks),
        "game": OFC if OFC in kind.upper() else kind or None,
        "kind": "tournament" if TOURNAMENT.search(kind) else "ring",
        "stakes": "/".join(str(amount) for amount in stakes) or None,
        "started_at": _moment(cells.get("started_at"), remarks),
        "ended_at": _moment(cells.get("ended_at"), remarks),
        "block": row.line,
        "line": row.line,
        "sheet": row.cells[0].sheet,
    }
    for field in (*AMOUNTS, _PLAYERS):
        if (cell := cells.get(field)) is not None:
            try:
                facts[field] = (count if field in _COUNTS else number)(cell, STYLE.marks)
            except CellError as fault:
                remarks.fault(fault.code, f"in {cell.where}, {fault}", cell, fault.expected, raw=row.raw)
    return facts


def _game_id(cells: Mapping[str, Cell], row: Row, remarks: Remarks) -> str | None:
    cell = cells.get("game_id", row.filled[0])
    try:
        found = identity(cell)
    except CellError as fault:
        remarks.fault(fault.code, f"in the table's id, {fault}", cell, fault.expected, raw=row.raw)
        return None
    if found is None:
        remarks.line("game-id-missing", "the table has no id", row, "a number in the column Game ID")
    return found


def _moment(cell: Cell | None, remarks: Remarks) -> object:
    if cell is None or cell.blank:
        return None
    found = moment(cell.text, None) or moment(serial(cell.text) or "", None)
    if found is None:
        expected = "such as 2025-12-08 20:15, or a spreadsheet's number of days"
        remarks.fault("time-unreadable", "a time is not read", cell, expected, severity="note")
    else:
        remarks.note("time-zone-unsaid", "times without an offset are read as UTC", cell)
    return found


def game_facts(tables: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """What the sheet says of each table, without its totals, by the table's id."""
    kept = ("game", "kind", "table_type", "stakes", "fee_rate", "started_at", "ended_at")
    return {table["game_id"]: {key: table[key] for key in kept} for table in tables if table["game_id"]}
