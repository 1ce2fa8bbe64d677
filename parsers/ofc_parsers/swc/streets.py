"""The course of one player's hand, made out from the states of his cards.

A street is told by how many cards lie in the rows: a game places so many on each. What was dealt is known
where the capture shows the player's own hand; a card that leaves it and is not placed was discarded, which
the room nowhere says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ofc_analytics.cards import UNKNOWN
from ofc_analytics.hands import Street
from ofc_parsers.swc.vocabulary import DEALS, DEALT_COUNTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_parsers.swc.seat import Layout

__all__ = ["NO_PLAY", "Play", "read_play"]


class Play(NamedTuple):
    """Streets, discards and cards dealt in Fantasyland (0 for none, None where it cannot be told)."""

    streets: tuple[Street, ...] = ()
    discards: bytes = b""
    fantasyland: int | None = None


NO_PLAY = Play()
"""A course that the states do not show."""


@dataclass(slots=True)
class _Street:
    dealt: list[int] = field(default_factory=list)
    rows: tuple[list[int], list[int], list[int]] = field(default_factory=lambda: ([], [], []))

    @property
    def placed(self) -> list[int]:
        return [card for row in self.rows for card in row]

    @property
    def left(self) -> bytes:
        placed = self.placed
        return bytes(card for card in self.dealt if card not in placed)


def read_play(layouts: Sequence[Layout], deals: str | None) -> Play:
    """Make out the course of a hand.

    Parameters
    ----------
    layouts
        A player's cards, each time they changed, up to his whole board.
    deals
        One of `DEALS`; None where the game is not known, and its streets are taken from whichever of them fits.

    Returns
    -------
    Play
        `NO_PLAY` where the states do not show a course that the game allows.
    """
    if len(layouts[0].waiting) + sum(map(len, layouts[0].rows)) in DEALT_COUNTS:
        return _fantasyland(layouts)
    games = [DEALS[deals]] if deals is not None else list(DEALS.values())
    plays = [play for dealt, kept in games if (play := _ordinary(layouts, dealt, kept)) != NO_PLAY]
    return plays[0] if plays and all(play == plays[0] for play in plays) else NO_PLAY


def _fantasyland(layouts: Sequence[Layout]) -> Play:
    """All cards at once, of which one state shows the hand before anything was placed."""
    dealt = layouts[0].waiting
    board = [card for row in layouts[-1].rows for card in row]
    if len(dealt) not in DEALT_COUNTS or UNKNOWN in dealt or not set(board) <= set(dealt):
        return NO_PLAY
    discarded = bytes(card for card in dealt if card not in board)
    top, middle, bottom = layouts[-1].rows
    street = Street(dealt=dealt, top=top, middle=middle, bottom=bottom, discarded=discarded)
    return Play((street,), discarded, len(dealt))


def _ordinary(layouts: Sequence[Layout], dealt: tuple[int, ...], kept: tuple[int, ...]) -> Play:
    streets = [_Street() for _ in kept]
    at, known = 0, set[int]()
    for layout in layouts:
        fresh = [[card for card in row if card not in _all_placed(streets)] for row in layout.rows]
        count = sum(map(len, fresh))
        if count and (at == len(kept) or count > kept[at] - len(streets[at].placed)):
            return NO_PLAY
        for row, cards in enumerate(fresh):
            streets[min(at, len(kept) - 1)].rows[row].extend(cards)
        if at < len(kept) and len(streets[at].placed) == kept[at]:
            at += 1
        drawn = [card for card in layout.waiting if card not in known and card != UNKNOWN]
        if drawn and at == len(kept):
            return NO_PLAY
        if drawn:
            streets[at].dealt.extend(drawn)
            known.update(drawn)
    shown = [len(street.dealt) for street in streets]
    if at < len(kept) or (any(shown) and not _as_dealt(streets, dealt)):
        return NO_PLAY
    left = [street.left for street in streets]
    return Play(
        tuple(
            Street(
                dealt=bytes(street.dealt),
                top=bytes(street.rows[0]),
                middle=bytes(street.rows[1]),
                bottom=bytes(street.rows[2]),
                discarded=discarded,
            )
            for street, discarded in zip(streets, left, strict=True)
        ),
        b"".join(left),
        0,
    )


def _all_placed(streets: Sequence[_Street]) -> set[int]:
    return {card for street in streets for card in street.placed}


def _as_dealt(streets: Sequence[_Street], dealt: tuple[int, ...]) -> bool:
    return all(
        len(street.dealt) == count and set(street.placed) <= set(street.dealt)
        for street, count in zip(streets, dealt, strict=True)
    )
