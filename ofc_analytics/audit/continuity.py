"""Whether a table's hands follow each other: their numbers, their times, and that none is there twice."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import counted, findings
from ofc_analytics.audit.play import hand_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.errors import ParseIssue

__all__ = ["check_continuity"]

_CUSTOM = 0.5
_NAMES = pl.col("players").list.eval(pl.element().struct.field("name"))


def check_continuity(
    hands: pl.DataFrame, results: pl.DataFrame, issues: Sequence[ParseIssue] = ()
) -> pl.DataFrame:
    """Check the numbers and times of each table's hands.

    Numbers that leave out more than they give, as those of a whole room do, are told once, and so is a log that
    begins with its last hand. Of a file whose unread hands are as many as those that are missing, gaps are notes.

    Parameters
    ----------
    hands, results
        Frames of schema `Hands` and `Results`.
    issues
        What reading said of the same inputs.

    Codes: ``hands-missing``, ``numbers-apart``, ``hand-number-twice``, ``time-backwards``, ``hands-newest-first``.
    """
    rows = hand_rows(hands, results).with_columns(name=_NAMES)
    return pl.concat([*_numbers(rows, issues), _twice(rows), *_times(rows)])


def _numbers(rows: pl.DataFrame, issues: Sequence[ParseIssue]) -> list[pl.DataFrame]:
    number = pl.col("hand_no")
    left_out = Counter[str]()
    for issue in issues:
        if issue.severity == "error":
            left_out[issue.file] += issue.hands
    unread = pl.DataFrame(
        {"file": list(left_out), "unread": list(left_out.values())},
        schema={"file": pl.String, "unread": pl.Int64},
    )
    gaps = (
        rows.filter(number.is_not_null())
        .sort("table_key", "hand_no", "at")
        .with_columns(before=number.shift(1).over("table_key"))
        .with_columns(missing=(number - pl.col("before") - 1).clip(lower_bound=0))
        .with_columns(
            apart=((pl.col("missing") > 0).sum() > _CUSTOM * (pl.len() - 1)).over("table_key") & (pl.len().over("table_key") > 2)
        )
        .filter(pl.col("missing") > 0)
        .join(unread, on="file", how="left", maintain_order="left")
        .with_columns(
            known=(pl.col("missing").sum().over("file") <= pl.col("unread").fill_null(0)) & (pl.col("unread") > 0)
        )
    )  # fmt: skip
    once = gaps.filter("apart").unique("table_key", keep="first", maintain_order=True)
    each = gaps.filter(~pl.col("apart"))
    which = pl.when(pl.col("missing") == 1).then(pl.format("Hand {} is", number - 1)).otherwise(
        pl.format("Hands {} to {} are", pl.col("before") + 1, number - 1)
    )  # fmt: skip
    unread_words = pl.format(
        " Of this file {} left out on reading.",
        counted(pl.col("unread"), "hand")
        + pl.when(pl.col("unread") == 1).then(pl.lit(" was")).otherwise(pl.lit(" were")),
    )
    told = [
        (each.filter(~pl.col("known").fill_null(value=False)), "warning", pl.lit("")),
        (each.filter("known"), "note", unread_words),
    ]
    return [
        findings(
            once,
            "numbers-apart",
            "note",
            pl.format("The table's numbers leave out more hands than they give, first between {} and {}: gaps are not told.", "before", "hand_no"),
            players=pl.col("name"),
        ),
        *(
            findings(
                part,
                "hands-missing",
                severity,  # type: ignore[arg-type]
                pl.format("{} missing between hands {} and {} of the table.{}", which, "before", "hand_no", more),
                players=pl.col("name"),
                claimed=pl.col("hand_no").cast(pl.String),
                recomputed=(pl.col("before") + 1).cast(pl.String),
            )
            for part, severity, more in told
        ),
    ]  # fmt: skip


def _twice(rows: pl.DataFrame) -> pl.DataFrame:
    """Two hands with one number; a count that begins again is another session."""
    number = pl.col("hand_no")
    begins = ((number <= 1) & (number < number.shift(1).over("table_key"))).fill_null(value=False)
    again = (
        rows.filter(number.is_not_null())
        .sort("at")
        .with_columns(run=begins.cast(pl.Int64).cum_sum().over("table_key"))
        .with_columns(
            nth=pl.int_range(pl.len()).over("table_key", "run", "hand_no"),
            other=pl.col("hand").first().over("table_key", "run", "hand_no"),
        )
        .filter(pl.col("nth") > 0)
    )
    return findings(
        again,
        "hand-number-twice",
        "warning",
        pl.format("Hand {} of the table is there before, as {}, with another content.", "hand_no", "other"),
        players=pl.col("name"),
        claimed=number.cast(pl.String),
    )


def _times(rows: pl.DataFrame) -> list[pl.DataFrame]:
    start = pl.col("started_at")
    moves = (
        rows.filter(start.is_not_null())
        .with_columns(
            before=start.shift(1).over("table_key"),
            other=pl.col("hand").shift(1).over("table_key"),
        )
        .with_columns(back=(start < pl.col("before")).fill_null(value=False))
        .with_columns(reverse=(pl.col("back").sum() > _CUSTOM * (pl.len() - 1)).over("table_key"))
        .filter("back")
        .with_columns(
            **{name: pl.col(column).dt.to_string("%Y-%m-%d %H:%M:%S") for name, column in (("now", "started_at"), ("then", "before"))}
        )
    )  # fmt: skip
    always = pl.col("reverse") & (pl.len().over("table_key") > 1)
    return [
        findings(
            moves.filter(always).unique("table_key", keep="first", maintain_order=True),
            "hands-newest-first",
            "note",
            pl.format("The table's hands stand in an order against their times: hand {} began at {}, before hand {}.", "hand", "now", "other"),
            players=pl.col("name"),
        ),
        findings(
            moves.filter(~always),
            "time-backwards",
            "warning",
            pl.format("The hand began at {}, and hand {} before it at {}.", "now", "other", "then"),
            players=pl.col("name"),
            claimed=pl.col("now"),
            recomputed=pl.format("not before {}", "then"),
        ),
    ]  # fmt: skip
