"""Hands that were played once and are there twice, under other numbers or from other files."""

from __future__ import annotations

import numpy as np
import polars as pl

from ofc_analytics.cards import BOARD, ROW_SIZES
from ofc_analytics.errors import ParseIssue
from ofc_analytics.settlement.tables import place_text

__all__ = ["copies", "copy_warnings", "told_copies", "without_copies"]

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
        is one before; a hand that comes again with its own identity is none. ``same_names``: whether each board is held by a
        player of the same name.

    Examples
    --------
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> boards = [Player(seat=1, name="A", cards=bytes(range(13))), Player(seat=2, name="B", cards=bytes(range(13, 26)))]
    >>> copies(frame_from_hands([Hand(players=tuple(boards), native_id=name) for name in ("H1", "H2")])).rows()
    [(1, 0, True)]
    """
    once = hands.with_row_index("at").unique("hand_id", keep="first", maintain_order=True)
    players = once.select("at", "players").explode("players", empty_as_null=False).unnest("players")
    boards = players["cards"].to_numpy().reshape(-1, BOARD).copy()
    for row in np.split(boards, np.cumsum(ROW_SIZES)[:-1], axis=1):
        row.sort(axis=1)
    numbers = np.unique(boards.view(f"V{BOARD}").ravel(), return_inverse=True)[1]
    keyed = players.select("at", "name", board=pl.Series(numbers)).sort("at", "board", maintain_order=True)
    same = keyed.group_by("at", maintain_order=True).agg("board", held=pl.col("name")).with_columns(
        file=once.select(_SOURCE.field("file")).to_series()
    )  # fmt: skip
    at = pl.col("at")
    in_file, anywhere = at.first().over("board", "file"), at.first().over("board")
    found = same.select("at", "held", first=pl.when(in_file != at).then(in_file).otherwise(anywhere)).filter(
        at != pl.col("first")
    )
    held = same.select(first="at", held_first="held")
    return found.join(held, on="first", maintain_order="left").select(
        "at", "first", same_names=pl.col("held") == pl.col("held_first")
    )


def without_copies(hands: pl.DataFrame) -> pl.DataFrame:
    """Hands without those that are there before with the same boards, see `copies`.

    >>> from ofc_analytics.schema import RESULTS
    >>> without_copies(RESULTS.to_frame()).height
    0
    """
    again = copies(hands)["at"]
    return hands.filter(~pl.int_range(pl.len()).is_in(again.implode())) if len(again) else hands


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
    shared = pl.concat([found["at"], found["first"]]).unique().implode()
    told = hands.with_row_index("at").filter(pl.col("at").is_in(shared)).select(
        "at",
        "hand_id",
        _SOURCE.field("file", "sheet", "line"),
        hand=pl.coalesce("native_id", "hand_id"),
        names=pl.col("players").list.eval(pl.element().struct.field("name")),
    )  # fmt: skip
    first = told.select(
        first="at",
        there="file",
        other=pl.format("{} ({})", "hand", place_text()),
    )
    pair = ("file", "there")
    rows = (
        found.join(told, on="at", maintain_order="left")
        .join(first, on="first", maintain_order="left")
        .with_columns(
            times=pl.len().over(*pair, "same_names"),
            swapped=~pl.col("same_names") & pl.col("same_names").any().over(pair),
        )
        .with_columns(
            whole_file=(pl.col("file") != pl.col("there")) & (pl.col("times") > 1) & ~pl.col("swapped")
        )
        .filter(~pl.col("whole_file") | (pl.int_range(pl.len()).over(*pair, "whole_file") == 0))
    )
    of_hand = pl.format(
        "All boards of the hand are those of hand {}, card by card{}: one hand was played, and it is here twice.",
        "other",
        pl.when("same_names").then(pl.lit("")).otherwise(pl.lit(", and others hold them there")),
    )
    of_file = pl.format(
        "{} hands of the file are in {} as well, card by card, and are here twice: this one is there as hand {}.",
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
