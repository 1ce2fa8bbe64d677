"""Imports files: read in parallel, written one after another, a transaction a file."""

from __future__ import annotations

import time
from bisect import bisect_left
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Self

from ofc_analytics.archive.connecting import LONGEST_PAUSE, connected, transaction
from ofc_analytics.archive.decoding import Decoded, Earlier, decode, known_as, no_room
from ofc_analytics.archive.parallel import cores, in_order
from ofc_analytics.archive.scratch import scratch
from ofc_analytics.archive.writing import FileReport, write
from ofc_analytics.errors import ArchiveError, ParseIssue
from ofc_analytics.formats.opening import list_files

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType

    from duckdb import DuckDBPyConnection

__all__ = ["ImportReport", "import_files", "is_itself"]

_HOLD = 2.0  # seconds for which the archive is kept open at most, so that others get their turn
_SMALL = 1 << 20  # bytes; less than this is read sooner than another process has started


@dataclass(slots=True)
class ImportReport:
    """What came of an import, file by file."""

    files: list[FileReport] = field(default_factory=list)

    def total(self, count: str) -> int:
        """Sum one of the counts of `FileReport` over all files."""
        return sum(getattr(file, count) for file in self.files)

    @property
    def issues(self) -> list[ParseIssue]:
        """Everything that was met, file by file."""
        return [issue for file in self.files for issue in file.issues]


def import_files(
    archive: Path,
    paths: Iterable[str | os.PathLike[str]],
    *,
    input_format: str | None = None,
    workers: int | None = None,
    told: Callable[[FileReport], None] = lambda _file: None,
) -> ImportReport:
    """Import files, folders and packed files into an archive, which is made if it is not there.

    Each file is one transaction: whatever happens, the archive holds it whole or not at all.

    Parameters
    ----------
    archive
        The archive's file.
    paths
        Files and folders.
    input_format
        Name of a parser; without it each file's content decides.
    workers
        Number of processes that read; None for one a core, and 1 reads in this process.
    told
        Called with each file's report as soon as it is written.

    Raises
    ------
    ArchiveError
        If the archive cannot be written; what was written before stays.
    FormatError
        If `input_format` names no parser.
    """
    found = [_without(archive, path) for path in list_files(paths)]
    with connected(archive, write=True) as connection:  # tells at once if it cannot be written
        earlier = earlier_imports(connection)
    report = ImportReport()
    with _kept() as folder, _Turns(archive) as turns:
        jobs = [_Job(path, _of(path, earlier), folder, input_format) for path in found]
        for job, decoded in zip(
            jobs, in_order(_Job.read, jobs, workers=_workers(found, workers)), strict=True
        ):
            for one in decoded:
                done = FileReport(one.file, same=True) if one.same else turns.write(one, job)
                report.files.append(done)
                told(done)
                one.remove()
    return report


@contextmanager
def _kept() -> Iterator[Path]:
    """Give a folder for what was read and is not written yet."""
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(scratch("ofc-import-"))
        except OSError as error:
            raise ArchiveError(no_room("the folder for temporary files", error)) from error
        yield folder


def earlier_imports(connection: DuckDBPyConnection, path: str | None = None) -> dict[str, Earlier]:
    """Give the last import of each file that stands, or of one file, by absolute path and in order of paths."""
    rows = connection.execute(
        "SELECT path, import_id, reading, sha256, text_sha256, size, parser, parser_version, resume_line FROM imports "
        "WHERE undone_at IS NULL AND path IS NOT NULL AND path = coalesce(?, path) "
        "QUALIFY row_number() OVER (PARTITION BY path ORDER BY import_id DESC) = 1",
        [path],
    ).fetchall()
    return {name: Earlier(*last) for name, *last in sorted(rows)}


def _without(archive: Path, path: str | ParseIssue) -> str | ParseIssue:
    """The archive itself is none of the files."""
    if isinstance(path, ParseIssue) or not is_itself(Path(path), archive):
        return path
    return ParseIssue(
        code="archive-itself",
        message="the archive is not imported into itself",
        file=path,
        severity="note",
    )


def is_itself(path: Path, archive: Path) -> bool:
    """Whether a file is the archive, or belongs to it while it is open."""
    if path.name.startswith(f"{archive.name}.") and path.parent.absolute() == archive.parent.absolute():
        return True
    try:
        return path.samefile(archive)
    except (OSError, ValueError):
        return False


class _Turns:
    """Opens the archive to write a few files, and closes it in between, so that others can read and write too."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._open = ExitStack()
        self._connection: DuckDBPyConnection | None = None
        self._since = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection = None
        self._open.__exit__(kind, error, trace)  # so that an error of the database is told in words

    def write(self, decoded: Decoded, job: _Job) -> FileReport:
        if self._connection is None:
            self._connection = self._open.enter_context(connected(self._archive, write=True))
            self._since = time.monotonic()
        with transaction(self._connection):
            report = self._write(self._connection, decoded, job)
        if time.monotonic() - self._since > _HOLD:
            self._close()
        return report

    def _write(self, connection: DuckDBPyConnection, decoded: Decoded, job: _Job) -> FileReport:
        """Write what was read, unless somebody else has imported or undone the file since: then it is read anew."""
        last = None
        if decoded.path is not None and decoded.parser is not None:
            last = earlier_imports(connection, decoded.path).get(decoded.path)
        if (None if last is None else last.import_id) == decoded.follows:
            return write(connection, decoded)
        decoded.remove()
        known = {} if last is None or decoded.path is None else {decoded.path: last}
        [again] = [one for one in replace(job, earlier=known).read() if one.file == decoded.file]
        report = FileReport(again.file, same=True) if again.same else write(connection, again)
        again.remove()
        return report

    def _close(self) -> None:
        self._connection = None
        self._open.close()
        time.sleep(2 * LONGEST_PAUSE)  # whoever waits asks again within this time


@dataclass(frozen=True, slots=True)
class _Job:
    """A path to read, with what is known of the files there; it can be sent to another process."""

    path: str | ParseIssue
    earlier: dict[str, Earlier]
    folder: Path
    input_format: str | None

    def read(self) -> list[Decoded]:
        if isinstance(self.path, ParseIssue):
            return [Decoded(self.path.file, issues=[self.path])]
        return decode(self.path, self.folder, self.earlier, self.input_format)


def _of(path: str | ParseIssue, earlier: dict[str, Earlier]) -> dict[str, Earlier]:
    """The last imports of a file, or of a packed file's members; `earlier` is in order of paths."""
    whole = None if isinstance(path, ParseIssue) else known_as(path)
    if whole is None:
        return {}
    if whole in earlier:
        return {whole: earlier[whole]}
    names = list(earlier)
    inside = f"{whole}/"
    members = takewhile(lambda name: name.startswith(inside), names[bisect_left(names, inside) :])
    return {name: earlier[name] for name in members}


def _workers(found: list[str | ParseIssue], wanted: int | None) -> int:
    if wanted is not None:
        return wanted
    return 1 if sum(_size(path) for path in found if isinstance(path, str)) < _SMALL else cores()


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except (OSError, ValueError):
        return 0
