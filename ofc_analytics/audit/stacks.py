"""Money from hand to hand: what a player holds is what the hand before left him."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.settlement.claims import money_text

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Play

__all__ = ["check_stacks"]

_FEWEST = 2


def check_stacks(play: Play) -> pl.DataFrame:
    """Check each stack against the hand before at the table, if the player was in it and none is missing between.

    It follows if it is the stack before and what was won, as claimed or as settled; less cannot be. More is a
    purchase where it fills the stack up to what the player sat down with or to the greatest buy-in, or where less than half of
    it was left; else chips came to a stack that was not spent. A table at which stacks never change whatever is won
    plays every hand from its caps anew, and that is told once.

    Codes: ``stack-short``, ``stack-added``, ``stacks-anew``.

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
    >>> hands = frame_from_hands([
    ...     Hand(players=(Player(seat=1, name="Anna", stack=anna, cards=bytes(range(13))),
    ...                   Player(seat=2, name="Boris", stack=9000, cards=bytes(range(13)))),
    ...          native_id=f"H{number}", session="S", hand_no=number, unit=100)
    ...     for number, anna in ((1, 5000), (2, 4500))])
    >>> play = Play.of(hands, settle(hands), rule_sets(hands))
    >>> check_stacks(play).select("code", "at_stake").rows()
    [('stack-short', '5.00')]
    """
    before = {
        "held": pl.col("stack").gather("last"),
        "said": pl.coalesce("said_net", "net").gather("last"),
        "settled": pl.col("net").gather("last"),
        "before": pl.col("at").gather("last"),
    }
    moves = (
        play.players.select("player", "at", "table_key", "name", "follows", "next_to_it", "stack", **before)
        .filter("next_to_it", "follows")
        .with_columns(due=pl.col("held") + pl.col("said"), due_settled=pl.col("held") + pl.col("settled"))
        .filter(pl.col("stack").is_not_null(), pl.col("due").is_not_null())
    )
    moved = pl.col("due") != pl.col("held")
    still = moved & (pl.col("stack") == pl.col("held"))
    tables = moves.group_by("table_key").agg(anew=(still.sum() == moved.sum()) & (still.sum() >= _FEWEST))
    broken = (
        moves.with_columns(off=pl.col("stack") - pl.col("due"))
        .filter(pl.col("off") != 0, (pl.col("stack") != pl.col("due_settled")).fill_null(value=True))
        .join(tables, on="table_key", how="left", maintain_order="left")
        .join(play.hands.select(before="at", other="hand"), on="before", how="left", maintain_order="left")
    )
    apart = broken.filter(~pl.col("anew"))
    money = {name: money_text(pl.col(name), pl.col("exponent")) for name in ("stack", "held", "said", "due")}
    off = money_text(pl.col("off").abs(), pl.col("exponent"))
    reason = pl.format(
        "{} began hand {} with {}, and its result for him was {}, which leaves {}; here the stack is {}, {}",
        "name", "other", money["held"], money["said"], money["due"], money["stack"], off,
    )  # fmt: skip
    numbers = {"claimed": money["stack"], "recomputed": money["due"], "at_stake": off}
    added = _added(apart.filter(pl.col("off") > 0), play)
    too_much = pl.when("above").then(
        pl.format(" more, and {} takes {} units at most.", "rules", "greatest")
    ).otherwise(pl.lit(" more: chips came to a stack that was not spent."))  # fmt: skip
    return pl.concat(
        [
            play.found(
                broken.filter("anew").unique("table_key", keep="first", maintain_order=True),
                "stacks-anew",
                "note",
                pl.format(
                    "Stacks at this table do not change with results: after {} {} has {} again. Every hand seems to be "
                    "played from the same caps.",
                    money["said"], "name", money["stack"],
                ),
            ),
            play.found(apart.filter(pl.col("off") < 0), "stack-short", "error", reason + " too little.", **numbers),
            play.found(added.filter("bought"), "stack-added", "note", reason + " more: chips were added, or bought.", **numbers),
            play.found(added.filter(~pl.col("bought")), "stack-added", "warning", reason + too_much, **numbers),
        ]
    )  # fmt: skip


def _added(rows: pl.DataFrame, play: Play) -> pl.DataFrame:
    """Stacks that grew, with whether that can have been ``bought``, and whether it is ``above`` the greatest buy-in."""
    sat_down = play.players.filter(pl.col("last").is_null()).select("table_key", "name", first="stack")
    priced = play.players.select("player", "rule", "unit")
    most, stack = pl.col("greatest") * pl.col("unit"), pl.col("stack")
    return (
        play.with_rules(
            rows.join(sat_down, on=["table_key", "name"], how="left", maintain_order="left").join(
                priced, on="player", how="left", maintain_order="left"
            ),
            greatest=(pl.Int64(), lambda one: None if one.deal.buy_in is None else one.deal.buy_in[1]),
        )
        .with_columns(above=(stack > most).fill_null(value=False))
        .with_columns(
            bought=~pl.col("above")
            & ((stack == pl.col("first")) | (stack == most) | (2 * pl.col("due") < stack)).fill_null(
                value=False
            )
        )
    )
