"""Reads one file in a process of its own, and lays what it holds down in a folder, batch by batch."""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import polars as pl

from ofc_analytics.archive.layout import BESIDE, QUARANTINE
from ofc_analytics.errors import ArchiveError, FormatError, ParseIssue
from ofc_analytics.formats.opening import STDIN, Input, open_inputs
from ofc_analytics.formats.reading import batches_of, parser_for
from ofc_analytics.formats.registry import named
from ofc_analytics.settlement.entries import with_ids

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofc_analytics.formats.beside import Beside
    from ofc_analytics.formats.contract import Parser

__all__ = ["Decoded", "Earlier", "decode", "known_as", "no_room"]

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Earlier:
    """The last import of a file that stands, and with which import its reading began."""

    import_id: int
    reading: int
    sha256: str
    text_sha256: str
    size: int
    parser: str
    version: str
    resume_line: int


@dataclass(slots=True)
class Decoded:
    """What one input holds. The frames of its batches lie as files, to be read one after another.

    Attributes
    ----------
    file
        Path or name of the input, as in the issues.
    sha256
        Of its content, unpacked.
    text_sha256, size
        Of that in UTF-8, as parsers read it; size in bytes.
    parser, version
        What read it; None where nothing could.
    same
        Whether it is what the earlier import had read, so that nothing was read again.
    first_line
        Where reading began.
    follows
        The last import of this file before.
    reading
        The reading of the file that this goes on with: it begins with what that had read. None where it is another one.
    resume_line
        Where a later reading may begin.
    hands, beside
        Files of frames.
    issues
        What was met.
    raw
        The bytes of the lines that issues are about.
    """

    file: str
    sha256: str = ""
    text_sha256: str = ""
    size: int = 0
    parser: str | None = None
    version: str | None = None
    same: bool = False
    first_line: int = 1
    follows: int | None = None
    reading: int | None = None
    resume_line: int = 1
    hands: list[Path] = field(default_factory=list)
    beside: dict[str, list[Path]] = field(default_factory=lambda: {name: [] for name in BESIDE})
    issues: list[ParseIssue] = field(default_factory=list)
    raw: dict[int, bytes] = field(default_factory=dict)

    @property
    def path(self) -> str | None:
        """Absolute path by which the input is known again."""
        return known_as(self.file)

    def remove(self) -> None:
        """Remove the files of frames."""
        for file in (*self.hands, *(file for files in self.beside.values() for file in files)):
            file.unlink(missing_ok=True)

    @property
    def quarantine(self) -> pl.DataFrame:
        """Issues as rows of the table, without ``import_id``."""
        names = [name for name in QUARANTINE if name not in {"import_id", "number", "raw"}]
        rows = [[getattr(issue, name) for name in names] for issue in self.issues]
        written = pl.DataFrame(rows, schema={name: QUARANTINE[name] for name in names}, orient="row")
        raw = [self._raw(issue) for issue in self.issues]
        return written.with_columns(
            number=pl.int_range(1, len(rows) + 1, dtype=pl.UInt32),
            raw=pl.Series(raw, dtype=pl.Binary()),
        )

    def _raw(self, issue: ParseIssue) -> bytes | None:
        if issue.line in self.raw and issue.sheet is None:
            return self.raw[issue.line]
        return None if issue.raw is None else issue.raw.encode(errors="surrogateescape")


def decode(
    path: str, folder: Path, earlier: Mapping[str, Earlier], input_format: str | None
) -> list[Decoded]:
    """Read every input at a path: one of a plain file, one a member of an archive.

    Parameters
    ----------
    path
        A file.
    folder
        Takes the files of frames; somebody else empties it.
    earlier
        By the absolute path of an input, its last import.
    input_format
        Name of a parser; None lets the content decide.
    """
    wanted = None if input_format is None else named(input_format)
    return [
        Decoded(found.file, issues=[found])
        if isinstance(found, ParseIssue)
        else _read(found, wanted, folder, earlier.get(known_as(found.file) or ""))
        for found in open_inputs(path)
    ]


def known_as(file: str) -> str | None:
    """Absolute path by which an input is known again; None for standard input, which is another one each time."""
    return None if file == STDIN else os.path.abspath(file)  # noqa: PTH100 (a member of an archive is no path)


