"""Part an object that does not fit its type into what fits and a list of all that does not.

A typed decoder stops at the first fault. A person who mends a file wants all of them.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Any, get_args, get_origin

import msgspec

__all__ = ["Fault", "sift"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that does not fit; `path` is such as ``players[0].claimed.net``."""

    path: str
    code: str
    message: str
    text: str | None
    expected: str | None


def sift(value: object, kind: type[msgspec.Struct], path: str = "") -> tuple[dict[str, Any], list[Fault]]:
    """Keep of a decoded object what fits the struct `kind`, and tell of the rest.

    Parameters
    ----------
    value
        An object as decoded without a type.
    kind
        Struct whose fields carry a description for messages (``msgspec.Meta``).
    path
        Where the object stands, for messages.

    Returns
    -------
    fitting, faults
        A dictionary that converts to `kind`, and the faults with codes ``key-unknown`` and ``value-type``.

    Examples
    --------
    >>> class Point(msgspec.Struct):
    ...     x: int = 0
    >>> fitting, faults = sift({"x": "six", "xx": 6}, Point)
    >>> [fault.message for fault in faults]
    ['x cannot be read', "there is no key 'xx'"]
    """
    if not isinstance(value, dict):
        return {}, [_misfit(value, path, "an object in braces")]
    types = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    fitting: dict[str, Any] = {}
    faults: list[Fault] = []
    for key, item in value.items():
        place = f"{path}.{key}" if path else key
        if key not in types:
            faults.append(_unknown(key, place, types))
            continue
        inner = _struct_in(types[key])
        if inner is None or item is None:
            found, wrong = _leaf(item, types[key], place)
        elif _list_in(types[key]):
            found, wrong = _list(item, inner, place)
        else:
            found, wrong = sift(item, inner, place)
        faults += wrong
        fitting |= {} if found is None else {key: found}
    return fitting, faults


def _list(value: object, kind: type[msgspec.Struct], path: str) -> tuple[list[Any], list[Fault]]:
    if not isinstance(value, list):
        return [], [_misfit(value, path, "a list in square brackets")]
    parts = [sift(item, kind, f"{path}[{place}]") for place, item in enumerate(value)]
    return [fitting for fitting, _ in parts], [fault for _, faults in parts for fault in faults]


def _leaf(value: object, kind: Any, path: str) -> tuple[object, list[Fault]]:  # noqa: ANN401 (a type form, which Python 3.11 cannot name)
    try:
        msgspec.convert(value, type=kind)
    except msgspec.ValidationError as error:
        return None, [_misfit(value, path, _description(kind) or str(error))]
    return value, []


def _unknown(key: str, place: str, known: dict[str, Any]) -> Fault:
    near = difflib.get_close_matches(key, known, n=1)
    expected = f"{near[0]!r}" if near else f"one of {', '.join(known)}"
    return Fault(place, "key-unknown", f"there is no key {place!r}", key, expected)


def _misfit(value: object, path: str, expected: str) -> Fault:
    return Fault(
        path,
        "value-type",
        f"{path or 'the line'} cannot be read",
        msgspec.json.encode(value).decode(),
        expected,
    )


def _description(kind: Any) -> str | None:  # noqa: ANN401 (as above)
    for part in (kind, *get_args(kind)):
        for meta in getattr(part, "__metadata__", ()):
            if isinstance(meta, msgspec.Meta) and meta.description:
                return f"a list, each {meta.description}" if get_origin(kind) is list else meta.description
        if part is not kind and (inner := _description(part)):
            return inner
    return None


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:  # noqa: ANN401 (as above)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    return next((inner for part in get_args(kind) if (inner := _struct_in(part))), None)


def _list_in(kind: Any) -> bool:  # noqa: ANN401 (as above)
    return any(get_origin(part) is list for part in (kind, *get_args(kind)))
