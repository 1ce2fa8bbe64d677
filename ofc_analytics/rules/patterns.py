"""What the keys of royalty and Fantasyland tables mean, and the tables made from them.

A pattern names one or more classes of hand. A row's class is ``category * 16 + r1`` as in
`ofc_analytics.evaluation`: r1 counts ranks from 1 (deuce) to 13 (ace); lows count downwards from 13.

==========================  ====================================================================
``66``, ``QQ``              a pair of that rank
``222``, ``AAA``            three of that rank; ``4444`` four, ``55555`` five
``pair``, ``straight`` …    a whole category, by its name in `PATTERN_NAMES`
``nine-low``                a nine-low in a deuce-to-seven middle (``seven-low`` to ``ten-low``)
``7-5-4-3-2``               the best low
``QQ+``                     this or anything better
==========================  ====================================================================

Where several keys of a table fit a hand, a key without ``+`` beats one with it, and then the narrower
one wins: ``royal flush`` beats ``straight flush``, ``KK+`` beats ``QQ+``.

Examples
--------
>>> bool(pattern_classes("QQ+")[1 * 16 + 12])  # kings
True
>>> int(compile_table({"QQ+": 14, "AA": 16})[1 * 16 + 13])  # aces
16
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal

import numpy as np

from ofc_analytics.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

__all__ = [
    "CLASSES",
    "PATTERN_NAMES",
    "RowKind",
    "compile_table",
    "impossible_patterns",
    "pattern_classes",
    "table_holes",
]

CLASSES = 256
RowKind = Literal["top", "five", "low"]
"""What a row can hold: three cards, five cards, or a deuce-to-seven low."""

_RANKS = "23456789TJQKA"
_CATEGORIES = {
    "high card": 0,
    "pair": 1,
    "two pair": 2,
    "three of a kind": 3,
    "straight": 4,
    "flush": 5,
    "full house": 6,
    "four of a kind": 7,
    "straight flush": 8,
    "five of a kind": 10,
}
_OF_A_RANK = {1: 2, 3: 3, 7: 4, 10: 5}  # category -> how often its rank is written in a pattern
_LOWS = {"ten-low": 4, "nine-low": 5, "eight-low": 6, "seven-low": 7}
_LOW, _BEST_LOW = 12, 13
_LAST_HIGH, _LAST_LOW = 10 * 16 + 15, 13 * 16 + 15


def _spans() -> dict[str, tuple[int, int]]:
    """Every pattern without a plus, with its first and last class."""
    spans = {name: (category * 16 + 1, category * 16 + 13) for name, category in _CATEGORIES.items()}
    spans["royal flush"] = (8 * 16 + 13, 8 * 16 + 13)
    for category, times in _OF_A_RANK.items():
        for r1, rank in enumerate(_RANKS, start=1):
            spans[rank * times] = (category * 16 + r1, category * 16 + r1)
    for name, r1 in _LOWS.items():
        spans[name] = (_LOW * 16 + r1, _LOW * 16 + r1)
    spans["seven-low"] = (_LOW * 16 + _LOWS["seven-low"], _LAST_LOW)
    spans["7-5-4-3-2"] = (_BEST_LOW * 16, _LAST_LOW)
    return spans


_SPANS = _spans()
PATTERN_NAMES = (*_CATEGORIES, "royal flush", *_LOWS, "7-5-4-3-2")
"""The patterns that are words; those written as repeated ranks come beside them."""


def _span(text: str) -> tuple[int, int]:
    first, last = _SPANS.get(text.removesuffix("+"), (-1, -1))
    if first < 0:
        raise RulesError(f"{text!r} is no pattern{_nearest(text)}")
    if text.endswith("+"):
        last = _LAST_LOW if first >= _LOW * 16 else _LAST_HIGH
    return first, last


def _nearest(text: str) -> str:
    matches = get_close_matches(text.lower().removesuffix("+"), PATTERN_NAMES, n=2, cutoff=0.5)
    example = "a rank written two to five times such as QQ or 222, or a name such as 'full house'; either may end in +"
    return f"; did you mean {' or '.join(map(repr, matches))}?" if matches else f"; expected {example}"


def pattern_classes(text: str) -> NDArray[np.bool_]:
    """Classes of hand that a pattern covers.

    Returns
    -------
    numpy.ndarray
        Shape (256,), dtype bool, indexed by ``category * 16 + r1``.

    Raises
    ------
    RulesError
        If `text` is no pattern.

    Examples
    --------
    >>> [int(index) for index in pattern_classes("KK").nonzero()[0]]
    [28]
    >>> pattern_classes("quads")
    Traceback (most recent call last):
    ...
    ofc_analytics.errors.RulesError: 'quads' is no pattern; expected a rank written two to five times such as QQ or 222, or a name such as 'full house'; either may end in +
    """
    first, last = _span(text)
    classes = np.zeros(CLASSES, dtype=np.bool_)
    classes[first : last + 1] = True
    return classes


def compile_table(table: Mapping[str, int]) -> NDArray[np.int32]:
    """Lay a table of patterns out over all classes of hand; 0 where no pattern fits.

    Returns
    -------
    numpy.ndarray
        Shape (256,), dtype int32, indexed by ``category * 16 + r1``.

    Raises
    ------
    RulesError
        If a key is no pattern.
    """
    compiled = np.zeros(CLASSES, dtype=np.int32)
    spans = [(not text.endswith("+"), *_span(text), value) for text, value in table.items()]
    # Written from the widest to the narrowest, so that the narrowest is what stays.
    for _, first, last, value in sorted(spans, key=lambda span: (span[0], span[1] - span[2])):
        compiled[first : last + 1] = value
    return compiled


def _steps(row: RowKind) -> Iterator[tuple[str, int]]:
    """Pairs of a pattern and its class, for every class a row can hold, from the lowest upwards."""
    if row == "low":
        yield from ((name, _LOW * 16 + r1) for name, r1 in _LOWS.items())
        yield "7-5-4-3-2", _BEST_LOW * 16
        return
    for name, category in _CATEGORIES.items():
        if row == "top" and name not in {"high card", "pair", "three of a kind"}:
            continue
        for r1, rank in enumerate(_RANKS, start=1):
            text = rank * _OF_A_RANK[category] if category in _OF_A_RANK else name
            yield ("royal flush" if (category, r1) == (8, 13) else text), category * 16 + r1


def impossible_patterns(table: Mapping[str, object], row: RowKind) -> tuple[str, ...]:
    """Keys of a table that a row can never hold, such as a straight on top.

    >>> impossible_patterns({"QQ+": 14, "straight": 2}, "top")
    ('straight',)
    """
    possible = [index for _, index in _steps(row)]
    return tuple(text for text in table if not pattern_classes(text)[possible].any())


def table_holes(table: Mapping[str, object], row: RowKind) -> tuple[str, ...]:
    """Patterns a table leaves out although it has worse and better ones.

    Within a category that is listed by rank, ending before the aces is a hole as well.

    >>> table_holes({"QQ": 7, "AA": 9}, "top")
    ('KK',)
    >>> table_holes({"straight": 2, "full house": 6}, "five")
    ('flush',)
    """
    steps = list(_steps(row))
    covered = np.zeros(CLASSES, dtype=np.bool_)
    for text in table:
        covered |= pattern_classes(text)
    given = [index for _, index in steps if covered[index]]
    if not given:
        return ()
    last = given[-1] | 15 if row != "low" else _LAST_LOW
    missing = [(text, index) for text, index in steps if given[0] < index <= last and not covered[index]]
    whole = {c for c in _CATEGORIES.values() if sum(index >> 4 == c for _, index in missing) == len(_RANKS)}
    names = {category: name for name, category in _CATEGORIES.items()}
    return tuple(dict.fromkeys(names[index >> 4] if index >> 4 in whole else text for text, index in missing))