def _read(found: Input, wanted: Parser | None, folder: Path, earlier: Earlier | None) -> Decoded:
    text_sha256, size = _measure(found.stream)
    decoded = Decoded(found.file, found.sha256, text_sha256, size)
    try:
        parser = parser_for(found, wanted)
    except FormatError as error:
        decoded.issues.append(error.issue)
        return decoded
    decoded.parser, decoded.version = parser.name, parser.version
    with ExitStack() as stack:
        if earlier is not None:
            found = _after(earlier, found, parser, decoded, stack)
        if not decoded.same:
            _lay_down(found, parser, decoded, folder)
    return decoded


def _lay_down(found: Input, parser: Parser, decoded: Decoded, folder: Path) -> None:
    for batch in batches_of(found, parser):
        decoded.issues += batch.issues
        if batch.hands.height:
            decoded.hands.append(_file_of(batch.hands, folder))
        decoded.resume_line = max(decoded.first_line, batch.resume_line)
        _take_beside(batch.beside, decoded, folder)
    if not found.binary:
        decoded.raw = _lines(found.stream, {issue.line for issue in decoded.issues if issue.line is not None})


def _after(earlier: Earlier, found: Input, parser: Parser, decoded: Decoded, stack: ExitStack) -> Input:
    """See what an earlier import leaves to read: nothing, what the file has grown by, or all of it."""
    read_alike = (earlier.parser, earlier.version) == (parser.name, parser.version)
    decoded.follows = earlier.import_id
    decoded.same = read_alike and earlier.sha256 == found.sha256
    if decoded.same or not _begins_with(found.stream, earlier):
        return found
    decoded.reading = earlier.reading
    if not read_alike or earlier.resume_line == 1:
        return found
    decoded.first_line = first = earlier.resume_line
    rest = stack.enter_context(_blanked(found.stream, first))
    return replace(found, stream=rest, first_line=first, strays=tuple(s for s in found.strays if s >= first))


def _take_beside(beside: Beside, decoded: Decoded, folder: Path) -> None:
    written = (
        ("entries", map(with_ids, beside.entries)),
        ("club_tables", beside.tables),
        ("club_lines", beside.lines),
        ("club_members", beside.members),
    )
    for name, frames in written:
        decoded.beside[name] += [_file_of(frame, folder) for frame in frames]


def _file_of(frame: pl.DataFrame, folder: Path) -> Path:
    try:
        with tempfile.NamedTemporaryFile(dir=folder, suffix=".arrow", delete=False) as file:
            frame.write_ipc(file, compression="lz4")
    except OSError as error:
        raise ArchiveError(no_room(folder.parent, error)) from error
    return Path(file.name)


def no_room(place: Path | str, error: OSError) -> str:
    """Say that the folder for temporary files does not take what was read."""
    return (
        f"{place}: what was read cannot be kept there: {error.strerror or error}; TMPDIR names another folder"
    )


def _begins_with(stream: BinaryIO, earlier: Earlier) -> bool:
    """Whether the content up to where it ended at the earlier import is still the same."""
    return _measure(stream, earlier.size) == (earlier.text_sha256, earlier.size)


def _measure(stream: BinaryIO, most: int | None = None) -> tuple[str, int]:
    """SHA-256 (hex) and size of a stream, or of its first bytes."""
    start = stream.tell()
    digest = hashlib.sha256()
    size = stream.seek(0)
    while block := stream.read(_BLOCK if most is None else min(_BLOCK, most - size)):
        digest.update(block)
        size += len(block)
    stream.seek(start)
    return digest.hexdigest(), size


def _blanked(stream: BinaryIO, first_line: int) -> BinaryIO:
    """The stream with blank lines for those that were read before, so that all keep their numbers."""
    for _ in range(first_line - 1):
        stream.readline()
    rest = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the reading)
    rest.write(b"\n" * (first_line - 1))
    while block := stream.read(_BLOCK):
        rest.write(block)
    rest.seek(0)
    return rest


def _lines(stream: BinaryIO, wanted: set[int]) -> dict[int, bytes]:
    if not wanted:
        return {}
    stream.seek(0)
    last = max(wanted)
    found: dict[int, bytes] = {}
    for number, line in enumerate(stream, 1):
        if number in wanted:
            found[number] = line.rstrip(b"\r\n")
        if number == last:
            break
    return found
