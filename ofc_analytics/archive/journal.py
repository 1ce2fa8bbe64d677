"""What came from where, and what could not be read of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ofc_analytics.archive.asking import answer
from ofc_analytics.formats.registry import parsers

if TYPE_CHECKING:
    import polars as pl
    from duckdb import DuckDBPyConnection

__all__ = ["log", "quarantine", "to_retry"]


def log(connection: DuckDBPyConnection) -> pl.DataFrame:
    """Give all imports, oldest first; schema `ofc_analytics.archive.layout.IMPORTS`."""
    return answer(connection, "SELECT * FROM imports ORDER BY import_id")


def quarantine(
    connection: DuckDBPyConnection,
    *,
    import_id: int | None = None,
    code: str | None = None,
    closed: bool = False,
) -> pl.DataFrame:
    """Give what could not be read, errors only.

    Parameters
    ----------
    connection
        To the archive.
    import_id, code
        Only of that import, only of that kind.
    closed
        Also what a later import of the same file has read anew, and remarks that left nothing out.

    Returns
    -------
    polars.DataFrame
        Of schema `ofc_analytics.archive.layout.QUARANTINE`, and `closed_by`, the later import that read the place anew.
    """
    conditions = {"import_id": import_id, "code": code}
    given = {name: value for name, value in conditions.items() if value is not None}
    where = [f"{name} = ${name}" for name in given]
    if not closed:
        where += ["closed_by IS NULL", "severity = 'error'"]
    query = f"SELECT * FROM quarantined WHERE {' AND '.join(where) or 'true'} ORDER BY import_id, number"
    return answer(connection, query, given)


def to_retry(connection: DuckDBPyConnection) -> list[str]:
    """Files of which something is in quarantine, and whose parser is another version than the one that read them.

    Of a member of an archive, the archive is named.
    """
    rows = connection.execute(
        "SELECT DISTINCT path, parser, parser_version FROM standing JOIN quarantined USING (import_id) "
        "WHERE path IS NOT NULL AND closed_by IS NULL AND severity = 'error' ORDER BY ALL"
    ).fetchall()
    known = parsers()
    changed = [file for file, parser, version in rows if parser in known and known[parser].version != version]
    return sorted({_on_disk(file) for file in changed})


def _on_disk(file: str) -> str:
    """The file itself, or the packed file that it is a member of."""
    whole = Path(file)
    return str(next((path for path in (whole, *whole.parents) if path.is_file()), whole))
