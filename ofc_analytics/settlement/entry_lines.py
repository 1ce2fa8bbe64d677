r"""Entries that a host types into a CSV file: buy-ins, cash-outs, payments, carried balances, corrections.

Examples
--------
>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     file = Path(folder, "money.csv")
...     written = file.write_text("kind,player,amount\nbuy-in,Anna,500\nзакуп,Борис,много\n", encoding="utf-8")
...     entries, issues = read_entries(file)
>>> entries.select("kind", "player", "amount").rows()
[('buy-in', 'Anna', 50000)]
>>> issues[0].line, issues[0].message, issues[0].text
(3, 'this is no amount', 'много')
"""

from __future__ import annotations

import csv
import io
import unicodedata
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

__all__ = ["read_entries"]

_HEADINGS = {
    "kind": "kind, type, вид, тип, операция",
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
    "buy-in": "buyin, rebuy, бай-ин, байин, закуп, закупка, докупка, вход",
    "cash-out": "cashout, кэш-аут, кэшаут, кешаут, выход",
    "result": "результат",
    "payment": "платеж, перевод, оплата",
    "carried": "перенос, остаток",
    "correction": "исправление, поправка",
}
_KINDS = {word: kind for kind, words in _KIND_WORDS.items() for word in (kind, *words.split(", "))}
_CURRENCIES = dict.fromkeys(("₽", "р", "руб"), "RUB") | {"$": "USD", "€": "EUR", "£": "GBP"}
_DELIMITERS = ",;\t"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def read_entries(
    *paths: str | os.PathLike[str], currency: str | None = None
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Read the entries of CSV files, and everything that is wrong with them.

    Parameters
    ----------
    *paths
        UTF-8 or UTF-16 texts whose first line has the headings, in English or Russian and in any order. Cells
        are separated by commas, semicolons or tabs.
    currency
        What amounts are in where an entry does not say.

    Returns
    -------
    entries : polars.DataFrame
        Schema `Entries`: the rows without a fault. What was typed is ``claimed``.
    issues : list of ParseIssue
        All faults of all files. Of entries with one id none is given back.
    """
    issues: list[ParseIssue] = []
    rows: list[dict[str, Any]] = []
    read: dict[str, str] = {}
    for path in map(str, paths):
        text = _text(path, issues)
        if text is None:
            continue
        if text in read:
            message = "the file says the same as one before it, and is left out"
            issues.append(
                _fault(path, None, "file-twice", message, text=read[text], expected="each file once")
            )
        else:
            read[text] = path
            rows += _entries(text, path, currency, issues)
    schema = ENTRIES | {"typed": pl.String}
    written = pl.DataFrame(rows, schema=schema, orient="row")
    entries = with_ids(written)
    typed = dict(zip(written.select("file", "line").iter_rows(), written["typed"], strict=True))
    faults = [
        replace(fault, text=typed[fault.file, fault.line]) if fault.code == "amount-negative" else fault
        for fault in entry_faults(entries)
    ]
    places = pl.DataFrame(
        [(fault.file, fault.line) for fault in faults],
        schema={"file": pl.String, "line": pl.UInt32},
        orient="row",
    )
    twice = [fault.text for fault in faults if fault.code == "entry-twice"]
    sound = entries.join(places, on=["file", "line"], how="anti", maintain_order="left")
    return sound.filter(~pl.col("entry_id").is_in(twice)), issues + faults


def _text(path: str, issues: list[ParseIssue]) -> str | None:
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        why = error.strerror if isinstance(error, OSError) else str(error)
        issues.append(
            _fault(path, None, "file-unreadable", f"it cannot be read: {why}", expected="a CSV file")
        )
        return None
    encoding = "utf-16" if content.startswith(_UTF16) else "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"byte {error.start + 1} of the file is not {encoding.upper()[:6].rstrip('-')} text"
        expected = "a CSV file: save it as 'CSV UTF-8'"
        issues.append(_fault(path, line, "encoding", message, expected=expected))
        return None


def _entries(
    text: str, file: str, currency: str | None, issues: list[ParseIssue]
) -> Iterator[dict[str, Any]]:
    """The rows of a file that can be read; the faults of the others, and of the file, become issues."""
    rows = _rows(text, file, issues)
    line, headings = next(rows, (1, []))
    fields = _fields(headings, file, line, issues)
    missing = [field for field in _NEEDED if field not in fields]
    if missing:
        message = f"there is no column for {', '.join(missing)}"
        expected = "; ".join(f"{field}: {_HEADINGS[field]}" for field in missing)
        issues.append(
            _fault(file, line, "column-missing", message, text=", ".join(headings), expected=expected)
        )
    if missing or len(set(fields) - {None}) < len([field for field in fields if field]):
        return
    unsaid = 0
    for at, cells in rows:
        beyond = " ".join(filter(None, cells[len(headings) :]))
        if beyond:
            message, expected = "a cell stands beyond the last heading", f"{len(headings)} cells"
            issues.append(_fault(file, at, "cells-beyond", message, text=beyond, expected=expected))
            continue
        row = {field: cell for field, cell in zip(fields, cells, strict=False) if field and cell}
        entry, faults = _entry(row, currency)
        issues += (replace(fault, file=file, line=at) for fault in faults)
        if not faults:
            unsaid += "currency" not in row
            yield entry | {"file": file, "line": at, "verified": "claimed"}
    if unsaid and currency:
        message = f"entries without a currency ({unsaid}) are taken as {currency}, which the hands are in"
        issues.append(replace(_fault(file, None, "currency-assumed", message), severity="note"))


def _rows(text: str, file: str, issues: list[ParseIssue]) -> Iterator[tuple[int, list[str]]]:
    """Line and cells of every row that has something in it."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(_DELIMITERS, key=lambda mark: sum(map(_is_heading, first.split(mark))))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = [unicodedata.normalize("NFC", cell.strip()) for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error as error:
            until = f"; nothing is read until line {reader.line_num}" if reader.line_num > line else ""
            message = f"the cells cannot be told apart ({error}){until}"
            expected = 'quotation marks around a whole cell, and "" for one within'
            issues.append(_fault(file, line, "row-unreadable", message, expected=expected))
            continue
        if any(cells):
            yield line, cells


def _is_heading(cell: str) -> bool:
    return _plain(cell.strip().strip('"')) in _FIELDS


def _fields(headings: list[str], file: str, line: int, issues: list[ParseIssue]) -> list[str | None]:
    fields = [_FIELDS.get(_plain(heading)) for heading in headings]
    counts = Counter(fields)
    for heading, field in zip(headings, fields, strict=True):
        if field is None and heading:
            message, expected = "the column is not read", ", ".join(_HEADINGS)
            fault = _fault(file, line, "column-unknown", message, text=heading, expected=expected)
            issues.append(replace(fault, severity="note"))
        elif field is not None and counts[field] > 1:
            message, expected = f"several columns are headed {field}", "one"
            issues.append(_fault(file, line, "column-twice", message, text=heading, expected=expected))
    return fields


def _entry(row: dict[str, str], usual: str | None) -> tuple[dict[str, Any], list[ParseIssue]]:
    """One row as an entry, and what is wrong with it."""
    faults: list[ParseIssue] = []

    def refuse(code: str, message: str, text: str | None, expected: str) -> None:
        faults.append(_fault("", None, code, message, text=text, expected=expected))

    for field in _NEEDED:
        if field not in row:
            refuse(
                f"{field}-missing",
                f"the {field} is missing",
                None,
                f"something in each of {', '.join(_NEEDED)}",
            )
    kind = _KINDS.get(_plain(row.get("kind", "")))
    if "kind" in row and kind is None:
        refuse("kind-unknown", "this is no kind of entry", row["kind"], ", ".join(KINDS))
    currency = row.get("currency", usual)
    if "currency" in row:
        word = row["currency"]
        currency = _CURRENCIES.get(word.casefold().rstrip("."), word.upper() if word.isascii() else word)
        if any(letter.isdecimal() for letter in word):
            expected = "a code such as RUB; an amount with a comma in quotation marks"
            refuse("currency-unknown", "this is no currency", word, expected)
    exponent = currency_exponent(currency)
    amount = None
    if "amount" in row:
        try:
            amount = parse_money(row["amount"], exponent=exponent)
        except ValueError as error:
            why = str(error).removeprefix(f"{row['amount']!r} ")
            message = "this is no amount" if why == "is not a number" else f"this amount {why}"
            refuse("amount-unreadable", message, row["amount"], "a number such as 1500 or 1500.50")
    entry = {field: row.get(field) for field in ("session", "player", "other", "corrects", "note")}
    return entry | {
        "entry_id": row.get("id"),
        "kind": kind,
        "amount": amount,
        "currency": currency,
        "exponent": exponent,
        "typed": row.get("amount"),
    }, faults


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("ё", "е").split()).rstrip(".:")


def _fault(
    file: str,
    line: int | None,
    code: str,
    message: str,
    *,
    text: str | None = None,
    expected: str | None = None,
) -> ParseIssue:
    return ParseIssue(code=code, message=message, file=file, line=line, text=text, expected=expected)
