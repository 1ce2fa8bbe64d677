"""What a typed decoder does not see in a line: keys that stand twice, and amounts that are none.

Both are looked for thoroughly only where a look at the bytes leaves a doubt.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from ofc_parsers.ofc_json import vocabulary as words

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["odd_amounts", "repeated_keys"]

_PLAIN = r"\s*[+-]?[0-9.]+([eE][+-]?[0-9]+)?\s*"
_AMOUNT = re.compile(_PLAIN)
_SUSPECT_AMOUNT = re.compile(rf'"(?:{"|".join(sorted(words.AMOUNTS))})"\s*:\s*"(?!{_PLAIN}")'.encode())
_BARE_OFFSET = re.compile(rb'[+-][0-9]{4}"')
_ASCII_ESCAPE = rb"\u00"
"""How every escape begins that hides a colon, an underscore or a letter of a key."""


def repeated_keys(line: bytes, record: words.Line) -> list[str]:
    """Keys that stand twice in one object, of which a decoder keeps the last alone.

    Parameters
    ----------
    line
        JSON of one object.
    record
        What was decoded from it. A line that has no more colons than it, written again, has no key twice; where the
        offset of a time lacks its own, that tells nothing.
    """
    alike = line.count(b":") == msgspec.json.encode(record).count(b":")
    abroad = record.started_at is not None and record.started_at.utcoffset()
    if alike and not _is_escaped(line) and not (abroad and _BARE_OFFSET.search(line)):
        return []
    repeated: dict[str, None] = {}

    def look(pairs: list[tuple[str, object]]) -> None:
        if len(dict(pairs)) < len(pairs):
            repeated.update(
                (key, None) for key, times in Counter(key for key, _ in pairs).items() if times > 1
            )

    json.loads(line, object_pairs_hook=look)
    return list(repeated)


def odd_amounts(line: bytes) -> list[tuple[str, str]]:
    """Paths and texts of amounts with underscores, or digits other than 0 to 9, which a decimal type alone takes."""
    if not _is_escaped(line) and not _SUSPECT_AMOUNT.search(line):
        return []
    try:
        return list(_odd_amounts(msgspec.json.decode(line)))
    except msgspec.DecodeError:  # an amount too large for a float is refused for what it is
        return []


def _is_escaped(line: bytes) -> bool:
    return b"\\" in line and _ASCII_ESCAPE in line


def _odd_amounts(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        place = f"{path}[{key}]" if isinstance(value, list) else f"{path}.{key}".lstrip(".")
        if key in words.AMOUNTS and isinstance(item, str) and not _AMOUNT.fullmatch(item):
            yield place, item
        yield from _odd_amounts(item, place)
