"""Rooms of simulated deals as frames of `Hands`, thousands of hands at once."""

from __future__ import annotations

import numpy as np
import polars as pl

from ofc_analytics.schema import HANDS

NAMES = ("Anna", "Boris", "Carol", "Dmitri")
GAMES = {
    "pineapple": ((5, (1, 2, 2)), (3, (1, 0, 1)), (3, (1, 1, 0)), (3, (0, 1, 1)), (3, (0, 1, 1))),
    "classic": ((5, (1, 2, 2)), *[(1, (1, 0, 0))] * 2, *[(1, (0, 1, 0))] * 3, *[(1, (0, 0, 1))] * 3),
    "turbo": ((5, (1, 2, 2)), (4, (1, 1, 2)), (4, (1, 2, 1))),
    "closed": ((13, (3, 5, 5)),),
}
"""Cards dealt and those that go to each row, street by street."""

_ROWS = ("top", "middle", "bottom")
_PLAYER = pl.Schema(HANDS["players"].inner)
_STREET = pl.Schema(_PLAYER["streets"].inner)
_SOURCE = {"sha256": "0" * 64, "sheet": None, "line": None, "parser": "none", "version": "0"}


def decks(n, seed, jokers=0):
    """`n` shuffled decks."""
    order = np.argsort(np.random.default_rng(seed).random((n, 52 + jokers), dtype=np.float32), axis=1)
    return order.astype(np.uint8)


def fair(n, seed, players=2, *, fantasyland=0.0, **options):
    """A fair room, in which this share of the players is in Fantasyland."""
    deals = decks(n, seed, options.get("jokers", 0))
    rng = np.random.default_rng([np.atleast_1d(seed)[0], 17])
    inside = (rng.random((n, players)) < fantasyland) * rng.integers(14, 18, (n, players))
    return room(deals, players, inside=inside, **options)


def room(
    deals,
    players=2,
    *,
    heroes=1,
    jokers=0,
    button=True,
    first_hand=0,
    table="T",
    game="pineapple",
    inside=None,
):
    """Hands dealt from the top of decks, street by street, seat after seat from the left of the button.

    Of the first `heroes` seats every deal is recorded; of the others what they placed. All keep their highest cards. `inside`
    is how many cards of a Fantasyland each player of a hand (n, players) is dealt at once, 0 for none.
    """
    n = len(deals)
    inside = np.zeros((n, players), dtype=int) if inside is None else inside
    kinds, kind = np.unique(inside, axis=0, return_inverse=True)
    number = np.arange(first_hand, first_hand + n)
    frames = []
    for at, cards in enumerate(kinds):
        some = kind.reshape(-1) == at
        shapes = [((one, (3, 5, 5)),) if one else GAMES[game] for one in cards.tolist()]
        dealt = _players(deals[some], number[some], shapes, heroes, inside=cards.tolist(), button=button)
        frames.append(dealt.with_columns(hand_no=number[some]))
    names = pl.format("{}{}", pl.lit(table), "hand_no")
    source = pl.struct(
        pl.lit(value).alias(name) for name, value in {"file": f"{table}.log", **_SOURCE}.items()
    )
    frame = (
        pl.concat(frames)
        .sort("hand_no")
        .with_columns(
            hand_id=names,
            native_id=names,
            content_hash=names,
            table=pl.lit(table),
            session=pl.lit("S"),
            variant=pl.lit(game),
            exponent=pl.lit(2),
            button=pl.col("hand_no") % players + 1 if button else pl.lit(None),
            jokers=pl.lit(jokers),
            source=source,
        )
    )
    return _filled(frame, HANDS)


def _players(deals, number, shapes, heroes, *, inside, button):
    """Column ``players`` of hands in which each seat is dealt as its shape tells."""
    n, players = len(deals), len(shapes)
    turns = (np.arange(players) - number[:, None] - 1) % players if button else np.arange(players)[None]
    turns = np.broadcast_to(turns, (n, players))  # turn of each seat; the button is hand number % players
    earlier = turns[:, None, :] < turns[:, :, None]
    streets = [[] for _ in shapes]
    start = 0
    for place in range(max(map(len, shapes))):
        sizes = np.array([shape[place][0] if place < len(shape) else 0 for shape in shapes])
        first = start + earlier @ sizes
        for seat, size in enumerate(sizes):
            if size:
                dealt = np.take_along_axis(deals, first[:, seat, None] + np.arange(size), axis=1)
                streets[seat].append((dealt, *_laid(dealt, shapes[seat][place][1])))
        start += sizes.sum()
    seats = [_player(streets[seat], seat, inside[seat], shown=seat < heroes, n=n) for seat in range(players)]
    return pl.DataFrame({"players": _nested(seats)})


def _laid(dealt, places):
    """The highest cards by row, and what is thrown away."""
    ranked = np.sort(dealt, axis=1)[:, ::-1]
    return np.split(ranked, np.cumsum(places), axis=1)


def _player(streets, seat, inside, *, shown, n):
    parts = [dict(zip(("dealt", *_ROWS, "discarded"), street, strict=True)) for street in streets]
    board = np.concatenate([part[row] for row in _ROWS for part in parts], axis=1)
    thrown = np.concatenate([part["discarded"] for part in parts], axis=1)
    hidden = np.zeros((n, 0), dtype=np.uint8)
    nested = [
        _filled(
            pl.DataFrame(
                [_lists(name, cards if shown or name in _ROWS else hidden) for name, cards in part.items()]
            ),
            _STREET,
        )
        for part in parts
    ]
    frame = pl.DataFrame({"streets": _nested(nested)}).with_columns(
        seat=pl.lit(seat + 1),
        name=pl.lit(NAMES[seat]),
        fantasyland=pl.lit(inside),
        surrendered=pl.lit(value=False),
    )
    boards = pl.Series("cards", board), _lists("discards", thrown if shown else hidden)
    return _filled(frame.with_columns(boards), _PLAYER)


def _nested(frames):
    """One list a row, of a struct out of each frame."""
    n = len(frames[0])
    order = np.arange(n * len(frames)).reshape(len(frames), n).T.reshape(-1)
    return pl.concat(frames)[order].to_struct().reshape((n, len(frames))).arr.to_list()


def _lists(name, values):
    if not values.shape[1]:
        return pl.Series(name, [[]], dtype=pl.List(pl.UInt8)).new_from_index(0, len(values))
    return pl.Series(name, values).arr.to_list()


def _filled(frame, schema):
    """Columns that are told nothing of are null; structs have all their fields."""
    return frame.select(
        pl.col(name).cast(dtype) if name in frame.columns else _empty(dtype).alias(name)
        for name, dtype in schema.items()
    )


def _empty(dtype):
    if isinstance(dtype, pl.Struct):
        return pl.struct(pl.lit(None, field.dtype).alias(field.name) for field in dtype.fields)
    return pl.lit(None, dtype)
