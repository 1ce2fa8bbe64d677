"""Values of single rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.evaluation import _tables
from ofc_analytics.evaluation._jokers import complete_five, complete_top
from ofc_analytics.evaluation._kernel import checked_codes, five_values, joker_rows, top_values

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ofc_analytics.evaluation._tables import Wheel

__all__ = ["evaluate_five", "evaluate_low", "evaluate_top", "row_class"]


def evaluate_top(cards: ArrayLike) -> NDArray[np.int32]:
    """Value three-card rows: high card, pair or three of a kind.

    Parameters
    ----------
    cards
        Codes, shape (n, 3). A joker takes the highest value.

    Returns
    -------
    numpy.ndarray
        Values, int32, shape (n,), on the scale of `evaluate_five`; a missing kicker is lower than any card.

    Raises
    ------
    CardError
        If a code is no card, or a row holds more than two jokers.

    Examples
    --------
    >>> from ofc_analytics.cards import parse_column
    >>> from ofc_analytics.evaluation import describe
    >>> [describe(value) for value in evaluate_top(parse_column(["Qc Qd 7s", "Kd X1 2c"], size=3))]
    ['pair of queens', 'pair of kings']
    """
    codes = checked_codes(cards, 3)
    rows = joker_rows(codes)
    if len(rows):
        completed = codes[rows]
        complete_top(completed)
        codes = codes.copy()
        codes[rows] = completed
    return top_values(codes)


def evaluate_five(
    cards: ArrayLike, *, wheel: Wheel = "lowest", five_of_a_kind: bool = False
) -> NDArray[np.int32]:
    """Value five-card rows.

    Parameters
    ----------
    cards
        Codes, shape (n, 5). A joker takes the highest value.
    wheel
        Whether A-2-3-4-5 is the lowest straight or the second highest, between the ace-high and the
        king-high one.
    five_of_a_kind
        Whether a joker may be a fifth card of a rank.

    Returns
    -------
    numpy.ndarray
        Values, int32, shape (n,): the category in bits 20 to 23, then five ranks of four bits, those of the
        largest groups first, 2 to ace as 1 to 13 and 0 for none. A straight has its highest rank alone.

    Raises
    ------
    CardError
        If a code is no card, or a row holds more than two jokers.

    Examples
    --------
    >>> from ofc_analytics.cards import parse_column
    >>> from ofc_analytics.evaluation import describe
    >>> [describe(value) for value in evaluate_five(parse_column(["KcKd5h5s2c", "2s3s4s5sX"], size=5))]
    ['two pair, kings and fives', 'six-high straight flush']
    """
    return _evaluate_five(cards, _tables.high_values(wheel), five_of_a_kind=five_of_a_kind)


def evaluate_low(cards: ArrayLike) -> NDArray[np.int32]:
    """Value five-card rows as deuce-to-seven lows, ten-low or better; a higher value is a better low.

    Parameters
    ----------
    cards
        Codes, shape (n, 5). A joker takes the lowest low.

    Returns
    -------
    numpy.ndarray
        Values, int32, shape (n,): category 13 for 7-5-4-3-2 and 12 for any other low, then the ranks from
        the highest down, ace to 2 as 0 to 12. A row that is no low has the negated value of `evaluate_five`,
        with the ace always high.

    Raises
    ------
    CardError
        If a code is no card, or a row holds more than two jokers.

    Examples
    --------
    >>> from ofc_analytics.cards import parse_column
    >>> from ofc_analytics.evaluation import describe
    >>> [describe(value) for value in evaluate_low(parse_column(["9c7d5h4s2c", "7c5d4h3sX", "AcAd4h3s2c"], size=5))]
    ['nine-low (9-7-5-4-2)', '7-5-4-3-2', 'pair of aces']
    """
    return _evaluate_five(cards, _tables.low_values(), five_of_a_kind=False)


def row_class(values: NDArray[np.int32]) -> NDArray[np.int32]:
    """Category and first rank of values, ``category * 16 + rank``; 0 for a row that is no low.

    Tables of royalties and Fantasyland cards are indexed by it.

    Parameters
    ----------
    values
        int32, any shape.

    Returns
    -------
    numpy.ndarray
        int32, 0 to 255, of the same shape.
    """
    classes: NDArray[np.int32] = np.maximum(values >> 16, 0)
    return classes


def _evaluate_five(cards: ArrayLike, table: NDArray[np.int32], *, five_of_a_kind: bool) -> NDArray[np.int32]:
    codes = checked_codes(cards, 5)
    rows = joker_rows(codes)
    if len(rows):
        completed = codes[rows]
        complete_five(completed, slice(5), table, five_of_a_kind=five_of_a_kind)
        codes = codes.copy()
        codes[rows] = completed
    return five_values(codes, table)
