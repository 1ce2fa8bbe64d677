"""One hand as plain Python objects: what decoders build and receipts explain.

Tables of hands are frames (`ofc_analytics.schema`); these objects stand at the edges, where a decoder
reads one hand at a time or a person asks about one hand. Cards are `bytes` of card codes.

Examples
--------
>>> hand = Hand(players=(Player(seat=1, name="Anna", cards=bytes(range(13))),
...                      Player(seat=2, name="Boris", cards=bytes(range(12, 25)))))
>>> [problem.code for problem in find_problems(hand)]
['card-twice']
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ofc_analytics.cards import ROW_SIZES, ROWS, UNKNOWN, cards_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

__all__ = [
    "MAX_PLAYERS",
    "ROWS",
    "ROW_SIZES",
    "Claim",
    "Hand",
    "Player",
    "Problem",
    "Source",
    "Street",
    "content_hash",
    "find_problems",
    "hand_id",
    "is_numbered",
]

MAX_PLAYERS = 4
_FEWEST = 2
_HOME = "home"
_CAPTURED = {"kkpoker": ("native_id",), "pppoker": ("native_id",), "swc": ("table", "native_id")}
"""What a room says of a hand in each of its messages, by which it is known whenever and wherever these are captured."""
SOME_FANTASYLAND = 1
"""A Fantasyland whose number of cards the source does not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Street:
    """What one player was dealt and did on one street; cards as `bytes` of codes.

    `acted` is the player's place in the order in which the players acted on the street, from 1.
    """

    dealt: bytes = b""
    top: bytes = b""
    middle: bytes = b""
    bottom: bytes = b""
    discarded: bytes = b""
    seconds: float | None = None
    auto: bool | None = None
    acted: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What the source says one player's result was; None where it says nothing.

    `net` is in minor units. `royalties` holds three numbers (top, middle, bottom) or one (their sum).
    `fantasyland` is the number of cards in the next hand, 0 for none, 1 where only "yes" was said.
    `raw` keeps the claim as written where the reading differs from it.
    """

    points: int | None = None
    net: int | None = None
    royalties: tuple[int, ...] | None = None
    foul: bool | None = None
    fantasyland: int | None = None
    raw: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One player's part of a hand: `cards` is 13 codes, 3 top, 5 middle, 5 bottom.

    `stack` and `rake` are minor units. `fantasyland` is the number of cards dealt in Fantasyland in this
    hand: 0 for none, 1 where the source does not say how many, None where it says nothing. `line` is the physical line of the source.
    """

    seat: int
    name: str
    cards: bytes
    stack: int | None = None
    fantasyland: int | None = None
    discards: bytes = b""
    streets: tuple[Street, ...] = ()
    declared: str | None = None
    surrendered: bool = False
    claimed: Claim = field(default_factory=Claim)
    rake: int | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a hand was read: file, its SHA-256, worksheet and first line, and the parser that read it."""

    file: str = ""
    sha256: str = ""
    sheet: str | None = None
    line: int | None = None
    parser: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One deal. Players stand in seat order, which is clockwise; seats count from 1.

    `native_id` is the room's own id or number as text. `unit` is the money one point is worth and the
    jackpot amounts are money, all in minor units with `exponent` decimal places.
    """

    players: tuple[Player, ...]
    native_id: str | None = None
    room: str | None = None
    table: str | None = None
    session: str | None = None
    hand_no: int | None = None
    started_at: datetime | None = None
    variant: str | None = None
    rules: str | None = None
    unit: int | None = None
    currency: str | None = None
    exponent: int = 2
    button: int | None = None
    jokers: int = 0
    level: int | None = None
    jackpot_in: int | None = None
    jackpot_out: int | None = None
    source: Source = field(default_factory=Source)


def content_hash(hand: Hand) -> str:
    """SHA-256 (hex) of everything a source says about a hand, apart from where it was read.

    The order in which players acted is left out: few sources have it, and the button tells it. So is of a
    captured hand what its identity leaves out.
    """
    content = [
        *_identity(hand),
        hand.variant,
        hand.rules,
        hand.unit,
        hand.currency,
        hand.exponent,
        hand.button,
        hand.jokers,
        hand.level,
        hand.jackpot_in,
        hand.jackpot_out,
        [_player_content(player) for player in hand.players],
    ]
    return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()


