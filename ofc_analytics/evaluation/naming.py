"""Values in words."""

from __future__ import annotations

from ofc_analytics.cards import RANK_NAMES, RANKS

__all__ = ["CATEGORIES", "category", "describe", "kickers"]

_HIGH = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
_LOWS = ("ten-low", "nine-low", "eight-low", "seven-low")

CATEGORIES = (*_HIGH, "royal flush", "five of a kind", *_LOWS)
"""Every name `category` gives, weakest first; the lows apart, from the highest to the lowest."""

_STRAIGHT_FLUSH, _FIVE_OF_A_KIND, _LOW, _BEST_LOW = 8, 10, 12, 13
_ACE = 13
_TEN_LOW = 4  # the first rank of a ten-low, which counts down from the ace


def category(value: int) -> str:
    """Name the category of a value, one of `CATEGORIES`; of a row that is no low, its ordinary category.

    Examples
    --------
    >>> category(1 << 20 | 11 << 16), category(8 << 20 | 13 << 16)
    ('pair', 'royal flush')
    """
    number, first, *_ = _digits(value)
    if number >= _LOW:
        return _LOWS[first - _TEN_LOW]
    if number == _FIVE_OF_A_KIND:
        return "five of a kind"
    return "royal flush" if number == _STRAIGHT_FLUSH and first == _ACE else _HIGH[number]


def describe(value: int) -> str:
    """Say what a row is worth as people say it at a table.

    Examples
    --------
    >>> describe(6 << 20 | 12 << 16 | 2 << 12)
    'full house, kings over threes'
    >>> describe(4 << 20 | 4 << 16)
    'five-high straight'
    """
    number, *ranks = _digits(value)
    if number == _BEST_LOW:
        return "7-5-4-3-2"
    if number == _LOW:
        cards = "-".join(RANKS[_ACE - 1 - rank].replace("T", "10") for rank in ranks)
        return f"{category(value)} ({cards})"
    first, second = (RANK_NAMES[rank - 1] for rank in ranks[:2])
    if number in {4, 8} and ranks[1]:
        first = "five"  # the wheel where it is the second-highest straight
    return {
        0: f"{first} high",
        1: f"pair of {_plural(first)}",
        2: f"two pair, {_plural(first)} and {_plural(second)}",
        3: f"three {_plural(first)}",
        4: f"{first}-high straight",
        5: f"{first}-high flush",
        6: f"full house, {_plural(first)} over {_plural(second)}",
        7: f"four {_plural(first)}",
        8: "royal flush" if category(value) == "royal flush" else f"{first}-high straight flush",
        10: f"five {_plural(first)}",
    }[number]


def kickers(value: int) -> str:
    """Write the ranks that decide between rows of one description, the most telling first.

    Examples
    --------
    >>> kickers(0 << 20 | 11 << 16 | 8 << 12 | 3 << 8)
    'Q-9-4'
    """
    _, *ranks = _digits(value)
    return "-".join(RANKS[rank - 1] for rank in ranks if rank)


def _digits(value: int) -> tuple[int, ...]:
    """Category and five ranks."""
    magnitude = abs(int(value))
    return magnitude >> 20, *(magnitude >> shift & 15 for shift in range(16, -1, -4))


def _plural(name: str) -> str:
    return name + ("es" if name == "six" else "s")
