"""One row a player: win rate, money, fouls and Fantasyland, each with how much it rests on.

Hands in and around Fantasyland depend on each other: whoever earns it wins the next hand more often than
not. So the unit of chance is the chain, a hand in which nobody is in Fantasyland together with the
Fantasyland hands that follow it at the same table, in the order of the frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import dataframely as dy
import polars as pl

from ofc_analytics.settlement.checking import require_results
from ofc_analytics.statistics.intervals import clustered_mean, clustered_wilson, mean_interval, wilson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["PlayerStatistics", "money", "player_hands", "players"]

_TABLE = ("room", "table", "session")
_CURRENCY = ("currency", "exponent")


class PlayerStatistics(dy.Schema):
    """One row a player. `low` and `high` bound what stands before them, at the confidence asked for."""

    name = dy.String(primary_key=True, description="as in the results; the same name is the same player")
    hands = dy.Int64(description="hands played")
    chains = dy.Int64(description="chains these hands belong to")
    points = dy.Int64(description="points won or lost")
    points_per_hand = dy.Float64(description="points / hands")
    low = dy.Float64(
        nullable=True, description="t interval over chains; null if they are under two or all alike"
    )
    high = dy.Float64(nullable=True, description="its upper bound")
    net = dy.Int64(
        nullable=True, description="money won or lost, minor units; null if none or in several currencies"
    )
    net_hands = dy.Int64(description="hands with money, in any currency")
    currency = dy.String(nullable=True, description="currency of net")
    exponent = dy.UInt8(nullable=True, description="decimal places of net")
    fouls = dy.Int64(description="fouled hands")
    foul_rate = dy.Float64(description="fouls / hands")
    foul_low = dy.Float64(description="Wilson interval")
    foul_high = dy.Float64(description="its upper bound")
    fantasyland_hands = dy.Int64(description="hands played in Fantasyland")
    fantasyland_rate = dy.Float64(description="fantasyland_hands / hands")
    fantasyland_low = dy.Float64(description="Wilson interval over chains")
    fantasyland_high = dy.Float64(description="its upper bound")
    entry_chances = dy.Int64(description="hands not played in Fantasyland: each could have led there")
    entries = dy.Int64(description="those that led to Fantasyland")
    entry_rate = dy.Float64(nullable=True, description="entries / entry_chances; null without a chance")
    entry_low = dy.Float64(nullable=True, description="Wilson interval")
    entry_high = dy.Float64(nullable=True, description="its upper bound")


def players(results: pl.DataFrame, *, confidence: float = 0.95) -> pl.DataFrame:
    """Summarise each player's results, the highest points first.

    Parameters
    ----------
    results
        Frame of schema `Results`. Hands of one table (room, table and session) stand in the order they
        were played.
    confidence
        Nominal coverage of every interval, between 0 and 1.

    Returns
    -------
    pl.DataFrame
        Schema `PlayerStatistics`, one row a player.

    Raises
    ------
    SettlementError, ValueError
        If `results` is not a frame of results, or `confidence` is not between 0 and 1.

    See Also
    --------
    money : net by player and currency.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement import settle
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> results = settle(frame_from_hands([Hand(players=(anna, boris), unit=1000, currency="RUB")]))
    >>> players(results).select("name", "hands", "points", "net", "entries", "entry_chances").rows()
    [('Anna', 1, 13, 13000, 1, 1), ('Boris', 1, -13, -13000, 0, 1)]
    """
    hands = player_hands(results)
    outside = pl.col("in_fantasyland") == 0
    chains = (
        hands.group_by("name", *_TABLE, "chain", maintain_order=True)
        .agg(
            hands=pl.len(),
            points=pl.col("points").cast(pl.Int64).sum(),
            fouls=pl.col("foul").sum(),
            fantasyland_hands=(~outside).sum(),
            entry_chances=outside.sum(),
            entries=(outside & (pl.col("fantasyland") > 0)).sum(),
        )
        .sort("name", maintain_order=True)
    )
    totals = chains.group_by("name", maintain_order=True).agg(
        pl.exclude(*_TABLE, "chain").sum(), chains=pl.len()
    )
    group = chains["name"].rle_id()
    points = clustered_mean(chains["points"], chains["hands"], group)
    return (
        totals.with_columns(
            _rate("fouls", "hands").alias("foul_rate"),
            _rate("fantasyland_hands", "hands").alias("fantasyland_rate"),
            _rate("entries", "entry_chances").alias("entry_rate"),
            pl.Series("points_per_hand", points.mean),
            *_bounds("", mean_interval(points, confidence)),
            *_bounds("foul_", wilson(totals["fouls"], totals["hands"], confidence)),
            *_bounds("entry_", wilson(totals["entries"], totals["entry_chances"], confidence)),
            *_bounds(
                "fantasyland_",
                clustered_wilson(chains["fantasyland_hands"], chains["hands"], group, confidence),
            ),
        )
        .join(_net(_money(hands)), on="name", how="left")
        .with_columns(pl.col("net_hands").fill_null(0))
        .sort("points", "name", descending=[True, False])
        .pipe(PlayerStatistics.cast)
    )


def money(results: pl.DataFrame) -> pl.DataFrame:
    """Sum the money of each player, one row for every currency he played in.

    Parameters
    ----------
    results
        Frame of schema `Results`.

    Returns
    -------
    pl.DataFrame
        name, currency, exponent (decimal places of net), net (int64, minor units, exact) and hands (those
        that were played for this currency), ordered by name and currency. Hands without money are left out.

    Raises
    ------
    SettlementError
        If `results` is not a frame of results.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement import settle
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> results = settle(frame_from_hands([Hand(players=(anna, boris), unit=1000, currency="RUB")]))
    >>> money(results).rows()
    [('Anna', 'RUB', 2, 13000, 1), ('Boris', 'RUB', 2, -13000, 1)]
    """
    return _money(player_hands(results))


def player_hands(results: pl.DataFrame) -> pl.DataFrame:
    """Unnest results to one row a player and hand: `place` of the hand in the frame, `chain` at its table.

    Raises
    ------
    SettlementError
        If `results` is not a frame of results.
    """
    require_results(results)
    nobody_in = pl.col("players").list.eval(pl.element().struct.field("in_fantasyland") == 0).list.all()
    return (
        results.with_row_index("place")
        .select("place", *_TABLE, *_CURRENCY, "players", chain=nobody_in.cum_sum().over(_TABLE))
        .explode("players")
        .select(
            pl.exclude("players"),
            pl.col("players").struct.field("name", "in_fantasyland", "foul", "fantasyland", "points", "net"),
        )
    )


def _money(hands: pl.DataFrame) -> pl.DataFrame:
    return (
        hands.drop_nulls("net")
        .group_by("name", *_CURRENCY)
        .agg(net=pl.col("net").sum(), hands=pl.len().cast(pl.Int64))
        .sort("name", *_CURRENCY)
    )


def _net(amounts: pl.DataFrame) -> pl.DataFrame:
    one = pl.len() == 1
    return amounts.group_by("name").agg(
        net_hands=pl.col("hands").sum(),
        **{name: pl.when(one).then(pl.col(name).first()) for name in ("net", *_CURRENCY)},
    )


def _rate(count: str, chances: str) -> pl.Expr:
    return (pl.col(count) / pl.col(chances)).fill_nan(None)


def _bounds(prefix: str, interval: tuple[NDArray[np.float64], NDArray[np.float64]]) -> list[pl.Series]:
    return [
        pl.Series(prefix + end, bound, nan_to_null=True)
        for end, bound in zip(("low", "high"), interval, strict=True)
    ]
