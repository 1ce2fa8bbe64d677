"""Other names, ids and dates for those that are somebody's own, always the same ones under one salt.

Examples
--------
>>> disguise = Disguise("night")
>>> disguise.label("Player", "Anna") == disguise.label("Player", "Anna")
True
>>> disguise.scrub("Anna wins") == disguise.label("Player", "Anna") + " wins"
True
>>> len(disguise.number(1000001)), disguise.identifier("251208081611-300001").count("-")
(7, 1)
"""

from __future__ import annotations

import hashlib
import hmac
import re
from datetime import date, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from ofc_analytics.money import DASHES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from datetime import datetime

Day = TypeVar("Day", "date", "datetime")

__all__ = ["Disguise", "is_telling"]

_HEX_DIGITS = (
    10  # two of a million names are alike once in two salts; of ten thousand, once in twenty thousand
)
_ROUNDS = 8
_DAYS = range(400, 4000)
_DIGITS = re.compile(r"\d+")
_TOKEN = re.compile(r"\w+|[^\w\s]")
_MARK = f"[{re.escape(DASHES)}/.]"
_DATE = re.compile(
    rf"(?<!\d)(?:(?P<y>\d{{4}})(?P<mark>{_MARK})(?P<m>\d{{1,2}})(?P=mark)(?P<d>\d{{1,2}})"
    r"|(?P<d2>\d{1,2})\.(?P<m2>\d{1,2})\.(?P<y2>\d{4}))(?!\d)"
)
_DAYS_A_YEAR = 365
_KINDS = frozenset({"Player", "Table", "Session", "Club", "Room"})
"""Names that say no more than what stands for them."""
_FEWEST_DIGITS = 5
"""Shorter numbers are not looked for in running text: they are points, seats and hands as well as ids."""


