"""Settled hands of a table, against the export's lines of its players."""

from __future__ import annotations

from typing import cast

import polars as pl

from ofc_analytics.audit.clubs.scaled import Scaled, summed
from ofc_analytics.audit.findings import findings
from ofc_analytics.settlement.checking import require_results

__all__ = ["check_played"]


def check_played(clubs: Scaled, results: pl.DataFrame) -> pl.DataFrame:
    """Hold what each player won in the hands of a table against the export.

    A hand is of a table if its session or table is the table's id, and a player of a line if the name is its
    nickname or id. Money is compared where the hands are as many as the export counts; a player's line in a table
    with hands of which some are missing is a note.

    Raises
    ------
    SettlementError
        If `results` is no frame of results.
    """
    require_results(results)
    exponent = max(clubs.exponent, cast("int", results["exponent"].max() or 0))
    lines = _lines(clubs, exponent)
    hands = _hands(results, lines["table"].unique(), exponent)
    played = lines.join(hands.select("table").unique(), on="table", how="semi", maintain_order="left")
    matches = pl.concat(_matched(played, hands, by) for by in ("nick", "player"))
    both = played.join(
        matches.unique("row", keep="first", maintain_order=True), on="row", how="left", maintain_order="left"
    ).with_columns(pl.col("at_hand").fill_null(0), name=pl.coalesce("nick", "player"))
    text = Scaled(clubs.tables, clubs.lines, clubs.members, exponent, clubs.shares).text
    whole = both.filter(pl.col("at_hand") == pl.col("hands"), "complete")
    won = whole.filter(
        pl.col("net") != pl.col("winnings"), (pl.col("net") != pl.col("from_opponents")).fill_null(value=True)
    )
    paid = whole.filter(pl.col("rake") != pl.col("fee"))
    return pl.concat(
        [
            findings(
                won,
                "club-hands",
                "error",
                pl.format(
                    "The export tells winnings {} of {}, and the {} hands of the table make {}.",
                    text("winnings"), "name", "at_hand", text("net"),
                ),
                claimed=text("winnings"),
                recomputed=text("net"),
                at_stake=text((pl.col("winnings") - pl.col("net")).abs()),
            ),
            findings(
                paid,
                "club-hands-fee",
                "warning",
                pl.format(
                    "The export tells fee {} of {}, and the {} hands of the table make {}.",
                    text("fee"), "name", "at_hand", text("rake"),
                ),
                claimed=text("fee"),
                recomputed=text("rake"),
                at_stake=text((pl.col("fee") - pl.col("rake")).abs()),
            ),
            findings(
                both.filter(pl.col("at_hand") < pl.col("hands")),
                "club-hands-missing",
                "note",
                pl.format("Of {} hands of {} {} are at hand: their money is not compared.", "hands", "name", "at_hand"),
                claimed=pl.col("hands").cast(pl.String),
                recomputed=pl.col("at_hand").cast(pl.String),
            ),
            findings(
                both.filter(pl.col("at_hand") > pl.col("hands")),
                "club-hands-more",
                "error",
                pl.format("The export counts {} hands of {}, and {} were played.", "hands", "name", "at_hand"),
                claimed=pl.col("hands").cast(pl.String),
                recomputed=pl.col("at_hand").cast(pl.String),
            ),
            _without_line(played, hands),
        ]
    )  # fmt: skip


def _lines(clubs: Scaled, exponent: int) -> pl.DataFrame:
    """One row a player, table and file, the parts of a table joined."""
    factor = 10 ** (exponent - clubs.exponent)
    return (
        clubs.lines.filter(pl.col("game_id").is_not_null())
        .group_by("file", "table", "player", "nick", maintain_order=True)
        .agg(
            pl.first("hand", "hand_id", "sheet", "line"),
            pl.col("complete").all(),
            pl.col("hands").sum(),
            *(summed(name) * factor for name in ("winnings", "from_opponents", "fee")),
        )
        .with_row_index("row")
    )


def _hands(results: pl.DataFrame, tables: pl.Series, exponent: int) -> pl.DataFrame:
    """One row a player and table of an export: hands, and their money as 128-bit integers."""
    factor = pl.col("exponent").replace_strict(
        {places: 10 ** (exponent - places) for places in range(exponent + 1)}, return_dtype=pl.Int64
    )
    told = [pl.when(pl.col(name).is_in(tables.implode())).then(name) for name in ("session", "table")]
    player = pl.col("players").struct
    return (
        results.select("exponent", "players", pl.col("source").struct.field("file"), table=pl.coalesce(told))
        .filter(pl.col("table").is_not_null())
        .explode("players")
        .with_columns(
            player.field("name"),
            *(player.field(name).cast(pl.Int128) * factor for name in ("net", "rake")),
        )
        .group_by("table", "name", maintain_order=True)
        .agg(
            pl.first("file"),
            at_hand=pl.len().cast(pl.Int128),
            net=pl.when(pl.col("net").is_not_null().all()).then(pl.col("net").sum()),
            rake=pl.when(pl.col("rake").is_not_null().all()).then(pl.col("rake").sum()),
        )
    )


def _matched(lines: pl.DataFrame, hands: pl.DataFrame, by: str) -> pl.DataFrame:
    """Lines with the hands of the player whose name is that of a column, if only one line has it."""
    alone = lines.filter(pl.len().over("file", "table", by) == 1)
    return alone.join(hands, left_on=["table", by], right_on=["table", "name"], maintain_order="left").select(
        "row", "at_hand", "net", "rake"
    )


def _without_line(lines: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    known = pl.concat([lines.select("table", name=by) for by in ("nick", "player")]).unique()
    missing = (
        hands.join(lines.select("table").unique(), on="table", how="semi", maintain_order="left")
        .join(known, on=["table", "name"], how="anti", maintain_order="left")
        .with_columns(
            hand="table",
            hand_id=pl.lit(None, dtype=pl.String),
            sheet=pl.lit(None, dtype=pl.String),
            line=pl.lit(None, dtype=pl.UInt32),
        )
    )
    reason = pl.format(
        "{} played {} hands of the table, and no line of the export has this name.", "name", "at_hand"
    )
    return findings(missing, "club-hands-player", "warning", reason)
