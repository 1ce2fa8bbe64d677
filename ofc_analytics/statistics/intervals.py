"""Confidence intervals, as array operations; those of rates live in `rates`, those of skewed amounts in `amounts`.

Nothing here knows the game: counts and sums go in, bounds come out. A bound that cannot be told is nan.

Examples
--------
>>> low, high = wilson([0, 5], [10, 10])
>>> low.round(3), high.round(3)
(array([0.   , 0.237]), array([0.278, 0.763]))
"""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ofc_analytics.statistics.amounts import amount_interval, hands_needed_for_amount
from ofc_analytics.statistics.clusters import ClusteredMean, clustered_mean
from ofc_analytics.statistics.quantiles import check_confidence, reach
from ofc_analytics.statistics.rates import clustered_wilson, hands_needed_for_rate, wilson

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats: TypeAlias = NDArray[np.float64]

__all__ = [
    "POWER",
    "TUNED_FOR",
    "ClusteredMean",
    "amount_interval",
    "clustered_mean",
    "clustered_wilson",
    "confidence_sequence",
    "hands_needed",
    "hands_needed_for_amount",
    "hands_needed_for_rate",
    "mean_interval",
    "wilson",
]

TUNED_FOR = 500
"""Clusters at which a confidence sequence is tightest unless asked otherwise: with chains, some 800 hands."""

POWER = 0.8
"""Chance that so many hands as `hands_needed` tells are enough to exclude a reference."""

_SIZES = np.geomspace(2, 1e9, 2000)


def mean_interval(estimate: ClusteredMean, confidence: float = 0.95) -> tuple[Floats, Floats]:
    """Student's t interval of a mean, with one degree of freedom less than there are clusters.

    Returns
    -------
    low, high
        (g,) float64 each; nan with fewer than two clusters, and where the clusters do not differ at
        all, since nothing then tells how much the mean may be off.

    Raises
    ------
    ValueError
        If `confidence` is not between 0 and 1.

    Examples
    --------
    >>> low, high = mean_interval(clustered_mean([6, -2, 2], [1, 2, 1], [0, 0, 0]))
    >>> print(f"{low[0]:.3f} {high[0]:.3f}")
    -7.386 10.386
    """
    half = _half_width(estimate, confidence, None)
    return estimate.mean - half, estimate.mean + half


def confidence_sequence(
    estimate: ClusteredMean, confidence: float = 0.95, *, tuned_for: float = TUNED_FOR
) -> tuple[Floats, Floats]:
    """Interval of a mean for people who look every night: it holds at all looks at once.

    A 95 % interval is wrong one time in twenty whenever one looks, so who looks often enough sees it wrong. This
    one is wrong at any look in no more than one of twenty histories, however many looks there are and whatever
    makes one stop; the price is a width about half as large again.

    Parameters
    ----------
    estimate
        Means over the clusters seen so far.
    confidence
        Chance that no interval of the whole history misses the mean, between 0 and 1.
    tuned_for
        Number of clusters at which the interval is tightest. To be chosen before the first look.

    Returns
    -------
    low, high
        (g,) float64 each; nan where the clusters are too few for any bound (with the standard `tuned_for` and
        confidence under 22) or do not differ at all.

    Raises
    ------
    ValueError
        If `confidence` or `tuned_for` is out of range.

    See Also
    --------
    ofc_analytics.statistics.quantiles.mixture_quantile : the method and its sources.

    Examples
    --------
    >>> estimate = clustered_mean([9, -3] * 50, [1, 2] * 50, [0] * 100)
    >>> for low, high in (mean_interval(estimate), confidence_sequence(estimate)):
    ...     print(f"{low[0]:.2f} {high[0]:.2f}")
    1.07 2.93
    0.37 3.63
    """
    half = _half_width(estimate, confidence, tuned_for)
    return estimate.mean - half, estimate.mean + half


def hands_needed(
    estimate: ClusteredMean,
    hands: ArrayLike,
    *,
    reference: float,
    confidence: float = 0.95,
    tuned_for: float | None = None,
) -> Floats:
    """About how many hands it would take for the interval of a mean to exclude a value.

    Parameters
    ----------
    estimate
        Means over clusters.
    hands
        (g,) hands, or whatever else one counts in, that the estimate rests on.
    reference
        A value that the interval is to exclude, with the chance `POWER`, if the true mean is the one seen.
    confidence
        Nominal coverage of the interval, between 0 and 1.
    tuned_for
        For the interval of a `confidence_sequence` tuned for so many clusters, instead of `mean_interval`.

    Returns
    -------
    ndarray
        (g,) float64, whole hands, those played included: not above `hands` where the question is settled. nan where
        it cannot be told: the spread is unknown, or the mean is the reference itself.

    Raises
    ------
    ValueError
        If `confidence` or `tuned_for` is out of range.

    Notes
    -----
    The standard error falls with the root of the number of clusters, and clusters grow with the hands. The mean moves
    by about a standard error, so an interval that just reached the reference would exclude it in half of the cases:
    the distance has to be longer by the quantile of `POWER` (J. Cohen, "Statistical Power Analysis for the Behavioral
    Sciences", 1988).

    Examples
    --------
    >>> estimate = clustered_mean([9, -7] * 50, [1, 2] * 50, [0] * 100)
    >>> hands_needed(estimate, [150], reference=0)
    array([829.])
    """
    mean, error, clusters, _ = estimate
    distance = np.abs(mean - reference)
    half = _half_width(estimate, confidence, tuned_for)
    known = (error > 0) & (distance > 0)
    needed = np.full(mean.shape, np.nan)
    deviations = distance[known] / (error[known] * np.sqrt(clusters[known]))
    needed[known] = _clusters_reaching(deviations, confidence, tuned_for) / clusters[known]
    played = np.asarray(hands, dtype=np.float64)
    needed = np.ceil(needed * played)
    # the search is not exact to the hand, the interval there is
    settled: Floats = np.where(half <= distance, np.minimum(needed, played), np.maximum(needed, played + 1))
    return settled


def _half_width(estimate: ClusteredMean, confidence: float, tuned_for: float | None) -> Floats:
    check_confidence(confidence)
    half = np.full(estimate.mean.shape, np.nan)
    known = estimate.error > 0
    half[known] = reach(estimate.clusters[known], confidence, tuned_for) * estimate.error[known]
    return half


def _clusters_reaching(deviations: Floats, confidence: float, tuned_for: float | None) -> Floats:
    """Clusters whose interval excludes, with the chance `POWER`, what is so many standard deviations of one away."""
    quantile = reach(_SIZES, confidence, tuned_for) + NormalDist().inv_cdf(POWER)
    known = np.isfinite(quantile)
    reached, sizes = np.log(quantile[known] / np.sqrt(_SIZES[known])), np.log(_SIZES[known])
    clusters: Floats = np.exp(np.interp(np.log(deviations), reached[::-1], sizes[::-1], left=np.nan))
    return clusters
