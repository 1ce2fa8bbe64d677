"""Where a sheet claims results: the cell of each claim of each player in each hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_parsers.home_sheet.layout import split_sections
from ofc_parsers.home_sheet.stream import LineStream
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


def claim_cells(data: bytes) -> dict[ClaimPlace, str]:
    """Reference of each cell by sheet, line, player and claim; none of what is no workbook or cannot be read."""
    if not is_workbook(data):
        return {}
    try:
        grids = list(workbook_grids(data))
    except WorkbookError:  # which reading the hands reports
        return {}
    return {place: cell for grid in grids for place, cell in _cells(grid)}


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
