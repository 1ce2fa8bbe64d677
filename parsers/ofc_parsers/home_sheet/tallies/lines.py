"""One line of a table without cards: what holds for it, and its cells as names, points and money."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from ofc_analytics.errors import ParseIssue
from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.cells import CellError, converted
from ofc_parsers.home_sheet.context import currency_beside_amounts, currency_of, money_of, session_of
from ofc_parsers.home_sheet.stream import row_note
from ofc_parsers.home_sheet.tallies.tables import NAMES, Layout
from ofc_parsers.home_sheet.tallies.vocabulary import Key, Word, has_totals, is_totals
from ofc_parsers.home_sheet.titles import settings
from ofc_parsers.home_sheet.vocabulary import CONTEXT, Field

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ofc_parsers.home_sheet.tallies.tables import Table
    from ofc_parsers.spreadsheets.grid import Cell, Row

__all__ = ["Line", "Report", "read_lines"]

T = TypeVar("T")
Report = Callable[[ParseIssue], None]

_LEDGER = {Layout.ENTRIES, Layout.CHIPS}
_WHOLE = {Layout.WIDE, Layout.PAIR_COLUMNS}
"""Layouts whose lines are whole hands, so that none goes on with the hand above."""


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
        cell = self.at(key)
        if cell is None:
            return None
        if key in {Field.PLAYER, Word.OTHER}:
            return self.name(cell)
        return self.take(cell, Field.PLAYER, values.name, "a text")

    def name(self, cell: Cell) -> str | None:
        """A name."""
        return self.take(cell, Field.PLAYER, values.player, "a name of at most 200 characters")

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

    @property
    def opens(self) -> bool:
        """Whether the line is a whole hand."""
        return self.table.layout in _WHOLE

    @property
    def who(self) -> str | None:
        """Name of the player whose line it is, as far as it can be read."""
        cell = self.at(Field.PLAYER)
        return None if cell is None else values.name(cell.text)

    @property
    def faulty(self) -> bool:
        """Whether something in it cannot be read."""
        return any(issue.severity == "error" for issue in self.issues)

    def session(self) -> str | None:
        """Session, or else the day."""
        return session_of(self.context)[0]

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


def read_lines(table: Table, told: dict[Field, Cell], report: Report) -> list[Line]:
    """Lines of a table. What is told above the headings, between the lines or in a line's columns holds from there on.

    `told` takes it along from table to table of a sheet.
    In lines of a ledger a blank cell says nothing: one of them may be of another night than the line above.
    """
    for row in table.above:
        told |= _told_above(row, report)
    beside = None if table.layout is Layout.ENTRIES else currency_beside_amounts(_amounts(table))
    lines: list[Line] = []
    hand: str | None = None
    totals = False
    for row in table.body:
        if not row.filled:
            continue
        if settings(row, table.naming):
            told |= _told_above(row, report)
            continue
        line = Line(row, table, told)
        line.totals = totals = _is_totals(line, after_totals=totals)
        if totals:
            report(row_note("totals-line", "a line of totals is checked, and not counted", row))
        else:
            cell = line.at(Field.HAND)
            hand = values.hand_number(cell.text)[0] if cell else None if line.opens else hand
            line.hand = hand
        own = {key: cell for key in CONTEXT if not totals and (cell := line.at(key)) is not None}
        line.context = told | own
        if table.layout not in _LEDGER:
            told |= own
        if beside is not None and money_of(line.context)[0] is None:
            line.context |= {Field.CURRENCY: beside}
        _check(line)
        lines.append(line)
    _note_days(lines, report)
    return lines


def _is_totals(line: Line, *, after_totals: bool) -> bool:
    """Whether a line adds up others: by what stands for its hand, or else for its player; below totals, by no hand."""
    if line.table.layout is Layout.ENTRIES:
        return False
    if (hand := line.at(Field.HAND)) is not None:
        return has_totals(hand.text)
    if after_totals and Field.HAND in line.table.columns:
        return True
    if line.table.layout is Layout.MATRIX:
        first = line.row.cells[0]
        return is_totals(first.text) and all(
            values.name(cell.text) != values.name(first.text) for cell in line.table.names
        )
    first = line.row.filled[0]
    name = next((cell for key in NAMES if (cell := line.at(key))), None)
    if name is None and Field.HAND in line.table.columns and is_totals(first.text):
        return True  # the word stands beside the column of hands
    return name is not None and is_totals(name.text)


def _amounts(table: Table) -> Iterator[Cell]:
    """Cells that may be amounts."""
    headings = [*table.names, *(cell for key, cell in table.columns.items() if key not in CONTEXT)]
    cells = (row.at(heading) for row in table.body for heading in headings)
    return (cell for cell in cells if any(sign.isdigit() for sign in cell.text))


def _note_days(lines: list[Line], report: Report) -> None:
    """Note each cell of a day that is none, and names the session."""
    for issue in dict.fromkeys(issue for line in lines if (issue := session_of(line.context)[1]) is not None):
        report(issue)


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


def _check(line: Line) -> None:
    """Take down what is wrong with a line whatever it says."""
    try:
        currency_of(line.context)
    except CellError as error:
        line.report(error.issue)
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
