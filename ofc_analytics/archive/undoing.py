"""Undoes one import: its hands go, but for those that another import has as well."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ofc_analytics.archive.layout import BESIDE
from ofc_analytics.archive.sealing import seal
from ofc_analytics.errors import ArchiveError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["remove"]


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
        "SELECT min(later.import_id) FROM standing AS later JOIN standing AS own USING (reading) "
        "WHERE own.import_id = ? AND later.import_id > own.import_id AND later.first_line > 1",
        [import_id],
    ).fetchall()[0][0]
    if later is not None:
        raise ArchiveError(
            f"import {later} read the file on from where import {import_id} or one after it ended: undo that first"
        )
    connection.execute("DELETE FROM sightings WHERE import_id = ?", [import_id])
    heirs = connection.execute(
        "SELECT DISTINCT other.import_id FROM hands JOIN sightings AS other USING (hand_id, content_hash) "
        "WHERE hands.import_id = ?",
        [import_id],
    ).fetchall()
    connection.execute(_HAND_OVER, [import_id])
    [(gone,)] = connection.execute("DELETE FROM hands WHERE import_id = ?", [import_id]).fetchall()
    for table in ("quarantine", *BESIDE):
        connection.execute(f"DELETE FROM {table} WHERE import_id = ?", [import_id])
    connection.execute("UPDATE imports SET undone_at = ? WHERE import_id = ?", [datetime.now(UTC), import_id])
    seal(connection, [heir for (heir,) in heirs])
    return int(gone)


_HAND_OVER = """
UPDATE hands SET import_id = other.import_id, source = other.source
FROM (SELECT hand_id, content_hash, min(import_id) AS import_id,
             arg_min(struct_pack(file := file, sha256 := sha256, sheet := sheet, line := line, parser := parser,
                                 version := parser_version), import_id) AS source
      FROM sightings JOIN imports USING (import_id) GROUP BY hand_id, content_hash) AS other
WHERE hands.import_id = ? AND hands.hand_id = other.hand_id AND hands.content_hash = other.content_hash
"""
"""What another import saw as well becomes that one's: it is then the first that has it."""
