"""What the players of a table lost, against what the club took."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.clubs.scaled import summed
from ofc_analytics.audit.findings import findings
from ofc_analytics.clubs.apps import apps_with

if TYPE_CHECKING:
    from ofc_analytics.audit.clubs.scaled import Scaled

__all__ = ["check_balance"]

_SUMMED = (
    "winnings",
    "from_opponents",
    "from_jackpot",
    "from_equity",
    "fee",
    "jackpot_fee",
    "jackpot_payout",
)


def check_balance(clubs: Scaled) -> pl.DataFrame:
    """Hold the winnings of each table for money against its fees, all its parts together.

    What players won from each other is -(fee + jackpot fee). Winnings that are not told apart hold the jackpots
    and the equity that were paid too. Where lines know no jackpot, the totals of the table tell it. Chips of leagues
    with different rates are exchanged first.
    """
    group = ("app", "file", "table")
    rates = pl.struct("rate_numerator", "rate_denominator").n_unique().over(group) > 1
    whole = pl.lit(clubs.shares or 1, dtype=pl.Int128)
    lines = clubs.lines.filter(pl.col("kind") == "ring").with_columns(
        *(pl.col(name) * pl.when(rates).then(pl.col("weight")).otherwise(whole) for name in _SUMMED)
    )
    totals = (
        clubs.tables.filter(pl.col("league").is_null())
        .group_by(group, maintain_order=True)
        .agg(summed("jackpot_fee").alias("table_fee"), summed("jackpot_payout").alias("table_payout"))
    )
    sums = (
        lines.group_by(group, maintain_order=True)
        .agg(
            pl.first("hand", "hand_id", "sheet"),
            pl.first("block").alias("line"),
            *(summed(name) for name in _SUMMED),
            apart=pl.col("from_opponents").is_not_null().all(),
            judged=pl.col("complete").all()
            & pl.col("winnings").is_not_null().all()
            & (~rates.any() | pl.col("weight").is_not_null().all()),
        )
        .join(totals, on=group, how="left", maintain_order="left")
        .filter("judged")
        .with_columns(
            lost=pl.lit(0, dtype=pl.Int128)
            - pl.col("fee").fill_null(0)
            - pl.coalesce("jackpot_fee", pl.col("table_fee") * whole, pl.lit(0)),
            paid=pl.coalesce("from_jackpot", pl.col("jackpot_payout").abs(), pl.lit(0))
            + pl.col("from_equity").fill_null(0),
            paid_by_table=pl.col("table_payout").abs().fill_null(0) * whole,
        )
    )
    won = pl.when("apart").then("from_opponents").otherwise("winnings")
    told = pl.col("jackpot_payout").is_not_null() | pl.col("from_jackpot").is_not_null()
    due = pl.col("lost") + pl.when("apart").then(0).otherwise(
        pl.when(told).then("paid").otherwise("paid_by_table")
    )
    # lines that know no jackpot may leave the payouts out
    unpaid = ~told & ~pl.col("apart") & (won == pl.col("lost"))
    wrong = sums.with_columns(won=won, due=due).filter(pl.col("won") != pl.col("due"), ~unpaid)
    whole_tables = pl.col("app").is_in(apps_with("whole"))
    kinds = {
        "error": wrong.filter(whole_tables),
        "warning": wrong.filter(~whole_tables),
    }
    maybe = " Players of other clubs may be missing from the file."
    return pl.concat(
        findings(
            rows,
            "club-balance",
            severity,  # type: ignore[arg-type]
            pl.format(
                "The players of the table won {} in all, and after its fees and jackpots it should be {}."
                + maybe * (severity == "warning"),
                _text("won", clubs),
                _text("due", clubs),
            ),
            players=pl.lit([], dtype=pl.List(pl.String)),
            claimed=_text("won", clubs),
            recomputed=_text("due", clubs),
            at_stake=_text((pl.col("won") - pl.col("due")).abs(), clubs),
        )
        for severity, rows in kinds.items()
    )


def _text(amount: str | pl.Expr, clubs: Scaled) -> pl.Expr:
    """Money in shares of a chip as text: a fraction where it is no whole number of minor units."""
    amount = pl.col(amount) if isinstance(amount, str) else amount
    shares = pl.lit(clubs.shares or 1, dtype=pl.Int128)
    return (
        pl.when(amount % shares == 0)
        .then(clubs.text(amount // shares))
        .otherwise(pl.format("{}/{}", clubs.text(amount), shares))
    )
