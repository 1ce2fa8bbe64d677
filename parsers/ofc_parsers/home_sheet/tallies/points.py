"""Points or money of players, hand by hand or in all: one player a line, or a column for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.grouping import group_by_number
from ofc_parsers.home_sheet.tallies.results import Group, Statement, in_points
from ofc_parsers.home_sheet.tallies.vocabulary import Word
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ofc_parsers.home_sheet.tallies.lines import Line, Report
    from ofc_parsers.home_sheet.tallies.results import Prices
    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["NUMBER_OR_TOTALS", "by_hand", "read_long", "read_totals", "read_wide"]

NUMBER_OR_TOTALS = "a hand number, or a word such as total for sums of the lines above"
"""What stands for the hand where a line is one."""


def by_hand(lines: Sequence[Line], report: Report) -> list[list[Line]]:
    """Put the lines of one hand together, each player once; a number that comes again is another hand, and noted."""
    hands = group_by_number([line for line in lines if not line.totals], report)
    for hand in hands:
        seen: dict[str, Line] = {}
        for line in hand:
            first = line if line.who is None else seen.setdefault(line.who, line)
            if first is not line:
                message = f"{line.who} stands twice in one hand, first in {first.row.cells[0].where}"
                line.refuse("player-twice", message, "each player once a hand", line.row.filled[0])
    return hands


def read_long(lines: Sequence[Line], prices: Prices, report: Report) -> Iterator[Group]:
    """Read one line a player and hand, the hand's number in a column."""
    for hand in by_hand(lines, report):
        group = Group(hand[0].hand, hand)
        for line in hand:
            if line.hand is None:
                cell = line.row.at(line.table.columns[Field.HAND])
                line.refuse("hand-missing", "no hand number stands here or above", "a hand number", cell)
            group.statements += _of_line(line, line.needed_name(Field.PLAYER), prices)
        yield group


def read_totals(lines: Sequence[Line], prices: Prices) -> Iterator[Group]:
    """Read one line a player, with what he made in all; each session adds up by itself."""
    sessions: dict[str | None, list[Line]] = {}
    for line in lines:
        if not line.totals:
            sessions.setdefault(line.session(), []).append(line)
    for members in sessions.values():
        group = Group(None, members)
        for line in members:
            name = line.needed_name(Field.PLAYER)
            group.statements += _of_line(line, name, prices)
        seen: dict[str, Cell] = {}
        for told in group.statements:
            first = seen.setdefault(told.player, told.cell)
            if first is not told.cell:
                message = f"{told.player} has a total twice, first in {first.where}"
                told.line.refuse("total-twice", message, "one total for each player", told.cell)
        yield group


def read_wide(lines: Sequence[Line], report: Report) -> Iterator[Group]:
    """Read one line a hand, a column for each player; a blank cell is one who did not play."""
    hands = [line for line in lines if not line.totals]
    group_by_number([line for line in hands if line.hand is not None], report)
    for line in hands:
        points = in_points(line, None)
        told = [
            Statement(values.name(heading.text), value, cell, line, points)
            for heading in line.table.names
            if not (cell := line.row.at(heading)).blank
            and (value := line.value(cell, points=points)) is not None
        ]
        if line.hand is None:
            cell = line.row.at(line.table.columns[Field.HAND])
            line.refuse("hand-missing", "the line has no hand number", NUMBER_OR_TOTALS, cell)
        if not told and not line.issues:
            line.refuse(
                "points-missing", "the hand has no points", "a number for each player", line.row.filled[0]
            )
        yield Group(line.hand, [line], told)


def _of_line(line: Line, player: str | None, prices: Prices) -> Iterator[Statement]:
    """What a line says of its player. Beside points that have a price, money only is held against them."""
    points, money = line.at(Field.POINTS), line.at(Field.NET) or line.at(Word.TOTAL)
    unit = prices.of(line)
    if points is not None and money is not None:
        _check_money(line, points, money, unit)
    cell = money if points is None or (unit is None and money is not None) else points
    if cell is None:
        columns = line.table.columns
        heading = columns.get(Field.POINTS) or columns.get(Field.NET) or columns[Word.TOTAL]
        message, expected = "the line has no points and no money", "a number; 0 for none"
        line.refuse("points-missing", message, expected, line.row.at(heading))
        return
    heading = next(each for each in line.table.columns.values() if each.column == cell.column)
    in_them = in_points(line, heading)
    value = line.value(cell, points=in_them)
    if player is not None and value is not None:
        yield Statement(player, value, cell, line, in_them)


def _check_money(line: Line, points: Cell, money: Cell, unit: int | None) -> None:
    value, paid = line.points(points), line.money(money)
    if unit is not None and value is not None and paid is not None and value * unit != paid:
        expected = f"{points.text.strip()} × {line.context[Field.UNIT].text.strip()}"
        line.refuse("money-differs", "the money is not the points times the unit", expected, money)
