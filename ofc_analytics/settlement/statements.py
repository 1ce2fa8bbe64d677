"""From results of hands and what is written beside them to the entries that a ledger adds up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.settlement.currencies import in_one_currency
from ofc_analytics.settlement.result_entries import result_entries_all
from ofc_analytics.settlement.screening import screen

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

    from ofc_analytics.errors import ParseIssue

__all__ = ["statements_of"]


def statements_of(
    results: pl.DataFrame, written: pl.DataFrame, *, aliases: Mapping[str, str] | None = None
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Bring a whole night into one frame: what hands come to, and what is written, each in its currency.

    Parameters
    ----------
    results
        Frame of schema `Results`.
    written
        Frame of schema `Entries`, without faults of single entries.
    aliases
        The name of a player by each of his other names.

    Returns
    -------
    entries, issues
        What `ofc_analytics.settlement.ledger.ledger` takes; and what was left out or assumed.

    Raises
    ------
    SettlementError
        If `results` is no frame of results, or a sum is too large to be money.
    """
    counted, unpriced = result_entries_all(results, apart=written["hand"].drop_nulls().unique())
    entries, unfit = in_one_currency(counted, written)
    sound, faults = screen(entries, aliases=aliases)
    return sound, [*unpriced, *unfit, *faults]
