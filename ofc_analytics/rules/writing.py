"""A rule set as one TOML document that needs no other: what it extends and what was overridden is in it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import singledispatch
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ofc_analytics.rules.model import RuleSet

__all__ = ["toml_text"]


def toml_text(rules: RuleSet) -> str:
    r"""The document that `ofc_analytics.rules.load_rules` reads as the same rules, with the same fingerprint.

    Rules at their default are left out.

    Examples
    --------
    >>> from ofc_analytics.rules import load_rules
    >>> print(*toml_text(load_rules("american-pineapple", ["rows.scoop=6"])).splitlines()[:3], sep="\n")
    name = "american-pineapple"
    title = "American Pineapple"
    variant = "pineapple"
    """
    content = rules.model_dump(exclude_defaults=True)
    plain = {key: value for key, value in content.items() if not isinstance(value, Mapping)}
    lines = [f"{key} = {_value(value)}" for key, value in plain.items()]
    for key, section in content.items():
        if isinstance(section, Mapping):
            lines += ["", f"[{key}]", *(f"{_key(name)} = {_value(value)}" for name, value in section.items())]
    return "\n".join(lines) + "\n"


@singledispatch
def _value(value: object) -> str:
    return '"none"' if value is None else str(value)


@_value.register
def _(value: bool) -> str:  # noqa: FBT001 (dispatched by its type)
    return str(value).lower()


@_value.register
def _(value: Decimal) -> str:
    return format(value, "f")


@_value.register
def _(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


@_value.register
def _(value: Mapping) -> str:  # type: ignore[type-arg]
    return "{ " + ", ".join(f"{_key(name)} = {_value(one)}" for name, one in value.items()) + " }"


@_value.register(list)
@_value.register(tuple)
def _(value: Sequence[object]) -> str:
    return "[" + ", ".join(map(_value, value)) + "]"


def _key(name: str) -> str:
    return name if name.replace("_", "").isalnum() and name.isascii() else _value(name)
