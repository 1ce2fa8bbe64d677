"""The room's card numbers, which are suit times 256 plus rank.

Examples
--------
>>> cards_text(read_wire([4 << 8 | 14, 1 << 8 | 10, 0]))
'As Td'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.cards import JOKERS, cards_text
from ofc_parsers.captures.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["ANY_JOKER", "Jokers", "read_wire", "shown"]

ANY_JOKER = 54
"""A joker until it is known which of the hand's jokers it is."""

_JOKER_RANK = 15
_SUITS = {1: 1, 2: 0, 3: 2, 4: 3}  # diamonds, clubs, hearts, spades
_CODES = {suit << 8 | rank: (rank - 2) * 4 + _SUITS[suit] for suit in _SUITS for rank in range(2, 15)}
_EXPECTED = "suit * 256 + rank with a suit from 1 to 4 and a rank from 2 to 14, a joker of rank 15, or 0"


def read_wire(numbers: Iterable[int] | None) -> bytes:
    """Read card codes; 0 is no card, and every joker is `ANY_JOKER`.

    Raises
    ------
    Fault
        ``card-unknown``.
    """
    return bytes([_code(number) for number in numbers or () if number])


def shown(cards: bytes) -> str:
    """Write cards for a message; a joker without a number is ``X``."""
    return " ".join("X" if card == ANY_JOKER else cards_text([card]) for card in cards)


class Jokers:
    """Numbers the jokers of a hand in the order of its boards, since the room's numbers do not tell them apart."""

    def __init__(self) -> None:
        self._free: Iterator[int] = iter(JOKERS)
        self.count = 0

    def number(self, cards: bytes) -> bytes:
        """Put a number of its own in the place of every joker.

        Raises
        ------
        Fault
            ``card-unknown``, at the third joker of a hand.
        """
        return bytes([self._next() if card == ANY_JOKER else card for card in cards])

    def _next(self) -> int:
        number = next(self._free, None)
        if number is None:
            raise Fault(
                "card-unknown",
                "the hand has a third joker",
                text="X",
                expected=f"at most {len(JOKERS)} jokers",
            )
        self.count += 1
        return number


def _code(number: int) -> int:
    if number & 0xFF == _JOKER_RANK:
        return ANY_JOKER
    if number not in _CODES:
        raise Fault("card-unknown", "no such card", text=str(number), expected=_EXPECTED)
    return _CODES[number]
