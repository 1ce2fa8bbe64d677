"""From a path to open inputs: folders are walked, gz and zip unpacked, and text brought to UTF-8.

Whatever stands at a path is opened once and looked through once: that gives its SHA-256 and the place of
the first byte that is no text, so that a parser downstream meets neither surprise. What is packed, piped
or in another encoding than UTF-8 goes through a temporary file; a plain file is read where it lies.
"""

from __future__ import annotations

import gzip
import hashlib
import lzma
import os
import shutil
import sys
import tempfile
import zipfile
import zlib
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, cast

from ofc_analytics.errors import FormatError, ParseIssue
from ofc_analytics.formats.encoding import guess_encoding, to_utf8

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["HEAD", "MAX_MEMBERS", "MAX_RATIO", "MAX_UNPACKED", "STDIN", "Input", "InputPath", "open_inputs"]

InputPath = str | os.PathLike[str] | BinaryIO
"""A path, ``"-"`` for standard input, or an open binary file."""

HEAD = 1 << 16
"""Bytes that formats are told by."""

MAX_UNPACKED = 4 << 30
"""Most bytes that one archive may unpack to, all its members together."""

MAX_RATIO = 200
"""Most times its own size that one archive may unpack to; small ones, up to 16 MiB unpacked, may do more."""

MAX_MEMBERS = 10_000
"""Most members of one archive."""

STDIN = "stdin"

_BLOCK = 1 << 20
_IN_MEMORY = 1 << 26
_RATIO_FREE = 1 << 24
_GZIP = b"\x1f\x8b"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_DOCUMENTS = {"[Content_Types].xml", "mimetype"}
"""A zip holding one of these is an office document, not an archive."""
_HIDDEN = (".", "~$", "__MACOSX")
_DAMAGED = (
    OSError,
    ValueError,  # zipfile seeks before the start of a file whose directory was damaged
    EOFError,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    RuntimeError,
    NotImplementedError,
)
"""What the unpacking modules raise; RuntimeError is zipfile's for a password."""


@dataclass(frozen=True, slots=True)
class Input:
    """One open input, ready for a parser.

    Attributes
    ----------
    file
        Path or name, for messages; a member of an archive is ``night.zip/night.csv``.
    name
        File name alone, without ``.gz``.
    sha256
        SHA-256 (hex) of the content: uncompressed, before any change of encoding.
    head
        The first 64 KiB of `stream`.
    binary
        Whether it is no text.
    stream
        Text as UTF-8 without a byte order mark, or the binary content. It closes when the next input opens.
    """

    file: str
    name: str
    sha256: str
    head: bytes
    binary: bool
    stream: BinaryIO


def open_inputs(paths: InputPath | Iterable[InputPath]) -> Iterator[Input | ParseIssue]:
    """Open everything at some paths, one after another; what cannot be opened comes as an issue in its place.

    Parameters
    ----------
    paths
        Files, folders (walked in sorted order, hidden files left out), ``"-"`` for standard input, or open
        binary files. gz and zip are unpacked, one level deep.

    Yields
    ------
    Input or ParseIssue
        An issue's code is ``file-missing``, ``file-unreadable``, ``file-empty``, ``encoding``,
        ``archive-too-large`` or ``archive-nested``.
    """
    single = isinstance(paths, str | os.PathLike) or hasattr(paths, "read")
    for path in cast("Iterable[InputPath]", [paths] if single else paths):
        if path == "-":
            yield from _open(sys.stdin.buffer, STDIN, STDIN)
        elif isinstance(path, str | os.PathLike):
            yield from _open_path(Path(path))
        else:
            name = str(getattr(path, "name", "stream"))
            yield from _open(path, name, Path(name).name)


def _open_path(path: Path) -> Iterator[Input | ParseIssue]:
    if os.path.isdir(path):  # noqa: PTH112 (Path.is_dir raises where a parent folder may not be entered)
        yield from _open_folder(path)
        return
    try:
        stream = path.open("rb")
    except (FileNotFoundError, ValueError):  # ValueError: a null character in the path
        yield _issue(
            "file-missing", "there is no such file or folder", str(path), expected="a file, a folder or -"
        )
    except OSError as error:
        yield _unreadable(error, str(path))
    else:
        with stream:
            yield from _open(stream, str(path), path.name)


def _open_folder(folder: Path) -> Iterator[Input | ParseIssue]:
    closed: list[OSError] = []
    empty = True
    for place, folders, files in os.walk(folder, onerror=closed.append):
        folders[:] = sorted(name for name in folders if not name.startswith(_HIDDEN))
        for name in sorted(files):
            if not name.startswith(_HIDDEN):
                empty = False
                yield from _open_path(Path(place, name))
    for error in closed:
        yield _unreadable(error, str(error.filename))
    if empty and not closed:
        yield _issue(
            "file-missing", "the folder holds no files", str(folder), expected="a folder with logs or sheets"
        )


def _open(stream: BinaryIO, file: str, name: str) -> Iterator[Input | ParseIssue]:
    """Open what a stream holds: an archive's members, or the stream itself."""
    with ExitStack() as stack:
        try:
            if not stream.seekable():
                stream = _copy(stream, stack)
            head = _head(stream)
            if head.startswith(_ZIP) and _is_archive(stream):
                inputs = _open_members(stack.enter_context(zipfile.ZipFile(stream)), file)
            else:
                if head.startswith(_GZIP):
                    name = name.removesuffix(".gz")
                    stream = _gunzip(stream, file, stack)
                inputs = iter([_ready(stream, file, name, stack)])
        except FormatError as error:
            yield error.issue
        except _DAMAGED as error:
            yield _unreadable(error, file)
        else:
            yield from inputs


