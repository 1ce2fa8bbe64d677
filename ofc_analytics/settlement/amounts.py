"""Points to money: what is owed within each pair, and what the rule set's payout lets through.

Debts are ``(parts, n, k, k)`` int64 minor units, never negative: entry ``[p, h, i, j]`` is what `j` owes `i`
in part `p` of hand `h`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ofc_analytics.settlement.payout import Transfer, payout_parts, trace
from ofc_analytics.settlement.scoring import pair_places, signed_matrix

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.rules import RuleSet
    from ofc_analytics.settlement.scoring import Scores

    Money = NDArray[np.int64]

__all__ = ["PARTS", "amounts_paid", "amounts_trace", "debts"]

PARTS = ("rows", "scoop", "royalties", "earlier hands")
"""What a gross payout pays one after another within a pair."""


def debts(
    scores: Scores,
    rules: RuleSet,
    unit: Money,
    *,
    carried: Money | None = None,
    deferred: NDArray[np.bool_] | None = None,
) -> Money:
    """What every pair owes before caps, as one part where the rule set pays net, as `PARTS` where gross.

    `unit` (n,) is the money a point is worth. `carried` (n, p), signed from each pair's first player, is
    due from earlier hands; the hands marked in `deferred` (n,) owe nothing yet.
    """
    hands, players = scores.foul.shape
    price = unit if deferred is None else np.where(deferred, 0, unit)
    nothing = np.zeros((hands, len(pair_places(players))), dtype=np.int64)
    earlier = signed_matrix(nothing if carried is None else carried, players)
    if rules.payout.basis == "net":
        owed = signed_matrix(scores.points, players) * price[:, None, None] + earlier
        return owed.clip(min=0)[None]
    royalties = np.zeros((hands, players, players), dtype=np.int64)
    for pair, (first, second) in enumerate(pair_places(players)):
        royalties[:, first, second] = scores.won_royalties[:, pair, 0]
        royalties[:, second, first] = scores.won_royalties[:, pair, 1]
    parts = [
        signed_matrix(scores.row_points, players).clip(min=0),
        signed_matrix(scores.scoop + scores.other, players).clip(min=0),
        royalties,
    ]
    return np.stack([*(part * price[:, None, None] for part in parts), earlier.clip(min=0)])


def amounts_paid(
    owed: Money,
    rules: RuleSet,
    *,
    unit: Money,
    stacks: Money,
    button: NDArray[np.intp],
    already_lost: Money | None = None,
) -> Money:
    """(n, k, k) money that moves, antisymmetric, positive where the column's player pays the row's.

    `stacks` (n, k), -1 where unlimited, and `already_lost` (n, k), for limits over a match, are minor
    units; `button` (n,) is a 0-based place.
    """
    return payout_parts(owed, stacks, _policy(rules, unit), button, already_lost)


def amounts_trace(
    owed: Money,
    rules: RuleSet,
    *,
    unit: int,
    stacks: Money,
    button: int,
    already_lost: Money | None = None,
) -> list[Transfer]:
    """The transfers of one hand (``n = 1``) in their order; they add up to what `amounts_paid` says.

    `stacks` and `already_lost` are (k,). The ``part`` of a transfer indexes `PARTS` where the rule set
    pays gross, and is None where it pays net.
    """
    due = owed[:, 0] if rules.payout.basis == "gross" else owed[0, 0] - owed[0, 0].T
    return trace(due, stacks, _policy(rules, np.array([unit], dtype=np.int64)), button, already_lost)


def _policy(rules: RuleSet, unit: Money) -> dict[str, Any]:
    """The rule set's payout with its loss limit, which is in units, as the money of each hand."""
    policy = rules.payout.model_dump(exclude={"admission"})
    if policy["loss_limit"] is not None:
        policy["loss_limit"] = policy["loss_limit"] * unit
    return policy
