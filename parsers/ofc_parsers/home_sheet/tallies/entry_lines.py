"""Lines that are entries of a ledger: of a kind, a player and an amount, or of a player's buy-in and cash-out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from ofc_analytics.money import currency_exponent
from ofc_analytics.settlement.entries import ENTRIES, KINDS, LARGEST_EXPONENT, entry_faults, with_ids
from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.cells import CellError, converted
from ofc_parsers.home_sheet.tallies import vocabulary
from ofc_parsers.home_sheet.tallies.sums import check_sums
from ofc_parsers.home_sheet.tallies.vocabulary import SHEET_KINDS, Key, Word
from ofc_parsers.home_sheet.vocabulary import Field, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_parsers.home_sheet.tallies.lines import Line, Report
    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["read_chips", "read_entries"]

_NEEDED: tuple[Key, ...] = (Word.KIND, Field.PLAYER, Field.NET)
_LABELS: dict[Key, str] = {Word.KIND: "kind", Field.PLAYER: "player", Field.NET: "amount"}
_FAULTY: dict[str, tuple[Key, ...]] = {
    "amount": (Field.NET,),
    "payee": (Word.OTHER, Field.PLAYER),
    "corrects": (Word.CORRECTS, Field.PLAYER),
}
"""Columns that the first word of a fault's code speaks of."""


def read_entries(lines: Sequence[Line], sheet: str | None, file: str, report: Report) -> pl.DataFrame:
    """Read entries; those with a fault are reported and left out.

    Where no column tells the kind, the name of the sheet does.
    """
    usual = SHEET_KINDS.get(plain(sheet or ""))
    rows = [row for line in lines if (row := _entry(line, usual)) is not None]
    for issue in (issue for line in lines for issue in line.issues):
        report(issue)
    by_place = {line.row.line: line for line in lines}
    entries = _frame(rows, file)
    faults = [fault for fault in entry_faults(entries) if fault.code != "entry-twice"]
    for fault in faults:
        line = by_place[fault.line or 0]
        cell = next(
            (cell for key in _FAULTY.get(fault.code.split("-")[0], ()) if (cell := line.at(key))), None
        )
        shown = fault if cell is None else replace(fault, text=cell.text.strip(), **cell.place)
        report(replace(shown, raw=line.row.raw))
    return entries.filter(~pl.col("line").is_in([fault.line for fault in faults]))


def read_chips(lines: Sequence[Line], file: str, report: Report) -> pl.DataFrame:
    """Read lines of a player, his buy-in and his cash-out; a total beside them must be their difference."""
    rows: list[dict[str, Any]] = []
    for line in lines:
        if line.totals:
            continue
        chips = {key: cell for key in (Word.BUY_IN, Word.CASH_OUT) if (cell := line.at(key))}
        if not chips and Field.PLAYER in line.table.columns:
            continue  # a place kept for one who bought nothing
        player = line.needed_name(Field.PLAYER)
        told = {key: amount for key, cell in chips.items() if (amount := _chips(line, cell)) is not None}
        _check_made(line, told)
        if line.faulty or player is None:
            continue
        currency, exponent = line.currency
        rows += (
            _common(line)
            | {
                "kind": str(key),
                "player": player,
                "amount": amount,
                "currency": currency,
                "exponent": exponent,
            }
            for key, amount in told.items()
        )
    check_sums(lines, report)
    for issue in (issue for line in lines if not line.totals for issue in line.issues):
        report(issue)
    return _frame(rows, file)


def _frame(rows: Sequence[dict[str, Any]], file: str) -> pl.DataFrame:
    written = pl.DataFrame(list(rows), schema=ENTRIES, orient="row")
    return with_ids(written.with_columns(file=pl.lit(file), verified=pl.lit("claimed")))


def _common(line: Line) -> dict[str, Any]:
    first = line.row.cells[0]
    return {"session": line.session(), "sheet": first.sheet, "line": first.line, "note": line.text(Word.NOTE)}


def _entry(line: Line, usual: str | None) -> dict[str, Any] | None:
    """A line as an entry; None where it has a fault, or is a place that was kept for one."""
    needed = [key for key in _NEEDED if key is not Word.KIND or usual is None]
    if usual is not None and line.at(Field.NET) is None and line.at(Word.KIND) is None:
        return None
    for key in needed:
        if line.at(key) is None:
            heading = line.table.columns[key]
            line.refuse(
                f"{_LABELS[key]}-missing",
                f"the {_LABELS[key]} is missing",
                f"something in each of {', '.join(_LABELS[each] for each in needed)}",
                line.row.at(heading),
            )
    kind = _kind(line, line.at(Word.KIND), usual)
    money = _amount(line)
    entry = _common(line) | {
        "entry_id": line.text(Word.ID),
        "kind": kind,
        "player": line.text(Field.PLAYER),
        "other": line.text(Word.OTHER),
        "corrects": line.text(Word.CORRECTS),
    }
    return None if money is None or line.issues else entry | money


def _kind(line: Line, cell: Cell | None, usual: str | None) -> str | None:
    if cell is None:
        return usual
    known = vocabulary.KINDS.get(plain(cell.text))
    if known is None:
        line.refuse("kind-unknown", "this is no kind of entry", ", ".join(KINDS), cell)
    return known


def _amount(line: Line) -> dict[str, Any] | None:
    """Amount with its currency, which may stand in a column, beside it or above all lines."""
    cell = line.at(Field.NET)
    if cell is None:
        return None
    beside = values.currency_beside(cell.text)
    currency = line.currency[0] or beside
    for exponent in (currency_exponent(currency), *(() if currency else (LARGEST_EXPONENT,))):
        try:
            amount = _read_amount(cell, currency, exponent)
        except CellError as error:
            fault = error.issue
        else:
            return {"amount": amount, "currency": currency, "exponent": exponent}
    line.report(replace(fault, code=fault.code.replace("money", "amount")))
    return None


def _read_amount(cell: Cell, currency: str | None, exponent: int) -> int:
    stored = cell.kind == "number"
    return converted(
        cell,
        Field.NET,
        lambda text: values.amount(text, currency, exponent, stored=stored),
        "a number such as 1500 or 1500.50",
    )


def _chips(line: Line, cell: Cell) -> int | None:
    amount = line.money(cell)
    if amount is not None and amount < 0:
        line.refuse("amount-negative", "the amount is below 0", "how much, without a sign", cell)
    return amount


def _check_made(line: Line, told: dict[Word, int]) -> None:
    """Hold what a player is said to have made against his chips."""
    cell = line.at(Word.TOTAL) or line.at(Field.NET)
    if cell is None or len(told) < 2:
        return
    made = line.money(cell)
    if made is not None and made != told[Word.CASH_OUT] - told[Word.BUY_IN]:
        parts = [line.at(key) for key in (Word.CASH_OUT, Word.BUY_IN)]
        expected = " - ".join(part.text.strip() for part in parts if part)
        line.refuse("total-differs", "the total is not the cash-out less the buy-in", expected, cell)
