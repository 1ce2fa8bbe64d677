"""`ofc sheet`: make a blank score sheet for a night, and check one that was filled in."""

from __future__ import annotations

import json
from datetime import datetime  # noqa: TC003 - typer reads the annotations
from enum import StrEnum
from itertools import groupby
from pathlib import Path  # noqa: TC003 - the same
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.inputs import in_words
from ofc_analytics.cli.options import DISAGREES, NOTHING_DONE, OutputOption, RulesOption, SetOption
from ofc_analytics.cli.output import plain, say, write_lines
from ofc_analytics.cli.overwriting import refuse_overwriting
from ofc_analytics.errors import OfcError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ofc_analytics.cli.sheet_check import Checked
    from ofc_analytics.cli.sheet_findings import Finding
    from ofc_analytics.formats import SheetWriter

__all__ = ["app"]

app = typer.Typer(
    help="Score sheets of home games: make a blank one, check a filled one.", no_args_is_help=True
)

_SUFFIX = ".xlsx"
_PLACE_WIDTH = 8
_DAYS = ["%Y-%m-%d", "%d.%m.%Y", "%d.%m.%y"]


class _Form(StrEnum):
    """What a check is written as."""

    text = "text"
    json = "json"


@app.command("new")
def new(
    file: Annotated[Path, typer.Argument(metavar="FILE.xlsx", help="The workbook to write.")],
    players: Annotated[
        str, typer.Option("--players", metavar="NAME,NAME,…", help="In the order of the seats, clockwise.")
    ],
    rules: RulesOption = None,
    overrides: SetOption = None,
    language: Annotated[
        str, typer.Option("--language", metavar="en|ru", help="Of headings and remarks.")
    ] = "en",
    hands: Annotated[int, typer.Option("--hands", help="How many hands there is room for.")] = 30,
    unit: Annotated[
        str | None,
        typer.Option("--unit", metavar="AMOUNT", help="What one point is worth, such as 10 or 0.50."),
    ] = None,
    currency: Annotated[
        str | None, typer.Option("--currency", metavar="CODE", help="Such as RUB or EUR.")
    ] = None,
    date: Annotated[
        datetime | None,
        typer.Option("--date", formats=_DAYS, help="The day of the night; it tells two nights apart."),
    ] = None,
    table: Annotated[str | None, typer.Option("--table", metavar="NAME", help="The table's name.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write a blank workbook: a block of lines a hand, the rules in words, and the buy-ins.

    The same call writes the same file. Exit code 2: nothing was written.
    """
    from ofc_analytics.formats import NewSheet
    from ofc_analytics.names import suggest_same
    from ofc_analytics.rules import DEFAULT_RULES, load_rules

    if file.suffix.lower() != _SUFFIX:
        raise OfcError(f"{file}: a blank sheet is an Excel workbook; expected a name that ends in {_SUFFIX}")
    ruleset = load_rules(rules or DEFAULT_RULES, overrides or ())
    night = NewSheet(
        players=tuple(name.strip() for name in players.split(",")),
        rules=ruleset,
        language=language,
        hands=hands,
        unit=unit,
        currency=currency,
        date=date and date.date(),
        table=table,
    )
    content = _writer().new_sheet(night)
    for one, other, why in suggest_same(night.players):
        say(f"note: {one!r} and {other!r} are two players here ({why})")
    _write(content, file, force=force)
    say(f"{file}: {hands} hands of {', '.join(night.players)} under {ruleset.name} ({ruleset.fingerprint})")
    for step in _next_steps(file, night.players[0], rules, overrides or ()):
        say(step)


@app.command("check")
def check(
    paths: Annotated[list[str], typer.Argument(metavar="FILE...", help="Score sheets: XLSX, ODS or CSV.")],
    rules: RulesOption = None,
    overrides: SetOption = None,
    form: Annotated[_Form, typer.Option("--format", help="What to write the result as.")] = _Form.text,
    output: OutputOption = None,
) -> None:
    """Report everything that is wrong with a score sheet, by sheet and cell.

    Exit code 0: all stands; 1: something is wrong; 2: no sheet could be read.
    """
    from ofc_analytics.cli.sheet_check import check_sheets

    refuse_overwriting([*paths, rules], output=output)
    checked = check_sheets(paths, _writer(), rules=rules, overrides=overrides or ())
    write_lines(_json_lines(checked) if form is _Form.json else _text_lines(checked), output)
    if not checked.anything:
        raise typer.Exit(NOTHING_DONE)
    if checked.severities["error"] or checked.severities["warning"]:
        raise typer.Exit(DISAGREES)


def _next_steps(file: Path, player: str, rules: str | None, overrides: Sequence[str]) -> Iterator[str]:
    """What to do with a blank sheet; rules that are not found by the name in it are needed again."""
    from ofc_analytics.rules import DEFAULT_RULES, rule_set_names

    named = rules or DEFAULT_RULES
    again = [f"--rules {quote(named)}"] if overrides or named not in rule_set_names() else []
    what = " ".join([quote(str(file)), *again, *(f"--set {quote(change)}" for change in overrides)])
    yield f"next: fill it in, and see what is wrong in it: ofc sheet check {what}"
    yield f"then who pays whom: ofc ledger {what}, all through one banker with --banker {quote(player)}"


def _writer() -> SheetWriter:
    """The parser that reads score sheets and makes blank ones."""
    from ofc_analytics.formats import SheetWriter, parsers

    found = [parser for parser in parsers().values() if isinstance(parser, SheetWriter)]
    if not found:
        raise OfcError("no installed parser makes score sheets; ofc formats lists those that there are")
    return found[0]


def _write(content: bytes, file: Path, *, force: bool) -> None:
    try:
        with file.open("wb" if force else "xb") as stream:
            stream.write(content)
    except FileExistsError:
        raise OfcError(f"{file} is there already: name another file, or write over it with --force") from None
    except OSError as error:
        raise OfcError(f"{file}: cannot be written: {error.strerror}") from None


def _json_lines(checked: Checked) -> Iterator[str]:
    for finding in checked.findings:
        yield json.dumps({"kind": "problem"} | finding.as_dict(), ensure_ascii=False)
    counts = checked.counts() | {
        f"{word}s": checked.severities[word] for word in ("error", "warning", "note")
    }
    yield json.dumps({"kind": "counts"} | counts, ensure_ascii=False)


def _text_lines(checked: Checked) -> Iterator[str]:
    for place, findings in groupby(checked.findings, _sheet):
        yield plain(place)
        for finding in findings:
            yield plain(f"  {_where(finding):<{_PLACE_WIDTH}} {_what(finding)}").replace("\n", "\n  ")
    counts = checked.counts()
    hands = f"{counts['hands']} hand{'s' * (counts['hands'] != 1)} read"
    duplicates = f", {counts['duplicates']} duplicate{'s' * (counts['duplicates'] != 1)}"
    told = f", {counts['told']} told without cards"
    more = f"{duplicates if counts['duplicates'] else ''}{told if counts['told'] else ''}"
    yield f"{hands}: {counts['sound']} sound, {counts['wrong']} wrong{more}; {counts['empty']} left empty."
    yield f"{in_words(checked.severities)}."


def _sheet(finding: Finding) -> str:
    issue = finding.issue
    return f"{issue.file}, sheet {issue.sheet!r}" if issue.sheet is not None else issue.file


def _where(finding: Finding) -> str:
    issue = finding.issue
    if issue.cell is not None:
        return issue.cell
    if issue.line is None:
        return ""
    return f"{'line' if issue.sheet is None else 'row'} {issue.line}"


def _what(finding: Finding) -> str:
    severity = finding.issue.severity
    return f"{'' if severity == 'error' else f'{severity}: '}{finding.told}"
