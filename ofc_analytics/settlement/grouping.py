"""Hands that are settled by one call: the same rule set and the same number of players."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np
import polars as pl

from ofc_analytics.errors import LookupFailedError, ParseIssue, RulesError, SettlementError
from ofc_analytics.rules import RuleSet, load_rules, rules_for_variant
from ofc_analytics.settlement.naturals import NATURALS, natural_code
from ofc_analytics.settlement.scoring import Scores, score

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Overrides: TypeAlias = Mapping[str, object] | Sequence[str]

__all__ = ["Group", "group_hands", "rule_sets", "rules_of"]

_FIRST_JOKER = 52


@dataclass(slots=True, eq=False)
class Group:
    """`n` hands of `k` players under one rule set, and what is known of them so far.

    Attributes
    ----------
    rules
        Their rule set.
    hands
        (n rows) frame of hands, numbered in ``_order`` by their place in the whole frame.
    players
        (n * k rows) their players, flat.
    scores
        Their points.
    playing, expected, coming
        (n, k), see `ofc_analytics.settlement.fantasyland.Chain`.
    unit
        (n,) int64 money a point is worth, minor units; 0 where it is not known.
    deferred
        (n,) bool, whether the hand's money waits for the end of a Fantasyland chain.
    carried
        (n, p) int64 money of earlier hands of the chain, signed from each pair's first player.
    owed
        (parts, n, k, k) int64 debts, see `ofc_analytics.settlement.amounts`.
    lost
        (n, k) int64 money lost earlier in the match, where a limit counts it.
    paid
        (n, k, k) int64 money that moves, see `ofc_analytics.settlement.payout`.
    """

    rules: RuleSet
    hands: pl.DataFrame
    players: pl.DataFrame
    scores: Scores
    playing: NDArray[np.uint8] = field(init=False)
    expected: NDArray[np.int16] = field(init=False)
    coming: NDArray[np.uint8] = field(init=False)
    unit: NDArray[np.int64] = field(init=False)
    deferred: NDArray[np.bool_] = field(init=False)
    carried: NDArray[np.int64] = field(init=False)
    owed: NDArray[np.int64] = field(init=False)
    lost: NDArray[np.int64] = field(init=False)
    paid: NDArray[np.int64] = field(init=False)

    @property
    def shape(self) -> tuple[int, int]:
        """Hands and players."""
        hands, players = self.scores.foul.shape
        return hands, players

    @property
    def order(self) -> NDArray[np.uint32]:
        """(n,) place of each hand in the whole frame."""
        return self.hands["_order"].to_numpy()

    def column(self, name: str) -> NDArray[np.generic]:
        """A column of the players as an (n, k) array."""
        return self.players[name].to_numpy().reshape(self.shape)

    @property
    def button(self) -> NDArray[np.intp]:
        """(n,) place of the button; the last place where no player of the hand is known to have it."""
        seats = self.column("seat")
        has_button = seats == self.hands["button"].fill_null(0).to_numpy()[:, None]
        places: NDArray[np.intp] = np.where(
            has_button.any(axis=1), has_button.argmax(axis=1), seats.shape[1] - 1
        )
        return places

    @property
    def stacks(self) -> NDArray[np.int64]:
        """(n, k) minor units, -1 where unlimited."""
        return self.players["stack"].fill_null(-1).to_numpy().reshape(self.shape)


def group_hands(
    hands: pl.DataFrame, rules: str | RuleSet | None, overrides: Overrides
) -> tuple[list[Group], list[ParseIssue]]:
    """Find each hand's rule set, score the hands that fit it, and give the others as issues."""
    numbered = hands.with_row_index("_order").with_columns(_players=pl.col("players").list.len())
    if hands.is_empty():
        return [], []
    by_rules = (
        [numbered] if rules is not None else numbered.partition_by("rules", "variant", maintain_order=True)
    )
    groups: list[Group] = []
    issues: list[ParseIssue] = []
    for part in by_rules:
        try:
            ruleset = _load(rules or rules_of(*part.select("rules", "variant").row(0)), overrides)
        except (RulesError, LookupFailedError) as error:
            if rules is not None or overrides:
                raise
            issues += _issues(part, "rules-unknown", str(error))
            continue
        fitting, misfits = _split_misfits(part, ruleset)
        issues += misfits
        groups += [_scored(table, ruleset) for table in fitting.partition_by("_players", maintain_order=True)]
    return groups, issues


