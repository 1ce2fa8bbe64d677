"""Hands that were played once and are there twice, under other numbers or from other files."""

from __future__ import annotations

import numpy as np
import polars as pl

from ofc_analytics.cards import BOARD, ROW_SIZES
from ofc_analytics.errors import ParseIssue
from ofc_analytics.settlement.tables import place_text

__all__ = ["copies", "copy_warnings", "told_copies"]

_SOURCE = pl.col("source").struct


def copies(hands: pl.DataFrame) -> pl.DataFrame:
    """Hands of which an earlier one has the same boards, whoever played them and in whatever order of cards within rows.

    Parameters
    ----------
    hands
        Frame of schema `Hands` or `Results`.

    Returns
    -------
    polars.DataFrame
        ``at`` and ``first`` (uint32), places in `hands` of a hand and of the first one with its boards, in the same file if there
        is one before; a hand that comes again with its own identity is none.

    Examples
    --------
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> boards = [Player(seat=1, name="A", cards=bytes(range(13))), Player(seat=2, name="B", cards=bytes(range(13, 26)))]
    >>> copies(frame_from_hands([Hand(players=tuple(boards), native_id=name) for name in ("H1", "H2")])).rows()
    [(1, 0)]
    """
    once = hands.with_row_index("at").unique("hand_id", keep="first", maintain_order=True)
    players = once.select("at", "players").explode("players", empty_as_null=False).unnest("players")
    boards = players["cards"].to_numpy().reshape(-1, BOARD).copy()
    for row in np.split(boards, np.cumsum(ROW_SIZES)[:-1], axis=1):
        row.sort(axis=1)
    numbers = np.unique(boards.view(f"V{BOARD}").ravel(), return_inverse=True)[1]
    keyed = players.select("at", board=pl.Series(numbers))
    same = keyed.group_by("at", maintain_order=True).agg(pl.col("board").sort()).with_columns(
        file=once.select(_SOURCE.field("file")).to_series()
    )  # fmt: skip
    at = pl.col("at")
    in_file, anywhere = at.first().over("board", "file"), at.first().over("board")
    return same.select("at", first=pl.when(in_file != at).then(in_file).otherwise(anywhere)).filter(
        at != pl.col("first")
    )


def told_copies(hands: pl.DataFrame) -> pl.DataFrame:
    """Copies in words; those of one file in another, such as one night in two formats, once.

    Parameters
    ----------
    hands
        Frame of schema `Hands` or `Results`.

    Returns
    -------
    polars.DataFrame
        One row a hand or pair of files: ``hand``, ``hand_id``, ``file``, ``sheet``, ``line``, ``names`` (of its players) and
        ``reason``, whole sentences.
    """
    found = copies(hands)
    told = hands.select(
        "hand_id",
        _SOURCE.field("file", "sheet", "line"),
        hand=pl.coalesce("native_id", "hand_id"),
        names=pl.col("players").list.eval(pl.element().struct.field("name")),
    ).with_row_index("at")
    first = told.select(
        first="at",
        there="file",
        other=pl.format("{} ({})", "hand", place_text()),
    )
    pair = ("file", "there")
    rows = (
        found.join(told, on="at", maintain_order="left")
        .join(first, on="first", maintain_order="left")
        .with_columns(times=pl.len().over(pair))
        .with_columns(whole_file=(pl.col("file") != pl.col("there")) & (pl.col("times") > 1))
        .filter(~pl.col("whole_file") | (pl.int_range(pl.len()).over(pair) == 0))
    )
    of_hand = pl.format(
        "All boards of the hand are those of hand {}, card by card: one hand was played, and two are counted.",
        "other",
    )
    of_file = pl.format(
        "{} hands of the file are in {} as well, card by card, and are counted twice: this one is there as hand {}.",
        "times",
        "there",
        "other",
    )
    return rows.select(
        "hand",
        "hand_id",
        "file",
        "sheet",
        "line",
        "names",
        reason=pl.when("whole_file").then(of_file).otherwise(of_hand),
    )


def copy_warnings(hands: pl.DataFrame) -> list[ParseIssue]:
    """The same as issues of code ``hand-copied``.

    >>> from ofc_analytics.schema import HANDS
    >>> copy_warnings(HANDS.to_frame())
    []
    """
    return [
        ParseIssue(
            code="hand-copied",
            message=row["reason"],
            file=row["file"],
            sheet=row["sheet"],
            line=row["line"],
            hand=row["hand"],
            severity="warning",
        )
        for row in told_copies(hands).iter_rows(named=True)
    ]
