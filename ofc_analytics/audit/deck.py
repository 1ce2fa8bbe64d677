"""The deck: more cards dealt than there are, and jokers that the rules do not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import counted
from ofc_analytics.cards import BOARD

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Play

__all__ = ["check_deck"]


def check_deck(play: Play) -> pl.DataFrame:
    """Check how many cards a hand needed, and how many jokers the source says the deck has.

    A player's cards are those recorded as dealt, or the board and discards, or those of his Fantasyland, whichever
    are more; what a source does not record of the others' hidden cards is not counted.

    Codes: ``deck-overdrawn``, ``jokers-differ``. Repeated cards are told by `ofc_analytics.audit.check_streets`, and
    by reading, which refuses hands whose boards or discards repeat one.

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
    >>> hands = frame_from_hands([Hand(players=players, jokers=1)])
    >>> play = Play.of(hands, settle(hands), rule_sets(hands))
    >>> check_deck(play)["reason"].to_list()
    ['The source tells of 1 joker in the deck; american-pineapple has 0.']
    """
    return pl.concat([_overdrawn(play), _jokers(play)])


def _overdrawn(play: Play) -> pl.DataFrame:
    records = play.records.select(
        thrown=pl.col("discards").list.len().cast(pl.Int64),
        dealt=pl.col("streets")
        .list.eval(pl.element().struct.field("dealt").list.len())
        .list.sum()
        .cast(pl.Int64),
    )
    received = pl.max_horizontal(
        "dealt", pl.col("thrown") + BOARD, pl.col("played").fill_null(0).cast(pl.Int64)
    )
    players = pl.concat(
        [play.players.select("at", "rule", "name", "played"), records[play.players["record"].to_numpy()]],
        how="horizontal",
    ).with_columns(received=received)
    needed = players.group_by("at", maintain_order=True).agg(
        pl.first("rule"), needed=pl.col("received").sum()
    )
    over = play.with_rules(needed, deck=(pl.Int64(), lambda one: one.deal.deck)).filter(
        pl.col("needed") > pl.col("deck")
    )
    each = (
        players.join(over, on="at", how="semi", maintain_order="left")
        .group_by("at")
        .agg(each=pl.format("{} {}", "name", "received").str.join(", "))
    )
    return play.found(
        over.join(each, on="at", how="left", maintain_order="left"),
        "deck-overdrawn",
        "error",
        pl.format(
            "The hand needed {}: {}. The deck of {} has {}.",
            counted(pl.col("needed"), "card"),
            "each",
            "rules",
            "deck",
        ),
        players=pl.col("names"),
        claimed=pl.col("needed").cast(pl.String),
        recomputed=pl.col("deck").cast(pl.String),
    )


def _jokers(play: Play) -> pl.DataFrame:
    """Jokers told and not those of the rules; a source that tells of none may only not tell."""
    told = play.with_rules(
        play.settled.filter(pl.col("jokers") > 0), by_rule=(pl.Int64(), lambda one: one.deal.jokers)
    )
    return play.found(
        told.filter(pl.col("jokers") != pl.col("by_rule")),
        "jokers-differ",
        "error",
        pl.format(
            "The source tells of {} in the deck; {} has {}.",
            counted(pl.col("jokers"), "joker"),
            "rules",
            "by_rule",
        ),
        players=pl.col("names"),
        claimed=pl.col("jokers").cast(pl.String),
        recomputed=pl.col("by_rule").cast(pl.String),
    )
