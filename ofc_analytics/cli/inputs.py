"""Reading and settling for the commands: what cannot be used is said on stderr and counted."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ofc_analytics.cli.output import say
from ofc_analytics.errors import OfcError, ParseError, ParseIssue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import polars as pl

__all__ = ["Settled", "read_hands", "report_issues", "settle_paths"]

_SHOWN_ISSUES = 20


@dataclass(frozen=True, slots=True)
class Settled:
    """The hands of all inputs, their results, and every issue met on the way."""

    hands: pl.DataFrame
    results: pl.DataFrame
    issues: list[ParseIssue] = field(default_factory=list)

    @property
    def left_out(self) -> list[ParseIssue]:
        """The issues that kept a hand or a file out."""
        return [issue for issue in self.issues if issue.severity == "error"]

    @property
    def remarked(self) -> list[ParseIssue]:
        """The issues of hands that were settled and do not follow the rules."""
        return [issue for issue in self.issues if issue.severity == "warning"]


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
    from ofc_analytics.settlement.frames import settle_all

    hands, issues = read_hands(paths, input_format=input_format, strict=strict)
    results, misfits = settle_all(hands, rules, overrides=overrides or ())
    faults = [issue for issue in misfits if issue.severity == "error"]
    if strict and faults:
        raise ParseError(faults[0])
    issues += misfits
    if check_play:
        issues += _play_issues(hands, results, rules, overrides)
    report_issues(issues, issues_file)
    if not results.height:
        raise OfcError("no hand could be settled")
    return Settled(hands, results, issues)


def _play_issues(
    hands: pl.DataFrame, results: pl.DataFrame, rules: str | None, overrides: list[str] | None
) -> list[ParseIssue]:
    from ofc_analytics.audit import check_play
    from ofc_analytics.settlement.grouping import rule_sets

    findings = check_play(hands, results, rule_sets(hands, rules, overrides or ()))
    return [
        ParseIssue(
            code=row["code"],
            message=row["reason"],
            file=row["file"],
            line=row["line"],
            hand=row["hand"],
            severity="note" if row["severity"] == "note" else "warning",
        )
        for row in findings.iter_rows(named=True)
    ]


def read_hands(
    paths: list[str], *, input_format: str | None, strict: bool
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Read all inputs into one frame of hands, with the issues met."""
    import polars as pl

    frames, issues = [], []
    for hands, found in _batches(paths, input_format=input_format, strict=strict):
        frames.append(hands)
        issues += found
    return pl.concat(frames), issues


def _batches(
    paths: list[str], *, input_format: str | None, strict: bool
) -> Iterator[tuple[pl.DataFrame, list[ParseIssue]]]:
    from ofc_analytics.formats import read_batches

    with _progress() as advance:
        for hands, issues in read_batches(paths, input_format=input_format, strict=strict):
            yield hands, issues
            advance(hands.height)


@contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    """A count of hands on stderr while people wait; nothing where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda _hands: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed:,} hands"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("hands", total=None)
        yield lambda hands: progress.advance(task, hands)


def report_issues(issues: list[ParseIssue], issues_file: Path | None) -> None:
    """Say the first issues on stderr, and write all of them to a file where one is named."""
    for issue in issues[:_SHOWN_ISSUES]:
        say(f"{'' if issue.severity == 'error' else f'{issue.severity}: '}{issue}")
    if len(issues) > _SHOWN_ISSUES:
        say(f"… and {len(issues) - _SHOWN_ISSUES} more; --issues FILE.jsonl has them all")
    if issues_file is not None:
        rows = "".join(f"{json.dumps(issue.as_dict(), ensure_ascii=False)}\n" for issue in issues)
        try:
            issues_file.write_text(rows, encoding="utf-8")
        except OSError as error:
            raise OfcError(f"{issues_file}: cannot be written: {error.strerror}") from None
