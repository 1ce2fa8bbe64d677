"""Reading and settling for the commands: what cannot be used is said on stderr and counted."""

from __future__ import annotations

import json
import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ofc_analytics.cli.options import STANDARD
from ofc_analytics.cli.output import say, write_lines
from ofc_analytics.errors import SEVERITIES, FormatError, OfcError, ParseError, ParseIssue
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    import polars as pl

    from ofc_analytics.formats import Night

__all__ = [
    "Counts",
    "Settled",
    "in_words",
    "left_empty",
    "play_issue",
    "read_hands",
    "report_issues",
    "settle_night",
    "settle_paths",
    "write_issues",
]

_SHOWN_ISSUES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What became of the hands that were read.

    Attributes
    ----------
    settled, duplicates, left_out
        From their cards; known already; neither, for a reason that is told.
    told
        Told without cards, and taken as they are told.
    """

    settled: int
    duplicates: int
    left_out: int
    told: int = 0

    @classmethod
    def of(cls, settled: int, issues: Iterable[ParseIssue], told: int = 0) -> Counts:
        """Count by what was found out on the way."""
        hands: Counter[str] = Counter()
        for issue in issues:
            hands["known" if issue.is_repeat else issue.severity] += issue.hands
        return cls(settled=settled, duplicates=hands["known"], left_out=hands["error"], told=told)

    @property
    def read(self) -> int:
        """Number of hands that were read."""
        return self.settled + self.duplicates + self.left_out + self.told

    def words(self, how: str = "settled") -> str:
        """A line that closes a report.

        >>> Counts(settled=2, duplicates=1, left_out=0, told=5).words()
        '8 hands read: 2 settled, 1 duplicate, 0 left out, 5 told without cards.'
        """
        told = f", {self.told:,} told without cards" if self.told else ""
        return (
            f"{counted(self.read, 'hand')} read: {self.settled:,} {how}, "
            f"{counted(self.duplicates, 'duplicate')}, {self.left_out:,} left out{told}."
        )


@dataclass(frozen=True, slots=True)
class Settled:
    """The hands of all inputs, their results, and every issue met on the way."""

    hands: pl.DataFrame
    results: pl.DataFrame
    issues: list[ParseIssue] = field(default_factory=list)

    @property
    def problems(self) -> Counter[str]:
        """Number of issues of each severity."""
        return Counter(issue.severity for issue in self.issues)

    @property
    def counts(self) -> Counts:
        """What became of the hands."""
        return Counts.of(self.results.height, self.issues)


def settle_paths(
    paths: list[str],
    *,
    rules: str | None,
    overrides: list[str] | None,
    input_format: str | None,
    strict: bool,
    issues_file: Path | None,
    check_play: bool = False,
) -> Settled:
    """Read and settle all inputs; say on stderr what was left out and why.

    `check_play` also holds what was recorded of the play against the rules.

    Raises
    ------
    OfcError
        If nothing at all could be settled, or at the first fault where reading is strict.
    """
    hands, found = read_hands(
        paths, rules=rules, input_format=input_format, strict=strict, issues_file=issues_file
    )
    settled = _settle(hands, found, rules, overrides or (), strict=strict, issues_file=issues_file)
    if check_play:
        settled.issues.extend(_play_issues(settled, rules, overrides or ()))
    report_issues(settled.issues, issues_file)
    if not settled.results.height:
        raise OfcError(f"no hand could be settled{left_empty(settled.issues)}")
    return settled


def settle_night(
    paths: list[str],
    rules: str | None,
    overrides: Sequence[str],
    *,
    input_format: str | None,
    strict: bool,
    issues_file: Path | None,
) -> tuple[Night, Settled]:
    """Read and settle all that inputs say, money and tables beside the hands too; nothing is said of issues yet.

    A fault that ends it is written down first.

    Raises
    ------
    ParseError, FormatError
        If nothing can be read, or at the first fault where reading is strict.
    """
    from ofc_analytics.formats import read_night

    try:
        night = read_night(paths, rules=rules, input_format=input_format, strict=strict)
    except (ParseError, FormatError) as error:
        write_issues([error.issue], issues_file)
        raise
    settled = _settle(night.hands, night.issues, rules, overrides, strict=strict, issues_file=issues_file)
    return night, settled


def _settle(
    hands: pl.DataFrame,
    found: list[ParseIssue],
    rules: str | None,
    overrides: Sequence[str],
    *,
    strict: bool,
    issues_file: Path | None,
) -> Settled:
    from ofc_analytics.settlement.copies import copy_warnings
    from ofc_analytics.settlement.frames import settle_all

    results, misfits = settle_all(hands, rules, overrides=overrides, issues=found)
    settled = Settled(hands, results, [*found, *misfits, *copy_warnings(results)])
    faults = [issue for issue in misfits if issue.severity == "error"]
    if strict and faults:
        write_issues(settled.issues, issues_file)
        raise ParseError(faults[0])
    return settled


def _play_issues(settled: Settled, rules: str | None, overrides: Sequence[str]) -> list[ParseIssue]:
    from ofc_analytics.audit import check_play
    from ofc_analytics.settlement.grouping import rule_sets

    known = rule_sets(settled.hands, rules, overrides)
    findings = check_play(settled.hands, settled.results, known, issues=settled.issues)
    return [play_issue(row) for row in findings.iter_rows(named=True)]


def play_issue(finding: Mapping[str, Any]) -> ParseIssue:
    """What a row of `ofc_analytics.audit.Findings` says, as an issue; the play was read, so it is no error."""
    return ParseIssue(
        code=finding["code"],
        message=finding["reason"],
        file=finding["file"],
        sheet=finding["sheet"],
        line=finding["line"],
        hand=finding["hand"],
        severity="note" if finding["severity"] == "note" else "warning",
    )


def read_hands(
    paths: list[str], *, rules: str | None, input_format: str | None, strict: bool, issues_file: Path | None
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Read all inputs into one frame of hands, with the issues met; a fault that ends it is written down first."""
    import polars as pl

    frames, issues = [], []
    try:
        for hands, found in _batches(paths, rules=rules, input_format=input_format, strict=strict):
            frames.append(hands)
            issues += found
    except (ParseError, FormatError) as error:
        write_issues([*issues, error.issue], issues_file)
        raise
    return pl.concat(frames), issues