def rule_sets(
    hands: pl.DataFrame, rules: str | RuleSet | None = None, overrides: Overrides = ()
) -> dict[str, RuleSet]:
    """The rule sets that hands are settled under, by fingerprint; those that cannot be loaded are left out.

    Takes what `ofc_analytics.settle` takes.
    """
    named = (
        [(None, None)]
        if rules is not None
        else hands.select("rules", "variant").unique(maintain_order=True).rows()
    )
    found = {}
    for own, variant in named:
        try:
            ruleset = _load(rules or rules_of(own, variant), overrides)
        except (RulesError, LookupFailedError):
            continue
        found[ruleset.fingerprint] = ruleset
    return found


def rules_of(rules: str | None, variant: str | None) -> str:
    """Name of the rule set a hand is settled under when the caller names none.

    Raises
    ------
    LookupFailedError
        If the hand names no rules and its variant is not known.

    Examples
    --------
    >>> rules_of(None, "classic"), rules_of("tonybet", "classic"), rules_of(None, None)
    ('american-classic', 'tonybet', 'american-pineapple')
    """
    return rules or rules_for_variant(variant)


def _load(rules: str | RuleSet, overrides: Overrides) -> RuleSet:
    if not isinstance(rules, RuleSet):
        return load_rules(rules, overrides)
    if overrides:
        raise SettlementError("overrides go with the name of a rule set, not with a RuleSet")
    return rules


def _split_misfits(hands: pl.DataFrame, rules: RuleSet) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Take out the hands that cannot have been dealt, or ended as they say, under their rule set."""
    fewest, most = rules.deal.players
    player = pl.element().struct
    highest = _FIRST_JOKER + rules.deal.jokers - 1

    def any_player(test: pl.Expr) -> pl.Expr:
        return pl.col("players").list.eval(test).list.any()

    declared = player.field("declared")
    levels = pl.col("level").is_not_null() & ~pl.col("level").is_between(1, max(len(rules.levels), 1))
    checks = (
        (
            "players-not-seated",
            ~pl.col("_players").is_between(fewest, most),
            f"{rules.name} seats {fewest} to {most} players: {rules.deal.cards} cards a player, {rules.deal.deck} in the deck",
        ),
        (
            "joker-not-in-deck",
            any_player(player.field("cards").arr.max() > highest),
            f"{rules.name} is dealt with {rules.deal.jokers or 'no'} joker{'s' * (rules.deal.jokers != 1)}",
        ),
        (
            "natural-unknown",
            any_player(declared.is_not_null() & ~_natural_names(declared).is_in(NATURALS)),
            f"a declared natural is none of {', '.join(NATURALS)}",
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
    )
    issues: list[ParseIssue] = []
    for code, misfit, message in checks:
        marked = hands.select(misfit.fill_null(value=False)).to_series()
        issues += _issues(hands.filter(marked), code, message)
        hands = hands.filter(~marked)
    return hands, issues


def _natural_names(text: pl.Expr) -> pl.Expr:
    return text.str.strip_chars().str.to_lowercase().str.replace_all(r"[\s_]+", "-")


def _issues(hands: pl.DataFrame, code: str, message: str) -> list[ParseIssue]:
    return [
        ParseIssue(
            code=code, message=message, file=source["file"], line=source["line"], hand=native or identity
        )
        for source, native, identity in hands.select("source", "native_id", "hand_id").iter_rows()
    ]


def _scored(hands: pl.DataFrame, rules: RuleSet) -> Group:
    players = hands.select(pl.col("players").explode()).unnest("players")
    shape = len(hands), cast("int", hands["_players"][0])
    codes = {name: natural_code(name) for name in NATURALS}
    declared = players.select(
        _natural_names(pl.col("declared"))
        .replace_strict(codes, default=0, return_dtype=pl.UInt8)
        .fill_null(0)
    ).to_series()
    scores = score(
        players["cards"].to_numpy().reshape(*shape, 13),
        rules,
        in_fantasyland=np.zeros(shape, dtype=np.uint8),
        declared=declared.to_numpy().reshape(shape),
        surrendered=players["surrendered"].to_numpy().reshape(shape),
    )
    return Group(rules=rules, hands=hands, players=players, scores=scores)
