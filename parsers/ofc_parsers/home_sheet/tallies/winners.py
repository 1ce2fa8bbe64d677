"""Who won a row, as a sheet tells it: by a mark, a name, an order of names, points or places."""

from __future__ import annotations

import re
from itertools import combinations, permutations
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.tallies.vocabulary import NOBODY
from ofc_parsers.home_sheet.vocabulary import MARKS, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_parsers.spreadsheets.grid import Cell

    Order: TypeAlias = dict[tuple[int, int], int]

__all__ = ["EXAMPLES", "WinnerError", "by_places", "by_words"]

EXAMPLES = "the winner's name, an order such as Anna > Boris = Vera, points that add up to 0, or tie"

_MARKS = MARKS | {"yes", "да"}


class WinnerError(Exception):
    """A cell from which no winner can be read: why, and what was expected."""

    def __init__(self, cell: Cell, message: str, expected: str = EXAMPLES) -> None:
        super().__init__(message)
        self.cell = cell
        self.expected = expected


def by_words(cells: Sequence[Cell | None], names: Sequence[str], points: int) -> Order:
    """Read the cells of a row's winner, one for each player; `points` is what winning a row is worth.

    Returns
    -------
    dict
        For pairs of places: 1 where the first won, -1 where the second did, 0 for nobody. What is not told is not there.

    Raises
    ------
    WinnerError
        If a cell is none of what `EXAMPLES` says, or cells contradict each other.
    """
    filled = [(place, cell) for place, cell in enumerate(cells) if cell is not None]
    if not filled:
        return {}
    numbers = [_number(cell.text) for _, cell in filled]
    if None not in numbers and not (len(filled) == 1 and numbers[0] == 1):
        return _by_points(filled, [number for number in numbers if number is not None], len(names), points)
    marked = [place for place, cell in filled if cell.text.strip().casefold() in _MARKS or numbers == [1]]
    if len(marked) == len(filled) == 1:
        return {(marked[0], other): 1 for other in range(len(names)) if other != marked[0]}
    cell = filled[0][1]
    other = next((each for _, each in filled if plain(each.text) != plain(cell.text)), None)
    if other is not None:
        raise WinnerError(
            other, f"another winner of the row stands in {cell.where}", f"{cell.text.strip()!r}, or nothing"
        )
    if plain(cell.text) in NOBODY or cell.text.strip() == "=":
        return dict.fromkeys(permutations(range(len(names)), 2), 0)
    return _by_names(cell, names)


def by_places(cells: Sequence[Cell | None], names: Sequence[str]) -> Order:
    """Read the places that players came to in a row: 1 for the highest, equal ones for equal rows."""
    places = []
    for cell, name in zip(cells, names, strict=True):
        number = None if cell is None else _number(cell.text)
        if number is not None and 1 <= number <= len(names):
            places.append(number)
        elif any(each is not None for each in cells):
            shown = next(each for each in (cell, *cells) if each is not None)
            raise WinnerError(
                shown, f"{name} has no place in the row", f"a place from 1 to {len(names)} for each player"
            )
    return {(i, j): int(np.sign(places[j] - places[i])) for i, j in permutations(range(len(places)), 2)}


def _by_points(
    filled: Sequence[tuple[int, Cell]], numbers: Sequence[int], players: int, points: int
) -> Order:
    told = np.zeros(players, dtype=np.int64)
    told[[place for place, _ in filled]] = numbers
    signs = np.sign(told[:, None] - told[None, :])
    beaten = signs.sum(axis=1)
    if not (np.array_equal(beaten, told) or np.array_equal(beaten * points, told)):
        expected = (
            f"{points:+d} for each player beaten and {-points:+d} for each that won, or a winner's name"
        )
        raise WinnerError(filled[-1][1], "these points of a row fit no order of the players", expected)
    return {(i, j): int(signs[i, j]) for i, j in permutations(range(players), 2)}


def _by_names(cell: Cell, names: Sequence[str]) -> Order:
    known = {plain(name): place for place, name in enumerate(names)}
    parts = [part for part in re.split("[,;]", cell.text) if part.strip()]
    ranking = len(parts) > 1 and not re.search("[>=]", cell.text)
    if ranking:
        parts = [" > ".join(parts)]
    order: Order = {}
    for part in parts:
        steps = re.split("([>=])", part)
        places = [known.get(plain(name)) for name in steps[::2]]
        if None in places:
            stranger = next(name for name, place in zip(steps[::2], places, strict=True) if place is None)
            raise WinnerError(
                cell,
                f"{stranger.strip()!r} is no player of the hand",
                f"one of {', '.join(names)}; {EXAMPLES}",
            )
        chain = [place for place in places if place is not None]
        if len(set(chain)) < len(chain) or (ranking and len(chain) < len(names)):
            raise WinnerError(cell, "the order has a player twice, or not all of them")
        below = [place for place in range(len(names)) if place not in chain] if len(parts) == 1 else []
        told = {
            (first, second): int(">" in steps[2 * at + 1 : 2 * to : 2])
            for (at, first), (to, second) in combinations(enumerate(chain), 2)
        } | {(first, second): 1 for first in chain for second in below}
        for pair, sign in told.items():
            if order.get(pair, sign) != sign:
                raise WinnerError(
                    cell, f"{names[pair[0]]} and {names[pair[1]]} stand there with two outcomes"
                )
            order |= {pair: sign, pair[::-1]: -sign}
    return order


def _number(text: str) -> int | None:
    try:
        return values.whole_number(text)
    except ValueError:
        return None
