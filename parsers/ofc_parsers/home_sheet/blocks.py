"""Blocks that are turned: the players' names across, and a line for each thing that is said of them.

::

    Hand 7      Anna              Boris
    top         9h 3c 6s          2d 7c 8c
    middle      9s 4s Ts 8d 8h    2s 4h 6h Kc 9d
    bottom      5d Td 7d 3d 6d    Ac Th Js Ks Qh
    points      2                 -2
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue
from ofc_parsers.home_sheet.columns import Heading, columns_of
from ofc_parsers.home_sheet.groups import SHARED
from ofc_parsers.home_sheet.header import columns_issues, looks_like_header, read_header
from ofc_parsers.home_sheet.headings import meaning_of
from ofc_parsers.home_sheet.records import Entry, Record, record_of
from ofc_parsers.home_sheet.titles import settings, title_of
from ofc_parsers.home_sheet.vocabulary import BOARD_FIELDS, CONTEXT, ROW_FIELDS, TOTALS, Field, plain
from ofc_parsers.spreadsheets.grid import Row

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ofc_parsers.home_sheet.columns import Columns
    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["Blocks", "blocks_at"]

_OF_A_HAND = SHARED - {Field.BUTTON}
_FEWEST_ROWS = 2
_LONGEST = 60  # lines of one block, blank ones too


@dataclass(frozen=True, slots=True)
class Blocks:
    """A block, or several beside each other, and the lines from `start` up to `end` that are theirs."""

    entries: tuple[Entry, ...]
    start: int
    end: int


def blocks_at(rows: Sequence[Row], place: int, floor: int) -> Blocks | None:
    """Read the blocks whose first line of cards is the one at `place`; None where there is none.

    `floor` is the first line that may belong to them: those before it are taken.
    """
    filled = rows[place].filled
    first = meaning_of(filled[0].text) if filled else None
    if first is None or first.field not in BOARD_FIELDS or looks_like_header(read_header(rows[place])):
        return None
    left = [cell.column for cell in filled if meaning_of(cell.text) == first]
    if left == [cell.column for cell in filled]:
        return None
    spans = zip(left, [*left[1:], None], strict=True)
    blocks = [_Block(rows, place, floor, column, end) for column, end in spans]
    if not all(block.is_one for block in blocks):
        return None
    return Blocks(
        tuple(block.entry() for block in blocks),
        min(block.start for block in blocks),
        max(block.end for block in blocks),
    )


class _Block:
    """One block: its headings stand in the column of `corner`, its players between that and the column `until`."""

    def __init__(self, rows: Sequence[Row], place: int, floor: int, column: int, until: int | None) -> None:
        self.corner = rows[place].cells[column]
        self.until = until
        self.start, self.end = place, place + 1
        while self.start > max(floor, place - _LONGEST) and self._is_above(rows[self.start - 1]):
            self.start -= 1
        while self.end < min(len(rows), place + _LONGEST) and not self._is_beyond(rows):
            self.end += 1
        while not self._cells(rows[self.end - 1]):
            self.end -= 1
        self.lines = [row for row in rows[self.start : self.end] if self._cells(row)]
        self.columns = columns_of(
            Heading(self._head(row), meaning_of(self._head(row).text)) for row in self.lines
        )
        self.names = next((row for row in self.lines if self._field(row) is Field.PLAYER), None)
        self.title: Entry | None = None
        self._look_up(rows, floor)

    @property
    def is_one(self) -> bool:
        """Whether it has enough lines of cards to be a block."""
        rows = self.columns.found & {*ROW_FIELDS}
        return len(rows) >= _FEWEST_ROWS or (Field.BOARD in self.columns.found and self.names is not None)

    def entry(self) -> Entry:
        """What the block says: its title and what holds for the hand, and a record for each player."""
        names, title = self.names, self.title
        lines = [*self.lines] if names is None or names in self.lines else [names, *self.lines]
        raw = "\n".join(row.raw for row in lines)
        cells = [*(title.row.cells if title else ()), *(cell for row in lines for cell in self._cells(row))]
        row = Row(min(cell.line for cell in cells), tuple(cells), raw)
        issues = tuple(self._issues(row))
        shared, stray = self._shared(lines)
        told = {**shared, **(title.cells if title else {})}
        records = tuple(self._records(lines, raw, told)) if names else ()
        return Entry(
            row,
            told,
            records,
            whole=True,
            stray=(*(title.stray if title else ()), *stray),
            issues=issues,
        )

    def _issues(self, row: Row) -> Iterator[ParseIssue]:
        """What is wrong with the lines' headings; the first error counts the hand out."""
        head = self.title.row.cells[0] if self.title else self.corner
        missing = [f"a line {name}" for name in self.columns.missing]
        if self.names is None:
            missing.append("a line of the players' names above the cards")
        found = [
            ParseIssue(
                code="column-missing",
                message="a block has no line for a needed thing",
                text=head.text,
                expected=expected,
                **head.place,
            )
            for expected in missing
        ]
        found += columns_issues(self.columns, "line")
        error = next((issue for issue in found if issue.severity == "error"), None)
        for issue in found:
            yield replace(issue, raw=row.raw, hands=int(issue is error))

    def _shared(self, lines: Sequence[Row]) -> tuple[dict[Field, Cell], list[Cell]]:
        """What lines say of the whole hand, and cells in which they say something else as well."""
        told: dict[Field, Cell] = {}
        stray: list[Cell] = []
        for row in lines:
            field = self._field(row)
            values = self._values(row)
            if field in _OF_A_HAND and values:
                told[field] = values[0]
                stray += [cell for cell in values if cell.text.strip() != values[0].text.strip()]
        return told, stray

    def _records(self, lines: Sequence[Row], raw: str, told: Mapping[Field, Cell]) -> Iterator[Record]:
        by_line = {row.line: row for row in lines}
        names = self.names or lines[0]
        places = sorted({cell.column for row in lines for cell in self._values(row) if self._is_players(row)})
        columns = _without(self.columns, _OF_A_HAND)
        if Field.PLAYER not in columns.fields:
            columns = replace(columns, fields={**columns.fields, Field.PLAYER: names.cells[0]})
        also = {key: cell for key, cell in told.items() if key not in CONTEXT}
        for column in places:
            name = names.at(replace(self.corner, column=column))

            def lookup(heading: Cell, name: Cell = name) -> Cell:
                return by_line[heading.line].at(name)

            cells = tuple(lookup(self._head(row), name) for row in lines)
            yield record_of(Row(names.line, cells, raw), columns, lookup, also=also, first=name)

    def _look_up(self, rows: Sequence[Row], floor: int) -> None:
        """Find the line of names, where it has no heading of its own, and the title."""
        if self.names is None:
            above = self._above(rows, floor)
            if above is None or not self._values(rows[above]) or settings(rows[above]) is not None:
                return
            if title_of(self._cells(rows[above])) is not None and meaning_of(rows[above].filled[0].text):
                return  # "Hand | 7": a title, and no names
            self.names, self.start = rows[above], above
            head = self._head(self.names)
            if not head.blank:
                title = title_of([head])
                self.title = title or Entry(Row(head.line, (head,), ""), stray=(head,))
                return
        above = self._above(rows, floor)
        if above is not None and (title := title_of(self._cells(rows[above]))) is not None:
            self.title, self.start = title, above

    def _above(self, rows: Sequence[Row], floor: int) -> int | None:
        """The nearest line above the block that says something in its columns."""
        places = range(self.start - 1, max(floor, self.start - _LONGEST) - 1, -1)
        return next((place for place in places if self._cells(rows[place])), None)

    def _is_above(self, row: Row) -> bool:
        """Whether a line above the cards is one of the block: it speaks of each player."""
        field = self._field(row)
        return field is not None and field not in _OF_A_HAND

    def _is_beyond(self, rows: Sequence[Row]) -> bool:
        """Whether the line after the block, as far as it goes, is none of it."""
        row = rows[self.end]
        if not self._cells(row):
            return False
        head = self._head(row)
        meaning = meaning_of(head.text)
        after_blank = not self._cells(rows[self.end - 1])
        if head.blank or title_of(self._cells(row)) is not None:
            return True
        if meaning is None:
            return plain(head.text) in TOTALS or after_blank
        known = {
            meaning_of(self._head(line).text) for line in rows[self.start : self.end] if self._cells(line)
        }
        begun = meaning in known and (after_blank or meaning.field in {Field.PLAYER, *BOARD_FIELDS})
        return begun or (meaning.field is Field.PLAYER and self._is_followed(rows))

    def _is_followed(self, rows: Sequence[Row]) -> bool:
        """Whether the line of names at the end is that of the next block, its cards following."""
        return any(self._field(row) in BOARD_FIELDS for row in rows[self.end + 1 : self.end + 4])

    def _is_players(self, row: Row) -> bool:
        return self._field(row) not in _OF_A_HAND

    def _field(self, row: Row) -> Field | None:
        meaning = meaning_of(self._head(row).text)
        return None if meaning is None else meaning.field

    def _head(self, row: Row) -> Cell:
        return row.at(self.corner)

    def _cells(self, row: Row) -> list[Cell]:
        return [
            cell for cell in row.filled if self.corner.column <= cell.column < (self.until or cell.column + 1)
        ]

    def _values(self, row: Row) -> list[Cell]:
        return [cell for cell in self._cells(row) if cell.column > self.corner.column]


def _without(columns: Columns, fields: frozenset[Field]) -> Columns:
    return replace(columns, fields={key: cell for key, cell in columns.fields.items() if key not in fields})
