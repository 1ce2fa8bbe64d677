"""The tables of a report as data: CSV, Excel and Parquet, for who wants to count on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.spreadsheets import MOST_ROWS, without_formulas, write_workbook

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from ofc_analytics.report.contents import Table

__all__ = ["WORKBOOK", "cut_short", "write_tables"]

WORKBOOK = "tables.xlsx"


def cut_short(tables: Iterable[Table], *, most_rows: int = MOST_ROWS) -> list[str]:
    """Say of which tables the workbook has only the first rows, and where the whole is.

    >>> import polars as pl
    >>> from ofc_analytics.report.contents import Table
    >>> frame = pl.DataFrame({"points": [13, -13]})
    >>> cut_short([Table(key="players", title="Players", columns=(), rows=(), frame=frame)], most_rows=1)
    ['tables.xlsx has 1 of 2 rows of players, for a sheet has room for no more; players.csv and players.parquet have all']
    """
    return [
        f"{WORKBOOK} has {most_rows:,} of {table.frame.height:,} rows of {table.key}, for a sheet has room for no more; "
        f"{table.key}.csv and {table.key}.parquet have all"
        for table in tables
        if table.frame.height > most_rows
    ]


def write_tables(tables: Iterable[Table], folder: Path, *, most_rows: int = MOST_ROWS) -> list[Path]:
    """Write each table as ``<key>.csv`` and ``<key>.parquet``, and all of them as sheets of one workbook.

    Parameters
    ----------
    tables
        Those of a report; their frames are written, with all columns and full precision.
    folder
        Where to; made if it is not there.
    most_rows
        So many rows of a table the workbook has.

    Returns
    -------
    list of Path
        The files written.

    Raises
    ------
    OSError
        If the folder or a file in it cannot be written.

    Notes
    -----
    What a sheet of Excel has no room for is in the other two; the workbook's sheet ``cut short`` and `cut_short` say so.

    Examples
    --------
    >>> import polars as pl
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from ofc_analytics.report.contents import Table
    >>> frame = pl.DataFrame({"player": ["Anna"], "points": [13]})
    >>> players = Table(key="players", title="Players", columns=(), rows=(), frame=frame)
    >>> with TemporaryDirectory() as folder:
    ...     [path.name for path in write_tables([players], Path(folder))]
    ['players.csv', 'players.parquet', 'tables.xlsx']
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept = list(tables)
    written = []
    for table in kept:
        plain = folder / f"{table.key}.csv"
        columnar = folder / f"{table.key}.parquet"
        without_formulas(table.frame).write_csv(plain, include_bom=True)
        table.frame.write_parquet(columnar)
        written += [plain, columnar]
    if kept:
        write_workbook({table.key: table.frame for table in kept}, folder / WORKBOOK, most_rows=most_rows)
        written.append(folder / WORKBOOK)
    return written
