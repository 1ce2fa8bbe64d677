"""Totals of sessions that there is nothing to hold against: they are told, so that nobody takes them for checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import counted, findings
from ofc_analytics.settlement.claims import money_text
from ofc_analytics.settlement.entries import HOUSE

if TYPE_CHECKING:
    from ofc_analytics.errors import Severity

__all__ = ["unmatched_totals"]


def unmatched_totals(told: pl.DataFrame, sessions: pl.DataFrame, exponent: int) -> pl.DataFrame:
    """Make findings of totals that no hands were met with, code ``total-unmatched``.

    A player who is in none of a session's hands and is said to have won or lost is a warning; the rest are notes, one a
    session.

    Parameters
    ----------
    told
        One row a total: ``session``, ``named`` (else it is the file), ``currency``, ``name``, ``amount``, and where it
        stands.
    sessions
        One row a session of hands and currency: ``session``, ``currency``, ``whole`` (all its hands have money),
        ``left_out`` (some may be missing), ``names`` of its players.
    exponent
        Decimal places of the amounts.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`.
    """
    of_session = sessions.group_by("session", maintain_order=True).agg(
        played=pl.col("currency").fill_null("no currency").unique(maintain_order=True).str.join(", "),
        all_names=pl.col("names").list.explode().unique(),
    )
    here = pl.struct("whole", "left_out").alias("here")
    rows = (
        told.filter(~pl.col("name").is_in(HOUSE))
        .unique(["session", "currency", "name"], keep="first", maintain_order=True)
        .join(of_session, on="session", how="left", maintain_order="left")
        .join(
            sessions.select("session", "currency", here),
            on=["session", "currency"],
            how="left",
            nulls_equal=True,
            maintain_order="left",
        )
        .unnest("here")
        .with_columns(plays=pl.col("name").is_in(pl.col("all_names")).fill_null(value=False))
    )
    absent = rows.filter(pl.col("whole"), ~pl.col("plays"), pl.col("amount") != 0)
    amount = money_text(pl.col("amount"), pl.lit(exponent))
    currency = pl.col("currency").fill_null("no currency")
    kinds: tuple[tuple[Severity, pl.Expr, str], ...] = (
        ("warning", ~pl.col("left_out"), "."),
        ("note", pl.col("left_out"), ", of which some were left out."),
    )
    groups = (
        (
            rows.filter(pl.col("played").is_null()),
            pl.when("named")
            .then(pl.format("{} told of session {}, and no hand of it was read", "totals", "session"))
            .otherwise(pl.format("{} told without a session, and no hand of the same file was read", "totals")),
        ),
        (
            rows.filter(pl.col("played").is_not_null(), pl.col("whole").is_null() | (pl.col("plays") & pl.col("whole"))),
            pl.format(
                "{} told of session {} in {}, for which none of these players is in a hand; its hands are played for {}",
                "totals", "session", currency, "played",
            ),
        ),
        (
            rows.filter(~pl.col("whole")),
            pl.format("{} told of session {}, and not all its hands have money", "totals", "session"),
        ),
    )  # fmt: skip
    return pl.concat(
        [
            *(
                findings(
                    absent.filter(which),
                    "total-unmatched",
                    severity,
                    pl.format(
                        "{} is said to have made {} in session {}, and is in none of its hands" + end,
                        "name", amount, "session",
                    ),
                    claimed=amount,
                    recomputed=pl.lit("0"),
                    at_stake=money_text(pl.col("amount").abs(), pl.lit(exponent)),
                )
                for severity, which, end in kinds
            ),
            *(
                findings(
                    _once_a_session(part),
                    "total-unmatched",
                    "note",
                    pl.format("{}: they were not compared.", words),
                    players=pl.col("names"),
                )
                for part, words in groups
            ),
        ]
    )  # fmt: skip


def _once_a_session(rows: pl.DataFrame) -> pl.DataFrame:
    return (
        rows.group_by("session", "currency", maintain_order=True)
        .agg(
            pl.first("file", "sheet", "line", "hand", "hand_id", "played", "named"),
            names=pl.col("name").unique(maintain_order=True),
            totals=pl.len(),
        )
        .with_columns(
            totals=counted(pl.col("totals"), "total")
            + pl.when(pl.col("totals") == 1).then(pl.lit(" is")).otherwise(pl.lit(" are"))
        )
    )
