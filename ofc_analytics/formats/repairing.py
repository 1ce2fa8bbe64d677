"""Text that was UTF-8 and was once read as something else, so that ``Q♠`` became ``QΓÖá``: recognised and put right.

Such a text, written in the encoding it was wrongly read in, is UTF-8 again. Other text hardly ever is: the
letters of a word would have to stand for the bytes of a character, one after another.

Examples
--------
>>> wrong = misreading("1;Anna;QΓÖá JΓÖÑ")
>>> wrong, repaired("2;Boris;10ΓÖª 9ΓÖú", wrong)
('cp437', '2;Boris;10♦ 9♣')
>>> misreading("1;Анна;Q♠ J♥") is None
True
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from re import Match

__all__ = ["misreading", "repaired"]

_MISREADINGS = ("cp437", "cp866", "cp1251", "cp1252", "cp1250", "mac-roman")
"""What programs read bytes as when nobody tells them better: old consoles, Windows, old Macs."""
_OUTSIDE_ASCII = re.compile(r"[^\x00-\x7f]+")
_UNDEFINED = range(0x80, 0xA0)
"""What most programs make of bytes that an encoding leaves undefined: the control characters of the same number."""
_EVIDENCE = 3
"""Characters that must come out right; a suit alone is enough."""
_SUITS = frozenset("♠♥♦♣♤♡♢♧")
_USUAL = re.compile(r"[\u00a0-\u017f\u0410-\u044fЁёЄєІіЇїҐґЎў\u2010-\u203a€№™♠♥♦♣♤♡♢♧]+")
"""What names, headings and cards are written in."""


def misreading(text: str) -> str | None:
    """Tell the encoding that a UTF-8 text was wrongly read in; None for a text that was read well.

    It is the one in which at least half of the lines outside ASCII become UTF-8 again. If two encodings do
    that and give different texts, nobody can tell, and it is none.
    """
    lines = [line for line in text.splitlines() if not line.isascii()]
    found = {
        codec: [line for line in (repaired(line, codec) for line in lines) if line is not None]
        for codec in _MISREADINGS
    }
    likely = {
        codec: right for codec, right in found.items() if 2 * len(right) >= len(lines) and _is_evident(right)
    }
    same = len({tuple(right) for right in likely.values()}) == 1
    return next(iter(likely)) if same else None


def repaired(line: str, codec: str) -> str | None:
    """Put a line right that was wrongly read in an encoding; None for one that was not, or has nothing to put right."""
    if line.isascii():
        return None
    try:
        right = _OUTSIDE_ASCII.sub(lambda run: _reread(run, codec), line)
    except UnicodeError:
        return None
    return right if _is_legible(right) else None


def _reread(run: Match[str], codec: str) -> str:
    return b"".join(_byte(character, codec) for character in run[0]).decode()


def _byte(character: str, codec: str) -> bytes:
    return bytes([ord(character)]) if ord(character) in _UNDEFINED else character.encode(codec)


def _is_legible(text: str) -> bool:
    return all(map(_USUAL.fullmatch, _OUTSIDE_ASCII.findall(text)))


def _is_evident(right: list[str]) -> bool:
    """Whether suits came out, or enough letters, not all of which stand alone between others."""
    runs = [run for line in right for run in _OUTSIDE_ASCII.findall(line)]
    if any(not _SUITS.isdisjoint(run) for run in runs):
        return True
    lengths = list(map(len, runs))
    return sum(lengths) >= _EVIDENCE and max(lengths) > 1
