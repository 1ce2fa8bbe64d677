"""Many tests at once: what each test says of itself, and corrections for how many were made."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import dataframely as dy
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

__all__ = ["POWER", "Measures", "Tests", "benjamini_hochberg", "holm"]

POWER = 0.9
"""Share of those with the stated effect in which the number of hands that is said to be needed shows it."""


class Measures(dy.Schema):
    """One row a test, before it is known how many there are."""

    name = dy.String(primary_key=True, description="stable name; the code of its finding")
    about = dy.String(description="what it looks at")
    hands = dy.Int64(description="hands it rests on")
    statistic = dy.Float64(nullable=True, description="chi-square, normal deviate or count; null: not made")
    effect = dy.Float64(nullable=True, description="size of what was found, as `measure` says")
    low = dy.Float64(nullable=True, description="lower bound of the effect, 95 %")
    high = dy.Float64(nullable=True, description="upper bound of the effect")
    measure = dy.String(description="what the effect is")
    p = dy.Float64(nullable=True, description="chance of as much where all is fair; null: not made")
    stated = dy.String(description="an effect of which it is told how many hands show it")


class Tests(Measures):
    """One row a test, corrected for how many were made."""

    p_holm = dy.Float64(nullable=True, description="the same for all tests made, by Holm: the verdict")
    p_bh = dy.Float64(nullable=True, description="by Benjamini and Hochberg, to be looked at")
    needed = dy.Int64(
        nullable=True, description="hands like these that show the stated effect nine times of ten"
    )
    verdict = dy.String(description="in words")


def holm(p: Floats) -> Floats:
    """Adjust p-values so that the chance of any false alarm stays below the level, whatever their dependence.

    Parameters
    ----------
    p
        (n,) p-values.

    Returns
    -------
    numpy.ndarray
        (n,) float64, none below its p-value and none above 1.

    Notes
    -----
    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian J. of Statistics 6 (1979).

    Examples
    --------
    >>> holm(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.06, 0.06])
    """
    order = np.argsort(p)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    return adjusted


def benjamini_hochberg(p: Floats) -> Floats:
    """Adjust p-values so that of those below a level no larger share is false on the mean.

    Parameters
    ----------
    p
        (n,) p-values.

    Returns
    -------
    numpy.ndarray
        (n,) float64, none below its p-value and none above 1.

    Notes
    -----
    Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", J. Royal Statistical Society B 57 (1995).

    Examples
    --------
    >>> benjamini_hochberg(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.04, 0.04])
    """
    order = np.argsort(p)[::-1]
    adjusted = np.empty_like(p)
    ranks = np.arange(len(p), 0, -1)
    adjusted[order] = np.minimum(1, np.minimum.accumulate(p[order] * len(p) / ranks))
    return adjusted
