"""What is claimed of points and money at a table as a whole, and within what stacks, caps and limits let through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import findings
from ofc_analytics.audit.play import money_rows, rule_facts
from ofc_analytics.settlement.claims import money_text

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Rules
    from ofc_analytics.rules import RuleSet

__all__ = ["check_money"]

_GROSS_PARTS = 4  # rows, scoop, royalties and earlier hands are paid one after another
_UNLIMITED = 2**62


def check_money(hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    """Check whether claims add up over the table, and that nobody wins or loses more than he can.

    Where a source records what the house took, that is counted; else the claims may add up with or without what
    the rules take.

    Codes: ``points-unbalanced``, ``chips-created``, ``chips-vanished``, ``loss-above-stack``, ``loss-above-limit``,
    ``win-above-cap``.
    """
    rows = money_rows(hands, results)
    return pl.concat([_points(rows), *_chips(rows), *_bounds(rows, rules)])


def _points(rows: pl.DataFrame) -> pl.DataFrame:
    told = pl.col("said_points")
    sums = (
        rows.group_by("at", maintain_order=True)
        .agg(
            pl.first("hand", "hand_id", "file", "sheet", "line", "exponent", "unit"),
            name="name",
            sum=pl.when(told.is_not_null().all()).then(told.sum()),
            told=told.cast(pl.String).str.join(", "),
        )
        .filter(pl.col("sum") != 0)
    )
    return findings(
        sums,
        "points-unbalanced",
        "error",
        pl.format("The points of the hand are given as {}, which add up to {} and not to 0.", "told", "sum"),
        players=pl.col("name"),
        claimed=pl.col("sum").cast(pl.String),
        recomputed=pl.lit("0"),
        at_stake=money_text(pl.col("sum").abs().cast(pl.Int128) * pl.col("unit"), pl.col("exponent")),
    )


def _chips(rows: pl.DataFrame) -> list[pl.DataFrame]:
    """Claimed money that is more or less than what the house left on the table."""
    told, said_rake = pl.col("said_net"), pl.col("said_rake")
    recorded = pl.col("jackpot_in").is_not_null() | pl.col("jackpot_out").is_not_null()
    beside = pl.col("jackpot_out").fill_null(0) - pl.col("jackpot_in").fill_null(0)
    sums = (
        rows.group_by("at", maintain_order=True)
        .agg(
            pl.first("hand", "hand_id", "file", "sheet", "line", "exponent", "jackpot_in", "jackpot_out"),
            name="name",
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
        findings(
            off.filter(which),
            code,
            "error",
            pl.format(f"What the players are said to have won adds up to {{}}; it should add up {{}}. {{}} {what}.", money["sum"], why, more),
            players=pl.col("name"),
            claimed=money["sum"],
            recomputed=money["due"],
            at_stake=more,
        )
        for code, which, what in (
            ("chips-created", pl.col("over") > 0, "came from nowhere"),
            ("chips-vanished", pl.col("over") < 0, "went nowhere"),
        )
    ]  # fmt: skip


def _bounds(rows: pl.DataFrame, rules: Rules) -> list[pl.DataFrame]:
    """Claims of single players that no payment within the rules can give."""
    others = pl.len().over("at").cast(pl.Int64) - 1
    stack, limit = pl.col("stack").cast(pl.Int128), pl.col("limit").cast(pl.Int128) * pl.col("unit")
    rake = pl.max_horizontal(pl.col("rake").fill_null(0), pl.col("said_rake").fill_null(0))
    fees = rake + (-pl.col("jackpot").fill_null(0)).clip(lower_bound=0)
    payments = pl.col("parts") * others
    told = rule_facts(
        rows.filter(pl.col("said_net").is_not_null()),
        rules,
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
        return findings(
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
            "{} is said to have won {}; with a stack of {} and payout.win_cap = {} no more than {} can be won.",
            "name", money["won"], money["stack"], "cap", money["most"],
        ),
    ]  # fmt: skip


def _parts(rules: RuleSet) -> int:
    return _GROSS_PARTS if rules.payout.basis == "gross" else 1
