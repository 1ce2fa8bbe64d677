"""Points to money: what is due within each pair, and what the rule set's payout lets through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ofc_analytics.settlement.payout import Transfer, payout, payout_parts, trace
from ofc_analytics.settlement.scoring import pair_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.rules import RuleSet
    from ofc_analytics.settlement.scoring import Scores

    Money = NDArray[np.int64]

__all__ = ["PARTS", "amounts_due", "amounts_paid", "amounts_trace"]

PARTS = ("rows", "scoop", "royalties")
"""What a gross payout pays one after another within a pair."""


def amounts_due(scores: Scores, unit: Money) -> Money:
    """(n, k, k) money due before caps: points times the hand's unit, (n,) minor units.

    Entry ``[h, i, j]`` is positive where `j` owes `i`.
    """
    return scores.matrix(scores.points) * unit[:, None, None]


def amounts_paid(
    scores: Scores, rules: RuleSet, *, unit: Money, stacks: Money, button: NDArray[np.intp]
) -> Money:
    """(n, k, k) money that moves under the rule set's payout, signed as in `amounts_due`.

    `unit` (n,) and `stacks` (n, k), -1 where unlimited, are minor units; `button` (n,) is a 0-based place.
    """
    policy = _policy(rules, unit)
    if rules.payout.basis == "gross":
        return payout_parts(_gross_parts(scores, unit), stacks, policy, button)
    return payout(amounts_due(scores, unit), stacks, policy, button)


def amounts_trace(scores: Scores, rules: RuleSet, *, unit: int, stacks: Money, button: int) -> list[Transfer]:
    """The transfers of one hand (``n = 1``) in their order; they add up to what `amounts_paid` says.

    `unit` and `stacks` (k,) are minor units; `button` is a 0-based place. The ``part`` of a transfer
    indexes `PARTS` where the rule set pays gross.
    """
    units = np.array([unit], dtype=np.int64)
    gross = rules.payout.basis == "gross"
    due = _gross_parts(scores, units)[:, 0] if gross else amounts_due(scores, units)[0]
    return trace(due, stacks, _policy(rules, units), button)


def _policy(rules: RuleSet, unit: Money) -> dict[str, Any]:
    """The rule set's payout with its loss limit, which is in units, as the money of each hand."""
    policy = rules.payout.model_dump()
    if policy["loss_limit"] is not None:
        policy["loss_limit"] = policy["loss_limit"] * unit
    return policy


def _gross_parts(scores: Scores, unit: Money) -> Money:
    """(3, n, k, k) money: rows, scoop and royalties, each what column `j` owes row `i`; never negative."""
    hands, players = scores.foul.shape
    royalties = np.zeros((hands, players, players), dtype=np.int64)
    for pair, (first, second) in enumerate(pair_places(players)):
        royalties[:, first, second] = scores.won_royalties[:, pair, 0]
        royalties[:, second, first] = scores.won_royalties[:, pair, 1]
    rows = scores.matrix(scores.row_points).clip(min=0)
    scoop = scores.matrix(scores.scoop + scores.other).clip(min=0)
    return np.stack([rows, scoop, royalties]) * unit[None, :, None, None]
