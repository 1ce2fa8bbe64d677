"""Intervals of rates: how often something happened where it could have."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ofc_analytics.statistics.clusters import clustered_mean
from ofc_analytics.statistics.quantiles import check_confidence, reach

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats: TypeAlias = NDArray[np.float64]

_LARGE = 1000.0  # times as many clusters as there are: the search begins where their number hardly matters
_ROUNDS = 5

__all__ = ["clustered_wilson", "hands_needed_for_rate", "wilson"]


def wilson(successes: ArrayLike, n: ArrayLike, confidence: float = 0.95) -> tuple[Floats, Floats]:
    """Score interval of a rate: it stays within 0..1 and says something even of 0 in n.

    Parameters
    ----------
    successes, n
        (...) counts, ``0 <= successes <= n``; `n` may be an effective, fractional number.
    confidence
        Nominal coverage, between 0 and 1.

    Returns
    -------
    low, high
        (...) float64 each; nan where `n` is 0.

    Raises
    ------
    ValueError
        If a count is negative, `successes` is above `n`, or `confidence` is not between 0 and 1.

    Notes
    -----
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).

    Examples
    --------
    >>> low, high = wilson(2, 8)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0715 0.5907
    """
    k, size = np.broadcast_arrays(np.asarray(successes, dtype=np.float64), np.asarray(n, dtype=np.float64))
    if np.any((k < 0) | (k > size)):
        raise ValueError("successes must lie between 0 and n")
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = k / size
    return _score_interval(rate, size, _normal(confidence))


def clustered_wilson(
    successes: ArrayLike,
    sizes: ArrayLike,
    groups: ArrayLike,
    confidence: float = 0.95,
    *,
    tuned_for: float | None = None,
) -> tuple[Floats, Floats]:
    """Wilson interval of a rate whose occasions come in clusters, such as hands in Fantasyland.

    Parameters
    ----------
    successes, sizes
        (m,) successes and occasions in each cluster.
    groups
        (m,) integers from 0: the group each cluster belongs to.
    confidence
        Nominal coverage, between 0 and 1.
    tuned_for
        To hold at every look at once, as a `confidence_sequence` tuned for so many clusters.

    Returns
    -------
    low, high
        (g,) float64 each; nan with fewer than two clusters, and where a sequence has too few for any bound.

    Raises
    ------
    ValueError
        If `confidence` or `tuned_for` is out of range.

    Notes
    -----
    The occasions count as the number of independent ones that would give the same standard error: fewer than
    there are where successes come together, more where one keeps the next away. With few clusters that number
    is itself uncertain, so Student's t takes the normal quantile's place: N. Dean and M. Pagano, "Evaluating
    confidence interval methods for binomial proportions in clustered surveys", Journal of Survey Statistics and
    Methodology 3 (2015). Where all clusters agree, the occasions count as they are.

    Examples
    --------
    >>> low, high = clustered_wilson([0, 3, 0, 3], [3, 3, 3, 3], [0, 0, 0, 0])
    >>> print(f"{low[0]:.3f} {high[0]:.3f}")  # 6 of 12, worth no more than 1.5 of 3
    0.061 0.939
    """
    rate, n, clusters = _effective(successes, sizes, groups)
    return _score_interval(rate, n, reach(clusters, confidence, tuned_for))


def hands_needed_for_rate(
    successes: ArrayLike,
    sizes: ArrayLike,
    groups: ArrayLike,
    hands: ArrayLike,
    *,
    half_width: float,
    confidence: float = 0.95,
    tuned_for: float | None = None,
) -> Floats:
    """About how many hands it would take for `clustered_wilson` to reach so far to either side of its middle.

    Parameters
    ----------
    successes, sizes, groups, confidence, tuned_for
        As in `clustered_wilson`.
    hands
        (g,) hands, or whatever else one counts in, that the rate rests on.
    half_width
        Half the width the interval is to have, above 0 and below 0.5.

    Returns
    -------
    ndarray
        (g,) float64, whole hands, those played included: not above `hands` where the interval is that narrow. nan
        where it cannot be told: with fewer than two clusters.

    Raises
    ------
    ValueError
        If `half_width`, `confidence` or `tuned_for` is out of range.

    Examples
    --------
    >>> hands_needed_for_rate([1, 0, 0, 0] * 10, [1] * 40, [0] * 40, [40], half_width=0.05)
    array([296.])
    """
    if not 0 < half_width < 0.5:
        raise ValueError(f"half the width of a rate's interval is above 0 and below 0.5, got {half_width}")
    rate, n, clusters = _effective(successes, sizes, groups)
    low, high = _score_interval(rate, n, reach(clusters, confidence, tuned_for))
    played = np.asarray(hands, dtype=np.float64)
    # the width of the score interval, solved for its number of occasions
    excess = rate * (1 - rate) / half_width**2 - 2
    squares = (excess + np.sqrt(excess**2 + 1 / half_width**2 - 4)) / 2
    factor = np.full(rate.shape, _LARGE)
    for _ in range(_ROUNDS):  # what is reached depends a little on the clusters there will be
        later = reach(np.maximum(clusters * factor, np.maximum(clusters, 2)), confidence, tuned_for)
        with np.errstate(divide="ignore", invalid="ignore"):
            factor = later**2 * squares / n
    needed = np.ceil(factor * played)
    narrow = high - low <= 2 * half_width
    settled = np.where(narrow, np.minimum(needed, played), np.maximum(needed, played + 1))
    return np.where(clusters > 1, settled, np.nan)


def _score_interval(rate: Floats, n: Floats, standard_errors: Floats) -> tuple[Floats, Floats]:
    square = standard_errors**2
    with np.errstate(divide="ignore", invalid="ignore"):
        centre = (rate + square / (2 * n)) / (1 + square / n)
        half = np.sqrt(square * rate * (1 - rate) / n + (square / (2 * n)) ** 2) / (1 + square / n)
    # at the ends the bound is exactly 0 or 1, where the subtraction would leave a rounding error
    known = ~np.isnan(half)
    low = np.where(known & (rate == 0), 0.0, np.maximum(centre - half, 0.0))
    return low, np.where(known & (rate == 1), 1.0, np.minimum(centre + half, 1.0))


def _normal(confidence: float) -> Floats:
    check_confidence(confidence)
    return np.asarray(NormalDist().inv_cdf((1 + confidence) / 2))


def _effective(
    successes: ArrayLike, sizes: ArrayLike, groups: ArrayLike
) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Rate, the independent occasions it is worth, and clusters."""
    rate, error, clusters, _ = clustered_mean(successes, sizes, groups)
    weights = np.asarray(sizes, dtype=np.float64)
    n: Floats = np.bincount(np.asarray(groups, dtype=np.intp), weights).astype(np.float64, copy=False)
    measured = error > 0
    n[measured] = rate[measured] * (1 - rate[measured]) / error[measured] ** 2
    return rate, n, clusters
