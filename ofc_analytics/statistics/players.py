"""One row a player: win rate, foul rate and Fantasyland frequency, each with what it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import dataframely as dy
import polars as pl

from ofc_analytics.statistics.questions import Question, Study

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PlayerStatistics", "money", "players"]

_CURRENCY = ("currency", "exponent")
_POINTS = {
    "player": "name",
    "chances": "hands",
    "clusters": "chains",
    "total": "points",
    "value": "points_per_hand",
    "low": "low",
    "high": "high",
}
_RATES = {
    "foul_rate": {"total": "fouls", "value": "foul_rate", "low": "foul_low", "high": "foul_high"},
    "fantasyland_rate": {
        "total": "fantasyland_hands",
        "value": "fantasyland_rate",
        "low": "fantasyland_low",
        "high": "fantasyland_high",
    },
    "entry_rate": {
        "chances": "entry_chances",
        "total": "entries",
        "value": "entry_rate",
        "low": "entry_low",
        "high": "entry_high",
    },
}


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
    foul_low = dy.Float64(
        nullable=True, description="Wilson interval over chains; null if they are under two"
    )
    foul_high = dy.Float64(nullable=True, description="its upper bound")
    fantasyland_hands = dy.Int64(description="hands played in Fantasyland")
    fantasyland_rate = dy.Float64(description="fantasyland_hands / hands")
    fantasyland_low = dy.Float64(
        nullable=True, description="Wilson interval over chains; null if they are under two"
    )
    fantasyland_high = dy.Float64(nullable=True, description="its upper bound")
    entry_chances = dy.Int64(description="hands not played in Fantasyland: each could have led there")
    entries = dy.Int64(description="those that led to Fantasyland")
    entry_rate = dy.Float64(nullable=True, description="entries / entry_chances; null without a chance")
    entry_low = dy.Float64(nullable=True, description="Wilson interval over chains")
    entry_high = dy.Float64(nullable=True, description="its upper bound")


def players(results: pl.DataFrame, *, confidence: float = 0.95) -> pl.DataFrame:
    """Summarise each player's results, the highest points first.

    Parameters
    ----------
    results
        Frame of schema `Results`; hands of one table stand in the order they were played, unless all are numbered.
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
    ofc_analytics.statistics.ask : the same numbers and others, split and chosen at will.

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
    study = Study(results, confidence=confidence)
    answers = study.ask(Question(("points", *_RATES)))
    counted = pl.concat(list(_side_by_side(answers)), how="horizontal")
    return (
        counted.join(_net(_money(study)), on="name", how="left")
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
    return _money(Study(results))


def _side_by_side(answers: pl.DataFrame) -> Iterator[pl.DataFrame]:
    for metric, columns in {"points": _POINTS, **_RATES}.items():
        yield answers.filter(metric=metric).select(pl.col(name).alias(new) for name, new in columns.items())


def _money(study: Study) -> pl.DataFrame:
    return (
        study.ask(Question(("net",)))
        .select(pl.col("player").alias("name"), *_CURRENCY, net="total", hands="chances")
        .sort("name", *_CURRENCY)
    )


def _net(amounts: pl.DataFrame) -> pl.DataFrame:
    one = pl.len() == 1
    return amounts.group_by("name").agg(
        net_hands=pl.col("hands").sum(),
        **{name: pl.when(one).then(pl.col(name).first()) for name in ("net", *_CURRENCY)},
    )
