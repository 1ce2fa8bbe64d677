"""Hands that two sources tell otherwise: what differs between the one that is kept and the one that was refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import findings, texts_of
from ofc_analytics.hands import SOME_FANTASYLAND
from ofc_analytics.settlement.claims import claimed_text, money_text
from ofc_analytics.settlement.tables import place_text, row_texts

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["check_conflicts"]

_MONEY = ("stack", "rake")
_HAND_MONEY = ("unit", "jackpot_in", "jackpot_out")
_HAND_FACTS = ("variant", "rules", "currency", "button", "jokers", "level", "started_at")
_PLAYER_FACTS = ("seat", "declared")
_CLAIMS = ("points", "net", "royalties", "foul")


def check_conflicts(hands: pl.DataFrame, conflicts: pl.DataFrame) -> pl.DataFrame:
    """Say what differs in hands that were read again with another content.

    Code: ``hand-conflict``.

    Parameters
    ----------
    hands
        Frame of schema `Hands`, with the hands that were read first.
    conflicts
        Frame of schema `Hands`: those of a known identity that were refused.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`, in the order of `conflicts`.

    Examples
    --------
    >>> from ofc_analytics.hands import Claim, Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> first, second = (
    ...     frame_from_hands([Hand(players=(Player(seat=1, name="Anna", cards=bytes(range(13)), claimed=Claim(points=points)),
    ...                                     Player(seat=2, name="Boris", cards=bytes(range(13, 26)))), native_id="H1")])
    ...     for points in (6, 8))
    >>> check_conflicts(first, second)["reason"].str.tail(42).to_list()
    ["Anna's claimed points are 8 here, 6 there."]
    """
    refused = conflicts.with_row_index("at")
    known = hands.filter(pl.col("hand_id").is_in(conflicts["hand_id"].unique().implode())).unique(
        "hand_id", keep="first", maintain_order=True
    )
    kept = known.join(refused.select("at", "hand_id"), on="hand_id", maintain_order="right")
    differing = pl.concat([_of_hands(refused, kept), _who(refused, kept), _of_players(refused, kept)])
    told = differing.group_by("at").agg(pl.col("difference").str.join("; "))
    there = kept.select("at", pl.col("source").struct.field("file", "sheet", "line")).select(
        "at", there=place_text()
    )
    rows = (
        refused.select(
            "at",
            "hand_id",
            pl.col("source").struct.field("file", "sheet", "line"),
            hand=pl.coalesce("native_id", "hand_id"),
            names=pl.col("players").list.eval(pl.element().struct.field("name")),
        )
        .join(there, on="at", how="left", maintain_order="left")
        .join(told, on="at", how="left", maintain_order="left")
    )
    return findings(
        rows,
        "hand-conflict",
        "error",
        pl.format(
            "The hand was read before ({}) with another content, which is kept: {}.",
            "there",
            pl.col("difference").fill_null("the streets differ, or who placed the cards and when"),
        ),
        players=pl.col("names"),
        claimed=pl.col("difference"),
    )


def _of_hands(refused: pl.DataFrame, kept: pl.DataFrame) -> pl.DataFrame:
    """What is told of the hand itself, one row a difference: ``at`` and ``difference``."""
    facts = {
        **{name: pl.col(name).cast(pl.String) for name in _HAND_FACTS},
        **{name: money_text(pl.col(name), pl.col("exponent")) for name in _HAND_MONEY},
    }
    return _differences(refused, kept, facts, ["at"], pl.lit("its "))


def _who(refused: pl.DataFrame, kept: pl.DataFrame) -> pl.DataFrame:
    """Players who are in one of the two only."""
    here, there = (_players(frame).select("at", "name") for frame in (refused, kept))
    return pl.concat(
        one.join(other, on=["at", "name"], how="anti", maintain_order="left").select(
            "at", difference=pl.format("{} is in it " + place + " only", "name")
        )
        for one, other, place in ((here, there, "here"), (there, here, "there"))
    )


def _of_players(refused: pl.DataFrame, kept: pl.DataFrame) -> pl.DataFrame:
    facts = {
        "board": pl.concat_str("top", "middle", "bottom", separator=" / "),
        "discard": texts_of(pl.col("discards")),
        **{name: pl.col(name).cast(pl.String) for name in _PLAYER_FACTS},
        **{name: money_text(pl.col(name), pl.col("exponent")) for name in _MONEY},
        "Fantasyland": _cards_text(pl.col("fantasyland")),
        "surrender": pl.when("surrendered").then(pl.lit("given")).otherwise(pl.lit("none")),
        **{f"claimed {name}": claimed_text(name) for name in _CLAIMS},
        "claimed Fantasyland": _cards_text(pl.col("claimed").struct.field("fantasyland")),
    }
    return _differences(_players(refused), _players(kept), facts, ["at", "name"], pl.format("{}'s ", "name"))


def _differences(
    here: pl.DataFrame, there: pl.DataFrame, facts: Mapping[str, pl.Expr], key: list[str], whose: pl.Expr
) -> pl.DataFrame:
    both = here.select(*key, **facts).join(
        there.select(*key, **facts), on=key, suffix=" there", maintain_order="left"
    )
    return pl.concat(
        both.filter(pl.col(name).ne_missing(pl.col(f"{name} there"))).select(
            "at",
            difference=pl.concat_str(
                whose,
                pl.lit(
                    name.replace("_", " ") + (" are " if name.endswith(("points", "royalties")) else " is ")
                ),
                pl.col(name).fill_null("not told"),
                pl.lit(" here, "),
                pl.col(f"{name} there").fill_null("not told"),
                pl.lit(" there"),
            ),
        )
        for name in facts
    )


def _cards_text(cards: pl.Expr) -> pl.Expr:
    return (
        pl.when(cards == SOME_FANTASYLAND)
        .then(pl.lit("some cards"))
        .when(cards == 0)
        .then(pl.lit("none"))
        .otherwise(pl.format("{} cards", cards))
    )


def _players(hands: pl.DataFrame) -> pl.DataFrame:
    flat = hands.select("at", "exponent", "players").explode("players", empty_as_null=False).unnest("players")
    return flat.with_columns(row_texts(flat["cards"]))
