"""The words of a dump: the messages of a pineapple table, their keys and what those hold.

Fields have the names of the keys; case and underscores of a key do not matter. A field of type `Unread` is known,
and nothing is made of it.
"""

from typing import Annotated

from msgspec import Meta, Struct

from ofc_parsers.captures.spelling import spellings

__all__ = [
    "BODY_KEYS",
    "KEYS",
    "MESSAGES",
    "NAME_KEYS",
    "TABLE_KEYS",
    "Action",
    "Card",
    "GameStart",
    "HandCards",
    "PlayerResult",
    "PlayingStatus",
    "Result",
    "RoomInfo",
    "RoomStatus",
    "Score",
    "SitDown",
]

NAME_KEYS = ("name", "type", "msg")
"""Keys of a line that may hold the name of its message."""

BODY_KEYS = ("body", "data")
"""Keys of a line that may hold the message itself."""

TABLE_KEYS = ("tableId", "TableId", "TableID", "table_id")
"""Keys of a line that may tell the messages of several tables apart."""

_LARGEST = 2**53

Unread = object
Amount = Annotated[int, Meta(ge=-_LARGEST, le=_LARGEST)]
Chips = Annotated[int, Meta(ge=0, le=_LARGEST)]
Seat = Annotated[int, Meta(ge=0, le=253)]
Points = Annotated[int, Meta(ge=-(2**20), le=2**20)]
Wire = list[Annotated[int, Meta(ge=0, le=0xFFFF)]]
Id = int | str


class _Object(Struct, kw_only=True, forbid_unknown_fields=True):
    """What all objects share: every key may be missing or null, as far as types go."""


class Card(_Object):
    """PineCard: one player's rows, what he threw away, and what he holds."""

    head_card: Wire | None = None
    middle_card: Wire | None = None
    tail_card: Wire | None = None
    abandon_card: Wire | None = None
    bust: bool | None = None
    hand_card: Unread = None
    round: Unread = None
    head_score: Unread = None
    middle_score: Unread = None
    tail_score: Unread = None
    head_type: Unread = None
    middle_type: Unread = None
    tail_type: Unread = None
    action_left_time: Unread = None


class Score(_Object):
    """PineResultScore: how a player did against one opponent, who is named by `uid` and `seat_id`."""

    uid: Id | None = None
    seat_id: Seat | None = None
    head_score: Points | None = None
    middle_score: Points | None = None
    tail_score: Points | None = None
    all_win_score: Points | None = None
    profit: Amount | None = None


class PlayerResult(_Object):
    """PinePlayerResult: one player at the end of a hand."""

    uid: Id | None = None
    seat_id: Seat | None = None
    name: str | None = None
    chips: Chips | None = None
    fantasy: int | None = None
    card: Card | None = None
    scores: list[Score] | None = None
    icon: Unread = None


class PlayingStatus(_Object):
    """PinePlayingStatus: one player at the table, of whom the name is read."""

    uid: Id | None = None
    seat_id: Unread = None
    name: str | None = None
    card: Unread = None
    chips: Unread = None
    fantasy: Unread = None
    sitting_out: Unread = None
    ready: Unread = None
    able_ready: Unread = None
    able_ready_left_time: Unread = None
    action_left_time: Unread = None
    rebuy_left_time: Unread = None
    vip_level: Unread = None
    icon: Unread = None
    add_action_time_diamond: Unread = None
    add_action_time_vip_free_times: Unread = None
    add_action_time_gift_bag_free_times: Unread = None
    leave_room_after_this_hand: Unread = None


class RoomInfo(_Object):
    """PineRoomInfo: the table, what a point is worth, and its fee."""

    room_id: Id | None = None
    room_name: str | None = None
    base_score: Chips | None = None
    fee_point: Chips | None = None
    fee_cap: Chips | None = None
    game_mode: Unread = None
    owner_id: Unread = None
    club_id: Unread = None
    league_id: Unread = None
    seat_num: Unread = None
    action_time: Unread = None
    default_buy_in: Unread = None
    min_buy_in: Unread = None
    max_buy_in: Unread = None
    action_type: Unread = None
    game_time: Unread = None
    gps_limit: Unread = None
    ip_limit: Unread = None
    gps_distance_limit: Unread = None
    owner_name: Unread = None
    owner_icon: Unread = None
    club_name: Unread = None
    club_icon: Unread = None
    club_owner_id: Unread = None
    platform: Unread = None
    region: Unread = None
    room_mode: Unread = None
    create_club_id: Unread = None
    auto_start: Unread = None
    card_holder_vip_level: Unread = None


class RoomStatus(_Object):
    """PineRoomStatusBRC: who is at the table; the table itself may stand in it."""

    players: list[PlayingStatus] | None = None
    room_info: RoomInfo | None = None
    dealer_seat_id: Unread = None
    player_results: Unread = None
    action_type: Unread = None


class SitDown(_Object):
    """PineSitDownBRC: a player takes a seat."""

    player: PlayingStatus | None = None


class StandUp(_Object):
    """PineStandUpBRC: a player leaves his seat."""

    seat_id: Unread = None


class StartInfo(_Object):
    """One player who is dealt in, and his chips before the hand."""

    seat_id: Seat | None = None
    chips: Chips | None = None


class GameStart(_Object):
    """PineGameStartBRC: a hand begins."""

    game_id: str | None = None
    dealer_seat_id: Annotated[int, Meta(ge=-1, le=253)] | None = None
    start_info: list[StartInfo] | None = None


class HandCard(_Object):
    """One player's deal; the cards are there only for who may see them."""

    uid: Id | None = None
    seat_id: Seat | None = None
    cards: Wire | None = None
    fantasy: int | None = None
    round: Unread = None
    action_left_time: Unread = None


class HandCards(_Object):
    """PineHandCardBRC: cards are dealt."""

    hand_cards: list[HandCard] | None = None
    action_seat_id: Unread = None


class Action(_Object):
    """PineActionBRC: a player placed cards; `card` is his whole board, the loose rows are that or what is new."""

    uid: Id | None = None
    seat_id: Seat | None = None
    card: Card | None = None
    head_card: Wire | None = None
    middle_card: Wire | None = None
    tail_card: Wire | None = None


class Result(_Object):
    """PineResultBRC: a hand ends."""

    player_results: list[PlayerResult] | None = None


MESSAGES: dict[str, type[_Object]] = {
    "PineRoomInfo": RoomInfo,
    "PineRoomStatusBRC": RoomStatus,
    "PineSitDownBRC": SitDown,
    "PineStandUpBRC": StandUp,
    "PineGameStartBRC": GameStart,
    "PineHandCardBRC": HandCards,
    "PineActionBRC": Action,
    "PineResultBRC": Result,
}
"""The messages that are known, by name."""

KEYS = spellings(
    Card,
    Score,
    PlayerResult,
    PlayingStatus,
    StartInfo,
    HandCard,
    *MESSAGES.values(),
    score="scores",
    playerresult="player_results",
    pineplayingstatus="players",
    pineroominfo="room_info",
)
"""How keys are spelt here, by their bare letters; the last ones are named otherwise by one of the sources."""
