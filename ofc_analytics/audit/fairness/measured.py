"""One test as it came out, and the three kinds there are: a sum of squares, the largest of several, a count."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ofc_analytics.statistics.tails import (
    chi_square_tail,
    noncentral_interval,
    noncentral_needed,
    normal_quantile,
    normal_tail,
    poisson_interval,
    poisson_tail,
)
from ofc_analytics.statistics.testing import POWER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

__all__ = ["Measured", "Stated", "largest", "squares", "too_few", "unlikely_count"]

_CONFIDENCE = 0.95


class Stated(NamedTuple):
    """An effect in words and as a number in the unit of a test's effect."""

    words: str
    size: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A test as it came out.

    Attributes
    ----------
    name, about
        Its stable name, and what it looks at.
    hands, observations
        Hands it rests on, and what was counted in them.
    statistic, effect, low, high, p
        Of the test; the interval is a 95 % one. None where it was not made.
    measure
        What the effect is, in words.
    spec
        How a number of the effect is written.
    stated
        An effect in words, of which `needed` tells how many hands show it.
    needed
        From the level of a single test to hands.
    culprit
        What stands out most, in words.
    players
        Names it is about.
    missing
        Why it was not made.
    pure
        Whether it is about the deal alone.
    example
        ``hand_id`` of a hand that shows it.
    """

    name: str
    about: str
    hands: int
    observations: int = 0
    statistic: float | None = None
    effect: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    measure: str = ""
    spec: str = ".1%"
    stated: str = ""
    needed: Callable[[float], float] | None = None
    culprit: str = ""
    players: tuple[str, ...] = ()
    missing: str | None = None
    pure: bool = True
    example: str | None = None


def too_few(name: str, about: str, hands: int, why: str) -> Measured:
    """A test that was not made."""
    return Measured(name=name, about=about, hands=hands, missing=why)


def squares(
    name: str,
    about: str,
    *,
    statistic: float,
    df: int,
    scale: float,
    hands: int,
    observations: int,
    measure: str,
    stated: Stated,
    culprit: str,
) -> Measured:
    """Measure a sum of squares that is chi-square with `df` where nothing is wrong.

    Parameters
    ----------
    scale
        Square of the effect over the noncentrality it gives in as many hands as these. The stated effect
        is a root mean square like the measured one.
    """
    low, high = noncentral_interval(statistic, df, _CONFIDENCE)
    return Measured(
        name=name,
        about=about,
        hands=hands,
        observations=observations,
        statistic=statistic,
        effect=math.sqrt(max(0.0, statistic - df) * scale),
        low=math.sqrt(low * scale),
        high=math.sqrt(high * scale),
        p=chi_square_tail(statistic, df),
        measure=measure,
        stated=stated.words,
        needed=lambda alpha: noncentral_needed(df, alpha, POWER) * scale * hands / stated.size**2,
        culprit=culprit,
    )


def largest(
    name: str,
    about: str,
    *,
    effects: Floats,
    errors: Floats,
    labels: Sequence[str],
    hands: int,
    observations: int,
    measure: str,
    stated: Stated,
    spec: str = ".1%",
    tails: Floats | None = None,
    least: float = -math.inf,
    named: bool = False,
) -> Measured:
    """Measure the group that is furthest from what it should be, for how many groups there are.

    Parameters
    ----------
    effects, errors
        (g,) deviation of each group and its standard error; their ratio is normal where nothing is wrong, and groups
        may depend on each other.
    stated
        Effect in one group, which stands for an average one of these.
    tails
        (g,) two-sided tail probability of each group; None: by the normal distribution.
    least
        What no deviation can be below.
    named
        Whether the labels are names of players.
    """
    groups = len(effects)
    z = effects / errors
    at = int(np.abs(z).argmax() if tails is None else tails.argmin())
    tail = normal_tail(float(z[at])) if tails is None else float(tails[at])
    half = normal_quantile((1 - _CONFIDENCE) / 2 / groups) * errors[at]
    needed_squares = float(np.mean(errors**2)) * hands / stated.size**2
    return Measured(
        name=name,
        about=about,
        hands=hands,
        observations=observations,
        statistic=float(z[at]),
        effect=float(effects[at]),
        low=max(least, float(effects[at] - half)),
        high=float(effects[at] + half),
        p=min(1.0, groups * tail),
        measure=measure,
        spec=spec,
        stated=stated.words,
        needed=lambda alpha: (
            (normal_quantile(alpha / 2 / groups) + normal_quantile(1 - POWER)) ** 2 * needed_squares
        ),
        culprit=labels[at],
        players=(labels[at],) if named else (),
    )


def unlikely_count(
    name: str,
    about: str,
    *,
    count: int,
    expected: float,
    hands: int,
    observations: int,
    measure: str,
    stated: Stated,
    culprit: str,
    example: str | None,
) -> Measured:
    """Measure a number of coincidences of which next to none are expected.

    Parameters
    ----------
    stated
        Coincidences a hand. That there is one at all is what is looked for, so the level has no part in it.
    """
    low, high = poisson_interval(count, _CONFIDENCE)
    return Measured(
        name=name,
        about=about,
        hands=hands,
        observations=observations,
        statistic=float(count),
        effect=float(count),
        low=low,
        high=high,
        p=poisson_tail(count, expected),
        measure=measure,
        spec=".2g",
        stated=stated.words,
        needed=lambda _alpha: -math.log(1 - POWER) / stated.size,
        culprit=culprit,
        example=example,
    )
