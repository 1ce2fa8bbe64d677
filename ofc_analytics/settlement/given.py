"""The rule set that a caller gives: by name, by file, or as an object."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ofc_analytics.errors import SettlementError
from ofc_analytics.rules import RuleSet, load_rules

__all__ = ["Overrides", "given_rules"]

Overrides: TypeAlias = Mapping[str, object] | Sequence[str]
"""Single rules to change, as ``{"rows.scoop": 6}`` or ``["rows.scoop=6"]``."""


def given_rules(rules: str | os.PathLike[str] | RuleSet, overrides: Overrides = ()) -> RuleSet:
    """Load the rule set that is named, or take the one that is given.

    Raises
    ------
    SettlementError
        If it is neither, or overrides come with an object.
    RulesError, LookupFailedError
        As `ofc_analytics.load_rules`.

    Examples
    --------
    >>> given_rules("american-pineapple", ["rows.scoop=6"]).rows.scoop
    6
    """
    if isinstance(rules, str | os.PathLike):
        return load_rules(rules, overrides)
    if not isinstance(rules, RuleSet):
        raise SettlementError(f"rules: expected the name or file of a rule set, or a RuleSet; got {rules!r}")
    if overrides:
        raise SettlementError(
            "overrides go with the name of a rule set, not with a RuleSet; ofc_analytics.rules.change_rules changes one"
        )
    return rules
