"""What a table without cards claims of hands: statements in groups that each have to add up to 0."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ofc_analytics.errors import ParseIssue
from ofc_analytics.money import LARGEST_AMOUNT, format_money
from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.cells import CellError, converted
from ofc_parsers.home_sheet.tallies.vocabulary import Word
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
        return any(issue.severity == "error" for line in self.lines for issue in line.issues)

    def say(self, report: Report) -> None:
        """Report what was found in its lines; the first error of a hand that is left out counts it."""
        counted = self.hand is None
        for issue in (issue for line in self.lines for issue in line.issues):
            counts = issue.severity == "error" and not counted
            counted |= counts
            report(replace(issue, hands=int(counts)))


@dataclass(slots=True)
class Prices:
    """Reads what a point is worth; what is wrong with it is reported once a cell."""

    report: Report
    _known: dict[Cell, int | None] = field(default_factory=dict)

    def of(self, line: Line) -> int | None:
        """Minor units a point of a line is worth; None where that is not told, or not in a way that can be read."""
        cell = line.context.get(Field.UNIT)
        if cell is None:
            return None
        if cell not in self._known:
            currency, exponent = line.currency

            def convert(text: str) -> int:
                amount = values.amount(text, currency, exponent, stored=cell.kind == "number")
                if amount <= 0:
                    raise ValueError(f"{text!r} is not above zero")
                return amount

            self._known[cell] = None
            try:
                self._known[cell] = converted(cell, Field.UNIT, convert, "an amount such as 10 or 0.50")
            except CellError as error:
                self.report(error.issue)
        return self._known[cell]

    def money(self, statement: Statement) -> int | None:
        """What a statement comes to in minor units; None without a unit."""
        if not statement.points:
            return statement.value
        unit = self.of(statement.line)
        return None if unit is None else statement.value * unit


def in_points(line: Line, heading: Cell | None) -> bool:
    """Whether a number is points: by its heading, else because a unit is told.

    Without a unit a total is money, and so is what stands in a sheet with a currency; all else are points that nobody
    can price.
    """
    key = next((key for key, cell in line.table.columns.items() if cell is heading), None)
    if key in {Field.POINTS, Field.NET}:
        return key is Field.POINTS
    return Field.UNIT in line.context or (line.currency[0] is None and key is not Word.TOTAL)


def balance(group: Group, report: Report) -> None:
    """Tell whether the statements of a group add up to 0."""
    total = sum(statement.value for statement in group.statements)
    group.verified = "claimed" if total else "balanced"
    if not total or not group.statements:
        return
    what = "the total" if group.hand is None else "the hand"
    last = group.statements[-1]
    cells = ", ".join(
        f"{told.player} {_shown(told, told.value)} ({told.cell.where})" for told in group.statements
    )
    report(
        ParseIssue(
            code="not-balanced",
            message=f"{what} adds up to {_shown(last, total)} and not to 0; it is claimed, and was not recomputed",
            hand=group.hand,
            text=cells,
            expected="numbers that add up to 0",
            **last.cell.place,
        )
    )


def entry_rows(groups: Iterable[Group], prices: Prices, report: Report) -> Iterator[dict[str, Any]]:
    """Statements as rows of `Entries`; those without a price are told once, and left out."""
    unpriced = None
    for group in groups:
        for told in group.statements:
            amount = prices.money(told)
            if amount is None:
                unpriced = unpriced or told
            elif abs(amount) > LARGEST_AMOUNT:
                message, expected = (
                    "the amount is too large to be money",
                    f"at most {LARGEST_AMOUNT} minor units",
                )
                report(_issue("amount-too-large", message, told, expected))
            else:
                yield _entry(group, told, amount)
    if unpriced is not None and Field.UNIT not in unpriced.line.context:
        message = "the sheet does not say what a point is worth, so its points are no money"
        report(
            _issue(
                "unit-missing", message, unpriced, "a line such as unit,10 above the headings, or a column"
            )
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
    }


def _issue(code: str, message: str, told: Statement, expected: str) -> ParseIssue:
    return ParseIssue(code=code, message=message, text=told.cell.text, expected=expected, **told.cell.place)


def _shown(told: Statement, value: int) -> str:
    if told.points:
        return f"{value:+d}"
    currency, exponent = told.line.currency
    shown = format_money(value, exponent=exponent)
    return f"{'' if value < 0 else '+'}{shown}{f' {currency}' if currency else ''}"
