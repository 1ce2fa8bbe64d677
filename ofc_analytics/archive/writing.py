"""Writes what was read of one file into an archive: hands that are new, and a record of everything that was met."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.archive.layout import IMPORTS
from ofc_analytics.archive.sealing import seal

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
    """Write one file's hands, issues and import; within the caller's transaction."""
    if decoded.same:
        return FileReport(decoded.file, same=True)
    if decoded.parser is None:
        return FileReport(decoded.file, issues=tuple(decoded.issues))
    import_id = _next_id(connection)
    for file in decoded.hands:
        _add_hands(connection, file, import_id)
    for table, files in decoded.beside.items():
        for file in files:
            _append(connection, table, pl.read_ipc(file), import_id)
    _append(connection, "quarantine", decoded.quarantine, import_id)
    added, known, conflicts = _counts(connection, decoded, import_id)
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
    seal(connection, [import_id])
    return report


def _next_id(connection: DuckDBPyConnection) -> int:
    [(last,)] = connection.execute("SELECT coalesce(max(import_id), 0) FROM imports").fetchall()
    return int(last) + 1


def _add_hands(connection: DuckDBPyConnection, file: Path, import_id: int) -> None:
    """Add the hands of one batch that are not there, and that all of them were seen."""
    batch = pl.read_ipc(file)
    connection.register("batch", batch.to_arrow())
    try:
        connection.execute(
            "INSERT INTO sightings SELECT ?, hand_id, content_hash, source.sheet, source.line FROM batch",
            [import_id],
        )
        connection.execute(
            "INSERT INTO hands SELECT ?::UINTEGER, batch.* FROM batch ANTI JOIN hands USING (hand_id, content_hash)",
            [import_id],
        )
    finally:
        connection.unregister("batch")


def _counts(connection: DuckDBPyConnection, decoded: Decoded, import_id: int) -> tuple[int, int, int]:
    """How many of an import's hands were not there, were there, and contradict others; it is not in the log yet."""
    given = {"import_id": import_id, "reading": decoded.reading, "first_line": decoded.first_line}
    [counts] = connection.execute(_COUNTS, given).fetchall()
    added, known, conflicts = map(int, counts)
    return added, known, conflicts


_COUNTS = """
WITH own AS (SELECT hand_id, content_hash FROM sightings WHERE import_id = $import_id),
there AS (
    SELECT hand_id, content_hash, reading IS NOT DISTINCT FROM $reading AND coalesce(line, 1) >= $first_line AS read_again
    FROM sightings SEMI JOIN own USING (hand_id) JOIN standing USING (import_id)
    WHERE until_line IS NULL OR coalesce(line, 1) < until_line),
added AS (SELECT * FROM own ANTI JOIN there USING (hand_id, content_hash))
SELECT (SELECT count(*) FROM added), (SELECT count(*) FROM own SEMI JOIN there USING (hand_id, content_hash)),
       (SELECT count(*) FROM added SEMI JOIN (SELECT hand_id FROM there WHERE NOT read_again) USING (hand_id))
"""
"""What counts without the import, and of that what it reads again and supersedes, which contradicts nothing."""


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
        "text_sha256": decoded.text_sha256,
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
        "reading": decoded.reading or report.import_id,
    }
    return pl.DataFrame([{name: written.get(name) for name in IMPORTS}], schema=IMPORTS)
