"""The parser of home games' score sheets."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

from ofc_analytics.errors import ParseIssue
from ofc_analytics.formats import BATCH, ParseContext, Sniff
from ofc_analytics.schema import frame_from_hands
from ofc_parsers.home_sheet.claim_cells import claim_cells
from ofc_parsers.home_sheet.delimiters import mixed_delimiters
from ofc_parsers.home_sheet.disguising import disguised_sheet
from ofc_parsers.home_sheet.headings import heading_sense
from ofc_parsers.home_sheet.reading import SheetReader
from ofc_parsers.home_sheet.sniffing import sniff_text, sniff_workbook
from ofc_parsers.home_sheet.tallies.reading import TallyReader, part_grids
from ofc_parsers.home_sheet.template.words import WORDS
from ofc_parsers.spreadsheets.grid import Grid, text_rows
from ofc_parsers.spreadsheets.guard import MAX_AREA, MAX_COLUMNS, MAX_ROWS, WorkbookError
from ofc_parsers.spreadsheets.workbook import is_workbook, workbook_grids

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from ofc_analytics.formats import NewSheet
    from ofc_analytics.formats.disguise import Disguise
    from ofc_analytics.hands import Hand
    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["HomeSheet"]

_HEADER = (
    "a line with columns such as hand, player, top, middle, bottom, points; without cards hand, player, points, or "
    "player, total; for what was paid kind, player, amount"
)

_PAGES = {name for words in WORDS.values() for name in (words.rules_sheet, words.lists_sheet)}
"""Names of the sheets that a blank workbook has beside hands and money."""


class HomeSheet:
    """A home game's sheet, in CSV text or a workbook (XLSX, ODS)."""

    name = "home-sheet"
    title = "score sheet of a home game, English or Russian (CSV, XLSX, ODS)"
    version = "6"
    tier = "documented"
    extensions = (".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".ods")
    languages = tuple(WORDS)

    def sniff(self, head: bytes, name: str) -> Sniff:
        """Judge an input by the headings it shows."""
        return sniff_workbook(head, name) if is_workbook(head) else sniff_text(head, name)

    def parse(self, stream: BinaryIO, context: ParseContext) -> Iterator[pl.DataFrame]:
        """Read the hands of all sheets; what cannot be read is reported with its line or cell."""
        hands = self._hands(stream.read(), context)
        while batch := list(islice(hands, BATCH)):
            yield frame_from_hands(batch)

    def new_sheet(self, night: NewSheet) -> bytes:
        """Make a blank workbook for a night."""
        from ofc_parsers.home_sheet.template.book import new_book  # noqa: PLC0415 - only a new sheet pays for it

        return new_book(night)

    def claim_cells(self, stream: BinaryIO) -> dict[tuple[str | None, int | None, str, str], str]:
        """Find the cells in which results are claimed."""
        return claim_cells(stream.read())

    def anonymise(self, stream: BinaryIO, disguise: Disguise) -> Iterator[bytes]:
        """Write the sheet again with other names, tables, sessions, ids and days; a workbook as an XLSX of values."""
        yield disguised_sheet(stream.read(), disguise)

    def _hands(self, data: bytes, context: ParseContext) -> Iterator[Hand]:
        if is_workbook(data):
            try:
                grids = list(workbook_grids(data))
            except WorkbookError as error:
                context.report(
                    ParseIssue(
                        code=error.code,
                        message=str(error),
                        expected=error.expected,
                        sheet=error.sheet,
                        cell=error.cell,
                    )
                )
                return
        else:
            rows, mixed = mixed_delimiters(
                list(text_rows(data.decode("utf-8", errors="replace"), heading_sense))
            )
            if mixed is not None:
                context.report(mixed)
            grids = [Grid(None, rows)]
        for cell in (cell for grid in grids for cell in grid.far):
            context.report(_far_cell(cell))
        without_cards, grids = part_grids(grids, context.report)
        reader, tallies = SheetReader(context), TallyReader(context)
        read = [(grid, hands) for grid in grids for hands in [reader.read(grid)]]
        others = [grid for grid, hands in read if hands is None]
        if len(others) == len(read) and not without_cards:
            context.report(
                ParseIssue(code="header-missing", message="no header of a score sheet", expected=_HEADER)
            )
            return
        for grid in (grid for grid in others if grid.name not in _PAGES):
            message = "a sheet without a header of hands is not read"
            context.report(
                ParseIssue(
                    code="sheet-skipped", message=message, sheet=grid.name, expected=_HEADER, severity="note"
                )
            )
        known = [*(grid for grid, hands in read if hands is not None), *without_cards]
        for grid in (grid for grid in known if grid.hidden):
            message = "a hidden sheet is read like the others"
            context.report(ParseIssue(code="sheet-hidden", message=message, sheet=grid.name, severity="note"))
        for _, hands in read:
            yield from map(tallies.count, hands or ())
        for grid in without_cards:
            tallies.read(grid)
        tallies.finish()


def _far_cell(cell: Cell) -> ParseIssue:
    return ParseIssue(
        code="cell-far",
        message="a stray cell, far from the others, is not read",
        expected=f"at most {MAX_ROWS:,} rows, {MAX_COLUMNS:,} columns and {MAX_AREA:,} cells in all sheets; delete the cell",
        **cell.place,
    )
