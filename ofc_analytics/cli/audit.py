"""`ofc audit`: everything that does not stand, in hands and in club exports."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path  # noqa: TC003 (typer reads the annotations)
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.audit_commands import Call
from ofc_analytics.cli.audit_deals import deals_table
from ofc_analytics.cli.audit_pairs import pairs_tables
from ofc_analytics.cli.audit_rules import inferred_rules, ranking_rows, rules_tables
from ofc_analytics.cli.audit_text import SHOWN, audit_text
from ofc_analytics.cli.evidence import refuse_evidence, write_evidence
from ofc_analytics.cli.inputs import Settled, report_issues, write_issues
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
from ofc_analytics.cli.output import write_frame, write_renderables
from ofc_analytics.cli.overwriting import refuse_overwriting
from ofc_analytics.errors import FormatError, OfcError, ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import polars as pl
    from rich.console import RenderableType

    from ofc_analytics.formats import Night

__all__ = ["audit"]

_FIELDS = (
    "code", "severity", "hand", "players", "claimed", "recomputed", "at_stake", "reason", "file", "line", "sheet",
    "family", "explain",
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
    deals: Annotated[
        bool,
        typer.Option("--deals", help="Test whether the cards dealt in sight look like a fair deal as well."),
    ] = False,
    pairs: Annotated[
        bool,
        typer.Option(
            "--pairs", help="Ask who plays with whom as well: what skill does not explain, by pair."
        ),
    ] = False,
    infer_rules: Annotated[
        bool,
        typer.Option(
            "--infer-rules",
            help="Tell which rules explain most of the claims; json, csv and parquet have the ranking then.",
        ),
    ] = False,
    families: Annotated[
        list[str] | None,
        typer.Option(
            "--family", metavar="NAME", help="Only findings of this family, such as money; repeatable."
        ),
    ] = None,
    evidence: Annotated[
        Path | None,
        typer.Option(
            "--evidence", metavar="FOLDER", help="Write there all that a third person needs to check it."
        ),
    ] = None,
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
    from ofc_analytics.audit import FAMILIES, with_slips
    from ofc_analytics.audit import audit as find
    from ofc_analytics.audit.inferring import fold
    from ofc_analytics.settlement.grouping import rule_sets

    refuse_overwriting([*paths, rules], output=output, issues=issues)
    wanted = _families(families or ())
    if evidence is not None:
        refuse_evidence(evidence, paths)
    night, settled = _settled(
        paths, rules, overrides or (), input_format=input_format, strict=strict, issues_file=issues
    )
    results = settled.results
    if results.is_empty() and night.clubs.empty and not infer_rules:
        raise OfcError("nothing could be audited: no hand could be settled, and there is no club export")
    used = rule_sets(night.hands, rules, overrides or ())
    findings = find(night.hands, results, used, night.clubs, entries=night.entries, issues=settled.issues)
    tests: list[RenderableType] = []
    inferred = inferred_rules(night.hands, rules, overrides or ()) if infer_rules else []
    for one in inferred:
        findings = fold(findings, one.rules)
    for asked, tables in _questions(night, results, deals=deals, pairs=pairs):
        findings = findings.vstack(asked)
        tests += tables
    findings = findings.filter(findings["family"].is_in(wanted or FAMILIES))
    options = [
        *(["--deals"] * deals),
        *(["--pairs"] * pairs),
        *(["--infer-rules"] * infer_rules),
        *(f"--family={one}" for one in wanted),
    ]
    call = Call(paths=paths, rules=rules, overrides=overrides or (), input_format=input_format, more=options)
    findings = call.explaining(with_slips(findings, night.hands, results, used, most=SHOWN))
    if evidence is not None:
        write_evidence(
            evidence,
            findings,
            _FIELDS,
            settled,
            rules=used,
            paths=paths,
            rules_file=rules,
            command=call.repeat(),
        )
    if form is OutputFormat.text:
        write_renderables(
            [*rules_tables(inferred), *tests, *audit_text(findings, settled, night.clubs)], output
        )
    elif inferred:
        write_frame(ranking_rows(inferred), form, output)
    elif form is OutputFormat.parquet:
        write_frame(findings, form, output)
    else:
        write_frame(findings.select(_FIELDS), form, output)
    failing = tuple(Severity)[: tuple(Severity).index(fail_on) + 1]
    if settled.problems["error"] or findings["severity"].is_in([*map(str, failing)]).any():
        raise typer.Exit(DISAGREES)


def _questions(
    night: Night, results: pl.DataFrame, *, deals: bool, pairs: bool
) -> Iterator[tuple[pl.DataFrame, list[RenderableType]]]:
    """Findings and tables of what is asked of the deal and of pairs of players."""
    if deals:
        from ofc_analytics.audit.fairness import judge_deals

        fairness = judge_deals(night.hands, results=results)
        yield fairness.findings, [deals_table(fairness)]
    if pairs:
        from ofc_analytics.audit.company import judge_company

        company = judge_company(results, night.hands, night.clubs)
        yield company.findings, [*pairs_tables(company)]


def _settled(
    paths: list[str],
    rules: str | None,
    overrides: Sequence[str],
    *,
    input_format: str | None,
    strict: bool,
    issues_file: Path | None,
) -> tuple[Night, Settled]:
    """Read and settle all inputs, and say what could not be; a fault that ends it is written down first."""
    from ofc_analytics.formats import read_night
    from ofc_analytics.settlement.frames import settle_all

    try:
        night = read_night(paths, rules=rules, input_format=input_format, strict=strict)
    except (ParseError, FormatError) as error:
        write_issues([error.issue], issues_file)
        raise
    results, misfits = settle_all(night.hands, rules, overrides=overrides)
    settled = Settled(night.hands, results, [*night.issues, *misfits])
    report_issues(settled.issues, issues_file)
    faults = [issue for issue in misfits if issue.severity == "error"]
    if strict and faults:
        raise ParseError(faults[0])
    return night, settled


def _families(names: Sequence[str]) -> list[str]:
    """The families that are asked for, each once."""
    from ofc_analytics.audit import FAMILIES
    from ofc_analytics.errors import LookupFailedError

    unknown = [name for name in names if name not in FAMILIES]
    if unknown:
        raise LookupFailedError(f"there is no family {unknown[0]!r}; expected {', '.join(FAMILIES)}")
    return list(dict.fromkeys(names))
