"""What is claimed of points and money at a table as a whole, and within what stacks, caps and limits let through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.settlement.claims import money_text
from ofc_analytics.settlement.receipt_text import WIN_CAPS
from ofc_analytics.wording import CHAIN_BROKEN, capitalised

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Play
    from ofc_analytics.rules import RuleSet

__all__ = ["check_money"]

_GROSS_PARTS = 4  # rows, scoop, royalties and earlier hands are paid one after another
_UNLIMITED = 2**62


def check_money(play: Play) -> pl.DataFrame:
    """Check whether claims add up over the table, and that nobody wins or loses more than he can.

    Where a source records what the house took, that is counted; else the claims may add up with or without what
    the rules take.

    Codes: ``points-unbalanced``, ``chain-broken``, ``chips-created``, ``chips-vanished``, ``loss-above-stack``,
    ``loss-above-limit``, ``win-above-cap``.

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
    >>> from ofc_analytics.hands import Claim, Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement.frames import settle
    >>> from ofc_analytics.settlement.grouping import rule_sets
    >>> players = (Player(seat=1, name="Anna", cards=bytes(range(13)), claimed=Claim(points=6)),
    ...            Player(seat=2, name="Boris", cards=bytes(range(13, 26)), claimed=Claim(points=-5)))
    >>> hands = frame_from_hands([Hand(players=players)])
    >>> play = Play.of(hands, settle(hands), rule_sets(hands))
    >>> check_money(play)["reason"].to_list()
    ['The points of the hand are given as 6, -5, which add up to 1 and not to 0.']
    """
    return pl.concat([_points(play), _unheld(play), *_chips(play), *_bounds(play)])


def _points(play: Play) -> pl.DataFrame:
    told = pl.col("said_points")
    sums = (
        play.players.group_by("at", maintain_order=True)
        .agg(told=told, sum=pl.when(told.is_not_null().all()).then(told.sum()))
        .filter(pl.col("sum") != 0)
        .with_columns(pl.col("told").cast(pl.List(pl.String)).list.join(", "))
    )
    return play.found(
        sums,
        "points-unbalanced",
        "error",
        pl.format("The points of the hand are given as {}, which add up to {} and not to 0.", "told", "sum"),
        players=pl.col("names"),
        claimed=pl.col("sum").cast(pl.String),
        recomputed=pl.lit("0"),
        at_stake=money_text(pl.col("sum").abs().cast(pl.Int128) * pl.col("unit"), pl.col("exponent")),
    )


def _unheld(play: Play) -> pl.DataFrame:
    """Claims of money that are held against nothing, for hands of the chain are missing."""
    claiming = play.players.filter(pl.col("said_net").is_not_null())["at"].unique()
    return play.found(
        play.settled.filter("chain_broken", pl.col("at").is_in(claiming.implode())),
        "chain-broken",
        "note",
        pl.lit(f"{capitalised(CHAIN_BROKEN)}, and what is claimed of it was not checked."),
        players=pl.col("names"),
    )


def _chips(play: Play) -> list[pl.DataFrame]:
    """Claimed money that is more or less than what the house left on the table."""
    told, said_rake = pl.col("said_net"), pl.col("said_rake")
    recorded = pl.col("jackpot_in").is_not_null() | pl.col("jackpot_out").is_not_null()
    beside = pl.col("jackpot_out").fill_null(0) - pl.col("jackpot_in").fill_null(0)
    not_known = pl.col("chain_broken") & pl.col("stated") & said_rake.is_null().all().over("at")
    terms = play.with_rules(play.players, stated=(pl.Boolean(), lambda one: one.rake is not None))
    sums = (
        terms.remove(not_known)
        .group_by("at", maintain_order=True)
        .agg(
            pl.first("exponent", "jackpot_in", "jackpot_out"),
            sum=pl.when(told.is_not_null().all()).then(told.sum()),
            said_rake=pl.when(said_rake.is_not_null().any()).then(said_rake.sum()),
            rake=pl.col("rake").sum(),
            jackpot=pl.col("jackpot").sum(),
        )
        .filter(pl.col("sum").is_not_null())
    )
    house, prize = pl.coalesce("said_rake", "rake"), pl.when(recorded).then(beside).otherwise("jackpot")
    rakes = (house, pl.when(pl.col("said_rake").is_null()).then(0).otherwise(house))
    prizes = (prize, pl.col("jackpot"), pl.when(recorded).then(prize).otherwise(0))
    stands = pl.any_horizontal(*(pl.col("sum") == extra - taken for taken in rakes for extra in prizes))
    off = sums.filter(~stands).with_columns(due=prize - house, over=pl.col("sum") - prize + house)
    money = {name: money_text(pl.col(name), pl.col("exponent")) for name in ("sum", "due")}
    why = (
        pl.when(pl.col("due") == 0)
        .then(pl.lit("to 0"))
        .otherwise(pl.format("to {}, as the house took the rest", money["due"]))
    )
    more = money_text(pl.col("over").abs(), pl.col("exponent"))
    return [
        play.found(
            off.filter(which),
            code,
            "error",
            pl.format(f"What the players are said to have won adds up to {{}}; it should add up {{}}. {{}} {what}.", money["sum"], why, more),
            players=pl.col("names"),
            claimed=money["sum"],
            recomputed=money["due"],
            at_stake=more,
        )
        for code, which, what in (
            ("chips-created", pl.col("over") > 0, "came from nowhere"),
            ("chips-vanished", pl.col("over") < 0, "went nowhere"),
        )
    ]  # fmt: skip


def _bounds(play: Play) -> list[pl.DataFrame]:
    """Claims of single players that no payment within the rules can give."""
    others = pl.len().over("at").cast(pl.Int64) - 1
    stack, limit = pl.col("stack").cast(pl.Int128), pl.col("limit").cast(pl.Int128) * pl.col("unit")
    rake = pl.max_horizontal(pl.col("rake").fill_null(0), pl.col("said_rake").fill_null(0))
    fees = rake + (-pl.col("jackpot").fill_null(0)).clip(lower_bound=0)
    payments = pl.col("parts") * pl.col("others")
    told = play.with_rules(
        play.players.with_columns(others=others).filter(pl.col("said_net").is_not_null()),
        limit=(pl.Int64(), lambda one: one.payout.loss_limit),
        cap=(pl.String(), lambda one: one.payout.win_cap),
        parts=(pl.Int64(), _parts),
    ).with_columns(
        lost=-pl.col("said_net"),
        allowed=limit - pl.col("already_lost").fill_null(0) + fees,
        won=pl.col("said_net") + pl.col("said_rake").fill_null(0) - pl.col("jackpot_out").fill_null(0),
        most=pl.when(pl.col("cap") == "current")
        .then(stack * (pl.lit(2, pl.Int128).pow(payments) - 1))
        .when(pl.col("cap") == "starting")
        .then(stack * payments)
        .when(pl.col("cap") == "starting-total")
        .then(stack)
        .clip(upper_bound=_UNLIMITED),
    )
    money = {
        name: money_text(pl.col(name), pl.col("exponent"))
        for name in ("lost", "stack", "allowed", "won", "most")
    }

    def beyond(code: str, number: str, bound: str, reason: str, *parts: pl.Expr | str) -> pl.DataFrame:
        over = told.filter(pl.col(number) > pl.col(bound))
        return play.found(
            over,
            code,
            "error",
            pl.format(reason, *parts),
            claimed=money[number],
            recomputed=pl.format("at most {}", money[bound]),
            at_stake=money_text(pl.col(number).cast(pl.Int128) - pl.col(bound), pl.col("exponent")),
        )

    return [
        beyond(
            "loss-above-stack", "lost", "stack",
            "{} is said to have lost {} in a hand that began with a stack of {}.",
            "name", money["lost"], money["stack"],
        ),
        beyond(
            "loss-above-limit", "lost", "allowed",
            "{} is said to have lost {}; under {} it could be {} here, the house's part included.",
            "name", money["lost"], "rules", money["allowed"],
        ),
        beyond(
            "win-above-cap", "won", "most",
            "{} is said to have won {}; with a stack of {} no more than {} can be won, for under {} {}.",
            "name", money["won"], money["stack"], money["most"], "rules", pl.col("cap").replace(WIN_CAPS),
        ),
    ]  # fmt: skip


def _parts(rules: RuleSet) -> int:
    return _GROSS_PARTS if rules.payout.basis == "gross" else 1
