"""The course of one player's hand, made out from the states of his cards.

A street is told by how many cards lie in the rows: a game places so many on each. What was dealt is known
where the capture shows the player's own hand; a card that leaves it and is not placed was discarded, which
the room nowhere says.
"""

from __future__ import annotations

from operator import add
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


class _Street:
    """Cards of one street so far."""

    __slots__ = ("dealt", "rows")

    def __init__(self) -> None:
        self.dealt = b""
        self.rows = [b"", b"", b""]

    @property
    def placed(self) -> bytes:
        return b"".join(self.rows)

    @property
    def left(self) -> bytes:
        return self.dealt.translate(None, self.placed)


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
    board = b"".join(layouts[-1].rows)
    if len(dealt) not in DEALT_COUNTS or UNKNOWN in dealt or board.translate(None, dealt):
        return NO_PLAY
    discarded = dealt.translate(None, board)
    top, middle, bottom = layouts[-1].rows
    street = Street(dealt=dealt, top=top, middle=middle, bottom=bottom, discarded=discarded)
    return Play((street,), discarded, len(dealt))


def _ordinary(layouts: Sequence[Layout], dealt: tuple[int, ...], kept: tuple[int, ...]) -> Play:
    streets = [_Street() for _ in kept]
    at, placed, known = 0, b"", bytes([UNKNOWN])
    for layout in layouts:
        if new := b"".join(layout.rows).translate(None, placed):
            if at == len(kept) or len(new) > kept[at] - len(streets[at].placed):
                return NO_PLAY
            fresh = [row.translate(None, placed) for row in layout.rows]
            streets[at].rows = list(map(add, streets[at].rows, fresh))
            placed += new
        if at < len(kept) and len(streets[at].placed) == kept[at]:
            at += 1
        drawn = layout.waiting.translate(None, known)
        if drawn and at == len(kept):
            return NO_PLAY
        if drawn:
            streets[at].dealt += drawn
            known += drawn
    if at < len(kept) or (any(street.dealt for street in streets) and not _as_dealt(streets, dealt)):
        return NO_PLAY
    found = tuple(map(_finished, streets))
    return Play(found, b"".join(street.discarded for street in found), 0)


def _finished(street: _Street) -> Street:
    top, middle, bottom = street.rows
    return Street(dealt=street.dealt, top=top, middle=middle, bottom=bottom, discarded=street.left)


def _as_dealt(streets: Sequence[_Street], dealt: tuple[int, ...]) -> bool:
    return all(
        len(street.dealt) == count and not street.placed.translate(None, street.dealt)
        for street, count in zip(streets, dealt, strict=True)
    )