class Disguise:
    """What stands for what; nobody who lacks the salt can find the way back, or check a guess.

    Parameters
    ----------
    salt
        Any text; the same one gives the same replacements everywhere.
    """

    def __init__(self, salt: str) -> None:
        self._salt = salt.encode(errors="surrogateescape")
        self._known: dict[str, str] = {}
        self._given: set[str] = set()
        self._openings: dict[str, list[str]] = {}
        self._hashes: dict[tuple[str, str], str] = {}
        self._shift = timedelta(days=_DAYS[int(self._hash("days", ""), 16) % len(_DAYS)])

    @property
    def known(self) -> Mapping[str, str]:
        """Everything that was replaced so far, with what stands for it."""
        return MappingProxyType(self._known)

    def shows(self, text: str) -> bool:
        """Whether a text is something that was replaced, and does not also stand for something else."""
        return text in self._known and is_telling(text) and text not in self._given

    def label(self, kind: str, text: str) -> str:
        """Give a name such as ``Player 3f9a2c81d0`` for one of that kind; blanks around it stay, and a blank text."""
        name = text.strip()
        if not name:
            return text
        label = f"{kind} {self._hash(kind, name)[:_HEX_DIGITS]}"
        if name not in _KINDS:
            self.remember(name, label)
        before, _, after = text.partition(name)
        return f"{before}{label}{after}"

    def identifier(self, text: str) -> str:
        """Give an id for an id. A number keeps its length, and a small one stays: it counts hands, and tells nothing."""
        if any(character.isalpha() for character in text):
            return self.remember(text, self._hash("id", text)[:_HEX_DIGITS])
        if not is_telling(text):
            return text
        return self.remember(text, _DIGITS.sub(lambda group: self._walked(group[0]), text))

    def number(self, digits: int) -> str:
        """Give the digits of another number of the same length, for an id that is written as a number."""
        sign = "-" if digits < 0 else ""
        return self.remember(str(digits), f"{sign}{self.identifier(str(abs(digits)))}")

    def moment(self, when: Day) -> Day:
        """Move a day or moment; all move by the same number of days, so that what lies between them stays.

        Raises
        ------
        OverflowError
            If that is before the first year.
        """
        return when - self._shift

    def dates(self, text: str) -> str:
        """Move the days that stand in a text, year first or as ``27.11.2026``, and leave the rest as it is.

        >>> moved = Disguise("night").dates("from 2026-11-27 20:15 to 28.11.2026")
        >>> "20:15" in moved, "2026" in moved
        (True, False)
        """
        return _DATE.sub(self._moved, text)

    def scrub(
        self,
        text: str,
        *,
        spare: Collection[str] = (),
        rest: Callable[[str], str] = str,
    ) -> str:
        """Replace in a running text everything that is known, the longest first.

        Parameters
        ----------
        text
            What is searched.
        spare
            Known things that stay, such as names that are also words of the format.
        rest
            What becomes of the pieces between.
        """
        parts, copied = [], 0
        for start, name in self._found(text):
            if name not in spare:
                parts += [rest(text[copied:start]), self._known[name]]
                copied = start + len(name)
        return "".join([*parts, rest(text[copied:])])

    def session(self, name: str) -> str:
        """Disguise the name of a session; one that is a day moves with the others.

        >>> Disguise("x").session("Friday").split()[0]
        'Session'
        """
        moved = self.dates(name)
        alone = not any(character.isalpha() for character in name)
        return self.remember(name, moved) if alone and moved != name else self.label("Session", name)

    def first_in(self, text: str) -> str | None:
        """Give the first thing in a running text that was replaced elsewhere."""
        return next((name for _, name in self._found(text) if name not in self._given), None)

    def remember(self, text: str, replacement: str) -> str:
        """Take down what stands for something, and give it back."""
        if text != replacement:
            if text not in self._known and (opening := _TOKEN.search(text)) and is_telling(text):
                names = self._openings.setdefault(opening[0], [])
                names.append(text)
                names.sort(key=len, reverse=True)
            self._known.setdefault(text, replacement)
            self._given.add(replacement)
        return replacement

    def _found(self, text: str) -> Iterator[tuple[int, str]]:
        """Where what is known stands in a text by itself, from left to right."""
        if self._openings.keys().isdisjoint(_TOKEN.findall(text)):
            return
        at = 0
        while token := _TOKEN.search(text, at):
            start, at = token.span()
            if start and _is_word(text[start - 1]):
                continue
            for name in self._openings.get(token[0], ()):
                end = start + len(name)
                if text.startswith(name, start) and not (end < len(text) and _is_word(text[end])):
                    yield start, name
                    at = end
                    break

    def _moved(self, found: re.Match[str]) -> str:
        names = ("y", "m", "d") if found["y"] else ("y2", "m2", "d2")
        year, month, day = (int(found[name]) for name in names)
        try:
            moved = self.moment(date(year, month, day))
            numbers = (moved.year, moved.month, moved.day)
        except OverflowError:
            return found[0]
        except ValueError:  # a day that the calendar does not have, such as the 31st of June
            numbers = (max(year - self._shift.days // _DAYS_A_YEAR, 1), month, day)
            if (month, day) == (2, 29):
                numbers = (numbers[0] - (numbers[0] % 4 == 0), month, day)
        parts = {name: f"{number:0{len(found[name])}d}" for name, number in zip(names, numbers, strict=True)}
        if found["y"]:
            return found["mark"].join(parts.values())
        return ".".join(reversed(parts.values()))

    def _hash(self, kind: str, text: str) -> str:
        if (kind, text) not in self._hashes:
            message = f"{kind}:{text}".encode(errors="surrogatepass")
            self._hashes[kind, text] = hmac.new(self._salt, message, hashlib.sha256).hexdigest()
        return self._hashes[kind, text]

    def _walked(self, digits: str) -> str:
        """Digits of the same length that begin with a zero only where these do."""
        told = self._permuted(digits)
        while told.startswith("0") != digits.startswith("0"):  # walks on to the next that is alike in this
            told = self._permuted(told)
        return told

    def _permuted(self, digits: str) -> str:
        """Digits of the same length, by a Feistel network, so that no two groups become the same."""
        if len(digits) == 1:  # nothing to mix; and one digit tells nobody apart
            return digits
        half = len(digits) // 2
        left, right = digits[:half], digits[half:]
        for turn in range(_ROUNDS):
            added = int(self._hash(f"digits {turn} {len(digits)}", right), 16)
            mixed = (int(left) + added) % 10 ** len(left)
            left, right = right, f"{mixed:0{len(left)}d}"
        return left + right


def is_telling(value: str) -> bool:
    """Whether a value that is found in a text points to somebody, and is not just a small number or a mark."""
    says = any(character.isalnum() or not character.isascii() for character in value)
    return says and (not value.isdigit() or len(value) >= _FEWEST_DIGITS)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"
