"""Finds the header of a sheet, and what the lines above it say about all hands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue
from ofc_parsers.home_sheet.vocabulary import CONTEXT, TWO_WAY, WEAK, Field, field_of, nearest, plain
from ofc_parsers.spreadsheets.grid import HEADER_WITHIN, Cell, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "Header",
    "Section",
    "header_issues",
    "looks_like_header",
    "read_header",
    "settings",
    "split_sections",
]

_ROW_FIELDS = {Field.TOP, Field.MIDDLE, Field.BOTTOM}
_FEWEST_HEADINGS = 3


@dataclass(frozen=True, slots=True)
class Header:
    """Column of each field. `twice` are pairs of headings for one field, `unknown` the headings not read."""

    row: Row
    columns: dict[Field, Cell]
    twice: tuple[tuple[Cell, Cell], ...] = ()
    unknown: tuple[Cell, ...] = ()

    @property
    def missing(self) -> list[str]:
        """Required columns that are not there."""
        found = set(self.columns)
        players = [] if found & {Field.PLAYER, Field.SEAT} else ["player (or seat)"]
        rows = [] if Field.BOARD in found else [row.value for row in Field if row in _ROW_FIELDS - found]
        return players + (["top, middle and bottom (or board)"] if len(rows) == len(_ROW_FIELDS) else rows)

    @property
    def two_way(self) -> bool:
        """Whether top and bottom go by words that some use the other way round."""
        return all(
            row in self.columns and plain(self.columns[row].text) in TWO_WAY
            for row in (Field.TOP, Field.BOTTOM)
        )


@dataclass(slots=True)
class Section:
    """A header with the lines below it, up to the next header, and the lines above it."""

    header: Header
    above: list[Row] = field(default_factory=list)
    body: list[Row] = field(default_factory=list)


def read_header(row: Row) -> Header:
    """Match the cells of a line with the vocabulary, whether it is a header or not."""
    columns: dict[Field, Cell] = {}
    twice: list[tuple[Cell, Cell]] = []
    unknown: list[Cell] = []
    for cell in sorted(row.filled, key=lambda cell: (plain(cell.text) in WEAK, cell.column)):
        known = field_of(cell.text)
        if known is None or (known in columns and plain(cell.text) in WEAK):
            unknown.append(cell)
        elif known in columns:
            twice.append((columns[known], cell))
        else:
            columns[known] = cell
    if columns.keys() >= _ROW_FIELDS and Field.BOARD in columns:
        unknown.append(columns.pop(Field.BOARD))
    return Header(row, columns, tuple(twice), tuple(unknown))


def looks_like_header(header: Header) -> bool:
    """Whether a line names enough columns to be a header, be it an incomplete one."""
    fields = set(header.columns)
    return len(fields) >= _FEWEST_HEADINGS or len(fields & _ROW_FIELDS) > 1


def split_sections(rows: Iterable[Row]) -> list[Section]:
    """Cut a sheet at its headers; a sheet without a complete one gives at most one section without lines.

    The first header must come within the first `HEADER_WITHIN` lines. Of incomplete ones the fullest is taken, so
    that what is missing can be said.
    """
    sections: list[Section] = []
    above: list[Row] = []
    best: Header | None = None
    for row in rows:
        header = read_header(row)
        if looks_like_header(header) and not header.missing:
            sections.append(Section(header, above))
            above = []
        elif sections:
            sections[-1].body.append(row)
        elif len(above) < HEADER_WITHIN:
            above.append(row)
            if looks_like_header(header) and (best is None or len(header.columns) > len(best.columns)):
                best = header
        else:
            break
    return sections or ([Section(best)] if best else [])


def header_issues(header: Header) -> Iterator[ParseIssue]:
    """Say what is wrong with a header (errors), and which headings are not known (notes)."""
    for name in header.missing:
        yield ParseIssue(
            code="column-missing",
            message="the header has no column for a needed thing",
            text=header.row.raw,
            expected=f"a column {name}",
            **header.row.cells[0].place,
        )
    for first, second in header.twice:
        yield ParseIssue(
            code="column-twice",
            message=f"two columns say the same: {first.text!r} ({first.where}) and {second.text!r} ({second.where})",
            text=second.text,
            expected="one column for each thing",
            **second.place,
        )
    for cell in header.unknown:
        near = nearest(cell.text)
        yield ParseIssue(
            code="column-unknown",
            message="a column is not read: its heading is unknown, or says what another says",
            text=cell.text,
            expected=None if near is None else f"perhaps {near!r}",
            severity="note",
            **cell.place,
        )


def settings(row: Row) -> dict[Field, Cell] | None:
    """Read a line such as ``unit;10`` or ``unit: 10``: what holds for the hands below; None for other lines.

    >>> row = Row(1, (Cell("unit", 1, 0), Cell("10", 1, 1), Cell("table: Friday", 1, 2)), "unit;10;table: Friday")
    >>> {str(key): cell.text for key, cell in settings(row).items()}
    {'unit': '10', 'table': 'Friday'}
    """
    found: dict[Field, Cell] = {}
    cells = iter(row.filled)
    for cell in cells:
        word, colon, value = cell.text.partition(":")
        key = field_of(word)
        if key not in CONTEXT:
            return None
        if colon and value.strip():
            found[key] = Cell(value.strip(), cell.line, cell.column, cell.sheet, cell.kind)
        elif (told := next(cells, None)) is not None:
            found[key] = told
        else:
            return None
    return found or None
