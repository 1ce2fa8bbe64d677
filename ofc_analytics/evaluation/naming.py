"""Values in words."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from ofc_analytics.cards import RANK_NAMES, RANKS
from ofc_analytics.wording import by_language

if TYPE_CHECKING:
    from collections.abc import Mapping

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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """How one language says a value: forms of the ranks, the lowest first, and phrases by category."""

    high: tuple[str, ...]
    one: tuple[str, ...]
    many: tuple[str, ...]
    listed: tuple[str, ...]
    low: str
    royal: str
    phrases: Mapping[int, str]


_PLURALS = tuple(f"{name}es" if name == "six" else f"{name}s" for name in RANK_NAMES)
_ENGLISH = _Words(
    high=tuple(f"{name} high" for name in RANK_NAMES),
    one=RANK_NAMES,
    many=_PLURALS,
    listed=_PLURALS,
    low="{category} ({cards})",
    royal="royal flush",
    phrases=MappingProxyType(
        {
            1: "pair of {firsts}",
            2: "two pair, {pair} and {other}",
            3: "three {firsts}",
            4: "{first}-high straight",
            5: "{first}-high flush",
            6: "full house, {pair} over {other}",
            7: "four {firsts}",
            8: "{first}-high straight flush",
            10: "five {firsts}",
        }
    ),
)
_RUSSIAN = _Words(
    high=(
        "старшая двойка", "старшая тройка", "старшая четвёрка", "старшая пятёрка", "старшая шестёрка", "старшая семёрка",
        "старшая восьмёрка", "старшая девятка", "старшая десятка", "старший валет", "старшая дама", "старший король",
        "старший туз",
    ),
    one=(
        "двойки", "тройки", "четвёрки", "пятёрки", "шестёрки", "семёрки", "восьмёрки", "девятки", "десятки", "валета",
        "дамы", "короля", "туза",
    ),
    many=(
        "двоек", "троек", "четвёрок", "пятёрок", "шестёрок", "семёрок", "восьмёрок", "девяток", "десяток", "валетов",
        "дам", "королей", "тузов",
    ),
    listed=(
        "двойки", "тройки", "четвёрки", "пятёрки", "шестёрки", "семёрки", "восьмёрки", "девятки", "десятки", "валеты",
        "дамы", "короли", "тузы",
    ),
    low="лоу {cards}",
    royal="роял-флеш",
    phrases=MappingProxyType(
        {
            1: "пара {firsts}",
            2: "две пары: {pair} и {other}",
            3: "сет {firsts}",
            4: "стрит до {first}",
            5: "флеш до {first}",
            6: "фулл-хаус: {pair} и {other}",
            7: "каре {firsts}",
            8: "стрит-флеш до {first}",
            10: "пять одинаковых, из {firsts}",
        }
    ),
)  # fmt: skip
_LANGUAGES = by_language({"en": _ENGLISH, "ru": _RUSSIAN})


def describe(value: int, *, language: Literal["en", "ru"] = "en") -> str:
    """Say what a row is worth as people say it at a table, in English or Russian.

    Examples
    --------
    >>> describe(6 << 20 | 12 << 16 | 2 << 12)
    'full house, kings over threes'
    >>> describe(4 << 20 | 4 << 16)
    'five-high straight'
    >>> describe(4 << 20 | 4 << 16, language="ru")
    'стрит до пятёрки'
    """
    words = _LANGUAGES[language]
    number, *ranks = _digits(value)
    if number == _BEST_LOW:
        return "7-5-4-3-2"
    if number == _LOW:
        cards = "-".join(RANKS[_ACE - 1 - rank].replace("T", "10") for rank in ranks)
        return words.low.format(category=category(value), cards=cards)
    if category(value) == "royal flush":
        return words.royal
    first, second = (rank - 1 for rank in ranks[:2])
    if number == 0:
        return words.high[first]
    if number in {4, 8} and ranks[1]:
        first = RANKS.index("5")  # the wheel where it is the second-highest straight
    return words.phrases[number].format(
        first=words.one[first],
        firsts=words.many[first],
        pair=words.listed[first],
        other=words.listed[second],
    )


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
