"""Headings that speak of several players: a group of columns for each, named above, in the headings or in a column."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ofc_parsers.home_sheet.cells import holds_board
from ofc_parsers.home_sheet.columns import Heading
from ofc_parsers.home_sheet.headings import meaning_of, named_meanings
from ofc_parsers.home_sheet.titles import settings, title_of
from ofc_parsers.home_sheet.vocabulary import CONTEXT, ROW_FIELDS, Field

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ofc_parsers.home_sheet.headings import Meaning
    from ofc_parsers.spreadsheets.grid import Cell, Row

__all__ = ["SHARED", "Groups", "Span", "find_groups"]

SHARED = frozenset({Field.HAND, Field.BUTTON, Field.TIME, *CONTEXT})
"""What may stand once in a line that holds a whole hand."""

_FEWEST = 2  # groups, and rows of cards in one
_ROW_WORD = re.compile(
    r"top|front|head|верх|фронт|голов|board|cards|box|layout|доск|борд|расклад|карты|бокс|\b[tfmbвсн][1-5]\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Span:
    """The headings of one player; `name` is the cell with the name where it stands in or above the headings."""

    name: Cell | None
    headings: list[Heading]


@dataclass(frozen=True, slots=True)
class Groups:
    """What a line of headings says of several players.

    Attributes
    ----------
    shared
        Headings that stand once: of the hand, and those that are not known.
    spans
        The headings of each player, left to right.
    unclear
        Headings of a player, and it is not clear of which.
    above
        The line with the players' names, where that is one of its own.
    remarks
        Cells of that line that are neither names nor headings.
    """

    shared: list[Heading]
    spans: list[Span]
    unclear: list[Cell]
    above: Row | None = None
    remarks: tuple[Cell, ...] = ()


def find_groups(row: Row, headings: Sequence[Heading], above: Row | None) -> Groups | None:
    """Part a line of headings into groups of columns; None where it does not speak of several players.

    Parameters
    ----------
    row
        The line.
    headings
        Its headings without names, a heading over several columns of cards turned into one a card.
    above
        The line before it, which may hold the players' names.
    """
    if not _ROW_WORD.search(row.raw):
        return None
    return _by_names_within(row, headings) or _by_repetition(row, headings, above)


def _by_names_within(row: Row, headings: Sequence[Heading]) -> Groups | None:
    """Groups of headings that carry the name, such as ``Anna top``."""
    readings = {cell.column: named_meanings(cell.text) for cell in row.filled}
    rows = {(said.name, said.meaning.field) for found in readings.values() for said in found}
    counted = Counter(name for name, key in rows if key in ROW_FIELDS)
    boards = {name for name, key in rows if key is Field.BOARD}
    names = {name for name, count in counted.items() if count >= _FEWEST} | boards
    if len(names) < _FEWEST:
        return None
    spans: dict[str, Span] = {}
    left: list[Heading] = []
    owner: tuple[int, Span, Meaning] | None = None
    for heading in headings:
        cell = heading.cell
        mine = [said for said in readings.get(cell.column, []) if said.name in names]
        if mine:
            said = max(mine, key=lambda said: counted[said.name])
            span = spans.setdefault(said.name, Span(replace(cell, text=said.name), []))
            meaning = said.meaning
            if heading.meaning and heading.meaning.card and not meaning.card:
                meaning = replace(meaning, card=heading.meaning.card)
            owner = (cell.column, span, meaning)
            span.headings.append(Heading(cell, meaning))
        elif owner and not cell.text and heading.meaning:  # of a heading over several columns
            owner[1].headings.append(Heading(cell, replace(owner[2], card=heading.meaning.card)))
        else:
            left.append(heading)
    return Groups(
        [heading for heading in left if _is_shared(heading)],
        list(spans.values()),
        [heading.cell for heading in left if not _is_shared(heading)],
    )


def _by_repetition(row: Row, headings: Sequence[Heading], above: Row | None) -> Groups | None:
    """Groups of headings that come again and again, the names above them or in a column of each group."""
    fields = Counter((said.field, said.card) for heading in headings if (said := heading.meaning))
    counts = {key: max(fields[key, None], fields[key, 1]) for key in (*ROW_FIELDS, Field.BOARD)}
    most = max(counts.values())
    again = [key for key, count in counts.items() if count >= _FEWEST]
    if len(again) < _FEWEST and again != [Field.BOARD]:
        return None

    def times(heading: Heading) -> int:
        return fields[heading.meaning.field, heading.meaning.card] if heading.meaning else 0

    shared = [heading for heading in headings if _is_shared(heading) and times(heading) < _FEWEST]
    owned = [heading for heading in headings if heading not in shared]
    anchor = next(heading.meaning for heading in owned if times(heading) == most)
    named = fields[Field.PLAYER, None] >= most
    names, more, remarks = _names_above(row, None if named else above, owned[0].cell.column)
    by_anchor = [heading.cell.column for heading in owned if _alike(heading.meaning, anchor)]
    by_names = [cell.column for cell in names]
    left_over = owned[0].cell.column < by_anchor[0]
    starts = by_names if _fits(by_names, owned, names) else by_anchor
    if _fits(by_anchor, owned, names) and not left_over:
        starts = by_anchor
    spans = [
        Span(next((cell for cell in names if _within(cell, begin, end)), None), part)
        for part, (begin, end) in zip(_cut(owned, starts), _ranges(starts), strict=True)
    ]
    taken = {id(span.name) for span in spans}
    return Groups(
        shared + more,
        spans,
        [heading.cell for heading in owned if heading.cell.column < starts[0]],
        above if names or more else None,
        (*remarks, *(cell for cell in names if id(cell) not in taken)),
    )


def _fits(starts: Sequence[int], headings: Sequence[Heading], names: Sequence[Cell]) -> bool:
    """Whether columns at which groups may begin give each group its cards and its name."""
    return (
        0 < len(starts) == len(names)
        and all(map(_has_rows, _cut(headings, starts)))
        and all(sum(_within(cell, *ends) for cell in names) == 1 for ends in _ranges(starts))
    )


def _names_above(
    row: Row, above: Row | None, start: int
) -> tuple[list[Cell], list[Heading], tuple[Cell, ...]]:
    """Names in the line above, headings that stand there for the whole height, and what is neither."""
    if above is None or settings(above) is not None or title_of(above.filled) is not None:
        return [], [], ()
    if holds_board(above.filled):
        return [], [], ()
    names: list[Cell] = []
    shared: list[Heading] = []
    remarks: list[Cell] = []
    for cell in above.filled:
        heading = Heading(cell, meaning_of(cell.text))
        if row.at(cell).blank and heading.meaning and _is_shared(heading):
            shared.append(heading)
        elif cell.column >= start:
            names.append(cell)
        else:
            remarks.append(cell)
    return (names, shared, tuple(remarks)) if names else ([], [], ())


def _ranges(starts: Sequence[int]) -> Iterator[tuple[int, int | None]]:
    yield from zip(starts, [*starts[1:], None], strict=True)


def _within(cell: Cell, begin: int, end: int | None) -> bool:
    return begin <= cell.column and (end is None or cell.column < end)


def _cut(headings: Sequence[Heading], starts: Sequence[int]) -> Iterator[list[Heading]]:
    for begin, end in _ranges(starts):
        yield [heading for heading in headings if _within(heading.cell, begin, end)]


def _has_rows(headings: Sequence[Heading]) -> bool:
    found = {heading.meaning.field for heading in headings if heading.meaning}
    return Field.BOARD in found or len(found & {*ROW_FIELDS}) >= _FEWEST


def _alike(first: Meaning | None, second: Meaning | None) -> bool:
    return (
        first is not None and second is not None and (first.field, first.card) == (second.field, second.card)
    )


def _is_shared(heading: Heading) -> bool:
    return heading.meaning is None or heading.meaning.field in SHARED
