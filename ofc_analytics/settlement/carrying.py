"""Balances that are not paid now, as the entries that the next night starts from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.settlement.tables import decimal

if TYPE_CHECKING:
    from ofc_analytics.settlement.ledger import Ledger

__all__ = ["carried"]


def carried(ledger: Ledger) -> pl.DataFrame:
    """Balances of a ledger as lines of kind ``carried``, in the columns that sheets of entries have.

    Returns
    -------
    polars.DataFrame
        ``kind``, ``player``, ``amount`` (exact decimal; more than 0: to receive), ``currency``, ``note`` with the sessions
        they come from. They add up to 0 in each currency; who is square is not there.

    Examples
    --------
    >>> from ofc_analytics.settlement.entries import make_entries
    >>> from ofc_analytics.settlement.ledger import ledger
    >>> common = {"kind": "result", "session": "Friday", "exponent": 2, "file": "a.csv", "verified": "claimed"}
    >>> night = ledger(make_entries(pl.DataFrame([common | {"player": "Anna", "amount": 300},
    ...                                           common | {"player": "Boris", "amount": -300}])))
    >>> carried(night).select("kind", "player", "note").rows()
    [('carried', 'Anna', 'from Friday'), ('carried', 'Boris', 'from Friday')]
    """
    sessions = ledger.checks["session"].drop_nulls().unique().sort()
    note = f"from {', '.join(sessions)}" if len(sessions) else None
    open_balances = ledger.balances.filter(pl.col("after") != 0)
    return open_balances.select(
        pl.lit("carried").alias("kind"),
        "player",
        decimal("after", open_balances).alias("amount"),
        "currency",
        pl.lit(note, dtype=pl.String).alias("note"),
    )
