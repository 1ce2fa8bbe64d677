"""Naturals of the closed game: thirteen cards that beat every ordinary hand, however they are laid out.

Source: gamerules.com, Chinese poker (six pairs, three straights, three flushes, one card of every rank).

Examples
--------
>>> from ofc_analytics.cards import parse_cards
>>> dragon = np.frombuffer(parse_cards("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac"), dtype=np.uint8)
>>> dict(zip(NATURALS, held_naturals(dragon[None])[0].tolist()))
{'six-pairs': False, 'three-straights': True, 'three-flushes': False, 'dragon': True}
"""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.cards import JOKERS
from ofc_analytics.errors import SettlementError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.rules import RuleSet

__all__ = ["NATURALS", "counted_naturals", "held_naturals", "natural_code"]

NATURALS = ("six-pairs", "three-straights", "three-flushes", "dragon")
"""Names of the naturals; a code is 1 for the first of them and so on, 0 for none."""

_FLUSH_SUITS = ((5, 5, 3, 0), (8, 5, 0, 0), (10, 3, 0, 0), (13, 0, 0, 0))
_RANKS = 13


def held_naturals(cards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which naturals 13 cards are.

    Parameters
    ----------
    cards
        (m, 13) uint8 codes, in any order. A hand with a joker holds none.

    Returns
    -------
    numpy.ndarray
        (m, 4) bool, in the order of `NATURALS`. Six pairs may hold a rank twice or thrice over; the straights
        and flushes are of 3, 5 and 5 cards, an ace is high or low.
    """
    ranks = (cards[:, :, None] // 4 == np.arange(_RANKS)).sum(axis=1)
    suits = np.sort((cards[:, :, None] % 4 == np.arange(4)).sum(axis=1), axis=1)[:, ::-1]
    found: NDArray[np.bool_] = np.stack(
        [
            (ranks // 2).sum(axis=1) == 6,
            np.isin(_as_number(ranks), _straight_ranks()) & (ranks <= 3).all(axis=1),
            (suits[:, None] == np.array(_FLUSH_SUITS)).all(axis=2).any(axis=1),
            (ranks == 1).all(axis=1),
        ],
        axis=1,
    )
    without_joker = cards.max(axis=1, initial=0) < JOKERS[0]
    held: NDArray[np.bool_] = found & without_joker[:, None]
    return held


def counted_naturals(
    cards: NDArray[np.uint8], declared: NDArray[np.uint8] | None, rules: RuleSet
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Which natural counts for each player, and the best one his cards are.

    Parameters
    ----------
    cards
        (n, k, 13) uint8 codes.
    declared
        (n, k) uint8 codes of declared naturals; None: nobody declared any.
    rules
        Whose naturals, and whether they must be declared.

    Returns
    -------
    counted, held
        (n, k) uint8 codes each, 0 for none. A natural that was declared and is not held does not count;
        one that was held and not declared does not count where it must be declared.
    """
    shape = cards.shape[:2]
    if rules.naturals is None:
        return np.zeros(shape, dtype=np.uint8), np.zeros(shape, dtype=np.uint8)
    points = natural_points(rules)
    known = held_naturals(cards.reshape(-1, 13)) & (points[1:] > 0)
    worth = np.concatenate([np.zeros((len(known), 1), dtype=np.int64), known * points[1:]], axis=1)
    held = worth.argmax(axis=1).astype(np.uint8)
    if not rules.naturals.declared:
        return held.reshape(shape), held.reshape(shape)
    if declared is None:
        return np.zeros(shape, dtype=np.uint8), held.reshape(shape)
    said = declared.reshape(-1)
    stands = np.take_along_axis(worth, said[:, None].astype(np.intp), axis=1)[:, 0] > 0
    return np.where(stands, said, 0).astype(np.uint8).reshape(shape), held.reshape(shape)


def natural_points(rules: RuleSet) -> NDArray[np.int64]:
    """Points each opponent pays for a natural, by its code; 0 where the rule set has no such natural."""
    table = (
        {}
        if rules.naturals is None
        else {str(name): points for name, points in rules.naturals.points.items()}
    )
    return np.array([0, *(table.get(name, 0) for name in NATURALS)], dtype=np.int64)


def natural_code(text: str) -> int:
    """Code of a natural by its name; spaces and underscores are as good as hyphens.

    Raises
    ------
    SettlementError
        If there is no such natural.

    Examples
    --------
    >>> natural_code("Six pairs"), natural_code("dragon")
    (1, 4)
    """
    name = re.sub(r"[\s_]+", "-", text.strip().lower())
    if name not in NATURALS:
        raise SettlementError(f"{text!r} is no natural; expected {', '.join(NATURALS)}")
    return NATURALS.index(name) + 1


@cache
def _straight_ranks() -> NDArray[np.int64]:
    """Rank counts, as numbers, of every hand of three straights."""
    ranks = [_RANKS - 1, *range(_RANKS)]  # the ace stands at both ends
    fives = [ranks[start : start + 5] for start in range(len(ranks) - 4)]
    threes = [ranks[start : start + 3] for start in range(len(ranks) - 2)]
    counts = [
        np.bincount([*one, *other, *three], minlength=_RANKS)
        for one, other in combinations_with_replacement(fives, 2)
        for three in threes
    ]
    return np.unique(_as_number(np.array(counts)))


def _as_number(ranks: NDArray[np.integer]) -> NDArray[np.int64]:
    """Counts of the 13 ranks, each under 5, as one number a hand."""
    return ranks @ 5 ** np.arange(_RANKS, dtype=np.int64)
