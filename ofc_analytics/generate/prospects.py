"""What a row that is not full yet may come to: expectations over random completions, for every state at once.

A player picks among the cards he is dealt, so a row ends better than at random: as the best of several random
completions, the more of them the more cards are still to come. All tables are made of one sample of decks, so
that two states are compared on the same luck.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ofc_analytics.cards import BOARD
from ofc_analytics.evaluation import row_class
from ofc_analytics.generate.samples import sampled
from ofc_analytics.generate.states import rank_sets
from ofc_analytics.rules import SAME

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.generate.samples import Sample
    from ofc_analytics.rules import RuleSet
    from ofc_analytics.rules.patterns import RowKind

    Floats = NDArray[np.float32]

__all__ = ["BINS", "Prospects", "Worths"]

# random endings a row picks its end from, for each card still to come and half of the cards it misses and one more;
# found by trial: experts foul a quarter of their Pineapple hands and earn Fantasyland in an eighth
_GRASP = (0.2, 0.2, 0.3)
_HOPE = 0.5  # the same, where it is about what the end is worth
_WITHOUT_DISCARDS = 0.3  # how much less choice there is where every card must be placed
_FANTASYLAND = 7.0  # points that a Fantasyland of fourteen cards is worth, about
_MORE_CARDS = 2.0  # and each card more
_LOWEST_LOW = 12 << 20
_EDGES = np.array([0.8, 1.0, 1.3, 1.5, 1.65, 1.75, 2.0, 2.6, 3.0, 3.5, 4.0, 5.0, 6.0], dtype=np.float32)
BINS = len(_EDGES) + 1
"""Bins of values: finer where rows often end."""

_STATES = 6 * len(rank_sets())
# where a row wins as often as it loses, how fast that changes (both in categories), and the points at stake
_TYPICAL = {"top": (1.4, 0.6, 1.5), "five": (2.0, 1.5, 1.5), "low": (12.3, 0.3, 1.5)}
_TYPICAL_BOTTOM = (3.9, 1.5, 1.5)


class Row(NamedTuple):
    """Expectations of one row by state.

    Attributes
    ----------
    odds
        (states, `BINS`) chances of the final value's bin.
    strength
        (states,) mean of the final value in categories; of a full row its value.
    worth
        (states,) points it brings: royalty, Fantasyland, and rows won from others.
    sound
        (states,) chance that the row itself is no foul; 1 but for a low middle.
    """

    odds: Floats
    strength: Floats
    worth: Floats
    sound: Floats


class Worths:
    """What full rows are worth to a player, in points, under one rule set.

    Parameters
    ----------
    rules
        The rule set.
    inside
        For one who is in Fantasyland: it counts what keeps him there.
    """

    def __init__(self, rules: RuleSet, *, inside: bool = False) -> None:
        cards = rules.tables.stay if inside else rules.tables.entry
        known = np.where(cards == SAME, 15, cards).astype(np.float32)
        privilege = np.where(known > 0, _FANTASYLAND + _MORE_CARDS * (known - 14), 0)
        self._points = (rules.tables.royalties + privilege).astype(np.float32)
        self._typical = [
            _TYPICAL["top"],
            _TYPICAL[rules.row_kind("middle")],
            _TYPICAL_BOTTOM,
        ]

    def of(self, row: int, values: NDArray[np.int32]) -> Floats:
        """Points of values of one row (0 top, 1 middle, 2 bottom), of any shape."""
        usual, scale, stake = self._typical[row]
        won = np.tanh((strengths(values) - np.float32(usual)) / np.float32(scale)) * np.float32(stake)
        worth: Floats = np.take(self._points[row], row_class(values)) + won
        return worth


def strengths(values: NDArray[np.int32]) -> Floats:
    """Values in categories: 1.5 is a middling pair."""
    scaled: Floats = values.astype(np.float32) / np.float32(1 << 20)
    return scaled


class Prospects:
    """Expectations of every row under one rule set, by the number of cards still to come."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._worths = Worths(rules)
        self._low = rules.rows.middle == "deuce-to-seven"
        self._rows: dict[tuple[int, int], Row] = {}
        self._choice = _WITHOUT_DISCARDS if rules.deal.cards == BOARD else 1.0

    def of(self, row: int, to_come: int) -> Row:
        """Expectations of one row (0 top, 1 middle, 2 bottom) by state, with `to_come` cards still to be dealt."""
        key = row, to_come
        if key not in self._rows:
            self._rows[key] = self._expected(row, to_come)
        return self._rows[key]

    def _expected(self, row: int, to_come: int) -> Row:
        odds = np.zeros((_STATES, BINS), dtype=np.float32)
        strength, worth, sound = np.zeros((3, _STATES), dtype=np.float32)
        for missing, places, of, values in self._samples[row]:
            tries = self._choice * to_come * (missing + 1)
            falls = _best_of(1 + _GRASP[row] * tries, values.shape[1])
            hopes = _best_of(1 + _HOPE * tries, values.shape[1])
            odds[places] = _binned(strengths(values), falls)[of]
            strength[places] = _mean(strengths(values), falls)[of]
            worth[places] = _mean(self._worths.of(row, values), hopes)[of]
            sound[places] = _mean(self._is_sound(row, values), falls)[of]
        return Row(odds, strength, worth, sound)

    def _is_sound(self, row: int, values: NDArray[np.int32]) -> Floats:
        low = row == 1 and self._low
        return (values >= _LOWEST_LOW).astype(np.float32) if low else np.ones(values.shape, dtype=np.float32)

    @cached_property
    def _samples(self) -> list[tuple[Sample, ...]]:
        """The samples of each row, by cards missing."""
        how, jokers = self._rules.rows, self._rules.deal.jokers
        kinds: tuple[RowKind, ...] = ("top", self._rules.row_kind("middle"), "five")
        return [sampled(kind, jokers, how.wheel, five_of_a_kind=how.five_of_a_kind) for kind in kinds]


def _mean(numbers: Floats, weights: Floats) -> Floats:
    """Weighted means of (n, samples) numbers; of one sample exactly that."""
    mean: Floats = numbers[:, 0] if numbers.shape[1] == 1 else (numbers * weights).sum(axis=1).round(5)
    return mean


def _binned(strength: Floats, weights: Floats) -> Floats:
    """(n, `BINS`) weight in each bin of (n, samples) sorted values."""
    so_far = np.concatenate([np.zeros(1, dtype=np.float32), weights.cumsum()])
    below = [so_far[(strength < edge).sum(axis=1)] for edge in _EDGES]
    everything = np.ones(len(strength), dtype=np.float32)
    binned: Floats = np.diff(np.stack([*below, everything], axis=1), axis=1, prepend=0)
    return binned


def _best_of(tries: float, samples: int) -> Floats:
    """Weight of each of some sorted samples as the best of so many tries."""
    if samples == 1:
        return np.ones(1, dtype=np.float32)
    edges = np.linspace(0, 1, samples + 1) ** tries
    return np.diff(edges).astype(np.float32)
