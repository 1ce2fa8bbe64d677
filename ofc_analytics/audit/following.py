"""Which hands follow each other at a table, of all that were read and with regard to those that were not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.settlement.sequence import table_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.errors import ParseIssue

__all__ = ["follow_hands", "not_among"]

_READ_BEFORE = "hand-conflict"


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
        `rows` with ``table_key``, ``place``, ``follows`` (the hand before at the table is here and settled) and ``begins``
        (nothing says that the table did not begin with this hand).
    """
    places = table_places(rows.rename({"at": "_order"}), not_among(rows, issues)).rename({"_order": "at"})
    settled_before = pl.col("rule").is_not_null().shift(1).over("table_key")
    return (
        rows.join(places, on="at", maintain_order="left")
        .sort("table_key", "place")
        .with_columns(
            follows=pl.col("follows") & settled_before,
            begins=(pl.col("place") == 0)
            & pl.when(pl.col("hand_no").is_null()).then(~pl.col("broken")).otherwise(pl.col("hand_no") <= 1),
        )
        .drop("broken")
    )


def not_among(rows: pl.DataFrame, issues: Sequence[ParseIssue]) -> list[ParseIssue]:
    """Issues of hands that are not among the rows: not those that settling refused, nor those of an identity known before."""
    refused = set(rows.filter(pl.col("rule").is_null()).select("file", "sheet", "line").iter_rows())
    return [
        issue
        for issue in issues
        if issue.code != _READ_BEFORE and (issue.file, issue.sheet, issue.line) not in refused
    ]
