"""Which hands fit their rule set, and why the others do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.cards import JOKERS
from ofc_analytics.errors import ParseIssue
from ofc_analytics.money import LARGEST_AMOUNT
from ofc_analytics.settlement.naturals import NATURALS

if TYPE_CHECKING:
    from ofc_analytics.rules import RuleSet

__all__ = ["hand_issues", "natural_names", "split_misfits"]

_LONGEST_CHAIN = 100  # hands whose money may be carried together


def split_misfits(hands: pl.DataFrame, rules: RuleSet) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Take out the hands that cannot have been dealt, or ended as they say, under their rule set."""
    fewest, most = rules.deal.players
    player = pl.element().struct
    highest = JOKERS[0] + rules.deal.jokers - 1

    def any_player(test: pl.Expr) -> pl.Expr:
        return pl.col("players").list.eval(test).list.any()

    declared = player.field("declared")
    levels = pl.col("level").is_not_null() & ~pl.col("level").is_between(1, max(len(rules.levels), 1))
    checks = (
        (
            "players-not-seated",
            ~pl.col("_players").is_between(fewest, most),
            f"{rules.name} {rules.deal.seating}",
        ),
        (
            "joker-not-in-deck",
            any_player(player.field("cards").arr.max() > highest),
            f"{rules.name} is dealt with {rules.deal.jokers or 'no'} joker{'s' * (rules.deal.jokers != 1)}",
        ),
        (
            "natural-unknown",
            any_player(declared.is_not_null() & ~natural_names(declared).is_in(NATURALS)),
            f"a declared natural is none of {', '.join(NATURALS)}",
        ),
        (
            "natural-not-in-rules",
            any_player(declared.is_not_null()) & (rules.naturals is None),
            f"{rules.name} has no naturals, and one was declared",
        ),
        (
            "surrender-not-allowed",
            any_player(player.field("surrendered")) & (rules.surrender is None),
            f"{rules.name} has no surrender",
        ),
        (
            "level-unknown",
            levels if rules.levels else pl.lit(value=False),
            f"{rules.name} has levels 1 to {len(rules.levels)}",
        ),
        (
            "amount-too-large",
            pl.col("unit") > _largest_unit(rules),
            "a point is worth more than can be multiplied by the points of a hand exactly",
        ),
    )
    issues: list[ParseIssue] = []
    for code, misfit, message in checks:
        marked = hands.select(misfit.fill_null(value=False)).to_series()
        issues += hand_issues(hands.filter(marked), code, message)
        hands = hands.filter(~marked)
    return hands, issues


def _largest_unit(rules: RuleSet) -> int:
    """Greatest worth of a point, minor units, with which no amount of a hand or a Fantasyland chain overflows."""
    naturals = 0 if rules.naturals is None else max(rules.naturals.points.values(), default=0)
    surrender = 0 if rules.surrender is None else rules.surrender.points
    foul = rules.foul.pays if isinstance(rules.foul.pays, int) else 0
    rows = 3 * rules.rows.points + rules.rows.scoop + rules.rows.majority
    royalties = 2 * int(rules.tables.royalties.max(axis=1).sum())
    most = max(rows + foul + royalties, naturals, surrender, rules.payout.loss_limit or 0, 1)
    return LARGEST_AMOUNT // (most * _LONGEST_CHAIN)


def natural_names(text: pl.Expr) -> pl.Expr:
    """Names of naturals as they are known, whatever their case and with spaces for hyphens."""
    return text.str.strip_chars().str.to_lowercase().str.replace_all(r"[\s_]+", "-")


def hand_issues(hands: pl.DataFrame, code: str, message: str) -> list[ParseIssue]:
    """One issue a hand, each with the hand's place."""
    return [
        ParseIssue(
            code=code,
            message=message,
            file=source["file"],
            sheet=source["sheet"],
            line=source["line"],
            hand=native or identity,
            hands=1,
        )
        for source, native, identity in hands.select("source", "native_id", "hand_id").iter_rows()
    ]
