"""Who may sit down, and with what: buy-in, equal caps, admission, seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.settlement.claims import money_text

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Play

__all__ = ["check_seats"]


def check_seats(play: Play) -> pl.DataFrame:
    """Check stacks where players sit down, and whether those who are dealt in can cover the loss limit.

    A player sits down in his first hand at a table, if that is the table's hand 1, or if the hand before it is
    recorded and he is not in it. In a log that begins later nobody is known to have just sat down.

    Codes: ``buy-in``, ``caps-unequal``, ``not-admitted``, ``seat-number``.

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
    ...            Player(seat=4, name="Boris", cards=bytes(range(13, 26))))
    >>> hands = frame_from_hands([Hand(players=players)])
    >>> play = Play.of(hands, settle(hands), rule_sets(hands))
    >>> check_seats(play)["reason"].to_list()
    ['Boris sits in seat 4; american-pineapple is played by 3 at most.']
    """
    begins = play.hands.filter("begins")["at"]
    rows = play.with_rules(
        play.players,
        least=(pl.Int64(), lambda one: None if one.deal.buy_in is None else one.deal.buy_in[0]),
        greatest=(pl.Int64(), lambda one: None if one.deal.buy_in is None else one.deal.buy_in[1]),
        equal_caps=(pl.Boolean(), lambda one: one.deal.equal_caps),
        limit=(pl.Int64(), lambda one: one.payout.loss_limit if one.payout.admission else None),
        most=(pl.Int64(), lambda one: one.deal.players[1]),
    ).with_columns(
        begins=pl.col("at").is_in(begins.implode()), new=pl.int_range(pl.len()).over("table_key", "name") == 0
    )
    sits_down = pl.col("new") & (pl.col("begins") | pl.col("follows"))
    stack, unit = pl.col("stack"), pl.col("unit")
    money, price, needed = (
        money_text(amount, pl.col("exponent")) for amount in (stack, unit, pl.col("limit") * unit)
    )
    unequal = (
        rows.filter("begins", "equal_caps")
        .group_by("at", maintain_order=True)
        .agg(
            stacks=pl.format("{} {}", "name", money).str.join(", "),
            name="name",
            kinds=stack.drop_nulls().n_unique(),
        )
        .filter(pl.col("kinds") > 1)
    )
    return pl.concat(
        [
            play.found(
                rows.filter(sits_down, (stack < pl.col("least") * unit) | (stack > pl.col("greatest") * unit)),
                "buy-in",
                "error",
                pl.format(
                    "{} sits down with {} at {} a point; {} takes {} to {} units, which is {} to {}.",
                    "name", money, price, "rules", "least", "greatest",
                    money_text(pl.col("least") * unit, pl.col("exponent")),
                    money_text(pl.col("greatest") * unit, pl.col("exponent")),
                ),
                claimed=money,
            ),
            play.found(
                unequal,
                "caps-unequal",
                "error",
                pl.format("Under {} all start with the same stack; here they have {}.", "rules", "stacks"),
                players=pl.col("name"),
                claimed=pl.col("stacks"),
            ),
            play.found(
                rows.filter(stack < pl.col("limit") * unit),
                "not-admitted",
                "error",
                pl.format(
                    "{} is dealt in with {}; under {} a player must cover the loss limit of {} units, which is {}.",
                    "name", money, "rules", "limit", needed,
                ),
                claimed=money,
                recomputed=needed,
                at_stake=money_text(pl.col("limit") * unit - stack, pl.col("exponent")),
            ),
            play.found(
                rows.filter("new", pl.col("seat") > pl.col("most")),
                "seat-number",
                "note",
                pl.format("{} sits in seat {}; {} is played by {} at most.", "name", "seat", "rules", "most"),
                claimed=pl.col("seat").cast(pl.String),
            ),
        ]
    )  # fmt: skip
