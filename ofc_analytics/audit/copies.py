"""Hands that were played once and are there twice, under other numbers or from other files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.audit.findings import counted
from ofc_analytics.cards import BOARD, ROW_SIZES

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Play

__all__ = ["check_copies", "copies"]


def check_copies(play: Play) -> pl.DataFrame:
    """Find hands whose boards are those of another hand, card by card; no shuffle gives that.

    Copies of one file in another, such as one night in two formats, are told once.

    Code: ``hand-copied``.

    Parameters
    ----------
    play
        Hands beside their results.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`, table by table.

    Examples
    --------
    >>> from ofc_analytics.audit import Play
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement.frames import settle
    >>> from ofc_analytics.settlement.grouping import rule_sets
    >>> players = (Player(seat=1, name="Anna", cards=bytes(range(13))),
    ...            Player(seat=2, name="Boris", cards=bytes(range(13, 26))))
    >>> hands = frame_from_hands([Hand(players=players, session="S", hand_no=number) for number in (7, 8)])
    >>> play = Play.of(hands, settle(hands), rule_sets(hands))
    >>> check_copies(play)["reason"].str.head(40).to_list()
    ['All boards of the hand are those of hand']
    """
    found = copies(play.recorded)
    sheet, line = (
        pl.when(pl.col(name).is_not_null()).then(pl.format(", " + name + " {}", name)).otherwise(pl.lit(""))
        for name in ("sheet", "line")
    )
    first = play.hands.select(
        first="at",
        there="file",
        other=pl.format("{} ({})", "hand", pl.concat_str("file", sheet, line)),
    )
    rows = (
        found.join(play.hands.select("at", "names", "file"), on="at", maintain_order="left")
        .join(first, on="first", maintain_order="left")
        .with_columns(times=pl.len().over("file", "there"))
        .with_columns(whole_file=(pl.col("file") != pl.col("there")) & (pl.col("times") > 1))
    )
    kinds = (
        (
            rows.filter(~pl.col("whole_file")),
            pl.format(
                "All boards of the hand are those of hand {}, card by card: one hand was played, and two are counted.",
                "other",
            ),
        ),
        (
            rows.filter("whole_file").unique(["file", "there"], keep="first", maintain_order=True),
            pl.format(
                "{} of the file are in {} as well, card by card, and are counted twice: this one is there as hand {}.",
                counted(pl.col("times"), "hand"),
                "there",
                "other",
            ),
        ),
    )
    return pl.concat(
        play.found(part.drop("file"), "hand-copied", "warning", reason, players=pl.col("names"))
        for part, reason in kinds
    )


def copies(hands: pl.DataFrame) -> pl.DataFrame:
    """Hands of which an earlier one has the same boards, whoever played them and in whatever order of cards within rows.

    Parameters
    ----------
    hands
        Frame of schema `Hands` or `Results`.

    Returns
    -------
    polars.DataFrame
        ``at`` and ``first`` (uint32), places in `hands` of a hand and of the first one with its boards; a hand that comes
        again with its own identity is none.

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
    same = keyed.group_by("at", maintain_order=True).agg(pl.col("board").sort())
    return same.select("at", first=pl.col("at").first().over("board")).filter(pl.col("at") != pl.col("first"))
