"""What is wrong with a rule set, said so that it can be mended: place, key, what was there, what is allowed."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from ofc_analytics.rules.model import rule_keys, table_keys
from ofc_analytics.rules.sections import RuleConflictError
from ofc_analytics.rules.toml_places import key_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

    from ofc_analytics.rules.toml_places import Path

__all__ = ["explain", "unknown_key"]

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


def explain(
    error: ValidationError,
    content: dict[str, Any],
    documents: Sequence[tuple[str, str]],
    overrides: Sequence[tuple[str, Path]] = (),
) -> str:
    """Tell every fault of a rule set, a line each.

    Parameters
    ----------
    error
        What the model found.
    content
        The merged document it was given.
    documents
        Label and TOML text of each document that was merged, the outermost first.
    overrides
        Label and path of each value that was set from outside.
    """
    places: dict[Path, str] = {}
    for label, text in documents:
        lines = key_lines(text)
        places = _without_replaced(places, lines, content)
        places |= {path: f"{label}, line {line}" for path, line in lines.items()}
    for label, path in overrides:
        places = {other: place for other, place in places.items() if other[: len(path)] != path}
        places[path] = label
        if _dotted(path[:-1]) in table_keys():  # a hole in a table is made by the entry that was added last
            places[path[:-1]] = label
    file = documents[-1][0]

    faults: dict[Path, list[ErrorDetails]] = {}
    for details in error.errors(include_url=False):
        faults.setdefault(_path(details, content), []).append(details)
    return "\n".join(
        f"{_place(path, places, file)}: {_fault(path, found, content)}" for path, found in faults.items()
    )


def _without_replaced(
    places: dict[Path, str], lines: dict[Path, int], content: dict[str, Any]
) -> dict[Path, str]:
    """Drop the places of what a later document replaces as a whole: lists and tables of patterns."""
    whole = [
        path for path in lines if _dotted(path) in table_keys() or not isinstance(_value(path, content), dict)
    ]
    return {
        path: place
        for path, place in places.items()
        if not any(path[: len(other)] == other for other in whole)
    }


def unknown_key(key: str) -> str:
    """Say that there is no such rule, and which ones are nearest.

    >>> unknown_key("foul.equal_row")
    'there is no rule foul.equal_row; did you mean foul.equal_rows?'
    """
    last = key.rpartition(".")[2]
    same_end = [known for known in rule_keys() if known.rpartition(".")[2] == last]
    near = same_end[:3] or get_close_matches(key.lower(), rule_keys(), n=2, cutoff=0.6)
    hint = " or ".join(near) or "a look at the list of all rules"
    return f"there is no rule {key}; did you mean {hint}?"


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


def _place(path: Path, places: dict[Path, str], file: str) -> str:
    for length in range(len(path), 0, -1):
        if path[:length] in places:
            return places[path[:length]]
    # A section that is only there because one of its rules was set.
    return next((place for other, place in places.items() if other[: len(path)] == path), file)


def _fault(path: Path, found: list[ErrorDetails], content: dict[str, Any]) -> str:
    key, kind = _dotted(path), found[0]["type"]
    if kind == "extra_forbidden":
        return unknown_key(key)
    if kind == "missing":
        return f"{key} is missing: {rule_keys().get(key, 'a value is needed here')}"
    conflicts = [str(error) for details in found if (error := details.get("ctx", {}).get("error"))]
    if conflicts:
        return f"{key}: {conflicts[0]}"
    expected = " or ".join(dict.fromkeys(map(_expected, found)))
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
