"""What `ofc audit` is asked besides findings: which rules, the deal, and pairs of players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofc_analytics.cli.audit_deals import deals_table
from ofc_analytics.cli.audit_pairs import pairs_tables
from ofc_analytics.cli.audit_rules import ranking_rows, rules_tables, separating_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import polars as pl
    from rich.console import RenderableType

    from ofc_analytics.audit.company import Company
    from ofc_analytics.audit.fairness import Fairness
    from ofc_analytics.audit.inferring import RoomRules
    from ofc_analytics.rules import RuleSet

__all__ = ["Answers"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The answers; None or empty where nothing was asked."""

    rooms: Sequence[RoomRules] = ()
    fairness: Fairness | None = None
    company: Company | None = None

    def findings(self) -> Iterator[pl.DataFrame]:
        """What of the deal and of pairs is a finding."""
        if self.fairness is not None:
            yield self.fairness.findings
        if self.company is not None:
            yield self.company.findings

    def renderables(self) -> Iterator[RenderableType]:
        """What people are shown."""
        yield from rules_tables(self.rooms)
        if self.fairness is not None:
            yield deals_table(self.fairness)
        if self.company is not None:
            yield from pairs_tables(self.company)

    def tables(self) -> dict[str, pl.DataFrame]:
        """All of it as frames, by the name of a file."""
        rules = {"ranking.csv": ranking_rows(self.rooms), "separating.csv": separating_rows(self.rooms)}
        deals = {} if self.fairness is None else {"deals.csv": self.fairness.tests}
        pairs = (
            {}
            if self.company is None
            else {
                "pairs.csv": self.company.pairs,
                "pair-tests.csv": self.company.tests,
                "pair-tables.csv": self.company.exports,
            }
        )
        return (rules if self.rooms else {}) | deals | pairs

    def inferred(self) -> list[RuleSet]:
        """The rule sets that explain most."""
        return [room.rules.best for room in self.rooms if room.rules is not None]
