"""What `ofc audit` prints for people: a summary by family, the worst findings, and what was looked at."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ofc_analytics.cli.inputs import Settled, in_words
from ofc_analytics.cli.output import plain
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl
    from rich.console import RenderableType

    from ofc_analytics.clubs import ClubExports

__all__ = ["SHOWN", "audit_text", "mostly_wrong"]

SHOWN = 100
"""Findings that are printed, and hands whose wrong claims are looked through for slips."""

_FEWEST_WRONG = 10
_HEADINGS = ("severity", "code", "hand or table", "place", "players", "at stake", "reason")


def audit_text(findings: pl.DataFrame, settled: Settled, clubs: ClubExports) -> Iterator[RenderableType]:
    """Tables of findings by family and one by one, the worst first, and a few lines of numbers."""
    from rich.text import Text

    if findings.height:
        yield _families(findings, settled.results)
        yield _worst(findings)
    yield Text(_counts(findings, settled, clubs))


def mostly_wrong(results: pl.DataFrame) -> str:
    """Words where what is claimed of most hands does not stand, which is rather the rules than the hands; else none."""
    from ofc_analytics.settlement.claims import is_claimed, is_disputed

    told, wrong = results.select(is_claimed().sum(), disputed=is_disputed().sum()).row(0)
    if wrong < _FEWEST_WRONG or 2 * wrong <= told:
        return ""
    return (
        f"claims of {wrong:,} of {counted(told, 'hand')} do not stand, as where a room plays by other rules than"
        " these; --infer-rules tells by which"
    )


def _families(findings: pl.DataFrame, results: pl.DataFrame) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    from ofc_analytics.audit.summary import summary

    table = Table(title="Findings by family", title_justify="left")
    table.add_column("family")
    for heading in ("errors", "warnings", "notes"):
        table.add_column(heading, justify="right")
    table.add_column("at stake", justify="right", overflow="fold")
    for family, *numbers, stake in summary(findings, results).iter_rows():
        cells = (family, *(f"{number:,}" if number else "–" for number in numbers), stake or "–")
        table.add_row(*(Text(plain(cell)) for cell in cells))
    return table


def _worst(findings: pl.DataFrame) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    from ofc_analytics.audit import worst_first

    table = Table(title="Findings, the worst first", title_justify="left")
    for heading in _HEADINGS:
        table.add_column(heading, overflow="fold")
    for row in worst_first(findings).head(SHOWN).iter_rows(named=True):
        sheet = [] if row["sheet"] is None else [f"sheet {row['sheet']!r}"]
        line = [] if row["line"] is None else [f"line {row['line']}"]
        cells = (
            row["severity"],
            row["code"],
            row["hand"] or "–",
            ", ".join([row["file"], *sheet, *line]),
            ", ".join(row["players"]),
            row["at_stake"] or "–",
            row["reason"],
        )
        table.add_row(*(Text(plain(cell)) for cell in cells))
    if findings.height > SHOWN:
        more = findings.height - SHOWN
        table.caption = (
            f"… and {more:,} more: {SHOWN} are shown, --format json or csv has them all, --family chooses"
        )
    return table


def _counts(findings: pl.DataFrame, settled: Settled, clubs: ClubExports) -> str:
    lines = []
    if settled.counts.read or clubs.empty:
        lines.append(
            f"{counted(settled.counts.read, 'hand')} read: {settled.results.height:,} settled,"
            f" {counted(settled.counts.duplicates, 'duplicate')}, {settled.counts.left_out:,} left out."
        )
    if not clubs.empty:
        sessions = clubs.lines.select("file", "game_id", "block").unique().height
        lines.append(
            f"Club exports: {counted(sessions, 'table')} with {counted(clubs.lines.height, 'line')} of players,"
            f" {counted(clubs.members.height, 'total')} of players."
        )
    lines += [
        f"Found: {in_words(Counter(findings['severity'].to_list()))}.",
        f"On reading: {in_words(settled.problems)}.",
    ]
    if explained := next(iter(findings["explain"].drop_nulls()), None):
        lines.append(plain(f"Each hand is explained by a command such as: {explained}"))
    return "\n".join(lines)
