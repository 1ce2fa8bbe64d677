"""Sums by group and cluster, and what they say: the one place where counts become numbers."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

from ofc_analytics.errors import QuestionError
from ofc_analytics.statistics.intervals import (
    TUNED_FOR,
    amount_interval,
    clustered_mean,
    clustered_wilson,
    confidence_sequence,
    hands_needed,
    hands_needed_for_amount,
    hands_needed_for_rate,
    mean_interval,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from ofc_analytics.statistics.clusters import ClusteredMean
    from ofc_analytics.statistics.metrics import Metric

    Floats = NDArray[np.float64]

__all__ = ["CLUSTERS", "Cluster", "estimate", "tally"]

_LARGEST = 2**63


class Cluster(NamedTuple):
    """What observations are independent between.

    Attributes
    ----------
    column
        Column of `Observations` that tells it.
    fewest
        No number is told from fewer: below, intervals hold less than they promise, and a lucky run looks like skill.
    """

    column: str
    fewest: int


CLUSTERS: Mapping[str, Cluster] = MappingProxyType(
    {"chain": Cluster("chain", fewest=20), "session": Cluster("table_start", fewest=10)}
)
"""What may be taken as independent, by name. A session has many hands, whose sum is nearer to normal."""


def tally(
    rows: pl.DataFrame, metrics: Iterable[Metric], by: Mapping[str, pl.Expr], cluster: str = "chain"
) -> pl.DataFrame:
    """Sum totals and chances by group and cluster.

    Parameters
    ----------
    rows
        Frame of schema `Observations`.
    metrics
        What to sum.
    by
        Names and expressions of the groups; none: all rows are one group.
    cluster
        A name of `CLUSTERS`.

    Returns
    -------
    polars.DataFrame
        ``group`` (from 0, in the order of the groups' values, what is not known last), the columns of `by`, ``hands``
        (int64) and for each metric ``<name>:total`` and ``<name>:chances`` (int64), one row a group and cluster.

    Raises
    ------
    QuestionError
        If amounts are so large that a sum of them is no 64-bit number.

    Examples
    --------
    >>> from ofc_analytics.statistics.metrics import METRICS
    >>> rows = pl.DataFrame({"place": [0, 1, 2], "chain": [0, 0, 2], "name": ["Anna"] * 3, "foul": [True, False, True]})
    >>> tally(rows, [METRICS["foul_rate"]], {"player": pl.col("name")}).rows()
    [(0, 'Anna', 2, 1, 2), (0, 'Anna', 1, 1, 1)]
    """
    sums = {
        f"{metric.name}:{end}": expression
        for metric in metrics
        for end, expression in (("total", metric.total), ("chances", metric.chances))
    }
    values = rows.select(
        "place",
        **{f"by:{name}": value for name, value in by.items()},
        cluster=CLUSTERS[cluster].column,
        **sums,
    )
    keys = [f"by:{name}" for name in by]
    _refuse_overflow(values, keys, list(sums))
    sums_of_clusters = values.group_by(*keys, "cluster").agg(
        pl.col("place").n_unique().cast(pl.Int64).alias("hands"), pl.col(*sums).sum()
    )
    ordered = sums_of_clusters.sort(*keys, "cluster", nulls_last=True)
    group = pl.struct(keys).rle_id() if keys else pl.lit(0, pl.UInt32)
    return ordered.select(
        group.alias("group"), *(pl.col(key).alias(key.removeprefix("by:")) for key in keys), "hands", *sums
    )


def _refuse_overflow(values: pl.DataFrame, keys: list[str], sums: list[str]) -> None:
    """Sums of 64-bit numbers wrap around in silence."""
    greatest = values.select(pl.max_horizontal(pl.col(sums).cast(pl.Float64).abs().max())).item() or 0
    if greatest * values.height < _LARGEST:
        return
    exact = values.with_columns(pl.col(sums).cast(pl.Int128).abs())
    in_groups = (
        exact.group_by(keys or pl.lit(0)).agg(pl.col(sums).sum()).select(pl.col(sums).max() < _LARGEST)
    )
    for name, fits in in_groups.row(0, named=True).items():
        if not fits:
            raise QuestionError(
                f"{name.partition(':')[0]}: the amounts add up to more than 64 bits hold; expected less than"
                f" {_LARGEST:,} of the smallest unit"
            )


def estimate(
    tallies: pl.DataFrame,
    metric: Metric,
    *,
    confidence: float = 0.95,
    cluster: str = "chain",
    anytime: bool = False,
) -> pl.DataFrame:
    """Tell what the sums of each group come to.

    Parameters
    ----------
    tallies
        As `tally` gives them.
    metric
        One that was summed.
    confidence
        Nominal coverage of the intervals, between 0 and 1.
    cluster
        The name of `CLUSTERS` that was summed by.
    anytime
        Whether the intervals are to hold at every look at once.

    Returns
    -------
    polars.DataFrame
        ``value``, ``low``, ``high``, ``total``, ``chances``, ``hands``, ``clusters``, ``telling``, ``enough``,
        ``hands_needed`` as in `Answers`, one row a group in their order.

    Raises
    ------
    ValueError
        If `confidence` is not between 0 and 1.

    Examples
    --------
    >>> from ofc_analytics.statistics.metrics import METRICS
    >>> tallies = pl.DataFrame({"group": [0, 0], "hands": [2, 1], "points:total": [6, 3], "points:chances": [2, 1]})
    >>> estimate(tallies, METRICS["points"]).select("value", "total", "chances", "hands", "clusters").rows()
    [(3.0, 9, 3, 3, 2)]
    """
    names = {f"{metric.name}:{end}": end for end in ("total", "chances")}
    sums = tallies.select("group", "hands", *names).rename(names)
    groups = sums.group_by("group", maintain_order=True).sum()
    with_chances = sums.filter(pl.col("chances") > 0)
    found = with_chances["group"].unique(maintain_order=True).to_numpy()
    group = with_chances["group"].rle_id().to_numpy()
    total, chances = (with_chances[name].to_numpy() for name in ("total", "chances"))
    hands = groups["hands"].to_numpy()[found]
    mean = clustered_mean(total, chances, group)
    tuned_for = TUNED_FOR if anytime else None
    if metric.reference is not None:
        low, high = confidence_sequence(mean, confidence) if anytime else mean_interval(mean, confidence)
        needed = hands_needed(
            mean, hands, reference=metric.reference, confidence=confidence, tuned_for=tuned_for
        )
    elif metric.kind == "rate":
        low, high = clustered_wilson(total, chances, group, confidence, tuned_for=tuned_for)
        needed = hands_needed_for_rate(
            total, chances, group, hands, half_width=metric.within, confidence=confidence, tuned_for=tuned_for
        )
    else:
        low, high = amount_interval(mean, confidence, least=metric.least, tuned_for=tuned_for)
        needed = hands_needed_for_amount(
            mean,
            hands,
            half_width=metric.within,
            confidence=confidence,
            least=metric.least,
            tuned_for=tuned_for,
        )
    telling = _telling(metric, mean, total, chances, group)
    fewest = CLUSTERS[cluster].fewest
    enough = _enough(metric, low, high) & (telling >= fewest)
    with np.errstate(divide="ignore", invalid="ignore"):
        least = np.where(telling > 0, np.ceil(hands * fewest / telling), np.nan)
        needed = np.where(telling < fewest, np.fmax(needed, least), needed)
    told = {
        "value": mean.mean * metric.scale,
        "low": low * metric.scale,
        "high": high * metric.scale,
        "clusters": mean.clusters,
        "telling": telling,
        "enough": enough,
        "hands_needed": np.where(enough, np.nan, np.maximum(needed, hands + 1)),
    }
    of_group = pl.DataFrame({"group": found} | told, nan_to_null=True)
    return groups.join(of_group, on="group", how="left", maintain_order="left").select(
        "value",
        "low",
        "high",
        "total",
        "chances",
        "hands",
        pl.col("clusters", "telling").fill_null(0).cast(pl.Int64),
        pl.col("enough").fill_null(value=False),
        pl.col("hands_needed").cast(pl.Int64),
    )


def _telling(
    metric: Metric,
    mean: ClusteredMean,
    total: NDArray[np.int64],
    chances: NDArray[np.int64],
    group: NDArray[np.intp],
) -> NDArray[np.int64]:
    """Clusters that say something: of amounts that are mostly the least, those with more."""
    if metric.kind != "amount":
        return mean.clusters
    more = total > metric.least * chances
    return np.bincount(group, more, minlength=mean.clusters.size).astype(np.int64)


def _enough(metric: Metric, low: Floats, high: Floats) -> NDArray[np.bool_]:
    if metric.reference is None:
        return (high - low) / 2 <= metric.within
    return (low > metric.reference) | (high < metric.reference)
