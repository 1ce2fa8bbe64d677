"""Tables that stand more than once: parts of one, the same again, or told differently by two files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.clubs.scaled import summed
from ofc_analytics.audit.findings import findings
from ofc_analytics.clubs.apps import apps_with

if TYPE_CHECKING:
    from ofc_analytics.audit.clubs.scaled import Scaled

__all__ = ["check_repeats"]

_TOLD = ("player", "nick", "buy_in", "hands", "winnings", "fee")
_GAME = ("app", "game_id")


def check_repeats(clubs: Scaled) -> pl.DataFrame:
    """Find tables whose id stands in several blocks of a file, or in several files."""
    blocks = (
        clubs.lines.filter(pl.col("game_id").is_not_null())
        .group_by("file", "sheet", "block", *_GAME, maintain_order=True)
        .agg(said=pl.struct(_TOLD))
    )
    games = (
        blocks.group_by("file", "sheet", *_GAME, maintain_order=True)
        .agg(
            times=pl.len(),
            different=pl.col("said").n_unique(),
            lines=pl.col("block").cast(pl.String).str.join(", "),
            line=pl.last("block"),
        )
        .filter(pl.col("times") > 1)
        .with_columns(hand="game_id", hand_id=pl.lit(None, dtype=pl.String))
    )
    parts = pl.col("app").is_in(apps_with("daily")) & (pl.col("different") == pl.col("times"))
    nobody = pl.lit([], dtype=pl.List(pl.String))
    return pl.concat(
        [
            findings(
                games.filter(parts),
                "club-table-split",
                "note",
                pl.format(
                    "The table is printed in {} parts, at lines {}; they are joined.", "times", "lines"
                ),
                players=nobody,
            ),
            findings(
                games.filter(~parts),
                "club-table-twice",
                "error",
                pl.format("The same table stands {} times, at lines {}.", "times", "lines"),
                players=nobody,
            ),
            _between_files(clubs),
        ]
    )


def _between_files(clubs: Scaled) -> pl.DataFrame:
    keys = (*_GAME, "player")
    sums = (
        clubs.lines.filter(pl.col("game_id").is_not_null(), pl.col("player").is_not_null())
        .group_by(*keys, "file", maintain_order=True)
        .agg(
            pl.first("nick", "sheet", "line", "hand", "hand_id"),
            pl.col("complete").all(),
            summed("winnings"),
            summed("fee"),
        )
        .filter("complete")
    )
    differing = (
        sums.with_columns(first_winnings=pl.first("winnings").over(keys), other=pl.first("file").over(keys))
        .filter(
            (pl.col("winnings").n_unique().over(keys) > 1) | (pl.col("fee").n_unique().over(keys) > 1),
            pl.col("file") != pl.col("other"),
        )
        .with_columns(name=pl.coalesce("nick", "player"))
    )
    return findings(
        differing,
        "club-files-differ",
        "warning",
        pl.format("{} tells other numbers of {} at this table.", "other", "name"),
        claimed=clubs.text("winnings"),
        recomputed=clubs.text("first_winnings"),
        at_stake=clubs.text((pl.col("winnings") - pl.col("first_winnings")).abs()),
    )
