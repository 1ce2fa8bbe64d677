"""The tables, declared once: `Hands` is what parsers give, `Results` what settlement gives.

A row is a hand and its players are nested, so that no batch can cut a hand in two. Polars, Arrow and the
documentation all read the columns from here.

Examples
--------
>>> HANDS["players"].inner.to_schema()["cards"]
Array(UInt8, shape=(13,))
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

import dataframely as dy
import numpy as np
import polars as pl
import pyarrow as pa

from ofc_analytics.hands import Claim, Hand, Player, Source, Street, content_hash, hand_id

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["HANDS", "RESULTS", "Hands", "Results", "fields_of", "frame_from_hands", "hands_from_frame"]

_CODES = dy.List(dy.UInt8())
_CODES_DOC = "card codes, in the order they were recorded"

_CLAIMED = {
    "points": dy.Int32(nullable=True, description="points claimed for the hand"),
    "net": dy.Int64(nullable=True, description="money claimed for the hand, minor units"),
    "royalties": dy.List(
        dy.Int32(), nullable=True, description="claimed royalties: three rows, or their sum"
    ),
    "foul": dy.Bool(nullable=True, description="whether a foul was claimed"),
    "fantasyland": dy.UInt8(
        nullable=True, description="cards claimed for the next hand; 0 none, 1 unsaid how many"
    ),
    "raw": dy.String(nullable=True, description="the claim as written, where the reading differs from it"),
}

_STREET = {
    "dealt": dy.List(dy.UInt8(), description=_CODES_DOC),
    "top": dy.List(dy.UInt8(), description=_CODES_DOC),
    "middle": dy.List(dy.UInt8(), description=_CODES_DOC),
    "bottom": dy.List(dy.UInt8(), description=_CODES_DOC),
    "discarded": dy.List(dy.UInt8(), description=_CODES_DOC),
    "seconds": dy.Float64(nullable=True, description="thinking time"),
    "auto": dy.Bool(nullable=True, description="whether the room placed the cards itself"),
    "acted": dy.UInt8(nullable=True, description="place in the order in which the players acted, from 1"),
}

_SOURCE = {
    "file": dy.String(description="path or name of the input"),
    "sha256": dy.String(description="SHA-256 of the input, hex"),
    "sheet": dy.String(nullable=True, description="worksheet, where the input is a workbook"),
    "line": dy.UInt32(nullable=True, description="first physical line of the hand"),
    "parser": dy.String(description="format that was read"),
    "version": dy.String(description="version of its parser"),
}


class _Deal(dy.Schema):
    """What identifies a hand and the table it was played at."""

    hand_id = dy.String(description="identity of the hand: 16 hex digits")
    native_id = dy.String(nullable=True, description="the room's own id or number")
    content_hash = dy.String(description="SHA-256 of all that the source says about the hand")
    room = dy.String(nullable=True, description="room, club or 'home'")
    table = dy.String(nullable=True, description="table name")
    session = dy.String(nullable=True, description="session, match or night")
    hand_no = dy.Int64(nullable=True, description="number within the session")
    started_at = dy.Datetime(nullable=True, time_zone="UTC", time_unit="us", description="start of the hand")
    variant = dy.String(nullable=True, description="game that was dealt, such as 'pineapple'")
    rules = dy.String(nullable=True, description="named rule set")
    unit = dy.Int64(nullable=True, description="money one point is worth, minor units")
    currency = dy.String(nullable=True, description="ISO 4217 code, or the room's own")
    exponent = dy.UInt8(description="decimal places of the money columns")
    button = dy.UInt8(nullable=True, description="seat of the button")
    jokers = dy.UInt8(description="jokers in the deck")
    level = dy.Int32(nullable=True, description="tournament level")
    jackpot_in = dy.Int64(nullable=True, description="paid into a jackpot by this hand, minor units")
    jackpot_out = dy.Int64(nullable=True, description="paid out of a jackpot to this hand, minor units")


class Hands(_Deal):
    """One row a hand, as a source tells it."""

    players = dy.List(
        dy.Struct(
            {
                "seat": dy.UInt8(primary_key=True, description="1-based, clockwise"),
                "name": dy.String(description="as in the source, outer spaces removed"),
                "stack": dy.Int64(
                    nullable=True, description="money before the hand, minor units; null = unlimited"
                ),
                "fantasyland": dy.UInt8(
                    nullable=True,
                    description="cards dealt in Fantasyland now; 0 none, 1 unsaid how many; null: not said",
                ),
                "cards": dy.Array(dy.UInt8(), 13, description="3 top, 5 middle, 5 bottom; 255 = not known"),
                "discards": dy.List(dy.UInt8(), description=_CODES_DOC),
                "streets": dy.List(
                    dy.Struct(_STREET), description="what was dealt and placed, street by street"
                ),
                "declared": dy.String(
                    nullable=True, description="closed game: the natural that was declared"
                ),
                "surrendered": dy.Bool(description="closed game: gave up before the showdown"),
                "claimed": dy.Struct(_CLAIMED),
                "rake": dy.Int64(nullable=True, description="rake the source took, minor units"),
                "line": dy.UInt32(nullable=True, description="physical line of this player"),
            }
        ),
        min_length=2,
        max_length=4,
        description="players in seat order",
    )
    source = dy.Struct(_SOURCE)


class Results(_Deal):
    """One row a hand, as settlement recomputed it."""

    fingerprint = dy.String(description="fingerprint of the rule set the hand was settled under")
    deferred = dy.Bool(description="whether this hand's money waits for the end of a Fantasyland chain")
    chain_broken = dy.Bool(
        description="whether the money of a chain that ends here is not known, for hands of the chain are missing"
    )
    fantasyland_known = dy.Bool(
        description="whether it is told who is in Fantasyland, or follows from hands that are here"
    )
    players = dy.List(
        dy.Struct(
            {
                "seat": dy.UInt8(primary_key=True, description="1-based, clockwise"),
                "name": dy.String(description="as in the source"),
                "stack": dy.Int64(
                    nullable=True, description="money before the hand, minor units; null = unlimited"
                ),
                "in_fantasyland": dy.UInt8(description="cards dealt in Fantasyland in this hand; 0 none"),
                "expected_fantasyland": dy.UInt8(
                    nullable=True,
                    description="cards earned by the player's hand before at this table; null: none before",
                ),
                "cards": dy.Array(dy.UInt8(), 13, description="3 top, 5 middle, 5 bottom"),
                "foul": dy.Bool(description="dead hand"),
                "values": dy.Array(dy.Int32(), 3, description="value of top, middle, bottom on one scale"),
                "natural": dy.String(nullable=True, description="closed game: the natural that counted"),
                "held_natural": dy.String(
                    nullable=True, description="closed game: the best natural the cards are, counted or not"
                ),
                "row_royalties": dy.Array(
                    dy.Int32(), 3, description="royalty of top, middle, bottom; a foul has none"
                ),
                "royalties": dy.Int32(description="sum of the row royalties"),
                "fantasyland": dy.UInt8(description="cards in the next hand's Fantasyland; 0 none"),
                "points": dy.Int32(description="points won or lost in the hand"),
                "already_lost": dy.Int64(
                    nullable=True,
                    description="lost earlier in the match, as its limit counts it, minor units",
                ),
                "rake": dy.Int64(
                    nullable=True, description="paid to the house, minor units; null without a unit"
                ),
                "jackpot": dy.Int64(
                    nullable=True, description="drawn from a jackpot less paid into it, minor units"
                ),
                "net": dy.Int64(
                    nullable=True,
                    description="money won or lost, rake and jackpot included, minor units; null without a unit",
                ),
                "claimed": dy.Struct(_CLAIMED),
                "agrees": dy.Bool(
                    nullable=True, description="whether all that was claimed is right; null: no claim"
                ),
                "line": dy.UInt32(nullable=True, description="physical line of this player"),
            }
        ),
        min_length=2,
        max_length=4,
        description="players in seat order",
    )
    pairs = dy.List(
        dy.Struct(
            {
                "first": dy.UInt8(primary_key=True, description="seat; all numbers are signed from it"),
                "second": dy.UInt8(primary_key=True, description="seat of its opponent"),
                "rows": dy.Array(
                    dy.Int8(), 3, description="winner of top, middle, bottom: 1 first, -1 second, 0 none"
                ),
                "row_points": dy.Int32(description="points for rows"),
                "scoop": dy.Int32(description="points for all three rows, or for the majority"),
                "royalties": dy.Int32(description="difference of the royalties that are paid"),
                "other": dy.Int32(description="naturals and surrender of the closed game"),
                "points": dy.Int32(description="row_points + scoop + royalties + other"),
                "carried": dy.Int64(
                    nullable=True,
                    description="money of the Fantasyland chain's earlier hands, due with this one, minor units",
                ),
                "due": dy.Int64(
                    nullable=True,
                    description="points in money and what was carried; 0 while the chain goes on, minor units",
                ),
                "paid": dy.Int64(nullable=True, description="what caps and limits let through, minor units"),
            }
        ),
        description="each pair of players once, in seat order",
    )
    source = dy.Struct(_SOURCE)


HANDS: pl.Schema = Hands.create_empty().schema
"""Column names and polars dtypes of a frame of hands."""

RESULTS: pl.Schema = Results.create_empty().schema
"""Column names and polars dtypes of a frame of results."""


def fields_of(dtype: pl.DataType) -> Mapping[str, pl.DataType]:
    """Fields of a struct, or of the structs in a list.

    >>> fields_of(fields_of(HANDS["players"])["claimed"])["points"]
    Int32
    """
    struct = dtype.inner if isinstance(dtype, pl.List) else dtype
    return pl.Schema(cast("pl.Struct", struct).to_schema())


_PLAYER = fields_of(HANDS["players"])


def frame_from_hands(hands: Sequence[Hand]) -> pl.DataFrame:
    """Put decoded hands into a frame of schema `Hands`, one row a hand, in the order given.

    >>> hand = Hand(players=(Player(seat=1, name="Anna", cards=bytes(range(13))),
    ...                      Player(seat=2, name="Boris", cards=bytes(range(13, 26)))))
    >>> frame_from_hands([hand]).shape
    (1, 20)
    """
    players = [player for hand in hands for player in hand.players]
    streets = [street for player in players for street in player.streets]
    contents = [content_hash(hand) for hand in hands]
    nested = {
        "claimed": _struct([player.claimed for player in players], fields_of(_PLAYER["claimed"])),
        "streets": _lists(
            _struct(streets, fields_of(_PLAYER["streets"])), [len(player.streets) for player in players]
        ),
    }
    table = _struct(
        hands,
        HANDS,
        hand_id=_plain(list(map(hand_id, hands)), pl.String()),
        content_hash=_plain(contents, pl.String()),
        players=_lists(_struct(players, _PLAYER, **nested), [len(hand.players) for hand in hands]),
        source=_struct([hand.source for hand in hands], fields_of(HANDS["source"])),
    )
    return cast("pl.DataFrame", pl.from_arrow(pa.Table.from_struct_array(table)))


def hands_from_frame(frame: pl.DataFrame) -> list[Hand]:
    """Turn rows of a frame of hands back into objects: for receipts and messages, not for bulk work."""
    return [_hand_from_row(row) for row in frame.iter_rows(named=True)]


def _struct(
    records: Sequence[object], fields: Mapping[str, pl.DataType], **given: pa.Array
) -> pa.StructArray:
    """One array a field, from the records' attributes of that name unless it is given."""
    arrays = [
        given[name] if name in given else _plain(list(map(attrgetter(name), records)), dtype)
        for name, dtype in fields.items()
    ]
    return pa.StructArray.from_arrays(arrays, names=list(fields))


