"""The parser of Suprema's Grand Union workbooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from ofc_analytics.formats import ParseContext, Sniff
from ofc_parsers.club_sheets.blocks import split_blocks
from ofc_parsers.club_sheets.cells import is_mangled, plain
from ofc_parsers.club_sheets.disguising import disguised_export
from ofc_parsers.club_sheets.opening import open_sheets
from ofc_parsers.club_sheets.records import Book
from ofc_parsers.club_sheets.remarks import Remarks
from ofc_parsers.club_sheets.tables import TableReader
from ofc_parsers.spreadsheets.peeking import sheet_names, workbook_texts
from ofc_parsers.spreadsheets.workbook import is_workbook
from ofc_parsers.suprema.disguising import EXPORT
from ofc_parsers.suprema.games import game_facts, read_games
from ofc_parsers.suprema.members import read_resume, read_statistics
from ofc_parsers.suprema.vocabulary import (
    DETAIL,
    DETAIL_COLUMNS,
    GAME,
    RESUME,
    STATISTICS,
    STYLE,
    TABLES,
    TRIO,
    WORDS,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    import polars as pl

    from ofc_analytics.formats.disguise import Disguise
    from ofc_parsers.club_sheets.blocks import Block
    from ofc_parsers.spreadsheets.grid import Grid, Row

__all__ = ["Suprema"]

_READ = (RESUME, STATISTICS, TABLES, DETAIL)


class Suprema:
    """A workbook of a Grand Union: tables, players' lines, players' totals a game."""

    name = "suprema"
    title = "Grand Union exports of Suprema (XLSX)"
    version = "1"
    tier = "shape"
    extensions = (".xlsx",)

    def sniff(self, head: bytes, name: str) -> Sniff:  # noqa: ARG002 - the content tells
        """Judge an input by the names of its sheets, or by headings that only this workbook has."""
        if not is_workbook(head):
            return Sniff(0.0, "it is no workbook")
        names = sorted(name for name in sheet_names(head) if plain(name) in _READ)
        if names:
            return Sniff(0.98, f"it has a sheet {names[0]!r}")
        texts = {plain(text) for text in workbook_texts(head) or ()}
        told = sorted(texts & {heading for heading in TRIO if heading.endswith("(gu)")})
        return Sniff(0.9, f"it has a column {told[0]!r}") if told else Sniff(0.0, "no sheet of a Grand Union")

    def parse(self, stream: BinaryIO, context: ParseContext) -> Iterator[pl.DataFrame]:
        """Record tables, lines and totals; there are no hands."""
        remarks = Remarks(context)
        book = Book("suprema")
        grids = open_sheets(
            stream.read(),
            remarks,
            WORDS,
            lambda name: plain(name) in _READ,
            largest=lambda name: plain(name) == DETAIL,
        )
        by_name = {plain(grid.name or ""): grid for grid in grids}
        for name, read in ((TABLES, read_games), (RESUME, read_resume), (STATISTICS, read_statistics)):
            if name in by_name:
                read(by_name[name], book, remarks)
        if DETAIL in by_name:
            _read_detail(by_name[DETAIL], book, remarks)
        remarks.close()
        book.record(context)
        yield from ()

    def anonymise(self, stream: BinaryIO, disguise: Disguise) -> Iterator[bytes]:
        """Write the export again with other names, ids and days, and the same numbers; a workbook as an XLSX of values."""
        yield disguised_export(stream.read(), EXPORT, disguise)


def _read_detail(grid: Grid, book: Book, remarks: Remarks) -> None:
    known = game_facts(book.tables)
    reader = TableReader(book, remarks, WORDS, STYLE)
    for block in split_blocks(grid.rows, _is_info, WORDS, headed=False):
        if not block.info:
            for row in (*block.stray, *block.header):
                remarks.note("line-skipped", "a line that is no player's is not read", row.filled[0])
            for row in block.body:
                remarks.line(
                    "table-unknown", "the line belongs to no table", row, "a line 'Game Name: …' above it"
                )
            continue
        facts = _head(block, remarks)
        game_id = facts["game_id"]
        if game_id is not None and game_id not in known:
            message = "the table is not among those of the sheet Game Statistics"
            remarks.line("table-unlisted", message, block.first, severity="warning")
        reader.read(block, {"kind": "ring"} | known.get(game_id or "", {}) | facts, DETAIL_COLUMNS)


def _is_info(row: Row) -> bool:
    return row.filled[0].text.strip().casefold().startswith("game name")


def _head(block: Block, remarks: Remarks) -> dict[str, Any]:
    text = " ".join(cell.text.strip() for cell in block.first.filled)
    found = GAME.search(text)
    told = found["id"].strip() if found else ""
    if not told or is_mangled(told):
        code = "id-mangled" if told else "game-id-missing"
        remarks.line(code, "the table has no readable id", block.first, "Game Name: … (id) Creator: …")
    return {
        "game_id": told if told and not is_mangled(told) else None,
        "name": found["name"].strip() or None if found else None,
        "creator": found["creator"].strip() or None if found else None,
    }
