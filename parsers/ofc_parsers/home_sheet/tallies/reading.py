"""From the tables of sheets without cards to entries of a ledger.

What each table tells is read and judged by itself; then each night is counted once, by what tells most of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.errors import ParseIssue
from ofc_analytics.settlement.entries import ENTRIES
from ofc_parsers.home_sheet.empty import empty_hands
from ofc_parsers.home_sheet.tallies.doubts import doubt_sums
from ofc_parsers.home_sheet.tallies.entry_lines import read_chips, read_entries
from ofc_parsers.home_sheet.tallies.lines import read_lines
from ofc_parsers.home_sheet.tallies.named import Named
from ofc_parsers.home_sheet.tallies.pairs import read_matrix, read_pair_columns, read_pairs
from ofc_parsers.home_sheet.tallies.points import read_long, read_totals, read_wide
from ofc_parsers.home_sheet.tallies.prepared import part_prepared
from ofc_parsers.home_sheet.tallies.remarks import heading_issues, verifiable
from ofc_parsers.home_sheet.tallies.results import Group, Prices, balance, entry_rows
from ofc_parsers.home_sheet.tallies.rulebook import Rulebook
from ofc_parsers.home_sheet.tallies.sums import check_sums
from ofc_parsers.home_sheet.tallies.tables import LOOKED_AT, Layout, first_table, split_tables
from ofc_parsers.home_sheet.tallies.tellings import Tellings, telling_of
from ofc_parsers.home_sheet.tallies.vocabulary import SHEET_KINDS
from ofc_parsers.home_sheet.vocabulary import Field, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ofc_analytics.formats import ParseContext
    from ofc_analytics.hands import Hand
    from ofc_parsers.home_sheet.tallies.lines import Line, Report
    from ofc_parsers.home_sheet.tallies.tables import Table
    from ofc_parsers.home_sheet.tallies.tellings import Telling
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
class _Told:
    """Results that a table tells."""

    table: Table
    groups: list[Group]


@dataclass(slots=True)
class TallyReader:
    """Reads the sheets without cards of one input. `count` takes the hands of its other sheets, `finish` ends the reading."""

    context: ParseContext
    _readers: dict[Layout, Callable[[Sequence[Line]], Iterable[Group]]] = field(init=False)
    _prices: Prices = field(default_factory=Prices)
    _counted: Tellings = field(default_factory=Tellings)
    _told: list[_Told] = field(default_factory=list)
    _paid: list[tuple[Table, pl.DataFrame]] = field(default_factory=list)

    def __post_init__(self) -> None:
        context, prices, report = self.context, self._prices, self.context.report
        self._readers = {
            Layout.NAMED: Named(Rulebook(report, context.rules, context.overrides), prices).read,
            Layout.POINTS: partial(read_long, prices=prices, report=report),
            Layout.WIDE: partial(read_wide, report=report),
            Layout.PAIRS: read_pairs,
            Layout.PAIR_COLUMNS: partial(read_pair_columns, report=report),
            Layout.MATRIX: read_matrix,
            Layout.TOTALS: partial(read_totals, prices=prices),
        }

    def count(self, hand: Hand) -> Hand:
        """Take note of a hand with cards, and give it back."""
        self._counted.count_hand(hand)
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
            lines, empty = part_prepared(read_lines(table, told, report))
            if empty:
                report(empty_hands(empty))
            if lines and (remark := verifiable(table, lines[0])) is not None:
                report(remark)
            if table.layout is Layout.ENTRIES:
                self._pay(table, read_entries(lines, grid.name, file, report))
            elif table.layout is Layout.CHIPS:
                self._pay(table, read_chips(lines, file, report))
            else:
                groups = list(self._readers[table.layout](lines))
                doubt_sums(groups)
                check_sums(lines, report)
                self._told.append(_Told(table, groups))

    def finish(self) -> None:
        """Record the results of all sheets, each hand once: what is told in less detail only where nothing else tells it."""
        for told in self._told:
            for group in told.groups:
                self._judge(group)
        self._prices.say(self.context.report)
        for told in sorted(self._told, key=lambda told: _BY_DETAIL.index(told.table.layout)):
            tellings = telling_of(told.groups, self._prices)
            new = [telling for telling in tellings if self._is_new(told, telling)]
            for telling in new:
                for hand, made in telling.made.items():
                    self._counted.count(telling.session, hand, made)
            sessions = {telling.session for telling in new}
            groups = [group for group in told.groups if group.session in sessions]
            rows = list(entry_rows(groups, self._prices))
            self._record(pl.DataFrame(rows, schema={name: ENTRIES[name] for name in (rows or [{}])[0]}))

    def _judge(self, group: Group) -> None:
        """Leave out what cannot be read: a whole hand, or the lines of a total; and see whether the rest adds up."""
        whole = not group.faulty
        if not whole:
            group.statements = [
                told for told in group.statements if group.hand is None and not told.line.faulty
            ]
        if self._prices.price(group) and whole and group.verified != "named":
            balance(group, self._prices, self.context.report)
        group.say(self.context.report)

    def _is_new(self, told: _Told, telling: Telling) -> bool:
        """Whether a table tells a session that nothing tells in more detail, or before it; says so where it does not."""
        found = self._counted.compare(telling)
        if found is None or (found.difference is None and not found.complete):
            return True  # whoever settles the cards can hold it against what they come to
        place = told.table.header.filled[0].place
        night = "a night" if telling.session is None else telling.session
        message = f"the lines tell {told.table.layout} of {night}, which other lines tell too"
        issue = ParseIssue(code="told-again", message=message, severity="note", **place)
        if found.difference is not None:
            expected = "one telling of a night, or a session or hand numbers of their own; they are not added"
            issue = replace(
                issue,
                code="told-otherwise",
                message=f"{message}, and not the same: {found.difference}",
                expected=expected,
                severity="error",
                hands=len(telling.made.keys() - {None}),
            )
        else:
            issue = replace(issue, message=f"{message}, and the same; they are not added")
        self.context.report(issue)
        return False

    def _pay(self, table: Table, entries: pl.DataFrame) -> None:
        """Record entries, unless another table has the very same."""
        said = entries.drop("entry_id", "sheet", "line")
        for other, paid in self._paid:
            if not said.is_empty() and said.equals(paid):
                first, place = other.header.filled[0], table.header.filled[0].place
                where = first.where if first.sheet is None else f"sheet {first.sheet!r}"
                message = f"the lines tell {table.layout} as {where} does, word for word; they are not added"
                expected = "each table once, or a session, a day or a note that tells one from the other"
                self.context.report(
                    ParseIssue(code="told-again", message=message, expected=expected, **place)
                )
                return
        self._paid.append((table, said))
        self._record(entries)

    def _record(self, entries: pl.DataFrame) -> None:
        if not entries.is_empty():
            self.context.record(entries)
