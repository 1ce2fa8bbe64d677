"""The room's words: keys of its messages, codes of its games, and the sentences of its dealer."""

from __future__ import annotations

import re
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct, field

__all__ = [
    "DEALS",
    "DEALT_COUNTS",
    "DONE",
    "FAMILY",
    "FANTASYLAND",
    "FRAME",
    "GAMES",
    "GAME_COMPLETE",
    "GAME_STARTED",
    "HAND_FINISHED",
    "MONEY_TAG",
    "OTHER_FRAME",
    "POINTS",
    "PREFIX",
    "ROOM",
    "SAID",
    "SIGNED",
    "STATE",
    "TABLE_MESSAGE",
    "TAG",
    "TOTAL",
    "WINS",
    "Archived",
    "Counts",
    "Event",
    "Game",
    "GameState",
    "Markers",
    "Message",
    "Result",
    "Row",
    "Seat",
    "Showdown",
]

ROOM = "swc"
FRAME = b"42/poker/,"
"""What stands before the messages of the game in the socket's traffic."""
OTHER_FRAME = re.compile(rb"\d{1,3}(?:/[\w-]+,)?(?:[\[{].*)?$", re.DOTALL)
SAID = "proxy-message"
STATE = "GameState"
TABLE_MESSAGE = 15
DONE = 0
"""State of a table whose hand is over."""

_INT32 = 2**31
Number = Annotated[int, Meta(ge=-_INT32, lt=_INT32)]
Index = Annotated[int, Meta(ge=-1, lt=250)]
Amount = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Chips = Annotated[int, Meta(ge=0, le=2**53)]


class _Object(Struct, forbid_unknown_fields=True, gc=False):
    """What all objects share."""


class Row(_Object):
    """Royalty `b` of row `h`: 0 top, 1 middle, 2 bottom."""

    h: Annotated[int, Meta(ge=0, le=2)]
    b: Number


class Result(_Object):
    """Line points `e` and the royalties that come with them."""

    e: Number
    h: tuple[Row, ...] = ()


class Seat(_Object):
    """One seat: nick, chips and bet in hundredths, points, cards; `hcnu` and `lcnu` are texts of no use here."""

    n: str
    c: Chips
    b: Amount | None = None
    p: Number | None = None
    d: str | None = None
    chihr: tuple[Result, ...] | None = None
    hcnu: Any = None
    lcnu: Any = None


class Markers(_Object):
    """Whose are the button and the blinds, as places in the list of seats; -1 for nobody's."""

    di: Index = -1
    sb: Any = None
    bb: Any = None


class Counts(_Object):
    """Board of other games, pot and rake in hundredths."""

    c: Any = None
    p: Amount | None = None
    r: Amount | None = None


class Showdown(_Object):
    """Names of the rows at the showdown: a line a seat, a tab between rows."""

    hc: str | None = None


class GameState(_Object):
    """A table as it is after each action."""

    gi: int | str | None = None
    gt: int | None = None
    ti: int | str | None = None
    ts: int | None = None
    m: Markers | None = None
    d: Counts | None = None
    s: tuple[Seat | None, ...] = ()
    ss: Showdown | None = None


class Event(_Object):
    """Something that happened; of type 15 are the dealer's messages."""

    type: int | None = None
    action: Any = None
    amount: Any = None
    seat_idx: Any = field(default=None, name="seat-idx")
    table_msg: str | None = field(default=None, name="table-msg")


class Message(_Object):
    """What the game server says: a state of the table, and what led to it."""

    t: str
    gameState: GameState | None = None  # noqa: N815 (the room's key)
    events: tuple[Event, ...] | None = None
    id: Any = None
    srcMsgId: Any = None  # noqa: N815 (the room's key)


class Archived(_Object):
    """A message as a capture keeps it, with the capture's own time."""

    payload: Any
    captured_at: str | None = None
    site: Any = None
    transport: Any = None
    endpoint: Any = None
    message_type: Any = None
    table_id: Any = None
    hand_id: Any = None
    sequence: Any = None
    direction: Any = None


class Game(NamedTuple):
    """A game by the words of this library: its variant, its rule set where one is the room's own, its deals."""

    variant: str
    rules: str | None = None
    deals: str | None = None


GAMES = {
    70: Game("classic", deals="classic"),
    73: Game("turbo", rules="american-turbo", deals="turbo"),
    74: Game("pineapple", deals="pineapple"),
    75: Game("progressive-pineapple", rules="swc-progressive", deals="pineapple"),
    76: Game("deuce-to-seven-pineapple", deals="pineapple"),
}
"""By their codes. 77 and 84 are of the family too; their rules are not known."""
FAMILY = {*GAMES, 77, 84}

DEALS = {
    "classic": ((5, *[1] * 8), (5, *[1] * 8)),
    "turbo": ((5, *[2] * 4), (5, *[2] * 4)),
    "pineapple": ((5, *[3] * 4), (5, *[2] * 4)),
}
"""Cards dealt and cards placed on each street."""
DEALT_COUNTS = range(13, 18)
"""Cards dealt in Fantasyland."""

_SIGNED = r"[+-]?\d{1,9}"
PREFIX = re.compile(r"\[SWC\]\s*")
"""What the capture tool puts before a dealer's line that it prints."""
GAME_STARTED = re.compile(r"New game started \((\d{1,9}) hands?\)")
HAND_FINISHED = re.compile(r"Hand #(\d{1,9}) finished - (.+)", re.DOTALL)
TOTAL = re.compile(r"TOTAL - (.+)", re.DOTALL)
FANTASYLAND = re.compile(r"(.+) is in fantasy ?land\. .*", re.DOTALL | re.IGNORECASE)
GAME_COMPLETE = re.compile(r"Game complete, (\d{1,9}) hands? played")
WINS = re.compile(r"(.+) wins (\d[\d,]*(?:\.\d{1,2})?)", re.DOTALL)
MONEY_TAG = re.compile(r'<money\b[^<>]*\ba="(\d{1,15})"[^<>]*\bmt="([RT])"[^<>]*>(\d[\d,.]*)</money>')
TAG = re.compile(r"</?(?:nick|money)\b[^<>]*>")
SIGNED = re.compile(_SIGNED)
POINTS = re.compile(rf": ({_SIGNED})(?=, |\Z)")
