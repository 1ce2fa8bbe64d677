"""What no sheet can be made for: everything that is wrong with a night, at once."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.context import unit_in
from ofc_parsers.home_sheet.tallies.vocabulary import is_totals
from ofc_parsers.home_sheet.template.words import WORDS
from ofc_parsers.home_sheet.titles import title_of
from ofc_parsers.home_sheet.vocabulary import plain
from ofc_parsers.spreadsheets.grid import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ofc_analytics.formats import NewSheet

__all__ = ["MAX_HANDS", "night_faults"]

MAX_HANDS = 1000
"""Hands that one sheet has room for."""

_LONGEST = 60  # characters of a name
_SHOWN = 80  # characters of a text in a message


def night_faults(night: NewSheet) -> Iterator[str]:
    """Say what is wrong and what was expected, a text each; nothing for a sound night.

    >>> from ofc_analytics.formats import NewSheet
    >>> from ofc_analytics.rules import load_rules
    >>> for fault in night_faults(NewSheet(players=("Anna", "Anna"), rules=load_rules("tonybet"), unit="0")):
    ...     print(fault)
    players: 'Anna' stands 2 times; expected each name once, with a letter or number that tells two apart
    unit: '0' is not above zero; expected an amount such as 10 or 0.50
    """
    if night.language not in WORDS:
        yield f"language: there is no {_shown(night.language)}; expected {' or '.join(WORDS)}"
    yield from _player_faults(night)
    if not 1 <= night.hands <= MAX_HANDS:
        yield f"hands: {night.hands}; expected 1 to {MAX_HANDS}"
    for what, text in (("currency", night.currency), ("table", night.table)):
        if text is not None and (fault := _name_fault(text)):
            yield f"{what}: {_shown(text)} {fault}"
    if night.currency is not None and any(letter.isdecimal() for letter in night.currency):
        yield f"currency: {_shown(night.currency)} has digits; expected a code such as RUB"
    if night.unit is not None and (fault := _unit_fault(night.unit, night.currency)):
        yield f"unit: {fault}; expected an amount such as 10 or 0.50"


def _player_faults(night: NewSheet) -> Iterator[str]:
    fewest, most = night.rules.deal.players
    count = len(night.players)
    if not fewest <= count <= most:
        yield f"players: {count} of them; {night.rules.name} {night.rules.deal.seating}"
    for name, times in Counter(map(_composed, night.players)).items():
        if times > 1 and name:
            yield (
                f"players: {_shown(name)} stands {times} times; expected each name once, with a letter or number that tells "
                "two apart"
            )
    names = {plain(name) for name in night.players}
    marks = {words.mark for words in WORDS.values()}
    for name in dict.fromkeys(night.players):
        if fault := _name_fault(name):
            yield f"players: {_shown(name)} {fault}"
        elif is_totals(name, names):
            yield f"players: {_shown(name)} begins a line of totals; expected another name"
        elif title_of([Cell(name, 1, 0)]) is not None:
            yield f"players: {_shown(name)} is the title of a hand; expected another name"
        elif name.strip().casefold() in marks:
            yield f"players: {_shown(name)} is the dealer's mark; expected another name"


def _name_fault(text: str) -> str | None:
    if Cell(text, 1, 0).blank:
        return "is blank; expected a name with letters"
    if len(text) > _LONGEST:
        return f"is too long; expected at most {_LONGEST} characters"
    if any(unicodedata.category(letter) in {"Cc", "Cs", "Zl", "Zp"} for letter in text):
        return "has characters that cannot be seen; expected letters, digits and signs"
    return None


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def _unit_fault(text: str, currency: str | None) -> str | None:
    if len(text) > _LONGEST:
        return f"{_shown(text)} is too long"
    code = values.currency(currency) if currency else values.currency_beside(text)
    try:
        unit_in(text, code)
    except ValueError as error:
        return str(error)
    return None


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name.strip())
