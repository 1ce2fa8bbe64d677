"""The order of play: from the left of the button on every street, and Fantasyland by its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Play

__all__ = ["check_order"]

_STREET = ("at", "street")
_PLACES = {
    "first": "before all others",
    "last": "after all others",
    "in-turn": "in turn from the left of the button",
}


def check_order(play: Play) -> pl.DataFrame:
    """Check who acted when, where the source tells it; a hand has at most one finding of each code.

    Codes: ``order-of-play``, ``fantasyland-order``. Who acts first among several in Fantasyland is not checked.

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
    >>> from ofc_analytics.hands import Hand, Player, Street
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement.frames import settle
    >>> from ofc_analytics.settlement.grouping import rule_sets
    >>> players = tuple(
    ...     Player(seat=seat, name=name, cards=bytes(range(13 * seat, 13 * seat + 13)),
    ...            streets=(Street(top=bytes(range(13 * seat, 13 * seat + 3)), acted=acted),))
    ...     for seat, name, acted in ((1, "Anna", 1), (2, "Boris", 2)))
    >>> hands = frame_from_hands([Hand(players=players, button=1)])
    >>> play = Play.of(hands, settle(hands), rule_sets(hands))
    >>> check_order(play)["reason"].to_list()
    ['On street 1 the players acted in the order Anna, Boris; from the left of the button it is Boris, Anna.']
    """
    acts = play.with_rules(
        play.streets.filter(pl.col("acted").is_not_null())
        .select("at", "player", "rule", "turn", "acted", "street", inside=pl.col("played").fill_null(0) > 0)
        .sort("at", "street", "acted", maintain_order=True),
        order=(pl.String(), lambda one: one.fantasyland.order),
    )
    ordinary = acts.filter(~pl.col("inside"), pl.col("turn").is_not_null())
    wrong = _out_of_order(ordinary, pl.col("turn"), play)
    others = acts.filter(
        pl.col("street") == 1, pl.col("inside").any().over("at"), ~pl.col("inside").all().over("at")
    ).join(wrong, on=_STREET, how="anti")
    apart = pl.col("inside").cast(pl.Int64) * pl.col("order").replace_strict(
        {"first": -1, "last": 1}, default=0, return_dtype=pl.Int64
    )
    misplaced = _out_of_order(
        others.filter((pl.col("order") != "in-turn") | pl.col("turn").is_not_null()),
        pl.when(pl.col("order") == "in-turn").then("turn").otherwise(apart),
        play,
    )
    more = (
        pl.when(pl.col("times") == 1)
        .then(pl.lit(""))
        .otherwise(pl.format(" The order is wrong on {} streets of the hand.", "times"))
    )
    return pl.concat(
        [
            play.found(
                wrong.with_columns(times=pl.len().over("at")).unique("at", keep="first", maintain_order=True),
                "order-of-play",
                "error",
                pl.format(
                    "On street {} the players acted in the order {}; from the left of the button it is {}.{}",
                    "street", "claimed", "recomputed", more,
                ),
                players=pl.col("acting"),
                claimed=pl.col("claimed"),
                recomputed=pl.col("recomputed"),
            ),
            play.found(
                misplaced,
                "fantasyland-order",
                "error",
                pl.format(
                    "The players acted in the order {}; {} is in Fantasyland, and {} lays that out {}.",
                    "claimed", "inside", "rules", pl.col("order").replace_strict(_PLACES),
                ),
                players=pl.col("acting"),
                claimed=pl.col("claimed"),
                recomputed=pl.col("recomputed"),
            ),
        ]
    )  # fmt: skip


def _out_of_order(acts: pl.DataFrame, key: pl.Expr, play: Play) -> pl.DataFrame:
    """One row a street on which `key` falls from one act to the next, with the names as they acted and as they should have."""
    falls = (pl.col("key").diff() < 0).fill_null(value=False)
    same = (pl.col("at") == pl.col("at").shift(1)) & (pl.col("street") == pl.col("street").shift(1))
    keyed = acts.with_columns(key=key.cast(pl.Int64))
    wrong = keyed.filter(falls & same).select(_STREET).unique()
    return (
        keyed.join(wrong, on=_STREET, how="semi", maintain_order="left")
        .join(play.players.select("player", "name"), on="player", maintain_order="left")
        .group_by(*_STREET, maintain_order=True)
        .agg(
            pl.first("order"),
            acting="name",
            claimed=pl.col("name").str.join(", "),
            recomputed=pl.col("name").sort_by("key", maintain_order=True).str.join(", "),
            inside=pl.col("name").filter("inside").str.join(" and "),
        )
    )
