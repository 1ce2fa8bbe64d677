"""First fives: how often each category comes, and whether a seat, a place or a player is dealt stronger ones.

A strength is the share of all five-card hands that are weaker, whose mean and variance are known exactly. Of each
group it is summed over at most one opening a hand, so that the summands are independent.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

from ofc_analytics.audit.fairness.measured import Measured, Stated, largest, squares, too_few
from ofc_analytics.audit.fairness.sight import OPENING
from ofc_analytics.audit.fairness.strengths import (
    ALIKE,
    CATEGORY_COUNTS,
    STRENGTH_CORRELATION,
    STRENGTH_SD,
    strengths,
)
from ofc_analytics.cards import JOKERS
from ofc_analytics.evaluation import CATEGORIES, evaluate_five

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.audit.fairness.sight import Sight

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["measure_jokers", "measure_openings"]

_FEWEST = 5  # expected of each category
_FEW = 50  # openings of a group
_PAIRS, _POINT, _BOND = 0.03, 0.02, 0.05


class _Pool(NamedTuple):
    """Categories with enough expected of each: their names, counts, and probabilities."""

    names: tuple[str, ...]
    counts: Floats
    chances: Floats


def measure_openings(sight: Sight) -> list[Measured]:
    """Measure the openings of all players who are not in Fantasyland."""
    first = sight.deals.filter(pl.col("street") == 0, pl.col("size") == OPENING)
    cards = sight.cards[np.isin(sight.deal, first["deal"].to_numpy())].reshape(-1, OPENING)
    jokers = (cards >= JOKERS[0]).sum(axis=1)
    plain = first.filter(pl.Series(jokers == 0)).with_columns(
        strength=pl.Series(strengths(cards[jokers == 0]) - 0.5)
    )
    return [
        _categories(cards, jokers, first["at"].to_numpy(), sight.used),
        _common(plain),
        *(
            _favoured(plain, column, words)
            for column, words in (("turn", "position"), ("seat", "seat"), ("name", "player"))
        ),
        _together(plain),
        _streaks(plain, sight),
    ]


def measure_jokers(sight: Sight) -> Measured:
    """Measure the number of jokers by seats."""
    name, about = "deal-jokers", "jokers dealt to each seat"
    held_by_hand = sight.hands["jokers"].to_numpy().astype(np.float64)[:, None]
    at = sight.of_deals("at")
    dealt = held_by_hand[at, 0] > 0
    at = at[dealt]
    seats, seat = np.unique(sight.of_deals("seat")[dealt], return_inverse=True)
    held = np.zeros((len(held_by_hand), len(seats)))
    np.add.at(held, (at, seat), 1)
    deck = JOKERS[0] + held_by_hand
    expected = (held * held_by_hand / deck).sum(axis=0)
    used = len(np.unique(at))
    if not len(seats) or expected.min() < _FEWEST:
        return too_few(name, about, used, f"{_FEWEST} jokers expected in each seat are needed")
    counts = np.bincount(seat, sight.cards[dealt] >= JOKERS[0])
    weight = held_by_hand * JOKERS[0] / (deck * (deck - 1))
    covariance = np.diag((weight * held).sum(axis=0)) - (weight / deck * held).T @ held
    deviations = counts - expected
    total = expected.sum()
    at_most = int((np.abs(deviations) / np.sqrt(expected)).argmax())
    return squares(
        name,
        about,
        statistic=float(deviations @ np.linalg.pinv(covariance, rcond=1e-10, hermitian=True) @ deviations),
        df=int(np.linalg.matrix_rank(covariance, hermitian=True)),
        scale=float(np.trace(covariance) / total**2),
        hands=used,
        observations=int(dealt.sum()),
        measure="root mean square deviation of the jokers' frequencies",
        stated=Stated("one seat is dealt 20% more jokers", 0.2 / math.sqrt(len(seats))),
        culprit=(
            f"jokers dealt {counts[at_most]:,.0f} times in seat {seats[at_most]} "
            f"where {expected[at_most]:,.0f} are expected"
        ),
    )


def _categories(cards: NDArray[np.uint8], jokers: Ints, at: Ints, used: int) -> Measured:
    """Categories against their exact probabilities, given the number of jokers among the five."""
    name, about = "deal-openings", "categories of the first five"
    categories = np.minimum(evaluate_five(cards) >> 20, CATEGORY_COUNTS.shape[1] - 1)
    pools = [
        _pooled(np.bincount(categories[jokers == number], minlength=CATEGORY_COUNTS.shape[1]), number)
        for number in range(len(CATEGORY_COUNTS))
    ]
    pools = [pool for pool in pools if len(pool.names) > 1]
    if not pools:
        return too_few(name, about, used, f"{_FEWEST} openings expected in each of two categories are needed")
    counts = np.concatenate([pool.counts for pool in pools])
    expected = np.concatenate([pool.counts.sum() * pool.chances for pool in pools])
    names = [name for pool in pools for name in pool.names]
    together = np.bincount(at)
    inflation = 1 + ALIKE * float((together * (together - 1)).sum()) / len(at)
    total = float(counts.sum())
    deviations = counts - expected
    most = int((np.abs(deviations) / np.sqrt(expected)).argmax())
    pair = CATEGORY_COUNTS[0, 1] / CATEGORY_COUNTS[0].sum()
    return squares(
        name,
        about,
        statistic=float((deviations**2 / expected).sum()) / inflation,
        df=len(counts) - len(pools),
        scale=inflation / total,
        hands=used,
        observations=int(total),
        measure="root mean square deviation of the categories' frequencies, weighted by them",
        stated=Stated(f"one pair {_PAIRS:.0%} more often", _PAIRS * math.sqrt(pair / (1 - pair))),
        culprit=f"{names[most]} dealt {counts[most]:,.0f} times where {expected[most]:,.0f} are expected",
    )


def _pooled(counts: Ints, jokers: int) -> _Pool:
    """Categories; those that are expected too seldom together with the ones below."""
    chances = CATEGORY_COUNTS[jokers] / CATEGORY_COUNTS[jokers].sum()
    possible = np.flatnonzero(chances)
    starts = possible.tolist()
    while True:
        group = np.searchsorted(starts, possible, side="right") - 1
        pooled = np.bincount(group, chances[possible]).astype(np.float64)
        least = int(pooled.argmin())
        if len(starts) == 1 or pooled[least] * counts.sum() >= _FEWEST:
            break
        del starts[max(1, least)]
    suffix = f" with {jokers} joker{'s' * (jokers > 1)}" if jokers else ""
    names = tuple(
        "/".join(CATEGORIES[category] for category in possible[group == place]) + suffix
        for place in range(len(starts))
    )
    return _Pool(names, np.bincount(group, counts[possible]).astype(np.float64), pooled)


def _common(plain: pl.DataFrame) -> Measured:
    """Mean strength of all openings: a deck that gives everyone much."""
    name, about = "deal-strength", "strength of all first fives"
    per_hand = plain.group_by("at").agg(pl.col("strength").sum(), n=pl.len())
    if per_hand.height < _FEW:
        return _too_few(name, about, per_hand.height)
    n = per_hand["n"].to_numpy().astype(np.float64)
    error = STRENGTH_SD * math.sqrt((n + n * (n - 1) * STRENGTH_CORRELATION).sum()) / n.sum()
    return largest(
        name,
        about,
        effects=np.array([plain["strength"].to_numpy().sum() / n.sum()]),
        errors=np.array([error]),
        labels=["all first fives"],
        hands=per_hand.height,
        observations=plain.height,
        measure="mean share of five-card hands that are weaker, beyond one half",
        stated=Stated(f"{_POINT:.0%} of all hands stronger on the mean", _POINT),
        spec="+.2%",
    )


def _favoured(plain: pl.DataFrame, column: str, word: str) -> Measured:
    """The seat, place or player whose openings differ most."""
    name, about = f"deal-strength-{word}", f"strength of the first five by {word}"
    groups = (
        plain.filter(pl.col(column).is_not_null())
        .group_by(column)
        .agg(pl.col("strength").mean(), n=pl.len())
        .filter(pl.col("n") >= _FEW)
        .sort(column)
    )
    hands = plain["at"].n_unique()
    if groups.height < 2:
        return too_few(name, about, hands, f"there are no two {word}s with {_FEW} first fives in sight")
    return largest(
        name,
        about,
        effects=groups["strength"].to_numpy(),
        errors=STRENGTH_SD / np.sqrt(groups["n"].to_numpy().astype(np.float64)),
        labels=[_place(word, value) for value in groups[column].to_list()],
        hands=hands,
        observations=int(groups["n"].sum()),
        measure="mean share of five-card hands that are weaker, beyond one half",
        stated=Stated(f"one {word} dealt {_POINT:.0%} of all hands stronger on the mean", _POINT),
        spec="+.2%",
        named=word == "player",
    )


def _together(plain: pl.DataFrame) -> Measured:
    """Whether the players of a hand are dealt strong openings together."""
    name, about = (
        "deal-strength-together",
        "whether players of one hand are dealt strong first fives together",
    )
    sums = plain.group_by("at", maintain_order=True).agg(
        total=pl.col("strength").sum(), squares=(pl.col("strength") ** 2).sum(), n=pl.len()
    )
    sums = sums.filter(pl.col("n") > 1)
    if sums.height < _FEW:
        return _too_few(name, about, sums.height)
    pairs = (sums["n"] * (sums["n"] - 1) / 2).to_numpy()
    products = ((sums["total"] ** 2 - sums["squares"]) / 2).to_numpy() / STRENGTH_SD**2
    beyond = products - pairs * STRENGTH_CORRELATION
    return largest(
        name,
        about,
        effects=np.array([beyond.sum() / pairs.sum()]),
        errors=np.array([math.sqrt(float((beyond**2).sum())) / pairs.sum()]),
        labels=["first fives of one hand"],
        hands=sums.height,
        observations=int(pairs.sum()),
        measure="correlation of two players' strengths, beyond that of a fair deal",
        stated=Stated(f"a correlation of {_BOND}", _BOND),
        spec="+.3f",
    )


def _streaks(plain: pl.DataFrame, sight: Sight) -> Measured:
    """Whether a strong opening is followed by a strong one of the same player in the next hand."""
    name, about = "deal-streaks", "whether a player's strong first fives come one after another"
    rows = plain.join(sight.hands.select("at", "table_key", "place", "follows"), on="at").sort(
        "table_key", "name", "place"
    )
    key = ["table_key", "name"]
    products = rows.select(
        pl.col("at"),
        next=pl.col("follows") & (pl.col("place") - pl.col("place").shift(1).over(key) == 1),
        product=pl.col("strength") * pl.col("strength").shift(1).over(key) / STRENGTH_SD**2,
    ).filter("next")
    hands = products["at"].n_unique()
    if hands < _FEW:
        return _too_few(name, about, hands)
    n = products.height
    return largest(
        name,
        about,
        effects=np.array([products["product"].sum() / n]),
        errors=np.array([1 / math.sqrt(n)]),
        labels=["first fives of one player in consecutive hands"],
        hands=hands,
        observations=n,
        measure="correlation of a player's strengths in consecutive hands",
        stated=Stated(f"a correlation of {_BOND}", _BOND),
        spec="+.3f",
    )


def _too_few(name: str, about: str, hands: int) -> Measured:
    return too_few(name, about, hands, f"{_FEW} hands are needed")


def _place(word: str, value: str | int) -> str:
    if isinstance(value, str):
        return value
    return f"seat {value}" if word == "seat" else f"place {value + 1} from the button's left"
