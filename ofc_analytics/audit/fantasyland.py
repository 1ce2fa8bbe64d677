"""Fantasyland as it was played against what the hands before earned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.findings import findings
from ofc_analytics.audit.play import player_rows, rule_facts
from ofc_analytics.hands import SOME_FANTASYLAND
from ofc_analytics.rules import SAME

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Rules
    from ofc_analytics.rules import RuleSet

__all__ = ["check_fantasyland"]

_CARDS = pl.format("{} cards", "expected")


def check_fantasyland(hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    """Check who is in Fantasyland, and with how many cards; what a hand earns is settled, not audited.

    Where hands are missing, nothing is known of entry on the other side of the gap: that is told as a note.

    Codes: ``fantasyland-not-earned``, ``fantasyland-repeats``, ``fantasyland-denied``, ``fantasyland-stay-denied``,
    ``fantasyland-left``, ``fantasyland-cards``, ``fantasyland-unproven``, ``fantasyland-gap``, ``fantasyland-deal``.
    """
    rows = rule_facts(
        player_rows(hands, results, rules),
        rules,
        limit=(
            pl.Int64(),
            lambda one: None if one.fantasyland.repeats == "unlimited" else one.fantasyland.repeats,
        ),
        sizes=(pl.List(pl.Int32), _sizes),
    ).with_columns(
        pl.col("expected").cast(pl.Int32),
        received=pl.col("streets").list.first().struct.field("dealt").list.len().cast(pl.Int32),
    )
    rows = rows.with_columns(
        kept=_times_kept(rows), has_one=pl.col("sizes").list.len() > 0, **_hand_before(rows)
    )
    played, expected = pl.col("played"), pl.col("expected")
    inside = played > 0
    sized = played > SOME_FANTASYLAND
    with_cards = pl.when(sized).then(pl.format(" with {} cards", "played")).otherwise(pl.lit(""))
    too_often = (pl.col("kept") > pl.col("limit")).fill_null(value=False)
    first = expected.is_null()
    impossible = first & inside & pl.col("has_one") & sized & ~pl.col("sizes").list.contains(played)
    sizes = pl.col("sizes").cast(pl.List(pl.String)).list.join(", ")
    said = {"claimed": played.cast(pl.String), "recomputed": expected.cast(pl.String)}
    return pl.concat(
        [
            findings(
                rows.filter(inside & (expected == 0) & ~too_often & pl.col("has_one")),
                "fantasyland-not-earned",
                "error",
                pl.format("{} is in Fantasyland{}, and the hand before did not earn it.", "name", with_cards),
                **said,
            ),
            findings(
                rows.filter(inside & ~pl.col("has_one")),
                "fantasyland-not-earned",
                "error",
                pl.format("{} is in Fantasyland{}; {} has none.", "name", with_cards, "rules"),
                claimed=said["claimed"],
                recomputed=pl.lit("0"),
            ),
            findings(
                rows.filter(inside & (expected == 0) & too_often & pl.col("has_one")),
                "fantasyland-repeats",
                "error",
                pl.format(
                    "{} has kept Fantasyland {} times in a row; {} allows {}.", "name", "kept", "rules", "limit"
                ),
                **said,
            ),
            findings(
                rows.filter((expected > 0) & (played == 0) & ~pl.col("stays")),
                "fantasyland-denied",
                "error",
                pl.format("{} earned Fantasyland with {} in the hand before, and is not in it.", "name", _CARDS),
                **said,
            ),
            findings(
                rows.filter((expected > 0) & (played == 0) & pl.col("stays")),
                "fantasyland-stay-denied",
                "error",
                pl.format("{} kept Fantasyland with {} in the hand before, and is not in it.", "name", _CARDS),
                **said,
            ),
            _left(rows),
            _gaps(rows),
            findings(
                rows.filter((expected > 0) & sized & (played != expected)),
                "fantasyland-cards",
                "error",
                pl.format(
                    "{} is in Fantasyland{}; the hand before earned it with {}.", "name", with_cards, _CARDS
                ),
                **said,
            ),
            findings(
                rows.filter(impossible),
                "fantasyland-cards",
                "error",
                pl.format("{} is in Fantasyland{}; {} deals {}.", "name", with_cards, "rules", sizes),
                claimed=said["claimed"],
                recomputed=sizes,
            ),
            findings(
                rows.filter(first & inside & pl.col("has_one") & ~impossible),
                "fantasyland-unproven",
                "note",
                pl.format(
                    "{} is in Fantasyland{}; {} not recorded, so nothing shows that it was earned.",
                    "name", with_cards,
                    pl.when("after_gap").then(_missing(pl.col("last_no"), pl.col("hand_no"))).otherwise(pl.lit("the hand before is")),
                ),
                claimed=said["claimed"],
            ),
            findings(
                rows.filter(
                    inside & (pl.col("recorded") > SOME_FANTASYLAND) & (pl.col("received") > 0),
                    pl.col("received") != pl.col("recorded"),
                ),
                "fantasyland-deal",
                "error",
                pl.format(
                    "{} is in Fantasyland with {} cards and was dealt {}.", "name", "recorded", "received"
                ),
                claimed=pl.col("received").cast(pl.String),
                recomputed=pl.col("recorded").cast(pl.String),
            ),
        ]
    )  # fmt: skip


def _hand_before(rows: pl.DataFrame) -> dict[str, pl.Series]:
    """Of each player's hand: whether one stays in Fantasyland with it; and what numbers are missing before it."""
    key = ["table_key", "name"]
    inside = pl.coalesce("played", pl.col("fantasyland").cast(pl.Int32)) > 0
    last_no = rows.select(pl.col("hand_no").shift(1).over(key)).to_series()
    return {
        "stays": rows.select(inside.shift(1).over(key).fill_null(value=False)).to_series(),
        "last_no": last_no,
        "after_gap": rows.select(
            (~pl.col("follows") & (pl.col("place") > 0) & (pl.col("hand_no") - last_no > 1)).fill_null(
                value=False
            )
        ).to_series(),
    }


