"""The line of headings over a table: what each column says, of which player, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue
from ofc_parsers.home_sheet.columns import Columns, Heading, columns_of, spread_rows
from ofc_parsers.home_sheet.groups import SHARED, find_groups
from ofc_parsers.home_sheet.headings import meaning_of
from ofc_parsers.home_sheet.records import Entry, record_of
from ofc_parsers.home_sheet.vocabulary import BOARD_FIELDS, CONTEXT, ROW_FIELDS, Field, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ofc_parsers.spreadsheets.grid import Cell, Row

__all__ = ["Group", "Header", "columns_issues", "header_issues", "looks_like_header", "read_header"]

_FEWEST_HEADINGS = 3
_OF_MANY = frozenset({Field.HAND, *CONTEXT})
_A_NAME = "player (or seat), or the player's name in the headings or above them"


@dataclass(frozen=True, slots=True)
class Group:
    """The columns of one player. `name` is where the headings name him."""

    columns: Columns
    first: Cell
    name: Cell | None = None

    @property
    def missing(self) -> list[str]:
        """Needed columns that are not there."""
        named = self.name is not None or self.columns.found & {Field.PLAYER, Field.SEAT}
        return [*([] if named else [_A_NAME]), *self.columns.missing]


@dataclass(frozen=True, slots=True)
class Header:
    """A line of headings.

    Attributes
    ----------
    row
        The line.
    groups
        The columns of each player of a hand; a single one where a line is one player.
    shared
        The columns that stand once where a line is a whole hand.
    unclear
        Headings of one field that stand outside the groups or in some only, or of a hand's field that stand in them.
    above
        The line above with the players' names, if there is one.
    remarks
        Cells of that line that are no names.
    """

    row: Row
    groups: tuple[Group, ...]
    shared: Columns
    unclear: tuple[tuple[Cell, ...], ...] = ()
    above: Row | None = None
    remarks: tuple[Cell, ...] = ()

    @property
    def grouped(self) -> bool:
        """Whether a line is a whole hand."""
        return len(self.groups) > 1

    @property
    def found(self) -> set[Field]:
        """Fields that have a heading."""
        return self.shared.found.union(*(group.columns.found for group in self.groups))

    @property
    def complete(self) -> bool:
        """Whether every needed column is there."""
        return not any(group.missing for group in self.groups)

    @property
    def has_cards(self) -> bool:
        """Whether it has any column of cards."""
        return bool(self.found & {*BOARD_FIELDS})

    @property
    def names(self) -> set[int]:
        """Columns in which players' names stand."""
        fields = (group.columns.fields for group in self.groups)
        return {cell.column for found in fields if (cell := found.get(Field.PLAYER))}

    @property
    def meaning(self) -> object:
        """What tells it from other headers: where each field is, and whose."""
        return [
            (group.name and group.name.text, *((cell.column, cell.text) for cell in group.columns.cells))
            for group in (*self.groups, Group(self.shared, self.row.cells[0]))
        ]

    def entry(self, row: Row) -> Entry:
        """What a line below the headings says."""
        headed = self._columns
        width = max(self.row.cells[-1].column, *headed) + 1
        stray = tuple(cell for cell in row.filled if cell.column not in headed)
        if not self.grouped:
            record = record_of(row, self.groups[0].columns, row.at, width=width)
            shared = {key: record.cells[key] for key in record.said & _OF_MANY}
            return Entry(row, shared, (record,) if record.said - _OF_MANY else (), stray=stray)
        shared = {key: row.at(heading) for key, heading in self.shared.fields.items()}
        records = [
            record_of(
                row,
                group.columns,
                row.at,
                also=shared | ({Field.PLAYER: group.name} if group.name else {}),
                first=row.at(group.first),
                width=width,
            )
            for group in self.groups
        ]
        told = {key: cell for key, cell in shared.items() if not cell.blank}
        return Entry(row, told, tuple(record for record in records if record.said), whole=True, stray=stray)

    @property
    def _columns(self) -> set[int]:
        read = {cell.column for group in self.groups for cell in group.columns.cells}
        return read | {cell.column for cell in (*self.shared.cells, *self.row.filled)}


