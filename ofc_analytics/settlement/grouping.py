"""Hands that are settled by one call: the same rule set and the same number of players."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import numpy as np
import polars as pl

from ofc_analytics.errors import LookupFailedError, ParseIssue, RulesError
from ofc_analytics.rules import RuleSet, rules_for_variant
from ofc_analytics.settlement.fitting import hand_issues, natural_names, split_misfits
from ofc_analytics.settlement.given import given_rules
from ofc_analytics.settlement.naturals import NATURALS, natural_code
from ofc_analytics.settlement.scoring import Scores, score

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.settlement.given import Overrides

__all__ = ["Boards", "Group", "group_hands", "rule_sets", "rules_of"]


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
    fantasyland_known
        (n,) bool, whether it is told who is in Fantasyland, or follows from hands that are here.
    unit
        (n,) int64 money a point is worth, minor units; 0 where it is not known.
    deferred
        (n,) bool, whether the hand's money waits for the end of a Fantasyland chain.
    chain_broken
        (n,) bool, whether hands are missing of a chain whose money is paid here.
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
    fantasyland_known: NDArray[np.bool_] = field(init=False)
    unit: NDArray[np.int64] = field(init=False)
    deferred: NDArray[np.bool_] = field(init=False)
    chain_broken: NDArray[np.bool_] = field(init=False)
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


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """`n` hands of `k` players, laid out for scoring.

    Attributes
    ----------
    hands, players
        As in `Group`.
    cards
        (n, k, 13) uint8 codes.
    declared
        (n, k) uint8, codes of the naturals that were declared.
    surrendered
        (n, k) bool.
    """

    hands: pl.DataFrame
    players: pl.DataFrame
    cards: NDArray[np.uint8]
    declared: NDArray[np.uint8]
    surrendered: NDArray[np.bool_]

    @classmethod
    def of(cls, hands: pl.DataFrame) -> Boards:
        """Lay out numbered hands that all have as many players."""
        players = hands.select(pl.col("players").explode()).unnest("players")
        shape = len(hands), cast("int", hands["_players"][0])
        codes = {name: natural_code(name) for name in NATURALS}
        declared = players.select(
            natural_names(pl.col("declared"))
            .replace_strict(codes, default=0, return_dtype=pl.UInt8)
            .fill_null(0)
        ).to_series()
        return cls(
            hands=hands,
            players=players,
            cards=players["cards"].to_numpy().reshape(*shape, 13),
            declared=declared.to_numpy().reshape(shape),
            surrendered=players["surrendered"].to_numpy().reshape(shape),
        )

    def scored(self, rules: RuleSet) -> Group:
        """Score them under a rule set that they fit."""
        scores = score(
            self.cards,
            rules,
            in_fantasyland=np.zeros(self.declared.shape, dtype=np.uint8),
            declared=self.declared,
            surrendered=self.surrendered,
        )
        return Group(rules=rules, hands=self.hands, players=self.players, scores=scores)


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
            ruleset = given_rules(rules or rules_of(*part.select("rules", "variant").row(0)), overrides)
        except (RulesError, LookupFailedError) as error:
            if rules is not None or overrides:
                raise
            issues += hand_issues(part, "rules-unknown", str(error))
            continue
        fitting, misfits = split_misfits(part, ruleset)
        issues += misfits
        groups += [
            Boards.of(table).scored(ruleset)
            for table in fitting.partition_by("_players", maintain_order=True)
        ]
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
            ruleset = given_rules(rules or rules_of(own, variant), overrides)
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
