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
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from datetime import date, datetime

Day = TypeVar("Day", "date", "datetime")

__all__ = ["Disguise", "is_telling"]

_HEX_DIGITS = (
    10  # two of a million names are alike once in two salts; of ten thousand, once in twenty thousand
)
_ROUNDS = 8
_DAYS = range(400, 4000)
_DIGITS = re.compile(r"\d+")
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
        self._salt = salt.encode()
        self._known: dict[str, str] = {}
        self._shift = timedelta(days=_DAYS[int(self._hash("days", ""), 16) % len(_DAYS)])

    @property
    def known(self) -> dict[str, str]:
        """Everything that was replaced so far, with what stands for it."""
        return dict(self._known)

    def label(self, kind: str, text: str) -> str:
        """Give a name such as ``Player 3f9a2c81d0`` for one of that kind; a blank text stays."""
        if not text.strip():
            return text
        return self._remember(text, f"{kind} {self._hash(kind, text)[:_HEX_DIGITS]}")

    def identifier(self, text: str) -> str:
        """Give an id for an id. A number keeps its length, and a small one stays: it counts hands, and tells nothing."""
        if any(character.isalpha() for character in text):
            return self._remember(text, self._hash("id", text)[:_HEX_DIGITS])
        if not is_telling(text):
            return text
        return self._remember(text, _DIGITS.sub(lambda group: self._permuted(group[0]), text))

    def number(self, digits: int) -> str:
        """Give the digits of another number of the same length, for an id that is written as a number."""
        if not is_telling(str(abs(digits))):
            return str(digits)
        told = self._permuted(str(abs(digits)))
        while told.startswith("0"):  # walks on to the next number that is as long
            told = self._permuted(told)
        return self._remember(str(digits), f"-{told}" if digits < 0 else told)

    def moment(self, when: Day) -> Day:
        """Move a day or moment; all move by the same number of days, so that what lies between them stays."""
        return when - self._shift

    def scrub(self, text: str) -> str:
        """Replace in a running text everything that is known, the longest first."""
        known = [value for value in self._known if is_telling(value)]
        if not known:
            return text
        found = "|".join(re.escape(value) for value in sorted(known, key=lambda value: (-len(value), value)))
        return re.sub(rf"(?<!\w)(?:{found})(?!\w)", lambda match: self._known[match[0]], text)

    def _remember(self, text: str, replacement: str) -> str:
        return self._known.setdefault(text, replacement)

    def _hash(self, kind: str, text: str) -> str:
        return hmac.new(
            self._salt, f"{kind}:{text}".encode(errors="surrogatepass"), hashlib.sha256
        ).hexdigest()

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
    """Whether a value that is found in a text points to somebody, and is not just a small number."""
    return bool(value.strip()) and (not value.isdigit() or len(value) >= _FEWEST_DIGITS)
