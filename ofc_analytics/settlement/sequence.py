"""What a hand takes from the hands before it at its table: Fantasyland, levels, deferred money, match limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.settlement.breaks import with_breaks
from ofc_analytics.settlement.fantasyland import fewest_cards, follow, repeats_allowed
from ofc_analytics.settlement.scoring import pair_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ofc_analytics.errors import ParseIssue
    from ofc_analytics.settlement.grouping import Group

__all__ = ["carry_chains", "follow_fantasyland", "match_places", "table_places"]


def table_places(hands: pl.DataFrame, issues: Sequence[ParseIssue] = ()) -> pl.DataFrame:
    """Every hand's table and place in it; `hands` are numbered in ``_order``, and `issues` tell what else was read.

    Hands of one room, table and session follow each other by their numbers, or in the order of the frame where
    not each has a number of its own; a file, or a sheet of a workbook, that names neither table nor session is
    a table by itself.

    Returns
    -------
    polars.DataFrame
        ``_order``; ``table_key``; ``place``, 0 for a table's first hand; ``follows``: whether the hand before it at the
        table is here, which a gap in the numbers rules out, and a hand that could not be read where the numbers do not
        say that there is no gap; ``begins``: nothing says that the table did not begin with it; ``apart``: its numbers seem
        to be those of a whole room, in no table of which two hands follow each other, with steps of different size.
    """
    unnamed = pl.col("table").is_null() & pl.col("session").is_null()
    file = pl.col("source").struct.field("file").alias("file")
    source = pl.when(unnamed).then(pl.struct(pl.col("source").struct.field("sha256", "sheet")))
    key = pl.struct("room", "table", "session", source.alias("source")).rank("dense").alias("table_key")
    number, place = pl.col("hand_no"), pl.col("place")
    numbered = (number.n_unique() == pl.len()).over("table_key") & (
        number.is_not_null().all().over("table_key")
    )
    played = hands.select("_order", "hand_id", "native_id", "room", "hand_no", "source", file, key).sort(
        "table_key", pl.when(numbered).then("hand_no"), "_order"
    )
    step = number - number.shift(1).over("table_key")
    placed = played.with_columns(place=pl.int_range(pl.len()).over("table_key"), step=step)
    left_out = placed.filter(pl.col("step") > 0).group_by("room", "file").agg(
        apart=(pl.col("step") > 1).all() & (pl.col("step").n_unique() > 1)
    )  # fmt: skip
    next_to_it = pl.when(pl.col("step").is_null()).then(~pl.col("broken")).otherwise(pl.col("step") == 1)
    return (
        with_breaks(placed, issues)
        .join(left_out, on=["room", "file"], how="left", nulls_equal=True)
        .select(
            "_order",
            "table_key",
            "place",
            pl.col("apart").fill_null(value=False),
            follows=(place > 0) & next_to_it,
            begins=(place == 0) & pl.when(number.is_null()).then(~pl.col("broken")).otherwise(number <= 1),
        )
        .sort("_order")
    )


def follow_fantasyland(groups: Sequence[Group], tables: pl.DataFrame) -> None:
    """Set who is in Fantasyland in each hand: what its source records, else what the hand before earned."""
    players = (
        pl.concat(
            [
                pl.DataFrame(
                    {
                        "_order": np.repeat(group.order, group.shape[1]),
                        "name": group.players["name"],
                        "recorded": group.players["fantasyland"].cast(pl.Int16).fill_null(-1),
                        "earned": group.scores.earned.reshape(-1),
                        "kept": group.scores.kept.reshape(-1),
                        "fewest": np.full(group.scores.foul.size, fewest_cards(group.rules)),
                        "repeats": np.full(group.scores.foul.size, repeats_allowed(group.rules)),
                    }
                )
                for group in groups
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
    known = _fantasyland_known(players)
    start = 0
    for group in groups:
        rows = slice(start, start + group.scores.foul.size)
        group.fantasyland_known = np.logical_and.reduce(known[rows].reshape(group.shape), axis=1)
        group.playing = chain.playing[rows].reshape(group.shape)
        group.expected = chain.expected[rows].reshape(group.shape)
        group.coming = chain.coming[rows].reshape(group.shape)
        start = rows.stop


def _fantasyland_known(players: pl.DataFrame) -> NDArray[np.bool_]:
    """(m,) whether it is told who is in Fantasyland in a player's hand, or follows from hands that are here.

    Where it is not told and the hands before are missing, it is not known up to the first hand that leads to the same
    next one whether or not its players are in Fantasyland.
    """
    hand = ["table_key", "place"]
    told = (pl.col("recorded") >= 0) | (pl.col("fewest") == 0)
    starts_run = ~(pl.col("follows") | (pl.col("apart") & (pl.col("place") > 0)))
    if not players.select((starts_run & ~pl.col("begins") & ~told).any()).item():
        return np.ones(players.height, dtype=np.bool_)
    sure = pl.col("sure").cast(pl.Int64)
    hands = (
        players.group_by(hand)
        .agg(
            pl.first("begins"),
            told=told.all(),
            sure=told.all() | (pl.col("earned") == pl.col("kept")).all(),
            starts_run=starts_run.first(),
        )
        .sort(hand)
        .with_columns(run=pl.col("starts_run").cast(pl.Int64).cum_sum().over("table_key"))
        .with_columns(
            unsure=(~pl.col("begins") & ~pl.col("told")).first().over("table_key", "run"),
            settled=(sure.cum_sum() - sure).over("table_key", "run"),
        )
        .select(*hand, known=pl.col("told") | ~pl.col("unsure") | (pl.col("settled") > 0))
    )
    return players.join(hands, on=hand, how="left", maintain_order="left")["known"].to_numpy()


def carry_chains(groups: Sequence[Group], tables: pl.DataFrame) -> pl.DataFrame:
    """Money of Fantasyland chains that is settled with their last hand.

    A hand that leads to Fantasyland moves nothing; each pair of players settles the sum in the first hand
    after it that both play and that leads to none.

    Returns
    -------
    polars.DataFrame
        One row a pair and hand of the groups that settle after the chain: ``_order``, ``pair`` (its place),
        ``carried`` (signed from the pair's first player), ``waiting`` (money of the chain so far that no
        later hand settles), ``chain_broken`` (the chain ends here, and hands of it are missing).
    """
    pairs = pl.concat([_pair_money(group) for group in groups]).join(
        _unbroken_runs(groups, tables), on="_order", maintain_order="left"
    )
    both = ["table_key", pl.min_horizontal("first", "second"), pl.max_horizontal("first", "second")]
    ended = (~pl.col("deferred")).cast(pl.Int64)
    chained = pairs.with_columns(chain=ended.cum_sum().over(both, order_by="place") - ended)
    key = [*both, "chain"]
    sign = pl.when(pl.col("first") > pl.col("second")).then(-1).otherwise(1)
    so_far = ((pl.col("due") * sign).cum_sum().over(key, order_by="place") - pl.col("due") * sign) * sign
    last = pl.col("place") == pl.col("place").max().over(key)
    in_run = [*both, "run"]
    ended_since = ended.cum_sum().over(in_run, order_by="place") - ended
    may_pay_more = pl.col("may_be_within") & (ended_since == 0)
    over_a_gap = pl.col("run") != pl.col("run").first().over(key, order_by="place")
    return chained.select(
        "_order",
        "pair",
        carried=pl.when(~pl.col("deferred")).then(so_far).otherwise(0),
        waiting=pl.when(pl.col("deferred") & last)
        .then(so_far + pl.col("due"))
        .when(~pl.col("deferred") & ~pl.col("priced"))
        .then(so_far)
        .otherwise(0),
        chain_broken=(~pl.col("deferred") & (may_pay_more | over_a_gap)) | ~pl.col("fantasyland_known"),
    )


def _unbroken_runs(groups: Sequence[Group], tables: pl.DataFrame) -> pl.DataFrame:
    """`tables` of the hands of the groups, with the ``run`` of hands, none missing between them, that each is of.

    ``may_be_within``: a chain may have begun before the run, for somebody is in Fantasyland in its first hand, or it is not
    known whether. Where numbers are those of a whole room, hands are taken to follow each other.
    """
    inside = pl.concat(
        [
            pl.DataFrame(
                {
                    "_order": group.order,
                    "inside": (group.playing > 0).any(axis=1),
                    "fantasyland_known": group.fantasyland_known,
                }
            )
            for group in groups
        ]
    )
    place = pl.col("place")
    joined = (pl.col("follows") | pl.col("apart")) & (
        place - place.shift(1).over("table_key", order_by="place") == 1
    )
    open_ended = pl.col("inside") | ~pl.col("fantasyland_known")
    return (
        tables.join(inside, on="_order")
        .with_columns(
            run=(~joined.fill_null(value=False)).cast(pl.Int64).cum_sum().over("table_key", order_by="place")
        )
        .with_columns(may_be_within=open_ended.first().over("table_key", "run", order_by="place"))
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
    ).join(tables, on="_order")
    ordinary = pl.col("ordinary").cast(pl.Int64).cum_sum().over("table_key", order_by="place")
    number = (ordinary - 1).clip(lower_bound=0) // pl.col("players")
    matches = hands.with_columns(match=pl.struct("table_key", number.alias("number")).rank("dense"))
    return matches.sort("table_key", "place").select(
        "_order", "match", turn=pl.int_range(pl.len()).over("match")
    )


def _pair_money(group: Group) -> pl.DataFrame:
    hands, players = group.shape
    names = group.players["name"].to_numpy().reshape(hands, players)
    first, second = np.array(pair_places(players)).T
    return pl.DataFrame(
        {
            "_order": np.repeat(group.order, len(first)),
            "pair": np.tile(np.arange(len(first)), hands),
            "first": pl.Series(names[:, first].reshape(-1), dtype=pl.String),
            "second": pl.Series(names[:, second].reshape(-1), dtype=pl.String),
            "due": (group.scores.points * group.unit[:, None]).reshape(-1),
            "deferred": np.repeat(group.deferred, len(first)),
            "priced": np.repeat(group.hands["unit"].is_not_null().to_numpy(), len(first)),
        }
    )
