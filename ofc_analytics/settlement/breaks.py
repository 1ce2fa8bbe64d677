"""Where a table's hands may not follow each other, since a hand between them could not be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.errors import ParseIssue

__all__ = ["with_breaks"]

_INPUT = ("file", "sheet")
_READ_BEFORE = "hand-conflict"


def with_breaks(rows: pl.DataFrame, issues: Sequence[ParseIssue]) -> pl.DataFrame:
    """Tell hands that one that was left out may stand before.

    Parameters
    ----------
    rows
        One row a hand, sorted by table and place: ``_order``, ``table_key``, ``place``, ``source``.
    issues
        What reading said of the same inputs; what a hand among the rows was refused for later is not among it.

    Returns
    -------
    polars.DataFrame
        `rows` with ``broken``: whether between the lines of each hand and the one before it at its table a hand was
        left out, or may have been.
    """
    lost = pl.DataFrame(
        [
            (issue.file, issue.sheet, issue.line)
            for issue in issues
            if issue.severity == "error"
            and issue.code != _READ_BEFORE
            and (issue.hands or issue.line is not None)
        ],
        schema={"file": pl.String, "sheet": pl.String, "line": pl.UInt32},
        orient="row",
    )
    if lost.is_empty():
        return rows.with_columns(broken=pl.lit(value=False))
    placed = rows.with_columns(pl.col("source").struct.field(*_INPUT, "line"))
    nowhere = lost.filter(pl.col("line").is_null())["file"].unique()
    lines = (
        pl.concat(
            [placed.select("_order", *_INPUT, "line", lost=pl.lit(0)), lost.with_columns(lost=pl.lit(1))],
            how="diagonal_relaxed",
        )
        .sort(*_INPUT, "line", "lost", descending=[False, False, False, True])
        .with_columns(earlier=pl.col("lost").cum_sum().over(_INPUT), all=pl.col("lost").sum().over(_INPUT))
        .filter(pl.col("_order").is_not_null())
        .select("_order", "earlier", later=pl.col("all") - pl.col("earlier"))
    )
    before = {name: pl.col(name).shift(1).over("table_key") for name in (*_INPUT, "earlier", "later")}
    same = pl.all_horizontal(*(pl.col(name).eq_missing(before[name]) for name in _INPUT)) & (
        pl.col("place") > 0
    )
    between = (
        pl.when(same)
        .then(pl.col("earlier") - before["earlier"])
        .otherwise(pl.col("earlier") + before["later"].fill_null(0))
    )
    unplaced = pl.col("line").is_null() & (pl.col("earlier") + pl.col("later") > 0)
    return (
        placed.join(lines, on="_order", how="left", maintain_order="left")
        .with_columns(broken=(between > 0) | unplaced | pl.col("file").is_in(nowhere.implode()))
        .drop("earlier", "later", *_INPUT, "line")
    )
