"""Corrections of a ledger: each names the entry it corrects, and both stay visible.

A correction can be corrected in its turn, so an entry and its corrections are a chain, and the last link
counts.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import dataframely as dy
import polars as pl

from ofc_analytics.errors import ParseIssue, SettlementError
from ofc_analytics.settlement.entries import UNSIGNED, place_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    Row = dict[str, Any]

__all__ = ["Corrections", "apply_corrections", "correction_faults"]


class Corrections(dy.Schema):
    """One row a correction."""

    entry_id = dy.String(primary_key=True, description="the correction")
    corrects = dy.String(description="what it corrects: an entry, or a correction before it")
    session = dy.String(nullable=True, description="session of the entry that is corrected in the end")
    kind = dy.String(description="kind of that entry")
    player = dy.String(description="whose money it is")
    other = dy.String(nullable=True, description="who was paid")
    currency = dy.String(nullable=True, description="currency of before and after")
    exponent = dy.UInt8(description="decimal places of before and after")
    before = dy.Int64(description="amount until then, minor units")
    after = dy.Int64(description="amount from then on, minor units")
    note = dy.String(nullable=True, description="what was written beside the correction")
    corrected_place = dy.String(description="where that which it corrects stands")
    place = dy.String(description="where the correction stands")


def apply_corrections(entries: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Put corrected amounts in place of the first ones.

    Parameters
    ----------
    entries
        Frame of schema `Entries`, each currency with one exponent.

    Returns
    -------
    corrected : polars.DataFrame
        The entries that are no corrections, with ``amount`` and ``verified`` of their last correction and
        ``first_amount`` (int64), the amount before any.
    corrections : polars.DataFrame
        Schema `Corrections`, ordered by place.

    Raises
    ------
    SettlementError
        Naming every fault that `correction_faults` finds.
    """
    faults = correction_faults(entries)
    if faults:
        raise SettlementError("; ".join(map(str, faults)))
    chains = list(_chains(entries))
    last = pl.DataFrame(
        [(chain[0]["entry_id"], chain[-1]["amount"], chain[-1]["verified"]) for chain in chains],
        schema={"entry_id": pl.String, "last_amount": pl.Int64, "last_verified": pl.String},
        orient="row",
    )
    corrected = (
        entries.join(last, on="entry_id", how="inner", maintain_order="left")
        .with_columns(first_amount="amount", amount="last_amount", verified="last_verified")
        .drop("last_amount", "last_verified")
    )
    links = [_link(chain[0], *pair) for chain in chains for pair in pairwise(chain)]
    return corrected, pl.DataFrame(links, schema=Corrections.create_empty().schema).sort("place", "entry_id")


def correction_faults(entries: pl.DataFrame) -> list[ParseIssue]:
    """Everything that is wrong with corrections, in the order of the entries.

    Codes: ``correction-of-nothing``, ``correction-circular``, ``correction-twice`` (of one entry),
    ``correction-of-another`` (player, payee or currency differ), ``correction-negative``.
    """
    rows = {row["entry_id"]: row for row in entries.iter_rows(named=True)}
    corrections = [row for row in rows.values() if row["corrects"] is not None]
    roots = {link["entry_id"]: chain[0] for chain in _chains(entries) for link in chain}
    first: dict[str, Row] = {}
    faults: list[ParseIssue] = []
    for row in corrections:
        target = rows.get(row["corrects"])
        earlier = first.setdefault(row["corrects"], row)
        if target is None:
            faults.append(_fault(row, "of-nothing", "no entry has the id", "the id of an entry"))
            continue
        where = place_of(target)
        if earlier is not row:
            told = f"what stands in {where} is corrected here and in {place_of(earlier)}"
            faults.append(_fault(row, "twice", told, "a correction of the earlier correction"))
        elif row["entry_id"] not in roots and _leads_back(row, rows):
            told = f"the correction leads back to itself by way of {where}"
            faults.append(_fault(row, "circular", told, "a correction of an earlier entry"))
        if root := roots.get(row["corrects"]):
            faults += _differences(row, root)
    return faults


def _chains(entries: pl.DataFrame) -> Iterator[list[Row]]:
    """Each entry that corrects nothing, followed by its corrections in turn."""
    rows = entries.rows(named=True)
    following = {row["corrects"]: row for row in rows if row["corrects"] is not None}
    for row in rows:
        if row["corrects"] is None:
            chain = [row]
            while correction := following.get(chain[-1]["entry_id"]):
                chain.append(correction)
            yield chain


def _leads_back(row: Row, rows: dict[str, Row]) -> bool:
    seen = {row["entry_id"]}
    target = rows.get(row["corrects"])
    while target is not None and target["entry_id"] not in seen:
        seen.add(target["entry_id"])
        target = rows.get(target["corrects"])
    return target is not None and target["entry_id"] == row["entry_id"]


def _differences(row: Row, root: Row) -> Iterator[ParseIssue]:
    for name, word in (("player", "player"), ("other", "player paid"), ("currency", "currency")):
        unsaid = name == "other" and row[name] is None
        if row[name] != root[name] and not unsaid:
            told = f"the {word} is {row[name]!r}, and in {place_of(root)} it is {root[name]!r}"
            yield _fault(row, "of-another", told, "the same; a correction changes the amount alone")
    if root["kind"] in UNSIGNED and row["amount"] < 0:
        yield _fault(row, "negative", f"the {root['kind']} would be below 0", "0 or more")


def _fault(row: Row, code: str, message: str, expected: str) -> ParseIssue:
    return ParseIssue(
        code=f"correction-{code}",
        message=message,
        file=row["file"],
        sheet=row["sheet"],
        line=row["line"],
        text=row["corrects"],
        expected=expected,
    )


def _link(entry: Row, before: Row, after: Row) -> Row:
    facts = {name: entry[name] for name in ("session", "kind", "player", "other", "currency", "exponent")}
    return facts | {
        "entry_id": after["entry_id"],
        "corrects": before["entry_id"],
        "before": before["amount"],
        "after": after["amount"],
        "note": after["note"],
        "corrected_place": place_of(before),
        "place": place_of(after),
    }
