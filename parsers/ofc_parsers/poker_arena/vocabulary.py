"""The words of a poker-arena log: every key of every event, as the engine writes them.

The engine counts seats from 0. A key or event that is not here is counted and told of.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

__all__ = [
    "EVENTS",
    "Deal",
    "Event",
    "Fantasyland",
    "Line",
    "Place",
    "Placement",
    "RowRoyalties",
    "Score",
    "Showdown",
    "Summary",
]

_INT32 = 2**31

Row = Literal["top", "middle", "bottom"]
Number = Annotated[int, Meta(ge=-_INT32, lt=_INT32)]
HandNumber = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
FantasylandCards = Literal[13, 14, 15, 16, 17]
NextFantasyland = Literal[0, 13, 14, 15, 16, 17]


class _Object(Struct, forbid_unknown_fields=True, gc=False):
    """What all objects of a line share."""


class _Event(_Object, tag_field="event", gc=False):
    """What all events share."""


class Deal(_Event, tag="deal"):
    """Cards dealt to one seat; `count` without `cards` where a spectator may not see them."""

    seat: int
    cards: tuple[str, ...]
    count: int


class Placement(_Object):
    """One card put into a row."""

    card: str
    row: Row


class Place(_Event, tag="place"):
    """Where the cards of the last deal went; `count` is how many were discarded."""

    seat: int
    placements: tuple[Placement, ...]
    discarded: tuple[str, ...]
    count: int


class Fantasyland(_Event, tag="fantasyland"):
    """A seat plays this hand in Fantasyland with so many cards."""

    seat: int
    cards: FantasylandCards


class RowRoyalties(_Object):
    """Royalties by row, listed for a fouled board too."""

    top: Number
    middle: Number
    bottom: Number


class Showdown(_Event, tag="showdown"):
    """A finished board; the values are on the engine's own scale."""

    seat: int
    top: tuple[str, ...]
    middle: tuple[str, ...]
    bottom: tuple[str, ...]
    royalties: RowRoyalties
    fouled: bool
    next_fantasyland: NextFantasyland | None
    top_value: int | None = None
    middle_value: int | None = None
    bottom_value: int | None = None


class Score(_Event, tag="score"):
    """Points of the whole hand."""

    seat: int
    points: Number


Event = Deal | Place | Fantasyland | Showdown | Score

EVENTS = tuple(
    sorted(str(kind.__struct_config__.tag) for kind in (Deal, Place, Fantasyland, Showdown, Score))
)
"""Names of the events."""


class Summary(_Object):
    """How many hands the engine played, and how many of them the log holds."""

    hands_seen: int
    hands_kept: int


class Line(_Object):
    """A hand's header (`seats`), one of its events (`ev`), or the log's summary."""

    hand: HandNumber | None = None
    seats: tuple[str, ...] | None = None
    ev: Event | None = None
    log_summary: Summary | None = None
