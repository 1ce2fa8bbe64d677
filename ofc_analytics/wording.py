"""Words that every room shares, and texts from outside made fit to be shown."""

from __future__ import annotations

import unicodedata
from difflib import SequenceMatcher
from types import MappingProxyType
from typing import TYPE_CHECKING, NoReturn, TypeVar

from ofc_analytics.errors import LookupFailedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["CHAIN_BROKEN", "by_language", "capitalised", "counted", "nearest_first", "shown"]

CHAIN_BROKEN = "hands that may belong to its Fantasyland chain are missing, so its money is not known"
"""Of a hand that pays a chain; what is claimed of its money cannot be checked."""

_Code = TypeVar("_Code", bound=str)
_Words = TypeVar("_Words")

_LONGEST = 60
_STEERING = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
_JOINERS = "\u200c\u200d"  # Persian words and emoji are written with them
_ARABIC_SIGNS = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u0890\u0891\u08e2"  # of category Cf, but seen
_NONCHARACTERS = (range(0xFDD0, 0xFDF0), range(0xFFFE, 0x110000, 0x10000), range(0xFFFF, 0x110000, 0x10000))


class _ByLanguage(dict[_Code, _Words]):
    def __missing__(self, language: object) -> NoReturn:
        raise LookupFailedError(f"language: there is no {language!r}; expected {' or '.join(self)}")


def by_language(words: Mapping[_Code, _Words]) -> Mapping[_Code, _Words]:
    """Words by the code of their language, not to be changed; another language is refused with those there are.

    >>> by_language({"en": "hand", "ru": "раздача"})["de"]
    Traceback (most recent call last):
    ...
    ofc_analytics.errors.LookupFailedError: language: there is no 'de'; expected en or ru
    """
    return MappingProxyType(_ByLanguage(words))


def capitalised(text: str) -> str:
    """A text with its first letter large and all others as they are.

    >>> capitalised("the board of Anna")
    'The board of Anna'
    """
    return text[:1].upper() + text[1:]


def counted(number: int, noun: str) -> str:
    """A number of things in words.

    >>> counted(1, "hand"), counted(1200, "hand")
    ('1 hand', '1,200 hands')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def nearest_first(name: str, known: Iterable[str], *, most: int | None = None) -> str:
    """Names there are, those most like the one that is not there before the others; no more than `most`.

    >>> nearest_first("sessoin", ["room", "table", "session"])
    'session, room, table'
    >>> nearest_first("Ana", ["Boris", "Vera", "Anna"], most=2)
    'Anna, Vera, …'
    """
    likeness = SequenceMatcher(b=name.lower(), autojunk=False)

    def unlike(other: str) -> float:
        likeness.set_seq1(other.lower())
        return -likeness.ratio()

    names = sorted(known, key=unlike)
    return ", ".join(names[:most] + ["…"] * (most is not None and len(names) > most))


def shown(text: str, longest: int = _LONGEST) -> str:
    r"""The text on one line, without characters that reverse it or are none, cut where it is too long.

    Letters that Python's tables do not know yet stay: Unicode adds some every year.

    >>> shown("Anna\u202e\n"), shown("x" * 100, 5)
    ('Anna\ufffd\ufffd', 'xxxx…')
    """
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    if cut.isprintable():
        return cut
    return "".join("\ufffd" if _steers(sign) else sign for sign in cut)


def _steers(sign: str) -> bool:
    return any(ord(sign) in codes for codes in _NONCHARACTERS) or (
        unicodedata.category(sign) in _STEERING and sign not in _JOINERS + _ARABIC_SIGNS
    )
