"""Arranging thirteen or more cards at once, in Fantasyland and in the closed game.

Of many fives the promising ones are tried as bottoms; each takes the best middle and top that the cards leave,
and the board that is worth most is laid out. No search is complete, as no player's is.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.cards import JOKERS
from ofc_analytics.evaluation import evaluate_boards, evaluate_five, evaluate_low, evaluate_top, is_foul
from ofc_analytics.generate.placing import DISCARD, mistakes
from ofc_analytics.generate.prospects import Worths

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.rules import RuleSet

    Floats = NDArray[np.float32]

__all__ = ["Arranger"]

_FIVES = 600  # fives of the cards that are looked at
_BOTTOMS = 16
_BLOCK = 64  # players whose fives stay in a core's cache
_FOUL = np.float32(-1000)


class Arranger:
    """Arranges all cards of a player at once, under one rule set."""

    def __init__(self, rules: RuleSet, *, inside: bool) -> None:
        self._rules = rules
        self._worths = Worths(rules, inside=inside)
        self._low = rules.rows.middle == "deuce-to-seven"

    def place(self, cards: NDArray[np.uint8], noise: Floats, luck: NDArray[np.uint16]) -> NDArray[np.uint8]:
        """Arrange the cards of `n` players.

        Parameters
        ----------
        cards
            (n, m) codes, 13 or more each.
        noise
            (n,) standard deviation of the players' mistakes, in points.
        luck
            (n,) numbers that decide on their mistakes.

        Returns
        -------
        numpy.ndarray
            (n, m) uint8: the row of each card, or `DISCARD`.
        """
        places = np.full(cards.shape, DISCARD, dtype=np.uint8)
        for start in range(0, len(cards), _BLOCK):
            some = slice(start, start + _BLOCK)
            self._place_block(cards[some], noise[some], luck[some], places[some])
        return places

    def _place_block(
        self, cards: NDArray[np.uint8], noise: Floats, luck: NDArray[np.uint16], places: NDArray[np.uint8]
    ) -> None:
        fives, bits = _fives(cards.shape[1])
        rows = cards[:, fives]
        values = self._five_values(rows)
        bottoms = self._bottoms(values)
        players = np.arange(len(cards))[:, None]
        middles = self._middles(rows, values, bottoms, bits)
        tops = self._tops(cards, values[players, middles], bits[bottoms] | bits[middles])
        every = np.concatenate([tops, fives[middles], fives[bottoms]], axis=2)
        worth = self._worth(np.take_along_axis(cards[:, None], every, axis=2))
        worth += mistakes(luck, _BOTTOMS) * noise[:, None]
        best = every[players[:, 0], worth.argmax(axis=1)]
        np.put_along_axis(places, best, np.repeat((0, 1, 2), (3, 5, 5)).astype(np.uint8)[None], axis=1)

    def _five_values(self, rows: NDArray[np.uint8]) -> NDArray[np.int32]:
        how = self._rules.rows
        values = evaluate_five(rows.reshape(-1, 5), wheel=how.wheel, five_of_a_kind=how.five_of_a_kind)
        return values.reshape(rows.shape[:2])

    def _bottoms(self, values: NDArray[np.int32]) -> NDArray[np.intp]:
        """(n, bottoms) fives to try as bottoms: half the best, half spread over the good ones."""
        order = np.argsort(-self._worths.of(2, values) - values / 2**20, axis=1, kind="stable")
        spread = np.linspace(_BOTTOMS // 2, values.shape[1] // 4, _BOTTOMS - _BOTTOMS // 2).astype(np.intp)
        return order[:, np.concatenate([np.arange(_BOTTOMS // 2), spread])]

    def _middles(
        self,
        rows: NDArray[np.uint8],
        values: NDArray[np.int32],
        bottoms: NDArray[np.intp],
        bits: NDArray[np.int32],
    ) -> NDArray[np.intp]:
        """(n, bottoms) the middle that is worth most of what each bottom leaves."""
        apart = (bits[bottoms][:, :, None] & bits) == 0
        if self._low:
            fit = evaluate_low(rows.reshape(-1, 5)).reshape(values.shape)
            allowed = apart
        else:
            fit = values
            below = values[:, None] <= np.take_along_axis(values, bottoms, axis=1)[:, :, None]
            wild = rows.max(axis=2) >= JOKERS[0]
            allowed = apart & (below | wild[:, None])
        wanted = self._worths.of(1, fit) + fit / np.float32(2**22)
        # a middle out of order is still better than one that shares cards with the bottom
        penalty = np.where(apart, _FOUL, 2 * _FOUL)
        best: NDArray[np.intp] = (wanted[:, None] + np.where(allowed, 0, penalty)).argmax(axis=2)
        return best

    def _tops(
        self, cards: NDArray[np.uint8], middles: NDArray[np.int32], used: NDArray[np.int32]
    ) -> NDArray[np.intp]:
        """(n, bottoms, 3) places of the three cards left that make the best top under each middle."""
        count = cards.shape[1]
        taken = (used[:, :, None] >> np.arange(count)) & 1
        left = np.argsort(taken, axis=2, kind="stable")[:, :, : count - 10]
        threes = left[:, :, np.array(list(combinations(range(count - 10), 3)))]
        codes = np.take_along_axis(cards[:, None, None], threes, axis=3)
        values = evaluate_top(codes.reshape(-1, 3)).reshape(codes.shape[:3])
        wanted = self._worths.of(0, values) + values / np.float32(2**22)
        if not self._low:
            over = (values > middles[:, :, None]) & (codes < JOKERS[0]).all(axis=3)
            wanted[over] += _FOUL
        best = wanted.argmax(axis=2)[:, :, None, None]
        return np.take_along_axis(threes, best, axis=2)[:, :, 0]

    def _worth(self, boards: NDArray[np.uint8]) -> Floats:
        """(n, boards) what whole boards are worth; a foul less than any other."""
        rows, equal_rows = self._rules.rows, self._rules.foul.equal_rows
        values = evaluate_boards(
            boards.reshape(-1, 13),
            wheel=rows.wheel,
            middle=rows.middle,
            five_of_a_kind=rows.five_of_a_kind,
            equal_rows=equal_rows,
        )
        worth = sum(self._worths.of(row, values[:, row]) for row in range(3))
        foul = is_foul(values, middle=rows.middle, equal_rows=equal_rows)
        return np.where(foul, _FOUL, worth).astype(np.float32).reshape(boards.shape[:2])


@cache
def _fives(cards: int) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
    """Fives out of so many cards, by their places and as bits; where there are many, some of them."""
    every = np.array(list(combinations(range(cards), 5)))
    if len(every) > _FIVES:
        every = every[np.sort(np.random.default_rng(cards).permutation(len(every))[:_FIVES])]
    return every, (1 << every).sum(axis=1).astype(np.int32)
