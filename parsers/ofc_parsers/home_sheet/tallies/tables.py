"""Finds the tables of a sheet without cards: headings, what is told above them, and their lines.

Which table it is, its headings say where they are known words; where they are players' names, as in
``hand | Anna | Boris``, the numbers below them do.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import dropwhile, takewhile
from typing import TYPE_CHECKING

from ofc_analytics.cards import parse_cards
from ofc_analytics.errors import CardError
from ofc_analytics.money import plain_minus
from ofc_parsers.home_sheet.cells import holds_board
from ofc_parsers.home_sheet.layout import split_sections
from ofc_parsers.home_sheet.tallies.names import is_name
from ofc_parsers.home_sheet.tallies.vocabulary import ROW_FIELDS, SHEET_KINDS, Key, Word, meaning
from ofc_parsers.home_sheet.titles import settings
from ofc_parsers.home_sheet.values import hand_number
from ofc_parsers.home_sheet.vocabulary import CONTEXT, WEAK, Field, plain
from ofc_parsers.spreadsheets.grid import HEADER_WITHIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ofc_parsers.spreadsheets.grid import Cell, Row

__all__ = ["BY_NUMBERS", "LOOKED_AT", "NAMES", "Layout", "Table", "first_table", "pair_of", "split_tables"]

_BELOW = 20  # lines below headings that are looked at, to tell what stands there
LOOKED_AT = HEADER_WITHIN + _BELOW
"""Lines of a sheet that tell whether it is one without cards."""

NAMES: tuple[Key, ...] = (Field.PLAYER, Word.WINNER, Word.LOSER)
"""What columns of players' names are headed."""

_LONGEST_PAIR = 100  # characters
_SIGN = r"[$€£₽₴₸]"
_NUMBER = re.compile(rf"[+-]?\s*{_SIGN}?\s*[+-]?\d[\d\s.,'’]*(?:{_SIGN}|[^\W\d_]{{1,5}}\.?)?")
_BETWEEN = (
    re.compile(r"\s(?:vs\.?|против)\s", re.IGNORECASE),
    re.compile(r"\s-\s|[\u2012-\u2015\u2212]"),
    re.compile(r"[-\u2010\u2011/:]"),
)
"""What stands between the players of a pair, the surest first: a name may have a hyphen of its own."""


class Layout(StrEnum):
    """What the lines of a table say."""

    ENTRIES = "entries"
    CHIPS = "buy-ins and cash-outs"
    NAMED = "named combinations"
    POINTS = "a player's points"
    WIDE = "all players' points"
    PAIRS = "a pair's result"
    PAIR_COLUMNS = "all pairs' results"
    MATRIX = "a player's results against each other"
    TOTALS = "a player's total"


BY_NUMBERS = frozenset({Layout.WIDE, Layout.PAIR_COLUMNS, Layout.MATRIX})
"""Layouts whose headings are players or pairs, so that the numbers below them tell which it is."""


@dataclass(slots=True)
class Table:
    """A table without cards.

    `columns` has the cell of each known heading, `names` the headings that are players or pairs, `twice` pairs of
    headings for one thing and `unknown` those that nothing is known of.
    """

    layout: Layout
    header: Row
    columns: dict[Key, Cell]
    names: tuple[Cell, ...] = ()
    twice: tuple[tuple[Cell, Cell], ...] = ()
    unknown: tuple[Cell, ...] = ()
    above: list[Row] = field(default_factory=list)
    body: list[Row] = field(default_factory=list)

    @property
    def naming(self) -> set[int]:
        """Columns in which players' names stand."""
        if self.layout is Layout.MATRIX:
            return {0}
        return {heading.column for key in NAMES if (heading := self.columns.get(key))}


