"""Named combinations and the rows' winners, and the points that follow from them.

What the names tell is checked: a row that is higher than the one below it is a foul, and the lower of two rows has not
won. Cards were not seen, and who won between rows of one name is believed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.errors import ParseIssue
from ofc_analytics.hands import ROWS
from ofc_analytics.rules.patterns import CLASSES
from ofc_analytics.settlement.scoring import score_values
from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.tallies.names import EXAMPLES, NOTHING, classes
from ofc_parsers.home_sheet.tallies.points import by_hand
from ofc_parsers.home_sheet.tallies.results import Group, Statement
from ofc_parsers.home_sheet.tallies.vocabulary import ROW_FIELDS, ROW_PLACE, ROW_WON
from ofc_parsers.home_sheet.tallies.winners import EXAMPLES as WINNERS
from ofc_parsers.home_sheet.tallies.winners import WinnerError, by_places, by_words
from ofc_parsers.home_sheet.vocabulary import FOULS, Field, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ofc_analytics.rules import RuleSet
    from ofc_parsers.home_sheet.tallies.lines import Line
    from ofc_parsers.home_sheet.tallies.results import Prices
    from ofc_parsers.home_sheet.tallies.rulebook import Rulebook
    from ofc_parsers.home_sheet.tallies.winners import Order
    from ofc_parsers.spreadsheets.grid import Cell

    Classes = NDArray[np.bool_]

__all__ = ["Named"]

_TOP, _FIVE, _LOW = (0, 1, 3), (*range(9), 10), (12, 13)  # categories that a row can hold


@dataclass(slots=True)
class _Player:
    """One player's line, and the classes of hand that each row may be; `foul` as the line says."""

    name: str
    line: Line
    rows: list[Classes]
    foul: bool


@dataclass(slots=True)
class Named:
    """Reads lines of a player's named rows, in hands that are told by a column."""

    rulebook: Rulebook
    prices: Prices

    def read(self, lines: Sequence[Line]) -> Iterator[Group]:
        """Give each hand with the points that follow from it."""
        for hand in by_hand(lines, self.rulebook.report):
            group = Group(hand[0].hand, hand, verified="named")
            rules = self.rulebook.of(hand[0])
            if rules is None:
                hand[0].refuse(
                    "hand-without-rules",
                    "the hand has no rules that are known",
                    "ofc rules list",
                    hand[0].row.cells[0],
                )
            else:
                self._read_hand(group, rules)
            yield group

    def _read_hand(self, group: Group, rules: RuleSet) -> None:
        players = [player for line in group.lines if (player := _player(line, rules)) is not None]
        first = group.lines[0]
        if first.hand is None:
            first.refuse(
                "hand-missing", "no hand number stands here or above", "a hand number", first.row.cells[0]
            )
        if len(group.lines) not in range(rules.deal.players[0], rules.deal.players[1] + 1):
            expected = f"{rules.deal.players[0]} to {rules.deal.players[1]} players, as {rules.name} has"
            first.refuse(
                "player-count", f"the hand has {len(group.lines)} players", expected, first.row.cells[0]
            )
        if group.faulty:
            return
        order = np.stack([_row_order(row, players, rules) for row in range(len(ROWS))], axis=-1)
        if group.faulty:
            return
        foul = np.array([[player.foul for player in players]])
        royalties = np.array([[_royalties(player, rules) for player in players]], dtype=np.int32)
        totals = score_values(order[None], foul, royalties, rules).totals[0]
        for player, points in zip(players, totals.tolist(), strict=True):
            cell = player.line.at(Field.PLAYER) or player.line.row.cells[0]
            group.statements.append(Statement(player.name, points, cell, player.line, points=True))
            self._check_claim(player.line, points)

    def _check_claim(self, line: Line, points: int) -> None:
        """Say where a number that stands beside the names is not what follows from them."""
        unit = self.prices.of(line)
        for key, right in ((Field.POINTS, points), (Field.NET, None if unit is None else points * unit)):
            cell = line.at(key)
            told = None if cell is None else line.value(cell, points=key is Field.POINTS)
            if cell is not None and None not in {told, right} and told != right:
                line.report(
                    ParseIssue(
                        code="claim-differs",
                        message=f"another number than the {points:+d} points that follow from the names; those count",
                        text=cell.text,
                        severity="warning",
                        **cell.place,
                    )
                )


def _player(line: Line, rules: RuleSet) -> _Player | None:
    """Read a player's line; None where something in it cannot be used."""
    name = line.needed_name(Field.PLAYER)
    cells = [line.at(key) for key in ROW_FIELDS]
    said = line.at(Field.FOUL)
    foul = said is not None and bool(line.take(said, Field.FOUL, values.foul, "yes or no, or nothing"))
    foul |= any(cell is not None and plain(cell.text) in FOULS for cell in cells)
    rows = [_row(line, place, cell, rules, foul=foul) for place, cell in enumerate(cells)]
    sound = [row for row in rows if row is not None]
    if name is None or len(sound) < len(rows):
        return None
    if not foul:
        _check_foul(line, sound, rules)
    return _Player(name, line, sound, foul)


def _row(line: Line, place: int, cell: Cell | None, rules: RuleSet, *, foul: bool) -> Classes | None:
    """Classes of hand that a row may be; of a foul, whatever is written."""
    possible = _possible(place, rules)
    if foul:
        return possible
    try:
        return _named(cell, possible, rules.tables.royalties[place])
    except _NameError as error:
        at = cell or line.row.at(line.table.columns[ROW_FIELDS[place]])
        line.refuse(f"name-{error.code}", f"in the {ROWS[place]} row, {error}", error.expected, at)
        return None


