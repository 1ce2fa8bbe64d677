"""The objects of a file, which may be JSON lines, an array, a page of a list, or one object."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import msgspec

from ofc_parsers.blockpoker.salvaging import is_list, salvaged
from ofc_parsers.blockpoker.vocabulary import Page

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["LARGEST_DOCUMENT", "Piece", "TooLargeError", "is_whole", "read_pieces"]

LARGEST_DOCUMENT = 1 << 26
"""Bytes of one JSON value that goes over several lines."""

_LIST = msgspec.json.Decoder(list[msgspec.Raw])
_PAGE = msgspec.json.Decoder(Page)
_ANY = msgspec.json.Decoder(msgspec.Raw)
_BROKEN = (msgspec.DecodeError, RecursionError)


class TooLargeError(Exception):
    """A file that is one JSON value too large to be held at once."""


class Piece(NamedTuple):
    """One value, or a broken part of a list: its first physical line, text, and how many hands are lost if it is broken."""

    line: int
    text: bytes
    hands: int = 1
    whole: bool = True


def read_pieces(stream: BinaryIO) -> Iterator[Piece]:
    r"""Give the values of a file one after another, those in an array or page each by itself.

    Lines are read as they come where the first one is a whole value; else the file is one value.

    Raises
    ------
    TooLargeError
        If the file is one value of more than `LARGEST_DOCUMENT` bytes.

    Examples
    --------
    >>> import io
    >>> [piece.text for piece in read_pieces(io.BytesIO(b'{"a": 1}\n[2,\n'))]
    [b'{"a": 1}', b'2']
    >>> [(piece.line, piece.text) for piece in read_pieces(io.BytesIO(b'[\n{"a": 1},\n{"b": 2}\n]'))]
    [(2, b'{"a": 1}'), (3, b'{"b": 2}')]
    """
    lines = ((number, line) for number, line in enumerate(stream, 1) if line.strip())
    first = next(lines, None)
    if first is None:
        return
    pieces: Iterator[tuple[int, bytes]] = chain([first], lines)
    if not is_whole(first[1]):
        number, start = first
        document = start + stream.read(LARGEST_DOCUMENT + 1 - len(start))
        if len(document) > LARGEST_DOCUMENT:
            raise TooLargeError
        pieces = _split(document, number)
    for number, text in pieces:
        yield from _each(text, number)


def _split(document: bytes, first: int) -> Iterator[tuple[int, bytes]]:
    """Give a document as one; where it is broken and no list, line by line if some of its lines are whole."""
    lines = [(number, line) for number, line in enumerate(document.split(b"\n"), first) if line.strip()]
    broken_lines = (
        not document.lstrip().startswith(b"[")
        and not is_whole(document)
        and any(line.lstrip().startswith(b"{") and is_whole(line) for _, line in lines)
    )
    return iter(lines if broken_lines else [(first, document)])


def is_whole(text: bytes) -> bool:
    """Whether a text is one JSON value.

    >>> is_whole(b"[1, 2]"), is_whole(b"[1, 2")
    (True, False)
    """
    try:
        _ANY.decode(text)
    except _BROKEN:
        return False
    return True


def _salvaged(text: bytes, line: int) -> Iterator[Piece]:
    """Give what can be read of a broken list, and what is broken of it; of anything else the whole text."""
    if is_whole(text) or not is_list(text):
        stripped = text.strip()
        yield Piece(line, stripped, int(stripped.startswith(b"{")))
        return
    at = 0
    for span in salvaged(text):
        line += text.count(b"\n", at, span.start)
        at = span.start
        yield Piece(line, text[span.start : span.end], span.hands, whole=span.whole)


def _each(text: bytes, line: int) -> Iterator[Piece]:
    try:
        parts = _LIST.decode(text) if text.lstrip().startswith(b"[") else _PAGE.decode(text).items
    except _BROKEN:
        yield from _salvaged(text, line)
        return
    at = 0
    for part in parts:
        value = bytes(part)
        found = text.index(value, at)
        line += text.count(b"\n", at, found)
        yield Piece(line, value)
        at = found
        line += value.count(b"\n")
        at += len(value)
