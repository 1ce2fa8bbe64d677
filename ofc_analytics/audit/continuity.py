"""Whether a table's hands follow each other: their numbers, their times, and that none is there twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import counted
from ofc_analytics.settlement.breaks import INPUT, lost_between, lost_hands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.audit.play import Play
    from ofc_analytics.errors import ParseIssue, Severity

__all__ = ["check_continuity"]

_CUSTOM = 0.5
_BEFORE = {"before": "hand_no", "file_before": "file", "sheet_before": "sheet", "line_before": "line"}


def check_continuity(play: Play, issues: Sequence[ParseIssue] = ()) -> pl.DataFrame:
    """Check the numbers and times of each table's hands.

    Numbers that leave out more than they give are told once a table. They are a note where they can be those of a
    whole room: in no table of it two hands in a row, and steps of different size. A gap is a note where reading left out as
    many hands between its lines; so is, once, a log that begins with its last hand.

    Parameters
    ----------
    play
        Hands beside their results.
    issues
        What reading said of the same inputs.

    Codes: ``hands-missing``, ``numbers-apart``, ``hand-number-twice``, ``time-backwards``, ``hands-newest-first``.

    Examples
    --------
    >>> from ofc_analytics.audit import Play
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement.frames import settle
    >>> from ofc_analytics.settlement.grouping import rule_sets
    >>> players = (Player(seat=1, name="Anna", cards=bytes(range(13))),
    ...            Player(seat=2, name="Boris", cards=bytes(range(13, 26))))
    >>> hands = frame_from_hands([Hand(players=players, session="S", hand_no=number) for number in (1, 4)])
    >>> play = Play.of(hands, settle(hands), rule_sets(hands))
    >>> check_continuity(play)["reason"].to_list()
    ['Hands 2 to 3 are missing between hands 1 and 4 of the table.']
    """
    return pl.concat([*_numbers(play, issues), _twice(play), *_times(play)])


def _numbers(play: Play, issues: Sequence[ParseIssue]) -> list[pl.DataFrame]:
    gaps = _gaps(play)
    lost = lost_hands(play.hands, issues)
    gaps = gaps.with_columns(unread=lost_between(gaps, lost).fill_null(0))
    gaps = gaps.with_columns(known=_are_unread(gaps, lost))
    many = gaps.filter("many", ~pl.col("apart")).with_columns(
        pl.col("missing", "unread").sum().over("table_key"),
        known=pl.col("known").all().over("table_key"),
        gaps=pl.len().over("table_key"),
        last=pl.col("hand_no").last().over("table_key"),
    )
    number = pl.col("hand_no")
    which = pl.when(pl.col("missing") == 1).then(pl.format("Hand {} is", number - 1)).otherwise(
        pl.format("Hands {} to {} are", pl.col("before") + 1, number - 1)
    )  # fmt: skip
    one = pl.format("{} missing between hands {} and {} of the table.", which, "before", number)
    several = pl.format(
        "{} are missing in {} of the table's numbers up to {}, the first between {} and {}.",
        counted(pl.col("missing"), "hand"), counted(pl.col("gaps"), "gap"), "last", "before", number,
    )  # fmt: skip
    unread = pl.format(
        " On reading {} left out there.",
        counted(pl.col("unread"), "hand")
        + pl.when(pl.col("unread") == 1).then(pl.lit(" was")).otherwise(pl.lit(" were")),
    )
    told: tuple[tuple[pl.DataFrame, pl.Expr], ...] = (
        (gaps.filter(~pl.col("many")), one),
        (_once(many), several),
    )
    known = pl.col("known")
    kinds: tuple[tuple[pl.Expr, Severity, pl.Expr], ...] = (
        (~known, "warning", pl.when(pl.col("unread") > 0).then(unread).otherwise(pl.lit(""))),
        (known, "note", unread),
    )
    return [
        play.found(
            _once(gaps.filter("apart")),
            "numbers-apart",
            "note",
            pl.format(
                "The table's numbers leave out more hands than they give, first between {} and {}: gaps are not told.",
                "before", number,
            ),
            players=pl.col("names"),
        ),
        *(
            play.found(
                part.filter(which_of),
                "hands-missing",
                severity,
                pl.concat_str(words, more),
                players=pl.col("names"),
                claimed=number.cast(pl.String),
                recomputed=(pl.col("before") + 1).cast(pl.String),
            )
            for part, words in told
            for which_of, severity, more in kinds
        ),
    ]  # fmt: skip


def _gaps(play: Play) -> pl.DataFrame:
    """Hands before which numbers are missing; ``many``: at tables where that is so more often than not; ``apart``: by custom."""
    number = pl.col("hand_no")
    steps = (
        play.hands.filter(number.is_not_null())
        .select(
            "at",
            "table_key",
            "file",
            "hand_no",
            "sheet",
            "line",
            "apart",
            **{
                name: pl.col(column).shift(1).over("table_key", order_by=["hand_no", "at"])
                for name, column in _BEFORE.items()
            },
        )
        .with_columns(step=number - pl.col("before"))
        .filter(pl.col("step") > 0)
    )
    gap = pl.col("step") > 1
    tables = steps.group_by("table_key").agg(
        pl.first("apart"), many=(gap.sum() > _CUSTOM * pl.len()) & (pl.len() > 1)
    )
    customs = tables.with_columns(apart=pl.col("many") & pl.col("apart"))
    return (
        steps.filter(gap)
        .drop("apart")
        .join(customs, on="table_key", maintain_order="left")
        .sort("table_key", "hand_no", "at")
        .with_columns(missing=pl.col("step") - 1)
    )


def _are_unread(gaps: pl.DataFrame, lost: pl.DataFrame) -> pl.Series:
    """Whether reading left out as many hands as are missing; gaps of several tables share those between their lines."""
    first, last = pl.min_horizontal("line", "line_before"), pl.max_horizontal("line", "line_before")
    within = gaps.select(
        *INPUT,
        "file_before",
        "sheet_before",
        "missing",
        "unread",
        gap=pl.int_range(pl.len()),
        line_before=first,
        line=last,
        alone=pl.any_horizontal(pl.col(name).ne_missing(pl.col(f"{name}_before")) for name in INPUT),
    ).filter(pl.col("unread") > 0)
    within = within.sort(*INPUT, "line_before", "gap").with_columns(
        shared=(
            pl.col("alone") | (pl.col("line_before") >= pl.col("line").cum_max().shift(1).over(INPUT)).fill_null(value=True)
        ).cum_sum()
    )  # fmt: skip
    shared = within.group_by("shared", maintain_order=True).agg(
        pl.first(*INPUT, "file_before", "sheet_before"),
        pl.col("line_before").min(),
        pl.col("line").max(),
        pl.col("missing", "unread").sum(),
        alone=pl.col("alone").any(),
    )
    enough = pl.when("alone").then(pl.col("unread")).otherwise(lost_between(shared, lost)) >= pl.col(
        "missing"
    )
    told = within.join(shared.select("shared", known=enough), on="shared")
    return (
        gaps.select(gap=pl.int_range(pl.len()))
        .join(told.select("gap", "known"), on="gap", how="left", maintain_order="left")["known"]
        .fill_null(value=False)
    )


def _once(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.unique("table_key", keep="first", maintain_order=True)


def _twice(play: Play) -> pl.DataFrame:
    """Two hands with one number; a count that begins again is another session."""
    number = pl.col("hand_no")
    numbered = play.hands.filter(number.is_not_null()).select("at", "table_key", "hand_no")
    repeated = numbered.group_by("table_key").agg(again=number.n_unique() < pl.len()).filter("again")
    begins = ((number <= 1) & (number < number.shift(1).over("table_key"))).fill_null(value=False)
    key = ("table_key", "run", "hand_no")
    again = (
        numbered.join(repeated, on="table_key", how="semi")
        .sort("at")
        .with_columns(run=begins.cast(pl.Int64).cum_sum().over("table_key"))
        .with_columns(nth=pl.int_range(pl.len()).over(key), first=pl.col("at").first().over(key))
        .filter(pl.col("nth") > 0)
        .join(play.hands.select(first="at", other="hand"), on="first", how="left", maintain_order="left")
    )
    return play.found(
        again,
        "hand-number-twice",
        "warning",
        pl.format("Hand {} of the table is there before, as {}, with another content.", "hand_no", "other"),
        players=pl.col("names"),
        claimed=number.cast(pl.String),
    )


def _times(play: Play) -> list[pl.DataFrame]:
    start = pl.col("started_at")
    back = (
        play.hands.filter(start.is_not_null())
        .select(
            "at",
            "table_key",
            "started_at",
            then=start.shift(1).over("table_key"),
            other=pl.col("hand").shift(1).over("table_key"),
        )
        .with_columns(back=(start < pl.col("then")).fill_null(value=False))
    )
    tables = back.group_by("table_key").agg(
        reverse=(pl.col("back").sum() > _CUSTOM * (pl.len() - 1)) & (pl.col("back").sum() > 1)
    )
    moves = (
        back.filter("back")
        .join(tables, on="table_key", maintain_order="left")
        .with_columns(
            **{name: pl.col(column).dt.to_string("%Y-%m-%d %H:%M:%S") for name, column in (("now", "started_at"), ("then", "then"))}
        )
    )  # fmt: skip
    return [
        play.found(
            _once(moves.filter("reverse")),
            "hands-newest-first",
            "note",
            pl.format("The table's hands stand in an order against their times: hand {} began at {}, before hand {}.", "hand", "now", "other"),
            players=pl.col("names"),
        ),
        play.found(
            moves.filter(~pl.col("reverse")),
            "time-backwards",
            "warning",
            pl.format("The hand began at {}, and hand {} before it at {}.", "now", "other", "then"),
            players=pl.col("names"),
            claimed=pl.col("now"),
            recomputed=pl.format("not before {}", "then"),
        ),
    ]  # fmt: skip
