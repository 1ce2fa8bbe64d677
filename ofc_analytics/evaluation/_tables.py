"""Lookup tables: from cards to a multiset of ranks, from a multiset to a value.

A five-card row is a triple and a pair. The triple's entry holds 91 times the number of its rank multiset
(0..454), the pair's entry the number of its own (0..90), so that their sum numbers the ranks of the row.
Above these 16 bits an entry has one bit for the suit its cards share, if they do: a row is a flush where
both entries have the same bit.

Each table is built at its first use, in a few milliseconds, and kept.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, permutations
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Scalar = TypeVar("Scalar", bound=np.generic)

__all__ = [
    "MULTISET_BITS",
    "PAIRS",
    "Wheel",
    "high_values",
    "low_values",
    "multisets_of_one_rank",
    "pair_entries",
    "pair_multisets",
    "top_values",
    "triple_entries",
    "triple_multisets",
]

Wheel: TypeAlias = Literal["lowest", "second"]

MULTISET_BITS = np.uint32(0xFFFF)
TRIPLES, PAIRS, FIVES = (
    # highest rank first
    np.array(list(combinations_with_replacement(range(13), size)))[:, ::-1]
    for size in (3, 2, 5)
)

_SUIT_BITS = np.tile(np.uint32(1 << 16) << np.arange(4, dtype=np.uint32), 13)
_TEN, _ACE = 8, 12

# (cards of the most frequent rank, distinct ranks) -> category; for rows of five and of three cards
_CATEGORIES = {
    (1, 5): 0,
    (1, 3): 0,
    (2, 4): 1,
    (2, 2): 1,
    (2, 3): 2,
    (3, 3): 3,
    (3, 1): 3,
    (3, 2): 6,
    (4, 2): 7,
    (5, 1): 10,
}
_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH, _LOW, _BEST_LOW = (category << 20 for category in (4, 5, 8, 12, 13))


@cache
def triple_multisets() -> NDArray[np.uint32]:
    """Give 91 times the number of the multiset, by three ranks in any order; shape (13, 13, 13)."""
    table = np.empty((13, 13, 13), dtype=np.uint32)
    for order in permutations(range(3)):
        table[tuple(TRIPLES[:, order].T)] = np.arange(len(TRIPLES)) * len(PAIRS)
    return _frozen(table)


@cache
def pair_multisets() -> NDArray[np.uint32]:
    """Give the number of the multiset, by two ranks in any order; shape (13, 13)."""
    table = np.empty((13, 13), dtype=np.uint32)
    for order in permutations(range(2)):
        table[tuple(PAIRS[:, order].T)] = np.arange(len(PAIRS))
    return _frozen(table)


@cache
def triple_entries() -> NDArray[np.uint32]:
    """Entries by three codes, ``first | second << 8 | third << 14``."""
    table = np.zeros(54 << 14, dtype=np.uint32)
    ranks = triple_multisets().repeat(4, axis=0).repeat(4, axis=1).repeat(4, axis=2)
    suits = _SUIT_BITS[:, None, None] & _SUIT_BITS[:, None] & _SUIT_BITS
    table.reshape(54, 64, 256)[:52, :52, :52] = ranks | suits
    return _frozen(table)


@cache
def pair_entries() -> NDArray[np.uint32]:
    """Entries by two codes, ``first | second << 8``."""
    table = np.zeros(54 << 8, dtype=np.uint32)
    ranks = pair_multisets().repeat(4, axis=0).repeat(4, axis=1)
    table.reshape(54, 256)[:52, :52] = ranks | _SUIT_BITS[:, None] & _SUIT_BITS
    return _frozen(table)


@cache
def top_values() -> NDArray[np.int32]:
    """Value of a three-card row, by 91 times the number of its multiset."""
    values = np.zeros(len(TRIPLES) * len(PAIRS), dtype=np.int32)
    values[:: len(PAIRS)] = _grouped_values(TRIPLES)
    return _frozen(values)


@cache
def high_values(wheel: Wheel) -> NDArray[np.int32]:
    """Value of a five-card row by its multiset; shape (2, 41405): of mixed suits, of one suit."""
    wheel_high = 4 << 16 if wheel == "lowest" else 12 << 16 | 1 << 12
    return _frozen(_standard_values(np.where(_wheels(), wheel_high, _straight_highs()))[:, _five_multisets()])


@cache
def low_values() -> NDArray[np.int32]:
    """As `high_values`, for deuce-to-seven: a low above all, any other row as its value negated, the ace high."""
    values = -_standard_values(_straight_highs())
    low = _distinct() & (FIVES[:, 0] <= _TEN) & (_straight_highs() == 0)
    best = (FIVES == (5, 3, 2, 1, 0)).all(axis=1)
    places = ((_ACE - FIVES) << np.arange(16, -1, -4)).sum(axis=1)
    values[0] = np.where(low, np.where(best, _BEST_LOW, _LOW) + places, values[0])
    return _frozen(values[:, _five_multisets()])


@cache
def multisets_of_one_rank() -> NDArray[np.bool_]:
    """Whether a five-card multiset is five of a kind; shape (41405,)."""
    return _frozen((FIVES[:, 0] == FIVES[:, 4])[_five_multisets()])


@cache
def _five_multisets() -> NDArray[np.intp]:
    """Row of `FIVES` for each triple and pair; shape (41405,)."""
    fives, triples, pairs = ((16**ranks).sum(axis=1) for ranks in (FIVES, TRIPLES, PAIRS))
    order = np.argsort(fives)
    places: NDArray[np.intp] = order[np.searchsorted(fives[order], np.add.outer(triples, pairs).ravel())]
    return places


def _standard_values(straight_highs: NDArray[np.int64]) -> NDArray[np.int32]:
    """Values of `FIVES` of mixed suits and of one suit, shape (2, 6188); straights where a high is not 0."""
    groups = _grouped_values(FIVES)
    straight = straight_highs > 0
    mixed = np.where(straight, _STRAIGHT + straight_highs, groups)
    suited = np.where(
        straight, _STRAIGHT_FLUSH + straight_highs, np.where(_distinct(), _FLUSH + groups, groups)
    )
    return np.stack([mixed, suited]).astype(np.int32)


def _straight_highs() -> NDArray[np.int64]:
    """Value of a straight's highest card, 0 where `FIVES` are none; the wheel is not among them."""
    return np.where(_distinct() & (FIVES[:, 0] - FIVES[:, 4] == 4), (FIVES[:, 0] + 1) << 16, 0)


def _wheels() -> NDArray[np.bool_]:
    wheels: NDArray[np.bool_] = (FIVES == (_ACE, 3, 2, 1, 0)).all(axis=1)
    return wheels


def _distinct() -> NDArray[np.bool_]:
    distinct: NDArray[np.bool_] = (FIVES[:, 1:] != FIVES[:, :-1]).all(axis=1)
    return distinct


def _grouped_values(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Values by groups of equal ranks alone; ranks (n, 3) or (n, 5), values (n,)."""
    counts = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    keys = -np.sort(-(counts << 4 | ranks + 1), axis=1)
    first = np.diff(keys, axis=1, prepend=0) != 0
    kickers = np.where(first, (keys & 15) << (20 - 4 * first.cumsum(axis=1)), 0).sum(axis=1)
    categories = np.zeros((6, 6), dtype=np.int64)
    categories[tuple(np.array(list(_CATEGORIES)).T)] = list(_CATEGORIES.values())
    values: NDArray[np.int64] = (categories[keys[:, 0] >> 4, first.sum(axis=1)] << 20) + kickers
    return values


def _frozen(table: NDArray[Scalar]) -> NDArray[Scalar]:
    table.flags.writeable = False
    return table
