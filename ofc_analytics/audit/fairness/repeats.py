"""Shuffles that come again: cards that stay from one hand to the next, and hands dealt from a deck seen before."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.audit.fairness.measured import Measured, Stated, largest, too_few, unlikely_count
from ofc_analytics.audit.fairness.sight import DECK, OPENING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ofc_analytics.audit.fairness.sight import Sight

__all__ = ["measure_repeats"]

_FEW = 50  # pairs of consecutive hands
_OVERLAP = 0.03
_RATE = 1e-3
_ORDINARY = np.uint64((1 << DECK) - 1)
_FEWEST = 100  # expected, for the normal distribution to hold in its tails
_FEWEST_CARDS = 10
_SHOWN = 3


def measure_repeats(sight: Sight) -> list[Measured]:
    """Measure the overlap of consecutive hands, whole deals that come again, and two first fives that do."""
    deals = sight.deals.with_columns(mask=pl.Series(sight.masks(), dtype=pl.UInt64))
    return [_overlap(deals, sight), _decks(deals, sight), _beginnings(deals, sight)]


def _overlap(deals: pl.DataFrame, sight: Sight) -> Measured:
    """Cards in sight that were in sight in the hand before: each hand's number is hypergeometric, and independent."""
    name, about = "deal-overlap", "cards that were dealt in the table's hand before as well"
    seen = deals.group_by("at").agg(
        mask=pl.col("mask").sum()
    )  # a card is dealt once, so the sum is the union
    rows = (
        sight.hands.select("at", "table_key", "place", "follows")
        .join(seen, on="at", how="left", maintain_order="left")
        .sort("table_key", "place")
        .with_columns(before=pl.col("mask").shift(1).over("table_key"))
        .filter(pl.col("follows"), pl.col("mask").is_not_null(), pl.col("before").is_not_null())
    )
    now, before = (rows[column].to_numpy() & _ORDINARY for column in ("mask", "before"))
    k, m, same = (np.bitwise_count(mask).astype(np.float64) for mask in (now, before, now & before))
    expected = (k * m / DECK).sum()
    gone = (DECK - k) @ (DECK - m) / DECK
    if rows.height < _FEW or min(expected, gone) < _FEWEST:
        return too_few(
            name,
            about,
            rows.height,
            f"{_FEW} pairs of consecutive hands are needed, and {_FEWEST} cards in sight in both and in neither",
        )
    variance = (k * m * (DECK - k) * (DECK - m)).sum() / (DECK**2 * (DECK - 1))
    return largest(
        name,
        about,
        effects=np.array([same.sum() / expected - 1]),
        errors=np.array([math.sqrt(variance) / expected]),
        labels=[f"{same.sum():,.0f} cards dealt again in the next hand where {expected:,.0f} are expected"],
        hands=rows.height,
        observations=int(k.sum()),
        measure="cards dealt again in the next hand, beyond those expected",
        stated=Stated(
            f"cards dealt again at odds {_OVERLAP:.0%} better than those of the others",
            _OVERLAP * float(variance / expected),
        ),
        spec="+.1%",
    )


def _decks(deals: pl.DataFrame, sight: Sight) -> Measured:
    """Hands in which all that is in sight was in sight before, whoever it was dealt to."""
    name, about = "deal-again", "hands with the same deals as an earlier one, whoever they were dealt to"
    hands = (
        deals.group_by("at", maintain_order=True)
        .agg(pl.col("mask").sort(), sizes=pl.col("size").sort(), cards=pl.col("size").sum(), n=pl.len())
        .filter(pl.col("n") > 1, pl.col("cards") >= _FEWEST_CARDS)
    )
    shapes = hands.group_by("sizes").agg(times=pl.len())
    expected = sum(
        math.comb(times, 2) / _ways(sizes) for sizes, times in shapes.select("sizes", "times").iter_rows()
    )
    return _again(name, about, hands, expected, sight)


def _beginnings(deals: pl.DataFrame, sight: Sight) -> Measured:
    """Two first fives of a hand that two players of another hand were dealt: a deck that begins the same."""
    name, about = (
        "deal-begins-again",
        "hands in which two players' first fives are those of two players in an earlier one",
    )
    first = deals.filter(pl.col("street") == 0, pl.col("size") == OPENING).select("at", "mask")
    pairs = (
        first.join(first, on="at", suffix="_other", maintain_order="left")
        .filter(pl.col("mask") < pl.col("mask_other"))
        .select("at", mask=pl.concat_list("mask", "mask_other"))
    )
    expected = math.comb(pairs.height, 2) / _ways([OPENING, OPENING])
    return _again(name, about, pairs, expected, sight)


def _again(name: str, about: str, keys: pl.DataFrame, expected: float, sight: Sight) -> Measured:
    """Count hands whose ``mask`` an earlier hand has, `expected` being the pairs of hands that agree by chance."""
    used = keys["at"].n_unique()
    if used < 2:
        return too_few(name, about, used, "there are no two hands with two deals in sight")
    again = (
        keys.with_columns(before=pl.col("at").first().over("mask"))
        .filter(pl.col("before") != pl.col("at"))
        .unique("at", keep="first", maintain_order=True)
    )
    labels = sight.hands["hand"]
    shown = [
        f"{labels[at]} the same as {labels[before]}"
        for at, before in again.select("at", "before").head(_SHOWN).iter_rows()
    ]
    more = f" and {again.height - _SHOWN} more" if again.height > _SHOWN else ""
    return unlikely_count(
        name,
        about,
        count=again.height,
        expected=expected,
        hands=used,
        observations=keys.height,
        measure="hands dealt again",
        stated=Stated(f"one shuffle in {1 / _RATE:,.0f} dealt again", _RATE),
        culprit=f"hand {', '.join(shown)}{more}" if shown else "no hand",
        example=sight.hands["hand_id"][int(again["at"][0])] if again.height else None,
    )


def _ways(sizes: Iterable[int]) -> int:
    """Number of ways to deal sets of these sizes from 52 cards, in no order of the sets."""
    ways, left = 1, DECK
    sizes = list(sizes)
    for size in sizes:
        ways *= math.comb(left, size)
        left -= size
    return ways // math.prod(math.factorial(times) for times in Counter(sizes).values())
