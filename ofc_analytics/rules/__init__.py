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

from ofc_analytics.rules.loading import DEFAULT_RULES, load_rules, rule_set_names, rules_for_variant
from ofc_analytics.rules.model import SAME, RuleSet, RuleTables, money_rules_in_use, rule_keys, table_keys
from ofc_analytics.rules.patterns import pattern_classes

__all__ = [
    "DEFAULT_RULES",
    "SAME",
    "RuleSet",
    "RuleTables",
    "load_rules",
    "money_rules_in_use",
    "pattern_classes",
    "rule_keys",
    "rule_set_names",
    "rules_for_variant",
    "table_keys",
]
