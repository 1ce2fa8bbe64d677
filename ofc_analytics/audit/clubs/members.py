"""Players' totals a game, against the lines of the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import findings
from ofc_analytics.clubs.schema import OFC

if TYPE_CHECKING:
    from ofc_analytics.audit.clubs.scaled import Scaled
    from ofc_analytics.errors import Severity

__all__ = ["check_members"]

_MEASURES = {"winnings": "winnings", "fee": "fee", "hands": "hands"}


def check_members(clubs: Scaled) -> pl.DataFrame:
    """Hold each player's totals of open-face Chinese poker, and those of all games, against his lines in the same file.

    Totals of winnings may hold what was won from jackpots, or not. Those of all games are compared where no
    tournament stands in the file.
    """
    ofc = clubs.lines.filter(pl.col("game") == OFC)
    tournaments = clubs.lines.filter(pl.col("kind") == "tournament").select("file").unique()
    cash = clubs.lines.join(tournaments, on="file", how="anti", maintain_order="left")
    return pl.concat(
        [
            *_compare(clubs, OFC, ofc, "error"),
            *_compare(clubs, "total", cash, "warning"),
            _without_total(clubs, ofc),
        ]
    )


def _compare(clubs: Scaled, game: str, lines: pl.DataFrame, severity: Severity) -> list[pl.DataFrame]:
    keys = ("file", "player")
    files = lines.select("file").unique() if game == "total" else clubs.lines.select("file").unique()
    totals = (
        clubs.members.filter(pl.col("game") == game, pl.col("player").is_not_null())
        .join(files, on="file", how="semi", maintain_order="left")
        .group_by(*keys, maintain_order=True)
        .agg(
            pl.first("nick", "hand", "hand_id", "sheet", "line"),
            pl.col("complete").all(),
            *(pl.col(name).sum() for name in _MEASURES),
            *(pl.col(name).is_not_null().any().alias(f"{name}_said") for name in _MEASURES),
        )
        .with_columns(pl.col(f"{name}_said").any().over("file", "sheet") for name in _MEASURES)
    )
    sums = lines.group_by(*keys).agg(
        *(pl.col(name).sum().alias(f"{name}_sum") for name in _MEASURES),
        pl.col("from_opponents").sum(),
        whole=pl.col("complete").all(),
        at=pl.len(),
    )
    both = (
        totals.join(sums, on=keys, how="left", maintain_order="left")
        .with_columns(
            pl.col("whole").fill_null(value=True),
            pl.col("at").fill_null(0),
            pl.col("from_opponents", *(f"{name}_sum" for name in _MEASURES)).fill_null(0),
            name=pl.coalesce("nick", "player"),
        )
        .filter("complete", "whole")
    )
    return [_differ(both, name, game, severity, clubs) for name in _MEASURES]


def _differ(both: pl.DataFrame, name: str, game: str, severity: Severity, clubs: Scaled) -> pl.DataFrame:
    agrees = pl.col(name) == pl.col(f"{name}_sum")
    if name == "winnings":
        agrees |= pl.col(name) == pl.col("from_opponents")
    wrong = both.filter(pl.col(f"{name}_said"), ~agrees)
    of = "all games" if game == "total" else game
    maybe = " Tables of other sheets may be missing." * (game == "total")

    def text(column: str) -> pl.Expr:
        return pl.col(column).cast(pl.String) if name == "hands" else clubs.text(column)

    return findings(
        wrong,
        "club-member-total" if game == "total" else "club-member",
        severity,
        pl.format(
            f"The totals of {{}} tell {_MEASURES[name]} {{}} for {of}, and {{}} tables add up to {{}}.{maybe}",
            "name",
            text(name),
            "at",
            text(f"{name}_sum"),
        ),
        claimed=text(name),
        recomputed=text(f"{name}_sum"),
        at_stake=None if name == "hands" else clubs.text((pl.col(name) - pl.col(f"{name}_sum")).abs()),
    )


def _without_total(clubs: Scaled, ofc: pl.DataFrame) -> pl.DataFrame:
    """Players of tables who are missing from a file's totals."""
    members = clubs.members.filter(pl.col("game") == OFC)
    missing = (
        ofc.filter(pl.col("player").is_not_null())
        .join(members.select("file").unique(), on="file", how="semi", maintain_order="left")
        .join(
            members.filter(pl.col("player").is_not_null()),
            on=["file", "player"],
            how="anti",
            maintain_order="left",
        )
        .unique(["file", "player"], keep="first", maintain_order=True)
        .with_columns(name=pl.coalesce("nick", "player"))
    )
    reason = pl.format(
        "{} has lines in tables of {}, and is missing from the players' totals.", "name", pl.lit(OFC)
    )
    return findings(missing, "club-member-missing", "warning", reason)
