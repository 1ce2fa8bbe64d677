"""Asks an archive for hands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any

import duckdb
import polars as pl
from polars.exceptions import PolarsError

from ofc_analytics.archive.asking import answer, answer_in_batches
from ofc_analytics.archive.connecting import PATIENCE, connected
from ofc_analytics.archive.layout import BESIDE
from ofc_analytics.errors import ArchiveError, LookupFailedError, ParseIssue
from ofc_analytics.schema import HANDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from duckdb import DuckDBPyConnection

__all__ = ["Chosen", "batches", "beside", "conflict_count", "every_hand", "open_issues", "sql"]

_COLUMNS = ", ".join(f'hands."{name}"' for name in HANDS)
_EQUAL = ("room", "table", "session", "variant", "rules", "import_id")
_CONFLICTS = {
    "first": "coalesce(place, 1) = 1",
    "last": "coalesce(place, 1) = coalesce(greatest(places, 1), 1)",
    "none": "coalesce(place, 1) = 1 AND coalesce(places, 1) = 1",
    "others": "place > 1",
    "all": "coalesce(place, 1) > 0",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Which hands are asked for; see `ofc_analytics.archive.store.Archive.hands`."""

    player: str | None = None
    room: str | None = None
    table: str | None = None
    session: str | None = None
    variant: str | None = None
    rules: str | None = None
    since: date | datetime | str | None = None
    until: date | datetime | str | None = None
    import_id: int | None = None
    conflicts: str = "first"

    def query(self) -> tuple[str, dict[str, Any]]:
        """The question in SQL, and what it is asked with."""
        if self.conflicts not in _CONFLICTS:
            raise ValueError(f"conflicts is {self.conflicts!r}, and not one of {', '.join(_CONFLICTS)}")
        given: dict[str, Any] = {name: value for name in _EQUAL if (value := getattr(self, name)) is not None}
        conditions = [f'hands."{name}" = ${name}' for name in given]
        if self.player is not None:
            given["player"] = self.player
            conditions.append("list_contains(list_transform(players, lambda one: one.name), $player)")
        for name, compared in (("since", ">="), ("until", "<")):
            moment = getattr(self, name)
            if moment is not None:
                given[name] = _moment(moment)
                conditions.append(f"started_at {compared} ${name}")
        where = " AND ".join(f"({condition})" for condition in [_CONFLICTS[self.conflicts], *conditions])
        return (
            f"SELECT {_COLUMNS} FROM hands LEFT JOIN ranked_contents USING (hand_id, content_hash) WHERE {where}",
            given,
        )


def batches(connection: DuckDBPyConnection, chosen: Chosen) -> Iterator[pl.DataFrame]:
    """Give the chosen hands in frames of at most `BATCH` hands; ask nothing else of the connection before they are taken."""
    query, given = chosen.query()
    return (batch.cast(HANDS) for batch in answer_in_batches(connection, query, given))


def every_hand(connection: DuckDBPyConnection) -> Iterator[pl.DataFrame]:
    """Give all hands as `batches` does, also those that count no more."""
    return (batch.cast(HANDS) for batch in answer_in_batches(connection, f"SELECT {_COLUMNS} FROM hands"))


def beside(connection: DuckDBPyConnection, table: str) -> pl.DataFrame:
    """Give a table of what stands beside hands, without the number of its import.

    Of a file that was corrected, what it said last counts; of files with the same content, one.
    """
    if table not in BESIDE:
        raise LookupFailedError(f"there is no table {table!r}; expected one of {', '.join(BESIDE)}")
    query = (
        f"SELECT {table}.* EXCLUDE import_id FROM {table} JOIN current_imports USING (import_id) "
        "WHERE until_line IS NULL OR coalesce(line, 1) < until_line"
    )
    return answer(connection, query)


def conflict_count(connection: DuckDBPyConnection) -> int:
    """Number of hands that were imported with several contents."""
    query = "SELECT count(DISTINCT hand_id) FROM ranked_contents WHERE places > 1"
    return int(connection.execute(query).fetchall()[0][0])


def open_issues(connection: DuckDBPyConnection) -> list[ParseIssue]:
    """Everything that was met at the imports that stand, and was not read anew by a later one."""
    query = (
        "SELECT * EXCLUDE (import_id, number, closed_by) FROM quarantined WHERE closed_by IS NULL "
        "ORDER BY import_id, number"
    )
    return [
        ParseIssue(**row | {"raw": None if row["raw"] is None else row["raw"].decode(errors="replace")})
        for row in answer(connection, query).iter_rows(named=True)
    ]


def sql(path: Path, query: str, *, patience: float = PATIENCE) -> pl.DataFrame:
    """Give the answer to a question in SQL."""
    with connected(path, patience=patience) as connection:
        try:
            found = connection.sql(query)
            if found is None:
                raise ArchiveError(f"{path}: this asks for nothing")
            return pl.DataFrame(found.to_arrow_table())
        except (duckdb.ProgrammingError, duckdb.DataError, duckdb.InvalidInputException) as error:
            raise ArchiveError(f"{path}: this cannot be asked: {str(error).strip()}") from error
        except PolarsError as error:
            raise ArchiveError(f"{path}: this cannot be shown as a table: {error}") from error


def _moment(told: date | datetime | str) -> datetime:
    """A moment in UTC.

    >>> _moment("2026-11-01").isoformat(), _moment("2026-11-01T20:00:00+03:00").isoformat()
    ('2026-11-01T00:00:00+00:00', '2026-11-01T17:00:00+00:00')
    """
    if isinstance(told, str):
        try:
            told = datetime.fromisoformat(told)
        except ValueError:
            raise ValueError(
                f"{told!r} is no moment; expected such as 2026-11-27 or 2026-11-27T20:15+03:00"
            ) from None
    if not isinstance(told, datetime):
        told = datetime.combine(told, time.min)
    return told.replace(tzinfo=UTC) if told.tzinfo is None else told.astimezone(UTC)