def hand_id(hand: Hand) -> str:
    """Identity of a hand as 16 hex digits, the same whenever and wherever the hand is read.

    It is made of room, table, session, the room's own id, number and start. Where a source has no start,
    no session and no room-wide id, who sat where with which boards counts too, so that hand 1 of two
    different nights are two hands; an id is room-wide where it is more than a number and no home game's.
    Of a room whose messages are captured, only its own id counts (or, without one, the boards) and, where
    that is one of the table, the table: time, session and number hang on when the capture began.
    Claims, money and rules never count: a hand whose claim was corrected is the same hand.

    Examples
    --------
    >>> from dataclasses import replace
    >>> anna = Player(seat=1, name="Anna", cards=bytes(range(13)), claimed=Claim(points=6))
    >>> boris = Player(seat=2, name="Boris", cards=bytes(range(13, 26)))
    >>> hand = Hand(players=(anna, boris), native_id="1", hand_no=1)
    >>> corrected = replace(hand, players=(replace(anna, claimed=Claim(points=3)), boris))
    >>> hand_id(hand) == hand_id(corrected), content_hash(hand) == content_hash(corrected)
    (True, False)
    """
    key = _identity(hand)
    if not _is_known(hand):
        key += [[player.seat, player.name, player.cards.hex()] for player in hand.players]
    return hashlib.sha256(json.dumps(key, separators=(",", ":")).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Why a hand cannot be settled: a stable code, words, and the players and card it is about.

    `players` are 0-based places in ``hand.players``; `card` is the first of the cards.
    """

    code: str
    message: str
    expected: str
    text: str | None = None
    players: tuple[int, ...] = ()
    card: int | None = None


def find_problems(hand: Hand) -> list[Problem]:
    """All reasons why a hand cannot be settled; empty for a sound hand.

    Codes: ``player-count``, ``player-twice``, ``seat-twice``, ``hand-incomplete``, ``card-twice``. What follows
    from another problem is none of its own: of a hand with too many players nothing else is said, and
    of a player who stands in it again only that.
    """
    count = len(hand.players)
    if count > MAX_PLAYERS:
        again = "" if len({player.name for player in hand.players}) == count else ", some of them again"
        return [_player_count(f"the hand has {count} players{again}")]
    few = (
        [_player_count(f"the hand has {count or 'no'} player{'s' * (count != 1)}")] if count < _FEWEST else []
    )
    return [*few, *_player_problems(hand), *_card_problems(hand)]


def _player_count(message: str) -> Problem:
    return Problem(code="player-count", message=message, expected=f"{_FEWEST} to {MAX_PLAYERS} players")


def _player_problems(hand: Hand) -> Iterator[Problem]:
    names = [player.name for player in hand.players]
    seats = [str(player.seat) for player in hand.players]
    for code, word, values in (("player-twice", "player", names), ("seat-twice", "seat", seats)):
        for value, times in Counter(values).items():
            places = tuple(place for place, other in enumerate(values) if other == value)
            same_player = len({names[place] for place in places}) == 1
            if times > 1 and (word == "player" or not same_player):
                yield Problem(
                    code=code,
                    message=f"the same {word} stands {times} times in one hand",
                    text=value,
                    expected=f"each {word} once a hand",
                    players=places,
                )


def _card_problems(hand: Hand) -> Iterator[Problem]:
    first_places = {player.name: place for place, player in reversed(list(enumerate(hand.players)))}
    seen: dict[int, int] = {}
    twice: dict[tuple[int, int], bytes] = {}
    for place in sorted(first_places.values()):
        player = hand.players[place]
        missing = player.cards.count(UNKNOWN)
        if missing:
            yield Problem(
                code="hand-incomplete",
                message=f"{missing} of {player.name}'s 13 cards {'is' if missing == 1 else 'are'} not known",
                expected="13 known cards on every board",
                players=(place,),
            )
        for card in (*player.cards, *player.discards):
            if card == UNKNOWN:
                continue
            if card in seen:
                pair = seen[card], place
                twice[pair] = twice.get(pair, b"") + bytes([card])
            seen.setdefault(card, place)
    for (first, second), cards in twice.items():
        who = (
            f"twice with {hand.players[first].name}"
            if first == second
            else f"with {hand.players[first].name} and with {hand.players[second].name}"
        )
        shown = bytes(dict.fromkeys(cards))
        yield Problem(
            code="card-twice",
            message=f"the card lies {who}" if len(shown) == 1 else f"{len(shown)} cards lie {who}",
            text=cards_text(shown),
            expected="each card once a hand",
            players=(first, second),
            card=cards[0],
        )


def is_numbered(
    room: str | None, hand_no: int | None, session: str | None, started_at: datetime | None
) -> bool:
    """Whether a hand is known by its room, table, session, ids and start alone, as nearly every hand of a log is."""
    return room not in _CAPTURED and hand_no is not None and (session is not None or started_at is not None)


def _is_known(hand: Hand) -> bool:
    """Whether what `_identity` gives is of this hand alone."""
    own = hand.native_id
    if hand.room in _CAPTURED:
        return own is not None
    named = (
        own is not None
        and own != str(hand.hand_no)
        and (not own.isdecimal() if hand.room is None else hand.room != _HOME)
    )
    return named or is_numbered(hand.room, hand.hand_no, hand.session, hand.started_at)


def _identity(hand: Hand) -> list[object]:
    if hand.room in _CAPTURED:
        return [hand.room, *(getattr(hand, name) for name in _CAPTURED[hand.room])]
    started = None if hand.started_at is None else hand.started_at.isoformat()
    return [hand.room, hand.table, hand.session, hand.native_id, hand.hand_no, started]


def _player_content(player: Player) -> list[object]:
    claimed = player.claimed
    return [
        player.seat,
        player.name,
        player.cards.hex(),
        player.stack,
        player.fantasyland,
        player.discards.hex(),
        [
            [
                s.dealt.hex(),
                s.top.hex(),
                s.middle.hex(),
                s.bottom.hex(),
                s.discarded.hex(),
                s.seconds,
                s.auto,
            ]
            for s in player.streets
        ],
        player.declared,
        player.surrendered,
        player.rake,
        [claimed.points, claimed.net, claimed.royalties, claimed.foul, claimed.fantasyland],
    ]
