"""Who sat at which table, out of hands and of club exports; and whether two sat together beyond chance.

An occasion is the players who sat down within one clock hour in one room, for the same game and stakes, where they could
choose between tables. Each counts at one table an occasion, where he played most. Had they been shuffled over
the seats they took, two of n would meet with chance ``sum k (k - 1) / n (n - 1)`` over tables of k.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.audit.company.meetings import placed
from ofc_analytics.audit.company.testing import ANSWERS
from ofc_analytics.clubs.schema import OFC
from ofc_analytics.statistics.tails import normal_quantile, poisson_binomial

if TYPE_CHECKING:
    from ofc_analytics.clubs import ClubExports

__all__ = ["SEATS", "ask_seating", "lines_of_play", "seats_of_exports", "seats_of_hands"]

SEATS = pl.Schema(
    [
        ("name", pl.String()),
        ("game", pl.String()),
        ("table", pl.String()),
        ("start", pl.Datetime("us", "UTC")),
        ("hands", pl.Int64()),
    ]
)
"""One row a player and session: ``game`` is all that tables have in common which one chooses between."""

_MET = pl.Schema(
    [
        ("first", pl.String()),
        ("second", pl.String()),
        ("hands", pl.Int64()),
        ("together", pl.Int64()),
        ("expected", pl.Float64()),
        ("variance", pl.Float64()),
        ("p", pl.Float64()),
    ]
)

_FEWEST = 10
_WIDE = normal_quantile(0.025)
_ABOUT = "occasions on which the two chose the same of several tables"
_MEASURE = "share of occasions together beyond chance"


def seats_of_hands(results: pl.DataFrame) -> pl.DataFrame:
    """Seats of players in settled hands, from when they sat down; frame of schema `SEATS`."""
    game = [_text(name) for name in ("room", "fingerprint", "unit", "currency")]
    player = pl.col("players").struct.field("name")
    return (
        placed(results)
        .select(
            "players",
            "started_at",
            game=pl.concat_str(pl.lit("hands"), *game, separator="\x1f"),
            table=pl.format("hands {}", "table_key"),
        )
        .explode("players", empty_as_null=False)
        .group_by("table", name=player, maintain_order=True)
        .agg(game=pl.col("game").first(), start=pl.col("started_at").min(), hands=pl.len())
        .select(pl.col(name).cast(dtype) for name, dtype in SEATS.items())
    )


def seats_of_exports(exports: ClubExports, results: pl.DataFrame) -> pl.DataFrame:
    """Seats of players in club exports, but for tables whose hands are in `results`; frame of schema `SEATS`."""
    return (
        lines_of_play(exports)
        .filter(~_is_played(results))
        .select(
            "name",
            game=pl.concat_str(
                "app", *(_text(name) for name in ("game", "kind", "stakes")), separator="\x1f"
            ),
            table=pl.concat_str(
                "app", pl.coalesce("game_id", _text("file") + _text("block")), separator="\x1f"
            ),
            start="started_at",
            hands="hands",
        )
        .unique(["name", "table"], keep="first", maintain_order=True)
        .select(pl.col(name).cast(dtype) for name, dtype in SEATS.items())
    )


def lines_of_play(exports: ClubExports) -> pl.DataFrame:
    """Lines of OFC tables with what is said of the table, and ``name``.

    That is the nickname, with the id where several ids share it; without a nickname the id. Lines with neither are left out.
    """
    key = ("file", "sheet", "game_id", "block")
    tables = exports.tables.filter(pl.col("game") == OFC).select(*key, "game", "kind", "stakes", "started_at")
    shared = pl.col("player").n_unique().over("app", "nick") > 1
    name = pl.when(shared & pl.col("nick").is_not_null()).then(pl.format("{} ({})", "nick", "player"))
    return (
        exports.lines.with_columns(name=name.otherwise(pl.coalesce("nick", "player")))
        .drop_nulls("name")
        .join(tables.unique(key, keep="first"), on=key, nulls_equal=True, maintain_order="left")
    )


def ask_seating(seats: pl.DataFrame) -> pl.DataFrame:
    """Ask of every pair with ten occasions or more whether the two sat together beyond chance.

    Parameters
    ----------
    seats
        Frame of schema `SEATS`.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Answers`.
    """
    met = _met(_chosen(seats))
    hands = met["hands"]
    effect = (met["together"] - met["expected"]) / hands
    half = _WIDE * met["variance"].sqrt() / hands
    return met.select(
        name=pl.lit("pair-seated"),
        about=pl.lit(_ABOUT),
        first="first",
        second="second",
        hands="hands",
        statistic="together",
        effect=effect,
        low=effect - half,
        high=effect + half,
        measure=pl.lit(_MEASURE),
        counts=pl.lit("occasion"),
        spec=pl.lit("+.1%"),
        p="p",
        sides=pl.lit(1),
        stated=pl.lit("together 20 points of 100 more often"),
        scale=met["variance"] / hands / 0.2**2,
        missing=pl.lit(None),
    ).select(pl.col(name).cast(dtype) for name, dtype in ANSWERS.items())


def _chosen(seats: pl.DataFrame) -> pl.DataFrame:
    """One row a player and occasion to choose: ``name``, ``occasion``, ``table``, ``chance`` to meet another of them."""
    occasion = ("game", "hour")
    return (
        seats.drop_nulls("start")
        .with_columns(hour=pl.col("start").dt.truncate("1h"))
        .sort("hands", "start", "table", descending=[True, False, False], nulls_last=True)
        .unique(["name", *occasion], keep="first", maintain_order=True)
        .with_columns(n=pl.len().over(occasion), k=pl.len().over(*occasion, "table"))
        # the sum over players of k - 1 is the sum over tables of k (k - 1)
        .with_columns(chance=(pl.col("k") - 1).sum().over(occasion) / (pl.col("n") * (pl.col("n") - 1)))
        .filter(pl.col("chance") > 0, pl.col("chance") < 1)
        .filter(pl.len().over("name") >= _FEWEST)
        .select(
            "name",
            "chance",
            occasion=pl.struct(occasion).rank("dense"),
            table=pl.struct(*occasion, "table").rank("dense"),
        )
        .sort("name", "occasion")
    )


def _met(chosen: pl.DataFrame) -> pl.DataFrame:
    """One row a pair: ``first``, ``second``, ``hands`` (occasions), ``together``, ``expected``, ``variance``, ``p``.

    Player by player, as all pairs of all players of an hour would not fit into memory.
    """
    names, name = np.unique(chosen["name"].to_numpy(), return_inverse=True)
    occasions, occasion = np.unique(chosen["occasion"].to_numpy(), return_inverse=True)
    table = np.zeros((len(names), len(occasions)), dtype=np.int32)
    table[name, occasion] = chosen["table"].to_numpy()
    chances, kind = np.unique(chosen["chance"].to_numpy(), return_inverse=True)
    kinds = np.zeros(len(occasions), dtype=np.int64)
    kinds[occasion] = kind
    parts = [_MET.to_frame()]
    for first in range(len(names)):
        there = np.flatnonzero(table[first])
        others = table[first + 1 :, there]
        both = others > 0
        enough = np.flatnonzero(both.sum(axis=1) >= _FEWEST)
        if not len(enough):
            continue
        together = (others[enough] == table[first, there]).sum(axis=1)
        own, place = np.unique(kinds[there], return_inverse=True)
        times = (both[enough].astype(np.float32) @ np.eye(len(own), dtype=np.float32)[place]).astype(np.int64)
        chance = chances[own]
        tails = np.cumsum(poisson_binomial(chance, times)[:, ::-1], axis=1)[:, ::-1]
        parts.append(
            pl.DataFrame(
                {
                    "first": np.full(len(enough), names[first]),
                    "second": names[first + 1 + enough],
                    "hands": times.sum(axis=1),
                    "together": together,
                    "expected": times @ chance,
                    "variance": times @ (chance * (1 - chance)),
                    "p": np.minimum(1, tails[np.arange(len(enough)), together]),
                },
                schema=_MET,
            )
        )
    return pl.concat(parts)


def _is_played(results: pl.DataFrame) -> pl.Expr:
    played = pl.concat([results["session"], results["table"]]).drop_nulls().unique()
    return pl.col("game_id").is_in(played.implode()).fill_null(value=False)


def _text(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.String).fill_null("")
