"""What came from where, and what could not be read of it."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from ofc_analytics.archive.connecting import PATIENCE, connected
from ofc_analytics.formats.registry import parsers

__all__ = ["log", "quarantine", "to_retry"]


def log(path: Path, *, patience: float = PATIENCE) -> pl.DataFrame:
    """Give all imports, oldest first; schema `ofc_analytics.archive.layout.IMPORTS`."""
    with connected(path, patience=patience) as connection:
        return pl.DataFrame(connection.sql("SELECT * FROM imports ORDER BY import_id").to_arrow_table())


def quarantine(
    path: Path,
    *,
    import_id: int | None = None,
    code: str | None = None,
    closed: bool = False,
    patience: float = PATIENCE,
) -> pl.DataFrame:
    """Give what could not be read, errors only; schema `ofc_analytics.archive.layout.QUARANTINE`.

    Parameters
    ----------
    import_id, code
        Only of that import, only of that kind.
    closed
        Also what a later import of the same file has read anew, and remarks that left nothing out.
    """
    conditions = {"import_id": import_id, "code": code}
    given = {name: value for name, value in conditions.items() if value is not None}
    where = [f"{name} = ${name}" for name in given]
    if not closed:
        where += ["closed_by IS NULL", "severity = 'error'"]
    query = f"SELECT * FROM quarantine WHERE {' AND '.join(where) or 'true'} ORDER BY import_id, number"
    with connected(path, patience=patience) as connection:
        return pl.DataFrame(connection.sql(query, params=given or None).to_arrow_table())


def to_retry(path: Path, *, patience: float = PATIENCE) -> list[str]:
    """Files of which something is in quarantine, and whose parser is another version than the one that read them.

    Of a member of an archive, the archive is named.
    """
    with connected(path, patience=patience) as connection:
        rows = connection.execute(
            "SELECT DISTINCT path, parser, parser_version FROM imports JOIN quarantine USING (import_id) "
            "WHERE path IS NOT NULL AND undone_at IS NULL AND closed_by IS NULL AND severity = 'error' ORDER BY ALL"
        ).fetchall()
    known = parsers()
    changed = [file for file, parser, version in rows if parser in known and known[parser].version != version]
    return sorted({_on_disk(file) for file in changed})


def _on_disk(file: str) -> str:
    """The file itself, or the packed file that it is a member of."""
    whole = Path(file)
    return str(next((path for path in (whole, *whole.parents) if path.is_file()), whole))
