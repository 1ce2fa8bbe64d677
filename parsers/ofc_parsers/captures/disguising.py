"""JSON written again with other names, ids and days: what is whose is told by the keys.

Texts are changed where they stand, so that everything else of a line stays as it was written, also of one that
is no whole JSON. A text under a key that nobody knows goes.

Examples
--------
>>> from ofc_analytics.formats.disguise import Disguise
>>> secrets = {"name": player, "uid": number, "started": moment, "points": kept}
>>> lines = [b'{"name": "Anna", "points": 1.50, "mood": "dark"}', b'{"name": "Ann', b'Anna, broken']
>>> for line in disguised_lines(lines, secrets, Disguise("x")):
...     print(line.decode())
{"name": "Player 1f9de90788", "points": 1.50, "mood": "…"}
{"name": "Player f3e97b9182
…, …
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from ofc_analytics.formats.disguise import Disguise
from ofc_parsers.captures.spelling import bare

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = [
    "GONE",
    "Scanner",
    "Secret",
    "disguised_lines",
    "fields",
    "identifier",
    "kept",
    "moment",
    "number",
    "player",
    "rewritten",
    "room",
    "session",
    "table",
    "unread",
]

Secret: TypeAlias = Callable[[Disguise, str | int], str | int]
"""Gives what stands for a text or whole number; what is not of its kind is given back."""

GONE = "…"
"""What stands for a text that goes."""

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\[^\n])*(?:"|\\?)|[{}\[\],]|[^\s"{}\[\]:,]+')
_COLON = re.compile(r"\s*:")
_WHOLE = re.compile(r"-?[0-9]{1,400}")
_LITERAL = re.compile(r"-?[0-9][0-9.eE+-]*|true|false|null")
_CUT_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?\Z")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_STRAY = re.compile("[\udc80-\udcff]")
_ESCAPE_OR_FAULT = re.compile(
    r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|(\\[^"\\]|[\x00-\x08\x0b-\x1f\udc80-\udcff])', re.DOTALL
)
"""What JSON has no place for: unknown escapes, control characters, bytes that are no text."""
_HALF = re.compile("[\ud800-\udfff]")
_MANY = 2**14
_BLANK = ""
_ROOMS = frozenset({"home", "swc", "pppoker", "blockpoker", "kkpoker"})


def player(disguise: Disguise, value: str | int) -> str | int:
    """Disguise a player's name."""
    return disguise.label("Player", value) if isinstance(value, str) else number(disguise, value)


def room(disguise: Disguise, value: str | int) -> str | int:
    """Disguise the name of a room, unless everybody knows it."""
    return value if value in _ROOMS or not isinstance(value, str) else disguise.label("Room", value)


def table(disguise: Disguise, value: str | int) -> str | int:
    """Disguise a table's name."""
    return disguise.label("Table", value) if isinstance(value, str) else number(disguise, value)


def session(disguise: Disguise, value: str | int) -> str | int:
    """Disguise the name of a session; one that is a day moves with the others."""
    return disguise.session(value) if isinstance(value, str) else number(disguise, value)


def identifier(disguise: Disguise, value: str | int) -> str | int:
    """Disguise an id, be it a text or a number."""
    return disguise.identifier(value) if isinstance(value, str) else number(disguise, value)


def number(disguise: Disguise, value: str | int) -> str | int:
    """Disguise an id that is a number."""
    return value if isinstance(value, str) else int(disguise.number(value))


def moment(disguise: Disguise, value: str | int) -> str | int:
    """Move a time in ISO 8601."""
    if not isinstance(value, str):
        return value
    if (moved := disguise.dates(value)) != value:
        return moved
    try:
        return disguise.moment(datetime.fromisoformat(value)).isoformat()
    except (ValueError, OverflowError):
        return GONE if value.strip() else value


def kept(disguise: Disguise, value: str | int) -> str | int:
    """Keep a word of the format; names that stand in a longer text go."""
    return value if not isinstance(value, str) or value in disguise.known else disguise.scrub(value)


def unread(disguise: Disguise, value: str | int) -> str | int:
    """Take out what no parser reads."""
    if not isinstance(value, str):
        return number(disguise, value)
    return GONE if any(map(str.isalnum, value)) else value


def fields(*kinds: type[msgspec.Struct], **secrets: Secret) -> dict[str, Secret]:
    """What to do with each field of some structs: to keep it, unless it is one of `secrets`."""
    names = (field.encode_name for kind in kinds for field in msgspec.structs.fields(kind))
    return {bare(name): kept for name in names} | {bare(name): secret for name, secret in secrets.items()}


