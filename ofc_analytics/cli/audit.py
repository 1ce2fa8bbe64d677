"""`ofc audit`: everything that does not stand, in hands and in club exports."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 (typer reads the annotations)
from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.audit_answers import Answers
from ofc_analytics.cli.audit_commands import Call
from ofc_analytics.cli.audit_rules import ranking_rows, rules_of_rooms
from ofc_analytics.cli.audit_text import SHOWN, audit_text, mostly_wrong
from ofc_analytics.cli.evidence import refuse_evidence, write_evidence
from ofc_analytics.cli.inputs import Settled, report_issues, settle_night, write_issues
from ofc_analytics.cli.options import (
    DISAGREES,
    STANDARD,
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
from ofc_analytics.cli.output import say, write_frame, write_renderables
from ofc_analytics.cli.overwriting import refuse_overwriting
from ofc_analytics.errors import SEVERITIES, OfcError, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.audit.inferring import RoomRules
    from ofc_analytics.errors import ParseIssue
    from ofc_analytics.formats import Night

__all__ = ["audit"]

_FIELDS = (
    "code", "severity", "hand", "players", "claimed", "recomputed", "at_stake", "reason", "file", "line", "sheet",
    "family", "explain",
)  # fmt: skip


_LOOKED_THROUGH = 10
"""Hands looked through for slips where most claims are wrong: then it is the rules, and no slip of the pen."""


def audit(
    paths: PathsArgument,
    rules: RulesOption = None,
    overrides: SetOption = None,
    fail_on: Annotated[
        Severity,
        typer.Option("--fail-on", help="The least severe finding that gives exit code 1."),
    ] = "warning",
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
    import polars as pl

    from ofc_analytics.audit import FAMILIES, with_slips
    from ofc_analytics.audit import audit as find
    from ofc_analytics.settlement.grouping import rule_sets

    refuse_overwriting([*paths, rules], output=output, issues=issues)
    wanted = _families(families or ())
    if evidence is not None:
        refuse_evidence(evidence, paths)
    night, settled = settle_night(
        paths, rules, overrides or (), input_format=input_format, strict=strict, issues_file=issues
    )
    _report(settled.issues, issues, wanted)
    hands, results = night.hands, settled.results
    used = rule_sets(hands, rules, overrides or ())
    rooms = rules_of_rooms(hands, rules, overrides or ()) if infer_rules else []
    findings = find(
        hands,
        results,
        used,
        night.clubs,
        entries=night.entries,
        issues=settled.issues,
        conflicts=night.conflicts,
        inferred=[room.rules for room in rooms if room.rules is not None],
        families=wanted,
    )
    if results.is_empty() and night.clubs.empty and findings.is_empty() and not rooms:
        raise OfcError("nothing could be audited: no hand could be settled, and there is no club export")
    answers = _answers(night, settled, rooms, deals=deals, pairs=pairs)
    asked = pl.col("family").is_in([*(wanted or FAMILIES), "rules"])
    findings = pl.concat([findings, *answers.findings()]).filter(asked)
    wrong = mostly_wrong(results)
    if wrong and not infer_rules:
        say(wrong)
    call = Call(
        paths=paths,
        rules=rules,
        overrides=overrides or (),
        input_format=input_format,
        more=[
            *(["--deals"] * deals),
            *(["--pairs"] * pairs),
            *(["--infer-rules"] * infer_rules),
            *(f"--family={one}" for one in wanted),
            *([f"--fail-on={fail_on}"] * (fail_on != "warning")),
            *(["--strict"] * strict),
        ],
    )
    findings = with_slips(findings, hands, results, used, most=_LOOKED_THROUGH if wrong else SHOWN)
    findings = call.explaining(call.placed(findings))
    if evidence is not None:
        write_evidence(
            evidence,
            findings,
            _FIELDS,
            settled,
            call=call,
            rules=used,
            inferred=answers.inferred(),
            tables={
                name: call.placed(table) if "file" in table.columns else table
                for name, table in answers.tables().items()
            },
        )
    if form is OutputFormat.text:
        write_renderables([*answers.renderables(), *audit_text(findings, settled, night.clubs)], output)
    elif rooms:
        write_frame(ranking_rows(rooms), form, output)
    elif form is OutputFormat.parquet:
        write_frame(findings, form, output)
    else:
        write_frame(findings.select(_FIELDS), form, output)
    failing = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
    if settled.problems["error"] or findings["severity"].is_in(failing).any():
        raise typer.Exit(DISAGREES)


def _answers(
    night: Night, settled: Settled, rooms: Sequence[RoomRules], *, deals: bool, pairs: bool
) -> Answers:
    """What is asked besides findings."""
    fairness = company = None
    if deals:
        from ofc_analytics.audit.fairness import judge_deals

        fairness = judge_deals(night.hands, results=settled.results)
    if pairs:
        from ofc_analytics.audit.company import judge_company

        company = judge_company(settled.results, night.hands, night.clubs)
    return Answers(rooms=rooms, fairness=fairness, company=company)


def _report(issues: list[ParseIssue], file: Path | None, families: Sequence[str]) -> None:
    """Say what could not be used, and is no finding as well; write all issues down where a file is named."""
    from ofc_analytics.audit.families import FAMILIES
    from ofc_analytics.audit.reading import TOLD_CODES

    told = TOLD_CODES.intersection(code for one in families or FAMILIES for code in FAMILIES[one])
    if file != STANDARD:
        report_issues([issue for issue in issues if issue.code not in told], None)
    write_issues(issues, file)


def _families(names: Sequence[str]) -> list[str]:
    """The families that are asked for, each once."""
    from ofc_analytics.audit import FAMILIES
    from ofc_analytics.errors import LookupFailedError

    unknown = [name for name in names if name not in FAMILIES]
    if unknown:
        raise LookupFailedError(f"there is no family {unknown[0]!r}; expected {', '.join(FAMILIES)}")
    return list(dict.fromkeys(names))
