"""`ofc archive`: what an archive holds, where it came from, and whether it is sound."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.importing import end, told
from ofc_analytics.cli.options import (
    DISAGREES,
    FormatOption,
    IssuesOption,
    OutputFormat,
    OutputOption,
)
from ofc_analytics.cli.output import plain, say, write_frame, write_renderables, write_text
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True, help="What an archive holds, where it came from, whether it is sound."
)

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="The archive.")]

_LOG = (
    "import_id",
    "imported_at",
    "file",
    "parser",
    "read",
    "added",
    "known",
    "left_out",
    "conflicts",
    "undone_at",
)
_PLACE = ("import_id", "number", "code", "file", "sheet", "cell", "line", "hand", "text", "message")


@app.command()
def log(file: FileArgument, form: FormatOption = OutputFormat.text, output: OutputOption = None) -> None:
    """Show every import: the file, when and by what it was read, and what came of it."""
    from ofc_analytics.archive import open_archive

    _show(open_archive(file).log(), _LOG, form, output, "imports")


@app.command()
def quarantine(
    file: FileArgument,
    import_id: Annotated[
        int | None, typer.Option("--import", metavar="N", help="Only of this import.")
    ] = None,
    code: Annotated[
        str | None, typer.Option("--code", help="Only of this kind, such as card-unknown.")
    ] = None,
    number: Annotated[
        int | None,
        typer.Option("--show", metavar="N", help="With --import: this one in full, with the original text."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also remarks, and what a later import has read anew.")
    ] = False,
    form: FormatOption = OutputFormat.text,
    output: OutputOption = None,
) -> None:
    """Show what could not be read, with the reason and the place; --format json or csv exports it.

    Exit code 0: nothing is in quarantine; 1: something is.
    """
    from ofc_analytics.archive import open_archive
    from ofc_analytics.errors import LookupFailedError

    rows = open_archive(file).quarantine(
        import_id=import_id, code=code, closed=everything or number is not None
    )
    if number is not None:
        chosen = [row for row in rows.iter_rows(named=True) if row["number"] == number]
        if import_id is None or not chosen:
            raise LookupFailedError(
                f"there is no number {number} of import {import_id}; both are in the list"
            )
        write_text(plain(_in_full(chosen[0])), output)
    else:
        _show(_as_text(rows), _PLACE, form, output, "things in quarantine")
    if rows.height:
        raise typer.Exit(DISAGREES)


@app.command()
def conflicts(
    file: FileArgument, form: FormatOption = OutputFormat.text, output: OutputOption = None
) -> None:
    """Show hands that were imported with several contents, such as a corrected log.

    Exit code 0: there is none; 1: there is one.
    """
    from ofc_analytics.archive import open_archive

    rows = open_archive(file).conflicts()
    _show(rows, tuple(rows.columns), form, output, "hands in conflict")
    if rows.height:
        raise typer.Exit(DISAGREES)


@app.command()
def undo(
    file: FileArgument,
    import_id: Annotated[int, typer.Option("--import", metavar="N", help="The import, as in the log.")],
) -> None:
    """Undo one import: its hands go, but for those that another import has too."""
    from ofc_analytics.archive import open_archive

    gone = open_archive(file).undo(import_id)
    say(f"import {import_id} is undone: {counted(gone, 'hand')} fewer in the archive")


@app.command()
def retry(file: FileArgument, issues: IssuesOption = None) -> None:
    """Read files again of which something is in quarantine, if their parser is another version now.

    Exit codes are those of ofc import; 0 too where there is no such file.
    """
    from ofc_analytics.archive import open_archive

    report = open_archive(file).retry(told=told)
    if not report.files:
        say("no file in quarantine has a parser of another version than the one that read it")
        return
    end(report, issues)


@app.command()
def check(
    file: FileArgument,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out the hash of every hand.")] = False,
) -> None:
    """Verify counts, hashes and everything that has to hold between the tables.

    Exit code 0: all holds; 1: something does not, and each such thing is told.
    """
    from ofc_analytics.archive import open_archive

    findings = open_archive(file).check(quick=quick)
    for finding in findings:
        write_text(plain(str(finding)), None)
    if findings:
        raise typer.Exit(DISAGREES)
    say(f"{file}: all holds")


@app.command()
def export(
    file: FileArgument,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new or empty folder.")],
) -> None:
    """Write all hands as Parquet, partitioned by room and month, as polars, DuckDB and Spark read it."""
    from ofc_analytics.archive import open_archive

    say(f"{folder}: {counted(open_archive(file).export(folder), 'hand')} written")


@app.command()
def migrate(
    file: FileArgument,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be done.")] = False,
) -> None:
    """Bring an archive of an earlier version up to date; the old file is kept beside it."""
    from ofc_analytics.archive.migrating import migrate as migrate_file
    from ofc_analytics.archive.migrating import steps_for

    if dry_run:
        steps = steps_for(file)
        for step in steps:
            write_text(step, None)
        say(f"{file}: {counted(len(steps), 'step')} to do" if steps else f"{file}: nothing to do")
        return
    backup = migrate_file(file)
    say(f"{file}: up to date" if backup is None else f"{file}: brought up to date; the old one is {backup}")


def _show(
    rows: pl.DataFrame, columns: tuple[str, ...], form: OutputFormat, output: Path | None, noun: str
) -> None:
    if form is not OutputFormat.text:
        write_frame(rows, form, output)
    elif rows.height:
        write_renderables([_table(rows.select(columns))], output)
    else:
        say(f"no {noun}")


def _table(rows: pl.DataFrame) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for name in rows.columns:
        table.add_column(name.replace("_", " "), overflow="fold")
    for row in rows.iter_rows():
        table.add_row(*(Text(plain(_cell(value))) for value in row))
    return table


def _cell(value: object) -> str:
    return "" if value is None else f"{value:%Y-%m-%d %H:%M:%S}" if hasattr(value, "strftime") else str(value)


def _as_text(rows: pl.DataFrame) -> pl.DataFrame:
    """The original bytes as text, so that they can be written as JSON and CSV; what is no UTF-8 is marked."""
    import polars as pl

    raw = [None if piece is None else piece.decode(errors="replace") for piece in rows["raw"]]
    return rows.with_columns(raw=pl.Series(raw, dtype=pl.String))


def _in_full(row: dict[str, object]) -> str:
    raw = row.pop("raw")
    told = [f"{name}: {_cell(value)}" for name, value in row.items() if value is not None]
    if isinstance(raw, bytes):
        told += ["original:", raw.decode(errors="replace")]
    return "\n".join(told)
