"""Gives hands of an earlier layout the identities and hashes that they would have if they were read today."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.archive.querying import every_hand
from ofc_analytics.hands import content_hash, hand_id
from ofc_analytics.schema import hands_from_frame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckdb import DuckDBPyConnection

__all__ = ["renew"]

_NAMES = ("old_id", "old_hash", "new_id", "new_hash")


def renew(connection: DuckDBPyConnection) -> None:
    """Renew hands and their sightings; within the caller's transaction. Hands that prove to be the same become one."""
    rows = [row for batch in every_hand(connection) for row in _changed(batch)]
    if not rows:
        return
    changed = pl.DataFrame(rows, schema=dict.fromkeys(_NAMES, pl.String()), orient="row").unique()
    connection.register("changed", changed.to_arrow())
    for table in ("hands", "sightings"):
        connection.execute(
            f"UPDATE {table} SET hand_id = new_id, content_hash = new_hash FROM changed "
            "WHERE hand_id = old_id AND content_hash = old_hash"
        )
    connection.unregister("changed")
    connection.execute(
        "DELETE FROM hands WHERE rowid IN (SELECT rowid FROM hands QUALIFY row_number() OVER ("
        "PARTITION BY hand_id, content_hash ORDER BY import_id, rowid) > 1)"
    )


def _changed(batch: pl.DataFrame) -> Iterator[tuple[str, str, str, str]]:
    told = batch.select("hand_id", "content_hash").iter_rows()
    for (identity, content), hand in zip(told, hands_from_frame(batch), strict=True):
        new = hand_id(hand), content_hash(hand)
        if new != (identity, content):
            yield identity, content, *new
