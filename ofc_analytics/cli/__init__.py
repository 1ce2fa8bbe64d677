"""The command `ofc`. Each command is a module of its own and imports what is heavy when it is called."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ofc_analytics.cli import (
    anonymise,
    archive,
    audit,
    explain,
    formats,
    generate,
    importing,
    ledger,
    report,
    rules,
    score,
    settle,
    sheet,
    stats,
)
from ofc_analytics.cli.options import NOTHING_DONE
from ofc_analytics.cli.output import say
from ofc_analytics.errors import OfcError

__all__ = ["app", "main"]

app = typer.Typer(
    name="ofc",
    help="Settle, audit and study open-face Chinese poker.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"ofc {version('ofc-analytics')}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop."),
    ] = False,
) -> None:
    pass


app.command("score")(score.score)
app.command("settle")(settle.settle)
app.command("explain")(explain.explain)
app.command("ledger")(ledger.ledger)
app.command("audit")(audit.audit)
app.command("stats")(stats.stats)
app.command("report")(report.report)
app.command("formats")(formats.formats)
app.command("import")(importing.import_)
app.command("watch")(importing.watch)
app.command("anonymise")(anonymise.anonymise)
app.command("generate")(generate.generate)
app.add_typer(archive.app, name="archive")
app.add_typer(rules.app, name="rules")
app.add_typer(sheet.app, name="sheet")


def main() -> None:
    """Run the command line: an error in the input ends in one line on stderr and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # it is where the shell closed it
            stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    try:
        app()
    except (OfcError, OSError) as error:
        say(f"ofc: {error}")
        sys.exit(NOTHING_DONE)
