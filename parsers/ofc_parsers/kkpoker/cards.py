"""Cards as a state writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.cards import JOKERS, card_text, parse_card
from ofc_analytics.errors import CardError
from ofc_parsers.captures.faults import Fault
from ofc_parsers.kkpoker import vocabulary as words

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["read_slots"]

_CODES = {card_text(code): code for code in range(JOKERS[0])}
"""How nearly all cards are written; the others are read letter by letter."""


def read_slots(slots: Iterable[str | None] | None) -> bytes:
    """Read the cards of a row or hand, empty slots left out.

    Raises
    ------
    Fault
        ``card-unknown``.

    Examples
    --------
    >>> from ofc_analytics.cards import cards_text
    >>> cards_text(read_slots(["Kd", "--", None, "JK2"]))
    'Kd X2'
    """
    if not slots:
        return b""
    try:
        return bytes([_CODES[slot] for slot in slots])  # type: ignore[index]
    except KeyError:
        return _read_others(slots)


def _read_others(slots: Iterable[str | None]) -> bytes:
    try:
        return bytes(
            [parse_card(slot) for slot in slots or () if slot is not None and slot not in words.EMPTY]
        )
    except CardError as error:
        raise Fault(
            "card-unknown", "no such card", text=error.text, expected="a card such as Kd, or JK1 or JK2"
        ) from None
