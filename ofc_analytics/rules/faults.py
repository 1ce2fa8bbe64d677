"""What is wrong with a rule set, said so that it can be mended: place, key, what was there, what is allowed."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from ofc_analytics.rules.model import RuleSet, rule_keys, table_keys
from ofc_analytics.rules.sections import RuleConflictError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pydantic_core import ErrorDetails

    from ofc_analytics.rules.toml_places import Path

__all__ = ["Layer", "explain", "unknown_key", "with_value"]

_EXPECTED = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "string_type": "a text",
    "string_too_short": "a text that is not empty",
    "decimal_type": "a number",
    "decimal_parsing": "a number",
    "model_type": "a table",
    "mapping_type": "a table",
    "dict_type": "a table",
    "tuple_type": "a list",
    "date_type": "a date such as 2026-11-29",
}
_MENDED_WHOLE = {("deal",), ("payout",), ("rake",), ("jackpot",), ("naturals",), ("surrender",)}
_EXPECTED_AT = {"levels": "a list, or the name of a .csv or .toml file beside this one"}


@dataclass(frozen=True, slots=True)
class Layer:
    """One document or override, over those before it.

    Attributes
    ----------
    label
        What errors call it.
    content
        All that is said up to here, this layer included.
    override
        Path of the one value that an override sets, which needs no line.
    places
        File and line of each of its keys; asked for only where there is a fault.
    """

    label: str
    content: dict[str, Any]
    override: Path | None = None
    places: Callable[[], Mapping[Path, tuple[str, int]]] = dict


def explain(error: ValidationError, layers: Sequence[Layer]) -> str:
    """Tell every fault of a rule set, a line each.

    A fault can hide others: what is contradictory is found only where all is well formed. So each is mended
    with what the layer below says there, and the rules are read again until nothing new is found.

    Parameters
    ----------
    error
        What the model found.
    layers
        Documents, the outermost first, and overrides; the last layer's content is what the model was given.
    """
    places = _places(layers)
    files = [layer.label for layer in layers if layer.override is None]
    content = layers[-1].content
    told: dict[tuple[str, int], list[str]] = {}
    mended: set[Path] = set()
    while True:
        faults = {path: text for path, text in _faults(error, content).items() if _unit(path) not in mended}
        for path, text in faults.items():
            told.setdefault(_place(path, places, files[-1]), []).append(text)
            mended.add(_unit(path))
            content = _mended(content, _unit(path), layers)
        # What a middle row may hold cannot be judged where it is not known what wins the middle.
        if not faults or mended & {(), ("rows", "middle")}:
            break
        try:
            RuleSet.model_validate(content)
        except ValidationError as next_error:
            error = next_error
        else:
            break
    order = list(dict.fromkeys(label for label, _ in told))
    return "\n".join(
        f"{label}, line {line}: {text}" if line else f"{label}: {text}"
        for label, line in sorted(told, key=lambda place: (order.index(place[0]), place[1]))
        for text in told[label, line]
    )


def _faults(error: ValidationError, content: dict[str, Any]) -> dict[Path, str]:
    found: dict[Path, list[ErrorDetails]] = {}
    for details in error.errors(include_url=False):
        found.setdefault(_path(details, content), []).append(details)
    return {path: _fault(path, details, content) for path, details in found.items()}


def _unit(path: Path) -> Path:
    """Give what is mended as a whole: a section whose values depend on each other, a table, or a list."""
    if path[:1] in _MENDED_WHOLE:
        return path[:1]
    for length, part in enumerate(path):
        if isinstance(part, int) or _dotted(path[:length]) in table_keys():
            return path[:length]
    return path


def _mended(content: dict[str, Any], path: Path, layers: Sequence[Layer]) -> dict[str, Any]:
    """Replace a value by the nearest other one below it, or leave it out."""
    if not path:
        return content
    value = _value(path, content)
    older = (_value(path, layer.content) for layer in reversed(layers[:-1]))
    return with_value(content, path, next((other for other in older if other != value), None))


def with_value(content: dict[str, Any], path: Path, value: object) -> dict[str, Any]:
    """Give the same content with one value replaced, or left out if it is None.

    >>> with_value({"rows": {"scoop": 3}}, ("rows", "points"), 2)
    {'rows': {'scoop': 3, 'points': 2}}
    """
    key, *rest = path
    others = {name: old for name, old in content.items() if name != key or value is not None}
    child = content.get(str(key))
    if rest:
        value = with_value(child if isinstance(child, dict) else {}, tuple(rest), value)
    return {**others, str(key): value} if value is not None else others


def _places(layers: Sequence[Layer]) -> dict[Path, tuple[str, int]]:
    """File and line of every key, the last layer that says it; a label with line 0 for an override."""
    places: dict[Path, tuple[str, int]] = {}
    for layer in layers:
        own = dict(layer.places())
        if layer.override is None:
            whole = [path for path in own if _is_whole(path, layers[-1].content)]
        else:
            whole = [layer.override]
            own = {layer.override: (layer.label, 0)} | own
            if _dotted(layer.override[:-1]) in table_keys():
                # A hole in a table is made by the entry that was added last.
                own[layer.override[:-1]] = (layer.label, 0)
        places = {
            path: place
            for path, place in places.items()
            if not any(path[: len(other)] == other for other in whole)
        } | own
    return places


def _is_whole(path: Path, content: dict[str, Any]) -> bool:
    """Whether a later document replaces what is there as a whole: lists and tables of patterns."""
    return _dotted(path) in table_keys() or not isinstance(_value(path, content), dict)


def unknown_key(key: str) -> str:
    """Say that there is no such rule, and which ones are nearest.

    >>> unknown_key("foul.equal_row")
    'there is no rule foul.equal_row; did you mean foul.equal_rows?'
    >>> unknown_key("rows.xyz")[:59]
    'there is no rule rows.xyz; rows has rows.points, rows.scoop'
    """
    last = key.rpartition(".")[2]
    inside = [name for name in rule_keys() if name.rpartition(".")[0] == _section(key)]
    same_end = [known for known in rule_keys() if known.rpartition(".")[2] == last]
    close = get_close_matches(key.lower(), rule_keys(), n=2, cutoff=0.6)
    if near := same_end[:3] or [name for name in close if name != _section(key)]:
        return f"there is no rule {key}; did you mean {' or '.join(near)}?"
    return f"there is no rule {key}; {_section(key) or 'a rule set'} has {', '.join(inside)}"


def _section(key: str) -> str:
    """The innermost section that `key` would lie in, by its dotted key; "" for the rule set itself.

    >>> _section("fantasyland.entry.xyz"), _section("rows.points.xyz"), _section("xyz")
    ('fantasyland.entry', 'rows', '')
    """
    sections = {name.rpartition(".")[0] for name in rule_keys()}
    parts = key.split(".")
    outer = (".".join(parts[:length]) for length in range(len(parts) - 1, 0, -1))
    return next((name for name in outer if name in sections), "")


def _path(details: ErrorDetails, content: dict[str, Any]) -> Path:
    """Path of a fault in the document; what pydantic adds for unions and keys has no part in it."""
    path: Path = ()
    node: Any = content
    parts = list(details["loc"])
    conflict = details.get("ctx", {}).get("error")
    if isinstance(conflict, RuleConflictError):
        parts += conflict.path
    for part in parts:
        there = (
            part in node
            if isinstance(node, dict)
            else isinstance(node, list | tuple) and part in range(len(node))
        )
        if not there:
            missing = details["type"] == "missing" or isinstance(conflict, RuleConflictError)
            return (*path, part) if missing else path
        path = (*path, part)
        node = node[part]
    return path


def _place(path: Path, places: Mapping[Path, tuple[str, int]], file: str) -> tuple[str, int]:
    for length in range(len(path), 0, -1):
        if path[:length] in places:
            return places[path[:length]]
    # A section that is only there because one of its rules was set.
    return next((place for other, place in places.items() if other[: len(path)] == path), (file, 0))


def _fault(path: Path, found: list[ErrorDetails], content: dict[str, Any]) -> str:
    key, kind = _dotted(path), found[0]["type"]
    if kind == "extra_forbidden":
        return unknown_key(key)
    if kind == "missing":
        return f"{key} is missing: {rule_keys().get(key, 'a value is needed here')}"
    conflicts = [str(error) for details in found if (error := details.get("ctx", {}).get("error"))]
    if conflicts:
        return f"{key}: {conflicts[0]}"
    expected = _EXPECTED_AT.get(key) or " or ".join(dict.fromkeys(map(_expected, found)))
    if found[0]["loc"][-1] == "[key]":
        return f"{key}: there is no {path[-1]!r} here: expected {expected}"
    return f"{key} = {_shown(path, content)}: expected {expected}"


def _dotted(path: Path) -> str:
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


def _value(path: Path, content: dict[str, Any]) -> object:
    value: object = content
    for part in path:
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list | tuple) and isinstance(part, int):
            value = value[part] if part < len(value) else None
        else:
            return None
    return value


def _shown(path: Path, content: dict[str, Any]) -> str:
    value = _value(path, content)
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, Decimal | dt.date | dt.time) else repr(value)


def _expected(details: ErrorDetails) -> str:
    kind, context = details["type"], details.get("ctx", {})
    if kind == "literal_error":
        return str(context["expected"])
    if kind in {"greater_than_equal", "less_than_equal"}:
        bound = "at least" if kind.startswith("greater") else "at most"
        return f"{bound} {context.get('ge', context.get('le'))}"
    if kind in {"too_long", "too_short"}:
        return f"{context.get('max_length', context.get('min_length'))} values"
    return _EXPECTED.get(kind, details["msg"].removeprefix("Input should be "))
