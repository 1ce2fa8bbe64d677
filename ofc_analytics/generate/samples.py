"""Rows that are not full yet, filled at random: a sample of how each may end.

All samples are made of the same decks, so that two states are compared on the same luck.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ofc_analytics.evaluation import evaluate_five, evaluate_low, evaluate_top
from ofc_analytics.generate.states import JOKER_RANK, MIXED, rank_sets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ofc_analytics.evaluation import Wheel
    from ofc_analytics.rules.patterns import RowKind

__all__ = ["Sample", "sampled"]

_ENDINGS = 200
_SEED = 13


class Sample(NamedTuple):
    """Final values of rows that miss so many cards.

    Attributes
    ----------
    missing
        Cards.
    places, of
        States, and the row of `values` that tells how each may end.
    values
        (rows, samples) in rising order; one sample of a full row.
    """

    missing: int
    places: NDArray[np.intp]
    of: NDArray[np.intp]
    values: NDArray[np.int32]


@cache
def sampled(kind: RowKind, jokers: int, wheel: Wheel, *, five_of_a_kind: bool) -> tuple[Sample, ...]:
    """Samples of every state of a kind of row, by cards missing."""
    size = 3 if kind == "top" else 5
    rng = np.random.default_rng(_SEED)
    decks = np.argsort(rng.random((_ENDINGS, 52 + jokers)), axis=1)[:, : 2 * size].astype(np.uint8)

    def valued(rows: NDArray[np.uint8]) -> NDArray[np.int32]:
        if kind == "top":
            return evaluate_top(rows)
        if kind == "low":
            return evaluate_low(rows)
        return evaluate_five(rows, wheel=wheel, five_of_a_kind=five_of_a_kind)

    found = []
    for held in range(size + 1):
        places, of, cards = _examples(held, jokers)
        rows = _filled(cards, decks, size - held)
        values = valued(rows.reshape(-1, size)).reshape(rows.shape[:2])
        found.append(Sample(size - held, places, of, np.sort(values, axis=1)))
    return tuple(found)


def _filled(cards: NDArray[np.uint8], decks: NDArray[np.uint8], missing: int) -> NDArray[np.uint8]:
    """(n, samples, size) rows filled with the first cards of each deck that are not in them."""
    if not missing:
        return cards[:, None]
    fresh = (decks[None, :, :, None] != cards[:, None, None, :]).all(axis=3)
    order = np.argsort(~fresh, axis=2, kind="stable")[:, :, :missing]
    added = np.take_along_axis(np.broadcast_to(decks, fresh.shape), order, axis=2)
    held = np.broadcast_to(cards[:, None], (*fresh.shape[:2], cards.shape[1]))
    return np.concatenate([held, added], axis=2)


def _examples(held: int, jokers: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.uint8]]:
    """States of so many cards, the example each is like, and the examples' cards; one suit stands for all four."""
    places: list[int] = []
    of: list[int] = []
    cards: list[list[int]] = []
    for place, ranks in enumerate(rank_sets()):
        natural = [rank for rank in ranks if rank != JOKER_RANK]
        wild = [52 + number for number in range(held - len(natural))]
        if len(ranks) != held or len(wild) > jokers or (held == 5 and len(set(ranks)) == 1):
            continue
        examples: list[tuple[Sequence[int], list[int]]] = []
        if len(natural) > 1:
            examples.append(((MIXED,), [rank * 4 + number % 4 for number, rank in enumerate(natural)]))
        if len(set(natural)) == len(natural):
            examples.append((range(1, 5) if natural else (0,), [rank * 4 for rank in natural]))
        for suits, example in examples:
            places += [6 * place + suit for suit in suits]
            of += [len(cards)] * len(suits)
            cards.append(example + wild)
    return np.array(places), np.array(of), np.array(cards, dtype=np.uint8).reshape(len(cards), held)
