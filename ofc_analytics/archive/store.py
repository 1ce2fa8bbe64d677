"""What people hold in their hands: an archive by its path, and everything that can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.archive import checking, exporting, importing, journal, querying
from ofc_analytics.archive.connecting import PATIENCE, connected, transaction
from ofc_analytics.archive.undoing import remove
from ofc_analytics.schema import HANDS

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager
    from datetime import date, datetime

    from duckdb import DuckDBPyConnection

    from ofc_analytics.archive.checking import Finding
    from ofc_analytics.archive.importing import ImportReport
    from ofc_analytics.archive.writing import FileReport

__all__ = ["Archive", "open_archive"]


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive of hands. It is opened anew for each question, so that others can use it in between.

    Attributes
    ----------
    path
        The DuckDB file; `import_files` makes it if it is not there.
    patience
        Seconds for which to wait while others have it open.
    """

    path: Path
    patience: float = PATIENCE

    def import_files(
        self,
        paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        *,
        input_format: str | None = None,
        workers: int | None = 1,
        told: Callable[[FileReport], None] = lambda _file: None,
    ) -> ImportReport:
        """Import files, folders and packed files; see `ofc_analytics.archive.importing.import_files`."""
        single = isinstance(paths, str | bytes) or hasattr(paths, "__fspath__")
        return importing.import_files(
            self.path,
            [paths] if single else paths,  # type: ignore[list-item, arg-type]
            input_format=input_format,
            workers=workers,
            told=told,
        )

    def hands(
        self,
        *,
        player: str | None = None,
        room: str | None = None,
        table: str | None = None,
        session: str | None = None,
        variant: str | None = None,
        rules: str | None = None,
        since: date | datetime | str | None = None,
        until: date | datetime | str | None = None,
        import_id: int | None = None,
        conflicts: str = "first",
    ) -> pl.DataFrame:
        """Give hands as a frame of schema `ofc_analytics.schema.Hands`, in the order in which they were imported.

        Parameters
        ----------
        player
            One of those who played, by the exact name.
        room, table, session, variant, rules
            As in the columns of those names.
        since, until
            Hands that started at that moment or later, and before that moment; a day without an hour begins at
            midnight UTC. Hands without a start are left out.
        import_id
            Those that this import brought first.
        conflicts
            Of a hand that was imported with several contents: ``first`` the one seen first, ``last`` the one
            seen last, ``others`` those seen after the first and no other hands, ``all`` every one, ``none`` no such hand.

        Raises
        ------
        ArchiveError
            If the archive cannot be read.
        ValueError
            If a moment is none, or there is no such way with conflicts.
        """
        chosen = querying.Chosen(
            player=player,
            room=room,
            table=table,
            session=session,
            variant=variant,
            rules=rules,
            since=since,
            until=until,
            import_id=import_id,
            conflicts=conflicts,
        )
        return pl.concat([HANDS.to_frame(), *self.batches(chosen)])

    def batches(self, chosen: querying.Chosen | None = None) -> Iterator[pl.DataFrame]:
        """Give hands in frames of at most 10,000, for what is larger than memory; the archive stays open meanwhile."""
        with self._open() as connection:
            yield from querying.batches(connection, chosen or querying.Chosen())

    def beside(self, table: str) -> pl.DataFrame:
        """Give a table of what stood beside hands: ``entries``, ``club_tables``, ``club_lines`` or ``club_members``."""
        with self._open() as connection:
            return querying.beside(connection, table)

    def sql(self, query: str) -> pl.DataFrame:
        """Ask in SQL; views ``current_hands``, ``players``, ``streets`` and ``conflicts`` are flat. Nothing can be changed."""
        return querying.sql(self.path, query, patience=self.patience)

    def log(self) -> pl.DataFrame:
        """Give the log of imports, schema `ofc_analytics.archive.layout.IMPORTS`, oldest first."""
        with self._open() as connection:
            return journal.log(connection)

    def quarantine(
        self, *, import_id: int | None = None, code: str | None = None, closed: bool = False
    ) -> pl.DataFrame:
        """Give what could not be read; see `ofc_analytics.archive.journal.quarantine`."""
        with self._open() as connection:
            return journal.quarantine(connection, import_id=import_id, code=code, closed=closed)

    def conflicts(self) -> pl.DataFrame:
        """Give the hands that were imported with several contents, a row each with their place."""
        return querying.sql(self.path, "SELECT * FROM conflicts", patience=self.patience)

    def retry(self, *, told: Callable[[FileReport], None] = lambda _file: None) -> ImportReport:
        """Read all files again of which something is in quarantine and whose parser is another version now."""
        with self._open() as connection:
            files = journal.to_retry(connection)
        return importing.import_files(self.path, files, told=told)

    def undo(self, import_id: int) -> int:
        """Undo an import; hands that other imports have too stay. Gives the number of hands that are gone.

        Raises
        ------
        ArchiveError
            If there is no such import, or a later one builds on it.
        """
        with self._open(write=True) as connection, transaction(connection):
            return remove(connection, import_id)

    def check(self, *, quick: bool = False) -> list[Finding]:
        """Verify counts, hashes and invariants; an empty list says that all is well. See `checking.check`."""
        with self._open() as connection:
            return checking.check(connection, quick=quick)

    def export(self, folder: str | os.PathLike[str]) -> int:
        """Write all hands as Parquet files, partitioned by room and month; gives their number. See `exporting.export`."""
        return exporting.export(self.path, Path(folder), patience=self.patience)

    def _open(self, *, write: bool = False) -> AbstractContextManager[DuckDBPyConnection]:
        return connected(self.path, write=write, patience=self.patience)


def open_archive(path: str | os.PathLike[str], *, patience: float = PATIENCE) -> Archive:
    r"""Give the archive at a path. Nothing is opened yet: the first import makes the file.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     sheet = Path(folder, "night.csv")
    ...     rows = ["hand,player,top,middle,bottom", "1,Anna,2c 2d 3c,4c 4d 5c 5d 6c,7c 7d 8c 8d 9c",
    ...             "1,Boris,2h 2s 3h,4h 4s 5h 5s 6h,7h 7s 8h 8s 9h"]
    ...     written = sheet.write_text("\n".join(rows), encoding="utf-8")
    ...     archive = open_archive(Path(folder, "club.duckdb"))
    ...     first, second = archive.import_files(sheet), archive.import_files(sheet)
    ...     print(first.total("added"), second.files[0].same, archive.hands(player="Anna").height, archive.check())
    1 True 1 []
    """
    return Archive(Path(path), patience)
