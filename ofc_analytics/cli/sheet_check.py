"""Everything that is wrong with score sheets, in the order of their cells."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofc_analytics.cli.inputs import Counts
from ofc_analytics.cli.sheet_findings import (
    Finding,
    claim_findings,
    name_findings,
    play_findings,
    sum_findings,
)
from ofc_analytics.cli.sheet_money import money_findings

if TYPE_CHECKING:
    from ofc_analytics.errors import ParseIssue
    from ofc_analytics.formats import SheetWriter
    from ofc_analytics.settlement.given import Overrides

__all__ = ["Checked", "check_sheets"]

_CELL = re.compile(r"([A-Z]+)[0-9]+")
_NO_HANDS = "file-empty"
_EMPTY_HANDS = "hand-empty"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What was found, and how many hands stand.

    Attributes
    ----------
    findings
        By file, sheet, row and column.
    read
        What became of the hands.
    empty
        Number of hands that were not filled in.
    anything
        Whether any sheet could be read.
    """

    findings: list[Finding]
    read: Counts
    empty: int
    anything: bool

    @property
    def severities(self) -> Counter[str]:
        """Number of findings of each severity."""
        return Counter(finding.issue.severity for finding in self.findings)

    def counts(self) -> dict[str, int]:
        """Hands that were read, which of them stand, do not, were known and have no cards; and those left empty."""
        serious = [finding for finding in self.findings if finding.issue.severity != "note"]
        wrong = len({finding.hand_id for finding in serious} - {None})
        return {
            "hands": self.read.read,
            "sound": self.read.settled - wrong,
            "wrong": self.read.left_out + wrong,
            "duplicates": self.read.duplicates,
            "told": self.read.told,
            "empty": self.empty,
        }


def check_sheets(
    paths: list[str], parser: SheetWriter, *, rules: str | None, overrides: Overrides
) -> Checked:
    """Read and settle score sheets, and take down every problem.

    Raises
    ------
    LookupFailedError, RulesError
        If the rules that are given cannot be read.
    """
    from ofc_analytics.formats import read_night
    from ofc_analytics.rules import DEFAULT_RULES
    from ofc_analytics.settlement.frames import settle_all
    from ofc_analytics.settlement.given import given_rules
    from ofc_analytics.settlement.grouping import rule_sets
    from ofc_analytics.settlement.tellings import hands_told

    night = read_night(paths, rules=rules, input_format=parser.name, overrides=overrides)
    if night.hands.is_empty():
        given_rules(rules or DEFAULT_RULES, overrides)  # no hand asks whether there are such rules
    results, misfits = settle_all(night.hands, rules, overrides=overrides, issues=night.issues)
    known = rule_sets(night.hands, rules, overrides)
    cells = _claim_cells(paths, parser)
    read = [issue for issue in night.issues if not _is_blank_sheet(issue, night.issues)]
    findings = [
        *(Finding(issue=issue) for issue in (*read, *misfits)),
        *sum_findings(results, cells),
        *claim_findings(night.hands, results, known, cells),
        *play_findings(night.hands, results, known, night.issues),
        *money_findings(night, results, cells),
        *name_findings(night.hands, night.entries),
    ]
    counts = Counts.of(
        results.height, (finding.issue for finding in findings), told=hands_told(night.entries)
    )
    empty = sum(issue.hands for issue in read if issue.code == _EMPTY_HANDS)
    return Checked(
        findings=sorted(findings, key=_place),
        read=counts,
        empty=empty,
        anything=bool(counts.read or empty or night.entries.height),
    )


def _claim_cells(paths: list[str], parser: SheetWriter) -> dict[tuple[object, ...], str]:
    """Cells of all claims and amounts, by file, sheet, line, player and what it is."""
    from ofc_analytics.formats.opening import Input, open_inputs

    inputs = (found for found in open_inputs(paths) if isinstance(found, Input) and found.binary)
    return {
        (found.file, *place): cell
        for found in inputs
        for place, cell in parser.claim_cells(found.stream).items()
    }


def _is_blank_sheet(issue: ParseIssue, issues: list[ParseIssue]) -> bool:
    """Whether an issue says no more than that nobody has filled in a sheet yet."""
    return issue.code == _NO_HANDS and any(
        other.code == _EMPTY_HANDS and other.file == issue.file for other in issues
    )


def _place(finding: Finding) -> tuple[object, ...]:
    issue = finding.issue
    found = _CELL.fullmatch(issue.cell or "")
    column = (len(found[1]), found[1]) if found else (0, "")
    return issue.file, issue.sheet or "", issue.line or 0, column
