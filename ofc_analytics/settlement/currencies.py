"""The currency of what was written without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.errors import ParseIssue
from ofc_analytics.money import LARGEST_AMOUNT, currency_exponent, format_money

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

__all__ = ["in_currency_of", "in_one_currency"]


def in_one_currency(results: pl.DataFrame, written: pl.DataFrame) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Put results of hands, and what is written beside them, into the currency that only one side names.

    What is written takes that of the hands, see `in_currency_of`. Where no hand has a currency and all that is written has
    one, the hands take that.

    Parameters
    ----------
    results, written
        Frames of schema `Entries`. Without `results`, those among `written` tell the currency.

    Returns
    -------
    entries, issues
        Both, the results first; and what was assumed or left out.

    Examples
    --------
    >>> from ofc_analytics.settlement.entries import make_entries
    >>> typed = {"kind": "result", "player": "Anna", "amount": 500, "exponent": 2, "file": "a.csv", "verified": "recomputed"}
    >>> hands, chips = (make_entries(pl.DataFrame([typed | {"currency": code}])) for code in (None, "RUB"))
    >>> entries, issues = in_one_currency(hands, chips)
    >>> entries["currency"].to_list(), issues[0].code
    (['RUB', 'RUB'], 'currency-assumed')
    """
    leading = results if results.height else written.filter(pl.col("kind") == "result")
    known = leading["currency"].unique().to_list()
    beside = written["currency"].unique().to_list()
    if known == [None] and len(beside) == 1:
        entries = pl.concat([results, written])
        return in_currency_of(beside, entries, why="the only currency that is written beside the hands")
    put, issues = in_currency_of(known, written)
    return pl.concat([results, put]), issues


def in_currency_of(
    currencies: Collection[str | None], entries: pl.DataFrame, *, why: str = "which the hands are in"
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Put entries that name no currency into that of the hands, exactly.

    Parameters
    ----------
    currencies
        What the hands are in; None is no currency. Empty: nothing is known of hands.
    entries
        Frame of schema `Entries`.
    why
        Why they are put into it, as the note tells people.

    Returns
    -------
    entries, issues
        Where the hands have one currency, all entries have one, which a note (``currency-assumed``) says for each
        file. Left out are entries that do not say it where the hands have several (``currency-missing``), and those
        whose amount has more decimal places than the currency (``amount-unreadable``).

    Examples
    --------
    >>> from ofc_analytics.settlement.entries import make_entries
    >>> typed = {"kind": "carried", "player": "Anna", "amount": 150000, "exponent": 2, "file": "a.csv", "verified": "claimed"}
    >>> entries, issues = in_currency_of({"JPY"}, make_entries(pl.DataFrame([typed])))
    >>> entries.select("amount", "currency", "exponent").row(0), issues[0].code
    ((1500, 'JPY', 0), 'currency-assumed')
    """
    unsaid = entries.filter(pl.col("currency").is_null())
    if len(set(currencies)) > 1:
        known = ", ".join(sorted(code or "no currency" for code in set(currencies)))
        message, expected = (
            "the entry does not say its currency",
            f"one of those that the hands are in: {known}",
        )
        issues = [_issue(row, "currency-missing", message, expected) for row in unsaid.iter_rows(named=True)]
        return entries.filter(pl.col("currency").is_not_null()), issues
    currency = next(iter(currencies), None)
    exponent = currency_exponent(currency)
    places = exponent - pl.col("exponent").cast(pl.Int32)
    factor = pl.lit(10, dtype=pl.Int128).pow(places.abs().cast(pl.UInt32))
    amount = pl.col("amount").cast(pl.Int128)
    scaled = pl.when(places >= 0).then(amount * factor).otherwise(amount // factor)
    exact = ((places >= 0) | (amount % factor == 0)) & (scaled.abs() <= LARGEST_AMOUNT)
    fitting, others = unsaid.filter(exact), unsaid.filter(~exact)
    put = fitting.with_columns(
        amount=scaled.cast(pl.Int64),
        currency=pl.lit(currency, dtype=pl.String),
        exponent=pl.lit(exponent, dtype=pl.UInt8),
    )
    kept = pl.concat([entries.filter(pl.col("currency").is_not_null()), put])
    order = entries.select("entry_id")
    issues = [*_unfit(others, exponent), *(_assumed(put, currency, why) if currency is not None else ())]
    return order.join(kept, on="entry_id", how="inner", maintain_order="left").select(entries.columns), issues


def _unfit(entries: pl.DataFrame, exponent: int) -> Iterator[ParseIssue]:
    for row in entries.iter_rows(named=True):
        shown = format_money(row["amount"], exponent=row["exponent"])
        expected = f"an amount with at most {exponent} decimal places"
        yield _issue(row, "amount-unreadable", f"the amount does not fit the currency: {shown}", expected)


def _assumed(entries: pl.DataFrame, currency: str, why: str) -> Iterator[ParseIssue]:
    for file, count in entries.group_by("file", maintain_order=True).len().iter_rows():
        yield ParseIssue(
            code="currency-assumed",
            message=f"entries without a currency ({count}) are taken as {currency}, {why}",
            file=file,
            severity="note",
        )


def _issue(row: dict[str, object], code: str, message: str, expected: str) -> ParseIssue:
    return ParseIssue(
        code=code,
        message=message,
        file=str(row["file"]),
        sheet=row["sheet"],  # type: ignore[arg-type]
        line=row["line"],  # type: ignore[arg-type]
        text=str(row["player"]),
        expected=expected,
    )
