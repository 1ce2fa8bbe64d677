"""Values of rows and boards without jokers: a few gathers a board, in blocks that stay in a core's cache."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.cards import JOKERS, UNKNOWN
from ofc_analytics.errors import CardError
from ofc_analytics.evaluation import _tables

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "BLOCK",
    "board_values",
    "checked_codes",
    "five_values",
    "joker_rows",
    "top_values",
    "triple_entries",
]

BLOCK = 32768

# A row's triple and pair are read straight from the bytes of its codes. A triple is the three low bytes of
# a number of four, so a top row needs a byte behind it: the middle row on a board, padding where it is alone.
_FIVE = np.dtype({"names": ["triple", "pair"], "formats": ["<u4", "<u2"], "offsets": [0, 3], "itemsize": 5})
_BOARD = np.dtype(
    {"names": ["top", "middle", "bottom"], "formats": ["<u4", _FIVE, _FIVE], "offsets": [0, 3, 8]}
)
_TWO_CODES, _THIRD_CODE = np.uint32(0x3FFF), np.uint32(0xFC000)


def checked_codes(cards: ArrayLike, size: int) -> NDArray[np.uint8]:
    """Give cards as a C-contiguous array of shape (n, size), all of them codes of cards or jokers."""
    codes = np.asarray(cards)
    if codes.ndim != 2 or codes.shape[1] != size or codes.dtype.kind not in "iu":
        raise ValueError(
            f"expected card codes of shape (n, {size}), got {codes.dtype} of shape {codes.shape}"
        )
    if codes.size and not 0 <= codes.min() <= codes.max() <= JOKERS[-1]:
        row, place = np.argwhere((codes < 0) | (codes > JOKERS[-1]))[0]
        code = int(codes[row, place])
        found = "a card that is not known" if code == UNKNOWN else f"{code}, which is no card code"
        raise CardError(f"row {row} holds {found} at place {place}; expected codes 0 to {JOKERS[-1]}")
    return np.ascontiguousarray(codes, dtype=np.uint8)


def joker_rows(codes: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Find the rows that hold a joker."""
    if codes.size == 0 or codes.max() < JOKERS[0]:
        return np.empty(0, dtype=np.intp)
    count = (codes >= JOKERS[0]).sum(axis=1)
    if count.max() > len(JOKERS):
        raise CardError(f"row {count.argmax()} holds {count.max()} jokers; expected {len(JOKERS)} at most")
    return np.flatnonzero(count)


def triple_entries(triples: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Entries of three cards from the bytes of their codes."""
    triples = np.ascontiguousarray(triples)
    return np.take(_tables.triple_entries(), triples & _TWO_CODES | triples >> 2 & _THIRD_CODE, mode="clip")


def top_values(codes: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Values of three-card rows, shape (n, 3)."""
    padded = np.zeros((len(codes), 4), dtype=np.uint8)
    padded[:, :3] = codes
    return _top(padded.view("<u4")[:, 0])


def five_values(codes: NDArray[np.uint8], table: NDArray[np.int32]) -> NDArray[np.int32]:
    """Values of five-card rows, shape (n, 5), by a table of `high_values` or `low_values`."""
    return _five(np.ascontiguousarray(codes).view(_FIVE)[:, 0], table)


def board_values(
    codes: NDArray[np.uint8], middle: NDArray[np.int32], bottom: NDArray[np.int32], out: NDArray[np.int32]
) -> None:
    """Write the values of boards, shape (n, 13), into three rows of n by the tables of middle and bottom."""
    boards = codes.view(_BOARD)[:, 0]
    out[0] = _top(boards["top"])
    out[1] = _five(boards["middle"], middle)
    out[2] = _five(boards["bottom"], bottom)


def _top(triples: NDArray[np.uint32]) -> NDArray[np.int32]:
    return np.take(_tables.top_values(), triple_entries(triples) & _tables.MULTISET_BITS, mode="clip")


def _five(rows: NDArray[np.void], table: NDArray[np.int32]) -> NDArray[np.int32]:
    triples = triple_entries(rows["triple"])
    pairs = np.take(_tables.pair_entries(), rows["pair"], mode="clip")
    multisets = (triples + pairs) & _tables.MULTISET_BITS
    values = np.take(table[0], multisets, mode="clip")
    flushes = np.flatnonzero((triples & pairs) > _tables.MULTISET_BITS)
    values[flushes] = table[1, multisets[flushes]]
    return values
