"""Balances that are not paid now, as the entries that the next night starts from, marked with the nights they close."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.errors import SettlementError
from ofc_analytics.settlement.tables import decimal
from ofc_analytics.settlement.tellings import NIGHT

if TYPE_CHECKING:
    from ofc_analytics.settlement.ledger import Ledger

__all__ = ["carried", "marks_of", "refuse_own"]

_ID = re.compile(r"carried-([0-9a-f]{8}(?:\+[0-9a-f]{8})*)-\d+")


def carried(ledger: Ledger) -> pl.DataFrame:
    """Balances of a ledger as lines of kind ``carried``, in the columns that sheets of entries have.

    Returns
    -------
    polars.DataFrame
        ``kind``, ``player``, ``amount`` (exact decimal; more than 0: to receive), ``currency``, ``note`` with the sessions
        they come from, ``id`` with the marks of these nights, see `marks_of`. They add up to 0 in each currency; who is
        square is not there.

    Examples
    --------
    >>> from ofc_analytics.settlement.entries import make_entries
    >>> from ofc_analytics.settlement.ledger import ledger
    >>> common = {"kind": "result", "session": "Friday", "exponent": 2, "file": "a.csv", "verified": "claimed"}
    >>> night = ledger(make_entries(pl.DataFrame([common | {"player": "Anna", "amount": 300},
    ...                                           common | {"player": "Boris", "amount": -300}])))
    >>> carried(night).select("kind", "player", "note", "id").rows()
    [('carried', 'Anna', 'from Friday', 'carried-53b487dd-1'), ('carried', 'Boris', 'from Friday', 'carried-53b487dd-2')]
    """
    sessions = ledger.checks["session"].drop_nulls().unique().sort()
    note = f"from {', '.join(sessions)}" if len(sessions) else None
    open_balances = ledger.balances.filter(pl.col("after") != 0)
    number = pl.int_range(1, pl.len() + 1).cast(pl.String)
    return open_balances.select(
        pl.lit("carried").alias("kind"),
        "player",
        decimal("after", open_balances).alias("amount"),
        "currency",
        pl.lit(note, dtype=pl.String).alias("note"),
        pl.concat_str(pl.lit(f"carried-{'+'.join(ledger.marks)}-"), number).alias("id"),
    )


def marks_of(entries: pl.DataFrame) -> tuple[str, ...]:
    """Mark each night that is added up: 8 hex digits made of its session.

    Where nothing names a session, all is one night, and the mark is made of what its entries come to.

    Parameters
    ----------
    entries
        Frame of schema `ofc_analytics.settlement.entries.Entries`. Balances that are carried make no night.
    """
    played = entries.filter(~pl.col("kind").is_in(("carried", "correction")))
    sessions = played["session"].drop_nulls().unique()
    said = ("kind", "player", "other", *NIGHT[1:])
    sums = played.group_by(*said).agg(pl.col("amount").cast(pl.Int128).sum()).sort(*said)
    nights = [*map(json.dumps, sessions)] or ([json.dumps(sums.rows())] if sums.height else [])
    return tuple(sorted(hashlib.sha256(night.encode()).hexdigest()[:8] for night in nights))


def refuse_own(entries: pl.DataFrame) -> None:
    """Refuse balances that one of the nights which are added up was closed with: they would count twice.

    Raises
    ------
    SettlementError
        Naming the files.
    """
    own = {*marks_of(entries)}
    balances = entries.filter(pl.col("kind") == "carried")
    closing = pl.Series(
        [bool(found and own & {*found[1].split("+")}) for found in map(_ID.fullmatch, balances["entry_id"])],
        dtype=pl.Boolean,
    )
    files = balances.filter(closing)["file"].unique(maintain_order=True)
    if len(files):
        listed = " and ".join(files)
        raise SettlementError(
            f"{listed}: these balances were carried out of a night that is added up here, and would count twice; "
            "expected them beside the hands of a later night, with a session or date of its own"
        )
