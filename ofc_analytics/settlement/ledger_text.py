"""A ledger as plain text to paste into a chat: no columns, for chats do not keep them.

Examples
--------
>>> from ofc_analytics.settlement.entries import make_entries
>>> from ofc_analytics.settlement.ledger import ledger, square
>>> common = {"kind": "result", "session": "Friday", "currency": "RUB", "exponent": 2, "file": "night.csv",
...           "verified": "recomputed"}
>>> night = ledger(make_entries(pl.DataFrame([common | {"player": "Anna", "amount": 30000},
...                                           common | {"player": "Boris", "amount": -30000}])))
>>> print(ledger_text(night, square(night)))
RUB, exact to 0.01, nothing is rounded
Friday: in 300.00, out 300.00; recomputed from the cards
Anna receives 300.00: played +300.00
Boris pays 300.00: played -300.00
1 payment:
Boris → Anna 300.00
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.money import format_money

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ofc_analytics.settlement.ledger import Ledger

__all__ = ["ledger_text"]

_VERIFIED = {
    "recomputed": "recomputed from the cards",
    "named": "points follow from named combinations and the rows' winners, cards were not seen",
    "balanced": "claimed totals that add up, not recomputed",
    "claimed": "claimed totals that do not add up",
}


def ledger_text(ledger: Ledger, payments: pl.DataFrame | None = None) -> str:
    """Write checks, balances, corrections and payments, one currency after another.

    Parameters
    ----------
    ledger
        What `ofc_analytics.settlement.ledger.ledger` gives.
    payments
        What `ofc_analytics.settlement.ledger.square` gives; None where the ledger does not close.

    Returns
    -------
    str
        Lines; a blank one between currencies.
    """
    currencies = ledger.balances.select("currency", "exponent").unique(maintain_order=True)
    parts = [
        "\n".join(map(_one_line, _currency_lines(ledger, payments, currency, exponent)))
        for currency, exponent in currencies.iter_rows()
    ]
    return "\n\n".join(parts) if parts else "no entries"


def _currency_lines(
    ledger: Ledger, payments: pl.DataFrame | None, currency: str | None, exponent: int
) -> Iterator[str]:
    this = pl.col("currency").eq_missing(pl.lit(currency, dtype=pl.String))

    def money(amount: int) -> str:
        return format_money(amount, exponent=exponent)

    yield f"{currency or 'No currency'}, exact to {money(1)}, nothing is rounded"
    for row in ledger.checks.filter(this).iter_rows(named=True):
        told = f"in {money(row['total_in'])}, out {money(row['total_out'])}; {_VERIFIED[row['verified']]}"
        yield f"{row['session'] or 'No session'}: {told}"
        if row["wrong"]:
            yield f"WRONG: {row['wrong']}"
    for row in ledger.balances.filter(this).iter_rows(named=True):
        parts = [
            f"{word} {_signed(money(row[word]))}" for word in ("played", "payments", "carried") if row[word]
        ]
        corrected = row["before_corrections"] != row["after"]
        before = [f"{_signed(money(row['before_corrections']))} before corrections"] if corrected else []
        told = f": {', '.join(parts + before)}" if parts or before else ""
        yield f"{row['player']} {_outcome(row['after'], money(abs(row['after'])))}{told}"
    for row in ledger.corrections.filter(this).iter_rows(named=True):
        note = f": {row['note']}" if row["note"] else ""
        change = f"{money(row['before'])} → {money(row['after'])}"
        yield (
            f"Corrected: {row['kind']} of {row['player']} in {row['corrected_place']} {change} ({row['place']}){note}"
        )
    if payments is None:
        yield "Not squared." if ledger.closes else "Not squared: what is wrong comes first."
        return
    owed = payments.filter(this)
    yield f"{len(owed) or 'No'} payment{'s' * (len(owed) != 1)}{':' if len(owed) else ''}"
    for row in owed.iter_rows(named=True):
        yield f"{row['payer']} → {row['payee']} {money(row['amount'])}"


def _outcome(balance: int, shown: str) -> str:
    return "is square" if balance == 0 else f"receives {shown}" if balance > 0 else f"pays {shown}"


def _signed(shown: str) -> str:
    return shown if shown.startswith("-") else f"+{shown}"


def _one_line(text: str) -> str:
    """Keep a name with a line end in it from passing for a line of its own."""
    return " ".join(text.split())
