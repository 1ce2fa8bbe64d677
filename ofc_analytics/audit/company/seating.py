"""Who sat at which table, out of hands and of club exports; and whether two sat together beyond chance.

An occasion is the players who sat down within one clock hour in one room, for the same game and stakes, where they could
choose between tables. Each counts at one table an occasion, where he played most. Had they been shuffled over
the seats they took, two of n would meet with chance ``sum k (k - 1) / n (n - 1)`` over tables of k.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.audit.company.meetings import SESSION
from ofc_analytics.audit.company.testing import ANSWERS
from ofc_analytics.audit.fairness.tails import normal_quantile, poisson_binomial
from ofc_analytics.clubs.schema import OFC

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

_FEWEST = 10
_WIDE = normal_quantile(0.025)
_ABOUT = "occasions on which the two chose the same of several tables"
_MEASURE = "share of occasions together beyond chance"


def seats_of_hands(results: pl.DataFrame) -> pl.DataFrame:
    """Seats of players in settled hands, from when they sat down; frame of schema `SEATS`."""
    where = [_text(name) for name in SESSION]
    game = [_text(name) for name in ("room", "fingerprint", "unit", "currency")]
    player = pl.col("players").struct.field("name")
    return (
        results.unique("hand_id", keep="first", maintain_order=True)
        .select(
            "players",
            "started_at",
            game=pl.concat_str(pl.lit("hands"), *game, separator="\x1f"),
            table=pl.concat_str(pl.lit("hands"), *where, separator="\x1f"),
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
    """Ask of every pair whether the two sat together beyond chance.

    Parameters
    ----------
    seats
        Frame of schema `SEATS`.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Answers`; pairs with fewer than ten occasions are not tested.
    """
    occasion = ("game", "hour")
    chosen = (
        seats.drop_nulls("start")
        .with_columns(hour=pl.col("start").dt.truncate("1h"))
        .sort("hands", "start", "table", descending=[True, False, False], nulls_last=True)
        .unique(["name", *occasion], keep="first", maintain_order=True)
        .with_columns(n=pl.len().over(occasion), k=pl.len().over(*occasion, "table"))
        # the sum over players of k - 1 is the sum over tables of k (k - 1)
        .with_columns(chance=(pl.col("k") - 1).sum().over(occasion) / (pl.col("n") * (pl.col("n") - 1)))
        .filter(pl.col("chance") > 0, pl.col("chance") < 1)
        .select("name", *occasion, "table", "chance")
    )
    met = (
        chosen.join(chosen, on=occasion, suffix="_other")
        .filter(pl.col("name") < pl.col("name_other"))
        .group_by("name", "name_other")
        .agg(
            pl.col("chance").sort(),
            together=(pl.col("table") == pl.col("table_other")).sum(),
            hands=pl.len(),
        )
        .sort("name", "name_other")
    )
    chances = [np.asarray(row) for row in met["chance"].to_list()]
    tails = [
        _tail(chance, together) if len(chance) >= _FEWEST else None
        for chance, together in zip(chances, met["together"], strict=True)
    ]
    expected = met["chance"].list.sum()
    spread = pl.Series(
        [float(np.sqrt((chance * (1 - chance)).sum())) for chance in chances], dtype=pl.Float64
    )
    hands = met["hands"]
    effect = (met["together"] - expected) / hands
    half = _WIDE * spread / hands
    few = pl.format(f"there are {{}} occasions to sit together or apart, of {_FEWEST} that it takes", "hands")
    return met.select(
        name=pl.lit("pair-seated"),
        about=pl.lit(_ABOUT),
        first="name",
        second="name_other",
        hands="hands",
        statistic=pl.col("together"),
        effect=effect,
        low=effect - half,
        high=effect + half,
        measure=pl.lit(_MEASURE),
        counts=pl.lit("occasion"),
        spec=pl.lit("+.1%"),
        p=pl.Series(tails, dtype=pl.Float64),
        sides=pl.lit(1),
        stated=pl.lit("together 20 points of 100 more often"),
        scale=spread**2 / hands / 0.2**2,
        missing=pl.when(pl.col("hands") < _FEWEST).then(few),
    ).cast(ANSWERS)


def _tail(chances: np.ndarray[tuple[int], np.dtype[np.float64]], together: int) -> float:
    """Chance of so many meetings or more."""
    chance, times = np.unique(chances, return_counts=True)
    return float(min(1.0, poisson_binomial(chance, times)[together:].sum()))


def _is_played(results: pl.DataFrame) -> pl.Expr:
    played = pl.concat([results["session"], results["table"]]).drop_nulls().unique()
    return pl.col("game_id").is_in(played.implode()).fill_null(value=False)


def _text(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.String).fill_null("")
