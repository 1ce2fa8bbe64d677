"""Undoes one import: its hands go, but for those that another import has as well."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ofc_analytics.archive.layout import BESIDE
from ofc_analytics.errors import ArchiveError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["remove", "remove_chain"]


def remove(connection: DuckDBPyConnection, import_id: int) -> int:
    """Undo an import, within the caller's transaction; its row in the log stays, with the time at which it was undone.

    Returns
    -------
    int
        Number of hands that are no longer in the archive.

    Raises
    ------
    ArchiveError
        If there is no such import, it was undone before, or a later one read the same file on from it.
    """
    found = connection.execute("SELECT undone_at FROM imports WHERE import_id = ?", [import_id]).fetchall()
    if not found:
        raise ArchiveError(f"there is no import {import_id}; ofc archive log shows them")
    if found[0][0] is not None:
        raise ArchiveError(f"import {import_id} was undone before")
    later = connection.execute(
        "SELECT import_id FROM imports WHERE follows = ? AND first_line > 1 AND undone_at IS NULL",
        [import_id],
    ).fetchall()
    if later:
        raise ArchiveError(
            f"import {later[0][0]} read the file on from where import {import_id} ended: undo that first"
        )
    connection.execute("DELETE FROM sightings WHERE import_id = ?", [import_id])
    connection.execute(_HAND_OVER, [import_id])
    [(gone,)] = connection.execute("DELETE FROM hands WHERE import_id = ?", [import_id]).fetchall()
    for table in BESIDE:
        connection.execute(f"DELETE FROM {table} WHERE import_id = ?", [import_id])
    connection.execute("UPDATE quarantine SET closed_by = NULL WHERE closed_by = ?", [import_id])
    connection.execute("DELETE FROM quarantine WHERE import_id = ?", [import_id])
    connection.execute("UPDATE imports SET undone_at = ? WHERE import_id = ?", [datetime.now(UTC), import_id])
    return int(gone)


def remove_chain(connection: DuckDBPyConnection, import_id: int) -> None:
    """Undo an import, and those before it that had read the beginning of the same file."""
    before: int | None = import_id
    while before is not None:
        [(first_line, follows)] = connection.execute(
            "SELECT first_line, follows FROM imports WHERE import_id = ?", [before]
        ).fetchall()
        remove(connection, before)
        before = follows if first_line > 1 else None


_HAND_OVER = """
UPDATE hands SET
    import_id = other.import_id,
    source = struct_pack(file := other.file, sha256 := other.sha256, sheet := other.sheet, line := other.line,
                         parser := other.parser, version := other.parser_version)
FROM (SELECT hand_id, content_hash, min(import_id) AS import_id, arg_min(sheet, import_id) AS sheet,
             arg_min(line, import_id) AS line, arg_min(file, import_id) AS file, arg_min(sha256, import_id) AS sha256,
             arg_min(parser, import_id) AS parser, arg_min(parser_version, import_id) AS parser_version
      FROM sightings JOIN imports USING (import_id) GROUP BY hand_id, content_hash) AS other
WHERE hands.import_id = ? AND hands.hand_id = other.hand_id AND hands.content_hash = other.content_hash
"""
"""What another import saw as well becomes that one's: it is then the first that has it."""
