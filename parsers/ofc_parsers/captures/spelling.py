"""JSON of which the spelling of the keys is not certain: case and underscores do not matter.

Examples
--------
>>> import msgspec
>>> class Point(msgspec.Struct):
...     seat_id: int = 0
>>> respell(read_json(b'{"SeatID": 2, "Icon": "cat"}'), spellings(Point, chair="seat_id"))
{'seat_id': 2, 'Icon': 'cat'}
"""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from ofc_parsers.captures.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["bare", "read_json", "respell", "spellings"]

_NESTED = (dict, list)
_MANY = 2**12
"""Keys that are remembered: a format has some hundred."""


def read_json(raw: bytes) -> Any:  # noqa: ANN401 (whatever the text holds)
    """Decode one JSON text.

    Raises
    ------
    Fault
        ``json-broken``, or ``key-twice`` where an object repeats a key, of which a decoder keeps the last alone.
    """
    try:
        value = msgspec.json.decode(raw)
        if not _is_same_text(raw, value):
            json.loads(raw, object_pairs_hook=_refuse_repeats)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise Fault(
            "json-broken",
            f"the text is not JSON: {error}",
            text=raw.decode(errors="replace").strip(),
            expected="one whole JSON object",
        ) from None
    return value


def spellings(*kinds: type[msgspec.Struct], **others: str) -> dict[str, str]:
    """Make the table for `respell`: the fields of all structs, and by their bare letters what `others` stand for."""
    return {bare(field.name): field.name for kind in kinds for field in msgspec.structs.fields(kind)} | others


def respell(value: Any, table: Mapping[str, str]) -> Any:  # noqa: ANN401 (decoded JSON)
    """Write the keys of all objects as fields are written; those that are not in the table stay as they are.

    Raises
    ------
    Fault
        ``key-twice`` where two keys of one object are the same field.
    """
    if isinstance(value, list):
        return [respell(item, table) if isinstance(item, _NESTED) else item for item in value]
    if not isinstance(value, dict):
        return value
    respelt: dict[str, Any] = {}
    for key, item in value.items():
        name = table.get(bare(key), key)
        if name in respelt:
            raise _key_twice(key)
        respelt[name] = respell(item, table) if isinstance(item, _NESTED) else item
    return respelt


@lru_cache(_MANY)
def bare(key: str) -> str:
    """Letters of a key by which its spellings are one."""
    return key.replace("_", "").lower()


def _is_same_text(raw: bytes, value: object) -> bool:
    """Whether a decoded text has kept all its keys, as one without escapes that has as many quotation marks again."""
    return b"\\" not in raw and raw.count(b'"') == msgspec.json.encode(value).count(b'"')


def _refuse_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            raise _key_twice(key)
    return dict(pairs)


def _key_twice(key: str) -> Fault:
    return Fault("key-twice", "a key stands twice in one object", text=key, expected="each key once")
