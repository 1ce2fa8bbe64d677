"""Hashes over what an import brought and over its line in the log, by which a change by other means is found.

They are made of the values, written as JSON, and not of what the database makes of them, so that any version of it
gives the same. The rows of an import may lie in any order: their hashes are added up.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import msgspec

from ofc_analytics.archive.asking import answer, answer_in_batches
from ofc_analytics.archive.layout import IMPORTS, frames

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    import polars as pl
    from duckdb import DuckDBPyConnection

__all__ = ["log_hash", "rows_hashes", "seal"]

_ENCODER = msgspec.json.Encoder()
_UNSEALED = ("undone_at", "log_hash")
_PLAYERS = (
    "list_transform(players, lambda one: struct_pack(line := one.line, claim := one.claimed.raw, "
    "acted := list_transform(one.streets, lambda street: street.acted))) AS players"
)
"""Of the players, what the hash of a hand's content leaves out."""


def _columns(table: str, schema: pl.Schema) -> str:
    special = {"players": _PLAYERS} if table == "hands" else {}
    return ", ".join(special.get(name, f'"{name}"') for name in schema if name != "import_id")


_TABLES = {name: _columns(name, schema) for name, schema in frames().items() if name != "imports"}


def rows_hashes(
    connection: DuckDBPyConnection, import_ids: Collection[int] | None = None
) -> Mapping[int, str]:
    """Hash all that imports brought: hands they were the first to have, sightings, quarantine, and what stands beside.

    Parameters
    ----------
    connection
        To the archive.
    import_ids
        Of these imports only.

    Returns
    -------
    Mapping
        64 hex digits by import, also for one that brought nothing.
    """
    sums: defaultdict[int, int] = defaultdict(int)
    where = "" if import_ids is None else "WHERE import_id IN (SELECT unnest($ids))"
    given = None if import_ids is None else {"ids": list(import_ids)}
    for table, columns in _TABLES.items():
        query = f"SELECT import_id, {columns} FROM {table} {where}"
        for batch in answer_in_batches(connection, query, given):
            for import_id, *row in batch.iter_rows():
                sums[import_id] += int.from_bytes(_digest([table, *row]))
    told: defaultdict[int, str] = defaultdict(lambda: _hex(0))
    told.update((import_id, _hex(total)) for import_id, total in sums.items())
    return told


def log_hash(row: Mapping[str, Any]) -> str:
    """Hash a row of ``imports``, apart from when it was undone.

    Parameters
    ----------
    row
        By the names of `ofc_analytics.archive.layout.IMPORTS`.
    """
    return _digest([row[name] for name in IMPORTS if name not in _UNSEALED]).hex()


def seal(connection: DuckDBPyConnection, import_ids: Collection[int] | None = None) -> None:
    """Write down the hashes of imports, of these only if they are named; within the caller's transaction."""
    hashes = rows_hashes(connection, import_ids)
    for row in answer(connection, "SELECT * FROM imports").iter_rows(named=True):
        import_id = row["import_id"]
        if import_ids is None or import_id in import_ids:
            row["rows_hash"] = hashes[import_id]
            connection.execute(
                "UPDATE imports SET rows_hash = ?, log_hash = ? WHERE import_id = ?",
                [row["rows_hash"], log_hash(row), import_id],
            )


def _digest(values: list[Any]) -> bytes:
    return hashlib.sha256(_ENCODER.encode(values)).digest()


def _hex(total: int) -> str:
    return f"{total % (1 << 256):064x}"
