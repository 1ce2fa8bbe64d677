"""Flat frames out of results: one row a player, one row a pair, one row a disagreement."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
import polars as pl

from ofc_analytics.cards import text_column
from ofc_analytics.evaluation import describe
from ofc_analytics.hands import ROW_SIZES, ROWS
from ofc_analytics.settlement.checking import require_results
from ofc_analytics.settlement.claims import (
    CLAIMS,
    claim_checks,
    claimed_text,
    is_disputed,
    money_text,
    recomputed_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["boards", "decimal", "describe_values", "disagreements", "pairs", "place_text", "row_texts"]

_HAND_COLUMNS = (
    "hand_id", "native_id", "room", "table", "session", "hand_no", "started_at", "rules", "unit", "currency",
    "exponent",
)  # fmt: skip


def boards(results: pl.DataFrame) -> pl.DataFrame:
    """One row a player and hand: cards and names of the rows, royalties, foul, Fantasyland, points, money.

    Parameters
    ----------
    results
        Frame of schema `Results`.

    Returns
    -------
    polars.DataFrame
        The hand's columns, ``unit`` as an exact decimal; ``seat``, ``name``; for each row its cards as text (``top``), its value in
        words (``top_hand``) and its royalty (``top_royalty``); ``foul``, ``royalties``,
        ``in_fantasyland``, ``fantasyland``, ``points``; ``net`` as an exact decimal, null without a unit; the claims as
        ``claimed_points`` and so on, and ``claimed_raw``, a claim as it was written where it is read otherwise;
        ``agrees``.

    Raises
    ------
    SettlementError
        If `results` is not a frame of results.
    """
    require_results(results)
    flat = _flat(results, "players")
    claimed = [
        decimal("claimed_net", flat, claim) if name == "net" else claim.alias(f"claimed_{name}")
        for name, claim in ((name, pl.col("claimed").struct.field(name)) for name in CLAIMS)
    ]
    return flat.select(
        *_hand_columns(flat),
        "seat",
        "name",
        *row_texts(flat["cards"]),
        *describe_values(flat["values"]),
        *(pl.col("row_royalties").arr.get(place).alias(f"{row}_royalty") for place, row in enumerate(ROWS)),
        "foul",
        "royalties",
        "in_fantasyland",
        "fantasyland",
        "points",
        decimal("net", flat),
        *claimed,
        pl.col("claimed").struct.field("raw").alias("claimed_raw"),
        "agrees",
    )


def pairs(results: pl.DataFrame) -> pl.DataFrame:
    """One row a pair of players and hand: who won which row, and the points and money between them.

    All numbers are signed from the pair's first seat: positive is what `first_name` wins. Money, ``unit`` too,
    is an exact decimal.

    Raises
    ------
    SettlementError
        If `results` is not a frame of results.
    """
    require_results(results)
    rows = results.with_row_index("_row")
    names = rows.select("_row", "players").explode("players").unnest("players").select("_row", "seat", "name")
    flat = _flat(rows, "pairs", "_row")
    for side in ("first", "second"):
        named = names.rename({"seat": f"{side}_seat", "name": f"{side}_name"})
        flat = flat.rename({side: f"{side}_seat"}).join(
            named, on=["_row", f"{side}_seat"], maintain_order="left"
        )
    return flat.select(
        *_hand_columns(flat),
        "first_seat",
        "first_name",
        "second_seat",
        "second_name",
        *(pl.col("rows").arr.get(place).alias(f"{row}_won") for place, row in enumerate(ROWS)),
        "row_points",
        "scoop",
        "royalties",
        "other",
        "points",
        decimal("due", flat),
        decimal("paid", flat),
    )


def disagreements(results: pl.DataFrame) -> pl.DataFrame:
    """One row a claim that does not stand.

    Returns
    -------
    polars.DataFrame
        ``hand_id``, ``native_id``, ``file``, ``sheet``, ``line``, ``seat``, ``name``, ``claim`` (points, net,
        royalties, foul or fantasyland), ``claimed`` and ``recomputed`` as text; in the order of the hands.

    Raises
    ------
    SettlementError
        If `results` is not a frame of results.
    """
    require_results(results)
    flat = _flat(
        results.filter(is_disputed()),
        "players",
        "chain_broken",
        "fantasyland_known",
        *(pl.col("source").struct.field(name) for name in ("file", "sheet")),
    )
    told = ("hand_id", "native_id", "file", "sheet", "line", "seat", "name")
    wrong = [
        flat.with_row_index("_row")
        .filter(~check)
        .select(
            "_row",
            *told,
            claim=pl.lit(claim),
            claimed=claimed_text(claim),
            recomputed=recomputed_text(claim),
        )
        for claim, check in claim_checks().items()
    ]
    return pl.concat(wrong).sort("_row", maintain_order=True).drop("_row")


def row_texts(cards: pl.Series) -> list[pl.Series]:
    """Cards of a (n, 13) column of codes as three columns of text, ``top``, ``middle`` and ``bottom``."""
    codes = cards.to_numpy()
    edges = np.cumsum((0, *ROW_SIZES))
    return [
        pl.Series(row, text_column(codes[:, edges[place] : edges[place + 1]]), dtype=pl.String)
        for place, row in enumerate(ROWS)
    ]


def describe_values(
    values: pl.Series, describe: Callable[[int], str] = describe, suffix: str = "_hand"
) -> list[pl.Series]:
    """Values of a (n, 3) column put into words by `describe`, one text column a row."""
    numbers = values.to_numpy()
    described = []
    for place, row in enumerate(ROWS):
        distinct, where = np.unique(numbers[:, place], return_inverse=True)
        words = np.array([describe(int(value)) for value in distinct], dtype=object)
        described.append(pl.Series(f"{row}{suffix}", words[where], dtype=pl.String))
    return described


def _hand_columns(flat: pl.DataFrame) -> list[str | pl.Expr]:
    return [decimal(name, flat) if name == "unit" else name for name in _HAND_COLUMNS]


def _flat(frame: pl.DataFrame, nested: str, *more: str | pl.Expr) -> pl.DataFrame:
    return frame.select(*_HAND_COLUMNS, *more, nested).explode(nested, empty_as_null=False).unnest(nested)


def place_text() -> pl.Expr:
    """Where something stands, over ``file``, ``sheet`` and ``line``.

    >>> pl.DataFrame({"file": ["night.csv"], "sheet": [None], "line": [3]}).select(place_text()).item()
    'night.csv, line 3'
    """
    sheet, line = (
        pl.when(pl.col(name).is_not_null()).then(pl.format(f", {name} {{}}", name)).otherwise(pl.lit(""))
        for name in ("sheet", "line")
    )
    return pl.concat_str("file", sheet, line)


def decimal(name: str, flat: pl.DataFrame, minor: pl.Expr | None = None) -> pl.Expr:
    """Minor units as an exact decimal column, with as many places as the frame's money has at most."""
    places = cast("int | None", flat["exponent"].max())
    places = 2 if places is None else places
    text = money_text(pl.col(name) if minor is None else minor, pl.col("exponent"))
    return text.str.to_decimal(scale=places).cast(pl.Decimal(38, places)).alias(name)