def disguised_lines(
    lines: Iterable[bytes],
    secrets: Mapping[str, Secret],
    disguise: Disguise,
    *,
    outer: Mapping[str, Secret] | None = None,
) -> Iterator[bytes]:
    """Write lines of JSON again, each a text of its own or part of one.

    Parameters
    ----------
    lines
        With their line ends, which stay.
    secrets
        By the bare letters of a key, at any depth; of a list, each item is one.
    disguise
        Remembers what it replaced.
    outer
        What is different for the keys of the outermost objects.
    """

    def scan(line: str) -> str:
        if line.startswith("{"):
            scanner.begin()
        return scanner.scan(line)

    scanner = Scanner(secrets, disguise, outer)
    yield from rewritten(lines, scan)


def rewritten(lines: Iterable[bytes], rewrite: Callable[[str], str]) -> Iterator[bytes]:
    """Rewrite each line twice: after the first time, everybody is known. Bytes that are no text stay."""
    texts = [line.decode(errors="surrogateescape") for line in lines]
    for text in texts:
        rewrite(text)
    for text in texts:
        yield rewrite(text).encode(errors="surrogateescape")


class Scanner:
    """Goes through JSON text by text; what it was in the middle of goes on with the next one.

    Parameters
    ----------
    secrets, disguise, outer
        As in `disguised_lines`.
    """

    def __init__(
        self,
        secrets: Mapping[str, Secret],
        disguise: Disguise,
        outer: Mapping[str, Secret] | None = None,
    ) -> None:
        self._secrets, self._disguise = secrets, disguise
        self._outer = {**secrets, **(outer or {})}
        self.begin()

    def begin(self) -> None:
        """Forget what was before."""
        self._within: list[str] = []  # keys of the lists and objects that are open
        self._key = _BLANK

    def scan(self, text: str) -> str:
        """Give the text with other names."""
        parts, copied = [], 0
        for token in _TOKEN.finditer(text):
            told = self._take(token[0], is_key=_COLON.match(text, token.end()) is not None)
            if told != token[0]:
                parts += [text[copied : token.start()], told]
                copied = token.end()
        return "".join([*parts, text[copied:]])

    def _take(self, token: str, *, is_key: bool) -> str:
        match token[0]:
            case "{" | "[":
                self._within.append(self._key)
            case "}" | "]":
                self._key = self._within.pop() if self._within else _BLANK
            case ",":
                pass  # an item of a list has the list's key, and in an object another one follows
            case '"' if is_key:
                self._key = _key(token)
                if self._key not in self._secrets and self._key not in self._outer:
                    return _encoded(token, self._disguise.scrub(_decoded(token)))
            case '"':
                return _encoded(token, str(self._secret(self._disguise, _decoded(token))))
            case _ if _WHOLE.fullmatch(token):
                told = self._secret(self._disguise, int(token))
                return token if told == int(token) else str(told)
            case _ if not _LITERAL.fullmatch(token):
                return GONE + "".join(_STRAY.findall(token))
            case _ if "." in token and self._secret is unread:  # a place on the map, perhaps
                return "0.0"
        return token

    @property
    def _secret(self) -> Secret:
        secrets = self._outer if len(self._within) <= 1 else self._secrets
        return secrets.get(self._key, unread)


@lru_cache(_MANY)
def _key(token: str) -> str:
    return bare(_decoded(token))


def _decoded(token: str) -> str:
    """What a text in quotation marks says, also where the last one or some of its marks are broken."""
    if "\\" not in token and len(token) > 1 and token.endswith('"'):
        return token[1:-1]
    body = token[1:-1] if _is_closed(token) else _CUT_ESCAPE.sub("", token[1:])
    try:
        return str(json.loads(f'"{body}"', strict=False))
    except ValueError:
        return _ESCAPE.sub(r"\1", body)


def _encoded(token: str, text: str) -> str:
    """The text in quotation marks, as the one it stands for; what kept that one from being read stays."""
    if text == (before := _decoded(token)):
        return token
    told = json.dumps(text, ensure_ascii=token.isascii() and text != GONE)[1:-1]
    faults = [found[1] for found in _ESCAPE_OR_FAULT.finditer(token) if found[1]]
    faults += [f"\\u{ord(half):04x}" for half in _HALF.findall(before) if half not in token]
    return f'"{told}{"".join(faults)}' + '"' * _is_closed(token)


def _is_closed(token: str) -> bool:
    if len(token) == 1 or not token.endswith('"'):
        return False
    body = token[:-1]
    return (len(body) - len(body.rstrip("\\"))) % 2 == 0
