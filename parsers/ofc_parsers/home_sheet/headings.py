"""What a heading says: a field, which card of a row, and perhaps whose column it is.

Examples
--------
>>> meaning_of("Top 2"), meaning_of("Н5").card, meaning_of("weather")
(Meaning(field=<Field.TOP: 'top'>, card=2, word='top'), 5, None)
>>> [(said.name, said.meaning.field.value) for said in named_meanings("верх (Анна)")]
[('Анна', 'top')]
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from ofc_parsers.home_sheet.vocabulary import ROW_FIELDS, ROW_LETTERS, Field, field_of, plain

__all__ = ["Meaning", "NamedMeaning", "heading_sense", "meaning_of", "named_meanings"]

_MANY = 2**14
_CARD = re.compile(r"(.*?)(?: card| карта)? ?([1-9])")
_BETWEEN = re.compile(r"[\s:;,|/_.–—-]+")
_BRACKETED = re.compile(r"([^()\[\]]+)[(\[]([^()\[\]]+)[)\]]")
_EDGES = " \t\n:;,|/_.–—-"
_POSSESSIVE = re.compile(r"['’]s$")
_DELIMITERS = ";\t,"


@dataclass(frozen=True, slots=True)
class Meaning:
    """A field, and the number of the card in its row where a heading names one; `word` is its own word for that."""

    field: Field
    card: int | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class NamedMeaning:
    """A meaning with the player whose column it is."""

    name: str
    meaning: Meaning


@lru_cache(_MANY)
def meaning_of(heading: str) -> Meaning | None:
    """Field that a heading names, and the card where it is one of a row's: ``top 2``, ``T2``, ``В2``."""
    word = plain(heading)
    if (known := field_of(word)) is not None:
        return Meaning(known, word=word)
    numbered = _CARD.fullmatch(word)
    if numbered is None:
        return None
    row = ROW_LETTERS.get(numbered[1]) or field_of(numbered[1])
    return Meaning(row, int(numbered[2]), numbered[1]) if row in ROW_FIELDS else None


def named_meanings(heading: str) -> list[NamedMeaning]:
    """Readings of a heading as a player's name and a field, in either order; two where both are possible.

    >>> [(said.name, said.meaning.field.value) for said in named_meanings("Anna-Maria: top row")]
    [('Anna-Maria', 'top')]
    >>> [(said.name, said.meaning.field.value) for said in named_meanings("Bot top")]
    [('Bot', 'top'), ('top', 'bottom')]
    """
    if bracketed := _BRACKETED.fullmatch(heading.strip()):
        halves = [(bracketed[2], bracketed[1]), (bracketed[1], bracketed[2])]
        found = [_named(name, said) for name, said in halves]
    elif meaning_of(heading) is not None:
        return []  # "top 2" is a card and no player
    else:
        text = heading.strip()
        cuts = [(text[: cut.start()], text[cut.end() :]) for cut in _BETWEEN.finditer(text)]
        last = (_named(name, said) for name, said in cuts)
        first = (_named(name, said) for said, name in reversed(cuts))
        found = [next(filter(None, last), None), next(filter(None, first), None)]
    return [said for said in found if said is not None]


def heading_sense(text: str) -> object | None:
    """What a heading stands for, to tell the delimiter: no name is looked for in a text that others may part."""
    if not set(text).isdisjoint(_DELIMITERS):
        return field_of(text) if text.strip(_DELIMITERS) == text else None
    return meaning_of(text) or next(iter(named_meanings(text)), None)


def _named(name: str, said: str) -> NamedMeaning | None:
    name = _POSSESSIVE.sub("", unicodedata.normalize("NFC", name.strip(_EDGES)))
    meaning = meaning_of(said)
    return NamedMeaning(name, meaning) if name and meaning is not None else None
