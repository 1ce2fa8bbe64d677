"""Placing the cards of a street: every way of laying them out is weighed by what the rows may come to.

The weight of a board is what its rows promise, times the chance that they end in order, less what a foul
costs times the chance that they do not. A player sees it through his mistakes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ofc_analytics.generate.prospects import Prospects
from ofc_analytics.generate.states import EMPTY, add, sizes
from ofc_analytics.hands import ROW_SIZES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ofc_analytics.generate.prospects import Row
    from ofc_analytics.rules import RuleSet

    Floats = NDArray[np.float32]

__all__ = ["DISCARD", "Placer", "Watchers", "mistakes", "parts"]

DISCARD = 3
"""Where a card goes that goes to no row: rows are 0 top, 1 middle, 2 bottom."""

_WIDEST = 5  # cards weighed together; more are placed in parts
_OTHERS = 6.0  # what the others' royalties cost on top of a foul
_CONTROL = 0.05  # endings of the whole board a player picks from, for each card still to come
_EXACT = 1e-6  # smaller than any difference of two categories
_BLOCK = 256  # boards whose weights stay in a core's cache


@dataclass(frozen=True, slots=True)
class Watchers:
    """How `n` players choose, (n,) float32 each; see `ofc_analytics.generate.skills.Skill`."""

    noise: Floats
    caution: Floats

    def of(self, players: NDArray[np.intp] | slice) -> Watchers:
        """Some of them."""
        return Watchers(self.noise[players], self.caution[players])


class Placer:
    """Places street after street under one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self._prospects = Prospects(rules)
        self._foul = _foul_cost(rules) + _OTHERS
        self._low = rules.rows.middle == "deuce-to-seven"
        strict = (rules.foul.equal_rows != "legal", rules.foul.equal_rows == "foul")
        self._top_lead, self._middle_lead = (np.float32(-2 * _EXACT if one else 2 * _EXACT) for one in strict)
        self._streets = rules.deal.streets

    def place(
        self, dealt: NDArray[np.uint8], watchers: Watchers, luck: NDArray[np.uint16]
    ) -> NDArray[np.uint8]:
        """Play the ordinary hands of `n` players, street by street.

        Parameters
        ----------
        dealt
            (n, m) codes of all cards a player is dealt, in the order of the streets.
        watchers
            The players.
        luck
            (n, m) uint16: numbers that decide on their mistakes.

        Returns
        -------
        numpy.ndarray
            (n, m) uint8: the row of each card, or `DISCARD`.
        """
        places = np.full(dealt.shape, DISCARD, dtype=np.uint8)
        for start in range(0, len(dealt), _BLOCK):
            some = slice(start, start + _BLOCK)
            self._place_block(dealt[some], watchers.of(some), luck[some], places[some])
        return places

    def _place_block(
        self,
        dealt: NDArray[np.uint8],
        watchers: Watchers,
        luck: NDArray[np.uint16],
        places: NDArray[np.uint8],
    ) -> None:
        states = np.full((3, len(dealt)), EMPTY, dtype=np.int32)
        start, to_come = 0, dealt.shape[1]
        for street in self._streets:
            for cards, keep in parts(street.cards, street.keep):
                here = slice(start, start + cards)
                start, to_come = start + cards, to_come - cards
                if keep:
                    chosen = self._choose(
                        states, dealt[:, here], keep, to_come, watchers=watchers, luck=luck[:, start - cards]
                    )
                    places[:, here] = _layouts(cards, keep)[chosen]
                    states = _after(states, dealt[:, here], places[:, here])

    def _choose(
        self,
        states: NDArray[np.int32],
        dealt: NDArray[np.uint8],
        keep: int,
        to_come: int,
        *,
        watchers: Watchers,
        luck: NDArray[np.uint16],
    ) -> NDArray[np.intp]:
        """(n,) place of the best layout in `_layouts`."""
        cards = dealt.shape[1]
        masks = _masks(cards, keep)
        after = _with_subsets(states, dealt)
        rows = [self._prospects.of(row, to_come) for row in range(3)]
        legal = self._legal(rows, after, masks)
        legal = 1 - (1 - legal.clip(0, 1)) ** np.float32(1 + _CONTROL * to_come)
        seen = 1 - (1 - legal) * watchers.caution
        worth = [np.take(rows[row].worth, after[row])[masks[:, row]] for row in range(3)]
        weight = seen * (worth[0] + worth[1] + worth[2]) - (1 - seen) * np.float32(self._foul)
        weight += mistakes(luck, len(masks)).T * watchers.noise
        free = [size - sizes()[state] for size, state in zip(ROW_SIZES, states, strict=True)]
        counts = _bits(cards)
        for row in range(3):
            weight[counts[masks[:, row], None] > free[row]] = -np.inf
        best: NDArray[np.intp] = weight.argmax(axis=0)
        return best

    def _legal(self, rows: list[Row], after: NDArray[np.int32], masks: NDArray[np.intp]) -> Floats:
        """(layouts, n) chances that the rows end in order if the cards just fall."""
        odds = [_by_bin(rows[row].odds, after[row]) for row in range(3)]
        value = [np.take(rows[row].strength, after[row]) for row in range(3)]
        full = [sizes()[after[row]] == ROW_SIZES[row] for row in range(3)]

        def in_order(upper: int, lower: int, lead: np.float32) -> Floats:
            high, low = masks[:, upper], masks[:, lower]
            chance = np.zeros((len(masks), after.shape[2]), dtype=np.float32)
            above = np.zeros(after.shape[1:], dtype=np.float32)
            for one, other in zip(odds[upper][::-1], odds[lower][::-1], strict=True):
                chance += one[high] * (above + other / 2)[low]
                above += other
            known = full[upper][high] & full[lower][low]
            np.copyto(chance, value[upper][high] < value[lower][low] + lead, where=known)
            return chance

        if self._low:
            legal: Floats = np.take(rows[1].sound, after[1])[masks[:, 1]] * in_order(0, 2, self._top_lead)
        else:
            legal = in_order(0, 1, self._top_lead) * in_order(1, 2, self._middle_lead)
        return legal


