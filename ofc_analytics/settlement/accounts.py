"""What entries come to: a row a player and session, with facts of the session that its checks look at."""

from __future__ import annotations

import polars as pl

from ofc_analytics.settlement.tellings import NIGHT

__all__ = ["LEVELS", "SUMS", "WAYS", "accounts_of"]

SUMS = {
    "buy-in": "bought_in",
    "cash-out": "cashed_out",
    "result": "results",
    "payment": "payments",
    "carried": "carried",
}
"""Column of the sum of each kind."""

LEVELS = {"recomputed": ("recomputed",), "named": ("recomputed", "named")}
"""How far the results of a session are verified where it is more than that they add up, and what each may rest on."""

WAYS = {"by_chips": "cash-outs", "by_hands": "results", "by_totals": "totals"}
"""How a session may tell what players made at the table."""


def accounts_of(entries: pl.DataFrame) -> pl.DataFrame:
    """One row a player, session and currency: sums by kind, what he made at the table, facts of the session."""
    received = entries.filter(pl.col("kind") == "payment").with_columns(
        player="other", amount=-pl.col("amount")
    )
    kind = pl.col("kind")
    result = kind == "result"
    of_hand = pl.col("hand").is_not_null()
    same_hand = ("currency", "exponent", "hand")
    return (
        pl.concat([entries, received])
        .with_columns(
            by_results=result.any().over(NIGHT),
            by_hands=(result & ~pl.col("total")).any().over(NIGHT),
            by_totals=pl.col("total").any().over(NIGHT),
            by_chips=(kind == "cash-out").any().over(NIGHT),
            elsewhere=of_hand
            & pl.col("session").is_null()
            & pl.col("session").is_not_null().any().over(same_hand)
            & (pl.col("verified") != "recomputed").any().over(same_hand),
            **{
                level: (~result | pl.col("verified").is_in(accepted)).all().over(NIGHT)
                & result.any().over(NIGHT)
                for level, accepted in LEVELS.items()
            },
        )
        .group_by("player", *NIGHT)
        .agg(
            pl.col("by_results", *WAYS, *LEVELS).first(),
            hands=pl.col("hand").filter("elsewhere").unique().sort(),
            has_chips=kind.is_in(("buy-in", "cash-out")).any(),
            **{name: pl.col("amount").filter(kind == wanted).sum() for wanted, name in SUMS.items()},
        )
        .with_columns(chips=pl.col("cashed_out") - pl.col("bought_in"))
        .with_columns(played=pl.when("by_results").then("results").otherwise("chips"))
        .sort("currency", "session", "player")
    )
