"""The words of ofc-json: every key of a line, its type, and how a message names what it should hold.

A key that is not here is an error. Every key may be left out or null as far as types go; what a hand
cannot do without is the parser's to say.
"""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta, Struct

__all__ = ["AMOUNTS", "ROYALTY_COUNTS", "VERSION", "Claim", "Jackpot", "Line", "Player", "Street"]

VERSION = 1
"""The only value of ``format`` there is."""

AMOUNTS = frozenset({"net", "paid_in", "paid_out", "rake", "stack", "unit"})
"""Keys of type `Money`."""

ROYALTY_COUNTS = (1, 3)
"""How many numbers ``royalties`` has: their sum, or one a row."""

_INT32 = 2**31

Text = Annotated[str, Meta(description="text")]
Id = Annotated[str | int, Meta(description="text or a whole number")]
Cards = Annotated[str, Meta(description="cards as one text, such as 'Qc Qd 7s'")]
Flag = Annotated[bool, Meta(description="true or false")]
Fantasyland = Annotated[
    Literal[0, 1, 13, 14, 15, 16, 17],
    Meta(description="a number of cards from 13 to 17, 0 for none, or 1 where it is not said"),
]
Seat = Annotated[int, Meta(ge=1, le=255, description="a whole number from 1 to 255")]
Jokers = Annotated[int, Meta(ge=0, le=2, description="0, 1 or 2")]
Number = Annotated[int, Meta(ge=-_INT32, lt=_INT32, description="a whole number")]
LongNumber = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1, description="a whole number")]
Seconds = Annotated[float, Meta(ge=0, description="a number of seconds")]
Money = Annotated[Decimal, Meta(description='an amount such as 120 or "120.50"')]
Moment = Annotated[
    datetime, Meta(tz=True, description="a time with its offset from UTC, such as 2026-11-27T20:15:00+03:00")
]


class _Object(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, gc=False):
    """What all objects of a line share."""


class Street(_Object):
    """What one player was dealt on one street, and where the cards went."""

    dealt: Cards | None = None
    top: Cards | None = None
    middle: Cards | None = None
    bottom: Cards | None = None
    discard: Cards | None = None
    seconds: Seconds | None = None
    auto: Flag | None = None


class Claim(_Object):
    """What the source says one player's result was."""

    points: Number | None = None
    net: Money | None = None
    foul: Flag | None = None
    royalties: list[Number] | None = None
    fantasyland: Fantasyland | None = None


class Player(_Object):
    """One player's part of a hand."""

    seat: Seat | None = None
    name: Text | None = None
    stack: Money | None = None
    fantasyland: Fantasyland | None = None
    top: Cards | None = None
    middle: Cards | None = None
    bottom: Cards | None = None
    discards: Cards | None = None
    declared: Text | None = None
    surrendered: Flag | None = None
    rake: Money | None = None
    streets: list[Street] | None = None
    claimed: Claim | None = None


class Jackpot(_Object):
    """What the hand paid into a jackpot and got out of it."""

    paid_in: Money | None = None
    paid_out: Money | None = None


class Line(_Object):
    """One hand."""

    format: LongNumber | None = None
    id: Id | None = None
    room: Text | None = None
    table: Text | None = None
    session: Text | None = None
    hand_no: LongNumber | None = None
    started_at: Moment | None = None
    variant: Text | None = None
    rules: Text | None = None
    unit: Money | None = None
    currency: Text | None = None
    button: Seat | None = None
    jokers: Jokers | None = None
    level: Number | None = None
    jackpot: Jackpot | None = None
    players: list[Player] | None = None
