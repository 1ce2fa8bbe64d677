"""Imports what arrives in folders, once it is quiet."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ofc_analytics.archive.importing import is_itself
from ofc_analytics.errors import ArchiveError, ParseIssue
from ofc_analytics.formats.opening import list_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from threading import Event

    from ofc_analytics.archive.store import Archive
    from ofc_analytics.archive.writing import FileReport

__all__ = ["watch"]


class _State(NamedTuple):
    """What changes when a file is written to, or another one takes its place."""

    size: int
    changed: int
    inode: int


@dataclass(slots=True)
class _Quiet:
    """Which files have not changed for long enough, and were not handed out as they are now."""

    seconds: float
    seen: dict[str, tuple[_State, float]] = field(default_factory=dict)
    done: dict[str, _State] = field(default_factory=dict)

    def look(self, files: Iterable[str], now: float) -> list[str]:
        states = {file: state for file in files if (state := _state(file)) is not None}
        self.seen = {
            file: self.seen[file] if file in self.seen and self.seen[file][0] == state else (state, now)
            for file, state in states.items()
        }
        return [
            file
            for file, (state, since) in self.seen.items()
            if now - since >= self.seconds and self.done.get(file) != state
        ]

    def finish(self, files: Iterable[str]) -> None:
        self.done |= {file: self.seen[file][0] for file in files}


def watch(
    archive: Archive,
    folders: Iterable[str],
    stop: Event,
    *,
    quiet: float = 2.0,
    every: float = 1.0,
    input_format: str | None = None,
    told: Callable[[FileReport], None] = lambda _file: None,
    said: Callable[[str], None] = lambda _message: None,
) -> None:
    """Import files as they arrive in folders or grow, until `stop` is set; whatever is being written then is finished.

    Parameters
    ----------
    archive
        Where to.
    folders
        Folders, and files, that need not be there yet.
    stop
        Ends the watch.
    quiet
        Seconds for which a file must not have changed.
    every
        Seconds between two looks.
    input_format
        As in `ofc_analytics.archive.Archive.import_files`.
    told
        Called with the report of each file.
    said
        Called with what goes wrong with the archive; the files are tried again.
    """
    quieted = _Quiet(quiet)
    folders = list(folders)
    while not stop.is_set():
        found = [
            path
            for path in list_files(folders)
            if not isinstance(path, ParseIssue) and not is_itself(Path(path), archive.path)
        ]
        ready = quieted.look(found, time.monotonic())
        for file in ready:
            if stop.is_set():
                break
            try:
                archive.import_files(file, input_format=input_format, told=told)
            except ArchiveError as error:
                said(str(error))
                break
            quieted.finish([file])
        stop.wait(every)


def _state(file: str) -> _State | None:
    try:
        status = Path(file).stat()
    except (OSError, ValueError):
        return None  # it has gone again
    return _State(status.st_size, status.st_mtime_ns, status.st_ino)
