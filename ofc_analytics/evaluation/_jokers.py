"""What jokers stand for: the cards that make a row as high as a bound allows.

A joker may be any card that is not in its own row. A row with one joker has 13 ranks to try, with two 91
pairs of ranks, each once in mixed suits and once in the suit the other cards share, if they do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.cards import JOKERS
from ofc_analytics.evaluation import _tables
from ofc_analytics.evaluation._kernel import triple_entries

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Candidates = Callable[[NDArray[np.uint8]], NDArray[np.int32]]

__all__ = ["NO_BOUND", "complete_five", "complete_top"]

NO_BOUND = np.iinfo(np.int32).max
_BYTES = np.array([1, 1 << 8, 1 << 16], dtype=np.uint32)
_IMPOSSIBLE = np.iinfo(np.int32).min


def complete_top(boards: NDArray[np.uint8], bound: NDArray[np.int32] | int = NO_BOUND) -> None:
    """Put cards in place of the jokers of the top rows.

    Parameters
    ----------
    boards
        Codes of shape (n, 3) or (n, 13), changed in place.
    bound
        The highest value allowed, shape (n,). Where no card is low enough the highest value is taken.
    """
    _complete(boards, slice(0, 3), _top_candidates, bound)


def complete_five(
    boards: NDArray[np.uint8],
    row: slice,
    table: NDArray[np.int32],
    bound: NDArray[np.int32] | int = NO_BOUND,
    *,
    five_of_a_kind: bool = False,
) -> None:
    """Put cards in place of the jokers of a five-card row, as in `complete_top`.

    Parameters
    ----------
    boards
        Codes, changed in place.
    row
        The columns of the row.
    table
        Values of the row's multisets, of `high_values` or `low_values`.
    bound
        The highest value allowed, shape (n,).
    five_of_a_kind
        Whether a joker may be a fifth card of a rank.
    """

    def candidates(known: NDArray[np.uint8]) -> NDArray[np.int32]:
        return _five_candidates(known, table, five_of_a_kind=five_of_a_kind)

    _complete(boards, row, candidates, bound)


def _complete(
    boards: NDArray[np.uint8], row: slice, candidates: Candidates, bound: NDArray[np.int32] | int
) -> None:
    bounds = np.broadcast_to(bound, len(boards))
    jokers = boards[:, row] >= JOKERS[0]
    count = jokers.sum(axis=1)
    for number in (1, 2):
        chosen = np.flatnonzero(count == number)
        if len(chosen) == 0:
            continue
        cards = boards[chosen]
        known = np.sort(cards[:, row], axis=1)[:, :-number]
        choice = _best(candidates(known), bounds[chosen])
        ranks = np.arange(13)[:, None] if number == 1 else _tables.PAIRS
        of_one_suit, place = np.divmod(choice, len(ranks))
        stand_ins = _cards(ranks[place], known, cards, of_one_suit=of_one_suit.astype(bool))
        cards[:, row][jokers[chosen]] = stand_ins.ravel()
        boards[chosen] = cards


def _best(values: NDArray[np.int32], bound: NDArray[np.int32]) -> NDArray[np.intp]:
    allowed = np.where(values <= bound[:, None], values, _IMPOSSIBLE)
    nothing = (allowed == _IMPOSSIBLE).all(axis=1)
    best: NDArray[np.intp] = np.where(nothing, values.argmax(axis=1), allowed.argmax(axis=1))
    return best


def _top_candidates(known: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Values by the jokers' ranks; shape (n, 13) or (n, 91)."""
    multisets = _tables.triple_multisets()[known[:, 0] >> 2]
    if known.shape[1] == 2:
        multisets = multisets[np.arange(len(known)), known[:, 1] >> 2]
    else:
        multisets = multisets[:, _tables.PAIRS[:, 0], _tables.PAIRS[:, 1]]
    values: NDArray[np.int32] = _tables.top_values()[multisets]
    return values


def _five_candidates(
    known: NDArray[np.uint8], table: NDArray[np.int32], *, five_of_a_kind: bool
) -> NDArray[np.int32]:
    """Values by the jokers' ranks, first in mixed suits, then in one suit; shape (n, 26) or (n, 182)."""
    codes = known.astype(np.uint32)
    entries = triple_entries(codes[:, :3] @ _BYTES)
    if known.shape[1] == 4:
        pairs = _tables.pair_multisets()[codes[:, 3] >> 2]
        of_one_suit = entries & (_tables.MULTISET_BITS + 1) << (codes[:, 3] & 3) > 0
    else:
        pairs = np.arange(len(_tables.PAIRS), dtype=np.uint32)
        of_one_suit = entries > _tables.MULTISET_BITS
    multisets = (entries & _tables.MULTISET_BITS)[:, None] + pairs
    mixed = table[0, multisets]
    if not five_of_a_kind:
        mixed[_tables.multisets_of_one_rank()[multisets]] = _IMPOSSIBLE
    # A repeated rank is no flush and its value stands among the mixed ones, which are looked at first.
    return np.hstack([mixed, np.where(of_one_suit[:, None], table[1, multisets], _IMPOSSIBLE)])


def _cards(
    ranks: NDArray[np.int64],
    known: NDArray[np.uint8],
    boards: NDArray[np.uint8],
    *,
    of_one_suit: NDArray[np.bool_],
) -> NDArray[np.uint8]:
    """Cards of the ranks given, shape (n, 1) or (n, 2): not in the row, rather not elsewhere on the board."""
    suit = known[:, :1] & 3
    may_flush = (known & 3 == suit).all(axis=1)
    cards = np.empty(ranks.shape, dtype=np.uint8)
    for joker in range(ranks.shape[1]):
        options = (ranks[:, joker, None] * 4 + np.arange(4)).astype(np.uint8)
        wrong_suit = may_flush[:, None] & ((options & 3 == suit) != of_one_suit[:, None])
        in_row = _among(options, np.hstack([known, cards[:, :joker]]))
        cost = 4 * in_row + 2 * wrong_suit + 1 * _among(options, boards)
        cards[:, joker] = options[np.arange(len(options)), cost.argmin(axis=1)]
    return cards


def _among(options: NDArray[np.uint8], cards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (options[:, :, None] == cards[:, None, :]).any(axis=2)
    return found
