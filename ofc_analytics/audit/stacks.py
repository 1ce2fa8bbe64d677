"""Money from hand to hand: what a player holds is what the hand before left him."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import findings
from ofc_analytics.audit.play import money_rows
from ofc_analytics.settlement.claims import money_text

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Rules

__all__ = ["check_stacks"]

_FEWEST = 2


def check_stacks(hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> pl.DataFrame:  # noqa: ARG001 (every check takes the rules)
    """Check each stack against the hand before at the table, if the player was in it and none is missing between.

    It follows if it is the stack before and what was won, as claimed or as settled. More is a rebuy or chips added;
    less cannot be. A table at which stacks never change whatever is won plays every hand from its caps anew, and that
    is told once.

    Codes: ``stack-short``, ``stack-added``, ``stacks-anew``.
    """
    rows = money_rows(hands, results)
    player = ("table_key", "name")
    won = pl.coalesce("said_net", "net")
    moves = (
        rows.sort("table_key", "place", "seat")
        .with_columns(
            held=pl.col("stack").shift(1).over(player),
            said=won.shift(1).over(player),
            settled=pl.col("net").shift(1).over(player),
            other=pl.col("hand").shift(1).over(player),
            next_to_it=pl.col("place") - pl.col("place").shift(1).over(player) == 1,
        )
        .filter("next_to_it", "follows")
        .with_columns(due=pl.col("held") + pl.col("said"), due_settled=pl.col("held") + pl.col("settled"))
        .filter(pl.col("stack").is_not_null(), pl.col("due").is_not_null())
    )
    moved = pl.col("due") != pl.col("held")
    still = moved & (pl.col("stack") == pl.col("held"))
    broken = moves.with_columns(
        anew=((still.sum() == moved.sum()) & (still.sum() >= _FEWEST)).over("table_key"),
        off=pl.col("stack") - pl.col("due"),
    ).filter(pl.col("off") != 0, (pl.col("stack") != pl.col("due_settled")).fill_null(value=True))
    anew, apart = pl.col("anew"), broken.filter(~pl.col("anew"))
    money = {name: money_text(pl.col(name), pl.col("exponent")) for name in ("stack", "held", "said", "due")}
    off = money_text(pl.col("off").abs(), pl.col("exponent"))
    reason = pl.format(
        "{} began hand {} with {}, and its result for him was {}, which leaves {}; here the stack is {}, {}",
        "name", "other", money["held"], money["said"], money["due"], money["stack"], off,
    )  # fmt: skip
    numbers = {"claimed": money["stack"], "recomputed": money["due"], "at_stake": off}
    return pl.concat(
        [
            findings(
                broken.filter(anew).unique("table_key", keep="first", maintain_order=True),
                "stacks-anew",
                "note",
                pl.format(
                    "Stacks at this table do not change with results: after {} {} has {} again. Every hand seems to be "
                    "played from the same caps.",
                    money["said"], "name", money["stack"],
                ),
            ),
            findings(apart.filter(pl.col("off") < 0), "stack-short", "error", reason + " too little.", **numbers),
            findings(
                apart.filter(pl.col("off") > 0), "stack-added", "note", reason + " more: chips were added, or bought.", **numbers
            ),
        ]
    )  # fmt: skip
