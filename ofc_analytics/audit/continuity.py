"""Whether a table's hands follow each other: their numbers, their times, and that none is there twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import counted
from ofc_analytics.audit.following import not_among

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.audit.play import Play
    from ofc_analytics.errors import ParseIssue, Severity

__all__ = ["check_continuity"]

_CUSTOM = 0.5
_ROOM = ("room", "file")
_INPUT = ("file", "sheet")
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
    gaps = gaps.with_columns(unread=_unread_between(gaps, not_among(play.hands, issues)))
    many = gaps.filter("many", ~pl.col("apart")).with_columns(
        pl.col("missing", "unread").sum().over("table_key"),
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
    known = pl.col("missing") <= pl.col("unread")
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
            *_ROOM,
            "hand_no",
            "sheet",
            "line",
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
        pl.first(*_ROOM), many=(gap.sum() > _CUSTOM * pl.len()) & (pl.len() > 1)
    )
    rooms = steps.group_by(_ROOM).agg(whole=(pl.col("step") > 1).all() & (pl.col("step").n_unique() > 1))
    customs = tables.join(rooms, on=_ROOM, nulls_equal=True).select(
        "table_key", "many", apart=pl.col("many") & pl.col("whole")
    )
    return (
        steps.filter(gap)
        .join(customs, on="table_key", maintain_order="left")
        .sort("table_key", "hand_no", "at")
        .with_columns(missing=pl.col("step") - 1)
    )


def _unread_between(gaps: pl.DataFrame, issues: Sequence[ParseIssue]) -> pl.Series:
    """How many hands were left out on reading between the lines of each gap's two hands."""
    refused = pl.DataFrame(
        [
            (issue.file, issue.sheet, issue.line, issue.hands)
            for issue in issues
            if issue.severity == "error" and issue.hands and issue.line is not None
        ],
        schema={"file": pl.String, "sheet": pl.String, "line": pl.UInt32, "hands": pl.Int64},
        orient="row",
    )
    counts = refused.with_columns(pl.col("sheet").fill_null("")).sort("line").with_columns(
        pl.col("hands").cum_sum().over(_INPUT)
    )  # fmt: skip
    places = gaps.select("line", "line_before", "file", pl.col("sheet").fill_null("")).with_row_index("gap")
    here, before = (
        places.sort(line, nulls_last=True)
        .join_asof(counts, left_on=line, right_on="line", by=_INPUT, check_sortedness=False)
        .sort("gap")["hands"]
        .fill_null(0)
        for line in ("line", "line_before")
    )
    together = gaps.select(
        pl.all_horizontal(
            *(pl.col(name).eq_missing(pl.col(f"{name}_before")) for name in _INPUT),
            pl.col("line") > pl.col("line_before"),
        ).fill_null(value=False)
    ).to_series()
    return (here - before) * together.cast(pl.Int64)


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
