"""The money a point is worth in a hand: what its source says, else what the schedule of levels says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.errors import SettlementError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ofc_analytics.rules import RuleSet
    from ofc_analytics.settlement.grouping import Group

__all__ = ["price_hands"]


def price_hands(groups: Sequence[Group], tables: pl.DataFrame) -> None:
    """Set the unit of every hand, and fill the frame's ``unit`` where only a level gave it.

    The level is the one the hand names; else it is counted from the table's first hand, by hands, or by
    minutes where the schedule goes by time and the hands have times. The last level lasts.

    Raises
    ------
    SettlementError
        If a level's unit has more decimal places than the hand's money.
    """
    leveled = [group for group in groups if group.rules.levels]
    if leveled:
        starts = _table_starts(groups, tables)
        for group in leveled:
            hands = group.hands.join(starts, on="_order", maintain_order="left")
            level = _level(hands, group.rules)
            unit = _level_units(level, hands["exponent"].to_numpy(), group.rules)
            group.hands = group.hands.with_columns(
                unit=pl.coalesce("unit", pl.Series(unit)),
                level=pl.coalesce("level", pl.Series(level + 1, dtype=pl.Int32)),
            )
    for group in groups:
        group.unit = group.hands["unit"].fill_null(0).to_numpy()


def _table_starts(groups: Sequence[Group], tables: pl.DataFrame) -> pl.DataFrame:
    times = pl.concat([group.hands.select("_order", "started_at") for group in groups])
    first = pl.col("started_at").min().over("table_key")
    minutes = (pl.col("started_at") - first).dt.total_seconds() / 60
    return tables.join(times, on="_order").select("_order", "place", minutes=minutes)


def _level(hands: pl.DataFrame, rules: RuleSet) -> NDArray[np.intp]:
    """0-based level of each hand."""
    by_time = rules.levels[0].minutes is not None
    lengths = [(level.minutes if by_time else level.hands) or np.inf for level in rules.levels]
    ends = np.cumsum(lengths[:-1])
    passed = (hands["minutes"].fill_null(0) if by_time else hands["place"]).to_numpy()
    counted = np.searchsorted(ends, passed, side="right")
    named = hands["level"].fill_null(0).to_numpy()
    return np.where(named > 0, named - 1, counted)


def _level_units(level: NDArray[np.intp], exponent: NDArray[np.uint8], rules: RuleSet) -> NDArray[np.int64]:
    units = np.zeros(len(level), dtype=np.int64)
    for places in np.unique(exponent):
        minor = [entry.unit.scaleb(int(places)) for entry in rules.levels]
        for entry, amount in zip(rules.levels, minor, strict=True):
            if amount != amount.to_integral_value():
                raise SettlementError(f"a level's unit {entry.unit} has more than {places} decimal places")
        here = exponent == places
        units[here] = np.array([int(amount) for amount in minor], dtype=np.int64)[level[here]]
    return units
