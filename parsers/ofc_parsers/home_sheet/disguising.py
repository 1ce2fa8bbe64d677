r"""A home game's sheet written again without the names in it.

What is a name, a table or a remark is told by where the sheet is read. Of everything else only numbers, cards and
words of the format stay.

Examples
--------
>>> from ofc_analytics.formats.disguise import Disguise
>>> sheet = b"player,total,who knows\nAnna,5,Anna's mother\nBoris,-5,\n"
>>> print(disguised_sheet(sheet, Disguise("x")).decode(), end="")
player,total,…
Player 1f9de90788,5,Player 1f9de90788's …
Player 03cd43e567,-5,
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ofc_analytics.cards import parse_cards
from ofc_analytics.errors import CardError
from ofc_analytics.rules import rule_set_names
from ofc_parsers.home_sheet.headings import heading_sense, meaning_of, named_meanings
from ofc_parsers.home_sheet.roles import place_of, roles_of
from ofc_parsers.home_sheet.tallies import vocabulary as tally_words
from ofc_parsers.home_sheet.tallies.names import NOTHING, is_name
from ofc_parsers.home_sheet.tallies.vocabulary import ROW_WON, Word, has_totals, is_totals
from ofc_parsers.home_sheet.template.words import WORDS
from ofc_parsers.home_sheet.values import day, hand_number, has_time, zone
from ofc_parsers.home_sheet.values import name as name_of
from ofc_parsers.home_sheet.vocabulary import (
    CARD_FIELDS,
    CODES,
    CURRENCIES,
    FOULS,
    HEADING_WORDS,
    MARKS,
    NATURALS,
    NO,
    TOTALS,
    VARIANTS,
    YES,
    Field,
    plain,
)
from ofc_parsers.spreadsheets.disguising import GONE, open_grids, written_again
from ofc_parsers.spreadsheets.grid import Cell

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ofc_analytics.formats.disguise import Disguise
    from ofc_parsers.home_sheet.roles import Said
    from ofc_parsers.home_sheet.tallies.vocabulary import Key
    from ofc_parsers.spreadsheets.grid import Grid

__all__ = ["disguised_sheet"]

_PLAYERS: frozenset[Key] = frozenset({Field.PLAYER, Word.OTHER, Word.WINNER, Word.LOSER})
_CHOICES: frozenset[Key] = frozenset({Field.BUTTON, *ROW_WON})
_PHRASES = (
    *TOTALS,
    *VARIANTS,
    *VARIANTS.values(),
    *NATURALS,
    *tally_words.KINDS,
    *tally_words.SHEET_KINDS,
    *tally_words.NOBODY,
    *FOULS,
    *NOTHING,
    *CURRENCIES,
    *CODES,
    *YES,
    *NO,
    *MARKS,
    *rule_set_names(),
    *(word for words in WORDS.values() for word in (words.hands_sheet, words.rules_sheet, words.lists_sheet)),
    "utc gmt sheet лист vs против ofc progressive classic turbo deuce seven",
)
_WORDS = frozenset(
    {*HEADING_WORDS, *tally_words.HEADING_WORDS, *(word for text in _PHRASES for word in plain(text).split())}
)
"""Words that say something to the parser, and nothing of anybody."""

_WORD = re.compile(r"\w+")
_SHORT_NUMBER = re.compile(r"\d{1,6}(?:[^\W\d]{1,2})?")
_STEPS = re.compile(r"([>=,;])")
_LONG = re.compile(r"[^\W\d_]{3,}")
_CARD_LETTERS = 3
_MOST_DIGITS = 6
"""Of a number that is nobody's telephone or account."""
_CURRENCY_LETTERS = 20


def disguised_sheet(data: bytes, disguise: Disguise) -> bytes:
    """Write a sheet again with other names, tables, sessions, ids and days; remarks go.

    Raises
    ------
    FormatError
        If a workbook cannot be opened.
    """
    grids = open_grids(data, heading_sense)
    sheets = _Sheets(grids, disguise)
    return written_again(data, grids, sheets.told, sheets.sheet_name, disguise)