def read_header(row: Row, above: Row | None = None) -> Header:
    """Match the cells of a line with the vocabulary, whether it is a header or not; `above` is the line before it."""
    headings = spread_rows([Heading(cell, meaning_of(cell.text)) for cell in row.filled])
    header = Header(row, (Group(columns_of(headings), row.cells[0]),), Columns({}))
    if header.complete and not any(
        _field(cell) in BOARD_FIELDS for cell, _ in header.groups[0].columns.twice
    ):
        return header
    found = find_groups(row, headings, above)
    if found is None:
        return header
    groups = [Group(columns_of(span.headings), span.headings[0].cell, span.name) for span in found.spans]
    return Header(
        row,
        tuple(groups),
        columns_of(found.shared),
        (*((cell,) for cell in found.unclear), *_of_some(groups)),
        found.above,
        found.remarks,
    )


def looks_like_header(header: Header) -> bool:
    """Whether a line names enough columns to be a header, be it an incomplete one."""
    return len(header.found) >= _FEWEST_HEADINGS or len(header.found & {*ROW_FIELDS}) > 1


def header_issues(header: Header) -> Iterator[ParseIssue]:
    """Say what is wrong with a header (errors), and which headings are not known (notes)."""
    for group in header.groups:
        for name in group.missing:
            whose = f"the columns of {group.name.text!r} have" if group.name else "the header has"
            yield ParseIssue(
                code="column-missing",
                message=f"{whose} no column for a needed thing",
                text=header.row.raw,
                expected=f"a column {name}",
                **(group.first if header.grouped else header.row.cells[0]).place,
            )
        yield from columns_issues(group.columns)
    yield from columns_issues(header.shared)
    yield from map(_unclear_issue, header.unclear)
    names = [group.name for group in header.groups if group.name]
    for place, cell in enumerate(names):
        if before := [name for name in names[:place] if name.text.strip() == cell.text.strip()]:
            yield ParseIssue(
                code="player-twice",
                message=f"two groups of columns have the same name (the first in {before[0].where})",
                text=cell.text,
                expected="a name of its own for each player",
                **cell.place,
            )
    for cell in header.remarks:
        yield ParseIssue(
            code="line-skipped",
            message="beside the players' names, a text that heads no column is not read",
            text=cell.text,
            severity="note",
            **cell.place,
        )


def columns_issues(columns: Columns, what: str = "column") -> Iterator[ParseIssue]:
    """Say what is wrong with some headings; `what` they head is a column or a line."""
    for first, second in columns.twice:
        yield ParseIssue(
            code="column-twice",
            message=f"two {what}s say the same: {first.text!r} ({first.where}) and {second.text!r} ({second.where})",
            text=second.text,
            expected=f"one {what} for each thing",
            **second.place,
        )
    for cell in columns.beyond:
        yield ParseIssue(
            code="column-unclear",
            message=f"a {what} for a card that no row has",
            text=cell.text,
            expected="top 1 to 3, middle 1 to 5, bottom 1 to 5",
            **cell.place,
        )
    if columns.turned is not None:
        yield ParseIssue(
            code="rows-by-count",
            message="front and back are told by their number of cards",
            text=columns.turned.text,
            severity="note",
            **columns.turned.place,
        )
    for cell in columns.unknown:
        near = nearest(cell.text)
        yield ParseIssue(
            code="column-unknown",
            message=f"a {what} is not read: its heading is unknown, or says what another says",
            text=cell.text,
            expected=None if near is None else f"perhaps {near!r}",
            severity="note",
            **cell.place,
        )


def _of_some(groups: Sequence[Group]) -> Iterator[tuple[Cell, ...]]:
    """Headings of fields that some groups have and others not, or that stand once a hand."""
    for key in dict.fromkeys(key for group in groups for key in group.columns.fields):
        cells = tuple(cell for group in groups if (cell := group.columns.fields.get(key)))
        if key in SHARED - {Field.BUTTON} or (len(cells) < len(groups) and key not in BOARD_FIELDS):
            yield cells


def _unclear_issue(cells: tuple[Cell, ...]) -> ParseIssue:
    """Say that it is not clear whose columns these are."""
    places = " and ".join(dict.fromkeys(cell.where for cell in cells))
    code, message = "column-unclear", f"a column stands beside some players' cards only ({places})"
    expected = "the same columns for each player; hand, button, time and the like once a line"
    if _field(cells[0]) is Field.HAND:
        code, message = "tables-beside", f"tables beside each other are not read ({places})"
        expected = "one table below the other, or one hand number a line"
    return ParseIssue(code=code, message=message, text=cells[-1].text, expected=expected, **cells[-1].place)


def _field(cell: Cell) -> Field | None:
    meaning = meaning_of(cell.text)
    return None if meaning is None else meaning.field
