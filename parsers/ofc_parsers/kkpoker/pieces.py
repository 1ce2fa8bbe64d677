r"""Cut a stream into JSON texts: one a line, one after another over several lines, or one list of all.

Examples
--------
>>> import io
>>> [(piece.line, piece.text) for piece in pieces(io.BytesIO(b'{"a": 1}\n{\n  "a": 2\n}\n'))]
[(1, b'{"a": 1}'), (2, b'{\n  "a": 2\n}')]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["LARGEST", "Piece", "pieces"]

LARGEST = 2**24
"""Most bytes of one piece: a list of thousands of states, not a whole disk."""

_BETWEEN = b"], \t\r\n"  # what may follow a state in a list


@dataclass(frozen=True, slots=True)
class Piece:
    """A text, where it begins and ends, and whether it was too large to be kept."""

    line: int
    last: int
    text: bytes
    too_large: bool = False


def pieces(stream: Iterable[bytes]) -> Iterator[Piece]:
    """Cut at every line that opens an object at its very start, and after one that closes it too.

    So a line or text that is broken harms no other.
    """
    first, number, size = 1, 0, 0
    lines: list[bytes] = []
    for number, line in enumerate(stream, 1):
        if line.startswith(b"{") and lines:
            yield from _piece(first, number - 1, lines, size)
            lines, size = [], 0
        if not lines:
            first = number
        size += len(line)
        if size <= LARGEST or not lines:
            lines.append(line[:LARGEST])
        if len(lines) == 1 and line.startswith(b"{") and line.rstrip(_BETWEEN).endswith(b"}"):
            yield from _piece(first, number, lines, size)
            lines, size = [], 0
    yield from _piece(first, number, lines, size)


def _piece(first: int, last: int, lines: list[bytes], size: int) -> Iterator[Piece]:
    text = b"".join(lines).strip()
    if text.startswith(b"{"):
        text = text.rstrip(_BETWEEN)
    if text.strip(b"[" + _BETWEEN):
        yield Piece(first, last, text, too_large=size > LARGEST)