def first_table(head: Sequence[Row], sheet: str | None) -> tuple[Table | None, bool]:
    """First table without cards in the first `LOOKED_AT` lines of a sheet, and whether the sheet is one of cards all the same."""
    places = range(min(HEADER_WITHIN, len(head)))
    found = next((table for at in places if (table := _table_at(head, at, sheet)) is not None), None)
    if found is None or found.layout is Layout.NAMED:
        return found, False
    sections = split_sections(head)
    has_cards = any(section.header is None or section.header.complete for section in sections)
    return found, has_cards or any(holds_board(row.filled) for row in head)


def split_tables(rows: Iterable[Row], sheet: str | None) -> list[Table]:
    """Cut a sheet at the headings of its tables."""
    lines = list(rows)
    tables: list[Table] = []
    above: list[Row] = []
    for at, row in enumerate(lines):
        table = _table_at(lines, at, sheet)
        if table is not None and tables and _same(table, tables[-1]):
            continue  # headings said again
        if table is not None:
            table.above = above or _told_for_next(tables[-1].body if tables else [])
            tables.append(table)
            above = []
        elif tables:
            tables[-1].body.append(row)
        else:
            above.append(row)
    return tables


def pair_of(heading: str) -> tuple[str, str] | None:
    """Two players that a heading names.

    >>> pair_of("Anna-Maria – Boris"), pair_of("Anna vs Boris"), pair_of("Anna")
    (('Anna-Maria', 'Boris'), ('Anna', 'Boris'), None)
    """
    for mark in _BETWEEN if len(heading) <= _LONGEST_PAIR else ():
        names = [name.strip() for name in mark.split(heading)]
        if len(names) == 2 and all(names):
            return names[0], names[1]
    return None


def _table_at(lines: Sequence[Row], at: int, sheet: str | None) -> Table | None:
    """The table whose headings stand in a line, if they do."""
    row = lines[at]
    filled = row.filled
    if len(filled) < 2 or any(map(_is_number, filled)) or settings(row):
        return None
    following = dropwhile(lambda line: not line.filled, lines[at + 1 : at + 1 + _BELOW])
    below = list(takewhile(lambda line: line.filled, following))
    columns, twice, unknown = _headings(row)
    keys = columns.keys()
    layout = _by_words(keys, sheet)
    if layout is None and below:
        columns, unknown = _with_names(columns, unknown, below)
        keys = columns.keys()
        layout = _by_names(keys, unknown, row, below)
    if layout is None and Field.PLAYER in keys and keys >= {*ROW_FIELDS} and _are_names(columns, below):
        layout = Layout.NAMED
    if layout is None:
        return None
    named = layout in BY_NUMBERS
    names, unknown = (unknown, ()) if named else ((), unknown)
    return Table(layout, row, columns, names, twice, unknown)


def _told_for_next(body: list[Row]) -> list[Row]:
    """Take from the end of a table the lines below a blank one that tell what holds for the next."""
    told = list(takewhile(lambda row: not row.filled or settings(row), reversed(body)))
    while told and told[-1].filled:
        told.pop()
    del body[len(body) - len(told) :]
    return told[::-1]


def _headings(row: Row) -> tuple[dict[Key, Cell], tuple[tuple[Cell, Cell], ...], tuple[Cell, ...]]:
    columns: dict[Key, Cell] = {}
    twice: list[tuple[Cell, Cell]] = []
    unknown: list[Cell] = []
    for cell in sorted(row.filled, key=lambda cell: (plain(cell.text) in WEAK, cell.column)):
        key = meaning(cell.text)
        if key is None or (key in columns and plain(cell.text) in WEAK):
            unknown.append(cell)
        elif key in columns:
            twice.append((columns[key], cell))
        else:
            columns[key] = cell
    return columns, tuple(twice), tuple(unknown)


def _with_names(
    columns: dict[Key, Cell], names: tuple[Cell, ...], below: Sequence[Row]
) -> tuple[dict[Key, Cell], tuple[Cell, ...]]:
    """Take headings such as Joker and Day for players where somebody lost below them, or they head a line too."""
    headed = {_plain_name(row.cells[0].text) for row in below}
    players = {
        key: cell
        for key, cell in columns.items()
        if key in CONTEXT
        and (
            _plain_name(cell.text) in headed
            or any(plain_minus(row.at(cell).text).lstrip().startswith("-") for row in below)
        )
    }
    kept = {key: cell for key, cell in columns.items() if key not in players}
    return kept, tuple(sorted((*names, *players.values()), key=lambda cell: cell.column))


