"""Exact facts about five cards from a deck: how often each category comes, and what share of hands is weaker."""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ofc_analytics.evaluation import evaluate_five

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["ALIKE", "CATEGORY_COUNTS", "STRENGTH_CORRELATION", "STRENGTH_SD", "strengths"]

CATEGORY_COUNTS = np.array(
    [
        [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40],
        [0, 169_848, 0, 82_368, 10_332, 2_696, 2_808, 2_509, 164],
        [0, 0, 0, 13_320, 3_840, 888, 0, 3_796, 256],
    ]
)
"""Hands of five with none, one and two jokers by category, high card to straight flush; a joker is worth most."""

ALIKE = math.comb(45, 3) / math.comb(47, 5)
"""Most that the counts of a category with two players of a hand can be correlated.

Functions of five cards split into parts by the number of cards they look at together; dealing another player five
of the other 47 multiplies the part of `j` cards by ``(-1) ** j * C(47 - j, 5 - j) / C(47, 5)``, the eigenvalues of
a Kneser graph, of which this, for two cards, is the largest.
"""

STRENGTH_SD = 0.28867512201090245
"""Standard deviation of `strengths` over all hands."""

STRENGTH_CORRELATION = -0.006251702227582789
"""Correlation of the strengths of two players' openings in one hand, over all 2,598,960 * 1,533,939 pairs."""


class _Scale(NamedTuple):
    values: NDArray[np.int32]
    share: Floats


def strengths(openings: NDArray[np.uint8]) -> Floats:
    """Share of all 2,598,960 hands that are weaker, those as strong counted half.

    Parameters
    ----------
    openings
        (n, 5) codes without jokers.

    Returns
    -------
    numpy.ndarray
        (n,) float64 between 0 and 1, with a mean of exactly 0.5 over all hands.

    Examples
    --------
    >>> strengths(np.array([[0, 4, 8, 12, 21], [32, 36, 40, 44, 48]])).round(6)
    array([1.96000e-04, 9.99999e-01])
    """
    scale = _scale()
    return scale.share[np.searchsorted(scale.values, evaluate_five(openings))]


@cache
def _scale() -> _Scale:
    """Every value of five cards, by ranks and whether they are of one suit, with its mid-rank."""
    ranks = np.array([row for row in combinations_with_replacement(range(13), 5) if row[0] != row[4]])
    times = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    choices = np.array([math.comb(4, k) for k in range(5)])[times].prod(axis=1)
    distinct = times.max(axis=1) == 1
    # suits in turn, which are never all the same and never give a card twice
    place = np.arange(5) - np.argmax(ranks[:, :, None] == ranks[:, None, :], axis=2)
    mixed = ranks * 4 + np.where(distinct[:, None], np.arange(5) % 4, place)
    values = evaluate_five(np.concatenate([mixed, ranks[distinct] * 4]).astype(np.uint8))
    weights = np.concatenate([choices - 4 * distinct, np.full(distinct.sum(), 4)])
    value, inverse = np.unique(values, return_inverse=True)
    count = np.bincount(inverse, weights)
    share = (np.cumsum(count) - count / 2) / count.sum()
    return _Scale(value, share)
