"""`ofc audit`: everything that does not stand, in hands and in club exports."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.inputs import Settled, in_words, report_issues, write_issues
from ofc_analytics.cli.options import (
    DISAGREES,
    FormatOption,
    InputFormatOption,
    IssuesOption,
    OutputFormat,
    OutputOption,
    PathsArgument,
    RulesOption,
    SetOption,
    StrictOption,
)
from ofc_analytics.cli.output import plain, write_frame, write_renderables
from ofc_analytics.cli.overwriting import refuse_overwriting
from ofc_analytics.errors import FormatError, OfcError, ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import polars as pl
    from rich.console import RenderableType

    from ofc_analytics.clubs import ClubExports
    from ofc_analytics.formats import Night

__all__ = ["audit"]

_SHOWN = 100
_FIELDS = (
    "code", "severity", "hand", "players", "claimed", "recomputed", "at_stake", "reason", "file", "line", "sheet",
)  # fmt: skip


class Severity(StrEnum):
    """What a finding can be."""

    error = "error"
    warning = "warning"
    note = "note"


def audit(
    paths: PathsArgument,
    rules: RulesOption = None,
    overrides: SetOption = None,
    fail_on: Annotated[
        Severity,
        typer.Option("--fail-on", help="The least severe finding that gives exit code 1."),
    ] = Severity.warning,
    form: FormatOption = OutputFormat.text,
    output: OutputOption = None,
    input_format: InputFormatOption = None,
    strict: StrictOption = False,
    issues: IssuesOption = None,
) -> None:
    """Find what does not stand: claims and play of hands, and the totals of club exports.

    Exit code 0: nothing as severe as --fail-on; 1: something, or an input could not be read whole; 2: nothing could
    be audited, or --strict met a fault.
    """
    from ofc_analytics.audit import audit as find
    from ofc_analytics.settlement.frames import settle_all
    from ofc_analytics.settlement.grouping import rule_sets

    refuse_overwriting([*paths, rules], output=output, issues=issues)
    night = _read(paths, rules=rules, input_format=input_format, strict=strict, issues_file=issues)
    results, misfits = settle_all(night.hands, rules, overrides=overrides or ())
    settled = Settled(night.hands, results, [*night.issues, *misfits])
    report_issues(settled.issues, issues)
    faults = [issue for issue in misfits if issue.severity == "error"]
    if strict and faults:
        raise ParseError(faults[0])
    if results.is_empty() and night.clubs.empty:
        raise OfcError("nothing could be audited: no hand could be settled, and there is no club export")
    findings = find(night.hands, results, rule_sets(night.hands, rules, overrides or ()), night.clubs)
    if form is OutputFormat.text:
        write_renderables(_text(findings, settled, night.clubs), output)
    elif form is OutputFormat.parquet:
        write_frame(findings, form, output)
    else:
        write_frame(findings.select(_FIELDS), form, output)
    failing = tuple(Severity)[: tuple(Severity).index(fail_on) + 1]
    if settled.problems["error"] or findings["severity"].is_in([*map(str, failing)]).any():
        raise typer.Exit(DISAGREES)


def _read(
    paths: list[str], *, rules: str | None, input_format: str | None, strict: bool, issues_file: Path | None
) -> Night:
    """Read all inputs; a fault that ends it is written down first."""
    from ofc_analytics.formats import read_night

    try:
        return read_night(paths, rules=rules, input_format=input_format, strict=strict)
    except (ParseError, FormatError) as error:
        write_issues([error.issue], issues_file)
        raise


def _text(findings: pl.DataFrame, settled: Settled, clubs: ClubExports) -> Iterator[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    if findings.height:
        table = Table(title="Findings", title_justify="left")
        for heading in ("severity", "code", "hand or table", "place", "players", "at stake", "reason"):
            table.add_column(heading, overflow="fold")
        for row in findings.sort("severity", maintain_order=True).head(_SHOWN).iter_rows(named=True):
            sheet = [] if row["sheet"] is None else [f"sheet {row['sheet']!r}"]
            line = [] if row["line"] is None else [f"line {row['line']}"]
            cells = (
                row["severity"],
                row["code"],
                row["hand"] or "–",
                ", ".join([row["file"], *sheet, *line]),
                ", ".join(row["players"]),
                row["at_stake"] or "–",
                row["reason"],
            )
            table.add_row(*(Text(plain(cell)) for cell in cells))
        if findings.height > _SHOWN:
            table.caption = f"… and {findings.height - _SHOWN} more; --format json or csv has them all"
        yield table
    yield Text(_counts(findings, settled, clubs))


def _counts(findings: pl.DataFrame, settled: Settled, clubs: ClubExports) -> str:
    from collections import Counter

    lines = []
    if settled.read or clubs.empty:
        lines.append(
            f"{_number(settled.read, 'hand')} read: {settled.results.height} settled,"
            f" {_number(settled.duplicates, 'duplicate')}, {settled.left_out} left out."
        )
    if not clubs.empty:
        sessions = clubs.lines.select("file", "game_id", "block").unique().height
        lines.append(
            f"Club exports: {_number(sessions, 'table')} with {_number(clubs.lines.height, 'line')} of players,"
            f" {_number(clubs.members.height, 'total')} of players."
        )
    lines += [
        f"Found: {in_words(Counter(findings['severity'].to_list()))}.",
        f"On reading: {in_words(settled.problems)}.",
    ]
    return "\n".join(lines)


def _number(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"
