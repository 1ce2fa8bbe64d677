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
from typing import TYPE_CHECKING, Any

import dataframely as dy
import polars as pl

from ofc_analytics.errors import LookupFailedError, SettlementError
from ofc_analytics.money import format_money
from ofc_analytics.settlement.corrections import Corrections, apply_corrections
from ofc_analytics.settlement.entries import HOUSE, place_of, require_entries, self_payments
from ofc_analytics.settlement.squaring import fewest_payments, through_banker
from ofc_analytics.settlement.tellings import IS_TOTAL, NIGHT, count_once

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["Balances", "Checks", "Ledger", "Payments", "ledger", "require_player", "square"]

_CURRENCY = ("currency", "exponent")
_SUMS = {
    "buy-in": "bought_in",
    "cash-out": "cashed_out",
    "result": "results",
    "payment": "payments",
    "carried": "carried",
}
_LEVELS = {"recomputed": ("recomputed",), "named": ("recomputed", "named")}
"""How far the results of a session are verified where it is more than that they add up, and what each may rest on."""

_WAYS = {"by_chips": "cash-outs", "by_hands": "results", "by_totals": "totals"}
"""How a session may tell what players made at the table."""

_SAME = {"session": "of the same night as", "currency": "the same money as"}

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
    """

    balances: pl.DataFrame
    checks: pl.DataFrame
    corrections: pl.DataFrame
    told_again: pl.DataFrame

    @property
    def closes(self) -> bool:
        """Whether no check fails, so that the table may be squared."""
        return self.checks["wrong"].is_null().all()


def ledger(entries: pl.DataFrame, *, aliases: Mapping[str, str] | None = None) -> Ledger:
    """Add up entries. Their order changes nothing.

    Parameters
    ----------
    entries
        Frame of schema `Entries`. Where a currency stands with several exponents, the largest is used.
    aliases
        The name of a player by each of his other names.

    Returns
    -------
    Ledger
        With what is wrong in its checks: a ledger that does not close is still shown.

    Raises
    ------
    SettlementError
        If an entry makes no sense or stands twice; a correction names no entry, itself in a circle, or what
        another one corrects; a player pays himself; an alias stands for another alias; the amounts are too
        large to add up. The message names all such faults of a kind and where they stand.
    """
    named = _with_names(require_entries(entries), aliases or {})
    # told before the corrections: what is corrected by hand is not recomputed any more
    corrected, corrections = apply_corrections(_with_one_exponent(named).with_columns(total=IS_TOTAL))
    counted, again = count_once(corrected)
    first = _accounts(counted.with_columns(amount="first_amount"))
    accounts = _accounts(counted)
    before = first.group_by("player", *_CURRENCY).agg(before_corrections=_balance().sum())
    balances = (
        accounts.group_by("player", *_CURRENCY)
        .agg(pl.col(*_SUMS.values(), "played").sum(), after=_balance().sum())
        .join(before, on=["player", *_CURRENCY], nulls_equal=True)
        .sort("currency", "player")
    )
    checks = _checks(accounts, again)
    return Ledger(balances.pipe(Balances.cast), checks, corrections.pipe(Corrections.cast), again)


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


def _accounts(entries: pl.DataFrame) -> pl.DataFrame:
    """One row a player, session and currency: sums by kind, what he made at the table, facts of the session."""
    received = entries.filter(pl.col("kind") == "payment").with_columns(
        player="other", amount=-pl.col("amount")
    )
    kind = pl.col("kind")
    result = kind == "result"
    of_hand = pl.col("hand").is_not_null()
    same_hand = ("currency", "exponent", "hand")
    return (
        pl.concat([entries, received])
        .with_columns(
            by_results=result.any().over(NIGHT),
            by_hands=(result & ~pl.col("total")).any().over(NIGHT),
            by_totals=pl.col("total").any().over(NIGHT),
            by_chips=(kind == "cash-out").any().over(NIGHT),
            elsewhere=of_hand
            & pl.col("session").is_null()
            & pl.col("session").is_not_null().any().over(same_hand)
            & (pl.col("verified") != "recomputed").any().over(same_hand),
            **{
                level: (~result | pl.col("verified").is_in(accepted)).all().over(NIGHT)
                & result.any().over(NIGHT)
                for level, accepted in _LEVELS.items()
            },
        )
        .group_by("player", *NIGHT)
        .agg(
            pl.col("by_results", *_WAYS, *_LEVELS).first(),
            hands=pl.col("hand").filter("elsewhere").unique().sort(),
            has_chips=kind.is_in(("buy-in", "cash-out")).any(),
            **{name: pl.col("amount").filter(kind == wanted).sum() for wanted, name in _SUMS.items()},
        )
        .with_columns(chips=pl.col("cashed_out") - pl.col("bought_in"))
        .with_columns(played=pl.when("by_results").then("results").otherwise("chips"))
        .sort("currency", "session", "player")
    )


def _balance() -> pl.Expr:
    return pl.col("played") + pl.col("payments") + pl.col("carried")


def _checks(accounts: pl.DataFrame, again: pl.DataFrame) -> pl.DataFrame:
    nights = accounts.partition_by(*NIGHT, maintain_order=True)
    rows = [_check(night, accounts, again) for night in nights]
    return pl.DataFrame(rows, schema=Checks.create_empty().schema)


def _check(night: pl.DataFrame, accounts: pl.DataFrame, again: pl.DataFrame) -> dict[str, Any]:
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
    wrong = "; ".join([*_faults(night), *_told_otherwise(facts, again), *_unsaid(night, accounts)])
    return {name: facts[name] for name in NIGHT} | {
        "total_in": paid_in + debts,
        "total_out": paid_out + claims,
        "difference": paid_out + claims - paid_in - debts,
        "verified": next((level for level in _LEVELS if facts[level]), "claimed" if wrong else "balanced"),
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
    own = {way for way in _WAYS if facts[way]}
    for name, same in (("session", "currency"), ("currency", "session")):
        if facts[name] is not None or not own:
            continue
        others = accounts.filter(
            pl.col(name).is_not_null(),
            pl.col(same).eq_missing(pl.lit(facts[same], dtype=pl.String)),
            pl.any_horizontal(*_WAYS),
            *(~pl.col(way) for way in own),
        )
        if not others.is_empty():
            mine = " and ".join(_WAYS[way] for way in _WAYS if way in own)
            theirs = " and ".join(words for way, words in _WAYS.items() if others[way].any())
            listed = ", ".join(others[name].unique().sort())
            yield f"its {mine} may be {_SAME[name]} the {theirs} of {listed}; expected a {name} for them"
