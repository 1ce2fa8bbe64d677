"""Rakes and loss limits that claims of money suggest."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ofc_analytics.audit.inferring.clues import FEWEST_VOTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ofc_analytics.audit.inferring.evidence import Evidence
    from ofc_analytics.rules import RuleSet
    from ofc_analytics.settlement.grouping import Group

__all__ = ["money_clues"]

_STEPS_OF_A_PERCENT = 2
_TRIED = 2
_PAYERS = ("net-winners", "pair-winners", "everyone")
_ROUNDINGS = ("down", "half-up", "up")


def money_clues(evidence: Evidence, rules: RuleSet) -> list[dict[str, Any]]:
    """Overrides of ``rake`` and ``payout.loss_limit`` that claims ask for; none where no money is claimed."""
    if "net" not in evidence.claims:
        return []
    told = [_money(evidence, group) for group in evidence.settled(rules)]
    if not told:
        return []
    players = pl.concat(told).drop_nulls().filter(pl.col("unit") > 0)
    return [*_limits(players), *_rakes(players)]


def _money(evidence: Evidence, group: Group) -> pl.DataFrame:
    """One row a player: claimed money, what he won before rake, and the unit."""
    claimed = pl.col("claimed").struct.field("net").alias("claimed")
    return evidence.told(group).select(
        claimed,
        "unit",
        hand=pl.Series(np.repeat(group.order, group.shape[1])),
        won=pl.Series(group.paid.sum(axis=2).reshape(-1)),
    )


def _limits(players: pl.DataFrame) -> Iterator[dict[str, Any]]:
    spared = players.filter((pl.col("claimed") < 0) & (pl.col("claimed") > pl.col("won")))
    whole = spared.filter(pl.col("claimed") % pl.col("unit") == 0)
    for limit in _most_common(whole, -pl.col("claimed") // pl.col("unit")):
        yield {"payout.loss_limit": int(limit)}


def _rakes(players: pl.DataFrame) -> Iterator[dict[str, Any]]:
    fee = pl.col("won") - pl.col("claimed")
    hands = (
        players.group_by("hand", maintain_order=True)
        .agg(fee=-pl.col("claimed").sum(), won=pl.col("won").clip(0).sum())
        .filter((pl.col("fee") > 0) & (pl.col("won") > 0))
    )
    percent = (100 * _STEPS_OF_A_PERCENT * pl.col("fee") / pl.col("won")).round()
    largest = players.select((fee / pl.col("unit")).round(4).alias("fee")).filter(pl.col("fee") > 0)
    reached = _most_common(largest.filter(pl.col("fee") == pl.col("fee").max()), pl.col("fee"))
    caps = ["none", *(Decimal(f"{cap:g}") for cap in reached)]
    for rate in _most_common(hands, percent):
        for cap in caps:
            for payer in _PAYERS:
                for rounding in _ROUNDINGS:
                    rake = {"percent": Decimal(rate) / _STEPS_OF_A_PERCENT, "cap": cap}
                    yield {"rake": rake | {"payer": payer, "rounding": rounding}}


def _most_common(frame: pl.DataFrame, value: pl.Expr) -> list[float]:
    counted = frame.select(value=value).filter(pl.col("value") > 0).group_by("value").len("votes")
    return (
        counted.filter(pl.col("votes") >= FEWEST_VOTES)
        .sort("votes", "value", descending=[True, False])["value"]
        .head(_TRIED)
        .to_list()
    )
