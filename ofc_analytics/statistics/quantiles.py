"""How many standard errors an interval reaches to either side, as array operations.

The quantiles are computed here because importing scipy takes seconds.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats: TypeAlias = NDArray[np.float64]

__all__ = ["check_confidence", "mixture_quantile", "reach", "t_quantile"]

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(64)
_NEGLIGIBLE = 9.0  # standard deviations beyond which a tail is below double precision


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
    check_confidence(2 * p - 1)
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


def mixture_quantile(confidence: float, n: ArrayLike, tuned_for: float) -> Floats:
    """Standard errors that hold a mean at every `n` at once, for whoever looks again and again.

    Parameters
    ----------
    confidence
        Chance, between 0 and 1, that the mean is within these bounds from the second observation to the last.
    n
        (...) independent observations so far, at least 2.
    tuned_for
        The number of them at which the bounds are to be tightest, above 0; to be chosen beforehand.

    Returns
    -------
    ndarray
        (...) float64; infinite while `n` is too small for any bound.

    Raises
    ------
    ValueError
        If `confidence`, `n` or `tuned_for` is out of range.

    Notes
    -----
    For large `n` these are the bounds of the normal mixture,
    ``sqrt(2 (n r² + 1) / (n r²) * log(sqrt(n r² + 1) / alpha))``, which hold whatever the observations are like:
    I. Waudby-Smith et al., "Time-uniform central limit theory and asymptotic confidence sequences", Annals of
    Statistics 52 (2024). They are smallest where ``n r² = log(n r² + 1) - 2 log(alpha)``.

    A small sample does not know its spread, so the mixture is taken over effects in units of that spread: the
    likelihood ratio of the t statistic is a martingale, kept under ``1 / alpha`` by Ville's inequality. With normal
    observations that holds exactly: H. Wang and A. Ramdas, "Anytime-valid t-tests and confidence sequences for
    Gaussian means with unknown variance", arXiv:2310.03722.

    Examples
    --------
    >>> mixture_quantile(0.95, [10, 100, 1000, 10_000], tuned_for=500).round(2)
    array([ inf, 3.47, 3.07, 3.34])
    """
    check_confidence(confidence)
    size = np.asarray(n, dtype=np.float64)
    if not tuned_for > 0:
        raise ValueError(f"a sequence is tuned for a positive number of observations, got {tuned_for}")
    if np.any(size < 2):
        raise ValueError("a mean has no bounds before its second observation")
    log_odds = -math.log1p(-confidence)
    spread = 2 * log_odds
    for _ in range(50):  # a contraction: each step closes in by a factor 1 + spread
        spread = math.log1p(spread) + 2 * log_odds
    ratio = 1 + size * spread / tuned_for
    excess = np.exp(2 / size * (0.5 * np.log(ratio) + log_odds))
    with np.errstate(divide="ignore"):
        square = np.where(excess < ratio, (size - 1) * (excess - 1) / (1 - excess / ratio), np.inf)
    quantile: Floats = np.sqrt(square)
    return quantile


def reach(clusters: ArrayLike, confidence: float, tuned_for: float | None) -> Floats:
    """Standard errors to either side: Student's t once, or the mixture's at every look; nan if there are none.

    Parameters
    ----------
    clusters
        (...) independent observations.
    confidence
        Nominal coverage, between 0 and 1.
    tuned_for
        None for an interval that is looked at once.

    Returns
    -------
    ndarray
        (...) float64.
    """
    check_confidence(confidence)
    size = np.asarray(clusters, dtype=np.float64)
    enough = size > 1
    quantile = np.full(size.shape, np.nan)
    if tuned_for is None:
        quantile[enough] = t_quantile((1 + confidence) / 2, size[enough] - 1)
    else:
        mixture = mixture_quantile(confidence, size[enough], tuned_for)
        quantile[enough] = np.where(np.isfinite(mixture), mixture, np.nan)
    return quantile


def check_confidence(confidence: float) -> None:
    """Refuse a nominal coverage that is none.

    Raises
    ------
    ValueError
        If `confidence` is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, got {confidence}")


def _density(x: Floats, df: Floats) -> Floats:
    # cos(x) ** (df - 1), kept accurate where x is small and df large
    density: Floats = np.exp(0.5 * (df - 1) * np.log1p(-(np.sin(x) ** 2)))
    return density


def _mass(x: Floats, df: Floats) -> Floats:
    half = x[:, np.newaxis] / 2
    mass: Floats = (_density(half * (1 + _NODES), df[:, np.newaxis]) @ _WEIGHTS) * half[:, 0]
    return mass
