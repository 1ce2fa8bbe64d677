"""Hypothesis strategies: hands that could have been dealt."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

RULES = ("american-pineapple", "american-classic", "progressive-pineapple", "pokerdom-pineapple", "tonybet")


PLAYERS = st.integers(2, 4)
HANDS = st.integers(1, 6)


@st.composite
def tables(draw, *, players=PLAYERS, hands=HANDS):
    """(n, k, 13) boards; half of them sorted by strength so that many are legal."""
    shape = draw(hands), draw(players)
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    cards = np.stack([rng.permutation(52)[: shape[1] * 13] for _ in range(shape[0])]).reshape(*shape, 13)
    by_rank = np.sort(cards, axis=2)
    return np.where(rng.random((*shape, 1)) < 0.5, by_rank, cards).astype(np.uint8)
