"""Words that messages of every room share."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["counted", "nearest_first"]


def counted(number: int, noun: str) -> str:
    """A number of things in words.

    >>> counted(1, "hand"), counted(1200, "hand")
    ('1 hand', '1,200 hands')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def nearest_first(name: str, known: Iterable[str]) -> str:
    """Names there are, those most like the one that is not there before the others.

    >>> nearest_first("sessoin", ["room", "table", "session"])
    'session, room, table'
    """
    likeness = SequenceMatcher(b=name.lower(), autojunk=False)

    def unlike(other: str) -> float:
        likeness.set_seq1(other.lower())
        return -likeness.ratio()

    return ", ".join(sorted(known, key=unlike))
