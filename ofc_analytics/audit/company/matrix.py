"""The pair matrix: what flowed between every two players, and the tables of club exports that they shared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import dataframely as dy
import numpy as np
import polars as pl

from ofc_analytics.audit.company.seating import lines_of_play
from ofc_analytics.statistics.intervals import ClusteredMean, clustered_mean, mean_interval

if TYPE_CHECKING:
    from ofc_analytics.audit.company.meetings import Meetings
    from ofc_analytics.clubs import ClubExports

__all__ = ["Pairs", "TablesShared", "pair_matrix", "tables_shared"]

_PAIR = ("first", "second")
_WON = pl.coalesce("from_opponents", "winnings").fill_null(0)


class Pairs(dy.Schema):
    """One row a pair that shares a hand. Points and money are signed from `first`, whose name comes first."""

    first = dy.String(primary_key=True, description="name of a player")
    second = dy.String(primary_key=True, description="name of the other")
    hands = dy.Int64(description="hands they share")
    sessions = dy.Int64(description="sessions these are of")
    points = dy.Int64(description="points the first won from the second")
    points_per_hand = dy.Float64(description="points / hands")
    low = dy.Float64(
        nullable=True,
        description="95 % interval over sessions, or over chains of hands where there it is wider or sessions are under 15",
    )
    high = dy.Float64(nullable=True, description="its upper bound")
    net = dy.Int64(
        nullable=True,
        description="money the second paid the first before rake, minor units; null if none or in several currencies",
    )
    net_hands = dy.Int64(description="hands with money, in any currency")
    currency = dy.String(nullable=True, description="currency of net")
    exponent = dy.UInt8(nullable=True, description="decimal places of net")
    scoops_first = dy.Int64(description="hands in which the first scooped the second")
    scoops_second = dy.Int64(description="hands in which the second scooped the first")
    fouls_first = dy.Int64(description="hands in which of the two only the first fouled")
    fouls_second = dy.Int64(description="hands in which of the two only the second fouled")


class TablesShared(dy.Schema):
    """One row a pair, app and number of decimal places, from the lines of OFC tables in club exports."""

    first = dy.String(primary_key=True, description="name of a player")
    second = dy.String(primary_key=True, description="name of the other")
    app = dy.String(primary_key=True, description="app that wrote the export")
    exponent = dy.UInt8(primary_key=True, description="decimal places of the money")
    tables = dy.Int64(description="tables both have a line of")
    alone = dy.Int64(description="those at which nobody else has one: only there the flow is known")
    hands = dy.Int64(description="hands at these, the fewer of the two lines")
    difference = dy.Int64(
        description="what the first won at these before fees less what the second did, minor units: twice what flowed"
    )


def pair_matrix(met: Meetings) -> pl.DataFrame:
    """Sum up what flowed; frame of schema `Pairs`."""
    rows = met.pairs
    totals = (
        rows.group_by(_PAIR)
        .agg(
            hands=pl.len(),
            sessions=pl.col("session").n_unique(),
            points=pl.col("points").sum(),
            net=pl.col("paid").sum(),
            net_hands=pl.col("paid").count(),
            currencies=pl.struct("currency", "exponent").filter(pl.col("paid").is_not_null()).n_unique(),
            currency=pl.col("currency").filter(pl.col("paid").is_not_null()).first(),
            exponent=pl.col("exponent").filter(pl.col("paid").is_not_null()).first(),
            scoops_first=(pl.col("scoop") > 0).sum(),
            scoops_second=(pl.col("scoop") < 0).sum(),
            fouls_first=(pl.col("first_foul") & ~pl.col("second_foul")).sum(),
            fouls_second=(pl.col("second_foul") & ~pl.col("first_foul")).sum(),
        )
        .sort(_PAIR)
        .with_columns(
            pl.when(pl.col("currencies") == 1).then(pl.col(name)).alias(name)
            for name in ("net", "currency", "exponent")
        )
    )
    low, high = _interval(rows)
    names = pl.Series(met.names, dtype=pl.String)
    return Pairs.cast(
        totals.with_columns(
            pl.Series("low", low, nan_to_null=True),
            pl.Series("high", high, nan_to_null=True),
            (pl.col("points") / pl.col("hands")).alias("points_per_hand"),
            *(names.gather(totals[side]).alias(side) for side in _PAIR),
        )
    )


def tables_shared(exports: ClubExports) -> pl.DataFrame:
    """Sum up what lines of club exports tell of pairs; frame of schema `TablesShared`."""
    table = ("app", "game_id", "exponent")
    lines = (
        lines_of_play(exports)
        .with_columns(game_id=pl.coalesce("game_id", pl.concat_str("file", "block", separator="\x1f")))
        .unique([*table, "name"], keep="first", maintain_order=True)
        .select(
            *table,
            "name",
            "hands",
            n=pl.len().over(table),
            won=sum((pl.col(fee).fill_null(0) for fee in ("fee", "jackpot_fee")), _WON),
        )
    )
    alone = pl.col("n") == 2
    return TablesShared.cast(
        lines.join(lines, on=table, suffix="_other")
        .filter(pl.col("name") < pl.col("name_other"))
        .group_by("app", "exponent", first="name", second="name_other")
        .agg(
            tables=pl.len(),
            alone=alone.sum(),
            hands=pl.min_horizontal("hands", "hands_other").filter(alone).sum(),
            difference=(pl.col("won") - pl.col("won_other")).filter(alone).sum(),
        )
        .sort("first", "second", "app", "exponent")
    )


def _interval(rows: pl.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    chains, sessions = _mean(rows, "chain"), _mean(rows, "session")
    wider = (sessions.clusters >= 15) & (sessions.error > chains.error)
    picked = ClusteredMean(
        *(np.where(wider, one, other) for one, other in zip(sessions, chains, strict=True))
    )
    return mean_interval(picked)


def _mean(rows: pl.DataFrame, cluster: str) -> ClusteredMean:
    sums = (
        rows.group_by(*_PAIR, cluster)
        .agg(points=pl.col("points").sum(), hands=pl.len())
        .sort(*_PAIR, cluster)
    )
    return clustered_mean(sums["points"], sums["hands"], sums.select(pl.struct(_PAIR).rle_id()).to_series())
