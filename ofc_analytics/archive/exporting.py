"""Writes an archive as Parquet files that polars, DuckDB and Spark read as one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.archive.connecting import PATIENCE, connected
from ofc_analytics.errors import OfcError
from ofc_analytics.folders import refuse_filled

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["export"]


def export(path: Path, folder: Path, *, patience: float = PATIENCE) -> int:
    """Write the hands of an archive, each as it was seen first, partitioned in Hive's way by room and month.

    Files lie at ``room=…/month=2026-11/…``; a hand without a room or start is under ``__HIVE_DEFAULT_PARTITION__``.

    Parameters
    ----------
    path
        The archive.
    folder
        A new or empty folder.

    Returns
    -------
    int
        Number of hands written.

    Raises
    ------
    OfcError
        If the folder holds something, or cannot be made.
    ArchiveError
        If the archive cannot be read, or nothing be written.
    """
    refuse_filled(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OfcError(f"{folder} cannot be made: {error.strerror}") from None
    with connected(path, patience=patience, files=True) as connection:
        [(count,)] = connection.execute(
            "COPY (SELECT * EXCLUDE import_id, strftime(started_at, '%Y-%m') AS month FROM current_hands) "
            "TO $folder (FORMAT parquet, PARTITION_BY (room, month), COMPRESSION zstd)",
            {"folder": str(folder)},
        ).fetchall()
    return int(count)
