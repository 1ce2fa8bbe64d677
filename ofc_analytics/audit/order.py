"""The order of play: from the left of the button on every street, and Fantasyland by its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import findings
from ofc_analytics.audit.play import player_rows, rule_facts

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Rules

__all__ = ["check_order"]

_STREET = ("at", "street")
_PLACES = {
    "first": "before all others",
    "last": "after all others",
    "in-turn": "in turn from the left of the button",
}


def check_order(hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    """Check who acted when, where the source tells it; a hand has at most one finding of each code.

    Codes: ``order-of-play``, ``fantasyland-order``. Who acts first among several in Fantasyland is not checked.
    """
    players = player_rows(hands, results, rules).select(
        "at",
        "hand",
        "hand_id",
        "file",
        "sheet",
        "line",
        "rules",
        "fingerprint",
        "name",
        "turn",
        "played",
        "streets",
    )
    acts = rule_facts(
        players.with_row_index("player")
        .select(
            "at",
            "player",
            "fingerprint",
            "turn",
            inside=pl.col("played").fill_null(0) > 0,
            acted=pl.col("streets").list.eval(pl.element().struct.field("acted")),
        )
        .filter(pl.col("acted").list.len() > 0)
        .with_columns(street=pl.int_ranges(1, pl.col("acted").list.len() + 1))
        .explode("acted", "street")
        .filter(pl.col("acted").is_not_null())
        .sort("at", "street", "acted", maintain_order=True),
        rules,
        order=(pl.String(), lambda one: one.fantasyland.order),
    )
    ordinary = acts.filter(~pl.col("inside"), pl.col("turn").is_not_null())
    wrong = _out_of_order(ordinary, pl.col("turn"), players)
    others = acts.filter(
        pl.col("street") == 1, pl.col("inside").any().over("at"), ~pl.col("inside").all().over("at")
    ).join(wrong, on=_STREET, how="anti")
    apart = pl.col("inside").cast(pl.Int64) * pl.col("order").replace_strict(
        {"first": -1, "last": 1}, default=0, return_dtype=pl.Int64
    )
    misplaced = _out_of_order(
        others.filter((pl.col("order") != "in-turn") | pl.col("turn").is_not_null()),
        pl.when(pl.col("order") == "in-turn").then("turn").otherwise(apart),
        players,
    )
    more = (
        pl.when(pl.col("times") == 1)
        .then(pl.lit(""))
        .otherwise(pl.format(" The order is wrong on {} streets of the hand.", "times"))
    )
    return pl.concat(
        [
            findings(
                wrong.with_columns(times=pl.len().over("at")).unique("at", keep="first", maintain_order=True),
                "order-of-play",
                "error",
                pl.format(
                    "On street {} the players acted in the order {}; from the left of the button it is {}.{}",
                    "street", "claimed", "recomputed", more,
                ),
                players=pl.col("names"),
                claimed=pl.col("claimed"),
                recomputed=pl.col("recomputed"),
            ),
            findings(
                misplaced,
                "fantasyland-order",
                "error",
                pl.format(
                    "The players acted in the order {}; {} is in Fantasyland, and {} lays that out {}.",
                    "claimed", "inside", "rules", pl.col("order").replace_strict(_PLACES),
                ),
                players=pl.col("names"),
                claimed=pl.col("claimed"),
                recomputed=pl.col("recomputed"),
            ),
        ]
    )  # fmt: skip


def _out_of_order(acts: pl.DataFrame, key: pl.Expr, players: pl.DataFrame) -> pl.DataFrame:
    """One row a street on which `key` falls from one act to the next, with the names as they acted and as they should have."""
    falls = (pl.col("key").diff() < 0).fill_null(value=False)
    same = (pl.col("at") == pl.col("at").shift(1)) & (pl.col("street") == pl.col("street").shift(1))
    keyed = acts.with_columns(key=key.cast(pl.Int64))
    wrong = keyed.filter(falls & same).select(_STREET).unique()
    names = players.with_row_index("player").select(
        "player", "hand", "hand_id", "file", "sheet", "line", "rules", "name"
    )
    return (
        keyed.join(wrong, on=_STREET, how="semi", maintain_order="left")
        .join(names, on="player", maintain_order="left")
        .group_by(*_STREET, maintain_order=True)
        .agg(
            pl.first("hand", "hand_id", "file", "sheet", "line", "rules", "order"),
            names="name",
            claimed=pl.col("name").str.join(", "),
            recomputed=pl.col("name").sort_by("key", maintain_order=True).str.join(", "),
            inside=pl.col("name").filter("inside").str.join(" and "),
        )
    )
