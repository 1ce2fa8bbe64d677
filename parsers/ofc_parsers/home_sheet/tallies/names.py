"""Names of combinations, English and Russian, and the classes of hand that each may be.

A class is ``category * 16 + r1`` as in `ofc_analytics.rules.patterns`. A name that leaves the rank open stands for several.

Examples
--------
>>> [classes("пара дам").nonzero()[0].tolist(), classes("QQ").nonzero()[0].tolist()]
[[27], [27]]
>>> is_name("Фулл-хаус"), is_name("A high"), is_name("2s Qd Jd")
(True, True, False)
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.errors import RulesError
from ofc_analytics.rules import pattern_classes
from ofc_analytics.rules.patterns import CLASSES
from ofc_parsers.home_sheet.vocabulary import FOULS, plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["EXAMPLES", "NOTHING", "classes", "is_name"]

EXAMPLES = "a name such as QQ, AAA, two pair, straight, full house, A high or foul; nothing for no royalty"

_NOTHING_WORDS = "nothing, none, no royalty, 0, ничего, ничего нет, мусор, пусто, без роялти, без комбинации, нет комбинации, ноль, зеро"
NOTHING = frozenset(_NOTHING_WORDS.split(", "))
"""Names of a row that brings no royalty, whatever it is."""

_LONGEST = 60  # characters of a name
_HIGH, _PAIR, _TWO_PAIR, _THREE, _STRAIGHT, _FLUSH, _FULL, _FOUR, _STRAIGHT_FLUSH, _, _FIVE = range(11)
_ACE = 13
_CATEGORY_WORDS: dict[int, str] = {
    _HIGH: "high card, старшая карта, старшая, старший",
    _PAIR: "pair, one pair, пара, пару",
    _TWO_PAIR: "two pair, two pairs, 2 pair, 2 pairs, double pair, две пары, 2 пары, двойная пара, дабл пара, дабл",
    _THREE: "three of a kind, 3 of a kind, trips, set, трипс, сет, тройка",
    _STRAIGHT: "straight, стрит",
    _FLUSH: "flush, флеш, флэш",
    _FULL: "full house, full, boat, house, фулл хаус, фул хаус, фуллхаус, фулхаус, фулл, фул",
    _FOUR: "four of a kind, 4 of a kind, quads, каре, карэ, квадс",
    _STRAIGHT_FLUSH: "straight flush, стрит флеш, стрит флэш, стритфлеш",
    _FIVE: "five of a kind, 5 of a kind, покер",
}
_CATEGORIES = {word: category for category, words in _CATEGORY_WORDS.items() for word in words.split(", ")}
_ROYAL = frozenset(
    "royal flush, royal, роял флеш, роял флэш, флеш рояль, флэш рояль, рояль, роял".split(", ")  # noqa: SIM905 - a line, not eight
)
_HIGHS = frozenset({"high", "хай"})
_WHOLE: dict[str, tuple[int, int | None]] = {
    **dict.fromkeys(_ROYAL, (_STRAIGHT_FLUSH, _ACE)),
    **dict.fromkeys(_HIGHS, (_HIGH, None)),
}
"""What a text means that is one of these words and nothing else."""
_FILLERS = frozenset("of the over and to up with от до с и на из по".split())  # noqa: SIM905 - a line, not sixteen
_RANK_WORDS = (
    "two twos deuce deuces двойка двойки двоек двойках",
    "three threes trey treys тройки троек тройках",
    "four fours четверка четверки четверок четверках",
    "five fives пятерка пятерки пятерок пятерках",
    "six sixes шестерка шестерки шестерок шестерках",
    "seven sevens семерка семерки семерок семерках",
    "eight eights восьмерка восьмерки восьмерок восьмерках",
    "nine nines девятка девятки девяток девятках",
    "ten tens десятка десятки десяток десятках",
    "jack jacks валет валеты вальты валетов вальтов валетах вальтах",
    "queen queens дама дамы дам дамах",
    "king kings король короли королей короля королях",
    "ace aces туз тузы тузов туза тузах",
)
_LATIN, _CYRILLIC = "23456789tjqka", "23456789 вдкт"
_RANKS = (
    {word: rank for rank, words in enumerate(_RANK_WORDS, start=1) for word in words.split()}
    | {letter: rank for rank, letter in enumerate(_CYRILLIC, start=1) if letter != " "}
    | {letter: rank for rank, letter in enumerate(_LATIN, start=1)}
    | {"10": 9, "10s": 9, "а": _ACE}
)
_MANY = {"three": _THREE, "four": _FOUR, "five": _FIVE, "три": _THREE, "четыре": _FOUR, "пять": _FIVE}
_LETTERS = re.compile(r"(?:10|[2-9tjqka]){2,5}|(?:10|[2-9вдкта]){2,5}")
_UNSAID = re.compile(r"[x*_х]+$")  # cards that do not matter, as in QQx
_OF_COUNTS = {
    (2,): _PAIR,
    (2, 1): _PAIR,
    (2, 1, 1, 1): _PAIR,
    (1, 1, 1): _HIGH,
    (2, 2): _TWO_PAIR,
    (2, 2, 1): _TWO_PAIR,
    (3,): _THREE,
    (3, 1, 1): _THREE,
    (3, 2): _FULL,
    (4,): _FOUR,
    (4, 1): _FOUR,
    (5,): _FIVE,
}


def is_name(text: str) -> bool:
    """Whether a text names a combination, or a foul."""
    if plain(text) in FOULS | NOTHING:
        return True
    try:
        classes(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4096)
def classes(text: str) -> NDArray[np.bool_]:
    """Classes of hand that a name may mean.

    Returns
    -------
    numpy.ndarray
        Shape (256,), bool, indexed by ``category * 16 + r1``; read-only.

    Raises
    ------
    ValueError
        If the text is no name of a combination, or names two of them.
    """
    if len(text) > _LONGEST:
        raise ValueError(f"{text!r} is too long for a name")
    found = _low(text)
    if found is None:
        category, rank = _read(text)
        found = np.zeros(CLASSES, dtype=np.bool_)
        if (category, rank) == (_STRAIGHT_FLUSH, _ACE):
            found[category * 16 + _ACE] = True
        elif category in {_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH}:  # the rank, where it is said, decides nothing
            found[category * 16 + 1 : category * 16 + _ACE + (category != _STRAIGHT_FLUSH)] = True
        elif rank is None:
            found[category * 16 + 1 : category * 16 + _ACE + 1] = True
        else:
            found[category * 16 + rank] = True
    found.flags.writeable = False
    return found


def _low(text: str) -> NDArray[np.bool_] | None:
    """Classes of a low, by the patterns that rule sets have for it."""
    word = text.strip().casefold()
    try:
        return pattern_classes(word) if word.endswith("-low") or word == "7-5-4-3-2" else None
    except RulesError:
        return None


def _read(text: str) -> tuple[int, int | None]:
    """Category and first rank, None where it is not said."""
    words = plain(text)
    if words in _WHOLE:
        return _WHOLE[words]
    compact = _UNSAID.sub("", words.replace(" ", ""))
    if _LETTERS.fullmatch(compact):
        return _of_letters(text, compact)
    parts = words.split(" ")
    for size in range(min(4, len(parts)), 0, -1):
        for start in range(len(parts) - size + 1):
            category = _CATEGORIES.get(" ".join(parts[start : start + size]))
            if category is not None:
                return _with_rank(text, category, [*parts[:start], *parts[start + size :]])
    rank = _RANKS.get(parts[-1])
    if len(parts) == 2 and rank is not None and parts[0] in _MANY:
        return _MANY[parts[0]], rank
    if len(parts) == 2 and parts[1] in _HIGHS and parts[0] in _RANKS:
        return _HIGH, _RANKS[parts[0]]
    if len(parts) > 1 or rank is None or len(words) < 3 or words == "тройки":
        raise ValueError(f"{text!r} is no name of a combination")
    return _PAIR, rank


def _with_rank(text: str, category: int, rest: list[str]) -> tuple[int, int | None]:
    said = [word for word in rest if word not in _FILLERS | _HIGHS]
    ranks = [rank for word in said if (rank := _rank(word)) is not None]
    if len(ranks) < len(said) or len(ranks) > 2:
        raise ValueError(f"{text!r} is no name of a combination")
    if category == _TWO_PAIR and ranks:
        return category, max(ranks)
    return category, ranks[0] if ranks else None


def _rank(word: str) -> int | None:
    """Rank that a word tells: its name, or its letter, once or as often as it lies there, or as in ``5s``."""
    letter = word[:1] if len({*word}) == 1 else word.removesuffix("s")
    return _RANKS.get(word, _RANKS.get(letter))


def _of_letters(text: str, letters: str) -> tuple[int, int]:
    ranks = Counter(_RANKS[letter] for letter in re.findall("10|.", letters))
    counts = tuple(sorted(ranks.values(), reverse=True))
    if counts not in _OF_COUNTS:
        raise ValueError(f"{text!r} is no combination that its ranks alone tell")
    most = max(ranks.values())
    return _OF_COUNTS[counts], max(rank for rank, count in ranks.items() if count == most)
