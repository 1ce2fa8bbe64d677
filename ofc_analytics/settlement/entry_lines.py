"""Entries that a host types into a CSV file: buy-ins, cash-outs, payments, carried balances, corrections.

Examples
--------
>>> text = "kind,player,other,amount\\nbuy-in,Anna,,500\\nplatёж,Boris,Anna,1,500\\n"
>>> entries, issues = parse_entries(text, "money.csv")
>>> entries.select("kind", "player", "amount").rows()
[('buy-in', 'Anna', 50000)]
>>> print(issues[0])
money.csv, line 3: a cell stands beyond the last heading: '500'; expected 4 cells; an amount with a comma in quotes
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from ofc_analytics.errors import ParseIssue
from ofc_analytics.money import currency_exponent, parse_money
from ofc_analytics.settlement.entries import ENTRIES, KINDS, entry_faults, with_ids

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    Row = dict[str, str]

__all__ = ["parse_entries", "read_entries"]

_HEADINGS = {
    "kind": "kind, type, вид, тип, операция, что",
    "player": "player, name, игрок, имя, кто",
    "other": "other, to, payee, другой, кому, получатель",
    "amount": "amount, sum, сумма",
    "currency": "currency, валюта",
    "session": "session, night, сессия, вечер, ночь",
    "note": "note, comment, примечание, заметка, комментарий",
    "id": "id, ид, код",
    "corrects": "corrects, исправляет",
}
_FIELDS = {word: field for field, words in _HEADINGS.items() for word in words.split(", ")}
_NEEDED = ("kind", "player", "amount")

_KIND_WORDS = {
    "buy-in": "buyin, rebuy, add-on, бай-ин, байин, закуп, закупка, докупка, вход",
    "cash-out": "cashout, кэш-аут, кэшаут, кешаут, выход, сдал",
    "result": "results, результат, итог",
    "payment": "paid, платёж, платеж, перевод, оплата, заплатил",
    "carried": "carried balance, перенос, остаток, с прошлого раза",
    "correction": "исправление, поправка",
}
_KINDS = {word: kind for kind, words in _KIND_WORDS.items() for word in (kind, *words.split(", "))}
_CURRENCIES = dict.fromkeys(("₽", "р", "руб", "рублей", "рубли"), "RUB") | {"$": "USD", "€": "EUR", "£": "GBP"}
_DELIMITERS = ";\t,"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def read_entries(
    *paths: str | os.PathLike[str], currency: str | None = None
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Read the entries of CSV files, and everything that is wrong with them.

    Parameters
    ----------
    *paths
        UTF-8 or UTF-16 text whose first line has the headings, in English or Russian and in any order. Cells are
        separated by commas, semicolons or tabs.
    currency
        What the amounts are in where an entry does not say.

    Returns
    -------
    entries : polars.DataFrame
        Schema `Entries`: the rows without a fault. What was typed is ``claimed``.
    issues : list of ParseIssue
        All faults of all files. Of entries that stand twice none is given back.
    """
    issues: list[ParseIssue] = []
    frames, read = [], dict[str, str]()
    for path in map(str, paths):
        text = _text(path, issues)
        if text is None:
            continue
        earlier = read.setdefault(text, path)
        if earlier != path or len(frames) >= len(read):
            message = "the file says the same as one that was read before, and is left out"
            issues.append(_fault(path, None, "file-twice", message, earlier, "each file of entries once"))
            continue
        entries, found = parse_entries(text, path, currency=currency)
        frames.append(entries)
        issues += found
    together = pl.concat([pl.DataFrame(schema=ENTRIES), *frames])
    twice = [issue for issue in entry_faults(together) if issue.code == "entry-twice"]
    return together.filter(~pl.col("entry_id").is_in([issue.text for issue in twice])), issues + twice


def parse_entries(
    text: str, file: str, *, currency: str | None = None
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Read the entries in the text of one file; see `read_entries`.

    Parameters
    ----------
    text
        The whole file.
    file
        Its name, for entries and issues.
    currency
        What the amounts are in where an entry does not say.
    """
    issues: list[ParseIssue] = []
    rows = list(_rows(text, file, issues))
    if not rows:
        issues.append(_fault(file, None, "file-empty", "there are no entries", None, "a line of headings"))
        return pl.DataFrame(schema=ENTRIES), issues
    (line, headings), *rest = rows
    fields = _fields(headings, file, line, issues)
    if missing := [field for field in _NEEDED if field not in fields]:
        told = f"there is no column {' and no column '.join(missing)}"
        expected = "; ".join(f"{field}: {_HEADINGS[field]}" for field in missing)
        issues.append(_fault(file, line, "column-missing", told, " ".join(headings), expected))
        return pl.DataFrame(schema=ENTRIES), issues
    sound, typed, unsaid = [], {}, 0
    for at, cells in rest:
        beyond = next((cell for cell in cells[len(headings) :] if cell), None)
        if beyond is not None:
            told, expected = "a cell stands beyond the last heading", f"{len(headings)} cells; an amount with a comma in quotes"
            issues.append(_fault(file, at, "cells-beyond", told, beyond, expected))
            continue
        row = {field: cell for field, cell in zip(fields, cells, strict=False) if field}
        found = list(_row_faults(row, file, at, currency))
        issues += found
        if not found:
            typed[at] = row
            unsaid += not row.get("currency")
            sound.append(_entry(row, file, at, currency))
    entries = with_ids(pl.DataFrame(sound, schema_overrides=_TYPES, infer_schema_length=None))
    faults = [_as_typed(fault, typed) for fault in entry_faults(entries)]
    if unsaid and currency:
        told = f"{unsaid} entries name no currency and are taken in {currency}, as the hands are"
        issues.append(replace(_fault(file, None, "currency-assumed", told), severity="note"))
    bad_lines = [fault.line for fault in faults if fault.line is not None]
    bad_ids = [fault.text for fault in faults if fault.code == "entry-twice"]
    kept = entries.filter(~pl.col("line").is_in(bad_lines), ~pl.col("entry_id").is_in(bad_ids))
    return kept, sorted(issues + faults, key=lambda issue: issue.line or 0)