class _Sheets:
    """The sheets of one input."""

    def __init__(self, grids: Sequence[Grid], disguise: Disguise) -> None:
        self._disguise = disguise
        self._roles = roles_of(grids)
        names = [said.text for some in self._roles.values() for said in some if said.key in _PLAYERS]
        self._names = {plain(name): name_of(name) for name in names}
        self._spared: frozenset[str] = frozenset()
        self._secrets: dict[Key, Callable[[str], str]] = {
            **dict.fromkeys(_PLAYERS, self._player),
            **dict.fromkeys(_CHOICES, self._choice),
            Field.TABLE: self._table,
            Field.SESSION: self._session,
            Field.HAND: self._hand,
            Field.DATE: self._moment,
            Field.TIME: self._moment,
            Field.ZONE: self._zone,
            Field.CURRENCY: self._currency,
            Word.ID: self._entry_id,
            Word.CORRECTS: self._entry_id,
            Word.NOTE: lambda _: GONE,
        }
        for grid in grids:
            for row in grid.rows:
                for cell in row.cells:
                    self.told(cell)  # so that everybody is known when texts are searched
        self._spared = frozenset(name for name in disguise.known if _says_nothing(name))

    def told(self, cell: Cell) -> str:
        """Give the text that stands for that of a cell."""
        if cell.blank:
            return cell.text
        said = self._roles.get(place_of(cell), [])
        for one in said:
            if one.text.strip() == cell.text.strip():
                return self._of(one.key, cell)
        if cell.kind == "number":
            return self._number(cell.text)
        if said:
            return self._parts(cell.text, said)
        told = self._plain(cell.text)
        names_somebody = self._disguise.scrub(cell.text, spare=self._spared) != cell.text
        return told if names_somebody or GONE not in told else GONE

    def sheet_name(self, name: str) -> str:
        """Give a name for a sheet; none where something of it has to go."""
        told = self._plain(name)
        return "" if GONE in told else told

    def _of(self, key: Key, cell: Cell) -> str:
        if (secret := self._secrets.get(key)) is not None:
            return secret(cell.text)
        if cell.kind == "number":
            return cell.text
        return self._plain(cell.text, letters=_CARD_LETTERS if key in CARD_FIELDS else 1)

    def _table(self, text: str) -> str:
        return self._disguise.label("Table", text)

    def _session(self, text: str) -> str:
        return self._day(text) or self._disguise.session(text)

    def _day(self, text: str) -> str | None:
        """A day that is moved, in a spelling that is not looked for in running text; None for all else."""
        if self._disguise.dates(text) != text or has_time(text):
            return None
        try:
            return self._disguise.moment(day(text)).isoformat()
        except (ValueError, OverflowError):
            return None

    def _entry_id(self, text: str) -> str:
        return text.replace(text.strip(), self._disguise.identifier(text.strip()), 1)

    def _moment(self, text: str) -> str:
        moved = self._day(text) or self._disguise.dates(text)
        return self._plain(text) if _LONG.search(moved) else moved

    def _zone(self, text: str) -> str:
        try:
            zone(text)
        except ValueError:
            return self._plain(text)
        return text

    def _currency(self, text: str) -> str:
        known = len(text) <= _CURRENCY_LETTERS and plain(text) not in self._names
        return text if known else self._plain(text)

    def _player(self, text: str) -> str:
        if plain(text) in TOTALS:
            return text
        return self._plain(text) if is_totals(text) else self._disguise.label("Player", name_of(text))

    def _choice(self, text: str) -> str:
        """Rewrite what names one or several players, or is a mark, a seat or points."""
        if text.strip().casefold() in MARKS | NO:
            return text
        if (name := self._names.get(plain(text))) and plain(text):
            return self._disguise.label("Player", name)
        return "".join(map(self._chosen, _STEPS.split(text)))

    def _chosen(self, text: str) -> str:
        word = text.strip()
        name = self._names.get(plain(word)) if plain(word) else None
        if name is None:
            if not any(map(str.isalpha, word)) or plain(word) in tally_words.NOBODY:
                return text
            name = name_of(word)
        return text.replace(word, self._disguise.label("Player", name), 1)

    def _hand(self, text: str) -> str:
        name, number = hand_number(text)
        if has_totals(text):
            return self._plain(text)
        if number is not None:
            return text if self._plain(text) == text else str(number)
        told = f"{self._disguise.identifier(name)}x"  # the letter keeps it from being read as a number
        return self._disguise.remember(name, told) if name != self._disguise.identifier(name) else text

    def _number(self, text: str) -> str:
        return text if not text.isdecimal() or len(text) <= _MOST_DIGITS else self._disguise.identifier(text)

    def _parts(self, text: str, said: Sequence[Said]) -> str:
        """Rewrite a text of which parts are known, such as ``Anna top``, ``Anna – Boris`` or ``table: Friday``."""
        one, *others = said
        places = [found.start() for found in re.finditer(re.escape(one.text), text)]
        if not one.text.strip() or not places:
            return self._parts(text, others) if others else self._plain(text)
        told = self._of(one.key, _cell(one.text))
        end = len(one.text)
        fitting = (at for at in places if _names(f"{text[:at]}{told}{text[at + end :]}", told))
        at = next(fitting, places[0])
        before, after = text[:at], text[at + end :]
        if others:
            return self._parts(before, others) + told + self._parts(after, others)
        return self._plain(before) + told + self._plain(after)

    def _plain(self, text: str, *, letters: int = 1) -> str:
        """Keep of a text numbers, cards and known words; replace those who are known, and take out the rest."""
        moved = self._disguise.dates(text)
        if is_name(moved):
            return moved
        return self._disguise.scrub(
            moved,
            spare=self._spared,
            rest=lambda piece: _WORD.sub(lambda word: self._word(word[0], letters), piece),
        )

    def _word(self, word: str, letters: int) -> str:
        if word.isdecimal():
            return self._number(word)
        return word if len(word) <= letters or _is_known(word) or _is_card(word) else GONE


def _is_known(text: str) -> bool:
    """Whether a text says something to the parser alone."""
    words = plain(text).split()
    return all(word in _WORDS or len(word) == 1 for word in words)


def _says_nothing(name: str) -> bool:
    """Whether a name is made of what else stands in sheets, so that it is one only where names stand."""
    return all(word.isdecimal() or _is_known(word) or _is_card(word) for word in _WORD.findall(name))


def _is_card(word: str) -> bool:
    """Whether a word is a card, the heading of one, or a short number with a unit."""
    if _SHORT_NUMBER.fullmatch(word) or meaning_of(word) is not None:
        return True
    try:
        return len(parse_cards(word)) > 0
    except CardError:
        return False


def _names(heading: str, name: str) -> bool:
    return any(said.name == name for said in named_meanings(heading))


def _cell(text: str) -> Cell:
    return Cell(text, 1, 0)
