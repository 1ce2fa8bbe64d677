"""Lines of totals, held against the lines above them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue
from ofc_analytics.money import format_money
from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.tallies.results import in_points
from ofc_parsers.home_sheet.tallies.tables import NAMES
from ofc_parsers.home_sheet.tallies.vocabulary import Word, is_totals
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ofc_parsers.home_sheet.tallies.lines import Line, Report
    from ofc_parsers.home_sheet.tallies.tables import Table
    from ofc_parsers.spreadsheets.grid import Cell

    Key = tuple[int, tuple[str, ...]]

__all__ = ["check_sums", "difference"]

_NUMBERS = (Field.POINTS, Field.NET, Word.TOTAL, Word.BUY_IN, Word.CASH_OUT)


def check_sums(lines: Sequence[Line], report: Report) -> None:
    """Hold each line of totals against the lines above it, column by column, and its player's lines if it names one.

    It may add up all of them, or those below the totals before. What counts are the lines, so that a total which
    cannot be read or is another is a warning. Nothing is held against lines that cannot be read themselves.
    """
    if not any(line.totals for line in lines):
        return
    every: Counter[Key] = Counter()
    latest: Counter[Key] = Counter()
    whole, after_totals = True, False
    for line in lines:
        if not line.totals:
            latest = Counter() if after_totals else latest
            whole &= not line.faulty
        for cell, value in _numbers(line):
            if line.totals:
                key = cell.column, _who(line)
                if whole and value not in {every[key], latest[key]}:
                    report(difference(cell, _shown(line, cell, every[key])))
            else:
                for who in {(), _who(line)}:
                    every[cell.column, who] += value
                    latest[cell.column, who] += value
        if line.totals:
            for issue in line.issues:
                report(replace(issue, severity="warning"))
        after_totals = line.totals


def _numbers(line: Line) -> Iterator[tuple[Cell, int]]:
    for heading in _columns(line.table):
        cell = line.row.at(heading)
        if cell.blank:
            continue
        value = line.value(cell, points=_in_points(line, heading))
        if value is not None:
            yield cell, value


def _in_points(line: Line, heading: Cell) -> bool:
    chips = {line.table.columns.get(key) for key in (Word.BUY_IN, Word.CASH_OUT)}
    return heading not in chips and in_points(line, heading)


def _columns(table: Table) -> Sequence[Cell]:
    return table.names or [heading for key in _NUMBERS if (heading := table.columns.get(key))]


def _who(line: Line) -> tuple[str, ...]:
    """The players that a line is about; none where a word for totals stands in their place."""
    names = tuple(values.name(cell.text) for key in NAMES if (cell := line.at(key)))
    return () if any(map(is_totals, names)) and line.totals else names


def _shown(line: Line, cell: Cell, total: int) -> str:
    """A sum as it would stand in a cell: of points, or of money."""
    if _in_points(line, line.table.header.at(cell)):
        return f"{total:+d}"
    shown = format_money(total, exponent=line.currency[1])
    return shown if shown.startswith("-") else f"+{shown}"


def difference(cell: Cell, expected: str) -> ParseIssue:
    """A total that is not the sum of what stands above it."""
    return ParseIssue(
        code="total-differs",
        message="the lines above add up to another total; what counts are the lines",
        text=cell.text,
        expected=expected,
        severity="warning",
        **cell.place,
    )
