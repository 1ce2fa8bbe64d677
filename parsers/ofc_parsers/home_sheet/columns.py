"""Which headings speak of one player: a column for each field, or one for each card of a row."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING

from ofc_analytics.hands import ROW_SIZES
from ofc_parsers.home_sheet.headings import Meaning
from ofc_parsers.home_sheet.vocabulary import ROW_FIELDS, TWO_WAY, WEAK, Field, plain
from ofc_parsers.spreadsheets.grid import Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

__all__ = ["Columns", "Heading", "columns_of", "spread_rows"]

_SIZES = dict(zip(ROW_FIELDS, ROW_SIZES, strict=True))
_TWO_WAY = TWO_WAY | {"f", "b"}
_BOTH = sum(set(ROW_SIZES))  # cards of a three-card and a five-card row together


@dataclass(frozen=True, slots=True)
class Heading:
    """A cell that heads a column (or, in a block that is turned, a line), and what it means if that is known."""

    cell: Cell
    meaning: Meaning | None

    @property
    def row(self) -> Field | None:
        """The row of cards it heads, if it does."""
        return self.meaning.field if self.meaning and self.meaning.field in ROW_FIELDS else None


@dataclass(frozen=True, slots=True)
class Columns:
    """Headings of one player.

    Attributes
    ----------
    fields
        The heading of each field.
    cards
        The headings of a row's cards, first card first, where each card has its own.
    twice
        Pairs of headings for one thing.
    unknown
        Headings that are not read.
    absent
        Cards that have no heading in a row whose others have, such as ``top 3``.
    beyond
        Headings of cards that no row has, such as ``top 4``.
    two_way
        Whether top and bottom go by words that some use the other way round, and nothing tells which.
    turned
        A heading of such words, where the number of columns has told that they are the other way round.
    """

    fields: Mapping[Field, Cell]
    cards: Mapping[Field, tuple[Cell, ...]] = field(default_factory=dict)
    twice: tuple[tuple[Cell, Cell], ...] = ()
    unknown: tuple[Cell, ...] = ()
    absent: tuple[str, ...] = ()
    beyond: tuple[Cell, ...] = ()
    two_way: bool = False
    turned: Cell | None = None

    @property
    def found(self) -> set[Field]:
        """Fields that have a heading."""
        return {*self.fields, *self.cards}

    @property
    def missing(self) -> list[str]:
        """What of the cards has no heading and needs one."""
        rows = [] if Field.BOARD in self.found else [row.value for row in ROW_FIELDS if row not in self.found]
        return [
            *(["top, middle and bottom (or board)"] if len(rows) == len(ROW_FIELDS) else rows),
            *self.absent,
        ]

    @property
    def cells(self) -> Iterator[Cell]:
        """All headings that are read."""
        yield from self.fields.values()
        for cells in self.cards.values():
            yield from cells


def columns_of(headings: Iterable[Heading]) -> Columns:
    """Sort the headings of one player by what they mean, in the order of the sheet."""
    fields: dict[Field, Cell] = {}
    words: dict[Field, str] = {}
    numbered: dict[Field, dict[int, Cell]] = {}
    twice: list[tuple[Cell, Cell]] = []
    unknown: list[Cell] = []
    for heading in sorted(headings, key=_is_weak):
        cell, meaning = heading.cell, heading.meaning
        if meaning is None or (meaning.field in fields and _is_weak(heading)):
            unknown.append(cell)
            continue
        key, place = meaning.field, meaning.card
        words.setdefault(key, meaning.word)
        taken = fields.get(key) or numbered.get(key, {}).get(place or 1)
        if taken is not None:
            twice.append((taken, cell))
        elif place is None:
            fields[key] = cell
        else:
            numbered.setdefault(key, {})[place] = cell
    if fields.keys() | numbered.keys() >= {*ROW_FIELDS} and Field.BOARD in fields:
        unknown.append(fields.pop(Field.BOARD))
    two_way = {words.get(row) for row in (Field.TOP, Field.BOTTOM)} <= _TWO_WAY
    turned = two_way and [len(numbered.get(row, ())) for row in (Field.TOP, Field.BOTTOM)] == [5, 3]
    if turned:
        numbered[Field.TOP], numbered[Field.BOTTOM] = numbered[Field.BOTTOM], numbered[Field.TOP]
    return Columns(
        fields=fields,
        cards={row: tuple(cell for _, cell in sorted(cells.items())) for row, cells in numbered.items()},
        twice=tuple(twice),
        unknown=tuple(unknown),
        absent=tuple(
            f"{row} {place}"
            for row, cells in numbered.items()
            for place in range(1, _SIZES[row] + 1)
            if place not in cells
        ),
        beyond=tuple(
            cell for row, cells in numbered.items() for place, cell in cells.items() if place > _SIZES[row]
        ),
        two_way=two_way and not numbered,
        turned=numbered[Field.TOP][1] if turned else None,
    )


def spread_rows(headings: Sequence[Heading]) -> list[Heading]:
    """Turn the heading of a row over as many columns as the row has cards into one heading a card.

    That is how merged cells are stored: the heading in the first column, and nothing in the others. Nothing is
    turned unless it fits every row; what follows the last heading of the line may be any number of columns.
    """
    widths = [after.cell.column - heading.cell.column for heading, after in pairwise(headings)]
    rows = [
        (heading, width)
        for heading, width in zip_longest(headings, widths)
        if heading.row and heading.meaning and heading.meaning.card is None
    ]
    told = next((width for heading, width in rows if width and _is_two_way(heading)), None)
    sizes = {id(heading): _width(heading, width, told) for heading, width in rows}
    if not rows or any(width not in {None, sizes[id(heading)]} for heading, width in rows):
        return list(headings)
    return [part for heading in headings for part in _parts(heading, sizes.get(id(heading)))]


def _width(heading: Heading, width: int | None, told: int | None) -> int:
    size = _SIZES[heading.row] if heading.row else 1
    if not _is_two_way(heading):
        return size
    if width is not None:
        return width if width in ROW_SIZES else size
    return _BOTH - told if told in ROW_SIZES else size


def _parts(heading: Heading, size: int | None) -> Iterator[Heading]:
    if size is None or heading.meaning is None:
        yield heading
        return
    cell, meaning = heading.cell, heading.meaning
    for place in range(size):
        text = cell.text if place == 0 else ""
        part = Cell(text, cell.line, cell.column + place, cell.sheet)
        yield Heading(part, Meaning(meaning.field, place + 1, meaning.word))


def _is_two_way(heading: Heading) -> bool:
    return heading.meaning is not None and heading.meaning.word in TWO_WAY


def _is_weak(heading: Heading) -> bool:
    return plain(heading.cell.text) in WEAK
