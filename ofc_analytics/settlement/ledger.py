"""A night's money: what each player is to receive, and whether everything that went in came out.

A player's balance is what he made at the table, and what he has paid others less what they have paid him, and
what he brought from earlier nights. What he made at the table is told by the hands where a session has
results, and otherwise by the chips: cash-outs less buy-ins. Where a session has both, they must agree; and so must
results that are told again, which count once.

Examples
--------
>>> from ofc_analytics.settlement.entries import make_entries
>>> common = {"exponent": 2, "currency": "RUB", "file": "night.csv", "verified": "claimed"}
>>> night = ledger(make_entries(pl.DataFrame([
...     common | {"kind": "buy-in", "player": "Anna", "amount": 50000, "line": 2},
...     common | {"kind": "buy-in", "player": "Boris", "amount": 50000, "line": 3},
...     common | {"kind": "cash-out", "player": "Anna", "amount": 80000, "line": 4},
...     common | {"kind": "cash-out", "player": "Boris", "amount": 20000, "line": 5},
... ])))
>>> night.balances.select("player", "after").rows()
[('Anna', 30000), ('Boris', -30000)]
>>> square(night).rows()
[('Boris', 'Anna', 30000, 'RUB', 2)]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import dataframely as dy
import polars as pl

from ofc_analytics.errors import LookupFailedError, SettlementError
from ofc_analytics.settlement.accounts import SUMS, accounts_of
from ofc_analytics.settlement.carrying import marks_of, refuse_own
from ofc_analytics.settlement.closing import Checks, checks_of, doubts_of
from ofc_analytics.settlement.corrections import Corrections, apply_corrections
from ofc_analytics.settlement.entries import require_entries, self_payments
from ofc_analytics.settlement.squaring import fewest_payments, through_banker
from ofc_analytics.settlement.tellings import IS_TOTAL, count_once

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ofc_analytics.errors import ParseIssue

__all__ = ["Balances", "Checks", "Ledger", "Payments", "ledger", "require_player", "square"]

_CURRENCY = ("currency", "exponent")
_LARGEST_SUM = 2**62  # all that is ever added up, so that no sum can overflow


class Balances(dy.Schema):
    """One row a player and currency; all amounts in minor units, corrections applied."""

    player = dy.String(description="by the name that his aliases stand for")
    currency = dy.String(nullable=True, description="never mixed with another")
    exponent = dy.UInt8(description="decimal places of the amounts")
    bought_in = dy.Int64(description="chips bought")
    cashed_out = dy.Int64(description="chips handed back")
    results = dy.Int64(description="won or lost in hands")
    played = dy.Int64(description="made at the table: results where a session has them, else chips")
    payments = dy.Int64(description="paid to others less received from them, before squaring")
    carried = dy.Int64(description="brought from earlier nights")
    before_corrections = dy.Int64(description="what the balance would be without the corrections")
    after = dy.Int64(description="played + payments + carried; more than 0: he is to receive")


class Payments(dy.Schema):
    """One row a payment that squares the table."""

    payer = dy.String(description="who pays")
    payee = dy.String(description="whom")
    amount = dy.Int64(description="minor units, more than 0")
    currency = dy.String(nullable=True, description="currency of amount")
    exponent = dy.UInt8(description="decimal places of amount")


@dataclass(frozen=True, slots=True, eq=False)
class Ledger:
    """Money over one or several sessions.

    Attributes
    ----------
    balances
        Frame of schema `Balances`, ordered by currency and player.
    checks
        Frame of schema `Checks`, ordered by currency and session.
    corrections
        Frame of schema `Corrections`, ordered by place.
    told_again
        Frame of schema `ofc_analytics.settlement.tellings.ToldAgain`: results that others tell too, and that are not added.
    marks
        A mark of each night, see `ofc_analytics.settlement.carrying.marks_of`.
    """

    balances: pl.DataFrame
    checks: pl.DataFrame
    corrections: pl.DataFrame
    told_again: pl.DataFrame
    marks: tuple[str, ...]

    @property
    def closes(self) -> bool:
        """Whether no check fails, so that the table may be squared."""
        return self.checks["wrong"].is_null().all()


def ledger(
    entries: pl.DataFrame,
    *,
    aliases: Mapping[str, str] | None = None,
    issues: Iterable[ParseIssue] = (),
) -> Ledger:
    """Add up entries. Their order changes nothing.

    Parameters
    ----------
    entries
        Frame of schema `Entries`. Where a currency stands with several exponents, the largest is used.
    aliases
        The name of a player by each of his other names.
    issues
        What reading the entries met. A line of totals that says something else than the lines above it, or that
        cannot be read, is a check that fails: see `ofc_analytics.settlement.closing.doubts_of`.

    Returns
    -------
    Ledger
        With what is wrong in its checks: a ledger that does not close is still shown.

    Raises
    ------
    SettlementError
        If an entry makes no sense or stands twice; a correction names no entry, itself in a circle, or what
        another one corrects; a player pays himself; an alias stands for another alias; balances are carried out of
        one of the nights; the amounts are too large to add up. The message names all such faults of a kind and where
        they stand.
    """
    named = _with_names(require_entries(entries), aliases or {})
    refuse_own(named)
    # told before the corrections: what is corrected by hand is not recomputed any more
    corrected, corrections = apply_corrections(_with_one_exponent(named).with_columns(total=IS_TOTAL))
    counted, again = count_once(corrected)
    first = accounts_of(counted.with_columns(amount="first_amount"))
    accounts = accounts_of(counted)
    before = first.group_by("player", *_CURRENCY).agg(before_corrections=_balance().sum())
    balances = (
        accounts.group_by("player", *_CURRENCY)
        .agg(pl.col(*SUMS.values(), "played").sum(), after=_balance().sum())
        .join(before, on=["player", *_CURRENCY], nulls_equal=True)
        .sort("currency", "player")
    )
    checks = checks_of(accounts, again, doubts_of(issues, corrected))
    return Ledger(
        balances.pipe(Balances.cast), checks, corrections.pipe(Corrections.cast), again, marks_of(named)
    )


def square(ledger: Ledger, *, banker: str | None = None) -> pl.DataFrame:
    """Find the payments after which nobody owes anything, in each currency by itself.

    Parameters
    ----------
    ledger
        One that closes.
    banker
        The player through whom all is paid; None: as few payments as can be, see
        `ofc_analytics.settlement.squaring.fewest_payments`.

    Returns
    -------
    polars.DataFrame
        Schema `Payments`, ordered by currency, payer and payee.

    Raises
    ------
    SettlementError
        If a check of the ledger fails: nothing may be closed then.
    LookupFailedError
        If the banker is not in the ledger. One who did not play gets there by an entry of 0.
    """
    if not ledger.closes:
        told = ledger.checks.drop_nulls("wrong").select("session", "wrong").iter_rows()
        wrong = "; ".join(f"{session or 'no session'}: {words}" for session, words in told)
        raise SettlementError(f"the ledger does not close: {wrong}")
    if banker is not None:
        require_player(ledger, banker)
    rows = []
    for (currency, exponent), group in ledger.balances.group_by(*_CURRENCY, maintain_order=True):
        balances = dict(group.select("player", "after").iter_rows())
        payments = (
            fewest_payments(balances) if banker is None else through_banker({banker: 0} | balances, banker)
        )
        rows += [(paid.payer, paid.payee, paid.amount, currency, exponent) for paid in payments]
    return pl.DataFrame(rows, schema=Payments.create_empty().schema, orient="row")


def require_player(ledger: Ledger, banker: str) -> None:
    """Make sure that a banker is there.

    Raises
    ------
    LookupFailedError
        If he is not.
    """
    players = ledger.balances["player"].unique().sort()
    if banker not in players:
        raise LookupFailedError(
            f"the banker {banker!r} is not in the ledger; expected one of {', '.join(players)}"
        )


def _with_names(entries: pl.DataFrame, aliases: Mapping[str, str]) -> pl.DataFrame:
    for alias, name in aliases.items():
        if aliases.get(name, name) != name:
            raise SettlementError(
                f"the alias {alias!r} stands for {name!r}, which is an alias of {aliases[name]!r} itself; "
                f"expected {alias!r} to stand for {aliases[name]!r}"
            )
    named = entries.with_columns(pl.col("player", "other").replace(dict(aliases)))
    themselves = self_payments(named)
    if themselves:
        raise SettlementError("; ".join(map(str, themselves)))
    return named


def _with_one_exponent(entries: pl.DataFrame) -> pl.DataFrame:
    most = pl.col("exponent").max().over("currency")
    factor = pl.lit(10, dtype=pl.Int128).pow((most - pl.col("exponent")).cast(pl.UInt32))
    scaled = entries.with_columns(exponent=most, amount=pl.col("amount").cast(pl.Int128) * factor)
    if (scaled["amount"].abs().sum() or 0) > _LARGEST_SUM:
        raise SettlementError("the amounts are too large to add up")
    return scaled.with_columns(pl.col("amount").cast(pl.Int64))


def _balance() -> pl.Expr:
    return pl.col("played") + pl.col("payments") + pl.col("carried")
