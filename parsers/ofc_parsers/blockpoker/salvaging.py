r"""The values of a list that is broken somewhere: what is whole before and after a break, and the pieces between.

Examples
--------
>>> broken = b'[{"kind": "a"},\n{"kind": "b", "hands": [{"x": 1}, {"ki\n,{"kind": "c"}]'
>>> for found in salvaged(broken):
...     print(broken[found.start : found.end].decode(), found.hands, found.whole)
{"kind": "a"} 1 True
{"kind": "b", "hands": [{"x": 1}, {"ki 1 False
{"kind": "c"} 1 True
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Span", "is_list", "salvaged"]

_OPENING = re.compile(rb'\s*(?:\{[^\[]*?"items"\s*:\s*)?\[')
_CLOSING = re.compile(rb"\][^{\[]*")
_KIND = re.compile(rb'"kind"\s*:')
_BETWEEN = b" \t\r\n,"
_SHOWN = 64
_MOST_TRIES = 100_000
_MOST_READ = 16
"""How many times a list is read over at most: of one that is made to be slow the rest is one broken piece."""

_decode = json.JSONDecoder().raw_decode


class Span(NamedTuple):
    """A value of the list or a broken piece, as places in the text, and the hands lost if it does not read."""

    start: int
    end: int
    hands: int = 1
    whole: bool = True


def is_list(text: bytes) -> bool:
    """Whether a text begins as an array, or as a page that holds one.

    >>> is_list(b'[{"kind"'), is_list(b'{"cursor": null, "items": [{'), is_list(b'{"kind": "ofc"')
    (True, True, False)
    """
    return _OPENING.match(text) is not None


def salvaged(text: bytes) -> Iterator[Span]:
    """Give the values of a broken list in their order, and the broken pieces between them.

    A text for which `is_list` is true, and which is not JSON. Where nothing is lost but, say, the end, the last
    span is a broken piece of no hand.
    """
    opening = _OPENING.match(text)
    lost = 0 if opening is None else opening.end()
    broken = False
    for start, end in _values(text, lost):
        for piece in _piece(text, lost, start):
            broken = True
            yield piece
        yield Span(start, end)
        lost = end
    for piece in _piece(text, lost, len(text)):
        broken = True
        yield piece
    if not broken:
        yield Span(max(0, len(text) - _SHOWN), len(text), hands=0, whole=False)


def _values(text: bytes, at: int) -> Iterator[tuple[int, int]]:
    """Give the objects that are values of the list: those right behind one another, and after a break those of a kind."""
    letters = text.decode("latin-1")  # a letter a byte, since structure is all that matters here
    left, lost = _MOST_READ * len(text), at
    for _ in range(_MOST_TRIES):
        at = text.find(b"{", at)
        if at < 0 or left < 0:
            return
        try:
            value, end = _decode(letters, at)
        except json.JSONDecodeError as error:
            left -= error.pos - at
        except RecursionError:
            left -= len(text)
        else:
            if "kind" in value or not text[lost:at].strip(_BETWEEN):
                yield at, end
                at = lost = end
                continue
            left -= end - at
        at += 1


def _piece(text: bytes, start: int, end: int) -> Iterator[Span]:
    """What lies between two values or behind the last one, unless it is nothing that is lost."""
    piece = text[start:end].strip(_BETWEEN)
    if not piece or (end == len(text) and _CLOSING.fullmatch(piece)):
        return
    begin = text.index(piece, start)
    hands = len(_KIND.findall(piece)) or int(piece.startswith(b"{"))
    yield Span(begin, begin + len(piece), hands, whole=False)
