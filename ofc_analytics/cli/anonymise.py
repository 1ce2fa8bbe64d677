"""`ofc anonymise`: logs and sheets that can be shown to others."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 (typer reads the annotations)
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.inputs import report_issues
from ofc_analytics.cli.options import DISAGREES, NOTHING_DONE, InputFormatOption, IssuesOption, PathsArgument
from ofc_analytics.cli.output import say
from ofc_analytics.errors import OfcError, ParseIssue
from ofc_analytics.folders import refuse_filled

if TYPE_CHECKING:
    from ofc_analytics.formats.anonymising import Anonymised

__all__ = ["anonymise"]


def anonymise(
    paths: PathsArgument,
    output: Annotated[
        Path, typer.Option("--output", metavar="FOLDER", help="A new or empty folder to write into.")
    ],
    salt: Annotated[
        str | None,
        typer.Option(
            "--salt", metavar="TEXT", help="The same salt gives the same names again; keep it to yourself."
        ),
    ] = None,
    input_format: InputFormatOption = None,
    issues: IssuesOption = None,
) -> None:
    """Write files again with other names, ids, tables and days, and the same hands and results.

    Exit code 0: all were written and read as before; 1: look at what is said before you share them; 2: nothing
    was written.
    """
    import secrets

    from ofc_analytics.formats.anonymising import anonymise as anonymised

    refuse_filled(output, option="--output")
    if salt is None:
        salt = secrets.token_hex(8)
        say(f"ofc: the salt is {salt}: --salt {salt} gives the same names again, so keep it to yourself")
    found: list[ParseIssue] = []
    written = 0
    for done in anonymised(paths, salt=salt, input_format=input_format):
        if isinstance(done, ParseIssue):
            found.append(done)
            continue
        found += done.issues
        if done.content is not None:
            written += 1
            _write(done, done.content, output / f"{written}{done.suffix}")
    report_issues(found, issues)
    if not written:
        raise typer.Exit(NOTHING_DONE)
    if any(issue.severity != "note" for issue in found):
        raise typer.Exit(DISAGREES)


def _write(done: Anonymised, content: bytes, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        file.write_bytes(content)
    except OSError as error:
        raise OfcError(f"{file}: cannot be written: {error.strerror}") from None
    say(f"{done.file} → {file}")
