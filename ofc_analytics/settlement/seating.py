"""Who sat in one hand, with cards or without."""

from __future__ import annotations

import polars as pl

__all__ = ["seatings"]


def seatings(hands: pl.DataFrame, entries: pl.DataFrame) -> pl.DataFrame:
    """Names of those who sat in one hand; two of them are never one player.

    Parameters
    ----------
    hands
        Frame of schema `Hands` or `Results`.
    entries
        Frame of schema `ofc_analytics.settlement.entries.Entries`; results of hands without cards count.

    Returns
    -------
    polars.DataFrame
        ``hand``, an id or number to show, and ``names``; every company once, in the order of its first hand.

    Examples
    --------
    >>> from ofc_analytics.schema import HANDS
    >>> from ofc_analytics.settlement.entries import make_entries
    >>> common = {"kind": "result", "exponent": 2, "file": "a.csv", "verified": "balanced", "hand": "7", "amount": 0}
    >>> told = make_entries(pl.DataFrame([common | {"player": name} for name in ("Boris", "Anna")]))
    >>> seatings(HANDS.to_frame(), told).rows()
    [('7', ['Anna', 'Boris'])]
    """
    dealt = hands.select(
        hand=pl.coalesce("native_id", "hand_id"),
        names=pl.col("players").list.eval(pl.element().struct.field("name")).list.sort(),
    )
    told = (
        entries.filter(pl.col("kind") == "result", pl.col("hand").is_not_null())
        .group_by("session", "hand", "file", "sheet", maintain_order=True)
        .agg(names=pl.col("player").unique().sort())
        .select("hand", "names")
    )
    return pl.concat([dealt, told]).unique("names", keep="first", maintain_order=True)
