"""Cards taken away from cards, where each may be there more than once."""

from __future__ import annotations

__all__ = ["minus"]


def minus(cards: bytes, others: bytes) -> bytes:
    """Give the cards without the others, each as often as it is there more often, in their order.

    >>> list(minus(bytes([4, 9, 7, 9]), bytes([9])))
    [4, 7, 9]
    """
    if not others:
        return cards
    left = bytearray(others)
    kept = bytearray()
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            kept.append(card)
    return bytes(kept)
