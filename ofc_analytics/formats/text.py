"""Text as parsers want it: UTF-8, whatever it was written in, and what was done to it on the way."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, BinaryIO

from ofc_analytics.errors import FormatError, ParseIssue
from ofc_analytics.formats.encoding import is_mostly_utf8, not_utf8, one_byte_encoding, to_utf8
from ofc_analytics.formats.repairing import misreading, repaired
from ofc_analytics.formats.unpacking import CUT, drop_open_line, temporary

if TYPE_CHECKING:
    from contextlib import ExitStack

__all__ = ["HEAD", "Text", "head", "read_text"]

HEAD = 1 << 16
"""Bytes that formats are told by."""

_BYTE_ORDER_MARK = 3
_SHOWN_TEXT = 60


@dataclass(frozen=True, slots=True)
class Text:
    """A text in UTF-8.

    Attributes
    ----------
    stream, start
        Where it is, and the byte there at which it begins.
    sha256
        SHA-256 (hex) of the text as it was.
    strays
        1-based numbers of lines that are not UTF-8; their bytes are as they were.
    fault
        Why this is not all of it, if it is not; `line` is then its last whole line.
    remarks
        What was done to it: notes ``encoding-old`` and ``encoding-repaired``.
    """

    stream: BinaryIO
    start: int
    sha256: str
    strays: tuple[int, ...]
    fault: ParseIssue | None
    remarks: tuple[ParseIssue, ...]


def read_text(stream: BinaryIO, encoding: str, file: str, stack: ExitStack, fault: ParseIssue | None) -> Text:
    """Look a text through once, bring it to UTF-8, and repair it where it had been misread before.

    Parameters
    ----------
    stream, encoding
        The text, and what `guess_encoding` says of it.
    file
        Path or name for messages.
    stack
        Closes the temporary files that the text may come to lie in.
    fault
        Why the text may not be whole.

    Raises
    ------
    FormatError
        If it is empty, is in none of the known encodings, or was cut off in its first line.
    """
    beginning = head(stream)
    cut = fault is not None and fault.code == CUT
    remarks = []
    if encoding.startswith("utf-8") and not is_mostly_utf8(beginning):
        encoding, remark = _old_encoding(beginning, file)
        remarks.append(remark)
    recoded = None if encoding.startswith("utf-8") else temporary(stack)
    digest = hashlib.sha256()
    blank = True
    strays: list[int] = []
    for block, text in to_utf8(stream, encoding, file, strays, whole=not cut):
        digest.update(block)
        blank = blank and not text.strip()
        if recoded is not None:
            recoded.write(text)
    if blank:
        raise FormatError(fault or _empty(file))
    stream = recoded or stream
    if fault is not None and cut:
        fault = replace(fault, line=drop_open_line(stream))
        if fault.line == 0:
            raise FormatError(replace(fault, message="the archive is cut off within its first line"))
    start = _BYTE_ORDER_MARK if encoding == "utf-8-sig" else 0
    if codec := misreading(head(stream, start).decode(errors="ignore")):
        stream, remark = _repair(stream, codec, file, stack)
        start = 0
        remarks.append(remark)
    return Text(stream, start, digest.hexdigest(), tuple(strays), fault, tuple(remarks))


def head(stream: BinaryIO, start: int = 0) -> bytes:
    """Give the first bytes of a stream from a place on, to which it is wound back."""
    stream.seek(start)
    beginning = stream.read(HEAD)
    stream.seek(start)
    return beginning


def _old_encoding(beginning: bytes, file: str) -> tuple[str, ParseIssue]:
    encoding = one_byte_encoding(beginning)
    if encoding is None:
        raise FormatError(not_utf8(beginning, file) or _empty(file))
    line = next(line for line in beginning.splitlines() if not line.isascii())
    return encoding, ParseIssue(
        code="encoding-old",
        message=f"the text is not UTF-8, and is read as {encoding}",
        file=file,
        text=line.decode(encoding, errors="replace")[:_SHOWN_TEXT],
        expected="UTF-8, if names come out wrong",
        severity="note",
    )


def _repair(stream: BinaryIO, codec: str, file: str, stack: ExitStack) -> tuple[BinaryIO, ParseIssue]:
    """Put the lines right that had been read in a wrong encoding; `stream` stands at the first of them."""
    right = temporary(stack)
    mended = 0
    example = ""
    for line in stream:
        better = repaired(line.decode(errors="surrogateescape"), codec)
        if better is not None:
            mended += 1
            example = example or better.strip()[:_SHOWN_TEXT]
        right.write(line if better is None else better.encode(errors="surrogateescape"))
    right.seek(0)
    lines = "1 line was" if mended == 1 else f"{mended} lines were"
    return right, ParseIssue(
        code="encoding-repaired",
        message=f"the text had been read as {codec} instead of UTF-8 before it was saved: {lines} put right",
        file=file,
        text=example,
        expected="UTF-8 in the program that wrote it",
        severity="note",
    )


def _empty(file: str) -> ParseIssue:
    return ParseIssue(code="file-empty", message="the file is empty", file=file, expected="at least one hand")
