r"""Sheets written again with other texts in their cells: CSV text as it was typed, workbooks as their values.

Examples
--------
>>> grids = open_grids(b'hand;player\n1;"Anna"\n', {"hand": 1, "player": 2}.get)
>>> written_again(b'hand;player\n1;"Anna"\n', grids, lambda cell: cell.text.replace("Anna", "B"), str, None)
b'hand;player\n1;"B"\n'
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from ofc_analytics.errors import FormatError, ParseIssue
from ofc_parsers.spreadsheets.grid import Grid, text_rows
from ofc_parsers.spreadsheets.guard import WorkbookError
from ofc_parsers.spreadsheets.workbook import is_workbook, workbook_grids

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

    from ofc_analytics.formats.disguise import Disguise
    from ofc_parsers.spreadsheets.grid import Cell, Row

    Tell = Callable[[Cell], str]

__all__ = ["GONE", "open_grids", "written_again"]

GONE = "…"
"""What stands for a text that goes."""

_DELIMITERS = ";\t,"
_SEP_LINE = re.compile(r"sep=(.)", re.IGNORECASE)
_BREAKS = re.compile(r"\r\n|\r|\n")
_STRAY = re.compile("[\udc80-\udcff]")
_MARKED = re.compile(r'(\s*"*)(.*?)("*\s*)', re.DOTALL)
_DURATION = re.compile(r"(?:(-?\d+) days?, )?(\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))?")
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")
_LONGEST_NAME = 31
_RESERVED = "history"
_MADE = datetime(2000, 1, 1)  # noqa: DTZ001 - a workbook's own time, which has no zone
_FIRST_YEAR = 1901
"""Of the days that all spreadsheet programs count alike."""
_SHOWN = {date: "yyyy-mm-dd", datetime: "yyyy-mm-dd hh:mm:ss", time: "hh:mm:ss", timedelta: "[h]:mm:ss"}
_ERRORS = frozenset({"#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!"})


def open_grids(
    data: bytes, meaning: Callable[[str], object | None], wanted: Callable[[str], bool] | None = None
) -> list[Grid]:
    """Sheets of a workbook, or the lines of a text as one sheet; bytes that are no text are kept as they are.

    Raises
    ------
    FormatError
        If the workbook cannot be opened.
    """
    if not is_workbook(data):
        return [Grid(None, list(text_rows(data.decode("utf-8", errors="surrogateescape"), meaning)))]
    try:
        return [replace(grid, rows=list(grid.rows)) for grid in workbook_grids(data, wanted)]
    except WorkbookError as error:
        raise FormatError(
            ParseIssue(
                code=error.code,
                message=str(error),
                expected=error.expected,
                sheet=error.sheet,
                cell=error.cell,
            )
        ) from error


def written_again(
    data: bytes, grids: Sequence[Grid], tell: Tell, name: Callable[[str], str], disguise: Disguise | None
) -> bytes:
    """Write a sheet with other texts.

    Parameters
    ----------
    data, grids
        The file, and its sheets as `open_grids` gives them.
    tell
        Gives the text that stands for that of a cell; not asked for blank ones, dates and formulas without a value.
    name
        Gives the name of a sheet.
    disguise
        Moves the days of a workbook.

    Returns
    -------
    bytes
        A text with the delimiter, quotation marks and lines of the first one; of a workbook an XLSX with the values
        at their places, hidden sheets hidden.
    """
    if grids and grids[0].name is None:
        text = data.decode("utf-8", errors="surrogateescape")
        again = "".join(_lines_again(text, grids[0].rows, tell))
        return again.encode("utf-8", errors="surrogateescape")
    return _book(grids, tell, name, disguise)


def _lines_again(text: str, rows: Iterable[Row], tell: Tell) -> Iterator[str]:
    lines = list(io.StringIO(text, newline=""))
    named = _SEP_LINE.match(lines[0]) if lines else None
    marks = (named[1] if named else "") + _DELIMITERS
    at = 0
    for row in rows:
        start = row.line - 1
        end = start + (len(list(io.StringIO(row.raw, newline=""))) or 1)
        yield from lines[at:start]
        yield _row_again(row, marks, tell)
        yield "".join(lines[start:end])[len(row.raw) :]
        at = end
    yield from lines[at:]


def _row_again(row: Row, marks: str, tell: Tell) -> str:
    for mark in marks:
        pieces = _pieces(row, mark)
        if len(pieces) == len(row.cells):
            told = (
                _piece(piece, cell, mark, row, tell) for piece, cell in zip(pieces, row.cells, strict=True)
            )
            return mark.join(told)
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=marks[0], lineterminator="").writerow([_told(cell, tell) for cell in row.cells])
    return out.getvalue()


def _pieces(row: Row, mark: str) -> list[str]:
    """Cells of a line as they stand there."""
    if row.fault or '"' not in row.raw:
        return row.raw.split(mark) if row.raw else []
    mark = re.escape(mark)
    pattern = re.compile(rf'((?:"(?:[^"]|"")*+"[^{mark}]*+|[^"{mark}][^{mark}]*+|))(?:{mark}|$)')
    pieces, at = [], 0
    while found := pattern.match(row.raw, at):
        pieces.append(found[1])
        at = found.end()
        if found.end() == found.end(1):
            break
    return pieces


def _piece(piece: str, cell: Cell, mark: str, row: Row, tell: Tell) -> str:
    if row.fault:
        parts = _MARKED.fullmatch(piece)
        inner = replace(cell, text=parts[2] if parts else piece)
        told = _told(inner, tell)
        return piece.replace(inner.text, told, 1) if inner.text else piece
    told = _told(cell, tell)
    if told == cell.text:
        return piece
    if piece.startswith('"') or any(sign in told for sign in (mark, '"', "\n", "\r")):
        doubled = told.replace('"', '""')
        return f'"{doubled}"'
    return told


def _told(cell: Cell, tell: Tell) -> str:
    """Another text with as many lines, and with what is no text in this one."""
    if not cell.text.strip():
        return cell.text
    told = tell(cell)
    if told == cell.text:
        return told
    told = "".join(told.splitlines()) + "".join(_BREAKS.findall(cell.text))
    return told if _STRAY.search(told) else told + "".join(_STRAY.findall(cell.text))


def _book(grids: Sequence[Grid], tell: Tell, name: Callable[[str], str], disguise: Disguise | None) -> bytes:
    import xlsxwriter  # noqa: PLC0415 - only a workbook pays for it

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    book.set_properties({"created": _MADE})
    names = _sheet_names([name(grid.name or "") for grid in grids])
    sheets = [book.add_worksheet(told) for told in names]
    writer = _Writer(book, tell, disguise)
    for sheet, grid in zip(sheets, grids, strict=True):
        writer.write(sheet, grid)
    shown = [sheet for sheet, grid in zip(sheets, grids, strict=True) if not grid.hidden]
    if shown:
        shown[0].activate()
        shown[0].set_first_sheet()
        for sheet in {*sheets} - {*shown}:
            sheet.hide()
    book.close()
    return _names_first(out.getvalue())


def _sheet_names(names: Iterable[str]) -> list[str]:
    """Names that a workbook can have, each once."""
    told: list[str] = []
    for number, name in enumerate(names, 1):
        plain = _FORBIDDEN.sub(" ", name).strip(" '")[:_LONGEST_NAME].strip(" '")
        taken = {other.casefold() for other in told} | {_RESERVED, GONE, ""}
        told.append(plain if plain.casefold() not in taken else f"Sheet {number}"[:_LONGEST_NAME])
    return told


def _names_first(book: bytes) -> bytes:
    """The parts in the order of spreadsheet programs, so that the first bytes tell the names of the sheets."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(book)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for part in sorted(source.infolist(), key=lambda part: "worksheets/" in part.filename):
            target.writestr(part, source.read(part), zipfile.ZIP_DEFLATED)
    return out.getvalue()


