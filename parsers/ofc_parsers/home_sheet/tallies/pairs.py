"""Results of pairs: a line for each, a column for each, or a square of players against players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.grouping import group_by_number
from ofc_parsers.home_sheet.tallies.points import NUMBER_OR_TOTALS
from ofc_parsers.home_sheet.tallies.results import Group, Statement, in_points
from ofc_parsers.home_sheet.tallies.tables import pair_of
from ofc_parsers.home_sheet.tallies.vocabulary import Word
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ofc_parsers.home_sheet.tallies.lines import Line, Report
    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["read_matrix", "read_pair_columns", "read_pairs"]


def read_pairs(lines: Sequence[Line]) -> Iterator[Group]:
    """Read lines of winner, loser and points, with a hand's number or without."""
    groups: dict[tuple[str | None, str | None], list[Line]] = {}
    for line in lines:
        if not line.totals:
            groups.setdefault((line.session(), line.hand), []).append(line)
    for (_, hand), members in groups.items():
        group = Group(hand, members)
        seen: dict[frozenset[str], Line] = {}
        for line in members:
            winner, loser = line.needed_name(Word.WINNER), line.needed_name(Word.LOSER)
            told = _number(line)
            if told is None or winner is None or loser is None:
                continue
            cell, value, points = told
            first = seen.setdefault(frozenset((winner, loser)), line) if hand is not None else line
            if first is not line:
                message = f"{winner} and {loser} stand twice in one hand, first in {first.row.cells[0].where}"
                line.refuse("pair-twice", message, "each pair once a hand", line.row.filled[0])
            if value < 0:
                line.refuse("points-negative", "the winner has less than 0", "a number of 0 or more", cell)
            if winner == loser:
                line.refuse("pair-of-one", f"{winner} won from himself", "two players", line.row.filled[0])
            group.statements += _both(winner, loser, value, cell, line, points=points)
        yield group


def read_pair_columns(lines: Sequence[Line], report: Report) -> Iterator[Group]:
    """Read a column for each pair, positive where the player named first has won."""
    hands = [line for line in lines if not line.totals]
    group_by_number([line for line in hands if line.hand is not None], report)
    for line in hands:
        if line.hand is None and (heading := line.table.columns.get(Field.HAND)):
            line.refuse("hand-missing", "the line has no hand number", NUMBER_OR_TOTALS, line.row.at(heading))
        group = Group(line.hand, [line])
        points = in_points(line, None)
        for heading in line.table.names:
            cell, pair = line.row.at(heading), pair_of(heading.text)
            if pair is None or cell.blank or (value := line.value(cell, points=points)) is None:
                continue
            first, second = map(values.name, pair)
            group.statements += _both(first, second, value, cell, line, points=points)
        yield group


def read_matrix(lines: Sequence[Line]) -> Iterator[Group]:
    """Read a square: what the player of a line has won from the player of a column. One half of it is enough."""
    members = [line for line in lines if not line.totals]
    if not members:
        return
    group = Group(None, members)
    headings = {values.name(cell.text): cell for cell in members[0].table.names}
    told: dict[tuple[str, str], tuple[Cell, int]] = {}
    seen: dict[str, Cell] = {}
    for line in members:
        name = _player(line, headings, seen)
        points = in_points(line, None)
        for other, heading in headings.items() if name else ():
            cell = line.row.at(heading)
            if cell.blank or (value := line.value(cell, points=points)) is None:
                continue
            mirrored = told.get((other, name))
            if other == name:
                if value:
                    line.refuse("pair-of-one", f"{name} won from himself", "a blank cell, or 0", cell)
            elif mirrored is None:
                told[name, other] = cell, value
                group.statements += _both(name, other, value, cell, line, points=points)
            elif mirrored[1] != -value:
                message = f"{mirrored[0].where} has {mirrored[0].text.strip()!r} for the same pair, and this is not its opposite"
                line.refuse("pair-differs", message, f"{-mirrored[1]:+d}" if points else "its opposite", cell)
    yield group


def _player(line: Line, headings: Mapping[str, Cell], seen: dict[str, Cell]) -> str:
    """Player of a line of a square; nothing where he has no column, or a line above."""
    cell = line.row.cells[0]
    name = None if cell.blank else line.name(cell)
    if name is None or name not in headings:
        expected = f"one of {', '.join(headings)}"
        line.refuse("player-unknown", "the line's player has no column", expected, cell)
        return ""
    first = seen.setdefault(name, cell)
    if first is not cell:
        message = f"{name} has two lines in the square, the first in {first.where}"
        line.refuse("player-twice", message, "one line for each player", cell)
        return ""
    return name


def _number(line: Line) -> tuple[Cell, int, bool] | None:
    """Cell and value of a pair's result, and whether it is points."""
    cell = line.at(Field.POINTS) or line.at(Field.NET)
    if cell is None:
        heading = line.table.columns.get(Field.POINTS) or line.table.columns[Field.NET]
        line.refuse("points-missing", "the line has no points", "a number of 0 or more", line.row.at(heading))
        return None
    points = line.at(Field.POINTS) is cell
    value = line.value(cell, points=points)
    return None if value is None else (cell, value, points)


def _both(first: str, second: str, value: int, cell: Cell, line: Line, *, points: bool) -> list[Statement]:
    return [
        Statement(first, value, cell, line, points, other=second),
        Statement(second, -value, cell, line, points, other=first),
    ]
