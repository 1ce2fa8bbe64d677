"""The words of a state: keys as the one public program that writes such states has them, and guesses beside them.

Case and underscores of a key do not matter. A field of type `Unread` is known, and nothing is made of it.
"""

from typing import Annotated

from msgspec import Meta, Struct

from ofc_parsers.captures.spelling import spellings

__all__ = ["EMPTY", "KEYS", "MODE", "STATE_KEYS", "Board", "Frame", "Player", "State"]

MODE = "joker_ultimate"
"""The only game whose states are known."""

EMPTY = frozenset({None, "", "-", "--", "??"})
"""What may stand for a slot of a row that holds no card to be seen."""

STATE_KEYS = ("hero_chair", "dealer_chair", "acting_chair", "round_index", "hero_incoming")
"""Keys by which a state is told from other objects with players."""

Unread = object
Chair = Annotated[int, Meta(ge=0, le=253)]
Slots = list[str | None]


class _Object(Struct, kw_only=True, forbid_unknown_fields=True):
    """What all objects share: every key may be missing or null, as far as types go."""


class Board(_Object):
    """One player's rows, as far as cards lie in them."""

    top: Slots | None = None
    middle: Slots | None = None
    bottom: Slots | None = None


class Player(_Object):
    """One player: his chair counts from 0; the rows may stand in him instead of in a board."""

    chair: Chair | None = None
    name: str | None = None
    board: Board | None = None
    top: Slots | None = None
    middle: Slots | None = None
    bottom: Slots | None = None
    fantasy: bool | None = None
    sitting_out: bool | None = None
    hidden_discard_count: Unread = None
    hidden_incoming_count: Unread = None


class State(_Object):
    """A table at one moment, seen from the hero's chair."""

    mode: str | None = None
    hand_id: str | int | None = None
    players: list[Player] | None = None
    hero_chair: Chair | None = None
    dealer_chair: Chair | None = None
    acting_chair: Unread = None
    round_index: int | None = None
    hero_incoming: Slots | None = None
    hero_discards: Slots | None = None
    hero_pending: Unread = None
    hero_can_prepare: Unread = None
    hero_can_confirm: Unread = None
    action_required: Unread = None


class Frame(_Object):
    """A state and the picture that it was read from."""

    state: State | None = None
    table_label: str | None = None
    stake_label: Unread = None
    schema_version: Unread = None
    frame: Unread = None
    frame_sha256: Unread = None
    frame_kind: Unread = None
    source_archive: Unread = None
    source_archive_sha256: Unread = None
    evidence_notes: Unread = None


KEYS = spellings(
    Frame,
    State,
    Player,
    Board,
    seat="chair",
    hero="hero_chair",
    heroseat="hero_chair",
    dealer="dealer_chair",
    dealerseat="dealer_chair",
    button="dealer_chair",
    round="round_index",
    street="round_index",
    herocards="hero_incoming",
    herohand="hero_incoming",
    discards="hero_discards",
    gameid="hand_id",
    front="top",
    head="top",
    mid="middle",
    back="bottom",
    tail="bottom",
)
"""How keys are spelt here, by their bare letters; those with another name than their field are guesses."""
