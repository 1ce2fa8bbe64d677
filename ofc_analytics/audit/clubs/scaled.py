"""Club exports on one scale, and texts of their money."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import polars as pl

from ofc_analytics.settlement.claims import money_text

if TYPE_CHECKING:
    from ofc_analytics.clubs import ClubExports

__all__ = ["MONEY", "PLACE", "Scaled", "summed"]

MONEY = (
    "buy_in",
    "cash_out",
    "winnings",
    "from_opponents",
    "from_jackpot",
    "from_equity",
    "fee",
    "jackpot_fee",
    "jackpot_payout",
    "equity_payout",
    "club_result",
)
PLACE = ("file", "sheet", "block")
"""What tells which lines stand in one block with the totals of a table."""

_MOST_SHARES = 10**9


@dataclass(frozen=True, slots=True)
class Scaled:
    """The three tables, their money as 128-bit integers with one exponent.

    Attributes
    ----------
    tables, lines, members
        The columns of the schemas, and ``hand_id`` (null). Tables and lines have ``game``, ``kind``, and ``table``, which is the
        same for all parts of one table in a file; lines have ``weight``: what a chip of their league is worth in `shares`.
    exponent
        Decimal places.
    shares
        Least common denominator of the leagues' rates; None where it is too large to reckon with.
    """

    tables: pl.DataFrame
    lines: pl.DataFrame
    members: pl.DataFrame
    exponent: int
    shares: int | None

    @classmethod
    def of(cls, exports: ClubExports) -> Scaled:
        """Bring club exports to one scale."""
        frames = (exports.tables, exports.lines, exports.members)
        exponent = max((cast("int", frame["exponent"].max()) for frame in frames if frame.height), default=2)
        tables, lines, members = (_scaled(frame, exponent) for frame in frames)
        table = pl.coalesce("game_id", pl.format("block {}", "block"))
        shares = math.lcm(*lines["rate_denominator"].drop_nulls().unique().to_list())
        known = tables.select(*PLACE, "game", "kind").unique(PLACE, keep="first", maintain_order=True)
        weight = pl.col("rate_numerator").cast(pl.Int128) * (pl.lit(shares) // pl.col("rate_denominator"))
        lines = lines.join(known, on=PLACE, how="left", nulls_equal=True, maintain_order="left")
        return cls(
            tables.with_columns(table=table),
            lines.with_columns(
                table=table, weight=weight.fill_null(shares) if shares <= _MOST_SHARES else None
            ),
            members,
            exponent,
            shares if shares <= _MOST_SHARES else None,
        )

    def text(self, amount: str | pl.Expr) -> pl.Expr:
        """Money of a column as text."""
        return money_text(pl.col(amount) if isinstance(amount, str) else amount, pl.lit(self.exponent))


def _scaled(frame: pl.DataFrame, exponent: int) -> pl.DataFrame:
    powers = {places: 10 ** (exponent - places) for places in range(exponent + 1)}
    factor = pl.col("exponent").replace_strict(powers, return_dtype=pl.Int64)
    money = [name for name in MONEY if name in frame.columns]
    return frame.with_columns(
        *(pl.col(name).cast(pl.Int128) * factor for name in money),
        *(pl.col(name).cast(pl.Int128) for name in ("hands", "players") if name in frame.columns),
        hand=pl.col("game_id") if "game_id" in frame.columns else pl.lit(None, dtype=pl.String),
        hand_id=pl.lit(None, dtype=pl.String),
    )


def summed(name: str) -> pl.Expr:
    """Sum of a column in which nothing is 0; null where no row says anything."""
    return pl.when(pl.col(name).is_not_null().any()).then(pl.col(name).sum())
