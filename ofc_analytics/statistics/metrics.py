"""What can be counted: a metric is two whole numbers a row of observations, and what its quotient is called.

Examples
--------
>>> METRICS["entry_rate"].description
'hands that earned Fantasyland, of those not played in it'
>>> [name for name, metric in METRICS.items() if metric.money]
['net', 'net_per_100']
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

import polars as pl

from ofc_analytics.errors import LookupFailedError
from ofc_analytics.hands import ROWS
from ofc_analytics.statistics.observations import PARTS
from ofc_analytics.wording import nearest_first

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["METRICS", "Metric", "find_metric"]

_RATE_WITHIN = 0.05
_POINTS_WITHIN = 0.5
_LENGTH_WITHIN = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """One thing to be counted: ``scale * sum(total) / sum(chances)``.

    Attributes
    ----------
    name
        As it is asked for.
    kind
        ``rate``: of so many chances so many came about; ``amount``: a mean of what is mostly `least` and seldom much
        more; ``mean``: of what goes both ways.
    total, chances
        Whole-number expressions over a row of `Observations`. A row without a chance adds to neither.
    scale
        100 for what is told for a hundred hands, else 1.
    money
        Whether `total` is money in minor units, which is counted currency by currency.
    reference
        There are enough hands once the interval lies wholly on one side of it; None: once it is narrow.
    within
        How far a narrow interval reaches to either side.
    least
        Least that a chance of an amount may bring.
    description
        What is counted, of what.
    """

    name: str
    kind: Literal["rate", "amount", "mean"]
    total: pl.Expr
    chances: pl.Expr
    scale: int = 1
    money: bool = False
    reference: float | None = None
    within: float = _RATE_WITHIN
    least: int = 0
    description: str


def find_metric(name: str) -> Metric:
    """The metric of that name.

    Raises
    ------
    LookupFailedError
        If there is none; the message lists those there are, nearest first.
    """
    if name not in METRICS:
        raise LookupFailedError(f"there is no metric {name!r}; nearest first: {nearest_first(name, METRICS)}")
    return METRICS[name]


_HAND = pl.lit(1, pl.Int64)
_INSIDE = pl.col("in_fantasyland") > 0
_EARNED = pl.col("fantasyland") > 0


def _rate(name: str, total: pl.Expr | str, chances: pl.Expr | str, description: str) -> Metric:
    came, could = _whole(total), _whole(chances)
    return Metric(name=name, kind="rate", total=came, chances=could, description=description)


def _signed(
    name: str,
    total: pl.Expr | str,
    description: str,
    *,
    of: pl.Expr = _HAND,
    scale: int = 1,
    money: bool = False,
) -> Metric:
    counts = _whole(of)
    return Metric(
        name=name,
        kind="mean",
        total=_whole(total) * counts,
        chances=counts,
        scale=scale,
        money=money,
        reference=0.0,
        description=description,
    )


def _royalties(name: str, description: str) -> Metric:
    return Metric(
        name=name,
        kind="amount",
        total=_whole(name),
        chances=_HAND,
        within=_POINTS_WITHIN,
        description=description,
    )


def _whole(value: pl.Expr | str) -> pl.Expr:
    return (pl.col(value) if isinstance(value, str) else value).cast(pl.Int64)


def _results() -> Iterator[Metric]:
    priced = pl.col("net").is_not_null()
    yield _signed("points", "points", "points a hand")
    yield _signed("points_per_100", "points", "points a hundred hands", scale=100)
    for name, scale, unit in (("net", 1, "a hand"), ("net_per_100", 100, "a hundred hands")):
        told = f"money {unit}, of hands played for money"
        yield _signed(name, pl.col("net").fill_null(0), told, of=priced, scale=scale, money=True)
    yield _rate("hands_won", pl.col("points") > 0, _HAND, "hands with points above 0, of all hands")


def _rows() -> Iterator[Metric]:
    for row in ROWS:
        told = f"opponents beaten on the {row}, of all met; equal rows beat nobody"
        yield _rate(f"{row}_won", f"{row}_won", "opponents", told)
    yield _rate("scoops", "scoops", "opponents", "opponents beaten in all three rows, of all met")
    yield _rate("scooped", "scooped", "opponents", "opponents who won all three rows, of all met")
    yield _rate("foul_rate", "foul", _HAND, "dead hands, of all hands")
    yield _royalties("royalties", "own royalties a hand, a dead hand has none")
    for row in ROWS:
        yield _royalties(f"{row}_royalties", f"own royalties of the {row} a hand")


def _fantasyland() -> Iterator[Metric]:
    inside, outside = _INSIDE, ~_INSIDE
    yield _rate("fantasyland_rate", inside, _HAND, "hands played in Fantasyland, of all hands")
    yield _rate(
        "entry_rate", outside & _EARNED, outside, "hands that earned Fantasyland, of those not played in it"
    )
    yield _rate("stay_rate", inside & _EARNED, inside, "hands that earned another, of those in Fantasyland")
    yield Metric(
        name="fantasyland_length",
        kind="amount",
        total=_whole("fantasyland_hands"),
        chances=_whole("begins"),
        within=_LENGTH_WITHIN,
        least=1,
        description="hands of each Fantasyland begun, the stays included",
    )
    yield _signed("fantasyland_points", "points", "points a hand in own Fantasyland", of=inside)
    nobody, opponent = (pl.col("state") == state for state in ("nobody", "opponent"))
    yield _signed("points_outside", "points", "points a hand with nobody in Fantasyland", of=nobody)
    told = "points a hand outside Fantasyland with an opponent in it"
    yield _signed("points_against_fantasyland", "points", told, of=opponent)


def _parts() -> Iterator[Metric]:
    told = {
        "rows": "single rows, nobody in Fantasyland or foul",
        "scoops": "scoops and majorities, nobody in Fantasyland or foul",
        "royalties": "royalties received less royalties paid, nobody in Fantasyland",
        "fouls": "rows and scoops where one of a pair fouled, nobody in Fantasyland",
        "fantasyland": "pairs of whom one is in Fantasyland",
        "other": "naturals and surrender of the closed game",
    }
    for part in PARTS:
        yield _signed(f"from_{part}", f"from_{part}", f"points a hand from {told[part]}")


METRICS: Mapping[str, Metric] = MappingProxyType(
    {metric.name: metric for metrics in (_results(), _rows(), _fantasyland(), _parts()) for metric in metrics}
)
"""Every metric by its name."""
