"""Ids and content hashes of whole frames of hands, as `ofc_analytics.hands` gives them for one hand."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.columns import binary, codes

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["with_identity"]

_ID_LENGTH = 16
_IDENTITY = ("room", "table", "session", "native_id", "hand_no", "started_at")
_DEAL = (
    "variant",
    "rules",
    "unit",
    "currency",
    "exponent",
    "button",
    "jokers",
    "level",
    "jackpot_in",
    "jackpot_out",
)
_STREET = ("dealt", "top", "middle", "bottom", "discarded")


def with_identity(hands: pl.DataFrame) -> pl.DataFrame:
    """Set ``hand_id`` and ``content_hash`` of hands for which `ofc_analytics.hands.is_numbered` holds.

    Parameters
    ----------
    hands
        n hands of schema `Hands`, of a player or more; whatever stands in the two columns is replaced.

    Notes
    -----
    The texts that are hashed are those of `ofc_analytics.hands.hand_id` and `content_hash`, put together as
    columns.
    """
    identity = hands.select(_joined([_json(hands[name]) for name in _IDENTITY])).to_series()
    deal = hands.select(_joined([_json(hands[name]) for name in _DEAL])).to_series()
    players = _players(hands)
    texts = pl.DataFrame({"identity": identity, "deal": deal, "players": players}).select(
        key=pl.format("[{}]", "identity"), content=pl.format("[{},{},[{}]]", "identity", "deal", "players")
    )
    return hands.with_columns(
        hand_id=pl.Series(_hashes(texts["key"]), dtype=pl.String).str.head(_ID_LENGTH),
        content_hash=pl.Series(_hashes(texts["content"]), dtype=pl.String),
    )


def _players(hands: pl.DataFrame) -> pl.Series:
    """JSON of all players of each hand, with commas between them."""
    counts = hands["players"].list.len()
    flat = hands["players"].explode().struct.unnest()
    claimed = flat["claimed"].struct.unnest()
    parts = [
        *(_json(flat[name]) for name in ("seat", "name")),
        _hex(flat["cards"]),
        *(_json(flat[name]) for name in ("stack", "fantasyland")),
        _hex(flat["discards"]),
        _streets(flat["streets"]),
        *(_json(flat[name]) for name in ("declared", "surrendered", "rake")),
        _bracketed(
            [_json(claimed[name]) for name in ("points", "net")]
            + [_json(claimed["royalties"])]
            + [_json(claimed[name]) for name in ("foul", "fantasyland")]
        ),
    ]
    return _folded(_bracketed(parts), counts)


def _streets(streets: pl.Series) -> pl.Series:
    counts = streets.list.len()
    flat = streets.explode(empty_as_null=False).struct.unnest()
    parts = [*(_hex(flat[name]) for name in _STREET), *(_json(flat[name]) for name in ("seconds", "auto"))]
    folded = _folded(_bracketed(parts), counts)
    return pl.select(pl.format("[{}]", folded)).to_series()


def _folded(texts: pl.Series, counts: pl.Series) -> pl.Series:
    """Join as many consecutive texts as each count says, with commas."""
    rows = pl.select(pl.int_range(len(counts)).repeat_by(pl.lit(counts))).to_series()
    joined = (
        pl.DataFrame({"row": rows.explode(empty_as_null=False), "text": texts})
        .group_by("row", maintain_order=True)
        .agg(pl.col("text").str.join(","))
    )
    every = pl.DataFrame({"row": pl.int_range(len(counts), eager=True)}).join(
        joined, on="row", how="left", maintain_order="left"
    )
    return every["text"].fill_null("")


def _bracketed(parts: list[pl.Series]) -> pl.Series:
    return pl.select(pl.format("[{}]", _joined(parts))).to_series()


def _joined(parts: list[pl.Series]) -> pl.Expr:
    return pl.concat_str([pl.lit(part) for part in parts], separator=",")


def _hex(cards: pl.Series) -> pl.Series:
    text = binary(*codes(cards)).bin.encode("hex")
    return pl.select(pl.format('"{}"', text)).to_series()


def _json(column: pl.Series) -> pl.Series:
    """Every value as JSON."""
    if isinstance(column.dtype, pl.List):
        text = pl.format("[{}]", pl.lit(column.cast(pl.List(pl.String))).list.join(","))
    elif isinstance(column.dtype, pl.Datetime | pl.Float64):
        text = pl.lit(pl.Series(map(_python_json, column.to_list()), dtype=pl.String))
    elif column.dtype == pl.String:
        distinct = column.drop_nulls().unique()
        text = pl.lit(column).replace_strict(
            distinct, pl.Series([json.dumps(value) for value in distinct], dtype=pl.String)
        )
    else:
        text = pl.lit(column.cast(pl.String))
    return pl.select(text.fill_null("null")).to_series()


def _python_json(value: datetime | float | None) -> str | None:
    """Times and floats as Python writes them, which polars does in a way of its own."""
    return None if value is None else f'"{value.isoformat()}"' if isinstance(value, datetime) else repr(value)


def _hashes(texts: Iterable[str]) -> list[str]:
    return [hashlib.sha256(text.encode()).hexdigest() for text in texts]
