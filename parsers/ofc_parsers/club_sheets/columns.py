"""Tells from the headings of a sheet which column says what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ofc_parsers.club_sheets.cells import plain
from ofc_parsers.club_sheets.fields import AMOUNTS, Field

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ofc_parsers.spreadsheets.grid import Cell, Row

    Words = Mapping[str, Sequence[Field]]

__all__ = ["Columns", "columns_of", "is_header", "is_second_header"]


@dataclass(frozen=True, slots=True)
class Columns:
    """0-based columns by what they say; those of one field are added up.

    Attributes
    ----------
    unknown
        Headings that are no known words.
    twice
        Headings of fields that were found more than once; none of these columns is read.
    moved
        Headings of fields that stand elsewhere than they were known to.
    """

    places: Mapping[Field, tuple[int, ...]]
    unknown: tuple[Cell, ...] = ()
    twice: tuple[Cell, ...] = ()
    moved: tuple[Cell, ...] = field(default=())


def columns_of(
    header: Sequence[Row], words: Words, usual: Mapping[Field, tuple[int, ...]] | None = None
) -> Columns:
    """Read the lines of a header.

    Parameters
    ----------
    header
        Lines of the header; a lower one names parts of what an upper one heads.
    words
        Fields by heading in the form of `plain`; a heading that stands several times names them in turn.
    usual
        Columns of an export whose headings are not known; a known heading overrides its own.
    """
    lowest = {cell.column: cell for row in header for cell in row.filled}
    counts: Counter[str] = Counter()
    found: dict[Field, list[Cell]] = {}
    unknown = []
    for _, cell in sorted(lowest.items()):
        heading = plain(cell.text)
        fields = words.get(heading, ())
        if counts[heading] < len(fields):
            found.setdefault(fields[counts[heading]], []).append(cell)
        elif fields and Field.KNOWN not in fields:
            found.setdefault(fields[-1], []).append(cell)
        elif not fields:
            unknown.append(cell)
        counts[heading] += 1
    found.pop(Field.KNOWN, None)
    usual = dict(usual or {})
    told = {places for one in usual.values() for places in one}
    twice = tuple(cell for cells in found.values() if len(cells) > 1 for cell in cells)
    once = {key: cells[0] for key, cells in found.items() if len(cells) == 1}
    moved = tuple(cell for key, cell in once.items() if key in usual and cell.column not in usual[key])
    places = {key: columns for key, columns in usual.items() if key not in found}
    places |= {
        key: usual[key] if key in usual and cell.column in usual[key] else (cell.column,)
        for key, cell in once.items()
    }
    return Columns(places, tuple(cell for cell in unknown if cell.column not in told), twice, moved)


def is_header(row: Row, words: Words) -> bool:
    """Whether a line heads columns of players: their ids and something else of them.

    A line of a player whose nickname is a heading has an id beside it that is no heading.
    """
    fields = [field for cell in row.filled for field in words.get(plain(cell.text), ())[:1]]
    return Field.PLAYER in fields and len(set(fields)) > 1


def is_second_header(row: Row, header: Sequence[Row], words: Words) -> bool:
    """Whether the line below a header goes on with it: it names amounts, and nothing under the player's id."""
    if len(header) != 1 or any(cell.kind != "text" for cell in row.filled):
        return False
    first = columns_of(header, words).places.get(Field.PLAYER, ())
    if not first or any(cell.column <= first[0] for cell in row.filled):
        return False
    return any(set(words.get(plain(cell.text), ())) & set(AMOUNTS) for cell in row.filled)
