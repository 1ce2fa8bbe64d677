"""What each cell of a sheet says, in whatever layout: by the places that the readers of sheets look at."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ofc_parsers.home_sheet.layout import split_sections
from ofc_parsers.home_sheet.tallies.reading import part_grids
from ofc_parsers.home_sheet.tallies.tables import Layout, pair_of, split_tables
from ofc_parsers.home_sheet.titles import settings
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ofc_analytics.errors import ParseIssue
    from ofc_parsers.home_sheet.header import Header
    from ofc_parsers.home_sheet.layout import Section
    from ofc_parsers.home_sheet.tallies.tables import Table
    from ofc_parsers.home_sheet.tallies.vocabulary import Key
    from ofc_parsers.spreadsheets.grid import Cell, Grid, Row

__all__ = ["Place", "Said", "place_of", "roles_of"]

Place = tuple[str | None, int, int]
"""Sheet, line and column of a cell."""


class Said(NamedTuple):
    """A text in a cell, which may be part of it, and what it is."""

    key: Key
    text: str


def place_of(cell: Cell) -> Place:
    """Where a cell stands."""
    return cell.sheet, cell.line, cell.column


def roles_of(grids: Sequence[Grid]) -> dict[Place, list[Said]]:
    r"""What the cells say that are read, by their places; a cell may say several things.

    Examples
    --------
    >>> from ofc_parsers.spreadsheets.grid import Grid, text_rows
    >>> text = "hand,Anna,Boris\n1,5,-5\n"
    >>> roles = roles_of([Grid(None, list(text_rows(text, {"hand": 1}.get)))])
    >>> [said for (_, line, _), some in roles.items() if line == 1 for said in some]
    [Said(key=<Field.PLAYER: 'player'>, text='Anna'), Said(key=<Field.PLAYER: 'player'>, text='Boris')]
    """
    tallies, others = part_grids(grids, _ignore)
    found = defaultdict(list)
    for grid in tallies:
        rows = list(grid.rows)
        for table in split_tables(rows, grid.name):
            for cell, key in _in_table(table, rows):
                found[place_of(cell)].append(Said(key, cell.text))
    for grid in others:
        for section in split_sections(grid.rows):
            for cell, key in _in_section(section):
                found[place_of(cell)].append(Said(key, cell.text))
    return {place: list(dict.fromkeys(said)) for place, said in found.items()}


def _in_section(section: Section) -> Iterator[tuple[Cell, Key]]:
    if section.header is not None:
        yield from _in_header(section.header)
    for entry in section.entries:
        yield from ((cell, key) for key, cell in entry.cells.items())
        for record in entry.records:
            yield from ((cell, key) for key, cell in record.cells.items())
            yield from ((cell, key) for key, cells in record.cards.items() for cell in cells)


def _in_header(header: Header) -> Iterator[tuple[Cell, Key]]:
    for group in header.groups:
        if group.name is not None:
            yield group.name, Field.PLAYER
            for cell in group.columns.cells:
                if group.name.text in cell.text:
                    yield replace(cell, text=group.name.text), Field.PLAYER


def _in_table(table: Table, rows: Sequence[Row]) -> Iterator[tuple[Cell, Key]]:
    texts = [cell.text for cell in table.header.cells]
    for row in rows:  # headings may be said again
        if row is table.header or [cell.text for cell in row.cells] == texts:
            yield from (
                (cell, Field.PLAYER) for name in table.names for cell in _players(row.at(name), table)
            )
    told = [*map(settings, table.above), *(settings(row, table.naming) for row in table.body)]
    yield from ((cell, key) for some in told if some for key, cell in some.items())
    for row in table.body:
        if not row.filled or settings(row, table.naming):
            continue
        yield from ((row.at(heading), key) for key, heading in table.columns.items())
        yield from ((row.at(heading), Field.NET) for heading in table.names)
        if table.layout is Layout.MATRIX:
            yield row.cells[0], Field.PLAYER


def _players(cell: Cell, table: Table) -> Iterator[Cell]:
    pair = pair_of(cell.text) if table.layout is Layout.PAIR_COLUMNS else None
    for name in pair or (cell.text,):
        yield replace(cell, text=name)


def _ignore(issue: ParseIssue) -> None:
    """Reading the sheet reports it."""
