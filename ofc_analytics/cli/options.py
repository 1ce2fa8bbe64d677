"""Options that several commands share, and the exit codes."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "DISAGREES",
    "NOTHING_DONE",
    "STANDARD",
    "FormatOption",
    "InputFormatOption",
    "IssuesOption",
    "OutputFormat",
    "OutputOption",
    "PathsArgument",
    "RulesOption",
    "SetOption",
    "StrictOption",
]

DISAGREES = 1
"""The work was done, and something disagrees or was quarantined."""

NOTHING_DONE = 2
"""The call or every input is wrong."""


STANDARD = Path("-")
"""What stands for a standard stream where a file is named."""


class OutputFormat(StrEnum):
    """What a result is written as."""

    text = "text"
    json = "json"
    csv = "csv"
    parquet = "parquet"


PathsArgument = Annotated[
    list[str],
    typer.Argument(metavar="PATH...", help="Files, folders or archives of hands; - reads standard input."),
]
RulesOption = Annotated[
    str | None,
    typer.Option("--rules", metavar="NAME|FILE.toml", help="Rule set for all hands; see: ofc rules list."),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change one rule, such as rows.scoop=6; repeatable."),
]
FormatOption = Annotated[OutputFormat, typer.Option("--format", help="What to write the result as.")]
OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output",
        metavar="FILE",
        callback=lambda file: None if file == STANDARD else file,
        help="Write the result there; - is standard output.",
    ),
]
InputFormatOption = Annotated[
    str | None, typer.Option("--input-format", metavar="NAME", help="Read as this format; see: ofc formats.")
]
StrictOption = Annotated[
    bool,
    typer.Option("--strict", help="Stop at the first hand that cannot be read or settled, with exit code 2."),
]
IssuesOption = Annotated[
    Path | None,
    typer.Option(
        "--issues",
        metavar="FILE.jsonl",
        help="Write every problem and note there, a row each; - is standard error.",
    ),
]