def _plain(values: list[Any], dtype: pl.DataType) -> pa.Array:
    if dtype == pl.List(pl.UInt8):
        return _lists(_codes(values), [len(cards) for cards in values])
    if isinstance(dtype, pl.Array):
        if any(len(cards) != dtype.size for cards in values):
            raise ValueError(f"a board is {dtype.size} cards")
        return pa.FixedSizeListArray.from_arrays(_codes(values), dtype.size)
    return pa.array(values, type=pl.Series(dtype=dtype).to_arrow(compat_level=pl.CompatLevel.oldest()).type)


def _codes(cards: list[bytes]) -> pa.Array:
    return pa.array(np.frombuffer(b"".join(cards), dtype=np.uint8))


def _lists(values: pa.Array, lengths: list[int]) -> pa.LargeListArray:
    return pa.LargeListArray.from_arrays(pa.array(np.cumsum([0, *lengths])), values)


def _hand_from_row(row: dict[str, Any]) -> Hand:
    names = Hand.__dataclass_fields__
    plain = {name: value for name, value in row.items() if name in names}
    return Hand(
        **plain
        | {
            "players": tuple(_player_from_row(player) for player in row["players"]),
            "source": Source(**row["source"]),
        }
    )


def _player_from_row(row: dict[str, Any]) -> Player:
    royalties = row["claimed"]["royalties"]
    claimed = row["claimed"] | {"royalties": None if royalties is None else tuple(royalties)}
    return Player(
        **row
        | {
            "cards": bytes(row["cards"]),
            "discards": bytes(row["discards"]),
            "streets": tuple(_street_from_row(street) for street in row["streets"]),
            "claimed": Claim(**claimed),
        }
    )


def _street_from_row(row: dict[str, Any]) -> Street:
    fields: dict[str, Any] = {
        name: bytes(value) if isinstance(value, list) else value for name, value in row.items()
    }
    return Street(**fields)
