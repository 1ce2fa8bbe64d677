"""Confidence intervals for means and rates, as array operations.

Nothing here knows the game: counts and sums go in, bounds come out. A bound that cannot be told is nan.
The quantiles are computed here because importing scipy takes seconds.

Examples
--------
>>> low, high = wilson([0, 5], [10, 10])
>>> low.round(3), high.round(3)
(array([0.   , 0.237]), array([0.278, 0.763]))
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats: TypeAlias = NDArray[np.float64]

__all__ = ["ClusteredMean", "clustered_mean", "clustered_wilson", "mean_interval", "t_quantile", "wilson"]

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(64)
_NEGLIGIBLE = 9.0  # standard deviations beyond which a tail is below double precision


class ClusteredMean(NamedTuple):
    """Means of several groups, each with its standard error.

    Attributes
    ----------
    mean
        (g,) float64, nan for a group without observations.
    error
        (g,) float64, standard error of the mean, nan with fewer than two clusters.
    clusters
        (g,) int64, number of clusters in the group.
    """

    mean: Floats
    error: Floats
    clusters: NDArray[np.int64]


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
    _check(confidence)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = k / size
        centre = (rate + z**2 / (2 * size)) / (1 + z**2 / size)
        half = z * np.sqrt(rate * (1 - rate) / size + z**2 / (4 * size**2)) / (1 + z**2 / size)
    # at the ends the bound is exactly 0 or 1, where the subtraction would leave a rounding error
    return np.where(rate == 0, 0.0, centre - half), np.where(rate == 1, 1.0, centre + half)


def clustered_mean(totals: ArrayLike, sizes: ArrayLike, groups: ArrayLike) -> ClusteredMean:
    """Mean of all observations of a group, with a standard error that lets neighbours depend on each other.

    Observations within a cluster may be correlated in any way; clusters are taken as independent.

    Parameters
    ----------
    totals, sizes
        (m,) sum and number of the observations in each cluster; `sizes` at least 1.
    groups
        (m,) integers from 0: the group each cluster belongs to.

    Returns
    -------
    ClusteredMean
        One entry a group.

    Notes
    -----
    The mean is a ratio of sums, so its variance is that of the residuals ``total - mean * size``, with
    the factor ``clusters / (clusters - 1)``: W. G. Cochran, Sampling Techniques (1977), chapter 6. With
    one observation a cluster it is the ordinary standard error.

    Examples
    --------
    >>> clustered_mean([6, -2, 2], [1, 2, 1], [0, 0, 0]).mean
    array([1.5])
    """
    total = np.asarray(totals, dtype=np.float64)
    size = np.asarray(sizes, dtype=np.float64)
    group = np.asarray(groups, dtype=np.intp)
    clusters = np.bincount(group)
    total_sum, size_sum = np.bincount(group, total), np.bincount(group, size)
    # whole numbers up to here: equal clusters leave a residual of exactly 0
    residual = total * size_sum[group] - total_sum[group] * size
    with np.errstate(divide="ignore", invalid="ignore"):
        squares = np.bincount(group, (residual / size_sum[group]) ** 2)
        variance = np.where(clusters > 1, squares * clusters / (clusters - 1), np.nan)
        return ClusteredMean(total_sum / size_sum, np.sqrt(variance) / size_sum, clusters)


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
    _check(confidence)
    mean, error, clusters = estimate
    half = np.full(mean.shape, np.nan)
    known = error > 0
    half[known] = t_quantile((1 + confidence) / 2, clusters[known] - 1) * error[known]
    return mean - half, mean + half


def clustered_wilson(
    successes: ArrayLike, sizes: ArrayLike, groups: ArrayLike, confidence: float = 0.95
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

    Returns
    -------
    low, high
        (g,) float64 each.

    Notes
    -----
    The occasions count as the number of independent ones that would give the same standard error, never
    more than there are: N. Dean and M. Pagano, "Evaluating confidence interval methods for binomial
    proportions in clustered surveys", J. Survey Statistics and Methodology 3 (2015).

    Examples
    --------
    >>> low, high = clustered_wilson([0, 3, 0, 3], [3, 3, 3, 3], [0, 0, 0, 0])
    >>> print(f"{low[0]:.3f} {high[0]:.3f}")  # 6 of 12, worth no more than 1.5 of 3
    0.125 0.875
    """
    rate, error, _ = clustered_mean(successes, sizes, groups)
    n = np.bincount(np.asarray(groups, dtype=np.intp), np.asarray(sizes, dtype=np.float64))
    measured = error > 0
    n[measured] = np.minimum(n[measured], rate[measured] * (1 - rate[measured]) / error[measured] ** 2)
    return wilson(rate * n, n, confidence)


def t_quantile(p: float, df: ArrayLike) -> Floats:
    """Quantile of Student's t distribution in its upper half.

    Parameters
    ----------
    p
        Probability, above 0.5 and below 1.
    df
        (...) degrees of freedom, at least 1.

    Returns
    -------
    ndarray
        (...) float64, to about 12 digits.

    Raises
    ------
    ValueError
        If `p` or `df` is out of range.

    Notes
    -----
    With ``t = sqrt(df) tan(x)`` the density becomes ``cos(x) ** (df - 1)``: smooth, so Gauss-Legendre
    quadrature gives the distribution, and falling, so Newton's method climbs from 0 without overshooting.

    Examples
    --------
    >>> t_quantile(0.975, [1, 10, 1000]).round(4)
    array([12.7062,  2.2281,  1.9623])
    """
    _check(2 * p - 1)
    freedom, inverse = np.unique(np.asarray(df, dtype=np.float64), return_inverse=True)
    if np.any(freedom < 1):
        raise ValueError("degrees of freedom must be at least 1")
    wanted = (2 * p - 1) * _mass(np.minimum(math.pi / 2, _NEGLIGIBLE / np.sqrt(freedom)), freedom)
    x = np.zeros_like(freedom)
    for _ in range(50):
        step = (wanted - _mass(x, freedom)) / _density(x, freedom)
        x += step
        if np.all(np.abs(step) <= 1e-14 * x):
            break
    quantile: Floats = (np.sqrt(freedom) * np.tan(x))[inverse]
    return quantile


def _density(x: Floats, df: Floats) -> Floats:
    # cos(x) ** (df - 1), kept accurate where x is small and df large
    density: Floats = np.exp(0.5 * (df - 1) * np.log1p(-(np.sin(x) ** 2)))
    return density


def _mass(x: Floats, df: Floats) -> Floats:
    half = x[:, np.newaxis] / 2
    mass: Floats = (_density(half * (1 + _NODES), df[:, np.newaxis]) @ _WEIGHTS) * half[:, 0]
    return mass


def _check(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, got {confidence}")
