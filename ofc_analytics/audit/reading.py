"""Hands that reading or settling refused, and what is wrong with them is a fault of the play and not of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.families import family_of
from ofc_analytics.audit.findings import FINDINGS, Findings
from ofc_analytics.wording import capitalised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.errors import ParseIssue

__all__ = ["READING_CODES", "TOLD_CODES", "check_reading"]

_CONFLICT = "hand-conflict"
READING_CODES = frozenset(
    {
        "card-twice",
        "row-length",
        "joker-not-in-deck",
        "player-count",
        "player-twice",
        "players-not-seated",
        "seat-twice",
        _CONFLICT,
        "duplicate-hand",
        "board-mismatch",
        "chain-unfinished",
    }
)

TOLD_CODES = READING_CODES | {"chain-broken", "hand-copied"}
"""Codes of issues that are findings as well."""


def check_reading(issues: Sequence[ParseIssue], conflicts: pl.DataFrame | None = None) -> pl.DataFrame:
    """Make findings of issues that tell of the deck, the seats, or a hand that is there twice.

    A hand that was left out is not settled, so it has no identity here and nothing explains it but its issue. Those in
    `conflicts`, a frame of `Hands`, are passed over: `check_conflicts` tells more of them.

    Codes: ``card-twice``, ``row-length``, ``joker-not-in-deck``, ``player-count``, ``player-twice``,
    ``players-not-seated``, ``seat-twice``, ``hand-conflict``, ``duplicate-hand``, ``board-mismatch``, ``chain-unfinished``; the severity is the
    issue's.

    Examples
    --------
    >>> from ofc_analytics.errors import ParseIssue
    >>> issue = ParseIssue(code="card-twice", message="the card lies with Anna and with Boris", file="night.csv", line=7,
    ...                    text="Kd", expected="each card once a hand", hand="17", hands=1)
    >>> check_reading([issue])["reason"][0]
    'The card lies with Anna and with Boris: Kd. Expected is each card once a hand.'
    """
    places = pl.col("source").struct.field("file", "sheet", "line")
    elsewhere = set() if conflicts is None else set(conflicts.select(places).iter_rows())
    rows: list[dict[str, object]] = [
        {
            "code": issue.code,
            "family": family_of(issue.code),
            "severity": issue.severity,
            "hand": issue.hand,
            "players": [],
            "claimed": issue.text,
            "reason": _sentence(issue),
            "file": issue.file,
            "sheet": issue.sheet,
            "line": issue.line,
        }
        for issue in issues
        if issue.code in READING_CODES
        and not (issue.code == _CONFLICT and (issue.file, issue.sheet, issue.line) in elsewhere)
    ]
    return Findings.validate(pl.DataFrame(rows, schema=FINDINGS))


def _sentence(issue: ParseIssue) -> str:
    shown = "" if issue.text is None else f": {issue.text}"
    cell = "" if issue.cell is None else f", in cell {issue.cell}"
    expected = "" if issue.expected is None else f" Expected is {issue.expected}."
    return f"{capitalised(issue.message)}{shown}{cell}.{expected}"
