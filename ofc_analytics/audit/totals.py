"""What a source tells of a whole session, against the sum of its hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import polars as pl

from ofc_analytics.audit.findings import FINDINGS, counted, findings
from ofc_analytics.audit.play import IDENTITY
from ofc_analytics.audit.unmatched import unmatched_totals
from ofc_analytics.settlement.checking import require_results
from ofc_analytics.settlement.claims import money_text
from ofc_analytics.settlement.corrections import apply_corrections
from ofc_analytics.settlement.sequence import table_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.errors import ParseIssue, Severity

__all__ = ["check_totals"]

_TOLD = ("claimed", "balanced")
_PLAYER = pl.col("players").struct
_KEY = ("session", "currency", "name")


def check_totals(
    results: pl.DataFrame, entries: pl.DataFrame, *, issues: Sequence[ParseIssue] = ()
) -> pl.DataFrame:
    """Hold results and chips that are told of a session against what its hands make.

    Entries and hands belong together if their session and currency are the same; without a session, if they stand in
    one file, or all hands are of one session. Chips count where a session has cash-outs: a player made his cash-outs less his buy-ins. Corrections
    count.

    Parameters
    ----------
    results
        Frame of schema `Results`; of sessions with a hand that has no money it is only said that they are not compared.
    entries
        Frame of schema `ofc_analytics.settlement.entries.Entries`, sound ones.
    issues
        What reading and settling said: of sessions in a file that had a hand left out it is only a note, and so it is of all
        where nothing else was read of such a file, and of sessions with a gap in their numbers.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`, codes ``total-result``, ``total-chips`` and ``total-unmatched``.

    Raises
    ------
    SettlementError
        If `results` is no frame of results, or a correction makes no sense.
    """
    require_results(results)
    if entries.is_empty():
        return FINDINGS.to_frame()
    exponent = max(cast("int", frame["exponent"].max()) for frame in (results, entries) if frame.height)
    told = _told(_of_the_only_session(entries, results), exponent)
    players = _players(results, exponent, issues)
    sessions = players.group_by("session", "currency", maintain_order=True).agg(
        pl.first("left_out", "whole"), names=pl.col("name").unique()
    )
    hands = _sums(players.filter("whole"))
    both = told.join(hands, on=_KEY, nulls_equal=True, maintain_order="left").filter(
        pl.col("amount") != pl.col("net")
    )
    money = {
        name: money_text(pl.col(name), pl.lit(exponent))
        for name in ("amount", "net", "said", "bought", "out")
    }
    off = money_text((pl.col("amount") - pl.col("net")).abs(), pl.lit(exponent))
    as_claimed = pl.when(pl.col("said") == pl.col("amount")).then(
        pl.lit(" It is what the hands themselves claim.")
    ).otherwise(pl.lit(""))  # fmt: skip
    made = pl.format(
        "{} of the session make{} {}.{}",
        counted(pl.col("hands"), "hand"),
        pl.when(pl.col("hands") == 1).then(pl.lit("s")).otherwise(pl.lit("")),
        money["net"],
        as_claimed,
    )
    reasons: tuple[tuple[str, pl.Expr], ...] = (
        ("total-result", pl.format("{} is said to have made {} in all; {}", "name", money["amount"], made)),
        (
            "total-chips",
            pl.format(
                "{} bought in for {} and cashed out {}, which makes {}; {}",
                "name", money["bought"], money["out"], money["amount"], made,
            ),
        ),
    )  # fmt: skip
    left_out = pl.lit(" Hands of it are missing, or may be, so this is no proof.")
    kinds: tuple[tuple[Severity, pl.Expr, pl.Expr], ...] = (
        ("error", ~pl.col("left_out"), pl.lit("")),
        ("note", pl.col("left_out"), left_out),
    )
    compared = (
        findings(
            both.filter(pl.col("code") == code, which),
            code,
            severity,
            reason + more,
            claimed=money["amount"],
            recomputed=money["net"],
            at_stake=off,
        )
        for code, reason in reasons
        for severity, which, more in kinds
    )
    alone = told.join(hands, on=_KEY, how="anti", nulls_equal=True, maintain_order="left")
    return pl.concat([*compared, unmatched_totals(alone, sessions, exponent)])


def _of_the_only_session(entries: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """Entries of files without hands that name no session, in the session of all hands, where they have but one."""
    here = results.select(session=_session(pl.col("source").struct.field("file"))).unique()
    if here.height != 1:
        return entries
    files = results.select(pl.col("source").struct.field("file").unique()).to_series().implode()
    apart = pl.col("session").is_null() & ~pl.col("file").is_in(files)
    return entries.with_columns(session=pl.when(apart).then(pl.lit(here.item())).otherwise("session"))


def _told(entries: pl.DataFrame, exponent: int) -> pl.DataFrame:
    """One row a player, session and kind of total, with its amount as 128-bit minor units of `exponent`."""
    sound = apply_corrections(_scaled(entries, exponent))[0]
    kind, amount = pl.col("kind"), pl.col("amount").cast(pl.Int128)
    rows = sound.with_columns(
        named=pl.col("session").is_not_null(), session=_session(pl.col("file")), name="player"
    ).filter(
        kind.is_in(("buy-in", "cash-out"))
        | ((kind == "result") & pl.col("verified").is_in(_TOLD) & pl.col("hand").is_null())
    )
    place = pl.first("file", "sheet", "line", "named")
    results = (
        rows.filter(kind == "result")
        .group_by(_KEY, maintain_order=True)
        .agg(place, amount=amount.sum(), bought=pl.lit(None, pl.Int128), out=pl.lit(None, pl.Int128))
    )
    chips = (
        rows.filter(kind != "result", (kind == "cash-out").any().over("session", "currency"))
        .group_by(_KEY, maintain_order=True)
        .agg(
            place,
            bought=amount.filter(kind == "buy-in").sum(),
            out=amount.filter(kind == "cash-out").sum(),
        )
        .with_columns(amount=pl.col("out") - pl.col("bought"))
    )
    columns = (*_KEY, "file", "sheet", "line", "named", "amount", "bought", "out")
    return pl.concat(
        [
            results.select(*columns, code=pl.lit("total-result")),
            chips.select(*columns, code=pl.lit("total-chips")),
        ]
    ).with_columns(hand="session", hand_id=pl.lit(None, pl.String))


def _players(results: pl.DataFrame, exponent: int, issues: Sequence[ParseIssue]) -> pl.DataFrame:
    """One row a player and hand, with whether all hands of the session have money, and whether some may have been left out."""
    files = sorted({issue.file for issue in issues if issue.severity == "error" and issue.hands})
    file = pl.col("source").struct.field("file")
    read = results.select(file.unique()).to_series()
    anywhere = not set(files) <= set(read)
    once = results.unique(IDENTITY, keep="first", maintain_order=True).with_row_index("_order")
    missing = (pl.col("place") > 0) & ~pl.col("follows") & ~pl.col("apart")
    return (
        once.join(table_places(once), on="_order", maintain_order="left")
        .with_columns(session=_session(file))
        .with_columns(
            left_out=pl.lit(anywhere)
            | (file.is_in(files) | pl.col("chain_broken") | missing).any().over("session")
        )
        .select("session", "currency", "left_out", "players", factor=_factor(exponent))
        .explode("players")
        .select(
            "session",
            "currency",
            "left_out",
            name=_PLAYER.field("name"),
            net=_PLAYER.field("net").cast(pl.Int128) * pl.col("factor"),
            said=_PLAYER.field("claimed").struct.field("net").cast(pl.Int128) * pl.col("factor"),
        )
        .with_columns(whole=pl.col("net").is_not_null().all().over("session"))
    )


def _sums(players: pl.DataFrame) -> pl.DataFrame:
    """One row a player and session: how many hands, what they make, and what they claim to."""
    said = pl.col("said")
    return players.group_by(_KEY, maintain_order=True).agg(
        pl.first("left_out"),
        hands=pl.len(),
        net=pl.col("net").sum(),
        said=pl.when(said.is_not_null().all()).then(said.sum()),
    )


def _session(file: pl.Expr) -> pl.Expr:
    return pl.coalesce("session", file)


def _scaled(entries: pl.DataFrame, exponent: int) -> pl.DataFrame:
    return entries.with_columns(
        amount=(pl.col("amount").cast(pl.Int128) * _factor(exponent)).cast(pl.Int64),
        exponent=pl.lit(exponent, pl.UInt8),
    )


def _factor(exponent: int) -> pl.Expr:
    return pl.col("exponent").replace_strict(
        {places: 10 ** (exponent - places) for places in range(exponent + 1)}, return_dtype=pl.Int64
    )
