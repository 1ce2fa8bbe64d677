"""Whether a session closes: that all that went in came out, and that nothing is told twice or otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import dataframely as dy
import polars as pl

from ofc_analytics.money import format_money
from ofc_analytics.settlement.accounts import LEVELS, WAYS
from ofc_analytics.settlement.entries import HOUSE, place_of
from ofc_analytics.settlement.tellings import NIGHT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ofc_analytics.errors import ParseIssue

    Night = tuple[str | None, str | None, int]
    Doubts = Mapping[Night, list[str]]

__all__ = ["Checks", "checks_of", "doubts_of"]

_DOUBTS = frozenset({"total-differs", "points-unreadable", "money-unreadable"})
"""Codes of warnings that leave a sum in doubt: all was read, but for a line of totals, or it says something else."""

_SAME = {"session": "of the same night as", "currency": "the same money as"}


class Checks(dy.Schema):
    """One row a session and currency; all amounts in minor units."""

    session = dy.String(nullable=True, description="null: entries that name no session")
    currency = dy.String(nullable=True, description="never mixed with another")
    exponent = dy.UInt8(description="decimal places of the amounts")
    total_in = dy.Int64(description="buy-ins, or without cash-outs what was lost; and debts carried")
    total_out = dy.Int64(description="cash-outs, or what was won; and claims carried")
    difference = dy.Int64(description="total_out - total_in")
    verified = dy.String(
        description="recomputed: all results from cards; named: some from named combinations, the others from cards; "
        "balanced: what was claimed adds up; claimed: it does not"
    )
    wrong = dy.String(nullable=True, description="what is wrong, in words; null: nothing")


def checks_of(accounts: pl.DataFrame, again: pl.DataFrame, doubts: Doubts) -> pl.DataFrame:
    """Check each session in each currency.

    Parameters
    ----------
    accounts
        What `ofc_analytics.settlement.accounts.accounts_of` gives.
    again
        Frame of schema `ofc_analytics.settlement.tellings.ToldAgain`.
    doubts
        What `doubts_of` gives.

    Returns
    -------
    polars.DataFrame
        Schema `Checks`, ordered by currency and session.
    """
    nights = accounts.partition_by(*NIGHT, maintain_order=True)
    rows = [_check(night, accounts, again, doubts) for night in nights]
    return pl.DataFrame(rows, schema=Checks.create_empty().schema)


def doubts_of(issues: Iterable[ParseIssue], entries: pl.DataFrame) -> Doubts:
    """What reading found that leaves sums in doubt, in words, by the session and currency of the entries above it.

    Parameters
    ----------
    issues
        Everything that was met in reading.
    entries
        Columns of `ofc_analytics.settlement.entries.Entries`. Where none of the sheet stands above, all of the sheet
        are in doubt; where none is of the sheet, all that there are.
    """
    doubts: dict[Night, list[str]] = {}
    for issue in issues:
        if issue.severity == "warning" and issue.code in _DOUBTS:
            for night in _nights_at(issue, entries):
                doubts.setdefault(night, []).append(str(issue))
    return doubts


def _nights_at(issue: ParseIssue, entries: pl.DataFrame) -> Iterator[Night]:
    sheet = pl.lit(issue.sheet, dtype=pl.String)
    beside = entries.filter(pl.col("file") == issue.file, pl.col("sheet").eq_missing(sheet))
    above = beside.filter(pl.col("line") < (issue.line or 0)).sort("line").tail(1)
    found = next((part for part in (above, beside) if part.height), entries)
    yield from found.select(*NIGHT).unique(maintain_order=True).iter_rows()


def _check(
    night: pl.DataFrame, accounts: pl.DataFrame, again: pl.DataFrame, doubts: Doubts
) -> dict[str, Any]:
    # What the house took from the pots is no chip of anybody's: without a cash-out of its own it is one.
    implied = pl.col("player").is_in(HOUSE) & ~pl.col("has_chips")
    night = night.with_columns(
        chips=pl.when(implied).then("results").otherwise("chips"),
        cashed_out=pl.when(implied).then("results").otherwise("cashed_out"),
    )
    facts = night.row(0, named=True)
    paid_in, paid_out = (
        (_total(night["bought_in"]), _total(night["cashed_out"]))
        if facts["by_chips"] or not facts["by_results"]
        else _in_and_out(night["results"])
    )
    debts, claims = _in_and_out(night["carried"])
    doubted = doubts.get((facts["session"], facts["currency"], facts["exponent"]), ())
    wrong = "; ".join([*_faults(night), *_told_otherwise(facts, again), *_unsaid(night, accounts), *doubted])
    return {name: facts[name] for name in NIGHT} | {
        "total_in": paid_in + debts,
        "total_out": paid_out + claims,
        "difference": paid_out + claims - paid_in - debts,
        "verified": next((level for level in LEVELS if facts[level]), "claimed" if wrong else "balanced"),
        "wrong": wrong or None,
    }


def _in_and_out(signed: pl.Series) -> tuple[int, int]:
    return -_total(signed.filter(signed < 0)), _total(signed.filter(signed > 0))


def _total(amounts: pl.Series) -> int:
    return int(amounts.sum())


def _faults(night: pl.DataFrame) -> Iterator[str]:
    """What is wrong with one session in one currency by itself, in words."""
    facts = night.row(0, named=True)

    def money(amount: int) -> str:
        return f"{format_money(amount, exponent=facts['exponent'])} {facts['currency'] or ''}".strip()

    missing = -_total(night["chips"])
    if facts["by_chips"] and missing:
        yield f"cash-outs are {money(abs(missing))} {'less' if missing > 0 else 'more'} than buy-ins"
    elif missing and not facts["by_results"]:
        yield f"{money(missing)} was bought in, and neither cash-outs nor hands tell what became of it"
    for name, words in (("results", "results"), ("carried", "carried balances")):
        if total := _total(night[name]):
            yield f"{words} add up to {money(total)} and not to 0"
    if facts["by_chips"] and facts["by_results"]:
        source = "hands" if facts["by_hands"] else "totals"
        differing = night.filter(pl.col("chips") != pl.col("results"))
        for row in differing.iter_rows(named=True):
            yield f"{row['player']} made {money(row['chips'])} by the chips and {money(row['results'])} by the {source}"


def _told_otherwise(facts: Mapping[str, Any], again: pl.DataFrame) -> Iterator[str]:
    """Results that are told twice and not the same; a session of its own tells those of another night apart."""
    same = [pl.col(name).eq_missing(pl.lit(facts[name], dtype=again.schema[name])) for name in NIGHT]
    for row in again.filter(*same, pl.col("differs").is_not_null()).iter_rows(named=True):
        what = f"{row['hands']} hand{'s' * (row['hands'] != 1)}" if row["hands"] else "totals"
        yield (
            f"{place_of(row)} tells {what} that {row['counted']} tells too, and not the same: {row['differs']}; "
            "expected the same, or a session of its own"
        )


def _unsaid(night: pl.DataFrame, accounts: pl.DataFrame) -> Iterator[str]:
    """What names no session, or no currency, might be what is told elsewhere, counted twice."""
    facts = night.row(0, named=True)
    hands = night["hands"].explode().drop_nulls().unique().sort()
    if len(hands):
        listed = f"{', '.join(hands.head(3))}{', …' * (len(hands) > 3)}"
        yield f"its hands {listed} may be those of the same numbers in a session; expected a session for them"
    own = {way for way in WAYS if facts[way]}
    for name, same in (("session", "currency"), ("currency", "session")):
        if facts[name] is not None or not own:
            continue
        others = accounts.filter(
            pl.col(name).is_not_null(),
            pl.col(same).eq_missing(pl.lit(facts[same], dtype=pl.String)),
            pl.any_horizontal(*WAYS),
            *(~pl.col(way) for way in own),
        )
        if not others.is_empty():
            mine = " and ".join(WAYS[way] for way in WAYS if way in own)
            theirs = " and ".join(words for way, words in WAYS.items() if others[way].any())
            listed = ", ".join(others[name].unique().sort())
            yield f"its {mine} may be {_SAME[name]} the {theirs} of {listed}; expected a {name} for them"