def _batches(
    paths: list[str], *, rules: str | None, input_format: str | None, strict: bool
) -> Iterator[tuple[pl.DataFrame, list[ParseIssue]]]:
    from ofc_analytics.formats import read_batches

    with _progress() as advance:
        for hands, issues in read_batches(paths, rules=rules, input_format=input_format, strict=strict):
            yield hands, issues
            advance(hands.height)


@contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    """A count of hands on stderr while people wait; nothing where stderr is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _hands: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed:,} hands"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("hands", total=None)
        yield lambda hands: progress.advance(task, hands)


def report_issues(issues: list[ParseIssue], issues_file: Path | None) -> None:
    """Say the first issues on stderr, errors before all else, and write all of them to a file where one is named."""
    for issue in (
        []
        if issues_file == STANDARD
        else sorted(issues, key=lambda issue: SEVERITIES.index(issue.severity))[:_SHOWN_ISSUES]
    ):
        say(f"{'' if issue.severity == 'error' else f'{issue.severity}: '}{issue}")
    if len(issues) > _SHOWN_ISSUES and issues_file != STANDARD:
        counts = Counter(issue.severity for issue in issues)
        say(f"{in_words(counts)}; the first {_SHOWN_ISSUES} are shown, --issues FILE.jsonl has them all")
    write_issues(issues, issues_file)


def in_words(counts: Counter[str]) -> str:
    """Numbers of issues by severity.

    >>> in_words(Counter(error=1, note=30))
    '1 error, 0 warnings, 30 notes'
    """
    return ", ".join(counted(counts[word], word) for word in SEVERITIES)


def left_empty(issues: Iterable[ParseIssue]) -> str:
    """Why nothing came of score sheets that nobody has filled in, to be put behind what did not come about.

    >>> left_empty([ParseIssue(code="hand-empty", message="1 hand is not filled in", hands=1, severity="note")])
    ': 1 hand has a place in the sheet, and none is filled in yet'
    >>> left_empty([])
    ''
    """
    places = sum(issue.hands for issue in issues if issue.code == "hand-empty")
    if not places:
        return ""
    return f": {places} hand{'s have' if places != 1 else ' has'} a place in the sheet, and none is filled in yet"


def write_issues(issues: list[ParseIssue], issues_file: Path | None) -> None:
    """Write a JSON object an issue where a file is named."""
    lines = (json.dumps(issue.as_dict(), ensure_ascii=False) for issue in issues)
    if issues_file == STANDARD:
        for line in lines:
            say(line)
    elif issues_file is not None:
        write_lines(lines, issues_file)
