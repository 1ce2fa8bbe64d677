"""Reads one file in a process of its own, and lays what it holds down in a folder, batch by batch."""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import polars as pl

from ofc_analytics.archive.layout import BESIDE, QUARANTINE
from ofc_analytics.errors import FormatError, ParseIssue
from ofc_analytics.formats.opening import STDIN, Input, open_inputs
from ofc_analytics.formats.reading import batches_of, parser_for
from ofc_analytics.formats.registry import named
from ofc_analytics.settlement.entries import with_ids

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofc_analytics.formats.beside import Beside
    from ofc_analytics.formats.contract import Parser

__all__ = ["Decoded", "Earlier", "decode", "known_as"]

_UNFINISHED = "hand-unfinished"
"""Code of an issue that a hand had no end yet: a growing file is read on from there."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """The last import of a file that stands."""

    import_id: int
    sha256: str
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
    sha256, size
        Of its content, unpacked; size in bytes.
    parser, version
        What read it; None where nothing could.
    same
        Whether it is what the earlier import had read, so that nothing was read again.
    first_line
        Where reading began.
    follows
        The last import of this file before.
    replaces
        Whether that had read the same content, by another version of the parser.
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
    size: int = 0
    parser: str | None = None
    version: str | None = None
    same: bool = False
    first_line: int = 1
    follows: int | None = None
    replaces: bool = False
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
        names = [name for name in QUARANTINE if name not in {"import_id", "number", "closed_by", "raw"}]
        rows = [[getattr(issue, name) for name in names] for issue in self.issues]
        written = pl.DataFrame(rows, schema={name: QUARANTINE[name] for name in names}, orient="row")
        raw = [self._raw(issue) for issue in self.issues]
        return written.with_columns(
            number=pl.int_range(1, len(rows) + 1, dtype=pl.UInt32),
            raw=pl.Series(raw, dtype=pl.Binary()),
            closed_by=pl.lit(None, pl.UInt32()),
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
    decoded = Decoded(found.file, found.sha256, _size(found.stream))
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
            decoded.resume_line = max(decoded.resume_line, _last_line(batch.hands))
        _take_beside(batch.beside, decoded, folder)
    decoded.resume_line = max(decoded.first_line, _resume_line(decoded))
    if not found.binary:
        decoded.raw = _lines(found.stream, {issue.line for issue in decoded.issues if issue.line is not None})


def _after(earlier: Earlier, found: Input, parser: Parser, decoded: Decoded, stack: ExitStack) -> Input:
    """See what an earlier import leaves to read: nothing, what the file has grown by, or all of it."""
    read_alike = (earlier.parser, earlier.version) == (parser.name, parser.version)
    decoded.follows = earlier.import_id
    if earlier.sha256 == found.sha256:
        decoded.same, decoded.replaces = read_alike, not read_alike
    elif read_alike and getattr(parser, "resumable", False) and _begins_with(found.stream, earlier):
        decoded.first_line = earlier.resume_line
        rest = stack.enter_context(_blanked(found.stream, earlier.resume_line))
        return replace(found, stream=rest, first_line=earlier.resume_line)
    return found


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
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".arrow", delete=False) as file:
        frame.write_ipc(file, compression="lz4")
    return Path(file.name)


def _last_line(hands: pl.DataFrame) -> int:
    line = hands["source"].struct.field("line").max()
    return int(line) if isinstance(line, int) else 1


def _resume_line(decoded: Decoded) -> int:
    """The last whole hand's line, which is read again and known again, or that of the first one without an end."""
    open_hands = [
        issue.line for issue in decoded.issues if issue.code == _UNFINISHED and issue.line is not None
    ]
    return min([decoded.resume_line, *open_hands])


def _begins_with(stream: BinaryIO, earlier: Earlier) -> bool:
    """Whether the content up to where it ended at the earlier import is still the same."""
    start = stream.tell()
    digest = hashlib.sha256()
    left = earlier.size
    stream.seek(0)
    while left > 0 and (block := stream.read(min(left, io.DEFAULT_BUFFER_SIZE << 4))):
        digest.update(block)
        left -= len(block)
    stream.seek(start)
    return left == 0 and digest.hexdigest() == earlier.sha256


def _blanked(stream: BinaryIO, first_line: int) -> BinaryIO:
    """The stream with blank lines for those that were read before, so that all keep their numbers."""
    for _ in range(first_line - 1):
        stream.readline()
    rest = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the reading)
    rest.write(b"\n" * (first_line - 1))
    while block := stream.read(1 << 20):
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


def _size(stream: BinaryIO) -> int:
    at = stream.tell()
    size = stream.seek(0, io.SEEK_END)
    stream.seek(at)
    return size
