"""The parser of PPPoker's club and league exports."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from ofc_analytics.errors import ParseIssue
from ofc_analytics.formats import ParseContext, Sniff
from ofc_parsers.club_sheets.blocks import split_blocks
from ofc_parsers.club_sheets.cells import plain
from ofc_parsers.club_sheets.disguising import disguised_export
from ofc_parsers.club_sheets.opening import open_sheets
from ofc_parsers.club_sheets.records import Book
from ofc_parsers.club_sheets.remarks import Remarks
from ofc_parsers.club_sheets.tables import TableReader
from ofc_parsers.club_sheets.times import offset
from ofc_parsers.pppoker_club.disguising import EXPORT
from ofc_parsers.pppoker_club.heads import is_info, read_head, read_rate
from ofc_parsers.pppoker_club.members import read_members
from ofc_parsers.pppoker_club.vocabulary import (
    GAME_ID,
    IN_TEXT,
    MADE_BY,
    MEMBERS,
    QPOKER,
    RUSSIAN,
    RUSSIAN_ID,
    SHEETS,
    STYLE,
    UNREAD,
    WORDS,
)
from ofc_parsers.spreadsheets.peeking import sheet_names, workbook_texts
from ofc_parsers.spreadsheets.workbook import is_workbook

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from ofc_analytics.formats.disguise import Disguise
    from ofc_parsers.spreadsheets.grid import Grid, Row

__all__ = ["PPPokerClub"]


class PPPokerClub:
    """A club's or league's export: tables, players' lines, players' totals; as a workbook or as text with semicolons."""

    name = "pppoker-club"
    title = "club and league exports of PPPoker and QPoker, Portuguese or Russian (XLSX, CSV)"
    version = "1"
    tier = "shape"
    extensions = (".xlsx", ".csv")

    def sniff(self, head: bytes, name: str) -> Sniff:  # noqa: ARG002 - the content tells
        """Judge an input by the words of its tables."""
        if not is_workbook(head):
            found = IN_TEXT.search(head.decode("utf-8", errors="replace"))
            return (
                Sniff(0.97, f"it says {found[0].strip()!r}")
                if found
                else Sniff(0.0, "no table has a game id")
            )
        names = sorted(name for name in sheet_names(head) if plain(name) in SHEETS)
        if names:
            return Sniff(0.98, f"it has a sheet {names[0]!r}")
        texts = workbook_texts(head) or ()
        told = next((text for text in texts if MADE_BY in text or GAME_ID.match(text.strip())), None)
        return Sniff(0.9, f"it says {told.strip()[:40]!r}") if told else Sniff(0.0, "no table has a game id")

    def parse(self, stream: BinaryIO, context: ParseContext) -> Iterator[pl.DataFrame]:
        """Record tables, lines and totals; there are no hands."""
        remarks = Remarks(context)
        book = Book("pppoker")
        for grid in open_sheets(stream.read(), remarks, WORDS, lambda name: plain(name) not in UNREAD):
            if plain(grid.name or "").startswith(MEMBERS):
                read_members(grid, book, remarks)
            else:
                _read_tables(grid, book, remarks)
        remarks.close()
        book.record(context)
        yield from ()

    def anonymise(self, stream: BinaryIO, disguise: Disguise) -> Iterator[bytes]:
        """Write the export again with other names, ids and days, and the same numbers; a workbook as an XLSX of values."""
        yield disguised_export(stream.read(), EXPORT, disguise)


def _read_tables(grid: Grid, book: Book, remarks: Remarks) -> None:
    rows = [row for row in grid.rows if row.filled]
    russian = any(plain(cell.text) == RUSSIAN_ID for row in rows for cell in row.filled)
    reader = TableReader(book, remarks, WORDS, RUSSIAN if russian else STYLE)
    own = _own_offset(rows)
    kept = []
    for row in rows:
        rate = read_rate(row, remarks)
        if rate is None:
            kept.append(row)
        elif rate[1] is not None:
            reader.rates[rate[0]] = rate[1]
    seen = False
    for block in split_blocks(kept, is_info, WORDS):
        for row in block.stray:
            if MADE_BY not in row.raw and "UTC" not in row.raw:
                remarks.note("line-skipped", "a line that is no player's is not read", row.filled[0])
        if not block.info and not block.header:
            continue
        seen = True
        if any(plain(cell.text) == QPOKER for row in block.header for cell in row.filled):
            book.app = "qpoker"
        reader.read(block, read_head(block, own, remarks))
    if not seen and rows:
        message = "a sheet without tables is not read"
        remarks.context.report(
            ParseIssue(code="sheet-skipped", message=message, sheet=grid.name, severity="note")
        )


def _own_offset(rows: list[Row]) -> str | None:
    """Offset that is told above the first table."""
    for row in rows:
        if is_info(row):
            return None
        if (told := offset(" ".join(cell.text for cell in row.filled))) is not None:
            return told
    return None
