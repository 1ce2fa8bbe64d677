"""Results in the shape of the JSON output: one object a hand, built column by column."""

from __future__ import annotations

import polars as pl

from ofc_analytics.evaluation import category, describe
from ofc_analytics.hands import ROWS
from ofc_analytics.settlement.claims import CLAIMS, money_text
from ofc_analytics.settlement.tables import describe_values, row_texts

__all__ = ["json_frame"]


def json_frame(results: pl.DataFrame) -> pl.DataFrame:
    """Turn a frame of results into one whose rows, written as JSON lines, are the documented objects.

    `hand` is the room's own id or number, else the identity of the hand. Money is text with the
    currency's decimal places.
    """
    players = _fold(_players(_flat(results, "players")), "players")
    pairs = _fold(_pairs(_flat(results, "pairs")), "pairs")
    return results.select(
        pl.coalesce("native_id", "hand_id").alias("hand"),
        "rules",
        "fingerprint",
        players["players"],
        pairs["pairs"],
    )


def _flat(results: pl.DataFrame, nested: str) -> pl.DataFrame:
    return results.with_row_index("_row").select("_row", "exponent", nested).explode(nested).unnest(nested)


def _fold(flat: pl.DataFrame, name: str) -> pl.DataFrame:
    fields = [column for column in flat.columns if column != "_row"]
    return flat.group_by("_row", maintain_order=True).agg(pl.struct(fields).alias(name))


def _players(flat: pl.DataFrame) -> pl.DataFrame:
    words = {suffix: describe_values(flat["values"], words, suffix) for suffix, words in _WORDS.items()}
    rows = pl.concat_list(
        *(
            pl.struct(
                row=pl.lit(row),
                hand=words["_hand"][place],
                category=words["_category"][place],
                royalty=pl.col("row_royalties").arr.get(place),
            )
            for place, row in enumerate(ROWS)
        )
    )
    claimed = pl.col("claimed").struct
    return flat.select(
        "_row",
        "seat",
        "name",
        pl.concat_str(*row_texts(flat["cards"]), separator=" / ").alias("board"),
        "foul",
        rows.alias("rows"),
        "royalties",
        "fantasyland",
        "points",
        money_text(pl.col("net"), pl.col("exponent")).alias("net"),
        pl.struct(
            money_text(claimed.field("net"), pl.col("exponent")).alias("net")
            if claim == "net"
            else claimed.field(claim)
            for claim in CLAIMS
        ).alias("claimed"),
        "agrees",
    )


def _pairs(flat: pl.DataFrame) -> pl.DataFrame:
    return flat.select(
        "_row",
        pl.concat_list("first", "second").alias("seats"),
        pl.col("rows").arr.to_list(),
        "row_points",
        "scoop",
        "royalties",
        "other",
        "points",
        money_text(pl.col("due"), pl.col("exponent")).alias("due"),
        money_text(pl.col("paid"), pl.col("exponent")).alias("paid"),
    )


_WORDS = {"_hand": describe, "_category": category}
