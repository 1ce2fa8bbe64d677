"""The deck: more cards dealt than there are, and jokers that the rules do not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import counted, findings
from ofc_analytics.audit.play import hand_rows, player_rows, rule_facts

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Rules

__all__ = ["check_deck"]

_BOARD = 13


def check_deck(hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    """Check how many cards a hand needed, and how many jokers the source says the deck has.

    A player's cards are those recorded as dealt, or the board and discards, or those of his Fantasyland, whichever
    are more; what a source does not record of the others' hidden cards is not counted.

    Codes: ``deck-overdrawn``, ``jokers-differ``. Repeated cards are told by `ofc_analytics.audit.check_streets`, and
    by reading, which refuses hands whose boards or discards repeat one.
    """
    return pl.concat([_overdrawn(hands, results, rules), _jokers(hands, results, rules)])


def _overdrawn(hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    dealt = pl.col("streets").list.eval(pl.element().struct.field("dealt").list.len()).list.sum()
    received = pl.max_horizontal(
        dealt.cast(pl.Int64),
        pl.col("discards").list.len().cast(pl.Int64) + _BOARD,
        pl.col("played").fill_null(0).cast(pl.Int64),
    )
    needed = (
        player_rows(hands, results, rules)
        .with_columns(received=received)
        .group_by("at", maintain_order=True)
        .agg(
            pl.first("hand", "hand_id", "file", "sheet", "line", "rules", "fingerprint"),
            name="name",
            needed=pl.col("received").sum(),
            each=pl.format("{} {}", "name", "received").str.join(", "),
        )
    )
    over = rule_facts(needed, rules, deck=(pl.Int64(), lambda one: one.deal.deck)).filter(
        pl.col("needed") > pl.col("deck")
    )
    return findings(
        over,
        "deck-overdrawn",
        "error",
        pl.format(
            "The hand needed {}: {}. The deck of {} has {}.",
            counted(pl.col("needed"), "card"),
            "each",
            "rules",
            "deck",
        ),
        players=pl.col("name"),
        claimed=pl.col("needed").cast(pl.String),
        recomputed=pl.col("deck").cast(pl.String),
    )


def _jokers(hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    """Jokers told and not those of the rules; a source that tells of none may only not tell."""
    told = rule_facts(hand_rows(hands, results), rules, by_rule=(pl.Int64(), lambda one: one.deal.jokers))
    return findings(
        told.filter(pl.col("jokers") > 0, pl.col("jokers") != pl.col("by_rule")),
        "jokers-differ",
        "error",
        pl.format(
            "The source tells of {} in the deck; {} has {}.",
            counted(pl.col("jokers"), "joker"),
            "rules",
            "by_rule",
        ),
        players=pl.col("players").list.eval(pl.element().struct.field("name")),
        claimed=pl.col("jokers").cast(pl.String),
        recomputed=pl.col("by_rule").cast(pl.String),
    )
