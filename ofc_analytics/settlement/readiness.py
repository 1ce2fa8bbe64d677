"""A rule set that is ready to settle with: loaded, and nothing in it that would be ignored."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ofc_analytics.errors import SettlementError
from ofc_analytics.rules import RuleSet, load_rules, money_rules_in_use

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Overrides: TypeAlias = Mapping[str, object] | Sequence[str]

__all__ = ["ready_rules"]


def ready_rules(rules: str | RuleSet, overrides: Overrides = ()) -> RuleSet:
    """Load a rule set and make sure that settlement honours all of it.

    Raises
    ------
    RulesError
        If it cannot be read.
    LookupFailedError
        If it is not there.
    SettlementError
        If it has money rules that are not settled yet: ignoring them would give wrong amounts.
    """
    if isinstance(rules, RuleSet):
        if overrides:
            raise SettlementError("overrides go with the name of a rule set, not with a RuleSet")
        ruleset = rules
    else:
        ruleset = load_rules(rules, overrides)
    if unsettled := money_rules_in_use(ruleset):
        raise SettlementError(
            f"rule set {ruleset.name!r} uses rules that are not settled yet: {', '.join(unsettled)}"
        )
    return ruleset
