"""The currency of what was written without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.errors import ParseIssue
from ofc_analytics.money import LARGEST_AMOUNT, currency_exponent, format_money

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["in_one_currency"]

_PLACE = ("file", "session")


def in_one_currency(results: pl.DataFrame, written: pl.DataFrame) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Put amounts that name no currency into the one that their file and their night name, exactly.

    A night is a session; what names none may be of any. Where neither its file nor its night names a currency, an
    entry takes the one that is named elsewhere, but for a result, which stays without.

    Parameters
    ----------
    results, written
        Frames of schema `Entries`: what hands come to, and what is written beside them.

    Returns
    -------
    entries, issues
        Both, the results first. What was put into a currency a note tells for each file (``currency-assumed``). Where
        several could be meant (``currency-missing``), a result stays without, and another entry is left out; so is an
        amount with more decimal places than the currency has (``amount-unreadable``).

    Examples
    --------
    >>> from ofc_analytics.settlement.entries import make_entries
    >>> typed = {"kind": "carried", "player": "Anna", "amount": 150000, "exponent": 2, "file": "a.csv", "verified": "claimed"}
    >>> hands, chips = (make_entries(pl.DataFrame([typed | {"currency": code}])) for code in ("JPY", None))
    >>> entries, issues = in_one_currency(hands, chips)
    >>> entries.select("amount", "currency", "exponent").row(1), issues[0].code
    ((1500, 'JPY', 0), 'currency-assumed')
    """
    entries = pl.concat([results, written]).with_columns(_result=pl.col("kind") == "result")
    bare = entries.filter(pl.col("currency").is_null())
    if bare.is_empty():
        return entries.drop("_result"), []
    places = bare.select(*_PLACE).unique(maintain_order=True)
    told = bare.join(
        _meant(places, entries), on=[*_PLACE, "_result"], nulls_equal=True, maintain_order="left"
    )
    count = pl.col("_meant").list.len()
    put, unfit = _converted(told.filter(count == 1).with_columns(currency=pl.col("_meant").list.first()))
    kept = (
        entries.filter(pl.col("currency").is_not_null()),
        told.filter((count == 0) | (pl.col("_result") & (count > 1))),
        put,
    )
    whole = entries.select("entry_id").join(
        pl.concat([frame.select(results.columns) for frame in kept]), on="entry_id", maintain_order="left"
    )
    return whole, [*_unsaid(told.filter(count > 1)), *_unfit(unfit), *_assumed(put)]


def _meant(places: pl.DataFrame, entries: pl.DataFrame) -> pl.DataFrame:
    """The currencies that entries and results of each file and session could mean, as a list ``_meant``."""
    named = entries.filter(pl.col("currency").is_not_null()).select(*_PLACE, "currency").unique()
    every = named["currency"].unique().sort().to_list()
    rows = []
    for file, session in places.iter_rows():
        own = pl.lit(session, dtype=pl.String)
        same_night = own.is_null() | pl.col("session").is_null() | (pl.col("session") == own)
        near = named.filter((pl.col("file") == file) | same_night)["currency"].unique().sort().to_list()
        rows += [(file, session, True, near), (file, session, False, near or every)]
    schema: dict[str, pl.DataType] = dict.fromkeys(_PLACE, pl.String())
    schema |= {"_result": pl.Boolean(), "_meant": pl.List(pl.String)}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _converted(entries: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Part entries whose amount fits their currency, in its minor units, from the others."""
    exponents = {code: currency_exponent(code) for code in entries["currency"].unique()}
    exponent = pl.col("currency").replace_strict(exponents, default=2, return_dtype=pl.UInt8)
    places = exponent.cast(pl.Int32) - pl.col("exponent").cast(pl.Int32)
    factor = pl.lit(10, dtype=pl.Int128).pow(places.abs().cast(pl.UInt32))
    amount = pl.col("amount").cast(pl.Int128)
    scaled = pl.when(places >= 0).then(amount * factor).otherwise(amount // factor)
    exact = ((places >= 0) | (amount % factor == 0)) & (scaled.abs() <= LARGEST_AMOUNT)
    fitting = entries.filter(exact).with_columns(amount=scaled.cast(pl.Int64), exponent=exponent)
    return fitting, entries.filter(~exact)


def _unsaid(entries: pl.DataFrame) -> Iterator[ParseIssue]:
    """Each entry that does not say its currency, and each sheet of results."""
    sheets = entries.filter("_result").unique(["file", "sheet", "session"], keep="first", maintain_order=True)
    for row in pl.concat([sheets, entries.remove("_result")]).iter_rows(named=True):
        what = "the results do not say their" if row["_result"] else "the entry does not say its"
        message = f"{what} currency, and several are named in the file or in the night"
        yield _issue(row, "currency-missing", message, f"one of {', '.join(row['_meant'])}")


def _unfit(entries: pl.DataFrame) -> Iterator[ParseIssue]:
    for row in entries.iter_rows(named=True):
        shown = format_money(row["amount"], exponent=row["exponent"])
        message = f"the amount does not fit the currency {row['currency']}: {shown}"
        places = currency_exponent(row["currency"])
        yield _issue(row, "amount-unreadable", message, f"an amount with at most {places} decimal places")


def _assumed(entries: pl.DataFrame) -> Iterator[ParseIssue]:
    counts = entries.group_by("file", "currency", maintain_order=True).agg(
        pl.len(), pl.first("sheet", "line")
    )
    for row in counts.iter_rows(named=True):
        yield ParseIssue(
            code="currency-assumed",
            message=f"amounts without a currency ({row['len']}) are taken as {row['currency']}, the only one that is "
            "named beside them",
            file=row["file"],
            sheet=row["sheet"],
            line=row["line"],
            severity="note",
        )


def _issue(row: dict[str, object], code: str, message: str, expected: str) -> ParseIssue:
    return ParseIssue(
        code=code,
        message=message,
        file=str(row["file"]),
        sheet=row["sheet"],  # type: ignore[arg-type]
        line=row["line"],  # type: ignore[arg-type]
        text=None if row["kind"] == "result" else str(row["player"]),
        expected=expected,
    )
