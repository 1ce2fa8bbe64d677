"""What a hand takes from the hands before it at its table: Fantasyland, levels, deferred money, match limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.settlement.fantasyland import fewest_cards, follow, repeats_allowed
from ofc_analytics.settlement.scoring import pair_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.settlement.grouping import Group

__all__ = ["carry_chains", "follow_fantasyland", "match_places", "table_places"]


def table_places(groups: Sequence[Group]) -> pl.DataFrame:
    """Every hand's table and place in it.

    Hands of one room, table and session follow each other in the order of the frame; a source that names
    neither table nor session is a table of its own.

    Returns
    -------
    polars.DataFrame
        ``_order``; ``table_key``; ``place``, 0 for a table's first hand; ``follows``: whether the hand before
        it in the frame is the hand before it at the table, which a gap in the numbers rules out.
    """
    unnamed = pl.col("table").is_null() & pl.col("session").is_null()
    source = pl.when(unnamed).then(pl.col("source").struct.field("sha256"))
    key = pl.struct("room", "table", "session", source.alias("source")).rank("dense").alias("table_key")
    hands = pl.concat(
        [group.hands.select("_order", "room", "table", "session", "hand_no", "source") for group in groups]
    )
    step = pl.col("hand_no") - pl.col("hand_no").shift(1).over("table_key")
    place = pl.int_range(pl.len()).over("table_key")
    return (
        hands.sort("_order")
        .with_columns(key)
        .select(
            "_order", "table_key", place.alias("place"), follows=(place > 0) & (step.is_null() | (step == 1))
        )
    )


def follow_fantasyland(groups: Sequence[Group], tables: pl.DataFrame) -> None:
    """Set who is in Fantasyland in each hand: what its source records, else what the hand before earned."""
    players = (
        pl.concat(
            [
                pl.DataFrame(
                    {
                        "group": np.full(group.scores.foul.size, number),
                        "_order": np.repeat(group.order, group.shape[1]),
                        "name": group.players["name"],
                        "recorded": group.players["fantasyland"].cast(pl.Int16).fill_null(-1),
                        "earned": group.scores.earned.reshape(-1),
                        "kept": group.scores.kept.reshape(-1),
                        "fewest": np.full(group.scores.foul.size, fewest_cards(group.rules)),
                        "repeats": np.full(group.scores.foul.size, repeats_allowed(group.rules)),
                    }
                )
                for number, group in enumerate(groups)
            ]
        )
        .with_row_index("row")
        .join(tables, on="_order", maintain_order="left")
    )
    last = pl.col("row").shift(1).over("table_key", "name", order_by="place")
    is_next = pl.col("place") - pl.col("place").shift(1).over("table_key", "name", order_by="place") == 1
    before = players.select(
        pl.when(is_next & pl.col("follows")).then(last.cast(pl.Int64)).fill_null(-1)
    ).to_series()
    chain = follow(
        before=before.to_numpy(),
        **{name: players[name].to_numpy() for name in ("recorded", "earned", "kept", "fewest", "repeats")},
    )
    start = 0
    for group in groups:
        rows = slice(start, start + group.scores.foul.size)
        group.playing = chain.playing[rows].reshape(group.shape)
        group.expected = chain.expected[rows].reshape(group.shape)
        group.coming = chain.coming[rows].reshape(group.shape)
        start = rows.stop


def carry_chains(groups: Sequence[Group], tables: pl.DataFrame) -> pl.DataFrame:
    """Money of Fantasyland chains that is settled with their last hand.

    A chain runs from a hand that leads to Fantasyland to the first that leads to none. It moves nothing
    before its end, where each pair of players settles the sum.

    Returns
    -------
    polars.DataFrame
        One row a pair and hand of the groups that settle after the chain: ``_order``, ``pair`` (its place),
        ``carried`` (signed from the pair's first player), ``waiting`` (money of the chain so far that no
        later hand settles).
    """
    pairs = pl.concat([_pair_money(group) for group in groups]).join(
        tables, on="_order", maintain_order="left"
    )
    hands = (
        pairs.group_by("_order", "table_key", maintain_order=True)
        .agg(pl.col("deferred").first())
        .sort("_order")
    )
    ends = (~pl.col("deferred")).shift(1, fill_value=False).cum_sum().over("table_key")
    chained = pairs.join(
        hands.with_columns(chain=ends).select("_order", "chain"), on="_order", maintain_order="left"
    )
    swapped = pl.col("first") > pl.col("second")
    key = ["table_key", "chain", pl.min_horizontal("first", "second"), pl.max_horizontal("first", "second")]
    sign = pl.when(swapped).then(-1).otherwise(1)
    so_far = ((pl.col("due") * sign).cum_sum().over(key, order_by="_order") - pl.col("due") * sign) * sign
    last = pl.col("_order") == pl.col("_order").max().over(key)
    return chained.select(
        "_order",
        "pair",
        carried=pl.when(~pl.col("deferred")).then(so_far).otherwise(0),
        waiting=pl.when(pl.col("deferred") & last)
        .then(so_far + pl.col("due"))
        .when(~pl.col("deferred") & ~pl.col("priced"))
        .then(so_far)
        .otherwise(0),
    )


def match_places(groups: Sequence[Group], tables: pl.DataFrame) -> pl.DataFrame:
    """Every hand's match and its place there.

    A match is as many ordinary hands as there are players; the hands in which somebody is in Fantasyland
    do not count and belong to the match of the ordinary hand before them.

    Returns
    -------
    polars.DataFrame
        ``_order``, ``match`` and ``turn``, 0 for a match's first hand.
    """
    hands = pl.concat(
        [
            pl.DataFrame(
                {
                    "_order": group.order,
                    "players": np.full(group.shape[0], group.shape[1]),
                    "ordinary": ~(group.playing > 0).any(axis=1),
                }
            )
            for group in groups
        ]
    ).join(tables, on="_order", maintain_order="left")
    ordinary = pl.col("ordinary").cast(pl.Int64).cum_sum().over("table_key")
    number = (ordinary - 1).clip(lower_bound=0) // pl.col("players")
    return (
        hands.sort("_order")
        .with_columns(match=pl.struct("table_key", number.alias("number")).rank("dense"))
        .select("_order", "match", turn=pl.int_range(pl.len()).over("match"))
    )


def _pair_money(group: Group) -> pl.DataFrame:
    hands, players = group.shape
    names = group.players["name"].to_numpy().reshape(hands, players)
    first, second = np.array(pair_places(players)).T
    deferred = (group.coming > 0).any(axis=1)
    return pl.DataFrame(
        {
            "_order": np.repeat(group.order, len(first)),
            "pair": np.tile(np.arange(len(first)), hands),
            "first": pl.Series(names[:, first].reshape(-1), dtype=pl.String),
            "second": pl.Series(names[:, second].reshape(-1), dtype=pl.String),
            "due": (group.scores.points * group.unit[:, None]).reshape(-1),
            "deferred": np.repeat(deferred, len(first)),
            "priced": np.repeat(group.hands["unit"].is_not_null().to_numpy(), len(first)),
        }
    )