def _by_words(keys: Iterable[Key], sheet: str | None) -> Layout | None:
    """Layout that the headings tell alone."""
    found = {*keys}
    if found & {*ROW_FIELDS, Field.BOARD}:
        return None
    player, numbers = Field.PLAYER in found, bool(found & {Field.NET, Field.POINTS})
    priced = Field.UNIT in found  # куш, where куши is meant
    paid = player and Field.NET in found
    told = {
        Layout.ENTRIES: (Word.KIND in found and (player or Field.NET in found))
        or (paid and plain(sheet or "") in SHEET_KINDS),
        Layout.CHIPS: player and bool(found & {Word.BUY_IN, Word.CASH_OUT}),
        Layout.PAIRS: {Word.WINNER, Word.LOSER} <= found and numbers,
        Layout.POINTS: player and Field.HAND in found and (numbers or priced),
        Layout.TOTALS: player and (numbers or Word.TOTAL in found),
    }
    return next((layout for layout, fits in told.items() if fits), None)


def _by_names(keys: Iterable[Key], names: Sequence[Cell], row: Row, below: Sequence[Row]) -> Layout | None:
    """Layout of a table whose headings are players or pairs, told by the numbers below them."""
    if {*keys} & {*ROW_FIELDS, Field.BOARD}:
        return None
    if not _are_numbers(names, below):
        prepared = Field.HAND in keys and len(names) > 1 and _is_form(row, names, below)
        return Layout.WIDE if prepared else None
    pairs = [pair for cell in names if (pair := pair_of(cell.text))]
    if pairs and len(pairs) == len(names) and (len(pairs) == 1 or len({*sum(pairs, ())}) < 2 * len(pairs)):
        return Layout.PAIR_COLUMNS
    headed = {_plain_name(cell.text) for cell in names}
    told = Counter(_plain_name(line.cells[0].text) for line in below[: len(names)])
    if len(names) > 1 and len(headed & told.keys()) > 1 and row.cells[0] not in names:
        return Layout.MATRIX
    return Layout.WIDE if Field.HAND in keys and len(names) > 1 else None


def _are_numbers(names: Sequence[Cell], below: Sequence[Row]) -> bool:
    """Whether most of what stands below some headings are numbers."""
    cells = [cell for line in below for name in names if not (cell := line.at(name)).blank]
    return 2 * sum(_is_number(cell) and not _cards(cell.text) for cell in cells) > len(cells)


def _is_form(row: Row, names: Sequence[Cell], below: Sequence[Row]) -> bool:
    """Whether hands are numbered below the headings and nothing is filled in."""
    hands = next(cell for cell in row.cells if meaning(cell.text) is Field.HAND)
    numbered = all(hand_number(line.at(hands).text)[1] is not None for line in below)
    return numbered and all(line.at(name).blank for line in below for name in names)


def _is_number(cell: Cell) -> bool:
    return _NUMBER.fullmatch(plain_minus(cell.text).strip()) is not None


def _are_names(columns: dict[Key, Cell], below: Sequence[Row]) -> bool:
    """Whether combinations stand below the headings of rows, and no cards."""
    cells = [cell for line in below for key in ROW_FIELDS if not (cell := line.at(columns[key])).blank]
    told = [cell.text for cell in cells]
    return any(map(is_name, told)) and not any(len(_cards(text)) > 2 for text in told)


def _cards(text: str) -> bytes:
    try:
        return parse_cards(text)
    except CardError:
        return b""


def _plain_name(text: str) -> str:
    return " ".join(text.split()).casefold()


def _same(one: Table, other: Table) -> bool:
    return [cell.text for cell in one.header.cells] == [cell.text for cell in other.header.cells]
