r"""Telling text from binary content, and bringing text to UTF-8.

Examples
--------
>>> guess_encoding("hand;player\n1;Анна".encode("utf-16-le"))
'utf-16-le'
>>> guess_encoding(b"PK\x03\x04\x00\x00") is None
True
>>> is_mostly_utf8("раздача;игрок\n1;Анна\n".encode("windows-1251"))
False
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, BinaryIO

from ofc_analytics.errors import FormatError, ParseIssue

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["guess_encoding", "is_mostly_utf8", "not_utf8", "one_byte_encoding", "to_utf8"]

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
_STRANGE = 0.2
"""Share of strange characters above which no text is taken to be in an encoding."""
_BLOCK = 1 << 20
_AROUND = 20
_OLD_ENCODINGS = ["cp1251", "cp866", "koi8_r", "cp1252", "cp1250", "cp1254"]
"""What Windows, DOS and Unix wrote Russian in, and Windows western and central European languages and Turkish."""
_STRAYS = 4
"""A text is UTF-8 with slips in it where at most one line in so many is not."""


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


def is_mostly_utf8(head: bytes) -> bool:
    """Whether a text is UTF-8 but for stray lines, and not in another encoding altogether.

    In an old one-byte encoding nearly every line with a letter outside ASCII is no UTF-8. One line may
    be a slip anywhere; several are slips where at least as many are proper, or few lines are concerned.
    """
    lines = [line for line in head.splitlines() if line.strip()]
    strays = sum(not _is_utf8(line) for line in lines)
    proper = sum(not line.isascii() for line in lines) - strays
    return strays <= max(1, len(lines) // _STRAYS, proper)


def one_byte_encoding(head: bytes) -> str | None:
    r"""Tell the old encoding of a text that is not UTF-8; None where several are as likely.

    >>> one_byte_encoding("раздача;игрок;верх\n1;Анна;Qc Qd 7s\n2;Борис;Ac 8c 6s".encode("windows-1251"))
    'cp1251'
    """
    from charset_normalizer import from_bytes  # noqa: PLC0415 (costs a tenth of a second, and is hardly ever needed)

    matches = list(from_bytes(head, cp_isolation=_OLD_ENCODINGS, threshold=_STRANGE))
    ranks = [(match.chaos, -match.coherence) for match in matches]
    return matches[0].encoding if matches and ranks.count(ranks[0]) == 1 else None


def to_utf8(
    stream: BinaryIO, encoding: str, file: str, strays: list[int], *, whole: bool = True
) -> Iterator[tuple[bytes, bytes]]:
    """Blocks of a text as they are, each with the same in UTF-8; a byte order mark is left out of the latter.

    Parameters
    ----------
    stream, encoding
        The text, and what `guess_encoding` says of it.
    file
        Path or name for messages.
    strays
        Takes the 1-based numbers of the lines of UTF-8 text that are not UTF-8; their bytes stay as they are.
    whole
        Whether the text has its end; half a character at the end of a text that is cut off is no fault.

    Raises
    ------
    FormatError
        If the content is not of another encoding that it was taken for; its issue names line and byte.
    """
    if encoding.startswith("utf-8"):
        yield from _utf8_lines(stream, strays)
        return
    decoder = codecs.getincrementaldecoder(encoding)()
    offset, lines = 0, 1
    while True:
        block = stream.read(_BLOCK)
        kept = len(decoder.getstate()[0])
        try:
            text = decoder.decode(block, final=whole and not block)
        except UnicodeDecodeError as error:
            raise FormatError(_bad_byte(error, offset - kept, lines, file)) from None
        if not block:
            return
        offset += len(block)
        lines += text.count("\n")
        yield block, text.encode()


def not_utf8(head: bytes, file: str) -> ParseIssue | None:
    """Give the fault of a text whose beginning is not UTF-8, at its first bad byte; None where it is."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError as error:
        return _bad_byte(error, 0, 1, file)
    return None


def _utf8_lines(stream: BinaryIO, strays: list[int]) -> Iterator[tuple[bytes, bytes]]:
    """Blocks of whole lines, so that a fault lies within one."""
    line = 1
    while block := stream.read(_BLOCK) + stream.readline():
        if not _is_utf8(block):
            strays += [at for at, text in enumerate(block.splitlines(), line) if not _is_utf8(text)]
        yield block, block.removeprefix(codecs.BOM_UTF8) if line == 1 else block
        line += block.count(b"\n") + (block.count(b"\r") - block.count(b"\r\n") if b"\r" in block else 0)


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def _reads_as(sample: bytes, encoding: str) -> bool:
    text = sample.decode(encoding, errors="replace")
    return len(_USUAL.findall(text)) >= _MOSTLY * len(text)


def _bad_byte(error: UnicodeDecodeError, offset: int, lines: int, file: str) -> ParseIssue:
    before = error.object[: error.start].decode(error.encoding, errors="replace")
    bad = error.object[error.start]
    start = before.rfind("\n") + 1
    name = "UTF-16" if error.encoding.startswith("utf-16") else error.encoding.upper()
    is_json = error.object.lstrip().startswith(b"{")
    program = "in a text editor" if is_json else "as 'CSV UTF-8' in a spreadsheet or in a text editor"
    return ParseIssue(
        code="encoding",
        message=f"byte {offset + error.start + 1:,} of the file (0x{bad:02x}) is not {name} text",
        file=file,
        line=lines + before.count("\n"),
        text=before[max(start, len(before) - _AROUND) :] + "\N{REPLACEMENT CHARACTER}",
        expected=f"UTF-8: save it again {program} with encoding UTF-8, or convert it, e.g. from an older Russian "
        "Windows: iconv -f WINDOWS-1251 -t UTF-8",
    )
