"""Fantasyland as it was played against what the hands before earned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.hands import SOME_FANTASYLAND
from ofc_analytics.rules import SAME

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Play
    from ofc_analytics.rules import RuleSet

__all__ = ["check_fantasyland"]

_CARDS = pl.format("{} cards", "expected")


def check_fantasyland(play: Play) -> pl.DataFrame:
    """Check who is in Fantasyland, and with how many cards; what a hand earns is settled, not audited.

    Where hands are missing, nothing is known of entry on the other side of the gap: that is told as a note.

    Codes: ``fantasyland-not-earned``, ``fantasyland-repeats``, ``fantasyland-denied``, ``fantasyland-stay-denied``,
    ``fantasyland-left``, ``fantasyland-cards``, ``fantasyland-unproven``, ``fantasyland-gap``, ``fantasyland-deal``.

    Parameters
    ----------
    play
        Hands beside their results.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`, table by table.

    Examples
    --------
    >>> from ofc_analytics.audit import Play
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement.frames import settle
    >>> from ofc_analytics.settlement.grouping import rule_sets
    >>> players = (Player(seat=1, name="Anna", cards=bytes(range(13)), fantasyland=16),
    ...            Player(seat=2, name="Boris", cards=bytes(range(13, 26))))
    >>> hands = frame_from_hands([Hand(players=players)])
    >>> play = Play.of(hands, settle(hands), rule_sets(hands))
    >>> check_fantasyland(play)["reason"].to_list()
    ['Anna is in Fantasyland with 16 cards; american-pineapple deals 14.']
    """
    rows = _with_past(
        play.with_rules(
            play.players.filter((pl.col("played") > 0) | (pl.col("expected") > 0)),
            limit=(
                pl.Int64(),
                lambda one: None if one.fantasyland.repeats == "unlimited" else one.fantasyland.repeats,
            ),
            sizes=(pl.List(pl.Int32), _sizes),
        ).with_columns(pl.col("expected").cast(pl.Int32), has_one=pl.col("sizes").list.len() > 0),
        play.players,
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
            play.found(
                rows.filter(inside & (expected == 0) & ~too_often & pl.col("has_one")),
                "fantasyland-not-earned",
                "error",
                pl.format("{} is in Fantasyland{}, and the hand before did not earn it.", "name", with_cards),
                **said,
            ),
            play.found(
                rows.filter(inside & ~pl.col("has_one")),
                "fantasyland-not-earned",
                "error",
                pl.format("{} is in Fantasyland{}; {} has none.", "name", with_cards, "rules"),
                claimed=said["claimed"],
                recomputed=pl.lit("0"),
            ),
            play.found(
                rows.filter(inside & (expected == 0) & too_often & pl.col("has_one")),
                "fantasyland-repeats",
                "error",
                pl.format(
                    "{} has kept Fantasyland {} times in a row; {} allows {}.", "name", "kept", "rules", "limit"
                ),
                **said,
            ),
            play.found(
                rows.filter((expected > 0) & (played == 0) & ~pl.col("stays")),
                "fantasyland-denied",
                "error",
                pl.format("{} earned Fantasyland with {} in the hand before, and is not in it.", "name", _CARDS),
                **said,
            ),
            play.found(
                rows.filter((expected > 0) & (played == 0) & pl.col("stays")),
                "fantasyland-stay-denied",
                "error",
                pl.format("{} kept Fantasyland with {} in the hand before, and is not in it.", "name", _CARDS),
                **said,
            ),
            _left(play),
            _gaps(play),
            play.found(
                rows.filter((expected > 0) & sized & (played != expected)),
                "fantasyland-cards",
                "error",
                pl.format(
                    "{} is in Fantasyland{}; the hand before earned it with {}.", "name", with_cards, _CARDS
                ),
                **said,
            ),
            play.found(
                rows.filter(impossible),
                "fantasyland-cards",
                "error",
                pl.format("{} is in Fantasyland{}; {} deals {}.", "name", with_cards, "rules", sizes),
                claimed=said["claimed"],
                recomputed=sizes,
            ),
            play.found(
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
            play.found(
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


def _with_past(rows: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Rows with what is known of each player's hands before.

    ``stays``: whether he was in Fantasyland in the last; ``kept``: how often in a row he has kept it, this hand
    included, 0 in the hand after entry; ``last_no`` and ``after_gap``: the number of the last, and whether others are missing after it.
    """
    past = players.select("player", inside=_inside())
    goes_on = pl.col("inside") & pl.col("stays") & pl.col("next_to_it") & pl.col("follows")
    key = ("table_key", "name")
    kept = (
        players.with_columns(inside=_inside(), stays=_inside().gather("last").fill_null(value=False))
        .filter("inside")
        .with_columns(run=(~goes_on).cum_sum().over(key))
        .select("player", kept=pl.int_range(pl.len()).over("run", *key))
    )
    return (
        rows.join(
            past.rename({"player": "last", "inside": "stays"}), on="last", how="left", maintain_order="left"
        )
        .join(_numbers_before(players), on="player", how="left", maintain_order="left")
        .join(kept, on="player", how="left", maintain_order="left")
        .with_columns(pl.col("stays").fill_null(value=False), pl.col("kept").fill_null(0))
    )


def _inside() -> pl.Expr:
    return (pl.coalesce("played", pl.col("fantasyland").cast(pl.Int32)) > 0).fill_null(value=False)


def _numbers_before(players: pl.DataFrame) -> pl.DataFrame:
    """Of each player's hand the number of the one before, and whether hands are missing between."""
    last_no = pl.col("hand_no").gather("last")
    after_gap = ~pl.col("follows") & (pl.col("place") > 0) & (pl.col("hand_no") - last_no > 1)
    return players.select("player", last_no=last_no, after_gap=after_gap.fill_null(value=False))


def _left(play: Play) -> pl.DataFrame:
    """Players who earned Fantasyland and are not in the next hand of the table, which is recorded."""
    followed = play.settled.filter("follows").select("table_key", pl.col("place") - 1, after="hand")
    stayed = play.players.filter("next_to_it")["last"]
    last = (
        _earned(play.players)
        .filter(~pl.col("player").is_in(stayed.implode()))
        .join(followed, on=["table_key", "place"], maintain_order="left")
    )
    return play.found(
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


def _gaps(play: Play) -> pl.DataFrame:
    """Fantasyland that was earned where the next hand is missing."""
    players = play.players
    beyond = (
        players.join(_numbers_before(players), on="player", maintain_order="left")
        .filter("after_gap", "next_to_it")
        .select(player="last", next_no="hand_no")
    )
    cut = _earned(players).join(beyond, on="player", maintain_order="left")
    return play.found(
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


def _sizes(rules: RuleSet) -> list[int]:
    """Numbers of cards in any Fantasyland of a rule set."""
    tables = rules.tables
    entry = tables.entry[tables.entry > 0]
    several = rules.fantasyland.entry.several
    stay = tables.stay[(tables.stay > 0) & (tables.stay != SAME)]
    return sorted({*map(int, entry), *map(int, stay), *([] if several is None else [several])})
