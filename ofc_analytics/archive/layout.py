"""The tables of an archive, and the version of their layout.

Tables are only appended to, and have no keys or indexes: what is known already is told by joins. Importing
files twice, or being killed between two of them, then leaves nothing that a constraint could trip over.

==================  ===============================================================================
``about``           the layout's version
``imports``         a row an import of one file: what it was, and what came of it
``hands``           each hand once for each content that was seen of it
``sightings``       each hand in each import, and where it stood
``quarantine``      what could not be read, and remarks
``entries``         statements about money beside hands
``club_tables``,    club exports
``club_lines``,
``club_members``
==================  ===============================================================================

What of these rows counts is worked out in views from the imports that stand: see `ofc_analytics.archive.views`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.archive.views import create_views
from ofc_analytics.clubs.schema import LINES, MEMBERS, TABLES
from ofc_analytics.schema import HANDS
from ofc_analytics.settlement.entries import ENTRIES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckdb import DuckDBPyConnection

__all__ = ["BESIDE", "IMPORTS", "QUARANTINE", "SIGHTINGS", "VERSION", "create", "frames"]

VERSION = 3
"""Layout that this library writes; archives of earlier ones are migrated, those of later ones refused."""

IMPORTS = pl.Schema(
    {
        "import_id": pl.UInt32(),
        "file": pl.String(),
        "sha256": pl.String(),
        "size": pl.UInt64(),
        "imported_at": pl.Datetime("us", "UTC"),
        "parser": pl.String(),
        "parser_version": pl.String(),
        "first_line": pl.UInt32(),
        "resume_line": pl.UInt32(),
        "read": pl.UInt32(),
        "added": pl.UInt32(),
        "known": pl.UInt32(),
        "conflicts": pl.UInt32(),
        "repeated": pl.UInt32(),
        "left_out": pl.UInt32(),
        "remarks": pl.UInt32(),
        "follows": pl.UInt32(),
        "undone_at": pl.Datetime("us", "UTC"),
        "path": pl.String(),
        "text_sha256": pl.String(),
        "reading": pl.UInt32(),
        "rows_hash": pl.String(),
        "log_hash": pl.String(),
    }
)
"""A row an import; what its fields mean:

=================  =======================================================================================================
`file`, `path`     as it was named; its absolute path, by which it is known again, null for standard input
`sha256`           of the content, unpacked
`size`             in bytes, and `text_sha256`: of that in UTF-8, as the parser reads it
`first_line`       where reading began, above 1 where earlier imports of the same reading had read the lines above
`resume_line`      where a later one may begin
`read`             = `added` + `known` + `repeated` + `left_out`
`conflicts`        those of `added` of which another import has another content
`remarks`          rows in `quarantine`
`follows`          the last import of this file before
`reading`          the import with which this reading of the file began: its own, or an earlier one that it goes on from
`rows_hash`        of all that it brought, and `log_hash` of this row: see `ofc_analytics.archive.sealing`
=================  =======================================================================================================
"""

SIGHTINGS = pl.Schema(
    {
        "import_id": pl.UInt32(),
        "hand_id": pl.String(),
        "content_hash": pl.String(),
        "sheet": pl.String(),
        "line": pl.UInt32(),
    }
)

QUARANTINE = pl.Schema(
    {
        "import_id": pl.UInt32(),
        "number": pl.UInt32(),
        "code": pl.String(),
        "severity": pl.String(),
        "message": pl.String(),
        "file": pl.String(),
        "sheet": pl.String(),
        "cell": pl.String(),
        "line": pl.UInt32(),
        "text": pl.String(),
        "expected": pl.String(),
        "hand": pl.String(),
        "hands": pl.UInt32(),
        "raw": pl.Binary(),
    }
)
"""Fields of `ParseIssue`, `raw` as bytes."""

BESIDE = {"entries": ENTRIES, "club_tables": TABLES, "club_lines": LINES, "club_members": MEMBERS}
"""Schemas of what stands beside hands, each with ``import_id`` before it."""


def frames() -> Mapping[str, pl.Schema]:
    """Give the schema of every table but ``about``."""
    owned = {name: pl.Schema({"import_id": pl.UInt32(), **schema}) for name, schema in BESIDE.items()}
    hands = pl.Schema({"import_id": pl.UInt32(), **HANDS})
    return {"imports": IMPORTS, "hands": hands, "sightings": SIGHTINGS, "quarantine": QUARANTINE, **owned}


def create(connection: DuckDBPyConnection) -> None:
    """Make the tables and views of a new archive; within the caller's transaction."""
    connection.execute("CREATE TABLE about (version UINTEGER)")
    connection.execute("INSERT INTO about VALUES (?)", [VERSION])
    for name, schema in frames().items():
        empty = schema.to_frame().to_arrow()
        connection.register("empty", empty)
        connection.execute(f"CREATE TABLE {name} AS SELECT * FROM empty")
        connection.unregister("empty")
    create_views(connection)
