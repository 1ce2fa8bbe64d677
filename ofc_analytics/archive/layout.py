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
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.clubs.schema import LINES, MEMBERS, TABLES
from ofc_analytics.schema import HANDS
from ofc_analytics.settlement.entries import ENTRIES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckdb import DuckDBPyConnection

__all__ = ["BESIDE", "IMPORTS", "QUARANTINE", "SIGHTINGS", "VERSION", "create", "frames"]

VERSION = 2
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
    }
)
"""`file` as it was named, `path` its absolute path, by which it is known again (null for standard input); `size` in bytes; `follows` the last import of this file before; `first_line` where reading began, above 1 where that
one had read the lines above; `resume_line` where a later one may begin. `read` = `added` + `known` + `repeated` + `left_out`;
`conflicts` are those of `added` that another import had with another content; `remarks` counts the rows in `quarantine`."""

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
        "closed_by": pl.UInt32(),
    }
)
"""Fields of `ParseIssue`, `raw` as bytes; `closed_by` the later import of the file that read the place anew."""

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
    for statement in _VIEWS:
        connection.execute(statement)


_CARD = "'23456789TJQKA'[card // 4 + 1] || 'cdhs'[card % 4 + 1]"
_TEXT = (
    "array_to_string(list_transform({cards}, lambda card: CASE WHEN card > 53 THEN '--' "
    f"WHEN card > 51 THEN 'X' || (card - 51) ELSE {_CARD} END), ' ')"
)


def _text(cards: str) -> str:
    return _TEXT.format(cards=cards)


_VIEWS = (
    # what people with their own tools look at: a hand once, as it was seen first, and its flat parts
    """CREATE VIEW repeated_identities AS
       SELECT hand_id, first(content_hash ORDER BY import_id) AS first_hash,
              last(content_hash ORDER BY import_id) AS last_hash FROM hands GROUP BY hand_id HAVING count(*) > 1""",
    """CREATE VIEW current_hands AS
       SELECT hands.* FROM hands LEFT JOIN repeated_identities USING (hand_id)
       WHERE first_hash IS NULL OR first_hash = content_hash""",
    f"""CREATE VIEW players AS
       SELECT hand_id, native_id, room, "table", session, hand_no, started_at, variant, rules, unit, currency, exponent,
              button, player.seat, player.name, player.stack, player.fantasyland,
              {_text("player.cards[1:3]")} AS top, {_text("player.cards[4:8]")} AS middle,
              {_text("player.cards[9:13]")} AS bottom, {_text("player.discards")} AS discards,
              player.declared, player.surrendered, player.rake,
              player.claimed.points AS claimed_points, player.claimed.net AS claimed_net,
              player.claimed.foul AS claimed_foul, player.claimed.fantasyland AS claimed_fantasyland
       FROM (SELECT *, unnest(players) AS player FROM current_hands)""",
    f"""CREATE VIEW streets AS
       SELECT hand_id, seat, name, number AS street, {_text("street.dealt")} AS dealt, {_text("street.top")} AS top,
              {_text("street.middle")} AS middle, {_text("street.bottom")} AS bottom,
              {_text("street.discarded")} AS discarded, street.seconds, street.auto, street.acted
       FROM (SELECT hand_id, player.seat, player.name, unnest(player.streets) AS street,
                    generate_subscripts(player.streets, 1) AS number
             FROM (SELECT hand_id, unnest(players) AS player FROM current_hands))""",
    """CREATE VIEW conflicts AS
       SELECT hand_id, content_hash, import_id, native_id, source.file AS file, source.sheet AS sheet,
              source.line AS line, content_hash = first_hash AS first
       FROM hands JOIN repeated_identities USING (hand_id) ORDER BY hand_id, import_id""",
)
