"""The rules of a set one by one, as texts for a page.

Examples
--------
>>> from ofc_analytics.rules import load_rules
>>> told = {rule.key: rule for rule in told_rules(load_rules("american-pineapple"))}
>>> told["rows.scoop"]
ToldRule(key='rows.scoop', value='3', meaning='extra points for winning all three rows')
>>> told["royalties.bottom"].value[:26]
'straight 2, flush 4, full '
"""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from ofc_analytics.rules.comparing import setting
from ofc_analytics.rules.model import rule_keys, table_keys

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ofc_analytics.rules.model import RuleSet
    from ofc_analytics.rules.sections import Note

__all__ = ["ToldRule", "told_note", "told_rules", "told_value"]


class ToldRule(NamedTuple):
    """One rule: its dotted key, its value as text, and what it means."""

    key: str
    value: str
    meaning: str


def told_rules(rules: RuleSet) -> Iterator[ToldRule]:
    """Every rule that is set; a table is one rule."""
    meanings, tables = rule_keys(), table_keys()
    stack = [("", rules.model_dump(mode="json", exclude={"provenance"}))]
    while stack:
        prefix, section = stack.pop()
        nested = []
        for name, value in section.items():
            key = f"{prefix}{name}"
            if isinstance(value, dict) and key not in tables:
                nested.append((f"{key}.", value))
            else:
                yield ToldRule(key, told_value(value), meanings.get(key, ""))
        stack.extend(reversed(nested))


def told_value(value: object) -> str:
    """The value of a rule as people write it.

    >>> told_value({"QQ": 7, "KK": 8}), told_value((2, 3)), told_value(None), told_value(True)
    ('QQ 7, KK 8', '2, 3', 'none', 'true')
    """
    if isinstance(value, dict):
        return ", ".join(f"{key} {told_value(item)}" for key, item in value.items()) or "none"
    if isinstance(value, list | tuple):
        separator = "; " if value and isinstance(value[0], dict) else ", "
        return separator.join(map(told_value, value)) or "none"
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def told_note(note: Note) -> str:
    """A remark on a rule, with the settings that give the other reading."""
    settings = " ".join(f"--set {quote(setting(key, value))}" for key, value in note.override.items())
    return f"{note.key}: {note.note}" + (f" [otherwise: {settings}]" if settings else "")