class _NameError(Exception):
    """Why a cell names no row."""

    def __init__(self, code: str, message: str, expected: str = EXAMPLES) -> None:
        super().__init__(message)
        self.code = code
        self.expected = expected


def _named(cell: Cell | None, possible: Classes, royalties: NDArray[np.int32]) -> Classes:
    """Classes that a cell names, of those that are possible; all of them bring the same royalty."""
    if cell is None:
        raise _NameError("missing", "nothing is named")
    if plain(cell.text) in NOTHING:
        without: Classes = np.logical_and(possible, royalties == 0)
        return without
    try:
        found: Classes = np.logical_and(classes(cell.text), possible)
    except ValueError as error:
        raise _NameError("unknown", "a text that is no name of a combination") from error
    if not found.any():
        raise _NameError("impossible", "a combination that it cannot hold")
    paid = np.unique(royalties[found])
    if len(paid) > 1:
        message = f"a name without its rank, which decides between {paid[0]} and {paid[-1]} royalties"
        raise _NameError("unclear", message, "the rank too, such as QQ, AAA or pair of queens")
    return found


def _possible(place: int, rules: RuleSet) -> Classes:
    low = place == 1 and rules.rows.middle == "deuce-to-seven"
    held = np.zeros(CLASSES, dtype=np.bool_)
    for category in _LOW if low else _FIVE if place else _TOP:
        held[category * 16 : category * 16 + 14] = True
    return held


def _royalties(player: _Player, rules: RuleSet) -> list[int]:
    if player.foul:
        return [0, 0, 0]
    return [int(rules.tables.royalties[place][row].max()) for place, row in enumerate(player.rows)]


def _check_foul(line: Line, rows: Sequence[Classes], rules: RuleSet) -> None:
    """Refuse a board that is a foul by its names, and is not called one."""
    pairs = ((0, 2),) if rules.rows.middle == "deuce-to-seven" else ((0, 1), (1, 2))
    for upper, lower in pairs:
        if _lowest(rows[upper]) > _highest(rows[lower]):
            cell = line.row.at(line.table.columns[ROW_FIELDS[upper]])
            below = line.row.at(line.table.columns[ROW_FIELDS[lower]]).text.strip()
            message = f"the {ROWS[upper]} row is higher than the {ROWS[lower]} row, {below!r}, which is a foul, and none is noted"
            line.refuse("foul-unsaid", message, "foul for a row, or a yes in a column foul", cell)


def _row_order(row: int, players: Sequence[_Player], rules: RuleSet) -> NDArray[np.int32]:
    """Numbers that order the players in a row as it was won; faults go to their lines."""
    names = [player.name for player in players]
    try:
        told = by_words(
            [player.line.at(ROW_WON[row]) for player in players], names, rules.rows.points
        ) or by_places([player.line.at(ROW_PLACE[row]) for player in players], names)
    except WinnerError as error:
        line = next(player.line for player in players if player.line.row.line == error.cell.line)
        line.refuse("winner-unreadable", f"in the {ROWS[row]} row, {error}", error.expected, error.cell)
        told = None
    signs = np.zeros((len(players), len(players)), dtype=np.int32)
    if told is None:
        return np.zeros(len(players), dtype=np.int32)
    for one, other in combinations(range(len(players)), 2):
        sign = _winner(row, one, other, players, told)
        signs[one, other], signs[other, one] = sign, -sign
    order = np.asarray(signs.sum(axis=1), dtype=np.int32)
    if not np.array_equal(np.sign(order[:, None] - order[None, :]), signs):
        line = players[0].line
        line.refuse(
            "winners-circular",
            f"the winners of the {ROWS[row]} row go in a circle",
            WINNERS,
            line.row.cells[0],
        )
    return order


def _winner(row: int, one: int, other: int, players: Sequence[_Player], told: Order) -> int:
    """Sign of the winner between two players; what is not told, the names may tell."""
    first, second = players[one], players[other]
    said = told.get((one, other))
    if first.foul or second.foul:
        sign = int(second.foul) - int(first.foul)
        if said not in {None, sign} and sign:
            dead = second if sign > 0 else first
            _refuse_winner(row, dead, "a foul loses all rows, and is said not to have lost this one")
        return sign
    mine, theirs = first.rows[row], second.rows[row]
    sign = int(_lowest(mine) > _highest(theirs)) - int(_lowest(theirs) > _highest(mine))
    if sign and said not in {None, sign}:
        higher, lower = (first, second) if sign > 0 else (second, first)
        shown = [
            player.line.row.at(player.line.table.columns[ROW_FIELDS[row]]).text.strip()
            for player in (higher, lower)
        ]
        message = f"{shown[0]!r} is higher than {shown[1]!r} of {lower.name}, and is said not to have won"
        _refuse_winner(row, higher, message)
    elif not sign and said is None:
        message = f"who won against {first.name} is not told, and the names do not tell it"
        _refuse_winner(row, second, message, code="winner-missing")
    return sign or said or 0


def _refuse_winner(row: int, player: _Player, message: str, *, code: str = "winner-wrong") -> None:
    columns = player.line.table.columns
    heading = columns.get(ROW_WON[row]) or columns.get(ROW_PLACE[row]) or columns[ROW_FIELDS[row]]
    player.line.refuse(code, f"in the {ROWS[row]} row, {message}", WINNERS, player.line.row.at(heading))


def _lowest(row: Classes) -> int:
    return int(row.argmax())


def _highest(row: Classes) -> int:
    return CLASSES - 1 - int(row[::-1].argmax())
