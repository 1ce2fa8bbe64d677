"""`ofc import` and `ofc watch`: into an archive, once or for as long as one likes."""

from __future__ import annotations

import signal
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.inputs import report_issues
from ofc_analytics.cli.options import DISAGREES, NOTHING_DONE, InputFormatOption, IssuesOption, PathsArgument
from ofc_analytics.cli.output import say
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from ofc_analytics.archive import FileReport, ImportReport

__all__ = ["ArchiveOption", "end", "import_", "told", "watch"]

ArchiveOption = Annotated[
    Path,
    typer.Option("--archive", metavar="FILE", help="The archive; it is made if it is not there."),
]


def import_(
    paths: PathsArgument,
    archive: ArchiveOption,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, metavar="N", help="Files to read at once; one a core if not given."),
    ] = None,
    input_format: InputFormatOption = None,
    issues: IssuesOption = None,
) -> None:
    """Import files, folders and packed files into an archive. What it has already changes nothing.

    Exit code 0: all was read; 1: something was left out or is in conflict, and the archive keeps it; 2: nothing
    could be done.
    """
    from ofc_analytics.archive import open_archive

    report = open_archive(archive).import_files(paths, input_format=input_format, workers=workers, told=told)
    end(report, issues)


def end(report: ImportReport, issues: Path | None) -> None:
    """Say what could not be read, and how it all adds up; then stop with the code that says it."""
    report_issues(report.issues, issues)
    say(summary(report))
    if not any(file.import_id or file.same for file in report.files):
        raise typer.Exit(NOTHING_DONE)
    if report.total("conflicts") or any(issue.severity == "error" for issue in report.issues):
        raise typer.Exit(DISAGREES)


def told(file: FileReport) -> None:
    """Say what came of one file."""
    if file.same:
        say(f"{file.file}: imported before, nothing has changed")
    elif file.import_id is not None:
        say(f"{file.file}: {_counts(file)}")


def summary(report: ImportReport) -> str:
    """All counts of an import, which add up."""
    same = sum(file.same for file in report.files)
    before = f", {counted(same, 'file')} imported before" if same else ""
    parts = {
        name: report.total(name) for name in ("read", "added", "known", "repeated", "left_out", "conflicts")
    }
    words = (
        f"hands read {parts['read']} = added {parts['added']} + known {parts['known']} "
        f"+ repeated {parts['repeated']} + left out {parts['left_out']}"
    )
    conflict = (
        f"; {parts['conflicts']} of those added contradict one that was there" if parts["conflicts"] else ""
    )
    return f"{counted(len(report.files), 'file')}{before}: {words}{conflict}"


def _counts(file: FileReport) -> str:
    parts = {
        "new": file.added,
        "known": file.known,
        "repeated": file.repeated,
        "left out": file.left_out,
        "in conflict": file.conflicts,
    }
    told = ", ".join(f"{count} {name}" for name, count in parts.items() if count)
    return f"{counted(file.read, 'hand')}{f' ({told})' if told else ''}"


def watch(
    folders: Annotated[
        list[str], typer.Argument(metavar="FOLDER...", help="Folders into which files arrive.")
    ],
    archive: ArchiveOption,
    quiet: Annotated[
        float,
        typer.Option("--quiet", min=0, metavar="SECONDS", help="How long a file must not have changed."),
    ] = 2.0,
    every: Annotated[
        float, typer.Option("--every", min=0.05, metavar="SECONDS", help="Time between two looks.")
    ] = 1.0,
    input_format: InputFormatOption = None,
) -> None:
    """Import files as they arrive in folders or grow, until Ctrl+C or a signal to end; the file at hand is finished."""
    from ofc_analytics.archive import open_archive
    from ofc_analytics.archive.watching import watch as watch_folders
    from ofc_analytics.errors import OfcError

    missing = [folder for folder in folders if not Path(folder).exists()]
    if missing:
        raise OfcError(f"{missing[0]}: there is no such folder")
    stop = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    say(f"ofc: watching {', '.join(folders)}; Ctrl+C ends it")
    watch_folders(
        open_archive(archive),
        folders,
        stop,
        quiet=quiet,
        every=every,
        input_format=input_format,
        told=_told_with_issues,
        said=lambda message: say(f"ofc: {message}; trying again"),
    )
    say("ofc: stopped")


def _told_with_issues(file: FileReport) -> None:
    told(file)
    report_issues(list(file.issues), None)