def _left(rows: pl.DataFrame) -> pl.DataFrame:
    """Players who earned Fantasyland and are not in the next hand of the table, which is recorded."""
    tables = rows.select("table_key", "place", "follows", after="hand").unique(["table_key", "place"])
    followed = tables.filter("follows").select("table_key", pl.col("place") - 1, "after")
    last = (
        _earned(rows)
        .join(followed, on=["table_key", "place"], maintain_order="left")
        .join(
            rows.select("table_key", pl.col("place") - 1, "name"),
            on=["table_key", "place", "name"],
            how="anti",
        )
    )
    return findings(
        last,
        "fantasyland-left",
        "note",
        pl.format(
            "{} earned Fantasyland with {} cards and left: hand {} was played without him.",
            "name",
            "coming",
            "after",
        ),
        recomputed=pl.col("coming").cast(pl.String),
    )


def _gaps(rows: pl.DataFrame) -> pl.DataFrame:
    """Fantasyland that was earned where the next hand is missing."""
    beyond = rows.filter("after_gap").select(
        "table_key", "name", place=pl.col("place") - 1, next_no="hand_no"
    )
    cut = _earned(rows).join(beyond, on=["table_key", "place", "name"], maintain_order="left")
    return findings(
        cut,
        "fantasyland-gap",
        "note",
        pl.format(
            "{} earned Fantasyland with {} cards; {} not recorded, so nothing shows whether it was played.",
            "name", "coming", _missing(pl.col("hand_no"), pl.col("next_no")),
        ),
        recomputed=pl.col("coming").cast(pl.String),
    )  # fmt: skip


def _earned(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.filter(pl.col("coming") > 0)


def _missing(before: pl.Expr, after: pl.Expr) -> pl.Expr:
    return (
        pl.when(after - before == 2)
        .then(pl.format("hand {} of the table is", before + 1))
        .otherwise(pl.format("hands {} to {} of the table are", before + 1, after - 1))
    )


def _times_kept(rows: pl.DataFrame) -> pl.Series:
    """How often in a row each player has kept Fantasyland, this hand included; 0 in the hand after entry."""
    key = ["table_key", "name"]
    inside = pl.coalesce("played", pl.col("fantasyland").cast(pl.Int32)) > 0
    before = inside.shift(1).over(key)
    next_to_it = pl.col("place") - pl.col("place").shift(1).over(key) == 1
    goes_on = (inside & before & next_to_it & pl.col("follows")).fill_null(value=False)
    run = (~goes_on).cum_sum().over(key)
    return rows.select(run.alias("run"), *key).select(pl.int_range(pl.len()).over("run", *key)).to_series()


def _sizes(rules: RuleSet) -> list[int]:
    """Numbers of cards in any Fantasyland of a rule set."""
    tables = rules.tables
    entry = tables.entry[tables.entry > 0]
    several = rules.fantasyland.entry.several
    stay = tables.stay[(tables.stay > 0) & (tables.stay != SAME)]
    return sorted({*map(int, entry), *map(int, stay), *([] if several is None else [several])})
