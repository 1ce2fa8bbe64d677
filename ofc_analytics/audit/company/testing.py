"""A question to every pair: its numbers, whether there are enough of them, and its chance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import dataframely as dy
import numpy as np
import polars as pl

from ofc_analytics.audit.company.excess import FEWEST_CHAINS
from ofc_analytics.statistics.tails import normal_quantile, normal_tail
from ofc_analytics.statistics.testing import POWER, Measures, Tests, benjamini_hochberg, holm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.audit.company.excess import Excess

__all__ = ["ANSWERS", "LEVEL", "Answers", "Asked", "PairTests", "corrected", "tested"]

LEVEL = 0.05
"""Chance that a club of fair players is asked about any pair at all."""

_KNOWN = 0.1
_INFORMATION = 5  # of odds: where one outcome is rare, a single one of it would be a question
_WIDE = normal_quantile(0.025)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question in words.

    Attributes
    ----------
    name
        Its stable name, the code of its finding.
    about, measure, spec
        What is looked at, what the effect is, and how its number is written.
    stated, size
        An effect in words and as a number, of which it is told how many hands show it.
    sides
        1: only more is asked about; 2: less as well.
    counts
        What there must be many of.
    bent, odds
        As in `Observed`: whether great advantages may be worth less than their parts, and whether the effect
        is found as the logarithm of a ratio of odds.
    """

    name: str
    about: str
    measure: str
    stated: str
    size: float
    sides: int = 1
    spec: str = "+.2f"
    counts: str = "hand"
    bent: bool = False
    odds: bool = False


class _OfPair(dy.Schema):
    first = dy.String(primary_key=True, description="name of a player")
    second = dy.String(primary_key=True, description="name of the other")
    counts = dy.String(description="what `hands` and `needed` count: hand, scoop or occasion")


class Answers(_OfPair, Measures):
    """One row a pair and question, before it is known how many there are."""

    spec = dy.String(description="how the number of the effect is written")
    sides = dy.Int64(description="1 or 2")
    scale = dy.Float64(
        nullable=True, description="hands that show the stated effect, over the square of the normal deviates"
    )
    missing = dy.String(nullable=True, description="why it was not tested")


ANSWERS: pl.Schema = Answers.create_empty().schema


class PairTests(_OfPair, Tests):
    """One row a pair and question. The interval is a 95 % one, for this pair alone."""


def tested(asked: Asked, pairs: pl.DataFrame, found: Excess, names: Sequence[str]) -> pl.DataFrame:
    """Answers of a question to every pair.

    Parameters
    ----------
    pairs
        Columns ``first`` and ``second``, numbers of players, one row a question of `found`.
    names
        Names by number.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Answers`.
    """
    enough = (found.chains >= FEWEST_CHAINS) & (found.known >= _KNOWN) & (found.error > 0)
    if asked.odds:
        enough &= found.information >= _INFORMATION
    z = np.divide(found.effect, found.error, out=np.full(len(enough), np.nan), where=enough)
    tails = [_tail(float(one), asked.sides) for one in z]
    few = pl.format(
        "the two share {} chains of hands, of {} that it takes", pl.Series(found.chains), FEWEST_CHAINS
    )
    missing = (
        pl.when(pl.Series(found.chains < FEWEST_CHAINS))
        .then(few)
        .when(pl.Series(~enough))
        .then(pl.lit("others meet the two too seldom to compare with"))
    )
    half = _WIDE * found.error
    bounds = {"effect": found.effect, "low": found.effect - half, "high": found.effect + half}
    players = pl.Series(names, dtype=pl.String)
    return (
        pairs.select(
            name=pl.lit(asked.name),
            about=pl.lit(asked.about),
            first=players.gather(pairs["first"]),
            second=players.gather(pairs["second"]),
            hands=pl.Series(found.hands),
            statistic=pl.Series(z),
            **{name: pl.Series(np.exp(one) if asked.odds else one) for name, one in bounds.items()},
            measure=pl.lit(asked.measure),
            counts=pl.lit(asked.counts),
            spec=pl.lit(asked.spec),
            p=pl.Series(tails, dtype=pl.Float64),
            sides=pl.lit(asked.sides),
            stated=pl.lit(asked.stated),
            scale=pl.Series(found.error**2 * found.hands / asked.size**2),
            missing=missing,
        )
        .select(pl.col(name).cast(dtype) for name, dtype in ANSWERS.items())
        .with_columns(pl.col(pl.Float64).fill_nan(None))
    )


def corrected(answers: pl.DataFrame) -> pl.DataFrame:
    """Correct for all tests of all pairs, the most unlikely first.

    Returns
    -------
    polars.DataFrame
        Frame of schema `PairTests`; its findings are those with ``p_holm`` below `LEVEL`.
    """
    made = answers.filter(pl.col("p").is_not_null())
    p = made["p"].to_numpy()
    adjusted = made.select(
        "name", "first", "second", p_holm=pl.Series(holm(p)), p_bh=pl.Series(benjamini_hochberg(p))
    )
    tests = (
        answers.join(adjusted, on=["name", "first", "second"], how="left", maintain_order="left")
        .with_columns(needed=_needed(LEVEL / max(1, made.height)))
        .sort("p", "name", "first", "second", nulls_last=True)
    )
    return PairTests.validate(tests.with_columns(verdict=_verdicts(tests)).select(PairTests.column_names()))


def _tail(z: float, sides: int) -> float | None:
    if math.isnan(z):
        return None
    both = normal_tail(z)
    return both if sides == 2 else (both / 2 if z > 0 else 1 - both / 2)


def _needed(level: float) -> pl.Expr:
    one, two = ((normal_quantile(level / sides) + normal_quantile(1 - POWER)) ** 2 for sides in (1, 2))
    squares = pl.when(pl.col("sides") == 1).then(one).otherwise(two)
    return (pl.col("scale") * squares).ceil().cast(pl.Int64)


def _verdicts(tests: pl.DataFrame) -> pl.Series:
    asked = tests.select(
        "about", "measure", "hands", "missing", "p_holm", "effect", "low", "high", "spec", "counts"
    )
    return pl.Series([_verdict(**row) for row in asked.iter_rows(named=True)], dtype=pl.String)


def _verdict(
    *,
    about: str,
    measure: str,
    hands: int,
    counts: str,
    missing: str | None,
    p_holm: float | None,
    effect: float | None,
    low: float | None,
    high: float | None,
    spec: str,
) -> str:
    if missing is not None or p_holm is None:
        return f"not tested: {missing}"
    rests = f"in {hands:,} {counts}{'s' * (hands != 1)}"
    if p_holm >= LEVEL:
        return f"nothing unusual {rests}"
    return f"a question {rests}. {about[0].upper()}{about[1:]}: {measure} {effect:{spec}} ({low:{spec}} to {high:{spec}})."
