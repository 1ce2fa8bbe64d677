"""What reading and settling said, as a table: of each code the first few, with what is wrong and where."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.errors import SEVERITIES
from ofc_analytics.report.contents import Cell, Column, Table
from ofc_analytics.report.report_words import REPORT_WORDS
from ofc_analytics.report.scope import file_name
from ofc_analytics.report.tables import MOST_ROWS
from ofc_analytics.report.terms import TERMS
from ofc_analytics.statistics.writing import count_text
from ofc_analytics.wording import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.errors import ParseIssue
    from ofc_analytics.report.terms import Language

__all__ = ["ISSUES", "first_of_each", "issues_table"]

ISSUES = pl.Schema(
    {
        "code": pl.String, "severity": pl.String, "hands": pl.Int64, "message": pl.String, "text": pl.String,
        "expected": pl.String, "file": pl.String, "sheet": pl.String, "cell": pl.String, "line": pl.Int64,
        "hand": pl.String,
    }
)  # fmt: skip
"""Columns of the data behind the table: what `ofc_analytics.errors.ParseIssue` says, files without their folders."""

_OF_EACH = 3
_LONGEST = 400


def first_of_each(issues: Sequence[ParseIssue]) -> list[ParseIssue]:
    """The issues that are shown: three of each code, the gravest before all, then those of codes that are met most.

    >>> from ofc_analytics.errors import ParseIssue
    >>> met = [ParseIssue(code=code, message="") for code in ("row-length", *["card-unknown"] * 5)]
    >>> [issue.code for issue in first_of_each(met)]
    ['card-unknown', 'card-unknown', 'card-unknown', 'row-length']
    """
    kinds: dict[tuple[str, str], list[ParseIssue]] = defaultdict(list)
    for issue in issues:
        kinds[issue.severity, issue.code].append(issue)
    ordered = sorted(kinds, key=lambda kind: (SEVERITIES.index(kind[0]), -len(kinds[kind]), kind[1]))
    return [issue for kind in ordered for issue in kinds[kind][:_OF_EACH]][:MOST_ROWS]


def issues_table(issues: Sequence[ParseIssue], *, rest: str = "", language: Language = "en") -> Table | None:
    """Lay out what was left out or remarked on, and why.

    Parameters
    ----------
    issues
        What reading and settling said.
    rest
        Where all of them are, if not all are shown: the name of a file beside the page.
    language
        Of headings and note; the messages are English.

    Returns
    -------
    Table or None
        A row an issue of `first_of_each`, with the number of all of its code; `frame` has all, of schema `ISSUES`. None
        without issues.

    Examples
    --------
    >>> from ofc_analytics.errors import ParseIssue
    >>> unread = ParseIssue(code="card-unknown", message="no such card", file="/home/anna/night.csv", line=7,
    ...                     text="Qx", expected="a card such as Kd", hands=1)
    >>> table = issues_table([unread] * 4)
    >>> [cell.text for cell in table.rows[0]]
    ['error', 'card-unknown', '4', "no such card: 'Qx'; expected a card such as Kd", 'night.csv:7']
    >>> table.note
    'Shown are 3 of 4, the first of each code.'
    """
    if not issues:
        return None
    words, kept = REPORT_WORDS[language], first_of_each(issues)
    times = Counter((issue.severity, issue.code) for issue in issues)
    count = count_text(len(issues), language)
    note = words.findings_note.format(count)
    if len(kept) < len(issues):
        beside = words.issues_rest.format(rest) if rest else ""
        note = f"{words.issues_cut.format(count_text(len(kept), language), count)} {beside}".strip()
    return Table(
        key="issues",
        title=words.tables["issues"],
        columns=tuple(
            Column(heading, numeric=name == "times", wide=name == "message", whole=name == "code")
            for name, heading in words.issues.items()
        ),
        rows=tuple(
            (
                Cell(TERMS[language].values[issue.severity], SEVERITIES.index(issue.severity)),
                Cell(shown(issue.code)),
                Cell(count_text(number := times[issue.severity, issue.code], language), number),
                Cell(shown(_message(issue), _LONGEST)),
                Cell(shown(_place(issue), _LONGEST)),
            )
            for issue in kept
        ),
        frame=pl.DataFrame(
            [
                {name: getattr(issue, name) for name in ISSUES} | {"file": file_name(issue.file)}
                for issue in issues
            ],
            schema=ISSUES,
        ),
        note=note,
    )


def _message(issue: ParseIssue) -> str:
    return str(replace(issue, file="", sheet=None, cell=None, line=None, hand=None))


def _place(issue: ParseIssue) -> str:
    within = (issue.sheet, issue.cell or (None if issue.line is None else str(issue.line)))
    return ":".join(filter(None, (file_name(issue.file), *within)))
