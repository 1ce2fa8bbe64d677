"""Values of whole boards: thirteen cards in three rows, jokers resolved, fouls told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from ofc_analytics.evaluation import _tables
from ofc_analytics.evaluation._jokers import NO_BOUND, complete_five, complete_top
from ofc_analytics.evaluation._kernel import BLOCK, board_values, checked_codes, five_values, joker_rows

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ofc_analytics.evaluation._tables import Wheel

__all__ = ["EqualRows", "Middle", "evaluate_boards", "is_foul", "resolve_jokers"]

Middle: TypeAlias = Literal["high", "deuce-to-seven"]
EqualRows: TypeAlias = Literal["legal", "foul", "foul-top-middle"]

_MIDDLE, _BOTTOM = slice(3, 8), slice(8, 13)
_LOWEST_LOW = 12 << 20


def evaluate_boards(
    cards: ArrayLike,
    *,
    wheel: Wheel = "lowest",
    middle: Middle = "high",
    five_of_a_kind: bool = False,
    equal_rows: EqualRows = "legal",
) -> NDArray[np.int32]:
    """Value the three rows of boards.

    Parameters
    ----------
    cards
        Codes, shape (n, 13): 3 top, 5 middle, 5 bottom; uint8 in C order is read without a copy. Jokers are
        resolved as by `resolve_jokers`. Whether a card lies twice is not looked at.
    wheel
        The place of A-2-3-4-5 among straights, as in `evaluate_five`.
    middle
        Whether the middle is an ordinary row or a low, valued as by `evaluate_low`.
    five_of_a_kind
        Whether a joker may be a fifth card of a rank.
    equal_rows
        Which equal rows foul; a joker keeps clear of them.

    Returns
    -------
    numpy.ndarray
        Values, int32, shape (n, 3), each column contiguous. All rows stand on one scale, so that top, middle
        and bottom compare directly; a low middle compares with other low middles alone.

    Raises
    ------
    CardError
        If a code is no card, or a board holds more than two jokers.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.evaluation import describe
    >>> board = np.frombuffer(split_board("Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d"), dtype=np.uint8)
    >>> [describe(value) for value in evaluate_boards(board[None])[0]]
    ['pair of queens', 'pair of queens', 'three kings']
    """
    codes = checked_codes(cards, 13)
    reading = _reading(wheel, middle, equal_rows, five_of_a_kind=five_of_a_kind)
    values = np.empty((3, len(codes)), dtype=np.int32)
    for start in range(0, len(codes), BLOCK):
        block = codes[start : start + BLOCK]
        rows = joker_rows(block)
        if len(rows):
            completed = block[rows]
            _complete(completed, reading)
            block = block.copy()
            block[rows] = completed
        board_values(block, reading.middle, reading.bottom, values[:, start : start + BLOCK])
    return values.T


def resolve_jokers(
    cards: ArrayLike,
    *,
    wheel: Wheel = "lowest",
    middle: Middle = "high",
    five_of_a_kind: bool = False,
    equal_rows: EqualRows = "legal",
) -> NDArray[np.uint8]:
    """Put the card that each joker stands for in its place.

    A joker is any card that is not in its own row, and takes the highest value that does not foul: the
    bottom as high as it can be, then the middle no higher than the bottom, then the top no higher than the
    middle, lower where equal rows foul. Where no card is low enough the highest value stands and the board
    fouls. In a deuce-to-seven middle it takes the lowest low, and the bottom bounds the top.

    Parameters
    ----------
    cards
        Codes, shape (n, 13).
    wheel, middle, five_of_a_kind, equal_rows
        As in `evaluate_boards`.

    Returns
    -------
    numpy.ndarray
        Codes without jokers, uint8, shape (n, 13). Of several cards of the same value one that lies nowhere
        on the board is preferred; a fifth card of a rank repeats another's code.

    Raises
    ------
    CardError
        If a code is no card, or a board holds more than two jokers.

    Examples
    --------
    >>> from ofc_analytics.cards import cards_text, split_board
    >>> board = np.frombuffer(split_board("Kc Kd X / Ac As Qh Qs 2d / 8c 8d 8h 5c 5d"), dtype=np.uint8)
    >>> cards_text(resolve_jokers(board[None])[0, :3])
    'Kc Kd Ad'
    """
    codes = checked_codes(cards, 13).copy()
    rows = joker_rows(codes)
    completed = codes[rows]
    _complete(completed, _reading(wheel, middle, equal_rows, five_of_a_kind=five_of_a_kind))
    codes[rows] = completed
    return codes


def is_foul(
    values: NDArray[np.int32], *, middle: Middle = "high", equal_rows: EqualRows = "legal"
) -> NDArray[np.bool_]:
    """Tell which boards are fouled: a row is higher than the one below it, or a low middle is no low.

    Parameters
    ----------
    values
        Values of `evaluate_boards`, shape (n, 3) or (..., 3).
    middle
        Whether the middle is an ordinary row or a low; beside a low, the top is held against the bottom.
    equal_rows
        ``legal``, ``foul`` (rows must rise strictly) or ``foul-top-middle`` (only top and middle must differ).

    Returns
    -------
    numpy.ndarray
        bool, of the shape of `values` without its last axis.
    """
    top, center, bottom = values[..., 0], values[..., 1], values[..., 2]
    top_margin, middle_margin = _margins(equal_rows)
    if middle == "deuce-to-seven":
        return (center < _LOWEST_LOW) | (top > bottom - top_margin)
    return (top > center - top_margin) | (center > bottom - middle_margin)


class _Reading(NamedTuple):
    """The tables of the rows and what bounds a joker."""

    middle: NDArray[np.int32]
    bottom: NDArray[np.int32]
    middle_is_low: bool
    top_margin: int
    middle_margin: int
    five_of_a_kind: bool


def _reading(wheel: Wheel, middle: Middle, equal_rows: EqualRows, *, five_of_a_kind: bool) -> _Reading:
    high = _tables.high_values(wheel)
    low = middle == "deuce-to-seven"
    return _Reading(_tables.low_values() if low else high, high, low, *_margins(equal_rows), five_of_a_kind)


def _margins(equal_rows: EqualRows) -> tuple[int, int]:
    """By how much top and middle must be lower than the row below them."""
    return int(equal_rows != "legal"), int(equal_rows == "foul")


def _complete(boards: NDArray[np.uint8], reading: _Reading) -> None:
    complete_five(boards, _BOTTOM, reading.bottom, five_of_a_kind=reading.five_of_a_kind)
    below = five_values(boards[:, _BOTTOM], reading.bottom)
    bound = NO_BOUND if reading.middle_is_low else below - reading.middle_margin
    complete_five(boards, _MIDDLE, reading.middle, bound, five_of_a_kind=reading.five_of_a_kind)
    if not reading.middle_is_low:
        below = five_values(boards[:, _MIDDLE], reading.middle)
    complete_top(boards, below - reading.top_margin)
