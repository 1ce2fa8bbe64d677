"""Results as rows of numbers: a row a player and hand, and a row a pair of players and hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.settlement.checking import require_results
from ofc_analytics.settlement.sequence import table_places

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Meetings", "meetings", "named", "placed"]

_WHERE = ("at", "chain", "session", "game")
_PLAYERS = {
    **dict.fromkeys(_WHERE, pl.Int64), "seat": pl.UInt8, "player": pl.Int64, "company": pl.Int64, "inside": pl.Boolean,
    "foul": pl.Boolean,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Meetings:
    """Who met whom, by numbers.

    Attributes
    ----------
    names
        Names of the players in order; a player's number is his place here.
    hands
        One row a hand: ``hand_id``, ``at`` (its number), ``chain``, ``session``, ``game`` (number of its rule set).
    players
        One row a player and hand: ``at``, ``chain``, ``session``, ``game``, ``seat``, ``player``, ``company`` (players of the
        hand), ``inside`` (plays Fantasyland), ``foul``.
    pairs
        One row a pair and hand: ``at``, ``chain``, ``session``, ``game``, ``first`` < ``second`` (players), ``first_foul``,
        ``second_foul``, and signed from the first: ``inside`` (1 where only the first plays Fantasyland), ``points``, ``scoop``,
        ``paid`` (minor units; null without a unit); ``currency``, ``exponent``.
    """

    names: tuple[str, ...]
    hands: pl.DataFrame
    players: pl.DataFrame
    pairs: pl.DataFrame

    def without(self, first: str, second: str) -> Meetings:
        """All but the hands that the two share; numbers stay."""
        both = pl.col("player").is_in([self.names.index(first), self.names.index(second)]).sum() > 1
        shared = self.players.group_by("at").agg(both).filter("player")["at"].implode()
        return replace(
            self,
            **{
                name: getattr(self, name).filter(~pl.col("at").is_in(shared))
                for name in ("hands", "players", "pairs")
            },
        )


def meetings(results: pl.DataFrame) -> Meetings:
    """Take results apart.

    Parameters
    ----------
    results
        Frame of schema `Results`; of several with the same ``hand_id`` the first counts. Hands of one table follow each
        other as `ofc_analytics.settlement.sequence.table_places` tells.

    Raises
    ------
    SettlementError
        If `results` is no frame of results.
    """
    require_results(results)
    nobody_in = pl.col("players").list.eval(pl.element().struct.field("in_fantasyland") == 0).list.all()
    hands = (
        placed(results)
        .with_row_index("at")
        .with_columns(
            pl.col("at").cast(pl.Int64),
            chain=nobody_in.cum_sum().over("table_key"),
            game=pl.col("fingerprint").rank("dense").cast(pl.Int64) - 1,
        )
        .with_columns(
            session=pl.col("at").first().over("table_key"),
            chain=pl.col("at").first().over("table_key", "chain"),
        )
    )
    player = pl.col("players").struct
    flat = (
        hands.select(*_WHERE, "players", company=pl.col("players").list.len().cast(pl.Int64))
        .explode("players", empty_as_null=False)
        .select(
            *_WHERE,
            "company",
            player.field("seat", "name", "foul"),
            inside=player.field("in_fantasyland") > 0,
        )
    )
    names = flat["name"].unique().sort().to_list()
    players = flat.with_columns(player=named("name", names)).select(
        pl.col(name).cast(dtype) for name, dtype in _PLAYERS.items()
    )
    return Meetings(tuple(names), hands.select("hand_id", *_WHERE), players, _pairs(hands, players))


def placed(results: pl.DataFrame) -> pl.DataFrame:
    """Results, each hand once, table by table as they were played, with ``table_key``."""
    once = results.unique("hand_id", keep="first", maintain_order=True).with_row_index("_order")
    return (
        once.join(table_places(once), on="_order", maintain_order="left")
        .sort("table_key", "place")
        .drop("_order", "place", "follows", "begins", "apart")
    )


def named(column: str, names: Sequence[str]) -> pl.Expr:
    """Names as numbers, by their places in `names`."""
    return pl.col(column).cast(pl.Enum(names)).to_physical().cast(pl.Int64)


def _pairs(hands: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    flat = (
        hands.select(*_WHERE, "currency", "exponent", "pairs")
        .explode("pairs", empty_as_null=False)
        .unnest("pairs")
    )
    for side in ("first", "second"):
        seated = players.select(
            "at",
            pl.col("seat").alias(side),
            pl.col("player").alias(f"{side}_player"),
            pl.col("foul").alias(f"{side}_foul"),
            pl.col("inside").cast(pl.Int64).alias(f"{side}_inside"),
        )
        flat = flat.join(seated, on=["at", side], maintain_order="left")
    turned = pl.col("first_player") > pl.col("second_player")
    sign = pl.when(turned).then(-1).otherwise(1)
    return flat.filter(pl.col("first_player") != pl.col("second_player")).select(
        *_WHERE,
        first=pl.min_horizontal("first_player", "second_player"),
        second=pl.max_horizontal("first_player", "second_player"),
        first_foul=pl.when(turned).then("second_foul").otherwise("first_foul"),
        second_foul=pl.when(turned).then("first_foul").otherwise("second_foul"),
        inside=(pl.col("first_inside") - pl.col("second_inside")) * sign,
        points=pl.col("points").cast(pl.Int64) * sign,
        scoop=pl.col("scoop").cast(pl.Int64) * sign,
        paid=pl.col("paid") * sign,
        currency="currency",
        exponent="exponent",
    )
