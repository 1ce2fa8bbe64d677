"""Frames of hands as ofc-json, the open interchange format, a line a hand.

Everything is put together as columns; what no hand of a frame has is left out of its lines.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, cast

import numpy as np
import polars as pl
import pyarrow as pa

from ofc_analytics.cards import card_text
from ofc_analytics.columns import codes, structs
from ofc_analytics.hands import ROW_SIZES, ROWS
from ofc_analytics.settlement.claims import money_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ofc_json"]

_VERSION = 1
_NAMES = (
    "room",
    "table",
    "session",
    "hand_no",
    "started_at",
    "variant",
    "rules",
    "unit",
    "currency",
    "button",
)
_LETTERS = 3  # of a card with the space behind it


def ofc_json(hands: pl.DataFrame) -> bytes:
    """Lines of a frame of hands; nothing of their source, and not in which order the players acted.

    Parameters
    ----------
    hands
        Frame of schema `Hands`, without jackpots.
    """
    lines = hands.select(
        pl.lit(_VERSION).alias("format"),
        pl.col("native_id").alias("id"),
        *(name for name in _NAMES if name not in {"started_at", "unit"}),
        started_at=pl.col("started_at").dt.strftime("%Y-%m-%dT%H:%M:%S%.fZ"),
        unit=money_text(pl.col("unit"), pl.col("exponent")),
        jokers="jokers",
        level="level",
        players=_players(hands),
    )
    text = BytesIO()
    _known(lines.select("format", "id", *_NAMES, "jokers", "level", "players")).write_ndjson(text)
    return text.getvalue()


def _players(hands: pl.DataFrame) -> pl.Series:
    counts = hands["players"].list.len()
    flat = hands["players"].explode().struct.unnest()
    exponent = hands["exponent"].gather(np.repeat(np.arange(hands.height), counts))
    claimed = flat["claimed"].struct.unnest()

    def money(amounts: pl.Series) -> pl.Expr:
        return money_text(pl.lit(amounts), pl.lit(exponent))

    edges = np.cumsum((0, *ROW_SIZES))
    board = flat["cards"].to_numpy()
    rows = [
        _texts(board[:, edges[place] : edges[place + 1]].reshape(-1), np.arange(len(board) + 1) * size).alias(
            row
        )
        for place, (row, size) in enumerate(zip(ROWS, ROW_SIZES, strict=True))
    ]
    claim = claimed.select("points", money(claimed["net"]).alias("net"), "foul", "royalties", "fantasyland")
    players = flat.select(
        "seat",
        "name",
        money(flat["stack"]).alias("stack"),
        "fantasyland",
        *rows,
        _texts(*codes(flat["discards"])).alias("discards"),
        "declared",
        pl.when("surrendered").then(pl.lit(value=True)).alias("surrendered"),
        money(flat["rake"]).alias("rake"),
        _streets(flat["streets"]),
        _known(claim).to_struct("claimed"),
    )
    return structs("players", _known(players), counts)


def _streets(streets: pl.Series) -> pl.Series:
    flat = streets.explode(empty_as_null=False).struct.unnest()
    named = {name: _texts(*codes(flat[name])) for name in ("dealt", *ROWS)}
    placed = flat.select(**named, discard=_texts(*codes(flat["discarded"])), seconds="seconds", auto="auto")
    return structs("streets", _known(placed), streets.list.len())


def _known(frame: pl.DataFrame) -> pl.DataFrame:
    """Without the columns in which nothing stands."""
    return frame.select(name for name in frame.columns if frame[name].null_count() < max(frame.height, 1))


def _texts(cards: NDArray[np.uint8], offsets: NDArray[np.int64]) -> pl.Series:
    """Cards between the offsets as text, such as ``Kd 7s``."""
    letters = np.ascontiguousarray(_letters()[cards])
    array = pa.Array.from_buffers(
        pa.large_utf8(),
        len(offsets) - 1,
        [None, pa.py_buffer(np.ascontiguousarray(offsets * _LETTERS)), pa.py_buffer(letters)],
    )
    return cast("pl.Series", pl.from_arrow(array)).str.strip_chars_end(" ")


def _letters() -> NDArray[np.uint8]:
    texts = "".join(f"{card_text(code)} " if code < 54 else "?? " for code in range(256))
    return np.frombuffer(texts.encode(), dtype=np.uint8).reshape(256, _LETTERS)
