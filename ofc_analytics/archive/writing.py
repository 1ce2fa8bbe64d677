"""Writes what was read of one file into an archive: hands that are new, and a record of everything that was met."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.archive.layout import IMPORTS
from ofc_analytics.archive.undoing import remove_chain

if TYPE_CHECKING:
    from pathlib import Path

    from duckdb import DuckDBPyConnection

    from ofc_analytics.archive.decoding import Decoded
    from ofc_analytics.errors import ParseIssue

__all__ = ["FileReport", "write"]


@dataclass(frozen=True, slots=True)
class FileReport:
    """What came of one file.

    ``read = added + known + repeated + left_out``, and `conflicts` are among those added. `import_id` is None where
    nothing was written down: the file had been imported before (`same`), or could not be opened, which `issues` say.
    """

    file: str
    import_id: int | None = None
    same: bool = False
    added: int = 0
    known: int = 0
    conflicts: int = 0
    repeated: int = 0
    left_out: int = 0
    issues: tuple[ParseIssue, ...] = ()

    @property
    def read(self) -> int:
        """Number of hands that were read."""
        return self.added + self.known + self.repeated + self.left_out


def write(connection: DuckDBPyConnection, decoded: Decoded) -> FileReport:
    """Write one file's hands, issues and import; within the caller's transaction.

    An import of the same file by an older version of its parser is undone in the same step.
    """
    if decoded.same:
        return FileReport(decoded.file, same=True)
    if decoded.parser is None:
        return FileReport(decoded.file, issues=tuple(decoded.issues))
    import_id = _next_id(connection)
    if decoded.replaces and decoded.follows is not None:
        remove_chain(connection, decoded.follows)
    elif decoded.follows is not None:
        connection.execute(
            "UPDATE quarantine SET closed_by = ? "
            "WHERE import_id = ? AND closed_by IS NULL AND coalesce(line, 1) >= ?",
            [import_id, decoded.follows, decoded.first_line],
        )
    added = known = conflicts = 0
    for file in decoded.hands:
        counts = _add_hands(connection, file, import_id)
        added, known, conflicts = added + counts[0], known + counts[1], conflicts + counts[2]
    for table, files in decoded.beside.items():
        for file in files:
            _append(connection, table, pl.read_ipc(file), import_id)
    quarantine = decoded.quarantine
    _append(connection, "quarantine", quarantine, import_id)
    report = FileReport(
        decoded.file,
        import_id,
        added=added,
        known=known,
        conflicts=conflicts,
        repeated=sum(issue.hands for issue in decoded.issues if issue.code == "duplicate-hand"),
        left_out=sum(issue.hands for issue in decoded.issues if issue.severity == "error"),
        issues=tuple(decoded.issues),
    )
    _append(connection, "imports", _row(decoded, report), import_id)
    return report


def _next_id(connection: DuckDBPyConnection) -> int:
    [(last,)] = connection.execute("SELECT coalesce(max(import_id), 0) FROM imports").fetchall()
    return int(last) + 1


def _add_hands(connection: DuckDBPyConnection, file: Path, import_id: int) -> tuple[int, int, int]:
    """Add the hands of one batch that are not there; give how many were added, known, and in conflict."""
    batch = pl.read_ipc(file)
    connection.register("batch", batch.to_arrow())
    try:
        connection.execute(
            "INSERT INTO sightings SELECT ?, hand_id, content_hash, source.sheet, source.line FROM batch",
            [import_id],
        )
        [(conflicts,)] = connection.execute(
            "SELECT count(*) FROM batch ANTI JOIN hands USING (hand_id, content_hash) "
            "WHERE hand_id IN (SELECT hand_id FROM hands)"
        ).fetchall()
        [(added,)] = connection.execute(
            "INSERT INTO hands SELECT ?::UINTEGER, batch.* FROM batch ANTI JOIN hands USING (hand_id, content_hash)",
            [import_id],
        ).fetchall()
    finally:
        connection.unregister("batch")
    return added, batch.height - added, conflicts


def _append(connection: DuckDBPyConnection, table: str, rows: pl.DataFrame, import_id: int) -> None:
    if rows.is_empty():
        return
    if "import_id" not in rows.columns:
        rows = rows.with_columns(import_id=pl.lit(import_id, pl.UInt32()))
    connection.register("rows", rows.to_arrow())
    try:
        connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM rows")
    finally:
        connection.unregister("rows")


def _row(decoded: Decoded, report: FileReport) -> pl.DataFrame:
    written = {
        "import_id": report.import_id,
        "file": decoded.file,
        "path": decoded.path,
        "sha256": decoded.sha256,
        "size": decoded.size,
        "imported_at": datetime.now(UTC),
        "parser": decoded.parser,
        "parser_version": decoded.version,
        "first_line": decoded.first_line,
        "resume_line": decoded.resume_line,
        "read": report.read,
        "added": report.added,
        "known": report.known,
        "conflicts": report.conflicts,
        "repeated": report.repeated,
        "left_out": report.left_out,
        "remarks": len(decoded.issues),
        "follows": decoded.follows,
        "undone_at": None,
    }
    return pl.DataFrame([written], schema=IMPORTS, orient="row")
