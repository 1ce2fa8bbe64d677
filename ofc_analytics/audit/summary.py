"""Findings by family: how many of each severity, and how much money they are about."""

from __future__ import annotations

import polars as pl

from ofc_analytics.audit.families import FAMILIES
from ofc_analytics.audit.findings import SEVERITIES

__all__ = ["summary"]

_PLACES = 8
_MONEY = pl.Decimal(38, _PLACES)
_UNTOLD = ""


def summary(found: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """Count findings by family, and add up what is at stake in those above note.

    Several findings of a hand in one family are mostly about the same money: of each hand the largest amount counts.

    Parameters
    ----------
    found
        Frame of schema `Findings`.
    results
        Frame of schema `Results`, which tells the currencies.

    Returns
    -------
    polars.DataFrame
        ``family``; ``error``, ``warning`` and ``note``, the number of findings; ``at_stake``, amounts as text with their
        currencies, null where no money is. In the order of `FAMILIES`, without those that have no finding.

    Examples
    --------
    >>> from ofc_analytics.audit import Findings
    >>> from ofc_analytics.schema import RESULTS
    >>> common = {"players": ["Anna"], "reason": "…", "file": "night.csv", "hand": "17", "hand_id": "00ab"}
    >>> found = pl.DataFrame(
    ...     [
    ...         common | {"code": "claim-net", "severity": "error", "at_stake": "5.00", "family": "money"},
    ...         common | {"code": "stack-added", "severity": "note", "at_stake": "90.00", "family": "continuity"},
    ...     ],
    ...     schema=Findings.create_empty().schema,
    ... )
    >>> summary(found, RESULTS.to_frame()).rows()
    [('money', 1, 0, 0, '5.00'), ('continuity', 0, 0, 1, None)]
    """
    counts = found.group_by("family").agg(
        (pl.col("severity") == severity).sum().alias(severity) for severity in SEVERITIES
    )
    order = pl.DataFrame({"family": list(FAMILIES)}).with_row_index("at")
    return (
        order.join(counts, on="family", maintain_order="left")
        .join(_stakes(found, results), on="family", how="left", maintain_order="left")
        .drop("at")
    )


def _stakes(found: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    currencies = results.select("hand_id", pl.col("currency").fill_null(_UNTOLD)).unique(
        "hand_id", keep="first"
    )
    amount = pl.col("at_stake").str.to_decimal(scale=_PLACES).cast(_MONEY)
    fraction = pl.col("at_stake").str.split(".").list.get(1, null_on_oob=True).str.len_chars().fill_null(0)
    sums = (
        found.with_row_index("row")
        .filter(pl.col("at_stake").is_not_null(), pl.col("severity") != "note")
        .join(currencies, on="hand_id", how="left", maintain_order="left")
        .with_columns(
            pl.col("currency").fill_null(_UNTOLD),
            hand=pl.coalesce("hand_id", pl.col("row").cast(pl.String)),
            amount=amount,
            places=fraction,
        )
        .group_by("family", "currency", "hand")
        .agg(pl.col("amount", "places").max())
        .group_by("family", "currency")
        .agg(pl.col("amount").sum(), pl.col("places").max())
        .sort("family", "currency")
    )
    text = pl.col("amount").cast(pl.String)
    shown = text.str.head(
        text.str.len_chars().cast(pl.Int64) - _PLACES + pl.col("places").cast(pl.Int64)
    ).str.strip_suffix(".")
    return (
        sums.with_columns(told=pl.concat_str(shown, pl.col("currency"), separator=" ").str.strip_chars())
        .group_by("family", maintain_order=True)
        .agg(at_stake=pl.col("told").str.join(", "))
    )
