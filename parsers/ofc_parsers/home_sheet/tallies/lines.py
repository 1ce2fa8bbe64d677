"""One line of a table without cards: what holds for it, and its cells as names, points and money."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from ofc_analytics.errors import ParseIssue
from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.cells import CellError, converted, stored_text
from ofc_parsers.home_sheet.lines import money_of
from ofc_parsers.home_sheet.tallies.tables import Layout
from ofc_parsers.home_sheet.tallies.vocabulary import Key, has_totals
from ofc_parsers.home_sheet.titles import settings
from ofc_parsers.home_sheet.vocabulary import CONTEXT, Field

if TYPE_CHECKING:
    from ofc_parsers.home_sheet.tallies.tables import Table
    from ofc_parsers.spreadsheets.grid import Cell, Row

__all__ = ["Line", "Report", "plain_name", "read_lines"]

T = TypeVar("T")
Report = Callable[[ParseIssue], None]

_LEDGER = {Layout.ENTRIES, Layout.CHIPS}
_GUARDED = re.compile(r"^'(?=[=+\-@\t\r])")


@dataclass(slots=True)
class Line:
    """A line below headings.

    `context` is what holds for it from above and from its own columns, `hand` the name of the hand that it is of,
    `totals` tells that it adds up others.
    """

    row: Row
    table: Table
    context: dict[Field, Cell]
    hand: str | None = None
    totals: bool = False
    issues: list[ParseIssue] = field(default_factory=list)

    def at(self, key: Key) -> Cell | None:
        """Cell of a column that says something."""
        heading = self.table.columns.get(key)
        cell = None if heading is None else self.row.at(heading)
        return None if cell is None or cell.blank else cell

    def text(self, key: Key) -> str | None:
        """Text of a column."""
        return self.name(cell) if (cell := self.at(key)) else None

    def name(self, cell: Cell) -> str | None:
        """A name."""
        text = self._checked(lambda: stored_text(cell, Field.PLAYER, "a name"))
        return None if text is None else plain_name(text)

    def needed_name(self, key: Key) -> str | None:
        """A name that must stand in the line."""
        cell = self.at(key)
        if cell is None:
            self.refuse(
                "player-missing", f"no {key} is named", "a name", self.row.at(self.table.columns[key])
            )
            return None
        return self.name(cell)

    def points(self, cell: Cell) -> int | None:
        """A whole number of points."""
        return self.take(cell, Field.POINTS, values.whole_number, "a whole number such as 12 or -6")

    def money(self, cell: Cell) -> int | None:
        """An amount in minor units of the line's currency."""
        currency, exponent = self.currency
        stored = cell.kind == "number"
        return self.take(
            cell,
            Field.NET,
            lambda text: values.amount(text, currency, exponent, stored=stored),
            "an amount such as 1500 or -60.50",
        )

    def value(self, cell: Cell, *, points: bool) -> int | None:
        """Points, or minor units."""
        return self.points(cell) if points else self.money(cell)

    @property
    def currency(self) -> tuple[str | None, int]:
        """Currency and its decimal places."""
        return money_of(self.context)

    def session(self) -> str | None:
        """Session, or else the day."""
        cell = self.context.get(Field.SESSION) or self.context.get(Field.DATE)
        if cell is None or cell.text == "":
            return None
        try:
            return (
                values.day(cell.text).isoformat() if Field.SESSION not in self.context else cell.text.strip()
            )
        except ValueError:
            return cell.text.strip()

    def take(self, cell: Cell, key: Field, convert: Callable[[str], T], expected: str) -> T | None:
        """What a function makes of a cell; None, and an issue, where it cannot."""
        return self._checked(lambda: converted(cell, key, convert, expected))

    def refuse(self, code: str, message: str, expected: str, cell: Cell, *, text: str | None = None) -> None:
        """Take down a fault of the line."""
        shown = text if text is not None else cell.text.strip() or None
        self.report(ParseIssue(code=code, message=message, text=shown, expected=expected, **cell.place))

    def report(self, issue: ParseIssue) -> None:
        """Take down an issue of the line once, with its hand and its text."""
        told = replace(issue, hand=self.hand, raw=self.row.raw)
        if told not in self.issues:
            self.issues.append(told)

    def _checked(self, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except CellError as error:
            self.report(error.issue)
            return None


def plain_name(text: str) -> str:
    """A name without the apostrophe that keeps a spreadsheet from running it.

    >>> plain_name("'=SUM(A1) "), plain_name("'Anna'")
    ('=SUM(A1)', "'Anna'")
    """
    return _GUARDED.sub("", unicodedata.normalize("NFC", text.strip()), count=1)


def read_lines(table: Table, told: dict[Field, Cell], report: Report) -> list[Line]:
    """Lines of a table. What is told above the headings, between the lines or in a line's columns holds from there on.

    `told` takes it along from table to table of a sheet.
    In lines of a ledger a blank cell says nothing: one of them may be of another night than the line above.
    """
    for row in table.above:
        told |= _told_above(row, report)
    lines: list[Line] = []
    hand: str | None = None
    beside = None if table.layout is Layout.ENTRIES else _currency_beside(table)
    for row in table.body:
        filled = row.filled
        if not filled:
            continue
        totals = has_totals(filled[0].text)
        if not totals and settings(row):
            told |= _told_above(row, report)
            continue
        line = Line(row, table, told, totals=totals)
        cells = {key: cell for key in table.columns if (cell := line.at(key)) is not None}
        own = {} if totals else {key: cells[key] for key in CONTEXT if key in cells}
        context = told | own
        if table.layout not in _LEDGER:
            told |= own
        if not totals:
            hand = values.hand_number(cells[Field.HAND].text)[0] if Field.HAND in cells else hand
        if beside is not None and money_of(context)[0] is None:
            context = context | {Field.CURRENCY: beside}
        line.context, line.hand = context, hand if Field.HAND in table.columns and not totals else None
        _check_shape(line)
        lines.append(line)
    return lines


def _told_above(row: Row, report: Report) -> dict[Field, Cell]:
    found = settings(row)
    if found is None and row.filled:
        report(
            ParseIssue(
                code="line-skipped",
                message="a line that is above the headings is not read",
                text=row.raw,
                severity="note",
                **row.filled[0].place,
            )
        )
    return found or {}


def _currency_beside(table: Table) -> Cell | None:
    """The first currency that stands beside an amount: that of the table, where no other is told."""
    headings = [*table.names, *(cell for key, cell in table.columns.items() if key not in CONTEXT)]
    found = (
        (cell, code)
        for row in table.body
        for heading in headings
        if not (cell := row.at(heading)).blank and any(sign.isdigit() for sign in cell.text)
        for code in [values.currency_beside(cell.text)]
    )
    return next((replace(cell, text=code) for cell, code in found if code is not None), None)


def _check_shape(line: Line) -> None:
    row = line.row
    if row.fault:
        line.refuse(
            "quote-open", row.fault, "a quotation mark on both sides of the cell", row.cells[0], text=row.raw
        )
    width = len(line.table.header.cells)
    beyond = [cell for cell in row.filled if cell.column >= width]
    if beyond and beyond[0].sheet is None:
        text = " ".join(cell.text.strip() for cell in beyond)
        message = f"a cell stands beyond the last heading: the line has {beyond[-1].column + 1} cells"
        line.refuse(
            "cells-beyond",
            message,
            f"{width} cells; a cell with a comma in quotation marks",
            beyond[0],
            text=text,
        )
