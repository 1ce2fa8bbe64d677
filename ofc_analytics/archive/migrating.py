"""Brings an archive of an earlier layout up to date: on a copy first, with the old file kept beside it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from ofc_analytics.archive.connecting import laid_out, place, transaction, version_of
from ofc_analytics.archive.layout import VERSION
from ofc_analytics.archive.renewing import renew
from ofc_analytics.archive.scratch import scratch
from ofc_analytics.archive.sealing import seal
from ofc_analytics.archive.views import create_views
from ofc_analytics.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["STEPS", "migrate", "steps_for"]

_READINGS = """
WITH RECURSIVE chain AS (
    SELECT import_id, import_id AS reading FROM imports WHERE first_line = 1 OR follows IS NULL
    UNION ALL
    SELECT imports.import_id, chain.reading FROM imports JOIN chain ON follows = chain.import_id WHERE first_line > 1)
UPDATE imports SET reading = chain.reading FROM chain WHERE imports.import_id = chain.import_id"""

STEPS: Mapping[int, tuple[str, ...]] = {
    1: (
        "ALTER TABLE entries ADD COLUMN hand VARCHAR",
        "ALTER TABLE imports ADD COLUMN path VARCHAR",
        "UPDATE imports SET path = file",
    ),
    2: (
        *(
            f"DROP VIEW IF EXISTS {name}"
            for name in ("conflicts", "streets", "players", "current_hands", "repeated_identities")
        ),
        "ALTER TABLE quarantine DROP COLUMN closed_by",
        *(
            f"ALTER TABLE imports ADD COLUMN {name}"
            for name in ("text_sha256 VARCHAR", "reading UINTEGER", "rows_hash VARCHAR", "log_hash VARCHAR")
        ),
        "UPDATE imports SET text_sha256 = sha256, resume_line = 1",
        _READINGS,
    ),
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
    backup = path.with_name(f"{path.name}.before-migration")
    if backup.exists():
        raise ArchiveError(f"{backup} is there from an earlier migration: move it away first")
    try:
        with scratch(f".{path.name}-", path.parent) as folder:
            work = folder / "work"
            with laid_out(
                path, write=True
            ) as connection:  # so that nobody else has it, and all of it is in one file
                connection.execute("CHECKPOINT")
                shutil.copyfile(path, work)
            with laid_out(work, write=True) as connection, transaction(connection):
                for statement in statements:
                    connection.execute(statement)
                connection.execute("UPDATE about SET version = ?", [version])
                create_views(connection)
                renew(connection)
                seal(connection)
            shutil.copymode(path, work)
            place(path, backup)
            work.replace(path)
    except ArchiveError as error:
        raise ArchiveError(str(error).replace(str(work), str(path))) from error
    except OSError as error:
        raise ArchiveError(f"{path}: it cannot be migrated: {error.strerror}") from error
    return backup
