"""The command `ofc`. Each command is a module of its own and imports what is heavy when it is called."""

from __future__ import annotations

import os
import sys

import typer

from ofc_analytics.cli import explain, formats, rules, score, settle, stats
from ofc_analytics.cli.options import NOTHING_DONE
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
app.command("score")(score.score)
app.command("settle")(settle.settle)
app.command("explain")(explain.explain)
app.command("stats")(stats.stats)
app.command("formats")(formats.formats)
app.add_typer(rules.app, name="rules")


def main() -> None:
    """Run the command line: an error in the input ends in one line on stderr and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    try:
        app()
    except OfcError as error:
        print(f"ofc: {error}", file=sys.stderr)  # noqa: T201 - the command's own error line
        sys.exit(NOTHING_DONE)
    except BrokenPipeError:
        # the reader of the pipe went away; its end must not look like our failure
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
