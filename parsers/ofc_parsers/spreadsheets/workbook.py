"""Sheets of a workbook (XLSX, ODS) as lines of text cells, exactly as stored.

Whole numbers lose the ``.0`` that workbooks store them with, other numbers are written with the 15 digits
that spreadsheets keep, and dates in ISO 8601.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import TYPE_CHECKING, Literal

from python_calamine import CalamineError, CalamineWorkbook, SheetVisibleEnum

from ofc_parsers.spreadsheets.grid import Cell, Grid, Row
from ofc_parsers.spreadsheets.guard import Broken, WorkbookError, check_area, inspect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from python_calamine import CalamineSheet

    Value = int | float | str | bool | time | date | datetime | timedelta

__all__ = ["OLE_MAGIC", "ZIP_MAGIC", "is_workbook", "value_text", "workbook_grids"]

ZIP_MAGIC = b"PK\x03\x04"
OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def is_workbook(head: bytes) -> bool:
    """Whether the first bytes are those of a zip file or of an old Office file."""
    return head.startswith((ZIP_MAGIC, OLE_MAGIC))


def workbook_grids(data: bytes, wanted: Callable[[str], bool] | None = None) -> Iterator[Grid]:
    """Give each sheet of a workbook as a grid, in the workbook's order.

    Sheets that are not `wanted` by their names are not opened, and come as grids that say so.

    Raises
    ------
    WorkbookError
        If the bytes are no workbook, or one that is damaged, locked, or reaches too far.
    """
    if data.startswith(OLE_MAGIC):  # its reader ends the process over some damaged files
        message = "an old Excel workbook (XLS), or one that is locked with a password, is not read"
        raise WorkbookError("workbook-old", message, "a workbook saved as XLSX without a password, or CSV")
    checked = inspect(data, wanted)
    try:
        with CalamineWorkbook.from_filelike(BytesIO(checked.data)) as workbook:
            for sheet in workbook.sheets_metadata:
                if wanted is not None and not wanted(sheet.name):
                    yield Grid(sheet.name, (), opened=False)
                    continue
                rows = list(_rows(workbook.get_sheet_by_name(sheet.name), checked.broken))
                far = tuple(cell for cell in checked.far if cell.sheet == sheet.name)
                yield Grid(sheet.name, rows, sheet.visible is not SheetVisibleEnum.Visible, far)
    except CalamineError as error:
        raise WorkbookError(
            "workbook-damaged", f"the workbook is damaged ({error})", "an intact workbook"
        ) from error


def value_text(value: Value) -> str:
    """Write what a cell holds.

    >>> [value_text(value) for value in (12.0, -60.1, 0.1 + 0.2, True, date(2026, 11, 27))]
    ['12', '-60.1', '0.3', 'TRUE', '2026-11-27']
    """
    match value:
        case bool():
            return str(value).upper()
        case float():
            return str(int(value)) if value.is_integer() else f"{value:.15g}"
        case datetime():
            return value.isoformat(sep=" ")
        case date() | time():
            return value.isoformat()
        case _:
            return str(value)


def _rows(sheet: CalamineSheet, broken: Mapping[tuple[str, int, int], Broken]) -> Iterator[Row]:
    if sheet.end is None:
        return
    check_area(sheet.name, *sheet.end)
    try:
        lines = sheet.to_python(skip_empty_area=False)
    except OverflowError as error:  # a number of days that is none, under a format of hours
        message = "a cell of the sheet holds a time that is too long to be one"
        raise WorkbookError(
            "workbook-time", message, "the cell formatted as a number or as text", sheet=sheet.name
        ) from error
    for number, values in enumerate(lines):
        cells = tuple(
            _cell(value, number, column, sheet.name, broken.get((sheet.name, number, column)))
            for column, value in enumerate(values[: _width(values, number, sheet.name, broken)])
        )
        yield Row(number + 1, cells, "\t".join(cell.text for cell in cells).rstrip("\t"))


def _width(
    values: Sequence[Value], row: int, sheet: str, broken: Mapping[tuple[str, int, int], Broken]
) -> int:
    """Number of cells up to the last that says something, and one at least: a wide sheet's lines are mostly empty."""
    width = len(values)
    while width > 1 and values[width - 1] == "" and (sheet, row, width - 1) not in broken:
        width -= 1
    return width


def _cell(value: Value, row: int, column: int, sheet: str, broken: Broken | None) -> Cell:
    if broken is not None:
        return Cell(broken.text, row + 1, column, sheet, broken.kind)
    kind: Literal["text", "number", "date"] = "text"
    if isinstance(value, date | time | timedelta):
        kind = "date"
    elif isinstance(value, float | int) and not isinstance(value, bool):
        kind = "number"
    return Cell(value_text(value), row + 1, column, sheet, kind)
