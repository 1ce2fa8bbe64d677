"""Results in the shape of the JSON output: one object a hand, built column by column."""

from __future__ import annotations

import numpy as np
import polars as pl
import pyarrow as pa

from ofc_analytics.evaluation import category, describe
from ofc_analytics.hands import ROWS
from ofc_analytics.settlement.checking import require_results
from ofc_analytics.settlement.claims import CLAIMS, money_text
from ofc_analytics.settlement.tables import describe_values, row_texts

__all__ = ["json_frame"]


def json_frame(results: pl.DataFrame) -> pl.DataFrame:
    """Turn a frame of results into one whose rows, written as JSON lines, are the documented objects.

    `hand` is the room's own id or number, else the identity of the hand. Money is text with the
    currency's decimal places.
    """
    require_results(results)
    players, pairs = _players(_flat(results, "players")), _pairs(_flat(results, "pairs"))
    return results.select(
        pl.coalesce("native_id", "hand_id").alias("hand"),
        "rules",
        "fingerprint",
        players=_nested(players, results["players"].list.len()),
        pairs=_nested(pairs, results["pairs"].list.len()),
    )


def _flat(results: pl.DataFrame, nested: str) -> pl.DataFrame:
    return results.select("exponent", nested).explode(nested).unnest(nested)


def _nested(rows: pl.DataFrame, lengths: pl.Series) -> pl.Series:
    """Fold flat rows into one list a hand."""
    offsets = pa.array(np.concatenate([[0], lengths.cast(pl.Int64).cum_sum().to_numpy()]))
    return pl.Series(pa.LargeListArray.from_arrays(offsets, rows.to_struct().to_arrow()))


def _players(flat: pl.DataFrame) -> pl.DataFrame:
    words = {
        name: np.stack([column.to_numpy() for column in describe_values(flat["values"], word)], axis=1)
        for name, word in (("hand", describe), ("category", category))
    }
    rows = pl.DataFrame(
        {
            "row": pl.Series(ROWS * flat.height, dtype=pl.String),
            **{name: pl.Series(column.reshape(-1), dtype=pl.String) for name, column in words.items()},
            "royalty": flat["row_royalties"].to_numpy().reshape(-1),
        }
    )
    claimed = pl.col("claimed").struct
    return flat.select(
        "seat",
        "name",
        pl.concat_str(*row_texts(flat["cards"]), separator=" / ").alias("board"),
        "foul",
        _nested(rows, pl.repeat(len(ROWS), flat.height, eager=True)).alias("rows"),
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
