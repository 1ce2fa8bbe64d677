"""How a sheet names its rules, so that nobody settles it under others."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from ofc_analytics.rules import diff, load_rules, rule_set_names

if TYPE_CHECKING:
    from ofc_analytics.rules import RuleSet

__all__ = ["rules_setting", "settle_command"]

_COMMAND = "ofc settle FILE.xlsx --rules"


def rules_setting(rules: RuleSet) -> str:
    """What the sheet of hands says about its rules: the name of a set that everyone has, or one that nobody has.

    A house's own rules, and changed ones, are not found by their name: whoever settles the sheet is asked for
    them, and never given others in their place.

    >>> from ofc_analytics.rules import change_rules
    >>> rules_setting(change_rules(load_rules("tonybet"), {"rows.scoop": 6}))
    'tonybet (rows.scoop=6)'
    """
    changes = _changes(rules)
    return f"{rules.name} ({'; '.join(changes)})" if changes else rules.name


def settle_command(rules: RuleSet) -> str | None:
    """The command that settles a sheet whose rules are not found by their name; None where they are.

    >>> from ofc_analytics.rules import change_rules
    >>> settle_command(change_rules(load_rules("tonybet"), {"rows.scoop": 6}))
    'ofc settle FILE.xlsx --rules tonybet --set rows.scoop=6'
    """
    changes = _changes(rules)
    if changes is None:
        return f"{_COMMAND} {quote(f'{rules.name}.toml')}"
    settings = " ".join(f"--set {quote(change)}" for change in changes)
    return f"{_COMMAND} {rules.name} {settings}" if settings else None


def _changes(rules: RuleSet) -> list[str] | None:
    """How a set differs from the one that comes with the library under its name; None where none does."""
    if rules.name not in rule_set_names():
        return None
    return [change.setting for change in diff(load_rules(rules.name), rules)]
