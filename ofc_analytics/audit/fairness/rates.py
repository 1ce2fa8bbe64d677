"""How often each seat fouls and earns Fantasyland: worth seeing, and no test of the deal.

Seats are compared within each hand, as if its outcomes had been handed out to its players at random.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.audit.fairness.measured import Measured, Stated, largest, too_few

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["measure_rates"]

_FEW = 50  # players in a seat
_POINTS = 0.05


def measure_rates(hands: pl.DataFrame, results: pl.DataFrame | None) -> list[Measured]:
    """Measure rates of fouls and of Fantasyland earned, of players who are not in Fantasyland.

    Parameters
    ----------
    hands
        Frame of schema `Hands`.
    results
        Frame of schema `Results`, settled from `hands`; None: what the source claims.
    """
    source = hands if results is None else results
    player = pl.col("players").struct
    claimed = player.field("claimed").struct
    inside = player.field("fantasyland" if results is None else "in_fantasyland")
    told = player if results is not None else claimed
    rows = (
        source.unique("hand_id", keep="first", maintain_order=True)
        .with_row_index("at")
        .select("at", "players")
        .explode("players")
        .select(
            "at",
            seat=player.field("seat"),
            inside=inside.fill_null(0) > 0,
            foul=told.field("foul").cast(pl.Float64),
            fantasyland=(told.field("fantasyland") > 0).cast(pl.Float64),
        )
        .filter(~pl.col("inside"))
    )
    how = "claimed" if results is None else "recomputed"
    return [
        _by_seat(rows, "foul", f"fouls by seat, as {how}"),
        _by_seat(rows, "fantasyland", f"Fantasyland earned by seat, as {how}"),
    ]


def _by_seat(rows: pl.DataFrame, column: str, about: str) -> Measured:
    name = f"rate-{column}-seat"
    told = rows.filter(pl.col(column).is_not_null()).with_columns(
        pl.len().over("at").alias("n"),
        hands_mean=pl.col(column).mean().over("at"),
        spread=pl.col(column).var().over("at"),
        times=pl.len().over("seat"),
    )
    told = told.filter(pl.col("n") > 1)
    seats = told.filter(pl.col("times") >= _FEW)["seat"].unique().sort()
    hands = told["at"].n_unique()
    if len(seats) < 2 or not told["spread"].sum():
        return replace(
            too_few(name, about, hands, f"there are no two seats with {_FEW} outcomes"), pure=False
        )
    rates = (
        told.group_by("seat")
        .agg(
            n=pl.len(),
            rate=pl.col(column).mean(),
            beyond=(pl.col(column) - pl.col("hands_mean")).sum(),
            variance=(pl.col("spread") * (1 - 1 / pl.col("n"))).sum(),
        )
        .filter(pl.col("seat").is_in(seats.implode()), pl.col("variance") > 0)
        .sort("seat")
    )
    n: NDArray[np.float64] = rates["n"].to_numpy().astype(np.float64)
    return replace(
        largest(
            name,
            about,
            effects=rates["beyond"].to_numpy() / n,
            errors=np.sqrt(rates["variance"].to_numpy()) / n,
            labels=[
                f"seat {seat}, with {rate:.1%} in {times:,} hands"
                for seat, rate, times in rates.select("seat", "rate", "n").iter_rows()
            ],
            hands=hands,
            observations=told.height,
            measure="rate of that seat beyond the mean of its hands",
            stated=Stated(f"one seat {100 * _POINTS:.0f} points of 100 more often", _POINTS),
            spec="+.1%",
        ),
        pure=False,
    )
