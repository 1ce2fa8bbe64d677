"""Where a sheet claims results and tells money: the cell of each claim in a hand, and of each amount beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_parsers.home_sheet.layout import split_sections
from ofc_parsers.home_sheet.stream import LineStream
from ofc_parsers.home_sheet.tallies.tables import LOOKED_AT, Layout, first_table, split_tables
from ofc_parsers.home_sheet.tallies.vocabulary import Key, Word
from ofc_parsers.home_sheet.values import name
from ofc_parsers.home_sheet.vocabulary import Field
from ofc_parsers.spreadsheets.guard import WorkbookError
from ofc_parsers.spreadsheets.workbook import is_workbook, workbook_grids

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ofc_analytics.errors import ParseIssue
    from ofc_parsers.home_sheet.lines import Line
    from ofc_parsers.spreadsheets.grid import Grid

    ClaimPlace = tuple[str | None, int | None, str, str]

__all__ = ["claim_cells"]

_FIELDS = {
    "points": Field.POINTS,
    "net": Field.NET,
    "royalties": Field.ROYALTIES,
    "foul": Field.FOUL,
    "fantasyland": Field.NEXT,
}
_LEDGER = {Layout.ENTRIES, Layout.CHIPS}
_PAID: dict[str, Key] = {
    "amount": Field.NET,
    "buy-in": Word.BUY_IN,
    "cash-out": Word.CASH_OUT,
    "corrects": Word.CORRECTS,
}


def claim_cells(data: bytes) -> dict[ClaimPlace, str]:
    """Reference of each cell by sheet, line, player and what it is; none of what is no workbook or cannot be read."""
    if not is_workbook(data):
        return {}
    try:
        grids = list(workbook_grids(data))
    except WorkbookError:  # which reading the hands reports
        return {}
    return {place: cell for grid in grids for place, cell in (*_paid(grid), *_cells(grid))}


def _paid(grid: Grid) -> Iterator[tuple[ClaimPlace, str]]:
    """Cells of amounts that were paid beside the hands, and of the ids that corrections name."""
    rows = list(grid.rows)
    first, has_cards = first_table(rows[:LOOKED_AT], grid.name)
    for table in () if first is None or has_cards else split_tables(rows, grid.name):
        for row in table.body if table.layout in _LEDGER else ():
            who = row.at(table.columns[Field.PLAYER]).text if Field.PLAYER in table.columns else ""
            for what, key in _PAID.items():
                cell = row.at(table.columns[key]) if key in table.columns else None
                if cell is not None and cell.reference is not None and not cell.blank:
                    yield (grid.name, row.line, name(who), what), cell.reference


def _cells(grid: Grid) -> Iterator[tuple[ClaimPlace, str]]:
    for line in _lines(grid):
        for claim, field in _FIELDS.items():
            cell = line.record.at(field)
            if line.name is not None and cell is not None and cell.reference is not None and not cell.blank:
                yield (grid.name, line.row.line, line.name, claim), cell.reference


def _lines(grid: Grid) -> Iterator[Line]:
    for section in split_sections(grid.rows):
        if not any(issue.severity == "error" for issue in section.issues):
            yield from LineStream(section, {}, _ignore).lines()


def _ignore(issue: ParseIssue) -> None:
    """Reading the hands reports it."""
