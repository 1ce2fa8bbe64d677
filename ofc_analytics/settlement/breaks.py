"""Where a table's hands may not follow each other, since a hand between them could not be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.errors import ParseIssue

__all__ = ["INPUT", "lost_between", "lost_hands", "with_breaks"]

INPUT = ("file", "sheet")
_READ_BEFORE = "hand-conflict"
_PLACE = {"file": pl.String, "sheet": pl.String, "line": pl.UInt32}


def lost_hands(rows: pl.DataFrame, issues: Sequence[ParseIssue]) -> pl.DataFrame:
    """Where hands were left out on reading.

    Parameters
    ----------
    rows
        One row a hand, with ``hand_id``, ``native_id`` and ``source``: what settling or others refused of these was read.
    issues
        What was said of the same inputs.

    Returns
    -------
    polars.DataFrame
        ``file``, ``sheet``, ``line`` (null: somewhere in the file) and ``hands``, how many: 0 for a fault that may hide some, as
        that of a file of which nothing could be read.
    """
    files = set(rows.select(pl.col("source").struct.field("file").unique()).to_series())
    lost = pl.DataFrame(
        [
            (issue.file, issue.sheet, issue.line, issue.hand, issue.hands)
            for issue in issues
            if issue.severity == "error"
            and issue.code != _READ_BEFORE
            and (issue.hands or issue.line is not None or issue.file not in files)
        ],
        schema={**_PLACE, "hand": pl.String, "hands": pl.Int64},
        orient="row",
    )
    if lost.is_empty():
        return lost.drop("hand")
    read = rows.select(pl.col("source").struct.field(*_PLACE), hand=pl.coalesce("native_id", "hand_id"))
    return lost.join(read, on=[*_PLACE, "hand"], how="anti", nulls_equal=True).drop("hand")


def lost_between(pairs: pl.DataFrame, lost: pl.DataFrame) -> pl.Series:
    """How many hands were left out between the lines of two hands.

    Parameters
    ----------
    pairs
        One row a pair of hands: ``file``, ``sheet`` and ``line`` of the later, and the same with ``_before`` of the earlier;
        those of the earlier are null where there is none.
    lost
        Places and ``hands`` as `lost_hands` gives them; those without a line are passed over.

    Returns
    -------
    polars.Series
        Int64. Within one input what lies between the lines, whichever comes first; else what comes after the earlier
        one and before the later one, and inputs of which nothing was read. Null where a line is not known.
    """
    counted = (
        lost.drop_nulls("line")
        .with_columns(pl.col("sheet").fill_null(""))
        .sort("line")
        .with_columns(so_far=pl.col("hands").cum_sum().over(INPUT), all=pl.col("hands").sum().over(INPUT))
    )
    numbered = pairs.with_row_index("pair")

    def so_far(suffix: str) -> pl.DataFrame:
        place = numbered.select(
            "pair",
            file=f"file{suffix}",
            sheet=pl.col(f"sheet{suffix}").fill_null(""),
            line=f"line{suffix}",
        )
        return (
            place.sort("line", nulls_last=True)
            .join_asof(counted.drop("all"), on="line", by=INPUT, check_sortedness=False)
            .join(counted.group_by(INPUT).agg(pl.first("all")), on=INPUT, how="left")
            .sort("pair")
            .select(pl.col("so_far", "all").fill_null(0))
        )

    here, before = so_far(""), so_far("_before")
    read = pl.concat([pairs["file"], pairs["file_before"]]).drop_nulls().unique().implode()
    elsewhere = lost.filter(~pl.col("file").is_in(read))["hands"].sum()
    same = pl.all_horizontal(*(pl.col(name).eq_missing(pl.col(f"{name}_before")) for name in INPUT))
    first = pl.col("file_before").is_null()
    return pairs.select(
        pl.when(pl.any_horizontal(pl.col("line").is_null(), pl.col("line_before").is_null() & ~first))
        .then(None)
        .when(same)
        .then((here["so_far"] - before["so_far"]).abs())
        .otherwise(
            here["so_far"] + pl.when(first).then(0).otherwise(before["all"] - before["so_far"] + elsewhere)
        )
    ).to_series()


def with_breaks(rows: pl.DataFrame, issues: Sequence[ParseIssue]) -> pl.DataFrame:
    """Tell hands that one that was left out may stand before.

    Parameters
    ----------
    rows
        One row a hand, sorted by table and place: ``table_key``, ``hand_id``, ``native_id``, ``source``.
    issues
        What was said of the same inputs.

    Returns
    -------
    polars.DataFrame
        `rows` with ``broken``: whether between the lines of each hand and the one before it at its table a hand was
        left out, or may have been.
    """
    lost = lost_hands(rows, issues).with_columns(hands=pl.lit(1, pl.Int64))
    if lost.is_empty():
        return rows.with_columns(broken=pl.lit(value=False))
    here = rows.select("table_key", pl.col("source").struct.field(*_PLACE))
    pairs = here.with_columns(pl.col(*_PLACE).shift(1).over("table_key").name.suffix("_before"))
    nowhere = lost.filter(pl.col("line").is_null())["file"].unique().implode()
    inputs = lost.select(INPUT).unique()
    unplaced = (
        pairs.select(*INPUT).with_row_index("row").join(inputs, on=INPUT, how="semi", nulls_equal=True)["row"]
    )
    of_such = pl.int_range(pl.len()).is_in(unplaced.implode())
    between = lost_between(pairs, lost)
    broken = pairs.select(
        pl.when(between.is_null()).then(of_such).otherwise(between > 0) | pl.col("file").is_in(nowhere)
    ).to_series()
    return rows.with_columns(broken=broken.fill_null(value=False))
