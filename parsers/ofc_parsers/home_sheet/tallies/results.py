"""What a table without cards claims of hands: statements in groups that each have to add up to 0."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ofc_analytics.errors import ParseIssue
from ofc_analytics.money import LARGEST_AMOUNT, format_money
from ofc_parsers.home_sheet.cells import CellError
from ofc_parsers.home_sheet.context import unit_of
from ofc_parsers.home_sheet.tallies.vocabulary import Word
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ofc_parsers.home_sheet.tallies.lines import Line, Report
    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["Group", "Prices", "Statement", "balance", "entry_rows", "in_points"]


@dataclass(frozen=True, slots=True)
class Statement:
    """What one player won or lost, and against whom where only one other is meant: `value` in points, or minor units."""

    player: str
    value: int
    cell: Cell
    line: Line
    points: bool
    other: str | None = None


@dataclass(slots=True)
class Group:
    """Statements of one hand, or of a whole sheet where `hand` is None."""

    hand: str | None
    lines: list[Line]
    statements: list[Statement] = field(default_factory=list)
    verified: str = "claimed"

    @property
    def faulty(self) -> bool:
        """Whether something in its lines cannot be read."""
        return any(line.faulty for line in self.lines)

    @property
    def session(self) -> str | None:
        """Session of its lines."""
        return self.lines[0].session()

    def say(self, report: Report) -> None:
        """Report what was found in its lines; the first error of a hand that is left out counts it."""
        counted = self.hand is None
        for issue in (issue for line in self.lines for issue in line.issues):
            counts = issue.severity == "error" and not counted
            counted |= counts
            report(replace(issue, hands=int(counts)))


@dataclass(slots=True)
class Prices:
    """What points are worth. What is wrong with it is told once a cell, with the hands that are lost to it."""

    _known: dict[tuple[Cell, str | None, int], int | ParseIssue] = field(default_factory=dict)
    _lost: dict[ParseIssue, int] = field(default_factory=dict)
    _missing: dict[str | None, ParseIssue] = field(default_factory=dict)

    def of(self, line: Line) -> int | None:
        """Minor units a point of a line is worth; None where that is not told, or not in a way that can be read."""
        unit = self._unit(line)
        return unit if isinstance(unit, int) else None

    def money(self, told: Statement) -> int | None:
        """What a statement comes to in minor units; None without a unit."""
        if not told.points:
            return told.value
        unit = self.of(told.line)
        return None if unit is None else told.value * unit

    def price(self, group: Group) -> bool:
        """Leave out of a group what has no price, the whole hand or some lines of a total, and tell whether all has one."""
        faults = {
            place: fault
            for place, told in enumerate(group.statements)
            if (fault := self._fault(told)) is not None
        }
        if not faults:
            return True
        for fault in dict.fromkeys(faults.values()):
            self._lost.setdefault(fault, 0)
        self._lost[next(iter(faults.values()))] += group.hand is not None
        left = enumerate(group.statements) if group.hand is None else ()
        group.statements = [told for place, told in left if place not in faults]
        return False

    def say(self, report: Report) -> None:
        """Report what is wrong."""
        for fault, hands in self._lost.items():
            report(replace(fault, hands=hands))

    def _unit(self, line: Line) -> int | ParseIssue | None:
        cell = line.context.get(Field.UNIT)
        if cell is None:
            return None
        key = (cell, *line.currency)
        if key not in self._known:
            try:
                self._known[key] = unit_of(line.context) or 0
            except CellError as error:
                self._known[key] = error.issue
        return self._known[key]

    def _fault(self, told: Statement) -> ParseIssue | None:
        unit = self._unit(told.line) if told.points else 1
        if isinstance(unit, ParseIssue):
            return unit
        if unit is None:
            message = "the sheet does not say what a point is worth, so its points are no money"
            expected = "a line such as unit,10 above the headings, or a column"
            issue = _issue("unit-missing", message, told, expected)
            return self._missing.setdefault(told.cell.sheet, issue)
        if abs(told.value * unit) > LARGEST_AMOUNT:
            message, expected = "the amount is too large to be money", f"at most {LARGEST_AMOUNT} minor units"
            return _issue("amount-too-large", message, told, expected)
        return None


def in_points(line: Line, heading: Cell | None) -> bool:
    """Whether a number is points: by its heading, else because a unit is told.

    Without a unit a total is money, and so is what stands in a sheet with a currency; all else are points that nobody
    can price.
    """
    key = next((key for key, cell in line.table.columns.items() if cell is heading), None)
    if key in {Field.POINTS, Field.NET}:
        return key is Field.POINTS
    return Field.UNIT in line.context or (line.currency[0] is None and key is not Word.TOTAL)


def balance(group: Group, prices: Prices, report: Report) -> None:
    """Tell whether the money of a group adds up to 0, in each currency by itself."""
    group.verified = "balanced"
    for currency in dict.fromkeys(told.line.currency for told in group.statements):
        members = [told for told in group.statements if told.line.currency == currency]
        if total := sum(prices.money(told) or 0 for told in members):
            group.verified = "claimed"
            report(_unbalanced(group.hand, members, total, prices))


def entry_rows(groups: Iterable[Group], prices: Prices) -> Iterator[dict[str, Any]]:
    """Statements as rows of `Entries`."""
    return (
        _entry(group, told, amount)
        for group in groups
        for told in group.statements
        if (amount := prices.money(told)) is not None
    )


def _unbalanced(hand: str | None, members: Sequence[Statement], total: int, prices: Prices) -> ParseIssue:
    """Say what does not add up: in points, where all are worth the same."""
    last = members[-1]
    units = {prices.of(told.line) if told.points else None for told in members}
    points = len(units) == 1 and last.points
    sums = sum(told.value for told in members) if points else total
    cells = ", ".join(
        f"{told.player} {_shown(told, told.value, points=told.points)} ({told.cell.where})"
        for told in members
    )
    what = "the total" if hand is None else "the hand"
    shown = _shown(last, sums, points=points)
    return ParseIssue(
        code="not-balanced",
        message=f"{what} adds up to {shown} and not to 0; it is claimed, and was not recomputed",
        hand=hand,
        text=cells,
        expected="numbers that add up to 0",
        **last.cell.place,
    )


def _entry(group: Group, told: Statement, amount: int) -> dict[str, Any]:
    currency, exponent = told.line.currency
    notes = [f"hand {group.hand}" if group.hand else None, f"against {told.other}" if told.other else None]
    return {
        "session": told.line.session(),
        "kind": "result",
        "player": told.player,
        "amount": amount,
        "currency": currency,
        "exponent": exponent,
        "note": ", ".join(filter(None, notes)) or None,
        "sheet": told.cell.sheet,
        "line": told.cell.line,
        "verified": group.verified,
        "hand": group.hand,
    }


def _issue(code: str, message: str, told: Statement, expected: str) -> ParseIssue:
    return ParseIssue(code=code, message=message, text=told.cell.text, expected=expected, **told.cell.place)


def _shown(told: Statement, value: int, *, points: bool) -> str:
    if points:
        return f"{value:+d}"
    currency, exponent = told.line.currency
    shown = format_money(value, exponent=exponent)
    return f"{'' if value < 0 else '+'}{shown}{f' {currency}' if currency else ''}"
