"""What findings are about: every code belongs to a family. What each means stands in ``docs/audit.md``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FAMILIES", "family_of"]

FAMILIES: Mapping[str, tuple[str, ...]] = {
    "points": ("claim-points", "points-unbalanced"),
    "money": (
        "claim-net",
        "chain-broken",
        "chain-unfinished",
        "chips-created",
        "chips-vanished",
        "payout-order",
        "payout-cap",
        "payout-unlimited",
        "win-above-cap",
        "loss-above-stack",
        "loss-above-limit",
    ),
    "royalties": ("claim-royalties",),
    "fouls": ("foul-called", "foul-missed"),
    "fantasyland": (
        "claim-fantasyland-granted",
        "claim-fantasyland-denied",
        "claim-fantasyland-cards",
        "fantasyland-not-earned",
        "fantasyland-repeats",
        "fantasyland-denied",
        "fantasyland-stay-denied",
        "fantasyland-left",
        "fantasyland-cards",
        "fantasyland-deal",
        "fantasyland-unproven",
        "fantasyland-gap",
    ),
    "deck": (
        "card-twice",
        "card-dealt-twice",
        "card-lost",
        "row-length",
        "deck-overdrawn",
        "joker-not-in-deck",
        "jokers-differ",
    ),
    "streets": (
        "street-count",
        "streets-partial",
        "street-deal",
        "card-not-dealt",
        "discard-count",
        "row-overfull",
        "board-not-placed",
        "board-mismatch",
        "discard-again",
    ),
    "order": ("order-of-play", "fantasyland-order"),
    "button": ("button-counterclockwise", "button-moved", "button-stayed", "button-skipped"),
    "seats": (
        "buy-in",
        "caps-unequal",
        "not-admitted",
        "seat-number",
        "seat-twice",
        "name-swapped",
        "player-twice",
        "player-count",
        "players-not-seated",
    ),
    "clock": ("auto-placement", "auto-without-rule", "auto-early", "clock-out", "clock-ignored"),
    "rake": ("rake-wrong", "rake-unstated", "jackpot-fee", "jackpot-draw", "jackpot-denied", "unit-level"),
    "continuity": (
        "hands-missing",
        "hand-number-twice",
        "hand-copied",
        "hand-conflict",
        "duplicate-hand",
        "numbers-apart",
        "stack-short",
        "stack-added",
        "stacks-anew",
        "time-backwards",
        "hands-newest-first",
    ),
    "totals": ("total-result", "total-chips", "total-unmatched"),
    "clubs": (
        "club-total",
        "club-no-lines",
        "club-balance",
        "club-winnings",
        "club-result",
        "club-cash-out",
        "club-player-twice",
        "club-member",
        "club-member-total",
        "club-member-missing",
        "club-table-split",
        "club-table-twice",
        "club-files-differ",
        "club-hands",
        "club-hands-fee",
        "club-hands-missing",
        "club-hands-more",
        "club-hands-player",
    ),
    "rules": ("rules-differ",),
    "deal": (),
    "pairs": (
        "pair-tested",
        "pair-unseen",
        "pair-flow",
        "pair-scoops",
        "pair-gains",
        "pair-fouls",
        "pair-seated",
        "pair-discards",
    ),
}
"""Codes by family, in the order in which they are told; ``deal`` has a code for each of its tests."""

_FAMILY = {code: family for family, codes in FAMILIES.items() for code in codes}


def family_of(code: str) -> str:
    """Family of a code.

    >>> family_of("button-stayed")
    'button'
    """
    return _FAMILY[code]
