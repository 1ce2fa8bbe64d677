"""Brings an archive of an earlier layout up to date: on a copy first, with the old file kept beside it."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from ofc_analytics.archive.connecting import laid_out, transaction, version_of
from ofc_analytics.archive.layout import VERSION
from ofc_analytics.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["STEPS", "migrate", "steps_for"]

STEPS: Mapping[int, tuple[str, ...]] = {
    1: (
        "ALTER TABLE entries ADD COLUMN hand VARCHAR",
        "ALTER TABLE imports ADD COLUMN path VARCHAR",
        "UPDATE imports SET path = file",
    )
}
"""Statements that lead from each layout to the next one."""


def steps_for(
    path: Path, *, steps: Mapping[int, tuple[str, ...]] = STEPS, version: int = VERSION
) -> list[str]:
    """Statements that would bring an archive up to date; none for one that is.

    Parameters
    ----------
    path
        The archive.
    steps, version
        The statements that lead from each layout to the next, and the last layout there is.

    Raises
    ------
    ArchiveError
        If it is no archive, or of a later layout.
    """
    with laid_out(path, write=False) as connection:
        found = version_of(connection, path)
    if found is None:
        raise ArchiveError(f"{path}: this is a DuckDB file, but no archive of hands; name another file")
    if found > version:
        raise ArchiveError(
            f"{path}: its layout is {found}, which is later than {version}: bring ofc up to date"
        )
    return [statement for step in range(found, version) for statement in steps[step]]


def migrate(
    path: Path, *, steps: Mapping[int, tuple[str, ...]] = STEPS, version: int = VERSION
) -> Path | None:
    """Bring an archive up to date.

    Parameters
    ----------
    path, steps, version
        As in `steps_for`.

    Returns
    -------
    Path or None
        Where the old archive is kept; None where nothing had to be done.

    Raises
    ------
    ArchiveError
        As `steps_for`, and if it cannot be done; the archive is then as it was.
    """
    statements = steps_for(path, steps=steps, version=version)
    if not statements:
        return None
    work, backup = (path.with_name(f"{path.name}.{ending}") for ending in ("migrating", "before-migration"))
    if backup.exists():
        raise ArchiveError(f"{backup} is there from an earlier migration: move it away first")
    try:
        with laid_out(
            path, write=True
        ) as connection:  # nobody else has it open, and all of it is in the one file
            connection.execute("CHECKPOINT")
            shutil.copyfile(path, work)
        with laid_out(work, write=True) as connection, transaction(connection):
            for statement in statements:
                connection.execute(statement)
            connection.execute("UPDATE about SET version = ?", [version])
        os.link(path, backup)
        work.replace(path)
    finally:
        work.unlink(missing_ok=True)
    return backup
