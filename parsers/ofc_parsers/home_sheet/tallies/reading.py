"""From the tables of sheets without cards to entries of a ledger.

One night may be told several times in a workbook: by cards, by points, by totals. It is counted once. What tells it
again is held against what counts, and is an error where it does not say the same.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.errors import ParseIssue
from ofc_analytics.settlement.entries import ENTRIES
from ofc_parsers.home_sheet.tallies.entry_lines import read_chips, read_entries
from ofc_parsers.home_sheet.tallies.lines import read_lines
from ofc_parsers.home_sheet.tallies.named import Named
from ofc_parsers.home_sheet.tallies.pairs import read_matrix, read_pair_columns, read_pairs
from ofc_parsers.home_sheet.tallies.points import read_long, read_totals, read_wide
from ofc_parsers.home_sheet.tallies.remarks import heading_issues, verifiable
from ofc_parsers.home_sheet.tallies.results import Group, Prices, balance, entry_rows
from ofc_parsers.home_sheet.tallies.rulebook import Rulebook
from ofc_parsers.home_sheet.tallies.tables import LOOKED_AT, Layout, first_table, split_tables
from ofc_parsers.home_sheet.tallies.vocabulary import SHEET_KINDS
from ofc_parsers.home_sheet.vocabulary import Field, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ofc_analytics.formats import ParseContext
    from ofc_analytics.hands import Hand
    from ofc_parsers.home_sheet.tallies.lines import Line, Report
    from ofc_parsers.home_sheet.tallies.tables import Table
    from ofc_parsers.spreadsheets.grid import Cell, Grid

__all__ = ["TallyReader", "part_grids"]

_BY_DETAIL = (
    Layout.NAMED,
    Layout.POINTS,
    Layout.WIDE,
    Layout.PAIRS,
    Layout.PAIR_COLUMNS,
    Layout.MATRIX,
    Layout.TOTALS,
)
"""Layouts that tell results, the most telling first."""


def part_grids(grids: Iterable[Grid], report: Report) -> tuple[list[Grid], list[Grid]]:
    """Part the sheets without cards from the others. A sheet is never read both ways: money in one of cards is an error."""
    tallies: list[Grid] = []
    others: list[Grid] = []
    for grid in grids:
        rows = iter(grid.rows)
        head = list(islice(rows, LOOKED_AT))
        table, has_cards = first_table(head, grid.name)
        parted = others if table is None or has_cards else tallies
        parted.append(replace(grid, rows=chain(head, rows)))
        if has_cards and table is not None and table.layout in {Layout.ENTRIES, Layout.CHIPS}:
            message = f"a table of {table.layout} stands in a sheet of hands, and is not read"
            place = table.header.filled[0].place
            report(
                ParseIssue(
                    code="tables-mixed",
                    message=message,
                    text=table.header.raw,
                    expected="a sheet or file of its own for what was paid",
                    **place,
                )
            )
    return tallies, others


@dataclass(slots=True)
class _Results:
    """Results of some hands: their numbers, their sessions, and what players made; `won` is None where that is not told."""

    hands: set[str | None] = field(default_factory=set)
    sessions: set[str | None] = field(default_factory=set)
    won: Counter[str] | None = field(default_factory=Counter)

    def add(self, hand: str | None, session: str | None, made: dict[str, int | None]) -> None:
        self.hands.add(hand)
        self.sessions.add(session)
        for player, amount in made.items():
            if amount is None or self.won is None:
                self.won = None
            else:
                self.won[player] += amount

    def join(self, other: _Results) -> None:
        self.hands |= other.hands
        self.sessions |= other.sessions
        if self.won is not None and other.won is not None:
            self.won.update(other.won)
        else:
            self.won = None

    def difference(self, other: _Results) -> str | None:
        """A player who made another amount here than there, in words; None where all is the same."""
        if self.won is None or other.won is None:
            return "what players made is not told in both"
        differing = [name for name in {**self.won, **other.won} if self.won[name] != other.won[name]]
        return f"{', '.join(differing)} made another amount" if differing else None


@dataclass(slots=True)
class _Told:
    """Results that a table tells."""

    table: Table
    groups: list[Group]


@dataclass(slots=True)
class TallyReader:
    """Reads the sheets without cards of one input. `count` takes the hands of its other sheets, `finish` ends the reading."""

    context: ParseContext
    _prices: Prices = field(init=False)
    _readers: dict[Layout, Callable[[Sequence[Line]], Iterator[Group]]] = field(init=False)
    _counted: _Results = field(default_factory=_Results)
    _told: list[_Told] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._prices = Prices(self.context.report)
        context, prices = self.context, self._prices
        self._readers = {
            Layout.NAMED: Named(Rulebook(context.report, context.rules, context.overrides), prices).read,
            Layout.POINTS: partial(read_long, prices=prices),
            Layout.WIDE: partial(read_wide, report=context.report),
            Layout.PAIRS: read_pairs,
            Layout.PAIR_COLUMNS: read_pair_columns,
            Layout.MATRIX: read_matrix,
            Layout.TOTALS: partial(read_totals, prices=prices),
        }

    def count(self, hand: Hand) -> Hand:
        """Take note of a hand with cards, and give it back."""
        made = {
            player.name: player.claimed.net
            if player.claimed.net is not None or player.claimed.points is None or hand.unit is None
            else player.claimed.points * hand.unit
            for player in hand.players
        }
        self._counted.add(hand.native_id, hand.session, made)
        return hand

    def read(self, grid: Grid) -> None:
        """Read a sheet: its entries are recorded, its results kept until all sheets are read."""
        report, file = self.context.report, self.context.file
        kind_known = plain(grid.name or "") in SHEET_KINDS
        told: dict[Field, Cell] = {}
        for table in split_tables(grid.rows, grid.name):
            issues = list(heading_issues(table, kind_known=kind_known))
            for issue in issues:
                report(issue)
            if any(issue.severity == "error" for issue in issues):
                continue
            lines = read_lines(table, told, report)
            if lines and (remark := verifiable(table, lines[0])) is not None:
                report(remark)
            if table.layout is Layout.ENTRIES:
                self._record(read_entries(lines, grid.name, file, report))
            elif table.layout is Layout.CHIPS:
                self._record(read_chips(lines, file, report))
            else:
                self._told.append(_Told(table, list(self._readers[table.layout](lines))))

    def finish(self) -> None:
        """Record the results of all sheets, each hand once: what is told in less detail only where nothing else tells it."""
        for told in self._told:
            for group in told.groups:
                self._judge(group)
        ordered = sorted(self._told, key=lambda told: _BY_DETAIL.index(told.table.layout))
        for _, tables in groupby(ordered, key=lambda told: told.table.layout):
            kept = [(told, results) for told in tables if self._is_new(told, results := self._results(told))]
            for told, results in kept:
                self._counted.join(results)
                rows = list(entry_rows(told.groups, self._prices, self.context.report))
                self._record(pl.DataFrame(rows, schema={name: ENTRIES[name] for name in (rows or [{}])[0]}))

    def _judge(self, group: Group) -> None:
        """Leave out what cannot be read: a whole hand, or the lines of a total; and see whether the rest adds up."""
        if group.faulty and group.hand is not None:
            group.statements = []
        elif group.faulty:
            sound = [line for line in group.lines if all(issue.severity != "error" for issue in line.issues)]
            group.statements = [told for told in group.statements if told.line in sound]
        elif group.verified != "named":
            balance(group, self.context.report)
        group.say(self.context.report)

    def _results(self, told: _Told) -> _Results:
        results = _Results()
        for group in told.groups:
            made: dict[str, int | None] = {}
            for said in group.statements:
                money, before = self._prices.money(said), made.get(said.player, 0)
                made[said.player] = None if money is None or before is None else before + money
            session = group.lines[0].session() if group.lines else None
            results.add(group.hand, session, made)
        return results

    def _is_new(self, told: _Told, results: _Results) -> bool:
        """Whether a table tells hands that nothing tells in more detail; says so where it does not."""
        counted = self._counted
        if not counted.hands or not any(group.statements for group in told.groups):
            return True
        others = None not in counted.sessions | results.sessions and not counted.sessions & results.sessions
        numbered = None not in counted.hands | results.hands and not counted.hands & results.hands
        if others or numbered:
            return True
        difference = results.difference(counted)
        place = told.table.header.filled[0].place
        if difference is None:
            message = f"the lines tell {told.table.layout} of the night that other sheets tell in more detail, and the same; they are not added"
            self.context.report(ParseIssue(code="told-again", message=message, severity="note", **place))
        else:
            message = f"the lines tell {told.table.layout} beside a night that other sheets tell in more detail, and not the same: {difference}"
            expected = "one telling of a night, or a session or hand numbers of their own; it is not added"
            self.context.report(
                ParseIssue(code="told-otherwise", message=message, expected=expected, **place)
            )
        return False

    def _record(self, entries: pl.DataFrame) -> None:
        if not entries.is_empty():
            self.context.record(entries)
