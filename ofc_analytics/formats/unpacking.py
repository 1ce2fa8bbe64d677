"""Unpacking gz and the members of a zip into temporary files, no further than is safe and as far as there is something.

A gz that is cut off, or has something else behind its end, gives what it holds up to there. One whose
checksum is wrong gives nothing: somewhere in it cards or amounts have changed.
"""

from __future__ import annotations

import os
import tempfile
import zlib
from typing import IO, TYPE_CHECKING, BinaryIO, cast

from ofc_analytics.errors import FormatError, ParseIssue

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import ExitStack

__all__ = ["CUT", "GZIP", "MAX_RATIO", "MAX_UNPACKED", "Allowance", "drop_open_line", "gunzip", "temporary"]

MAX_UNPACKED = 4 << 30
"""Most bytes that one archive may unpack to, all its members together."""

MAX_RATIO = 200
"""Most times its own size that one archive may unpack to; small ones, up to 16 MiB unpacked, may do more."""

GZIP = b"\x1f\x8b"

CUT = "archive-cut"
"""Code of the fault of an archive that ends before its content does."""

_BLOCK = 1 << 20
_IN_MEMORY = 1 << 26
_RATIO_FREE = 1 << 24
_GZIP_BITS = 16 + zlib.MAX_WBITS
_SHOWN_BYTES = 16


class Allowance:
    """How much one archive may still unpack to; what its members declare of themselves is not believed."""

    def __init__(self, packed: int) -> None:
        self._limit = min(MAX_UNPACKED, max(_RATIO_FREE, MAX_RATIO * packed))
        self._left = self._limit

    def unpack(self, packed: IO[bytes], file: str, stack: ExitStack) -> BinaryIO:
        """Unpack into a temporary file."""
        unpacked = temporary(stack)
        while block := packed.read(_BLOCK):
            self.spend(len(block), file)
            unpacked.write(block)
        unpacked.seek(0)
        return unpacked

    def spend(self, size: int, file: str) -> None:
        """Take note of so many bytes more.

        Raises
        ------
        FormatError
            With code ``archive-too-large``, if they are too many.
        """
        self._left -= size
        if self._left < 0:
            raise FormatError(
                ParseIssue(
                    code="archive-too-large",
                    message=f"the archive unpacks to more than {self._limit >> 20:,} MiB",
                    file=file,
                    expected=f"at most {MAX_RATIO} times its own size and {MAX_UNPACKED >> 30} GiB; "
                    "unpack a larger one that you trust yourself",
                )
            )


def gunzip(stream: BinaryIO, file: str, stack: ExitStack) -> tuple[BinaryIO, ParseIssue | None]:
    """Unpack a gz into a temporary file.

    Returns
    -------
    unpacked, fault
        What could be unpacked, and why that is not all of it: ``archive-cut`` or ``archive-junk``.

    Raises
    ------
    FormatError
        If it unpacks to too much.
    zlib.error
        If its content is damaged.
    """
    allowance = Allowance(stream.seek(0, os.SEEK_END))
    stream.seek(0)
    unpacked = temporary(stack)
    fault = None
    try:
        for block in _gunzipped(stream):
            allowance.spend(len(block), file)
            unpacked.write(block)
    except EOFError:
        fault = ParseIssue(
            code=CUT,
            message="the archive is cut off; its whole lines before that are read",
            file=file,
            expected="a whole archive: copy or download it again",
        )
    except _JunkError as junk:
        fault = ParseIssue(
            code="archive-junk",
            message="behind the end of the archive stands something else, which is not read",
            file=file,
            text=junk.start.hex(" "),
            expected="nothing behind its end",
        )
    unpacked.seek(0)
    return unpacked, fault


def drop_open_line(stream: BinaryIO) -> int:
    """Take off what stands behind the last line end of a temporary file; give the number of lines that are left."""
    stream.seek(0)
    end = lines = start = 0
    while block := stream.read(_BLOCK):
        lines += block.count(b"\n")
        end = start + block.rfind(b"\n") + 1 if b"\n" in block else end
        start += len(block)
    stream.truncate(end)
    stream.seek(0)
    return lines


def temporary(stack: ExitStack) -> BinaryIO:
    """Give a temporary file, in memory while it is small."""
    return cast("BinaryIO", stack.enter_context(tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)))


class _JunkError(Exception):
    """Something that is no gzip behind the end of one."""

    def __init__(self, start: bytes) -> None:
        super().__init__()
        self.start = start


def _gunzipped(stream: BinaryIO) -> Iterator[bytes]:
    """Blocks of all members of a gz; EOFError where the stream ends within one."""
    packed = stream.read(_BLOCK)
    while packed:
        member = zlib.decompressobj(_GZIP_BITS)
        while not member.eof:
            packed = packed or stream.read(_BLOCK)
            block = member.decompress(packed, _BLOCK)
            if not packed and not block:
                raise EOFError
            yield block
            packed = member.unused_data if member.eof else member.unconsumed_tail
        while not (packed := packed.lstrip(b"\0")) and (more := stream.read(_BLOCK)):
            packed = more
        packed += stream.read(len(GZIP) - len(packed)) if 0 < len(packed) < len(GZIP) else b""
        if packed and not packed.startswith(GZIP):
            raise _JunkError(packed[:_SHOWN_BYTES])
