"""Who is in Fantasyland with how many cards, from one hand of a table to the next.

Examples
--------
Aces on top earn 16 cards; with those, quads on the bottom keep as many.


>>> chain = follow(
...     before=np.array([-1, 0, 1]),
...     recorded=np.array([-1, -1, -1]),
...     earned=np.array([16, 0, 0], dtype=np.uint8),
...     kept=np.array([0, AS_BEFORE, 0], dtype=np.uint8),
...     fewest=np.array([14, 14, 14]),
...     repeats=np.array([UNLIMITED] * 3),
... )
>>> chain.playing.tolist(), chain.coming.tolist()
([0, 16, 16], [16, 16, 0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ofc_analytics.hands import SOME_FANTASYLAND

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.rules import RuleSet

__all__ = ["AS_BEFORE", "UNLIMITED", "Chain", "fewest_cards", "follow", "next_cards", "repeats_allowed"]

UNLIMITED = 2**31 - 1

AS_BEFORE = 128
"""Bit of `kept` that says: or as many cards as in the Fantasyland that is being played, if those are more."""


class Chain(NamedTuple):
    """What each player's hand is in its chain, (m,) each.

    Attributes
    ----------
    playing
        uint8, cards dealt in Fantasyland in this hand; 0 for none.
    expected
        int16, cards the hand before earned; -1 where there is no hand before.
    coming
        uint8, cards in the next hand.
    """

    playing: NDArray[np.uint8]
    expected: NDArray[np.int16]
    coming: NDArray[np.uint8]


def fewest_cards(rules: RuleSet) -> int:
    """Fewest cards of any Fantasyland that can be earned; what is taken where a source says only "yes"."""
    cards = rules.tables.entry[rules.tables.entry > 0]
    return int(cards.min()) if cards.size else 0


def repeats_allowed(rules: RuleSet) -> int:
    """How often in a row Fantasyland may be kept."""
    return UNLIMITED if rules.fantasyland.repeats == "unlimited" else rules.fantasyland.repeats


def next_cards(
    earned: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    playing: NDArray[np.uint8],
    fewest: int | NDArray[np.integer],
) -> NDArray[np.uint8]:
    """Cards in the next hand: what the board earns, or keeps for a player who is in Fantasyland.

    All arrays are uint8 of one shape; `kept` may have the bit `AS_BEFORE`, `playing` may be 1 for a number not known,
    which is taken to be `fewest`.
    """
    now = np.where(playing == SOME_FANTASYLAND, fewest, playing)
    again = np.maximum(kept & ~np.uint8(AS_BEFORE), np.where(kept & AS_BEFORE, now, 0))
    return np.where(playing > 0, again, earned).astype(np.uint8)


def follow(
    *,
    before: NDArray[np.intp],
    recorded: NDArray[np.int16],
    earned: NDArray[np.uint8],
    kept: NDArray[np.uint8],
    fewest: NDArray[np.integer],
    repeats: NDArray[np.integer],
) -> Chain:
    """Follow every player from hand to hand.

    Parameters
    ----------
    before
        (m,) index of the same player's hand before at the same table, -1 where there is none.
    recorded
        (m,) int16, cards of the Fantasyland the source says is played: 0 none, 1 a number it does not say,
        -1 where it says nothing. What it says is taken as it is.
    earned, kept
        (m,) uint8, see `ofc_analytics.settlement.Scores`.
    fewest, repeats
        (m,) of each hand's rule set, see `fewest_cards` and `repeats_allowed`.

    Notes
    -----
    A hand depends on the one before it, so all hands are computed at once again and again until nothing
    changes: as many rounds as the longest chain has hands.
    """
    has_before = before >= 0
    playing = recorded.clip(min=0).astype(np.uint8)
    run = (playing > 0).astype(np.int32)
    while True:
        coming = np.where(run > repeats, 0, next_cards(earned, kept, playing, fewest)).astype(np.uint8)
        expected = np.where(has_before, coming[before].astype(np.int16), np.int16(-1))
        said = np.where((recorded == SOME_FANTASYLAND) & (expected > 0), expected, recorded)
        now = np.where(said >= 0, said, expected).clip(min=0).astype(np.uint8)
        now_run = np.where(now > 0, np.where(has_before, run[before], 0) + 1, 0).astype(np.int32)
        if np.array_equal(now, playing) and np.array_equal(now_run, run):
            return Chain(playing, expected, coming)
        playing, run = now, now_run
