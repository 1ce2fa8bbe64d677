"""Statements about money: one row says one thing about one player, and where it stands.

Nothing is ever overwritten. What was wrong is put right by a further entry that names the one it corrects.

Examples
--------
>>> written = pl.DataFrame({"session": "Friday", "kind": "buy-in", "player": "Anna", "amount": 50000,
...                         "currency": "RUB", "exponent": 2, "file": "night.csv", "line": 7,
...                         "verified": "claimed"})
>>> make_entries(written).select("entry_id", "kind", "player", "amount").row(0)
('e897c1fe1fc59c94', 'buy-in', 'Anna', 50000)
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import dataframely as dy
import polars as pl
from polars.exceptions import PolarsError

from ofc_analytics.errors import ParseIssue, SettlementError
from ofc_analytics.money import LARGEST_AMOUNT

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "ENTRIES",
    "HOUSE",
    "KINDS",
    "Entries",
    "entry_faults",
    "make_entries",
    "place_of",
    "require_entries",
    "self_payments",
    "with_ids",
]

KINDS = ("buy-in", "cash-out", "result", "payment", "carried", "correction")
VERIFIED = ("recomputed", "named", "balanced", "claimed")
HOUSE = ("(rake)", "(jackpot)")
"""Names under which the house takes part, so that the money of every session adds up to 0."""

UNSIGNED = ("buy-in", "cash-out", "payment")
"""Kinds whose amount is never below 0."""

LARGEST_EXPONENT = 8


class Entries(dy.Schema):
    """One row an entry."""

    entry_id = dy.String(
        primary_key=True,
        min_length=1,
        description="given by the source, else 16 hex digits made of what the entry says and where it stands",
    )
    session = dy.String(nullable=True, description="night or match the money was played in")
    kind = dy.String(
        description="buy-in: chips bought on credit; cash-out: chips handed back; result: won or lost in hands; "
        "payment: already made by player to other; carried: from an earlier night; correction: see corrects"
    )
    player = dy.String(min_length=1, description="whose money it is; (rake) and (jackpot) are the house")
    other = dy.String(nullable=True, min_length=1, description="who was paid")
    amount = dy.Int64(
        description="minor units; result, carried: more than 0 if the player is to receive; else how much"
    )
    currency = dy.String(nullable=True, description="ISO 4217 code, or the room's own")
    exponent = dy.UInt8(max=LARGEST_EXPONENT, description="decimal places of amount")
    corrects = dy.String(nullable=True, description="entry_id of the entry whose amount this one replaces")
    note = dy.String(nullable=True, description="what was written beside it")
    file = dy.String(description="path or name of the input")
    sheet = dy.String(nullable=True, description="worksheet, where the input is a workbook")
    line = dy.UInt32(nullable=True, description="physical line")
    verified = dy.String(
        description="recomputed: from cards; named: from named combinations and the rows' winners; balanced: claimed "
        "numbers that add up, hand by hand where hands are told; claimed: neither"
    )
    hand = dy.String(
        nullable=True,
        description="the room's own id or number of the hand that a result is of; null: of several, or of no hand",
    )


ENTRIES: pl.Schema = Entries.create_empty().schema
"""Column names and polars dtypes of a frame of entries."""

_REQUIRED = [name for name, column in Entries.columns().items() if not column.nullable]
_KIND = pl.col("kind")
_CHECKS = (
    # code, what a sound entry fulfils, what is wrong with others, the column to show, what was expected
    (
        "entry-incomplete",
        pl.all_horizontal(pl.col(_REQUIRED).is_not_null()) & (pl.col("player") != ""),
        "the entry is not complete",
        None,
        f"something in each of {', '.join(_REQUIRED)}",
    ),
    ("kind-unknown", _KIND.is_in(KINDS), "this is no kind of entry", "kind", ", ".join(KINDS)),
    (
        "verified-unknown",
        pl.col("verified").is_in(VERIFIED),
        "this does not tell how far the amount is verified",
        "verified",
        ", ".join(VERIFIED),
    ),
    (
        "amount-negative",
        ~_KIND.is_in(UNSIGNED) | (pl.col("amount") >= 0),
        "the amount is below 0",
        "amount",
        "how much, without a sign",
    ),
    (
        "amount-too-large",
        pl.col("amount").is_between(-LARGEST_AMOUNT, LARGEST_AMOUNT),
        "the amount is too large",
        "amount",
        f"at most {LARGEST_AMOUNT} minor units",
    ),
    (
        "exponent-too-large",
        pl.col("exponent") <= LARGEST_EXPONENT,
        "the amount has too many decimal places",
        "exponent",
        f"at most {LARGEST_EXPONENT}",
    ),
    (
        "payee-missing",
        (_KIND != "payment") | pl.col("other").is_not_null(),
        "the payment does not say who was paid",
        "player",
        "another player",
    ),
    (
        "payee-needless",
        _KIND.is_in(("payment", "correction")) | pl.col("other").is_null(),
        "a second player stands in an entry that is no payment",
        "other",
        "one player, or the kind payment",
    ),
    (
        "corrects-missing",
        (_KIND != "correction") | pl.col("corrects").is_not_null(),
        "the correction does not say what it corrects",
        "player",
        "the id of an entry",
    ),
    (
        "corrects-needless",
        (_KIND == "correction") | pl.col("corrects").is_null(),
        "the entry names another to correct, and is no correction",
        "corrects",
        "the kind correction",
    ),
)


def make_entries(written: pl.DataFrame) -> pl.DataFrame:
    """Make entries of what a sheet says: missing columns become null, and each row without an id gets one.

    Parameters
    ----------
    written
        Columns of `Entries`, of any types that can be cast to theirs.

    Returns
    -------
    polars.DataFrame
        Schema `Entries`, the rows as they stood.

    Raises
    ------
    SettlementError
        If an entry makes no sense; the message names all of them and where each stands.
    """
    return require_entries(with_ids(written))


def with_ids(written: pl.DataFrame) -> pl.DataFrame:
    """Bring rows to the columns of `Entries` as `make_entries` does, and leave open whether they make sense.

    Raises
    ------
    SettlementError
        If a column cannot be cast to its type.
    """
    missing = [pl.lit(None).alias(name) for name in ENTRIES if name not in written.columns]
    try:
        full = written.with_columns(missing).select(ENTRIES.names()).cast(ENTRIES)
    except PolarsError as error:
        raise SettlementError(f"these are no entries: {error}") from error
    ids = [row["entry_id"] or _new_id(row) for row in full.iter_rows(named=True)]
    return full.with_columns(pl.Series("entry_id", ids, dtype=pl.String))


def require_entries(frame: pl.DataFrame) -> pl.DataFrame:
    """Give back a frame of schema `Entries` if every entry in it makes sense.

    Raises
    ------
    SettlementError
        Naming every fault that `entry_faults` finds.
    """
    try:
        entries = frame.select(ENTRIES.names()).cast(ENTRIES)
    except (PolarsError, AttributeError) as error:
        raise SettlementError(f"not a frame of entries: {error}") from error
    faults = entry_faults(entries)
    if faults:
        raise SettlementError("; ".join(map(str, faults)))
    return entries


def entry_faults(entries: pl.DataFrame) -> list[ParseIssue]:
    """Everything that is wrong with single entries, and the entries that stand twice.

    Codes: ``entry-incomplete``, ``kind-unknown``, ``verified-unknown``, ``amount-negative``,
    ``amount-too-large``, ``exponent-too-large``, ``payee-missing``, ``payee-needless``,
    ``corrects-missing``, ``corrects-needless``, ``entry-twice``.
    """
    faults = []
    for code, sound, message, shown, expected in _CHECKS:
        faults += [
            ParseIssue(
                code=code,
                message=message,
                file=row["file"] or "",
                sheet=row["sheet"],
                line=row["line"],
                text=None if shown is None else str(row[shown]),
                expected=expected,
            )
            # what cannot be judged for want of a value is told as incomplete
            for row in entries.filter(~sound).iter_rows(named=True)
        ]
    repeated = entries.filter(pl.col("entry_id").is_not_null() & pl.col("entry_id").is_duplicated())
    for group in repeated.partition_by("entry_id", maintain_order=True):
        second = group.row(1, named=True)
        faults.append(
            ParseIssue(
                code="entry-twice",
                message=f"an entry stands twice: in {' and in '.join(map(place_of, group.iter_rows(named=True)))}",
                file=second["file"] or "",
                sheet=second["sheet"],
                line=second["line"],
                text=second["entry_id"],
                expected="each entry once, with an id of its own",
            )
        )
    return faults


def self_payments(entries: pl.DataFrame) -> list[ParseIssue]:
    """Payments from a player to himself, as they come about where an alias joins two names (``payment-to-self``)."""
    return [
        ParseIssue(
            code="payment-to-self",
            message=f"{row['player']} pays himself",
            file=row["file"],
            sheet=row["sheet"],
            line=row["line"],
            expected="another player",
        )
        for row in entries.filter(pl.col("player") == pl.col("other")).iter_rows(named=True)
    ]


def place_of(entry: Mapping[str, Any]) -> str:
    """Where an entry stands, in words.

    >>> place_of({"file": "night.xlsx", "sheet": "buy-ins", "line": 7})
    "night.xlsx, sheet 'buy-ins', line 7"
    """
    sheet = "" if entry["sheet"] is None else f", sheet {entry['sheet']!r}"
    line = "" if entry["line"] is None else f", line {entry['line']}"
    return f"{entry['file']}{sheet}{line}"


def _new_id(entry: Mapping[str, Any]) -> str:
    content = [value for name, value in entry.items() if name not in {"entry_id", "hand"}]
    if entry["hand"] is not None:
        content.append(entry["hand"])
    return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()[:16]
