"""Opens archives, for as short as can be, and says in words what stands in the way."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import duckdb

from ofc_analytics.archive.layout import VERSION, create
from ofc_analytics.archive.recognising import is_archive
from ofc_analytics.archive.scratch import scratch
from ofc_analytics.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from duckdb import DuckDBPyConnection

__all__ = [
    "LONGEST_PAUSE",
    "PATIENCE",
    "connected",
    "laid_out",
    "place",
    "transaction",
    "version_of",
]

PATIENCE = 10.0
"""Seconds for which an archive that somebody else has open is asked for again."""

_FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.1
_MEMORY = "1GB"
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}
"""Nothing is fetched from anywhere, whatever a file pretends to be."""
_DAMAGE = (duckdb.FatalException, duckdb.SerializationException, duckdb.InternalException)
_SIGNS = {
    "set lock": "another program has it open; close that, or try again when it is done",
    "not a valid DuckDB": "this is no archive; name another file",
    "No such file": "there is no such folder",
    "Is a directory": "this is a folder; name a file",
    "Permission denied": "it may not be written here; choose another place, or ask for the right to write",
    "read-only": "it cannot be written here",
    "No space left": "the disk is full; nothing was changed",
    "Could not write": "the disk does not take it; nothing was changed",
    "File too large": "the file may not grow further here; nothing was changed",
}
"""What the database or the system says, and what that means here."""
_SIGNS_OF_DAMAGE = ("corrupt", "checksum", "not read all bytes", "deserialize", "could not read")


@contextmanager
def connected(
    path: Path, *, write: bool = False, patience: float = PATIENCE, files: bool = False
) -> Iterator[DuckDBPyConnection]:
    """Open an archive of this layout, and close it again.

    Parameters
    ----------
    path
        The file; with `write` it is made if it is not there.
    write
        Whether something is to be written: nobody else may then have it open, not even to read.
    patience
        Seconds for which to wait for others.
    files
        Whether other files may be touched; else not even a view in a stranger's archive can read them.

    Raises
    ------
    ArchiveError
        If it is not there, is no archive or one of another layout, is damaged, is in use for too long, cannot be
        written, or the disk is full.
    """
    if not path.exists():
        if not write:
            raise ArchiveError(f"{path}: there is no such archive; ofc import makes it")
        _make(path)
    with laid_out(path, write=write, patience=patience) as connection:
        version = version_of(connection, path)
        if version is None:
            raise ArchiveError(f"{path}: this is a DuckDB file, but no archive of hands; name another file")
        elif version < VERSION:
            raise ArchiveError(
                f"{path}: its layout is {version} and not {VERSION}: ofc archive migrate {path} brings it up to date"
            )
        elif version > VERSION:
            raise ArchiveError(
                f"{path}: its layout is {version}, and this version of ofc knows them up to {VERSION}: bring ofc up to date"
            )
        if not files:
            connection.execute("SET enable_external_access = false")
        yield connection


def _make(path: Path) -> None:
    """Make an archive in a hidden folder beside its place and move it there whole, so that no crash leaves half of one."""
    try:
        with scratch(f".{path.name}-", path.parent) as folder:
            new = folder / "new"
            with laid_out(new, write=True) as connection, transaction(connection):
                create(connection)
            place(new, path)
    except FileExistsError:
        return  # somebody else was faster
    except ArchiveError as error:
        raise ArchiveError(str(error).replace(str(new), str(path))) from error
    except OSError as error:
        raise ArchiveError(f"{path}: {_known(str(error.strerror)) or error.strerror}") from error


def place(new: Path, path: Path) -> None:
    """Give a whole file its name.

    Raises
    ------
    FileExistsError
        If there is one of that name.
    """
    try:
        os.link(new, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError(path) from None
        new.rename(path)


@contextmanager
def laid_out(path: Path, *, write: bool, patience: float = PATIENCE) -> Iterator[DuckDBPyConnection]:
    """Open a DuckDB file whatever its layout; errors of the database come as `ArchiveError`."""
    try:
        connection = _connect(path, write=write, patience=patience)
        try:
            yield connection
        finally:
            connection.close()
    except duckdb.Error as error:
        raise _in_words(error, path) from error


@contextmanager
def transaction(connection: DuckDBPyConnection) -> Iterator[None]:
    """All or nothing of what is written within."""
    connection.begin()
    try:
        yield
        connection.commit()
    except BaseException:
        _roll_back(connection)
        raise


def _roll_back(connection: DuckDBPyConnection) -> None:
    try:
        connection.rollback()
    except duckdb.Error:  # a failed commit has rolled back by itself
        return


def _connect(path: Path, *, write: bool, patience: float) -> DuckDBPyConnection:
    """Connect to a file that is none yet or a DuckDB database: some other files would be taken for empty databases."""
    if path.is_file() and not is_archive(path):
        path.open("rb").close()  # what may not be read is told as that
        raise ArchiveError(f"{path}: this is no archive; name another file")
    deadline = time.monotonic() + patience
    pause = _FIRST_PAUSE
    while True:
        try:
            connection = duckdb.connect(path.absolute(), read_only=not write, config=_CONFIG)
        except duckdb.IOException as error:
            if "lock" not in str(error).lower() or time.monotonic() + pause > deadline:
                raise
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        else:
            connection.execute("SET TimeZone = 'UTC'")
            connection.execute(f"SET memory_limit = '{_MEMORY}'")
            return connection


def version_of(connection: DuckDBPyConnection, path: Path) -> int | None:
    """Layout of an archive by what it tells itself; None where it tells none, and so is no archive."""
    try:
        found = connection.execute("SELECT version FROM about").fetchall()
    except duckdb.CatalogException:
        return None
    if len(found) != 1:
        raise ArchiveError(f"{path}: the archive is damaged: it tells {len(found)} versions of its layout")
    return int(found[0][0])


def _in_words(error: duckdb.Error, path: Path) -> ArchiveError:
    said = str(error)
    words = _known(said)
    if words is None:
        first = (said.splitlines() or [type(error).__name__])[0]
        damaged = isinstance(error, _DAMAGE) or any(sign in said.lower() for sign in _SIGNS_OF_DAMAGE)
        words = f"the archive is damaged ({first})" if damaged else first
    return ArchiveError(f"{path}: {words}")


def _known(said: str) -> str | None:
    return next((told for sign, told in _SIGNS.items() if sign.lower() in said.lower()), None)
