"""Verifies an archive: its counts, its hashes, and what has to hold between its tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofc_analytics.archive.journal import log
from ofc_analytics.archive.querying import every_hand
from ofc_analytics.archive.sealing import log_hash, rows_hashes
from ofc_analytics.hands import content_hash, hand_id
from ofc_analytics.schema import hands_from_frame

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl
    from duckdb import DuckDBPyConnection

__all__ = ["Finding", "check"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not hold: a stable code, and in words what it is about.

    >>> print(Finding("hand-twice", "hand 0123456789abcdef has one content twice"))
    hand-twice: hand 0123456789abcdef has one content twice
    """

    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


_INVARIANTS = (
    # code, what is wrong with each row that the question gives
    (
        "hand-twice",
        "hand {0} has one content twice",
        "SELECT hand_id FROM hands GROUP BY hand_id, content_hash HAVING count(*) > 1",
    ),
    (
        "hand-unseen",
        "hand {0} is in no import that stands",
        (
            "SELECT hand_id FROM hands ANTI JOIN (SELECT * FROM sightings JOIN standing USING (import_id)) "
            "USING (import_id, hand_id, content_hash)"
        ),
    ),
    (
        "hand-lost",
        "hand {0} of import {1} is not there",
        "SELECT hand_id, import_id FROM sightings ANTI JOIN hands USING (hand_id, content_hash)",
    ),
    (
        "import-twice",
        "import {0} is in the log twice",
        "SELECT import_id FROM imports GROUP BY import_id HAVING count(*) > 1",
    ),
    (
        "import-lost",
        "import {0} is not in the log",
        "SELECT unnest(range(1, (SELECT max(import_id) FROM imports))) AS import_id EXCEPT SELECT import_id FROM imports",
    ),
    (
        "source-differs",
        "hand {0} is not from where import {1} read it",
        (
            "SELECT hand_id, import_id FROM hands ANTI JOIN (SELECT seen.*, struct_pack(file := file, sha256 := sha256, "
            "sheet := sheet, line := line, parser := parser, version := parser_version) AS source "
            "FROM sightings AS seen JOIN imports USING (import_id)) AS told "
            "ON told.import_id = hands.import_id AND told.hand_id = hands.hand_id "
            "AND told.content_hash = hands.content_hash AND told.source IS NOT DISTINCT FROM hands.source"
        ),
    ),
    (
        "count-read",
        "import {0} read {1} hands, and {2} are accounted for",
        (
            "SELECT import_id, read, added + known + repeated + left_out FROM imports "
            "WHERE read <> added + known + repeated + left_out"
        ),
    ),
    (
        "count-seen",
        "import {0} has seen {1} hands by the log, and {2} are there",
        (
            "SELECT import_id, added + known AS told, coalesce(seen, 0) AS seen FROM imports "
            "LEFT JOIN (SELECT import_id, count(*) AS seen FROM sightings GROUP BY import_id) USING (import_id) "
            "WHERE undone_at IS NULL AND told <> coalesce(seen, 0)"
        ),
    ),
    (
        "count-quarantine",
        "import {0} met {1} things by the log, and {2} are there",
        (
            "SELECT import_id, remarks, coalesce(kept, 0) FROM imports "
            "LEFT JOIN (SELECT import_id, count(*) AS kept FROM quarantine GROUP BY import_id) USING (import_id) "
            "WHERE undone_at IS NULL AND remarks <> coalesce(kept, 0)"
        ),
    ),
    (
        "count-left-out",
        "import {0} left out {1} hands by the log, and its quarantine tells of {2}",
        (
            "SELECT import_id, left_out, coalesce(told, 0) FROM imports "
            "LEFT JOIN (SELECT import_id, sum(hands) AS told FROM quarantine WHERE severity = 'error' GROUP BY import_id) "
            "USING (import_id) WHERE undone_at IS NULL AND left_out <> coalesce(told, 0)"
        ),
    ),
    (
        "row-unowned",
        "{0} rows belong to import {1}, which is not in the log or was undone",
        "SELECT count(*), import_id FROM ("
        + " UNION ALL ".join(
            f"SELECT import_id FROM {table}"
            for table in ("sightings", "quarantine", "entries", "club_tables", "club_lines", "club_members")
        )
        + ") ANTI JOIN standing USING (import_id) GROUP BY import_id",
    ),
)


def check(connection: DuckDBPyConnection, *, quick: bool = False) -> list[Finding]:
    """Verify an archive.

    Parameters
    ----------
    connection
        To the archive.
    quick
        Leave out computing all hashes anew, which takes a minute for a million hands.

    Returns
    -------
    list of Finding
        Everything that does not hold.
    """
    findings = []
    for code, message, query in _INVARIANTS:
        rows = connection.execute(f"{query} ORDER BY ALL").fetchall()
        findings += [Finding(code, message.format(*row)) for row in rows]
    if not quick:
        findings += _changed_imports(connection)
        for batch in every_hand(connection):
            findings += _changed(batch)
    return findings


def _changed_imports(connection: DuckDBPyConnection) -> Iterator[Finding]:
    hashes = rows_hashes(connection)
    for row in log(connection).iter_rows(named=True):
        number = row["import_id"]
        if row["log_hash"] != log_hash(row):
            yield Finding(
                "log-differs", f"import {number}: its line in the log is not what was written there"
            )
        if row["undone_at"] is None and row["rows_hash"] != hashes[number]:
            yield Finding("rows-differ", f"import {number}: what it brought is not what was written down")


def _changed(batch: pl.DataFrame) -> Iterator[Finding]:
    told = batch.select("hand_id", "content_hash").iter_rows()
    for (identity, content), hand in zip(told, hands_from_frame(batch), strict=True):
        if hand_id(hand) != identity:
            yield Finding(
                "identity-differs", f"hand {identity} has by its content the identity {hand_id(hand)}"
            )
        if content_hash(hand) != content:
            yield Finding(
                "content-differs", f"hand {identity} is not what was imported: its content has another hash"
            )
