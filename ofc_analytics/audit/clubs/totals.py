"""The totals that a file claims for its tables, against the lines of their players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.clubs.scaled import PLACE
from ofc_analytics.audit.findings import counted, findings
from ofc_analytics.clubs.apps import apps_with

if TYPE_CHECKING:
    from ofc_analytics.audit.clubs.scaled import Scaled

__all__ = ["check_table_totals"]

_MEASURES = {
    "buy_in": "buy-ins",
    "cash_out": "cash-outs",
    "players": "players",
    "hands": "hands",
    "winnings": "winnings",
    "from_opponents": "winnings from opponents",
    "from_jackpot": "winnings from jackpots",
    "from_equity": "winnings from equity",
    "fee": "fee",
    "jackpot_fee": "jackpot fee",
    "jackpot_payout": "jackpots paid",
    "equity_payout": "equity paid",
    "club_result": "a result of the club of",
}
_COUNTS = ("players", "hands")


def check_table_totals(clubs: Scaled) -> pl.DataFrame:
    """Add up the lines of each table, and compare.

    Totals of a league are compared with its own lines; a table without lines in its own block with all lines of
    its id in the file. Where leagues have rates, totals may count their chips or what these are worth. Tables with a line
    that could not be read whole are passed over.
    """
    tables = clubs.tables.with_row_index("row")
    owned = _lines_of(tables, clubs.lines)
    money = [name for name in _MEASURES if name not in _COUNTS]
    sums = owned.group_by("row", maintain_order=True).agg(
        lines=pl.len(),
        complete=pl.col("complete").all(),
        most=pl.col("hands").max(),
        players_sum=pl.struct("player", "nick").n_unique().cast(pl.Int128),
        players_told=pl.lit(value=True),
        **{f"{name}_sum": pl.col(name).sum() for name in (*money, "hands")},
        **{f"{name}_told": (pl.col("own") | pl.col(name).is_not_null()).any() for name in (*money, "hands")},
        **{f"{name}_worth": (pl.col(name) * pl.col("weight")).sum() for name in money},
        rates=pl.col("rate_numerator").is_not_null().any() & pl.col("weight").is_not_null().all(),
    )
    judged = tables.join(sums, on="row", maintain_order="left").filter("complete")
    found = [_compare(judged, name, clubs) for name in _MEASURES]
    return pl.concat([*found, _without_lines(tables, sums, clubs)])


def _lines_of(tables: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """One row a line and table row whose totals it counts in; ``own`` if they have one block, and so the same columns."""
    told = lines.drop("league", "table", "game", "kind", "hand", "hand_id").with_columns(
        own_league=lines["league"]
    )
    wanted = tables.select("row", *PLACE, "game_id", "league")
    within = wanted.join(told.drop("game_id"), on=PLACE, nulls_equal=True, maintain_order="left").filter(
        pl.col("league").is_null() | (pl.col("league") == pl.col("own_league"))
    )
    others = wanted.join(within, on="row", how="anti", maintain_order="left")
    apart = others.filter(pl.col("league").is_null()).select("row", "file", "game_id")
    far = apart.join(told.drop("sheet", "block"), on=["file", "game_id"], maintain_order="left")
    return pl.concat(
        [within.with_columns(own=pl.lit(value=True)), far.with_columns(own=pl.lit(value=False))],
        how="diagonal",
    )


def _compare(judged: pl.DataFrame, name: str, clubs: Scaled) -> pl.DataFrame:
    claimed, lines = pl.col(name), pl.col(f"{name}_sum")
    agrees = claimed == lines
    if name == "hands":
        agrees |= pl.col("app").is_in(apps_with("dealt")) & claimed.is_between(pl.col("most"), lines)
    elif name not in _COUNTS:
        agrees |= pl.col("rates") & (claimed * (clubs.shares or 1) == pl.col(f"{name}_worth"))
    wrong = judged.filter(claimed.is_not_null(), pl.col(f"{name}_told"), ~agrees)
    text = _number if name in _COUNTS else clubs.text
    at_rates = pl.when(pl.col("rates") & (name not in _COUNTS)).then(
        pl.lit(", also not at the rates of the leagues")
    )
    what = (
        pl.when(pl.col("league").is_null())
        .then(pl.lit("the table"))
        .otherwise(pl.format("league {}", "league"))
    )
    return findings(
        wrong,
        "club-total",
        "error",
        pl.format(
            f"The totals of {{}} tell {_MEASURES[name]} {{}}, and its {{}} add up to {{}}{{}}.",
            what,
            text(name),
            counted(pl.col("lines"), "line"),
            text(f"{name}_sum"),
            at_rates.fill_null(""),
        ),
        players=pl.lit([], dtype=pl.List(pl.String)),
        claimed=text(name),
        recomputed=text(f"{name}_sum"),
        at_stake=None if name in _COUNTS else clubs.text((claimed - lines).abs()),
    )


def _without_lines(tables: pl.DataFrame, sums: pl.DataFrame, clubs: Scaled) -> pl.DataFrame:
    """Tables whose players are missing from a file that lists players."""
    claims = pl.any_horizontal(pl.col("fee", "hands", "buy_in").fill_null(0) != 0)
    missing = (
        tables.join(sums, on="row", how="anti", maintain_order="left")
        .join(clubs.lines.select("file").unique(), on="file", how="semi", maintain_order="left")
        .filter(claims)
    )
    return findings(
        missing,
        "club-no-lines",
        "warning",
        pl.lit("The table has totals, and the file has no line of its players."),
        players=pl.lit([], dtype=pl.List(pl.String)),
        at_stake=clubs.text(pl.col("fee").abs()),
    )


def _number(name: str) -> pl.Expr:
    return pl.col(name).cast(pl.String)
