"""Parts the entries that a ledger can be made of from those that make no sense."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.settlement.corrections import correction_faults
from ofc_analytics.settlement.entries import ENTRIES, entry_faults, self_payments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ofc_analytics.errors import ParseIssue

__all__ = ["screen", "without_faulty"]

_PLACE = ("file", "sheet", "line")


def screen(
    entries: pl.DataFrame, *, aliases: Mapping[str, str] | None = None
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Leave out every entry that `ofc_analytics.settlement.ledger.ledger` would refuse, and say why.

    Parameters
    ----------
    entries
        Columns of `Entries`.
    aliases
        The name of a player by each of his other names, as for the ledger.

    Returns
    -------
    entries, faults
        The sound entries as they were, and the faults of the others in their order. A correction that only makes
        no sense because of another one is left out with it. Of entries with one id none is kept.

    Examples
    --------
    >>> from ofc_analytics.settlement.entries import make_entries
    >>> facts = {"amount": 5, "exponent": 2, "file": "a.csv", "verified": "claimed", "player": "Anna"}
    >>> rows = [{"kind": "carried", "line": 2}, {"kind": "correction", "line": 3, "corrects": "9"}]
    >>> sound, faults = screen(make_entries(pl.DataFrame([facts | row for row in rows])))
    >>> sound["line"].to_list(), faults[0].code, faults[0].line
    ([2], 'correction-of-nothing', 3)
    """
    named = pl.col("player", "other").replace(dict(aliases or {}))
    found: list[ParseIssue] = []
    left_out: set[str] = set()
    checks: tuple[Callable[[pl.DataFrame], list[ParseIssue]], ...] = (
        entry_faults,
        self_payments,
        correction_faults,
    )
    for check in checks:
        while faults := check(entries.with_columns(named)):
            found += [_of_left_out(fault) if fault.text in left_out else fault for fault in faults]
            kept = without_faulty(entries, faults)
            left_out |= {*entries["entry_id"]} - {*kept["entry_id"]}
            entries = kept
    return entries, found


def without_faulty(entries: pl.DataFrame, faults: Iterable[ParseIssue]) -> pl.DataFrame:
    """Leave out the lines that faults name, and all entries of an id that stands twice.

    Parameters
    ----------
    entries
        Frame of schema `Entries`.
    faults
        What `ofc_analytics.settlement.entries.entry_faults` and its like found in them.

    Examples
    --------
    >>> from ofc_analytics.errors import ParseIssue
    >>> from ofc_analytics.settlement.entries import make_entries
    >>> facts = {"kind": "carried", "exponent": 2, "file": "a.csv", "verified": "claimed", "player": "Anna", "amount": 5}
    >>> sound = make_entries(pl.DataFrame([facts | {"line": line} for line in (2, 3)]))
    >>> fault = ParseIssue(code="amount-negative", message="the amount is below 0", file="a.csv", line=3)
    >>> without_faulty(sound, [fault])["line"].to_list()
    [2]
    """
    found = list(faults)
    twice = [fault.text for fault in found if fault.code == "entry-twice"]
    places = pl.DataFrame(
        [tuple(getattr(fault, name) for name in _PLACE) for fault in found if fault.code != "entry-twice"],
        schema={name: ENTRIES[name] for name in _PLACE},
        orient="row",
    )
    sound = entries.join(places, on=_PLACE, how="anti", nulls_equal=True, maintain_order="left")
    return sound.filter(~pl.col("entry_id").is_in(twice))


def _of_left_out(fault: ParseIssue) -> ParseIssue:
    """A correction of an entry that is there, and has a fault of its own."""
    if fault.code != "correction-of-nothing":
        return fault
    return replace(fault, code="correction-of-left-out", message="what it corrects is left out")
