"""Claims that a known slip explains to the last point: its words beside the reason."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import SEVERITIES
from ofc_analytics.schema import hands_from_frame
from ofc_analytics.settlement.receipt import Past, Receipt, receipt
from ofc_analytics.settlement.receipt_text import MOST_SLIPS
from ofc_analytics.settlement.slips import slips_of_hand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ofc_analytics.audit.play import Rules
    from ofc_analytics.settlement.slips import Slip

__all__ = ["receipts_of", "with_slips", "worst_first"]

_EXPLAINED = ("claim-points", "claim-net")


def worst_first(found: pl.DataFrame) -> pl.DataFrame:
    """Findings by severity, and among those of one by the money at stake; else as they stood.

    >>> found = pl.DataFrame({"severity": ["note", "error", "error"], "at_stake": ["9.00", None, "2.50"]})
    >>> worst_first(found)["at_stake"].to_list()
    ['2.50', None, '9.00']
    """
    return found.sort(
        pl.col("severity").cast(pl.Enum(SEVERITIES)),
        pl.col("at_stake").cast(pl.Float64, strict=False).fill_null(0),
        descending=[False, True],
        maintain_order=True,
    )


def receipts_of(
    hand_ids: pl.Series, hands: pl.DataFrame, results: pl.DataFrame, rules: Rules
) -> Iterator[tuple[str, Receipt]]:
    """Identity and receipt of settled hands, in the order of their identities; those that were not settled are left out."""
    wanted = hand_ids.to_frame("hand_id")
    settled = wanted.join(results.unique("hand_id", keep="first"), on="hand_id", maintain_order="left")
    played = settled.select("hand_id").join(
        hands.unique("hand_id", keep="first"), on="hand_id", maintain_order="left"
    )
    objects = hands_from_frame(played.select(hands.columns))
    for row, hand in zip(settled.iter_rows(named=True), objects, strict=True):
        told = replace(hand, unit=row["unit"], level=row["level"])
        yield row["hand_id"], receipt(told, rules[row["fingerprint"]], Past.of(row))


def with_slips(
    found: pl.DataFrame, hands: pl.DataFrame, results: pl.DataFrame, rules: Rules, *, most: int = 100
) -> pl.DataFrame:
    """Add to wrong points and money what slip gives exactly what is claimed, for the worst hands.

    Parameters
    ----------
    found
        Frame of schema `Findings`.
    hands, results, rules
        What it was found in.
    most
        Number of hands that are looked at, those with the most at stake first: each is reckoned again in all the ways
        of going wrong that are known.

    Returns
    -------
    polars.DataFrame
        `found` with longer reasons.
    """
    claims = found.filter(pl.col("code").is_in(_EXPLAINED))
    ids = worst_first(claims)["hand_id"].unique(maintain_order=True).head(most)
    words = [
        (hand_id, player.name, " or ".join(_worded(slips)))
        for hand_id, one in receipts_of(ids, hands, results, rules)
        for player, slips in zip(one.hand.players, slips_of_hand(one), strict=True)
        if slips
    ]
    told = pl.DataFrame(
        words, schema={"hand_id": pl.String, "name": pl.String, "slip": pl.String}, orient="row"
    )
    name = pl.when(pl.col("code").is_in(_EXPLAINED)).then(pl.col("players").list.first())
    rows = found.with_columns(name=name).join(told, on=["hand_id", "name"], how="left", maintain_order="left")
    more = pl.format("{} That is what comes out if {}.", "reason", "slip")
    return rows.with_columns(reason=pl.coalesce(more, "reason")).select(found.columns)


def _worded(slips: Sequence[Slip]) -> Iterator[str]:
    yield from (slip.words for slip in slips[:MOST_SLIPS])
    if len(slips) > MOST_SLIPS:
        yield f"it was another of {len(slips)} known slips"
