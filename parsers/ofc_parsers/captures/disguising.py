"""JSON written again with other names, ids and days: what is whose is told by the keys.

Examples
--------
>>> from ofc_analytics.formats.disguise import Disguise
>>> secrets = {"name": player, "uid": number, "started": moment}
>>> for line in disguised_lines([b'{"name": "Anna", "points": 1.50}', b'{"name": "Anna", brok'], secrets, Disguise("x")):
...     print(line.decode())
{"name":"Player 1f9de90788","points":1.50}
{"name": "Player 1f9de90788", brok
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from ofc_analytics.formats.disguise import Disguise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = [
    "Secret",
    "disguised",
    "disguised_lines",
    "identifier",
    "moment",
    "number",
    "player",
    "session",
    "table",
]

Secret: TypeAlias = Callable[[Disguise, Any], Any]
"""Gives what stands for a value; a value that is not of its kind is given back."""

_DECODER = msgspec.json.Decoder(float_hook=Decimal)
_ENCODER = msgspec.json.Encoder(decimal_format="number")


def player(disguise: Disguise, value: object) -> object:
    """Disguise a player's name."""
    return disguise.label("Player", value) if isinstance(value, str) else value


def table(disguise: Disguise, value: object) -> object:
    """Disguise a table's name."""
    return disguise.label("Table", value) if isinstance(value, str) else value


def session(disguise: Disguise, value: object) -> object:
    """Disguise the name of a session."""
    return disguise.label("Session", value) if isinstance(value, str) else value


def identifier(disguise: Disguise, value: object) -> object:
    """Disguise an id, be it a text or a number."""
    return disguise.identifier(value) if isinstance(value, str) else number(disguise, value)


def number(disguise: Disguise, value: object) -> object:
    """Disguise an id that is a number."""
    return int(disguise.number(value)) if isinstance(value, int) and not isinstance(value, bool) else value


def moment(disguise: Disguise, value: object) -> object:
    """Move a time in ISO 8601."""
    try:
        return disguise.moment(datetime.fromisoformat(str(value))).isoformat()
    except ValueError:
        return value


def disguised_lines(
    lines: Iterable[bytes], secrets: Mapping[str, Secret], disguise: Disguise
) -> Iterator[bytes]:
    """Write lines of JSON again; in a line that is none, what is known from the others is replaced.

    Parameters
    ----------
    lines
        With their line ends, which stay.
    secrets
        By key, at any depth; of a list, each item is one.
    disguise
        Remembers what it replaced.
    """
    written = [(line, _rewritten(line, secrets, disguise)) for line in lines]
    for line, whole in written:
        if whole is None:
            yield disguise.scrub(line.decode(errors="surrogateescape")).encode(errors="surrogateescape")
        else:
            yield whole


def disguised(value: Any, secrets: Mapping[str, Secret], disguise: Disguise) -> Any:  # noqa: ANN401 (whatever the JSON holds)
    """Give a decoded value with other names; a text under any other key is searched for those that are known."""
    match value:
        case dict():
            return {key: _under(key, item, secrets, disguise) for key, item in value.items()}
        case list():
            return [disguised(item, secrets, disguise) for item in value]
        case str():
            return disguise.scrub(value)
    return value


def _under(key: str, value: Any, secrets: Mapping[str, Secret], disguise: Disguise) -> Any:  # noqa: ANN401 (as above)
    secret = secrets.get(key)
    if secret is None or isinstance(value, dict):
        return disguised(value, secrets, disguise)
    if isinstance(value, list):
        return [
            disguised(item, secrets, disguise) if isinstance(item, dict | list) else secret(disguise, item)
            for item in value
        ]
    return secret(disguise, value)


def _rewritten(line: bytes, secrets: Mapping[str, Secret], disguise: Disguise) -> bytes | None:
    text = line.rstrip(b"\r\n")
    try:
        value = _DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None
    return _ENCODER.encode(disguised(value, secrets, disguise)) + line[len(text) :]