def parts(cards: int, keep: int) -> Iterator[tuple[int, int]]:
    """Cut a street into parts that can be weighed as wholes: cards and how many of them are kept.

    >>> list(parts(3, 2)), list(parts(7, 6))
    ([(3, 2)], [(5, 5), (2, 1)])
    """
    while cards:
        now = min(cards, _WIDEST)
        kept = min(now, keep)
        yield now, kept
        cards, keep = cards - now, keep - kept


def _foul_cost(rules: RuleSet) -> int:
    if isinstance(rules.foul.pays, int):
        return rules.foul.pays
    return 3 * rules.rows.points + (rules.rows.scoop if rules.foul.pays == "scoop" else 0)


@cache
def _layouts(cards: int, keep: int) -> NDArray[np.uint8]:
    """(layouts, cards) every way to lay out a street on an empty board."""
    every = np.array(list(product(range(4), repeat=cards)), dtype=np.uint8)
    counts = (every[:, :, None] == np.arange(4)).sum(axis=1)
    fits = (counts[:, 3] == cards - keep) & (counts[:, :3] <= np.array(ROW_SIZES)).all(axis=1)
    layouts: NDArray[np.uint8] = every[fits]
    return layouts


@cache
def _masks(cards: int, keep: int) -> NDArray[np.intp]:
    """(layouts, 3) which cards go to each row, as bits."""
    layouts = _layouts(cards, keep)
    powers = 1 << np.arange(cards)
    masks: NDArray[np.intp] = np.stack([(layouts == row) @ powers for row in range(3)], axis=1)
    return masks


@cache
def _bits(cards: int) -> NDArray[np.int8]:
    return np.array([mask.bit_count() for mask in range(1 << cards)], dtype=np.int8)


def _with_subsets(states: NDArray[np.int32], dealt: NDArray[np.uint8]) -> NDArray[np.int32]:
    """(3, subsets, n) states of each row with each subset of the cards added."""
    cards = dealt.shape[1]
    after = np.empty((3, 1 << cards, len(dealt)), dtype=np.int32)
    after[:, 0] = states
    for card in range(cards):
        half = 1 << card
        after[:, half : 2 * half] = add(after[:, :half], dealt[:, card])
    return after


def _by_bin(odds: Floats, states: NDArray[np.int32]) -> Floats:
    """(bins, subsets, n) odds of states, each bin contiguous."""
    return np.ascontiguousarray(np.moveaxis(np.take(odds, states, axis=0), -1, 0))


def _after(
    states: NDArray[np.int32], dealt: NDArray[np.uint8], places: NDArray[np.uint8]
) -> NDArray[np.int32]:
    for card in range(dealt.shape[1]):
        here = places[:, card] == np.arange(3)[:, None]
        states = np.where(here, add(states, dealt[:, card]), states)
    return states


def mistakes(luck: NDArray[np.uint16], layouts: int) -> Floats:
    """(n, layouts) a mistake for every layout, read off a tape of normal numbers from where a player's luck begins."""
    made: Floats = sliding_window_view(_tape(), layouts)[luck]
    return made


@cache
def _tape() -> Floats:
    numbers = np.random.default_rng(5).standard_normal(1 << 16).astype(np.float32)
    return np.concatenate([numbers, numbers[: 4**_WIDEST]])
