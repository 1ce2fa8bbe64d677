"""What hands make, summed to entries of a ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.errors import ParseIssue, SettlementError
from ofc_analytics.money import LARGEST_AMOUNT
from ofc_analytics.settlement.checking import require_results
from ofc_analytics.settlement.entries import HOUSE, make_entries

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["HAS_MONEY", "result_entries", "result_entries_all"]

HAS_MONEY = pl.col("players").list.eval(pl.element().struct.field("net").is_not_null()).list.all()
"""Whether a hand of a frame of results has a unit, and so money."""

_RAKE, _JACKPOT = HOUSE
_SUMMED = ("session", "currency", "exponent", "file", "sheet", "hand")


def result_entries(results: pl.DataFrame, *, apart: Collection[str] = ()) -> pl.DataFrame:
    """Sum the money of hands: one entry for each player, session and currency, and each sheet they stand in.

    What the house took stands under the names in `HOUSE`, so that each session adds up to 0.

    Parameters
    ----------
    results
        Frame of schema `Results`.
    apart
        Ids or numbers of hands that other entries tell too: each of them has entries of its own, so that the ledger can
        hold both against each other.

    Returns
    -------
    polars.DataFrame
        Schema `Entries`; kind ``result``, verified ``recomputed``.

    Raises
    ------
    SettlementError
        If `results` is no frame of results, a hand has points but no unit and so no money, or a sum is too
        large to be money.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement import settle
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> results = settle(frame_from_hands([Hand(players=(anna, boris), unit=1000, currency="RUB")]))
    >>> result_entries(results).select("kind", "player", "amount", "currency", "verified").rows()
    [('result', 'Anna', 13000, 'RUB', 'recomputed'), ('result', 'Boris', -13000, 'RUB', 'recomputed')]
    """
    entries, unpriced = result_entries_all(results, apart=apart)
    if unpriced:
        raise SettlementError(str(unpriced[0]))
    return entries


def result_entries_all(
    results: pl.DataFrame, *, apart: Collection[str] = ()
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Sum the money of all hands that have any; each of the others comes back as an issue (``unit-missing``).

    Takes what `result_entries` takes.

    Raises
    ------
    SettlementError
        If `results` is no frame of results, or a sum is too large to be money.
    """
    require_results(results)
    place = pl.col("source").struct
    number = pl.coalesce("native_id", pl.col("hand_no").cast(pl.String))
    players = (
        results.filter(HAS_MONEY)
        .select(
            "session",
            "currency",
            "exponent",
            place.field("file", "sheet"),
            "players",
            hand=pl.when(number.is_in(list(apart))).then(number),
        )
        .explode("players")
        .select(pl.exclude("players"), pl.col("players").struct.field("name", "net", "rake", "jackpot"))
    )
    shares = [
        players.select(*_SUMMED, player="name", amount="net"),
        players.filter(pl.col("rake") != 0).select(*_SUMMED, player=pl.lit(_RAKE), amount="rake"),
        players.filter(pl.col("jackpot") != 0).select(
            *_SUMMED, player=pl.lit(_JACKPOT), amount=-pl.col("jackpot")
        ),
    ]
    sums = (
        pl.concat(shares)
        .group_by(*_SUMMED, "player", maintain_order=True)
        .agg(pl.col("amount").cast(pl.Int128).sum())
    )
    large = sums.filter(pl.col("amount").abs() > LARGEST_AMOUNT)
    if not large.is_empty():
        raise SettlementError(f"the results of {large['player'][0]} are too large to be money")
    entries = make_entries(sums.with_columns(kind=pl.lit("result"), verified=pl.lit("recomputed")))
    return entries, _without_unit(results.remove(HAS_MONEY))


def _without_unit(results: pl.DataFrame) -> list[ParseIssue]:
    hands = results.select("source", hand=pl.coalesce("native_id", "hand_id")).unnest("source")
    return [
        ParseIssue(
            code="unit-missing",
            message="the hand has no unit, so its points are no money",
            file=row["file"],
            sheet=row["sheet"],
            line=row["line"],
            hand=row["hand"],
            expected="what one point is worth",
            hands=1,
        )
        for row in hands.iter_rows(named=True)
    ]
