"""Rule sets: what each game, room or home table plays by.

A rule set is a TOML file. Those that come with the library are listed by `rule_set_names`; a house's own
file is loaded by its path and usually extends one of them.

Examples
--------
>>> rules = load_rules("american-pineapple", {"rows.scoop": 6})
>>> rules.rows.scoop
6
"""

from __future__ import annotations

from ofc_analytics.rules.checking import CheckedRules, check_rules
from ofc_analytics.rules.comparing import Difference, diff, setting
from ofc_analytics.rules.documents import rule_set_names
from ofc_analytics.rules.loading import (
    DEFAULT_RULES,
    change_rules,
    load_rules,
    other_readings,
    rules_for_variant,
)
from ofc_analytics.rules.model import SAME, RuleSet, RuleTables, rule_keys, table_keys
from ofc_analytics.rules.patterns import pattern_classes
from ofc_analytics.rules.sections import Note
from ofc_analytics.rules.telling import ToldRule, told_note, told_rules, told_value

__all__ = [
    "DEFAULT_RULES",
    "SAME",
    "CheckedRules",
    "Difference",
    "Note",
    "RuleSet",
    "RuleTables",
    "ToldRule",
    "change_rules",
    "check_rules",
    "diff",
    "load_rules",
    "other_readings",
    "pattern_classes",
    "rule_keys",
    "rule_set_names",
    "rules_for_variant",
    "setting",
    "table_keys",
    "told_note",
    "told_rules",
    "told_value",
]
