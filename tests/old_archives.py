"""Archives as earlier versions laid them out, made of new ones."""

from __future__ import annotations

import duckdb

_VIEWS = (
    """CREATE VIEW repeated_identities AS
       SELECT hand_id, first(content_hash ORDER BY import_id) AS first_hash,
              last(content_hash ORDER BY import_id) AS last_hash FROM hands GROUP BY hand_id HAVING count(*) > 1""",
    """CREATE VIEW current_hands AS
       SELECT hands.* FROM hands LEFT JOIN repeated_identities USING (hand_id)
       WHERE first_hash IS NULL OR first_hash = content_hash""",
    "CREATE VIEW players AS SELECT hand_id, unnest(players) AS player FROM current_hands",
    "CREATE VIEW streets AS SELECT hand_id, player.seat FROM (SELECT hand_id, unnest(players) AS player FROM current_hands)",
    """CREATE VIEW conflicts AS
       SELECT hand_id, content_hash, import_id, content_hash = first_hash AS first
       FROM hands JOIN repeated_identities USING (hand_id)""",
)


def to_layout_2(path):
    """Things in quarantine were marked when they were closed, and an import told no reading and no hashes."""
    with duckdb.connect(path) as connection:
        connection.execute("CREATE TEMP TABLE closed AS SELECT import_id, number, closed_by FROM quarantined")
        views = connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()
        for (view,) in views:
            connection.execute(f"DROP VIEW {view}")
        connection.execute("ALTER TABLE quarantine ADD COLUMN closed_by UINTEGER")
        connection.execute(
            "UPDATE quarantine SET closed_by = closed.closed_by FROM closed "
            "WHERE quarantine.import_id = closed.import_id AND quarantine.number = closed.number"
        )
        for column in ("text_sha256", "reading", "rows_hash", "log_hash"):
            connection.execute(f"ALTER TABLE imports DROP COLUMN {column}")
        for view in _VIEWS:
            connection.execute(view)
        connection.execute("UPDATE about SET version = 2")


def to_layout_1(path):
    """Money told no hands, and imports were known by their names."""
    to_layout_2(path)
    with duckdb.connect(path) as connection:
        connection.execute("ALTER TABLE entries DROP COLUMN hand")
        connection.execute("ALTER TABLE imports DROP COLUMN path")
        connection.execute("UPDATE about SET version = 1")
