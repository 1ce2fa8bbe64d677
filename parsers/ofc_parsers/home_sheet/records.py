"""What a sheet says about each player in each hand, whatever its layout: the stream that all layouts become."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ofc_analytics.errors import ParseIssue
    from ofc_parsers.home_sheet.columns import Columns
    from ofc_parsers.home_sheet.vocabulary import Field
    from ofc_parsers.spreadsheets.grid import Cell, Row

__all__ = ["Entry", "Record", "record_of"]


@dataclass(frozen=True, slots=True)
class Record:
    """One player in one hand: the cell of each field, wherever it stands in the sheet.

    Attributes
    ----------
    row
        The line it is taken from, for messages.
    first
        Where it begins.
    cells
        The cell of each field that the layout has a place for, blank ones too.
    cards
        The cells of a row's cards, where each card has its own.
    said
        Fields of which the record says something itself; not a name that stands in the headings.
    two_way
        Whether top and bottom go by words that some use the other way round.
    width
        Number of columns under headings, where cells beyond them are a fault.
    """

    row: Row
    first: Cell
    cells: Mapping[Field, Cell]
    cards: Mapping[Field, tuple[Cell, ...]]
    said: frozenset[Field]
    two_way: bool = False
    width: int | None = None

    def at(self, field: Field) -> Cell | None:
        """Cell of a field, the first one of a row whose cards have a cell each."""
        cards = self.cards.get(field)
        return cards[0] if cards else self.cells.get(field)

    def every(self, field: Field) -> tuple[Cell, ...]:
        """Cells of a field: several of a row whose cards have a cell each."""
        cell = self.cells.get(field)
        return self.cards.get(field) or (() if cell is None else (cell,))


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a sheet, or one block of lines.

    Attributes
    ----------
    row
        The line, or one that stands for the block.
    cells
        What it says about the hand or all hands below it; no blank cells.
    records
        The players of whom it says something.
    whole
        Whether it is a whole hand, and not one player of it.
    stray
        Cells that stand under no heading.
    issues
        What is wrong with the block itself; it is not read where one of them is an error.
    """

    row: Row
    cells: Mapping[Field, Cell] = field(default_factory=dict)
    records: tuple[Record, ...] = ()
    whole: bool = False
    stray: tuple[Cell, ...] = ()
    issues: tuple[ParseIssue, ...] = ()

    @property
    def said(self) -> set[Field]:
        """Fields of which the line says something."""
        return set(self.cells).union(*(record.said for record in self.records))


def record_of(
    row: Row,
    columns: Columns,
    lookup: Callable[[Cell], Cell],
    *,
    also: Mapping[Field, Cell] | None = None,
    first: Cell | None = None,
    width: int | None = None,
) -> Record:
    """Take a record from a sheet: `lookup` gives the cell that belongs to a heading, `also` what stands elsewhere."""
    own = {key: lookup(heading) for key, heading in columns.fields.items()}
    cards = {key: tuple(map(lookup, headings)) for key, headings in columns.cards.items()}
    said = {key for key, cell in own.items() if not cell.blank}
    said |= {key for key, cells in cards.items() if not all(cell.blank for cell in cells)}
    return Record(
        row=row,
        first=first or row.cells[0],
        cells={**(also or {}), **own},
        cards=cards,
        said=frozenset(said),
        two_way=columns.two_way,
        width=width,
    )
