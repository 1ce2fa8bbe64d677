r"""Telling text from binary content, and bringing text to UTF-8.

Examples
--------
>>> guess_encoding("hand;player\n1;Анна".encode("utf-16-le"))
'utf-16-le'
>>> guess_encoding(b"PK\x03\x04\x00\x00") is None
True
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from ofc_analytics.errors import FormatError, ParseIssue

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["guess_encoding", "to_utf8"]

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark begins it
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_USUAL = re.compile(r"[\t\n\r\x20-\x7e\u00a0-\u024f\u0400-\u045f\u2010-\u2122\u2660-\u2667]")
_MOSTLY = 0.95
_SAMPLE = 1 << 12
_BLOCK = 1 << 20
_AROUND = 20


def guess_encoding(head: bytes) -> str | None:
    """Tell the encoding of a text by its first bytes; None for binary content.

    A byte order mark decides. Without one, content with zero bytes is UTF-16 where nearly all its characters are
    Latin, Cyrillic, punctuation or card suits when it is read so, and content without control characters
    is taken for UTF-8: whether it really is shows when it is read.
    """
    for mark, name in _MARKS:
        if head.startswith(mark):
            return name
    if b"\x00" in head:
        sample = head[: min(len(head), _SAMPLE) & ~1]
        return next((name for name in ("utf-16-le", "utf-16-be") if _reads_as(sample, name)), None)
    return None if _CONTROLS.search(head) else "utf-8"


def to_utf8(stream: BinaryIO, encoding: str, file: str) -> Iterator[tuple[bytes, bytes]]:
    """Blocks of a text as they are, each with the same in UTF-8; a byte order mark is left out of the latter.

    Raises
    ------
    FormatError
        If the content is not of that encoding; its issue names line and byte.
    """
    decoder = codecs.getincrementaldecoder(encoding)()
    offset, lines = 0, 1
    while True:
        block = stream.read(_BLOCK)
        kept = len(decoder.getstate()[0])
        try:
            text = decoder.decode(block, final=not block)
        except UnicodeDecodeError as error:
            _refuse(error, offset - kept, lines, file)
        if not block:
            return
        offset += len(block)
        lines += text.count("\n")
        yield block, block if encoding == "utf-8" else text.encode()


def _reads_as(sample: bytes, encoding: str) -> bool:
    text = sample.decode(encoding, errors="replace")
    return len(_USUAL.findall(text)) >= _MOSTLY * len(text)


def _refuse(error: UnicodeDecodeError, offset: int, lines: int, file: str) -> NoReturn:
    before = error.object[: error.start].decode(error.encoding, errors="replace")
    bad = error.object[error.start]
    wide = not error.encoding.startswith("utf-8")
    start = before.rfind("\n") + 1
    raise FormatError(
        ParseIssue(
            code="encoding",
            message=f"byte {offset + error.start + 1:,} of the file (0x{bad:02x}) is not {'UTF-16' if wide else 'UTF-8'} text",
            file=file,
            line=lines + before.count("\n"),
            text=before[max(start, len(before) - _AROUND) :] + "\N{REPLACEMENT CHARACTER}",
            expected="UTF-8: save it again as 'CSV UTF-8' in a spreadsheet or with encoding UTF-8 in a text editor, or "
            "convert it, e.g. from an older Russian Windows: iconv -f WINDOWS-1251 -t UTF-8",
        )
    )