class _Writer:
    """Writes cells by their kinds."""

    def __init__(self, book: Workbook, tell: Tell, disguise: Disguise | None) -> None:
        self._tell, self._disguise = tell, disguise
        self._formats: dict[type, Format] = {
            kind: book.add_format({"num_format": shown}) for kind, shown in _SHOWN.items()
        }

    def write(self, sheet: Worksheet, grid: Grid) -> None:
        """Write all cells of a sheet."""
        for row in grid.rows:
            for cell in row.cells:
                self._write(sheet, cell)
        for cell in grid.far:
            sheet.write_string(cell.line - 1, cell.column, GONE)

    def _write(self, sheet: Worksheet, cell: Cell) -> None:
        place = cell.line - 1, cell.column
        match cell.kind:
            case "error":
                error = cell.text if cell.text in _ERRORS else "#VALUE!"
                sheet.write_formula(*place, f"={error}", None, error)
            case "formula":
                sheet.write_formula(*place, "=0", None, "")
            case "date":
                self._write_time(sheet, place, cell.text)
            case _ if not cell.text:
                pass
            case "number":
                told = _told(cell, self._tell)
                if _is_number(told):
                    sheet.write_number(*place, float(told))
                else:
                    sheet.write_string(*place, told)
            case _:
                sheet.write_string(*place, _told(cell, self._tell))

    def _write_time(self, sheet: Worksheet, place: tuple[int, int], text: str) -> None:
        value = _time(text)
        if isinstance(value, date) and self._disguise is not None:
            value = self._disguise.moment(value)
        if value is None or (isinstance(value, date) and value.year < _FIRST_YEAR):
            sheet.write_string(*place, GONE)
        else:
            sheet.write_datetime(*place, value, self._formats[type(value)])


def _time(text: str) -> datetime | date | time | timedelta | None:
    """What a cell of a date held, by its text."""
    for read in (date.fromisoformat, datetime.fromisoformat, time.fromisoformat):
        try:
            return read(text)
        except ValueError:
            continue
    if found := _DURATION.fullmatch(text):
        days, hours, minutes, seconds, fraction = (int(part or 0) for part in found.groups())
        return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds, microseconds=fraction)
    return None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
