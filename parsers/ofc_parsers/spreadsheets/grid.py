r"""A sheet as lines of text cells that know their place, and CSV text as such lines.

Examples
--------
>>> rows = list(text_rows('hand;player\n1;"Anna\nMaria"\n2;Boris\n', {"hand": 1, "player": 2}.get))
>>> [(row.line, [cell.text for cell in row.cells]) for row in rows]
[(1, ['hand', 'player']), (2, ['1', 'Anna\nMaria']), (4, ['2', 'Boris'])]
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypedDict

from ofc_analytics.money import DASHES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["HEADER_WITHIN", "Cell", "Grid", "Place", "Row", "column_letters", "text_rows"]

HEADER_WITHIN = 60
"""Lines in which the header must come; also how many are looked at to tell the delimiter."""

_DELIMITERS = ";\t,"
_LONGEST_RECORD = 10  # lines; a quote open for longer is a slip, and must not swallow the rest of the night
_BLANKS = f"{_DELIMITERS} \r\n"
_LINE_END = re.compile(r"[\r\n]")
_SEP_LINE = re.compile(r"sep=(.)[\r\n]*", re.IGNORECASE)
_NOTHING = frozenset({"", *DASHES})


class Place(TypedDict):
    """Where a cell is, as `ParseIssue` wants it."""

    line: int
    sheet: str | None
    cell: str | None


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell. `kind` tells what the program that wrote a workbook made of it.

    ``number`` and ``date`` are stored values, ``error`` is a formula's error such as ``#REF!``, ``formula`` a formula whose value was never stored.
    """

    text: str
    line: int
    column: int
    sheet: str | None = None
    kind: Literal["text", "number", "date", "error", "formula"] = "text"

    @property
    def blank(self) -> bool:
        """Whether nothing is said here; a lone dash says nothing either."""
        return self.kind not in {"error", "formula"} and self.text.strip() in _NOTHING

    @property
    def reference(self) -> str | None:
        """Cell reference such as ``B7``; None in text."""
        return None if self.sheet is None else f"{column_letters(self.column)}{self.line}"

    @property
    def where(self) -> str:
        """Place in words."""
        return f"line {self.line}" if self.sheet is None else f"cell {self.reference}"

    @property
    def place(self) -> Place:
        """Place as fields of an issue."""
        return {"line": self.line, "sheet": self.sheet, "cell": self.reference}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a sheet. `line` is the first physical line, `fault` what is wrong with its quotes."""

    line: int
    cells: tuple[Cell, ...]
    raw: str
    fault: str | None = None

    @property
    def filled(self) -> list[Cell]:
        """Cells that say something, left to right."""
        return [cell for cell in self.cells if not cell.blank]

    def at(self, heading: Cell) -> Cell:
        """Cell under a heading; a blank one where the line is too short to have it."""
        if heading.column < len(self.cells):
            return self.cells[heading.column]
        return Cell("", self.line, heading.column, heading.sheet)


@dataclass(frozen=True, slots=True)
class Grid:
    """One sheet; `name` is None for text. `far` are cells that were left out for reaching too far.

    `opened` is False for a sheet that nobody asked for; its rows are not here.
    """

    name: str | None
    rows: Iterable[Row]
    hidden: bool = False
    far: tuple[Cell, ...] = ()
    opened: bool = True


def column_letters(column: int) -> str:
    """Letters of a 0-based column.

    >>> column_letters(0), column_letters(27), column_letters(16383)
    ('A', 'AB', 'XFD')
    """
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def text_rows(text: str, meaning: Callable[[str], object | None]) -> Iterator[Row]:
    """Split CSV text into rows, the delimiter being the one that shows the most known headings.

    `meaning` gives what a heading stands for, None where it is not known.

    Lines are counted as an editor does: a quoted cell may span several. A quote that is never closed is a
    fault of its own line alone.
    """
    lines = list(io.StringIO(_without_end(text), newline=""))
    named = _SEP_LINE.fullmatch(lines[0]) if lines else None
    rows = _split(lines, named[1] if named else _delimiter(lines[:HEADER_WITHIN], meaning))
    return islice(rows, 1, None) if named else rows


def _without_end(text: str) -> str:
    """The text without the blank lines at its end, of which spreadsheets may leave a million."""
    end = _LINE_END.search(text, len(text.rstrip(_BLANKS)))
    return text if end is None else text[: end.start()]


def _delimiter(lines: list[str], meaning: Callable[[str], object | None]) -> str:
    def known_headings(delimiter: str) -> tuple[int, int]:
        """Most headings that are known in one line; where none is, most cells."""
        rows = list(_split(lines, delimiter))
        known = max((len({meaning(cell.text) for cell in row.cells} - {None}) for row in rows), default=0)
        return known, 0 if known else max((len(row.cells) for row in rows), default=0)

    return max(_DELIMITERS, key=known_headings)


def _split(lines: list[str], delimiter: str) -> Iterator[Row]:
    mark = re.escape(delimiter)
    closed = re.compile(rf'(?:(?:"(?:[^"]|"")*+"[^{mark}]*+|[^"{mark}][^{mark}]*+|)(?:{mark}|$))*+')
    start = 0
    while start < len(lines):
        ends = range(start + 1, min(start + _LONGEST_RECORD, len(lines)) + 1)
        records = ("".join(lines[start:end]).rstrip("\r\n") for end in ends)
        record = next((text for text in records if '"' not in text or closed.fullmatch(text)), None)
        if record is None:
            yield _row(lines[start], start + 1, delimiter, fault="a quotation mark is opened and not closed")
            start += 1
        else:
            yield _row(record, start + 1, delimiter)
            start += len(list(io.StringIO(record, newline=""))) or 1


def _row(raw: str, line: int, delimiter: str, fault: str | None = None) -> Row:
    raw = raw.rstrip("\r\n")
    quoting: Literal[0, 3] = csv.QUOTE_NONE if fault else csv.QUOTE_MINIMAL
    try:
        texts = next(csv.reader(io.StringIO(raw, newline=""), delimiter=delimiter, quoting=quoting), [])
    except csv.Error as error:
        texts, fault = raw.split(delimiter), str(error)
    return Row(line, tuple(Cell(text, line, column) for column, text in enumerate(texts)), raw, fault)
