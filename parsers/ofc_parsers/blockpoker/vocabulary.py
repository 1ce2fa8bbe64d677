"""The room's words: every key of a list item and of a replay."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

__all__ = [
    "FANTASYLAND_DISCARDS",
    "KIND",
    "ORDINARY_DISCARDS",
    "OTHER_KINDS",
    "ROOM",
    "SUITS",
    "VARIANTS",
    "Box",
    "Card",
    "Deal",
    "Item",
    "LineResult",
    "Page",
    "Participant",
    "Replay",
    "Royalties",
    "View",
]

ROOM = "blockpoker"
KIND = "ofc"
OTHER_KINDS = ("holdem",)
SUITS = "cdhs"
VARIANTS = {None: "pineapple", "ofc_pineapple": "pineapple"}
"""The room has one game; another word is kept, and no rule set goes by it."""
ORDINARY_DISCARDS = 4
FANTASYLAND_DISCARDS = 1

_INT32 = 2**31
Number = Annotated[int, Meta(ge=-_INT32, lt=_INT32)]
Amount = Annotated[int, Meta(ge=-(2**53), le=2**53)]
SeatNumber = Annotated[int, Meta(ge=1, le=255)]


class _Object(Struct, forbid_unknown_fields=True):
    """What all objects share."""


class Card(_Object):
    """A card: rank 2 to 14, and the first letter of its suit."""

    rank: int
    suit: str


class Box(_Object):
    """The three rows."""

    top: tuple[Card, ...]
    middle: tuple[Card, ...]
    bottom: tuple[Card, ...]


class Royalties(_Object):
    """Royalties by row."""

    top: Number
    middle: Number
    bottom: Number


class View(_Object, kw_only=True):
    """What is said of one player in either kind of object; amounts are whole minor units."""

    seat: SeatNumber
    box: Box
    discards: tuple[Card, ...] = ()
    foul: bool
    royalties: Royalties | None = None
    royalty_total: Number | None = None
    fantasy: bool
    fantasy_next: bool
    points: Number
    net: Amount | None = None
    scoop_count: Number | None = None


class LineResult(_Object):
    """Points against one opponent, who is named by his seat."""

    opponent: SeatNumber
    points: Number


class Participant(View, kw_only=True):
    """A player of a replay."""

    user_id: str | None = None
    name: str | None = None
    line_results: tuple[LineResult, ...] = ()


class Deal(_Object, kw_only=True):
    """What is said of a hand in a replay."""

    id: str
    room_id: str | None = None
    game_mode: Any = None
    setting_id: Any = None
    hand_number: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    variant: str | None = None
    button_seat: int | None = None
    point_value: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None


class Replay(_Object, kw_only=True):
    """A hand with the boards of all its players."""

    kind: str
    hand: Deal
    players: tuple[Participant, ...]


class Item(View, kw_only=True):
    """A hand as a list shows it to one of its players."""

    kind: str
    id: str
    ended_at: datetime | None = None
    game_mode: Any = None
    setting_id: Any = None
    hand_number: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    variant: str | None = None
    point_value: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class Page(Struct):
    """A page of a list."""

    items: list[Raw]
    cursor: Any = None
