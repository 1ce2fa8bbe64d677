"""What a row holds, as one number: an automaton over the cards that are placed in it.

For guesses at how a row will end, its cards matter by their ranks and by whether they share a suit. A state
is both, and placing a card is one look-up. Jokers are a rank of their own and fit every suit.

Examples
--------
>>> from ofc_analytics.cards import parse_cards
>>> state = EMPTY
>>> for card in parse_cards("Kd 7d Kh"):
...     state = add(state, np.uint8(card))
>>> int(sizes()[state])
3
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.cards import JOKERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["EMPTY", "JOKER_RANK", "MIXED", "add", "rank_sets", "sizes"]

EMPTY = np.int32(0)
JOKER_RANK = 13
MIXED = 5
"""Suits of a state: 0 none yet, 1 to 4 all of one suit, 5 of several."""

_RANKS, _SUITS, _MOST = 14, 6, 5
_SYMBOLS = 64  # card codes, with room to the next power of two


@cache
def rank_sets() -> list[tuple[int, ...]]:
    """Every multiset of up to five ranks, the joker's among them; a state is ``6 * place + suit``."""
    return [
        ranks for size in range(_MOST + 1) for ranks in combinations_with_replacement(range(_RANKS), size)
    ]


@cache
def sizes() -> NDArray[np.int8]:
    """Cards of every state."""
    return np.repeat(np.array([len(ranks) for ranks in rank_sets()], dtype=np.int8), _SUITS)


def add(states: NDArray[np.int32] | np.int32, cards: NDArray[np.uint8] | np.uint8) -> NDArray[np.int32]:
    """States after a card code is placed in each row; arrays that broadcast. A full row stays as it is."""
    after: NDArray[np.int32] = np.take(_table(), states * np.int32(_SYMBOLS) + cards)
    return after


@cache
def _table() -> NDArray[np.int32]:
    """The next state, by ``64 * state + card``."""
    codes = np.arange(_SYMBOLS)
    joker = codes >= JOKERS[0]
    suits = np.where(joker, 0, codes % 4 + 1)
    held = np.arange(_SUITS)[:, None]
    suit_after = np.where(joker | (held == suits), held, np.where(held == 0, suits, MIXED))
    rank_after = _ranks_after()[:, np.where(joker, JOKER_RANK, codes // 4)]
    table: NDArray[np.int32] = (rank_after[:, None, :] * _SUITS + suit_after).astype(np.int32).reshape(-1)
    return table


@cache
def _ranks_after() -> NDArray[np.int64]:
    """Place of the multiset with one more rank; shape (multisets, 14)."""
    powers = (_MOST + 1) ** np.arange(_RANKS, dtype=np.int64)
    keys = np.array([powers[list(ranks)].sum() for ranks in rank_sets()])
    order = np.argsort(keys)
    full = np.array([len(ranks) == _MOST for ranks in rank_sets()])[:, None]
    wanted = np.where(full, keys[:, None], keys[:, None] + powers)
    return order[np.searchsorted(keys[order], wanted)]
