"""Which hands follow each other at a table, of all that were read and with regard to those that were not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.settlement.sequence import table_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.errors import ParseIssue

__all__ = ["follow_hands"]

_INPUT = ("file", "sheet")
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
    places = table_places(rows.rename({"at": "_order"})).rename({"_order": "at"})
    numbered = pl.col("hand_no") - pl.col("hand_no").shift(1).over("table_key") == 1
    known = numbered.fill_null(value=False) | ~pl.col("broken")
    settled_before = pl.col("rule").is_not_null().shift(1).over("table_key")
    return (
        _with_breaks(rows.join(places, on="at", maintain_order="left").sort("table_key", "place"), issues)
        .with_columns(
            follows=pl.col("follows") & settled_before & known,
            begins=(pl.col("place") == 0)
            & pl.when(pl.col("hand_no").is_null()).then(~pl.col("broken")).otherwise(pl.col("hand_no") <= 1),
        )
        .drop("broken")
    )


def _with_breaks(rows: pl.DataFrame, issues: Sequence[ParseIssue]) -> pl.DataFrame:
    """Rows with ``broken``: whether a hand was left out between each and the one before it at its table, or may have been."""
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
    read = rows.filter(pl.col("rule").is_null()).select(*_INPUT, "line")
    lost = lost.join(read, on=[*_INPUT, "line"], how="anti", nulls_equal=True)
    if lost.is_empty():
        return rows.with_columns(broken=pl.lit(value=False))
    nowhere = lost.filter(pl.col("line").is_null())["file"].unique()
    lines = (
        pl.concat(
            [rows.select("at", *_INPUT, "line", lost=pl.lit(0)), lost.with_columns(lost=pl.lit(1))],
            how="diagonal_relaxed",
        )
        .sort(*_INPUT, "line", "lost", descending=[False, False, False, True])
        .with_columns(earlier=pl.col("lost").cum_sum().over(_INPUT), all=pl.col("lost").sum().over(_INPUT))
        .filter(pl.col("at").is_not_null())
        .select("at", "earlier", later=pl.col("all") - pl.col("earlier"))
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
        rows.join(lines, on="at", how="left", maintain_order="left")
        .with_columns(broken=(between > 0) | unplaced | pl.col("file").is_in(nowhere.implode()))
        .drop("earlier", "later")
    )
