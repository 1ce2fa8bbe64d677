"""A part of many hands that is the same every time, and in which no hand lacks the one before it."""

from __future__ import annotations

import polars as pl

from ofc_analytics.settlement.sequence import table_places

__all__ = ["sample_hands"]


def sample_hands(hands: pl.DataFrame, most: int) -> pl.DataFrame:
    """At most `most` hands: tables at equal distances among all, each from its first hand on.

    Nothing is left out in the middle of a table, because Fantasyland and deferred money go from hand to hand.
    """
    if hands.height <= most:
        return hands
    numbered = hands.with_row_index("_order")
    placed = numbered.join(table_places(numbered), on="_order")
    tables = placed.group_by("table_key").len("size").sort("table_key").with_row_index("number")
    step = -(-hands.height // most)
    spread = tables.sort(pl.col("number") % step, "number")
    before = pl.col("size").cum_sum() - pl.col("size")
    taken = spread.select("table_key", taken=most - before.cast(pl.Int64)).filter(pl.col("taken") > 0)
    return (
        placed.join(taken, on="table_key")
        .filter(pl.col("place") < pl.col("taken"))
        .sort("_order")
        .select(hands.columns)
    )
