"""The parser of ClubGG's club and union workbooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from ofc_analytics.formats import ParseContext, Sniff
from ofc_parsers.club_sheets.blocks import split_blocks
from ofc_parsers.club_sheets.cells import plain
from ofc_parsers.club_sheets.disguising import disguised_export
from ofc_parsers.club_sheets.fields import Field
from ofc_parsers.club_sheets.opening import open_sheets
from ofc_parsers.club_sheets.records import Book
from ofc_parsers.club_sheets.remarks import Remarks
from ofc_parsers.club_sheets.rosters import MEASURES, read_roster
from ofc_parsers.club_sheets.tables import TableReader
from ofc_parsers.club_sheets.times import offset
from ofc_parsers.clubgg.disguising import EXPORT
from ofc_parsers.clubgg.heads import is_info, read_head
from ofc_parsers.clubgg.vocabulary import DETAILS, INFO, PERIOD, PLAYER_ID, ROSTERS, STYLE, WORDS
from ofc_parsers.spreadsheets.peeking import sheet_names, workbook_texts
from ofc_parsers.spreadsheets.workbook import is_workbook

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import polars as pl

    from ofc_analytics.formats.disguise import Disguise
    from ofc_parsers.clubgg.vocabulary import Detail
    from ofc_parsers.spreadsheets.grid import Grid, Row

__all__ = ["ClubGG"]


class ClubGG:
    """A club's or union's workbook: tables, players' lines, players' totals."""

    name = "clubgg"
    title = "club and union exports of ClubGG (XLSX)"
    version = "1"
    tier = "shape"
    extensions = (".xlsx",)

    def sniff(self, head: bytes, name: str) -> Sniff:  # noqa: ARG002 - the content tells
        """Judge an input by the lines above its tables, or by the names of its sheets."""
        if not is_workbook(head):
            return Sniff(0.0, "it is no workbook")
        names = sorted(name for name in sheet_names(head) if plain(name) in {*DETAILS, *ROSTERS})
        if names:
            return Sniff(0.98, f"it has a sheet {names[0]!r}")
        told = any(INFO.match(text.strip()) for text in workbook_texts(head) or ())
        return Sniff(0.9, "it says 'Table Information :'") if told else Sniff(0.0, "no sheet of ClubGG's")

    def parse(self, stream: BinaryIO, context: ParseContext) -> Iterator[pl.DataFrame]:
        """Record tables, lines and totals; there are no hands."""
        remarks = Remarks(context)
        book = Book("clubgg")
        for grid in open_sheets(
            stream.read(), remarks, WORDS, lambda name: plain(name) in {*DETAILS, *ROSTERS}
        ):
            name = plain(grid.name or "")
            if name in ROSTERS:
                _read_roster(grid, ROSTERS[name], book, remarks)
            else:
                _read_tables(grid, DETAILS[name], book, remarks)
        remarks.close()
        book.record(context)
        yield from ()

    def anonymise(self, stream: BinaryIO, disguise: Disguise) -> Iterator[bytes]:
        """Write the export again with other names, ids and days, and the same numbers; a workbook as an XLSX of values."""
        yield disguised_export(stream.read(), EXPORT, disguise)


def _read_tables(grid: Grid, detail: Detail, book: Book, remarks: Remarks) -> None:
    reader = TableReader(book, remarks, WORDS, STYLE)
    own = None
    for block in split_blocks(grid.rows, is_info, WORDS, headed=False):
        own = _period(block.info) or own
        info = [row for row in block.info if not PERIOD.match(row.filled[0].text.strip())]
        if info:
            reader.read(block, read_head(info, detail.kind, own, remarks), detail.columns)
            continue
        for row in (*block.stray, *block.body):
            if PLAYER_ID.fullmatch(_cell(row, detail.columns[Field.PLAYER][0])):
                remarks.line(
                    "table-unknown", "the line belongs to no table", row, "a line 'Table Name : …' above it"
                )
            else:
                remarks.note("line-skipped", "a line that is no player's is not read", row.filled[0])


def _period(info: list[Row]) -> str | None:
    lines = [row for row in info if PERIOD.match(row.filled[0].text.strip())]
    return offset(lines[-1].raw) if lines else None


def _read_roster(grid: Grid, places: Mapping[Field, tuple[int, ...]], book: Book, remarks: Remarks) -> None:
    own = places[Field.PLAYER][0]
    rows = [row for row in grid.rows if row.filled and PLAYER_ID.fullmatch(_cell(row, own))]
    who = {field: columns for field, columns in places.items() if field not in MEASURES}
    games = {"total": {field: columns for field, columns in places.items() if field in MEASURES}}
    read_roster(rows, who, games, STYLE, book=book, remarks=remarks)


def _cell(row: Row, column: int) -> str:
    return row.cells[column].text.strip() if column < len(row.cells) else ""
