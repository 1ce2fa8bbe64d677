"""Hands that are there twice, under other numbers or from other files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import findings
from ofc_analytics.settlement.copies import told_copies

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Play

__all__ = ["check_copies"]


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
    told = told_copies(play.recorded)
    return findings(told, "hand-copied", "warning", pl.col("reason"), players=pl.col("names"))
