"""Rooms of simulated deals as frames of `Hands`, thousands of hands at once."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import polars as pl
import pyarrow as pa

from ofc_analytics.schema import HANDS

NAMES = ("Anna", "Boris", "Carol", "Dmitri")
_SIZES = (5, 3, 3, 3, 3)
_ROWS = ("top", "middle", "bottom")
_PLACES = ((1, 2, 2), (1, 0, 1), (1, 1, 0), (0, 1, 1), (0, 1, 1))
"""Cards that go to each row, street by street."""


def decks(n, seed, jokers=0):
    """`n` shuffled decks."""
    order = np.argsort(np.random.default_rng(seed).random((n, 52 + jokers), dtype=np.float32), axis=1)
    return order.astype(np.uint8)


def room(deals, players=2, *, heroes=1, jokers=0, button=True, first_hand=0, table="T"):
    """Hands of pineapple dealt from the top of decks, seat after seat from the left of the button.

    Of the first `heroes` seats every deal is recorded; of the others what they placed. All keep their highest cards.
    """
    n = len(deals)
    turns = (np.arange(players) - np.arange(n)[:, None] - 1) % players if button else np.arange(players)[None]
    turns = np.broadcast_to(turns, (n, players))  # turn of each seat; the button is hand number % players
    streets = []
    start = 0
    for size, places in zip(_SIZES, _PLACES, strict=True):
        spots = start + turns[:, :, None] * size + np.arange(size)
        dealt = np.take_along_axis(deals[:, None, :].repeat(players, axis=1), spots, axis=2)
        ranked = np.sort(dealt % 54, axis=2)[:, :, ::-1]
        cuts = np.cumsum((0, *places))
        rows = [ranked[:, :, a:b] for a, b in pairwise(cuts)]
        streets.append((dealt, *rows, ranked[:, :, cuts[-1] :]))
        start += size * players
    hero = np.arange(players) < heroes
    board = np.concatenate([street[1 + row] for row in range(3) for street in streets], axis=2)
    thrown = np.concatenate([street[4] for street in streets], axis=2)
    nested = pa.StructArray.from_arrays(
        [
            *(
                _street_lists([street[part] for street in streets], hero if part in {0, 4} else None)
                for part in range(5)
            ),
            *(pa.nulls(n * players * 5, kind) for kind in (pa.float64(), pa.bool_(), pa.uint8())),
        ],
        names=["dealt", *_ROWS, "discarded", "seconds", "auto", "acted"],
    )
    m = n * players
    claimed = pa.StructArray.from_arrays(
        [
            pa.nulls(m, kind)
            for kind in (
                pa.int32(),
                pa.int64(),
                pa.large_list(pa.int32()),
                pa.bool_(),
                pa.uint8(),
                pa.large_string(),
            )
        ],
        names=["points", "net", "royalties", "foul", "fantasyland", "raw"],
    )
    fields = {
        "seat": pa.array(np.tile(np.arange(1, players + 1, dtype=np.uint8), n)),
        "name": pa.array(np.tile(NAMES[:players], n), pa.large_string()),
        "stack": pa.nulls(m, pa.int64()),
        "fantasyland": pa.array(np.zeros(m, dtype=np.uint8)),
        "cards": pa.FixedSizeListArray.from_arrays(pa.array(board.reshape(-1)), 13),
        "discards": _lists(thrown, hero),
        "streets": pa.LargeListArray.from_arrays(pa.array(np.arange(0, m * 5 + 1, 5)), nested),
        "declared": pa.nulls(m, pa.large_string()),
        "surrendered": pa.array(np.zeros(m, dtype=bool)),
        "claimed": claimed,
        "rake": pa.nulls(m, pa.int64()),
        "line": pa.nulls(m, pa.uint32()),
    }
    per_hand = pa.StructArray.from_arrays(list(fields.values()), names=list(fields))
    lists = pa.LargeListArray.from_arrays(pa.array(np.arange(0, m + 1, players)), per_hand)
    number = np.arange(first_hand, first_hand + n)
    names = [f"{table}{one}" for one in number]
    source = {
        "file": f"{table}.log",
        "sha256": "0" * 64,
        "sheet": None,
        "line": None,
        "parser": "none",
        "version": "0",
    }
    frame = pl.DataFrame(
        {
            "hand_id": names,
            "native_id": names,
            "content_hash": names,
            "table": [table] * n,
            "session": ["S"] * n,
            "hand_no": number,
            "variant": ["pineapple"] * n,
            "exponent": [2] * n,
            "button": (np.arange(n) % players + 1) if button else [None] * n,
            "jokers": [jokers] * n,
            "source": [source] * n,
        }
    )
    return frame.with_columns(players=pl.Series(pl.from_arrow(lists))).select(
        pl.col(name).cast(dtype) if name in {*frame.columns, "players"} else pl.lit(None, dtype).alias(name)
        for name, dtype in HANDS.items()
    )


def fair(n, seed, players=2, **options):
    """A fair room."""
    return room(decks(n, seed, options.get("jokers", 0)), players, **options)


def _street_lists(parts, hero):
    """One list a street, hand by hand and player by player; empty for those whose cards are hidden."""
    n, players, _ = parts[0].shape
    lengths = np.array([part.shape[2] for part in parts])
    shown = np.ones(players, dtype=bool) if hero is None else hero
    counts = np.tile((shown[:, None] * lengths).reshape(-1), n)
    values = np.concatenate([part[:, shown] for part in parts], axis=2).reshape(-1)
    return pa.LargeListArray.from_arrays(pa.array(np.concatenate([[0], np.cumsum(counts)])), pa.array(values))


def _lists(values, hero):
    n, _, size = values.shape
    counts = np.tile(hero * size, n)
    return pa.LargeListArray.from_arrays(
        pa.array(np.concatenate([[0], np.cumsum(counts)])), pa.array(values[:, hero].reshape(-1))
    )
