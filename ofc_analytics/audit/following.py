"""Which hands follow each other at a table, of all that were read and with regard to those that were not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.settlement.sequence import table_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.errors import ParseIssue

__all__ = ["follow_hands"]


def follow_hands(rows: pl.DataFrame, issues: Sequence[ParseIssue]) -> pl.DataFrame:
    """Sort hands table by table, as `ofc_analytics.settlement.sequence.table_places` places them.

    Where numbers do not say that two hands follow each other, a hand between their lines that reading left out comes
    between them.

    Parameters
    ----------
    rows
        One row a hand: what places it, and ``at``, ``file``, ``sheet``, ``line``, ``rule`` (null: not settled).
    issues
        What reading said.

    Returns
    -------
    polars.DataFrame
        `rows` with ``table_key``, ``place``, ``begins`` and ``apart`` as there, and ``follows``: the hand before at the table
        is here, and settled.
    """
    places = table_places(rows.rename({"at": "_order"}), issues).rename({"_order": "at"})
    settled_before = pl.col("rule").is_not_null().shift(1).over("table_key")
    return (
        rows.join(places, on="at", maintain_order="left")
        .sort("table_key", "place")
        .with_columns(follows=pl.col("follows") & settled_before)
    )
