"""Tails of distributions, in short code of their own because importing scipy takes seconds."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = [
    "chi_square_quantile",
    "chi_square_tail",
    "noncentral_interval",
    "noncentral_needed",
    "normal_quantile",
    "normal_tail",
    "poisson_binomial",
    "poisson_interval",
    "poisson_tail",
]

_TINY = 1e-300
_NORMAL = NormalDist()


def normal_tail(z: float) -> float:
    """Probability that a standard normal number lies further from 0 than `z`, on either side.

    >>> round(normal_tail(1.959964), 6)
    0.05
    """
    return math.erfc(abs(z) / math.sqrt(2))


def normal_quantile(p: float) -> float:
    """Standard normal number with the probability `p` above it, to about 12 digits.

    >>> round(normal_quantile(0.025), 6)
    1.959964
    """
    return -_NORMAL.inv_cdf(p)


def chi_square_tail(x: float, df: float) -> float:
    """Probability that chi-square exceeds `x`.

    Notes
    -----
    The incomplete gamma function by its series below the mean and by its continued fraction above: NIST
    Digital Library of Mathematical Functions, 8.11.4 and 8.9.2.

    Examples
    --------
    >>> round(chi_square_tail(67.5048, 50), 6)
    0.05
    """
    a, y = df / 2, x / 2
    if y <= 0:
        return 1.0
    front = math.exp(a * math.log(y) - y - math.lgamma(a))
    if y < a + 1:
        term = total = 1 / a
        while term > total * 1e-16:
            a += 1
            term *= y / a
            total += term
        return max(0.0, 1 - front * total)
    b = y + 1 - a
    c, d = 1 / _TINY, 1 / b
    fraction, step, n = d, 0.0, 0
    while abs(step - 1) > 1e-15 and n < 100_000:
        n += 1
        numerator = n * (a - n)
        b += 2
        d = 1 / (numerator * d + b or _TINY)
        c = b + numerator / c or _TINY
        step = c * d
        fraction *= step
    return front * fraction


def chi_square_quantile(p: float, df: float) -> float:
    """Value that chi-square exceeds with probability `p`."""
    return _root(lambda x: p - chi_square_tail(x, df), df)


def noncentral_interval(x: float, df: float, confidence: float = 0.95) -> tuple[float, float]:
    """Interval of the noncentrality of a chi-square that came out as `x`: 0 where it shows no effect.

    Notes
    -----
    M. Sankaran, "Approximations to the non-central chi-square distribution", Biometrika 50 (1963).
    """
    outside = (1 - confidence) / 2

    def bound(p: float) -> float:
        return _root(lambda noncentrality: _noncentral_tail(x, df, noncentrality) - p, max(x, df))

    return bound(outside), bound(1 - outside)


def noncentral_needed(df: float, alpha: float, power: float) -> float:
    """Noncentrality at which a chi-square test of level `alpha` has the power asked for."""
    critical = chi_square_quantile(alpha, df)
    return _root(lambda noncentrality: _noncentral_tail(critical, df, noncentrality) - power, critical)


def poisson_tail(count: int, mean: float) -> float:
    """Probability that a Poisson number is `count` or more.

    >>> round(poisson_tail(2, 0.1), 6)
    0.004679
    """
    if count <= 0:
        return 1.0
    if mean <= 0:
        return 0.0
    if mean > count:
        return 1 - chi_square_tail(2 * mean, 2 * count) if mean < 1e6 else 1.0
    term = total = math.exp(count * math.log(mean) - mean - math.lgamma(count + 1))
    while term > total * 1e-16:
        count += 1
        term *= mean / count
        total += term
    return total


def poisson_interval(count: int, confidence: float = 0.95) -> tuple[float, float]:
    """Exact interval of the mean of a Poisson number.

    Notes
    -----
    F. Garwood, "Fiducial limits for the Poisson distribution", Biometrika 28 (1936).
    """
    outside = (1 - confidence) / 2
    low = chi_square_quantile(1 - outside, 2 * count) / 2 if count else 0.0
    return low, chi_square_quantile(outside, 2 * count + 2) / 2


def poisson_binomial(p: NDArray[np.float64], times: NDArray[np.int64]) -> NDArray[np.float64]:
    """Distribution of the number of successes in independent trials of unequal chances.

    Parameters
    ----------
    p
        (g,) chance of success.
    times
        (..., g) number of trials that have it.

    Returns
    -------
    numpy.ndarray
        (..., n + 1) float64: the probability of 0 to n successes, where n is the largest number of trials, with an
        absolute error of about 1e-13.

    Notes
    -----
    By the characteristic function: Y. Hong, "On computing the distribution function for the Poisson binomial
    distribution", Computational Statistics and Data Analysis 59 (2013).

    Examples
    --------
    >>> poisson_binomial(np.array([0.5, 1.0]), np.array([[2, 0], [1, 1]])).round(6)
    array([[0.25, 0.5 , 0.25],
           [0.  , 0.5 , 0.5 ]])
    """
    n = int(times.sum(axis=-1).max(initial=0))
    turn = np.exp(-2j * np.pi * np.arange(n + 1) / (n + 1))
    one = 1 - p[:, None] + p[:, None] * turn
    logarithm = np.log(np.where(np.abs(one) < _TINY, _TINY, one))
    return np.clip(np.fft.ifft(np.exp(times @ logarithm), axis=-1).real, 0, 1)


def _noncentral_tail(x: float, df: float, noncentrality: float) -> float:
    mean, spread = df + noncentrality, df + 2 * noncentrality
    h = 1 - 2 * mean * (df + 3 * noncentrality) / (3 * spread**2)
    p = spread / mean**2
    m = (h - 1) * (1 - 3 * h)
    centre = 1 + h * p * (h - 1 - 0.5 * (2 - h) * m * p)
    z = ((x / mean) ** h - centre) / (h * math.sqrt(2 * p) * (1 + 0.5 * m * p))
    return math.erfc(z / math.sqrt(2)) / 2


def _root(rising: Callable[[float], float], scale: float) -> float:
    """Where a rising function of a positive number becomes positive; 0 where it is from the start."""
    if rising(0.0) >= 0:
        return 0.0
    high = scale
    while rising(high) < 0:
        high *= 2
    low = 0.0
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if rising(middle) >= 0 else (middle, high)
    return high
