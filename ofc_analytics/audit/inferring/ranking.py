"""Candidates in the order of what they explain, those that no claim separates together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.audit.inferring.evidence import NOT_DEALT, NOT_TOLD, STANDS, WRONG
from ofc_analytics.settlement.claims import CLAIMS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ofc_analytics.audit.inferring.candidates import Candidate
    from ofc_analytics.audit.inferring.evidence import Evidence, Verdict

__all__ = ["Judged", "grouped", "ranking_frame"]


@dataclass(frozen=True, eq=False)
class Judged:
    """A candidate and what it makes of the claims."""

    candidate: Candidate
    verdict: Verdict

    @cached_property
    def explained(self) -> int:
        """Hands of which no claim is wrong."""
        return self.verdict.count(STANDS)

    @cached_property
    def contradicted(self) -> int:
        """Hands of which a claim is wrong, or that it cannot deal."""
        return self.verdict.count(WRONG, NOT_DEALT)

    @cached_property
    def claims_right(self) -> int:
        """Claims of players that stand, whatever else is wrong in their hands."""
        return int((self.verdict.checks == STANDS).sum())

    @property
    def merit(self) -> tuple[int, int]:
        """What it is ranked by, the most first."""
        return self.explained, self.claims_right


def grouped(judged: Iterable[Judged]) -> list[list[Judged]]:
    """Candidates that agree on every claim together, the group that explains most first.

    In a group those with fewer settings come first, else those of a set that was given first.
    """
    given = list(judged)
    names = list(dict.fromkeys(one.candidate.rules.name for one in given))
    groups: dict[bytes, list[Judged]] = {}
    for one in sorted(
        given, key=lambda one: (len(one.candidate.settings), names.index(one.candidate.rules.name))
    ):
        groups.setdefault(one.verdict.checks.tobytes(), []).append(one)
    return sorted(groups.values(), key=lambda group: group[0].merit, reverse=True)


def ranking_frame(groups: Sequence[Sequence[Judged]], evidence: Evidence) -> pl.DataFrame:
    """One row a candidate, see `ofc_analytics.audit.inferring.InferredRules`."""
    merits = sorted({group[0].merit for group in groups}, reverse=True)
    rows = [
        {
            "rank": merits.index(one.merit) + 1,
            "group": number,
            "label": str(one.candidate),
            "rules": one.candidate.rules.name,
            "settings": list(one.candidate.settings),
            "fingerprint": one.candidate.rules.fingerprint,
            "explained": one.explained,
            "contradicted": one.contradicted,
            "cannot_tell": one.verdict.count(NOT_TOLD),
            "not_dealt": one.verdict.count(NOT_DEALT),
            **_wrong_by_claim(one.verdict, evidence),
        }
        for number, group in enumerate(groups, start=1)
        for one in group
    ]
    return pl.DataFrame(rows, schema=_SCHEMA)


def _wrong_by_claim(verdict: Verdict, evidence: Evidence) -> dict[str, int]:
    wrong = np.stack(
        [evidence.hands_that(verdict.checks[:, place] == WRONG) for place in range(len(evidence.claims))]
    )
    return dict(zip((f"wrong_{claim}" for claim in evidence.claims), wrong.sum(axis=1).tolist(), strict=True))


_COUNTS = ("explained", "contradicted", "cannot_tell", "not_dealt")
_SCHEMA = pl.Schema(
    dict[str, type[pl.DataType] | pl.DataType]()
    | {
        "rank": pl.Int64,
        "group": pl.Int64,
        "label": pl.String,
        "rules": pl.String,
        "settings": pl.List(pl.String),
    }
    | {"fingerprint": pl.String}
    | dict.fromkeys((*_COUNTS, *(f"wrong_{claim}" for claim in CLAIMS)), pl.Int64)
)
