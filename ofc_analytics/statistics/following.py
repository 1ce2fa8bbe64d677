"""What follows what at a table: chains of hands, and a player's hands in one Fantasyland."""

from __future__ import annotations

import polars as pl

from ofc_analytics.settlement.sequence import table_places

__all__ = ["chains", "fantasylands", "players_inside"]

_PLAYER = ("stretch", "name")


def chains(results: pl.DataFrame) -> list[pl.Series]:
    """Tell each hand's place at its table, and where its table, chain and stretch begin.

    Parameters
    ----------
    results
        Frame of schema `Results`.

    Returns
    -------
    list of Series
        ``at``, which hand of its table it is, from 0; ``table_start``, ``chain`` and ``stretch``, the row of the first hand
        of each. A stretch is hands of a table of which none is missing in between, as far as their numbers tell. In the
        order of the results.

    Examples
    --------
    >>> from ofc_analytics.schema import RESULTS
    >>> [column.name for column in chains(RESULTS.to_frame())]
    ['at', 'table_start', 'chain', 'stretch']
    """
    first = pl.col("at") == 0
    opens = ~players_inside().list.any()
    return (
        table_places(results.with_row_index("_order"))
        .select("_order", "table_key", "follows", at="place")
        .hstack(results.select("players"))
        .sort("table_key", "at")
        .select(
            "_order",
            "at",
            table_start=pl.when(first).then("_order").forward_fill(),
            chain=pl.when(first | opens).then("_order").forward_fill(),
            stretch=pl.when(~pl.col("follows")).then("_order").forward_fill(),
        )
        .sort("_order")
        .drop("_order")
        .get_columns()
    )


def players_inside() -> pl.Expr:
    """For each player of a hand of results whether he is in Fantasyland."""
    return pl.col("players").list.eval(pl.element().struct.field("in_fantasyland") > 0)


def fantasylands(rows: pl.DataFrame) -> pl.DataFrame:
    """Follow each player through his Fantasylands.

    Hands of a player in Fantasyland that follow each other are one, whoever else plays, and whatever rules the stay was
    given by. A gap in the numbers ends it, as nobody knows what was played there.

    Parameters
    ----------
    rows
        One row a player and hand: ``place``, ``at``, ``stretch``, ``name``, ``in_fantasyland``, ``fantasyland``.

    Returns
    -------
    polars.DataFrame
        ``begins``, ``fantasyland_start``, ``entry_known`` and ``fantasyland_hands`` of `Observations`, in the order of the
        rows.

    Examples
    --------
    >>> hands = {"place": [0, 1, 2, 3], "at": [0, 1, 2, 3], "stretch": [0, 0, 0, 3], "name": ["Anna"] * 4}
    >>> cards = {"in_fantasyland": [0, 14, 14, 14], "fantasyland": [14, 14, 14, 0]}
    >>> for row in fantasylands(pl.DataFrame(hands | cards)).rows():
    ...     print(*row)
    False None False 0
    True 1 True 2
    False 1 True 0
    True 3 False 1
    """
    now, earned = pl.col("in_fantasyland") > 0, pl.col("fantasyland") > 0
    begins = pl.col("now") & ~pl.col("inside")
    first = pl.when(begins).then(pl.struct("place", entry_known="earned"))
    followed = (
        rows.with_columns(
            now.alias("now"),
            *(
                told.shift(1).over(_PLAYER, order_by="at").fill_null(value=False).alias(name)
                for name, told in (("inside", now), ("earned", earned))
            ),
        )
        .select(
            "now", "name", begins.alias("begins"), first=first.forward_fill().over(_PLAYER, order_by="at")
        )
        .with_columns(pl.when("now").then("first").alias("first"))
    )
    start, known = (pl.col("first").struct.field(name) for name in ("place", "entry_known"))
    return followed.select(
        "begins",
        start.alias("fantasyland_start"),
        known.fill_null(value=False),
        fantasyland_hands=pl.when("begins").then(pl.len().over(start, "name")).otherwise(0),
    )
