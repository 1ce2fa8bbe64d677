"""From a name or a file, and overrides, to a `RuleSet`.

Documents are merged from the outermost `extends` inwards: tables key by key, everything else and the
tables of patterns as a whole. Overrides come last. Names, titles and provenance are not inherited.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ofc_analytics.errors import LookupFailedError, RulesError
from ofc_analytics.rules.faults import explain, unknown_key
from ofc_analytics.rules.model import RuleSet, is_rule_key, table_keys
from ofc_analytics.rules.toml_places import key_lines

__all__ = ["DEFAULT_RULES", "load_rules", "rule_set_names", "rules_for_variant"]

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
_AT_LINE = re.compile(r"(?P<what>.*?) \(at line (?P<line>\d+), column (?P<column>\d+)\)")


@dataclass(frozen=True, slots=True)
class _Document:
    """One TOML document: how errors call it, where it lies (None for a shipped set), its text and content."""

    label: str
    path: Path | None
    text: str
    content: dict[str, Any]


@cache
def rule_set_names() -> list[str]:
    """Names of the rule sets that come with the library, in alphabetical order.

    >>> "american-pineapple" in rule_set_names()
    True
    """
    entries = (entry.name for entry in (files(__package__) / "sets").iterdir())
    return sorted(name.removesuffix(".toml") for name in entries if name.endswith(".toml"))


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
    chain = _extends_chain(_named_document(os.fspath(name_or_path)))
    content: dict[str, Any] = {}
    for document in reversed(chain):
        inherited = {key: value for key, value in content.items() if key not in _NOT_INHERITED}
        content = _merged(inherited, document.content)
    content.pop("extends", None)
    content.setdefault("name", Path(chain[0].label).stem)
    content.setdefault("title", content["name"])
    pairs = _override_pairs(overrides)
    for label, path, value in pairs:
        key = ".".join(path)
        if not is_rule_key(key):
            raise RulesError(f"{label}: {unknown_key(key)}")
        content = _with(content, path, value)
    try:
        return RuleSet.model_validate(content)
    except ValidationError as error:
        places = [(document.label, document.text) for document in reversed(chain)]
        message = explain(error, content, places, [(label, path) for label, path, _ in pairs])
        raise RulesError(message) from None


def _named_document(name: str) -> _Document:
    if name.endswith(".toml") or os.sep in name or "/" in name:
        try:
            return _file_document(name)
        except FileNotFoundError:
            raise LookupFailedError(f"there is no rule set file {name!r}") from None
    if name not in rule_set_names():
        near = get_close_matches(name.lower(), rule_set_names(), n=3, cutoff=0.4)
        hint = (
            f"did you mean {' or '.join(near)}?"
            if near
            else f"expected {', '.join(rule_set_names())}, or a .toml file"
        )
        raise LookupFailedError(f"there is no rule set {name!r}; {hint}")
    return _shipped_document(name)


def _shipped_document(name: str) -> _Document:
    label = f"{name}.toml"
    text = (files(__package__) / "sets" / label).read_text(encoding="utf-8")
    return _Document(label=label, path=None, text=text, content=_content(label, text))


def _file_document(name: str) -> _Document:
    path = Path(name)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulesError(f"{name}: byte {error.start} is not UTF-8; a rule set is a UTF-8 text") from None
    except FileNotFoundError:
        raise
    except OSError as error:
        raise RulesError(f"{name}: cannot be read: {error.strerror}") from None
    return _Document(label=name, path=path.resolve(), text=text, content=_content(name, text))


def _content(label: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        match = _AT_LINE.fullmatch(str(error))
        place = f"{label}, line {match['line']}, column {match['column']}" if match else label
        what = match["what"] if match else str(error)
        raise RulesError(f"{place}: not TOML: {what[:1].lower()}{what[1:]}") from None
    except RecursionError:
        raise RulesError(f"{label}: not a rule set: its lists or tables are nested hundreds deep") from None


def _extends_chain(document: _Document) -> list[_Document]:
    """Give a document and those it extends, from the inside out."""
    chain = [document]
    while (base := chain[-1].content.get("extends")) is not None:
        child = chain[-1]
        where = _line_of(child, "extends")
        if not isinstance(base, str):
            raise RulesError(
                f"{where}: extends = {base!r}: expected the name of a rule set or of a .toml file"
            )
        parent = _parent(child, base, where)
        chain.append(parent)
        if any(_is_same(parent, other) for other in chain[:-1]):
            circle = " -> ".join(other.label for other in chain)
            raise RulesError(f"{where}: rule sets extend each other in a circle: {circle}")
    return chain


def _parent(child: _Document, base: str, where: str) -> _Document:
    if base.endswith(".toml") and child.path is not None:
        try:
            return _file_document(os.path.join(os.path.dirname(child.label), base))  # noqa: PTH118, PTH120 - labels stay as typed
        except FileNotFoundError:
            raise RulesError(f"{where}: extends = {base!r}: there is no such file beside this one") from None
    try:
        return _named_document(base)
    except LookupFailedError as error:
        raise RulesError(f"{where}: extends = {base!r}: {error}") from None


def _is_same(one: _Document, other: _Document) -> bool:
    return one.path == other.path if one.path is not None else one.label == other.label and other.path is None


def _line_of(document: _Document, key: str) -> str:
    return f"{document.label}, line {key_lines(document.text)[key,]}"


def _merged(base: dict[str, Any], top: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    merged = dict(base)
    for key, value in top.items():
        old = merged.get(key)
        if isinstance(value, dict) and isinstance(old, dict) and f"{prefix}{key}" not in table_keys():
            merged[key] = _merged(old, value, f"{prefix}{key}.")
        else:
            merged[key] = value
    return merged


def _with(content: dict[str, Any], path: tuple[str, ...], value: object) -> dict[str, Any]:
    """Give the same content with one value replaced; what was given stays as it is."""
    key, *rest = path
    if not rest:
        return {**content, key: value}
    child = content.get(key)
    return {**content, key: _with(child if isinstance(child, dict) else {}, tuple(rest), value)}


def _override_pairs(
    overrides: Mapping[str, object] | Sequence[str],
) -> list[tuple[str, tuple[str, ...], object]]:
    """Give label, path and value of every override."""
    if isinstance(overrides, str):
        overrides = [overrides]
    if isinstance(overrides, Mapping):
        given = [(f"--set {key}={value}", key, value) for key, value in overrides.items()]
    else:
        given = []
        for text in overrides:
            key, equals, value = text.partition("=")
            if not equals:
                raise RulesError(f"--set {text}: expected key=value, such as foul.equal_rows=foul")
            given.append((f"--set {text}", key, value))
    return [
        (label, tuple(part.strip().strip("\"'") for part in key.split(".")), _toml_value(value))
        for label, key, value in given
    ]


def _toml_value(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        read = tomllib.loads(f"value = {value}", parse_float=Decimal)
    except tomllib.TOMLDecodeError:
        return value.strip()
    return read["value"] if len(read) == 1 else value.strip()
