"""Lines of totals below hands with cards, held against what the hands claim."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from ofc_analytics.money import format_money
from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.cells import CellError, converted
from ofc_parsers.home_sheet.context import money_of
from ofc_parsers.home_sheet.tallies.sums import difference
from ofc_parsers.home_sheet.tallies.vocabulary import is_totals
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from ofc_analytics.errors import ParseIssue
    from ofc_parsers.home_sheet.lines import Line
    from ofc_parsers.home_sheet.records import Entry, Record
    from ofc_parsers.spreadsheets.grid import Cell

    Key = tuple[Field, str | None]
    Money = tuple[str | None, int]

__all__ = ["check_claimed_sums"]

_NOBODY = ""


def check_claimed_sums(
    totals: Sequence[Entry], lines: Sequence[Line], report: Callable[[ParseIssue], None]
) -> None:
    """Hold each line of totals against the points and money that its player claims in the lines above it.

    It may add up all of them, or those below the totals before. Another sum, or one that cannot be read, is a warning.
    Nothing is held against lines that cannot be read or claim nothing, nor against money of several currencies.
    """
    played = [line for line in lines if not line.prepared]
    if not totals or any(issue.severity == "error" for line in played for issue in line.issues):
        return
    names = {line.name for line in played if line.name}
    monies = {money_of(line.context) for line in played}
    money = monies.pop() if len(monies) == 1 else None
    every: Counter[Key] = Counter()
    latest: Counter[Key] = Counter()
    silent: set[Key] = set()
    waiting = list(played)
    for entry in totals:
        above = [line for line in waiting if line.row.line < entry.row.line]
        latest = Counter() if above else latest
        waiting = waiting[len(above) :]
        for key, made in (claim for line in above for claim in _claims(line)):
            silent |= {key} if made is None else set()
            for sums in (every, latest):
                sums[key] += made or 0
        for cell, key, value in _told(entry, names, money, report):
            if key in every and key not in silent and value not in {every[key], latest[key]}:
                report(difference(cell, _shown(every[key], key[0], money)))


def _claims(line: Line) -> Iterator[tuple[Key, int | None]]:
    for field, made in ((Field.POINTS, line.claimed.points), (Field.NET, line.claimed.net)):
        yield (field, line.name), made
        yield (field, None), made


def _told(
    entry: Entry, names: Collection[str], money: Money | None, report: Callable[[ParseIssue], None]
) -> Iterator[tuple[Cell, Key, int]]:
    for record in entry.records:
        who = _who(entry, record, names)
        for field in (Field.POINTS, Field.NET):
            cell = record.at(field)
            if who == _NOBODY or cell is None or cell.blank or (field is Field.NET and money is None):
                continue
            try:
                yield cell, (field, who), _number(cell, field, money)
            except CellError as error:
                report(replace(error.issue, severity="warning"))


def _who(entry: Entry, record: Record, names: Collection[str]) -> str | None:
    """The player whose total it is, perhaps behind a word for totals (``Total Anna``); None: of all."""
    player = record.at(Field.PLAYER)
    told = values.name((entry.row.filled[0] if player is None or player.blank else player).text)
    if is_totals(told):
        return None
    return next((name for name in names if told == name or told.endswith(f" {name}")), _NOBODY)


def _number(cell: Cell, field: Field, money: Money | None) -> int:
    if field is Field.POINTS or money is None:
        return converted(cell, field, values.whole_number, "a whole number such as 12 or -6")
    currency, exponent = money
    stored = cell.kind == "number"
    return converted(
        cell,
        field,
        lambda text: values.amount(text, currency, exponent, stored=stored),
        "an amount such as 1500 or -60.50",
    )


def _shown(total: int, field: Field, money: Money | None) -> str:
    if field is Field.POINTS or money is None:
        return f"{total:+d}"
    shown = format_money(total, exponent=money[1])
    return shown if shown.startswith("-") else f"+{shown}"
