"""Single lines: numbers of which some are sums of others, and players that stand twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.clubs.scaled import PLACE, summed
from ofc_analytics.audit.findings import counted, findings

if TYPE_CHECKING:
    from ofc_analytics.audit.clubs.scaled import Scaled

__all__ = ["check_lines"]

_PARTS = ("from_opponents", "from_jackpot", "from_equity")


def check_lines(clubs: Scaled) -> pl.DataFrame:
    """Hold winnings against their parts, the club's result against fees and payouts, and cash-outs against buy-ins."""
    ring = clubs.lines.filter(pl.col("kind") == "ring", "complete")
    ring = ring.with_columns(name=_who(), **{name: pl.col(name).fill_null(0) for name in _PARTS[1:]})
    parts = ring.with_columns(parts=pl.sum_horizontal(*_PARTS)).filter(
        pl.col("from_opponents").is_not_null(), pl.col("winnings") != pl.col("parts")
    )
    taken = pl.col("fee").fill_null(0) + pl.col("jackpot_fee").fill_null(0)
    paid = pl.col("jackpot_payout").fill_null(0) + pl.col("equity_payout").fill_null(0)
    results = ring.with_columns(parts=taken + paid).filter(
        # payouts are written with either sign
        pl.col("club_result") != pl.col("parts"),
        pl.col("club_result") != taken - paid,
    )
    cash = (
        ring.group_by("file", "table", "player", "nick", maintain_order=True)
        .agg(
            pl.first("name", "hand", "hand_id", "sheet", "line"),
            summed("winnings"),
            told=pl.col("cash_out").is_not_null().all() & pl.col("buy_in").is_not_null().all(),
            parts=pl.col("cash_out").sum() - pl.col("buy_in").sum(),
        )
        .filter("told", pl.col("winnings") != pl.col("parts"))
    )
    return pl.concat(
        [
            _differ(
                parts,
                "club-winnings",
                "winnings",
                "The parts of the winnings of {} add up to {}, not {}.",
                clubs,
            ),
            _differ(
                results,
                "club-result",
                "club_result",
                "Fees and payouts of {} make {} for the club, not {}.",
                clubs,
            ),
            _differ(
                cash,
                "club-cash-out",
                "winnings",
                "{} took {} more from the table than was bought in, and won {}.",
                clubs,
            ),
            _twice(clubs),
        ]
    )


def _differ(rows: pl.DataFrame, code: str, claimed: str, reason: str, clubs: Scaled) -> pl.DataFrame:
    return findings(
        rows,
        code,
        "error",
        pl.format(reason, "name", clubs.text("parts"), clubs.text(claimed)),
        claimed=clubs.text(claimed),
        recomputed=clubs.text("parts"),
        at_stake=clubs.text((pl.col(claimed) - pl.col("parts")).abs()),
    )


def _twice(clubs: Scaled) -> pl.DataFrame:
    twice = (
        clubs.lines.filter(pl.col("player").is_not_null())
        .group_by(*PLACE, "player", "club", maintain_order=True)
        .agg(
            _who().first().alias("name"),
            pl.first("hand", "hand_id"),
            pl.last("line"),
            times=pl.len(),
            lines=pl.col("line").cast(pl.String).str.join(", "),
        )
        .filter(pl.col("times") > 1)
    )
    reason = pl.format(
        "{} stands in {} of one table: lines {}.", "name", counted(pl.col("times"), "line"), "lines"
    )
    return findings(twice, "club-player-twice", "warning", reason)


def _who() -> pl.Expr:
    """How messages call a player: by the nickname, else by the id."""
    return pl.coalesce("nick", "player", pl.lit("a player without a name"))
