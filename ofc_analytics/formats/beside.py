"""What an input says beside the hands that are taken: statements about money, club exports, hands told otherwise before."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

__all__ = ["Beside"]


@dataclass(slots=True)
class Beside:
    """Frames by what they tell: of `Entries`, `ClubTables`, `ClubLines`, `ClubMembers`, and `Hands` that contradict others."""

    entries: list[pl.DataFrame] = field(default_factory=list)
    tables: list[pl.DataFrame] = field(default_factory=list)
    lines: list[pl.DataFrame] = field(default_factory=list)
    members: list[pl.DataFrame] = field(default_factory=list)
    conflicts: list[pl.DataFrame] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any((self.entries, self.tables, self.lines, self.members))

    def add_conflicts(self, hands: pl.DataFrame) -> None:
        """Keep hands that were refused, since others of their identity were read before."""
        if hands.height:
            self.conflicts.append(hands)

    def take(self) -> Beside:
        """Hand over what is there, and begin anew."""
        taken = Beside(*(getattr(self, part.name).copy() for part in fields(self)))
        for part in fields(self):
            getattr(self, part.name).clear()
        return taken

    def remarks(self) -> Iterator[ParseIssue]:
        """Say of each input what a reader of hands passes over."""
        for frame in self.tables:
            yield ParseIssue(
                code="club-not-read",
                message="a club export has money totals of tables without cards, and no hands",
                file=frame["file"][0],
                expected="ofc audit, which adds them up",
                severity="note",
            )
        for frame in self.entries:
            yield ParseIssue(
                code="money-not-read",
                message=f"{frame.height} statements about money without cards are no hands",
                file=frame["file"][0],
                expected="ofc ledger, which adds them up",
                severity="note",
            )
