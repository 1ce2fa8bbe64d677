"""Means of observations that come in clusters, with a standard error that allows for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats: TypeAlias = NDArray[np.float64]

__all__ = ["ClusteredMean", "clustered_mean"]


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
    skewness
        (g,) float64, of what a cluster adds to the mean: 0 where clusters are as often as far above as below, nan where
        they do not differ.
    """

    mean: Floats
    error: Floats
    clusters: NDArray[np.int64]
    skewness: Floats


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
    one observation a cluster it is the ordinary standard error. The skewness is that of the same residuals, the mean
    cube over the mean square to the power 3/2.

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
        residual /= size_sum[group]
        squared = residual**2
        squares, cubes = np.bincount(group, squared), np.bincount(group, squared * residual)
        variance = np.where(clusters > 1, squares * clusters / (clusters - 1), np.nan)
        skewness = np.sqrt(clusters) * cubes / squares**1.5
        return ClusteredMean(total_sum / size_sum, np.sqrt(variance) / size_sum, clusters, skewness)
