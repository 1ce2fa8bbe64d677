"""From a name or a file, and overrides, to a `RuleSet`.

Documents are merged from the outermost `extends` inwards: tables key by key, everything else and the
tables of patterns as a whole. Overrides come last. Names, titles and provenance are not inherited.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from ofc_analytics.errors import LookupFailedError, RulesError
from ofc_analytics.rules.documents import (
    Document,
    named_document,
    parent_document,
    read_schedule,
    toml_value,
)
from ofc_analytics.rules.faults import Layer, explain, unknown_key, with_value
from ofc_analytics.rules.model import RuleSet, is_rule_key, table_keys

if TYPE_CHECKING:
    from ofc_analytics.rules.sections import Note
    from ofc_analytics.rules.toml_places import Path as KeyPath

__all__ = [
    "DEFAULT_RULES",
    "change_rules",
    "changed",
    "extends_chain",
    "load_rules",
    "other_readings",
    "rules_for_variant",
    "rules_of",
]

DEFAULT_RULES = "american-pineapple"
"""The rule set that is used where nothing names another."""

_FOR_VARIANT = {
    "classic": "american-classic",
    "turbo": "russian-turbo",
    "pineapple": DEFAULT_RULES,
    "progressive-pineapple": "progressive-pineapple",
    "joker-pineapple": "joker-ultimate",
    "deuce-to-seven-pineapple": "deuce-to-seven-pineapple",
    "closed": "closed-chinese",
}
_NOT_INHERITED = ("name", "title", "provenance")


def rules_for_variant(variant: str | None) -> str:
    """Name of the rule set that is used for a variant where nothing else names one.

    Raises
    ------
    LookupFailedError
        If there is no such variant.

    Examples
    --------
    >>> rules_for_variant("classic"), rules_for_variant(None)
    ('american-classic', 'american-pineapple')
    """
    if variant is None:
        return DEFAULT_RULES
    if variant not in _FOR_VARIANT:
        raise LookupFailedError(f"there is no variant {variant!r}; expected {', '.join(_FOR_VARIANT)}")
    return _FOR_VARIANT[variant]


def load_rules(
    name_or_path: str | os.PathLike[str], overrides: Mapping[str, object] | Sequence[str] = ()
) -> RuleSet:
    """Load a rule set by its name, or from a TOML file.

    Parameters
    ----------
    name_or_path
        One of `rule_set_names`, or a path; a text that ends in ``.toml`` or has a folder in it is a path.
    overrides
        Single rules that replace those of the set, as ``key=value`` texts or a mapping, such as
        ``"foul.equal_rows=foul"`` or ``{"royalties.top.QQ": 8}``. A text value is read as a TOML value, and
        taken as it stands where it is none.

    Raises
    ------
    LookupFailedError
        If there is no such rule set or file.
    RulesError
        If a rule is unknown, malformed, or contradicts another; the message names file, line and key, what
        was there and what is allowed. Several faults are told in one message, a line each.

    Examples
    --------
    >>> load_rules("american-pineapple", ["royalties.top.QQ=8"]).royalties.top["QQ"]
    8
    """
    return rules_of(extends_chain(named_document(os.fspath(name_or_path))), overrides)


def change_rules(rules: RuleSet, overrides: Mapping[str, object] | Sequence[str]) -> RuleSet:
    """Give a rule set with single rules replaced; what was given stays as it is.

    Parameters
    ----------
    rules
        The rule set.
    overrides
        As for `load_rules`.

    Raises
    ------
    RulesError
        As for `load_rules`.

    Examples
    --------
    >>> change_rules(load_rules("american-pineapple"), {"rows.scoop": 6}).rows.scoop
    6
    """
    return changed(rules, _override_pairs(overrides))


def other_readings(rules: RuleSet) -> tuple[tuple[Note, RuleSet], ...]:
    """Give the rule set under the other reading of each of its doubts, one at a time.

    Doubts without a definite other value are left out, and so are those whose other value is what the rules
    say already, or cannot stand beside an override.

    Examples
    --------
    >>> [(note.key, other.rows.scoop) for note, other in other_readings(load_rules("pokerdom-pineapple"))
    ...  if note.key == "rows.scoop"]
    [('rows.scoop', 6)]
    """
    readings = []
    for note in (*rules.provenance.uncertain, *rules.provenance.assumed):
        try:
            other = change_rules(rules, note.override)
        except RulesError:
            continue
        if other.fingerprint != rules.fingerprint:
            readings.append((note, other))
    return tuple(readings)


def changed(rules: RuleSet, overrides: Sequence[tuple[str, str, object]]) -> RuleSet:
    """Give a rule set with the values of keys replaced; errors call each override by its label, which comes first."""
    base = Layer(label=rules.name, content=rules.model_dump(exclude_unset=True))
    return _validated(_with_overrides([base], overrides))


def rules_of(chain: Sequence[Document], overrides: Mapping[str, object] | Sequence[str] = ()) -> RuleSet:
    """Merge a document with those it extends, the outermost last, and apply overrides."""
    layers: list[Layer] = []
    content: dict[str, Any] = {}
    for document in reversed(chain):
        inherited = {key: value for key, value in content.items() if key not in _NOT_INHERITED}
        content = _merged(inherited, document.content)
        content.pop("extends", None)
        layers.append(Layer(label=document.label, content=content, places=document.places))
    content.setdefault("name", Path(chain[0].label).stem)
    content.setdefault("title", content["name"])
    return _validated(_with_overrides(layers, _override_pairs(overrides)))


def extends_chain(document: Document) -> list[Document]:
    """Give a document and those it extends, from the inside out."""
    chain = [document]
    while (base := chain[-1].content.get("extends")) is not None:
        child = chain[-1]
        if not isinstance(base, str):
            where = child.line_of("extends")
            raise RulesError(
                f"{where}: extends = {base!r}: expected the name of a rule set or of a .toml file"
            )
        chain.append(parent_document(child, base))
        if any(_is_same(chain[-1], other) for other in chain[:-1]):
            circle = " -> ".join(other.label for other in chain)
            where = child.line_of("extends")
            raise RulesError(f"{where}: rule sets extend each other in a circle: {circle}")
    return chain


def _is_same(one: Document, other: Document) -> bool:
    return one.path == other.path if one.path is not None else one.label == other.label and other.path is None


def _validated(layers: Sequence[Layer]) -> RuleSet:
    try:
        return RuleSet.model_validate(layers[-1].content)
    except ValidationError as error:
        raise RulesError(explain(error, layers)) from None


def _merged(base: dict[str, Any], top: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    merged = dict(base)
    for key, value in top.items():
        old = merged.get(key)
        if isinstance(value, dict) and isinstance(old, dict) and f"{prefix}{key}" not in table_keys():
            merged[key] = _merged(old, value, f"{prefix}{key}.")
        else:
            merged[key] = value
    return merged


def _with_overrides(layers: list[Layer], pairs: Sequence[tuple[str, str, object]]) -> list[Layer]:
    for label, key, value in pairs:
        path = tuple(part.strip().strip("\"'") for part in key.split("."))
        if not is_rule_key(".".join(path)):
            raise RulesError(f"{label}: {unknown_key('.'.join(path))}")
        lines: dict[KeyPath, tuple[str, int]] = {}
        if path == ("levels",) and isinstance(value, str) and value.endswith((".csv", ".toml")):
            schedule = read_schedule(value, where=label)
            value = schedule.levels  # noqa: PLW2901 - the name of a file stands for what is in it
            lines = {place: (schedule.label, line) for place, line in schedule.lines.items()}
        content = with_value(layers[-1].content, path, value)
        layers.append(Layer(label=label, content=content, override=path, places=partial(dict, lines)))
    return layers


def _override_pairs(overrides: Mapping[str, object] | Sequence[str]) -> list[tuple[str, str, object]]:
    """Give label, key and value of every override."""
    if isinstance(overrides, Mapping):
        given = [(f"--set {key}={value}", key, value) for key, value in overrides.items()]
    else:
        given = []
        for text in [overrides] if isinstance(overrides, str) else overrides:
            key, equals, value = text.partition("=")
            if not (equals and key.strip()):
                raise RulesError(f"--set {text}: expected key=value, such as foul.equal_rows=foul")
            given.append((f"--set {text}", key, value))
    return [
        (label, key, toml_value(value) if isinstance(value, str) else value) for label, key, value in given
    ]
