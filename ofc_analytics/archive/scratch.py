"""Folders for what is being made: removed at the end, and by the next one to come where their owner was killed."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["scratch"]

_TRIES = 3


@contextmanager
def scratch(prefix: str, place: Path | None = None) -> Iterator[Path]:
    """Make a folder, and remove it at the end with all that lies in it.

    It is locked for as long as its owner lives. Folders of the same prefix that nobody has locked are removed first.

    Parameters
    ----------
    prefix
        Beginning of its name, by which what is left of others is found.
    place
        The folder to make it in; None for the one for temporary files.

    Raises
    ------
    OSError
        If it cannot be made.
    """
    place = Path(tempfile.gettempdir()) if place is None else place
    for left in _of_prefix(prefix, place):
        if (lock := _locked(left)) is not None:
            shutil.rmtree(left, ignore_errors=True)
            os.close(lock)
    folder, lock = _made(prefix, place)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def _of_prefix(prefix: str, place: Path) -> list[Path]:
    with suppress(OSError), os.scandir(place) as found:
        return [Path(entry) for entry in found if entry.name.startswith(prefix)]
    return []


def _made(prefix: str, place: Path) -> tuple[Path, int | None]:
    """A new folder and its lock, if folders can be locked; in the moment before, it may be taken for a stale one."""
    for _ in range(_TRIES):
        folder = Path(tempfile.mkdtemp(prefix=prefix, dir=place))
        if (lock := _locked(folder)) is not None:
            return folder, lock
        shutil.rmtree(folder, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=prefix, dir=place)), None


def _locked(folder: Path) -> int | None:
    """Lock a folder of one's own; None where that is not to be had, or the folder is not there any more."""
    if sys.platform == "win32":
        return None
    import fcntl  # noqa: PLC0415 (Windows has none)

    with suppress(OSError):
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            opened = os.fstat(lock)
            if opened.st_uid == os.getuid() and os.path.samestat(opened, folder.stat()):
                return lock
        os.close(lock)
    return None
