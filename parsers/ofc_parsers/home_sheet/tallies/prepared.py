"""Lines without cards that are prepared, a hand's number and names, and not filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_parsers.home_sheet.tallies.remarks import READ
from ofc_parsers.home_sheet.tallies.tables import Layout
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_parsers.home_sheet.tallies.lines import Line
    from ofc_parsers.home_sheet.tallies.vocabulary import Key
    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["part_prepared"]

_OF_HANDS = {Layout.NAMED, Layout.POINTS, Layout.WIDE, Layout.PAIRS, Layout.PAIR_COLUMNS}
_BEFOREHAND: frozenset[Key] = frozenset({Field.HAND, Field.PLAYER})
"""What of the columns that are read may be typed before a hand is played."""


def part_prepared(lines: Sequence[Line]) -> tuple[list[Line], list[tuple[str | None, Cell]]]:
    """Part the lines of hands that were played from those that are not filled in, each hand of these with a cell.

    A line with a name stays if others of its hand are filled in: whether its number was forgotten, nobody can tell.
    """
    told = {_hand(line) for line in lines if not (line.totals or _is_prepared(line))}
    played: list[Line] = []
    empty: dict[object, tuple[str | None, Cell]] = {}
    for line in lines:
        begun = not line.opens and _hand(line) in told
        if not _is_prepared(line) or (begun and line.at(Field.PLAYER) is not None):
            played.append(line)
        elif not begun:
            key = line.row.line if line.opens else _hand(line)
            empty.setdefault(key, (line.hand, line.row.filled[0]))
    return played, [*empty.values()]


def _hand(line: Line) -> tuple[str | None, str | None]:
    return line.session(), line.hand


def _is_prepared(line: Line) -> bool:
    table = line.table
    if table.layout not in _OF_HANDS or line.totals or line.issues:
        return False
    told = [
        heading
        for key in READ[table.layout]
        if key not in _BEFOREHAND and (heading := table.columns.get(key))
    ]
    return all(line.row.at(heading).blank for heading in (*table.names, *told))
