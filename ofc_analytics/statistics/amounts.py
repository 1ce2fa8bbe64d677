"""Intervals of means of amounts: mostly nothing, now and then much, such as royalties."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ofc_analytics.statistics.quantiles import reach

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ofc_analytics.statistics.clusters import ClusteredMean

    Floats: TypeAlias = NDArray[np.float64]

__all__ = ["amount_interval", "hands_needed_for_amount"]

_SIZES = np.geomspace(2, 1e9, 400)
_ROUNDS = 16


def amount_interval(
    estimate: ClusteredMean,
    confidence: float = 0.95,
    *,
    least: float = 0.0,
    tuned_for: float | None = None,
) -> tuple[Floats, Floats]:
    """Interval of a mean whose clusters are skewed: it reaches further to the side of the rare large ones.

    Of royalties that are seldom paid a sample is likely to have too few, and then has too small a spread as well: an
    interval that is symmetric about its mean ends too low too often.

    Parameters
    ----------
    estimate
        Means over clusters.
    confidence
        Nominal coverage of the interval, between 0 and 1.
    least
        What no mean is below.
    tuned_for
        To hold at every look at once, as a `confidence_sequence` tuned for so many clusters.

    Returns
    -------
    low, high
        (g,) float64 each, ``least <= low <= mean <= high`` where the means are not below `least`; nan with fewer than two
        clusters, where clusters do not differ at all, and where a sequence has too few for any bound.

    Raises
    ------
    ValueError
        If `confidence` or `tuned_for` is out of range.

    Notes
    -----
    P. Hall, "On the removal of skewness by transformation", Journal of the Royal Statistical Society B 54 (1992). For a
    mean that is ``t`` standard errors from the truth, over ``n`` clusters of skewness ``g`` and with ``w = t / sqrt(n)``,
    the cubic ``w + g w²/3 + g² w³/27 + g/(6n)`` is rid of the skewness to the order ``1/n``, and rises everywhere, so a
    pair of quantiles leads back to a pair of bounds. Student's t takes the normal quantile's place: without skewness
    these are the bounds of `mean_interval`.

    Examples
    --------
    >>> from ofc_analytics.statistics.clusters import clustered_mean
    >>> low, high = amount_interval(clustered_mean([0] * 36 + [4, 6, 4, 20], [1] * 40, [0] * 40))
    >>> print(f"{low[0]:.2f} {high[0]:.2f}")  # of 34 points in 40 hands
    0.13 4.68
    """
    quantile = reach(estimate.clusters, confidence, tuned_for)
    return _bounds(estimate, estimate.clusters.astype(np.float64), quantile, least)


def hands_needed_for_amount(
    estimate: ClusteredMean,
    hands: ArrayLike,
    *,
    half_width: float,
    confidence: float = 0.95,
    least: float = 0.0,
    tuned_for: float | None = None,
) -> Floats:
    """About how many hands it would take for `amount_interval` to reach so far to either side of its middle.

    Parameters
    ----------
    estimate, confidence, least, tuned_for
        As in `amount_interval`.
    hands
        (g,) hands, or whatever else one counts in, that the estimate rests on.
    half_width
        Half the width the interval is to have, above 0.

    Returns
    -------
    ndarray
        (g,) float64, whole hands, those played included, if mean, spread and skewness stay as they are: not above
        `hands` where the interval is that narrow. nan where it cannot be told.

    Raises
    ------
    ValueError
        If `half_width`, `confidence` or `tuned_for` is out of range.

    Examples
    --------
    >>> from ofc_analytics.statistics.clusters import clustered_mean
    >>> estimate = clustered_mean([0] * 36 + [4, 6, 4, 20], [1] * 40, [0] * 40)
    >>> hands_needed_for_amount(estimate, [40], half_width=0.5)
    array([221.])
    """
    if not half_width > 0:
        raise ValueError(f"a half width is above 0, got {half_width}")
    played = np.asarray(hands, dtype=np.float64)
    quantiles = reach(_SIZES, confidence, tuned_for)
    wide, narrow = np.log(estimate.clusters), np.full(estimate.mean.shape, np.log(_SIZES[-1]))
    for _ in range(_ROUNDS):  # bisection: more clusters have narrower bounds
        middle = (wide + narrow) / 2
        low, high = _bounds(estimate, np.exp(middle), np.interp(middle, np.log(_SIZES), quantiles), least)
        enough = high - low <= 2 * half_width
        wide, narrow = np.where(enough, wide, middle), np.where(enough, middle, narrow)
    needed = np.ceil(np.exp(narrow) / estimate.clusters * played)
    low, high = amount_interval(estimate, confidence, least=least, tuned_for=tuned_for)
    # the search is not exact to the hand, the interval there is
    settled = np.where(
        high - low <= 2 * half_width, np.minimum(needed, played), np.maximum(needed, played + 1)
    )
    return np.where(estimate.error > 0, settled, np.nan)


def _bounds(estimate: ClusteredMean, n: Floats, quantile: Floats, least: float) -> tuple[Floats, Floats]:
    """Bounds if there were `n` clusters of the spread and skewness seen."""
    mean, error, clusters, skewness = estimate
    spread = np.where(error > 0, error * np.sqrt(clusters), np.nan)
    centre, away = skewness / (6 * n), quantile / np.sqrt(n)
    low = mean - spread * _restored(away - centre, skewness)
    high = mean - spread * _restored(-away - centre, skewness)
    # a short interval about the corrected mean may leave the mean itself out
    return np.maximum(np.minimum(low, mean), least), np.maximum(high, mean)


def _restored(x: Floats, skewness: Floats) -> Floats:
    """Inverse of ``w + g w²/3 + g² w³/27``, ``3 / g * (cbrt(1 + g x) - 1)``, without dividing by the skewness."""
    root = np.cbrt(1 + skewness * x)
    restored: Floats = 3 * x / (1 + root + root**2)
    return restored
