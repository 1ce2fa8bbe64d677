"""From the bytes of an export to its sheets; what keeps one from being read is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue
from ofc_parsers.club_sheets.cells import plain
from ofc_parsers.spreadsheets.grid import Grid, text_rows
from ofc_parsers.spreadsheets.guard import MAX_AREA, MAX_COLUMNS, MAX_ROWS, WorkbookError
from ofc_parsers.spreadsheets.workbook import is_workbook, workbook_grids

if TYPE_CHECKING:
    from collections.abc import Callable

    from ofc_parsers.club_sheets.columns import Words
    from ofc_parsers.club_sheets.remarks import Remarks

__all__ = ["open_sheets"]


def open_sheets(
    data: bytes,
    remarks: Remarks,
    words: Words,
    wanted: Callable[[str], bool],
    largest: Callable[[str], bool] | None = None,
) -> list[Grid]:
    """Sheets of a workbook that are wanted, or the lines of a text as one sheet.

    Parameters
    ----------
    words
        Headings that the delimiter of a text is told by.
    wanted
        Which sheets to open, by name.
    largest
        Sheets that are left out where they make the workbook too large.
    """
    if not is_workbook(data):
        rows = text_rows(data.decode("utf-8", errors="replace"), lambda heading: words.get(plain(heading)))
        return [Grid(None, rows)]
    try:
        grids = _grids(data, remarks, wanted, largest)
    except WorkbookError as error:
        remarks.context.report(_issue(error))
        return []
    skipped = [grid.name for grid in grids if not grid.opened and grid.name]
    if skipped:
        message = "sheets of another kind are not read"
        issue = ParseIssue(code="sheet-skipped", message=message, text=", ".join(skipped), severity="note")
        remarks.context.report(issue)
    for grid in grids:
        for cell in grid.far:
            expected = (
                f"at most {MAX_ROWS:,} rows, {MAX_COLUMNS:,} columns and {MAX_AREA:,} cells in all sheets"
            )
            remarks.fault("cell-far", "a stray cell, far from the others, is not read", cell, expected)
        if grid.hidden:
            message = "a hidden sheet is read like the others"
            issue = ParseIssue(code="sheet-hidden", message=message, sheet=grid.name, severity="note")
            remarks.context.report(issue)
    return [grid for grid in grids if grid.opened]


def _grids(
    data: bytes, remarks: Remarks, wanted: Callable[[str], bool], largest: Callable[[str], bool] | None
) -> list[Grid]:
    try:
        return list(workbook_grids(data, wanted))
    except WorkbookError as error:
        if error.code != "workbook-too-large" or largest is None:
            raise
        grids = list(workbook_grids(data, lambda name: not largest(name) and wanted(name)))
        left_out = [grid.name for grid in grids if grid.name is not None and largest(grid.name)]
        if not left_out:
            raise
        for name in left_out:
            message = f"the sheet is not read, the others are: {error}"
            issue = ParseIssue(code=error.code, message=message, sheet=name, expected=error.expected)
            remarks.context.report(issue)
        return [grid for grid in grids if grid.name not in left_out]


def _issue(error: WorkbookError) -> ParseIssue:
    return ParseIssue(
        code=error.code, message=str(error), expected=error.expected, sheet=error.sheet, cell=error.cell
    )
