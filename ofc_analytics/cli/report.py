"""`ofc report`: one HTML file of a night or of a player, to be sent round."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path  # noqa: TC003 (typer reads the annotations)
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.inputs import left_empty, report_issues, settle_night, write_issues
from ofc_analytics.cli.options import (
    DISAGREES,
    STANDARD,
    InputFormatOption,
    IssuesOption,
    OutputFormat,
    PathsArgument,
    RulesOption,
    SetOption,
    StrictOption,
)
from ofc_analytics.cli.output import say, write_frame, write_text
from ofc_analytics.cli.overwriting import refuse_overwriting
from ofc_analytics.errors import OfcError

if TYPE_CHECKING:
    from ofc_analytics.report import Report

__all__ = ["report", "write_data"]


class Language(StrEnum):
    """What a report is written in."""

    en = "en"
    ru = "ru"


def report(
    paths: PathsArgument,
    output: Annotated[
        Path,
        typer.Option("--output", metavar="FILE.html", help="Write the report there; - is standard output."),
    ],
    player: Annotated[
        str | None, typer.Option("--player", metavar="NAME", help="Report on one player; else on all.")
    ] = None,
    language: Annotated[Language, typer.Option("--language", help="Of the report.")] = Language.en,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="Heading of the report.")
    ] = None,
    tables: Annotated[
        Path | None,
        typer.Option(
            "--tables",
            metavar="FOLDER",
            help="Write every table there too, as CSV, Parquet and one Excel workbook.",
        ),
    ] = None,
    rules: RulesOption = None,
    overrides: SetOption = None,
    input_format: InputFormatOption = None,
    strict: StrictOption = False,
    issues: IssuesOption = None,
) -> None:
    """Write a report in one HTML file: summary, charts, tables, hands with their receipts, what does not stand.

    It needs no network and nothing beside it. Of very many hands only some fold out on the page, and of very many remarks
    of reading the first of each kind stand there; all are then in a file beside it, whose name is told.
    """
    from ofc_analytics.audit import audit
    from ofc_analytics.report import build, page
    from ofc_analytics.report.hands import MOST_HANDS
    from ofc_analytics.report.issues import first_of_each
    from ofc_analytics.report.scope import with_player
    from ofc_analytics.settlement.copies import without_copies
    from ofc_analytics.settlement.grouping import rule_sets
    from ofc_analytics.settlement.tables import boards

    beside = None if output == STANDARD else output.with_name(f"{output.stem}.hands.csv")
    refuse_overwriting([*paths, rules], output=output, issues=issues)
    unread = None if output == STANDARD else output.with_name(f"{output.stem}.issues.jsonl")
    refuse_overwriting([*paths, rules], output=beside)
    refuse_overwriting([*paths, rules], output=unread)
    night, settled = settle_night(
        paths, rules, overrides or (), input_format=input_format, strict=strict, issues_file=issues
    )
    report_issues(settled.issues, issues)
    if settled.results.is_empty():
        exports = "" if night.clubs.empty else ": these are club exports, which ofc audit reconciles"
        raise OfcError(f"no hand could be settled{exports}{left_empty(settled.issues)}")
    used = rule_sets(night.hands, rules, overrides or ())
    made = build(
        settled.results,
        hands=night.hands,
        player=player,
        language=language.value,
        title=title,
        findings=audit(
            night.hands,
            settled.results,
            used,
            night.clubs,
            entries=night.entries,
            issues=settled.issues,
            conflicts=night.conflicts,
        ),
        issues=settled.issues,
        entries=night.entries,
        clubs=night.clubs,
        rest="" if beside is None else beside.name,
        rest_issues="" if unread is None else unread.name,
    )
    write_text(page(made), None if output == STANDARD else output)
    once = without_copies(settled.results)
    shown = once if player is None else with_player(once, player)
    if beside is not None and shown.height > MOST_HANDS:
        write_frame(boards(shown), OutputFormat.csv, beside)
        say(f"{output} shows {len(made.hands):,} hands; {beside} has all {shown.height:,}")
    told = len(first_of_each(settled.issues))
    if unread is not None and told < len(settled.issues):
        write_issues(settled.issues, unread)
        say(f"{output} shows {told:,} errors, warnings and notes; {unread} has all {len(settled.issues):,}")
    if tables is not None:
        write_data(made, tables)
    if settled.problems["error"] or any(hand.disputed for hand in made.hands):
        raise typer.Exit(DISAGREES)


def write_data(made: Report, folder: Path, *, most_rows: int | None = None) -> None:
    """Write the tables of a report as data, and say of which a workbook has no room for all rows, or for `most_rows`."""
    from ofc_analytics.report.data import cut_short, write_tables
    from ofc_analytics.spreadsheets import MOST_ROWS

    tables, room = [*made.tables, *filter(None, (made.findings, made.issues))], most_rows or MOST_ROWS
    try:
        write_tables(tables, folder, most_rows=room)
    except OSError as error:
        raise OfcError(f"{error.filename or folder}: cannot be written: {error.strerror}") from None
    for sentence in cut_short(tables, most_rows=room):
        say(f"{folder}: {sentence}")