def _open_members(archive: zipfile.ZipFile, file: str) -> Iterator[Input | ParseIssue]:
    members = [
        member for member in archive.infolist() if not member.is_dir() and not _is_hidden(member.filename)
    ]
    if not members:
        yield _issue(
            "file-empty", "the archive holds no files", file, expected="an archive of logs or sheets"
        )
    if len(members) > MAX_MEMBERS:
        message = f"the archive has {len(members):,} members"
        expected = f"at most {MAX_MEMBERS:,}; unpack it and give the folder"
        yield _issue("archive-too-large", message, file, expected=expected)
        return
    allowance = _Allowance(sum(member.compress_size for member in members))
    for member in sorted(members, key=lambda member: member.filename):
        shown = f"{file}/{member.filename}"
        with ExitStack() as stack:
            try:
                packed = stack.enter_context(archive.open(member))
                stream = allowance.unpack(packed, shown, stack)
                _refuse_nested(stream, shown)
                found = _ready(stream, shown, Path(member.filename).name, stack)
            except FormatError as error:
                yield error.issue
                if error.issue.code == "archive-too-large":
                    return
            except _DAMAGED as error:
                yield _unreadable(error, shown)
            else:
                yield found


def _gunzip(stream: BinaryIO, file: str, stack: ExitStack) -> BinaryIO:
    packed = stream.seek(0, os.SEEK_END)
    stream.seek(0)
    unpacked = _Allowance(packed).unpack(
        cast("IO[bytes]", gzip.GzipFile(fileobj=stream, mode="rb")), file, stack
    )
    _refuse_nested(unpacked, file)
    return unpacked


class _Allowance:
    """How much one archive may still unpack to; what its members declare of themselves is not believed."""

    def __init__(self, packed: int) -> None:
        self._limit = min(MAX_UNPACKED, max(_RATIO_FREE, MAX_RATIO * packed))
        self._left = self._limit

    def unpack(self, packed: IO[bytes], file: str, stack: ExitStack) -> BinaryIO:
        """Unpack into a temporary file."""
        unpacked = _temporary(stack)
        while block := packed.read(_BLOCK):
            self._left -= len(block)
            if self._left < 0:
                message = f"the archive unpacks to more than {self._limit >> 20:,} MiB"
                expected = (
                    f"at most {MAX_RATIO} times its own size and {MAX_UNPACKED >> 30} GiB; "
                    "unpack a larger one that you trust yourself"
                )
                raise FormatError(_issue("archive-too-large", message, file, expected=expected))
            unpacked.write(block)
        unpacked.seek(0)
        return unpacked


def _ready(stream: BinaryIO, file: str, name: str, stack: ExitStack) -> Input:
    """Look a stream through once, and bring it to UTF-8 if it is text."""
    head = _head(stream)
    encoding = guess_encoding(head)
    if encoding is None:
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()  # type: ignore[arg-type]
        stream.seek(0)
        return Input(file, name, sha256, head, binary=True, stream=stream)
    digest = hashlib.sha256()
    recoded = None if encoding.startswith("utf-8") else _temporary(stack)
    blank = True
    for block, text in to_utf8(stream, encoding, file):
        digest.update(block)
        blank = blank and not text.strip()
        if recoded is not None:
            recoded.write(text)
    if blank:
        raise FormatError(_issue("file-empty", "the file is empty", file, expected="at least one hand"))
    if recoded is not None:
        stream = recoded
    start = 3 if encoding == "utf-8-sig" else 0
    stream.seek(start)
    head = stream.read(HEAD)
    stream.seek(start)
    return Input(file, name, digest.hexdigest(), head, binary=False, stream=stream)


def _is_archive(stream: BinaryIO) -> bool:
    with zipfile.ZipFile(stream) as archive:
        document = _DOCUMENTS.intersection(archive.namelist())
    stream.seek(0)
    return not document


def _refuse_nested(stream: BinaryIO, file: str) -> None:
    head = _head(stream)
    if head.startswith(_GZIP) or (head.startswith(_ZIP) and _is_archive(stream)):
        raise FormatError(
            _issue(
                "archive-nested",
                "an archive within an archive",
                file,
                expected="one level; unpack the outer one",
            )
        )


def _head(stream: BinaryIO) -> bytes:
    head = stream.read(HEAD)
    stream.seek(0)
    return head


def _temporary(stack: ExitStack) -> BinaryIO:
    return cast("BinaryIO", stack.enter_context(tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)))


def _copy(stream: BinaryIO, stack: ExitStack) -> BinaryIO:
    copy = _temporary(stack)
    shutil.copyfileobj(stream, copy)
    copy.seek(0)
    return copy


def _is_hidden(member: str) -> bool:
    return any(part.startswith(_HIDDEN) for part in member.split("/"))


def _unreadable(error: BaseException, file: str) -> ParseIssue:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return _issue("file-unreadable", f"it cannot be read: {reason}", file)


def _issue(code: str, message: str, file: str, *, expected: str | None = None) -> ParseIssue:
    return ParseIssue(code=code, message=message, file=file, expected=expected)
