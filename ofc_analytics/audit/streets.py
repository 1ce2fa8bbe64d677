"""Recorded streets against the deal: how many there are, what was dealt on each, and where it went."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.audit.dealing import HIDDEN, board_sets, with_cards
from ofc_analytics.audit.findings import counted, texts_of
from ofc_analytics.cards import BOARD, UNKNOWN
from ofc_analytics.hands import ROW_SIZES, ROWS

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Play

__all__ = ["check_streets"]

_STARTS = (0, 3, 8)
_SETS = tuple(f"{row}_set" for row in ROWS)


def check_streets(play: Play) -> pl.DataFrame:
    """Check recorded streets; players without any are passed over.

    Codes: ``street-count``, ``streets-partial``, ``street-deal``, ``card-not-dealt``, ``card-lost``,
    ``discard-count``, ``row-overfull``, ``board-not-placed``, ``discard-again``, ``card-dealt-twice``.

    Parameters
    ----------
    play
        Hands beside their results.

    Returns
    -------
    polars.DataFrame
        Frame of schema `ofc_analytics.audit.Findings`.

    Examples
    --------
    >>> from ofc_analytics.audit import Play
    >>> from ofc_analytics.hands import Hand, Player, Street
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement.frames import settle
    >>> from ofc_analytics.settlement.grouping import rule_sets
    >>> players = (Player(seat=1, name="Anna", cards=bytes(range(13)), streets=(Street(dealt=bytes(range(6)), bottom=bytes(range(5))),)),
    ...            Player(seat=2, name="Boris", cards=bytes(range(13, 26))))
    >>> hands = frame_from_hands([Hand(players=players)])
    >>> play = Play.of(hands, settle(hands), rule_sets(hands))
    >>> check_streets(play).filter(code="street-deal")["reason"].to_list()
    ['Anna was dealt 6 cards on street 1; american-pineapple deals 5.']
    """
    return pl.concat([*_counts(play), *_deals(play), *_rows(play), *_seen_again(play)])


def _counts(play: Play) -> list[pl.DataFrame]:
    """How many streets there are."""
    players = play.streets.with_columns(total=pl.col("kept").sum().over("player")).filter(
        pl.col("street") == 1, pl.col("streets") != pl.col("deal")
    )
    partial = (pl.col("streets") < pl.col("deal")) & (pl.col("total") < BOARD)
    in_it = (
        pl.when(pl.col("played") > 0).then(pl.lit("a player in Fantasyland")).otherwise(pl.lit("a player"))
    )
    return [
        play.found(
            players.filter(~partial),
            "street-count",
            "error",
            pl.format(
                "{} has {}; {} has {} under {}.",
                "name", counted(pl.col("streets"), "street"), in_it, counted(pl.col("deal"), "street"), "rules",
            ),
            claimed=pl.col("streets").cast(pl.String),
            recomputed=pl.col("deal").cast(pl.String),
        ),
        play.found(
            players.filter(partial),
            "streets-partial",
            "note",
            pl.format(
                "Of {}'s {} only {} recorded, with {} of the 13 cards; the rest of the play cannot be checked.",
                "name",
                counted(pl.col("deal"), "street"),
                pl.when(pl.col("streets") == 1).then(pl.lit("1 is")).otherwise(pl.format("{} are", "streets")),
                "total",
            ),
        ),
    ]  # fmt: skip


def _deals(play: Play) -> list[pl.DataFrame]:
    """What was dealt on each street, and where it went."""
    dealt, placed, thrown = (pl.col(f"{name}_set") for name in ("dealt", "placed", "thrown"))
    stray = pl.col("known") & ((placed | thrown) & ~dealt != 0)
    lost = pl.col("known") & (dealt & ~placed & ~thrown != 0)
    throw = pl.col("cards") - pl.col("keep")
    ordinary = pl.col("played").fill_null(0) == 0
    miscounted = (pl.col("kept") != pl.col("keep")) | (
        (pl.col("away") != throw) & (pl.col("known") | (pl.col("away") > 0))
    )
    rightly_dealt = (pl.col("received") == 0) | (pl.col("received") == pl.col("cards")).fill_null(value=True)
    rows = play.streets
    used = pl.concat_list("placed", "thrown").list.unique(maintain_order=True)
    off = with_cards(rows.filter(stray | lost), play).with_columns(
        stray=used.list.set_difference("dealt"), lost=pl.col("left").list.set_difference("thrown")
    )
    return [
        play.found(
            rows.filter(ordinary, pl.col("received") > 0, pl.col("received") != pl.col("cards")),
            "street-deal",
            "error",
            pl.format(
                "{} was dealt {} on street {}; {} deals {}.",
                "name", counted(pl.col("received"), "card"), "street", "rules", "cards",
            ),
            claimed=pl.col("received").cast(pl.String),
            recomputed=pl.col("cards").cast(pl.String),
        ),
        play.found(
            off.filter(pl.col("stray").list.len() > 0),
            "card-not-dealt",
            "error",
            pl.format(
                "On street {} {} placed or discarded {}, which {} not among the cards dealt: {}.",
                "street", "name", texts_of(pl.col("stray")), _is("stray"), texts_of(pl.col("dealt")),
            ),
            claimed=texts_of(used),
            recomputed=texts_of(pl.col("dealt")),
        ),
        play.found(
            off.filter(pl.col("lost").list.len() > 0),
            "card-lost",
            "error",
            pl.format(
                "On street {} {} was dealt {}, and {} neither placed nor discarded.",
                "street", "name", texts_of(pl.col("dealt")),
                pl.format("{} {}", texts_of(pl.col("lost")), _is("lost")),
            ),
            claimed=texts_of(used),
            recomputed=texts_of(pl.col("dealt")),
        ),
        play.found(
            rows.with_columns(throw=throw).filter(
                miscounted & ~stray & ~lost & rightly_dealt & pl.col("keep").is_not_null()
            ),
            "discard-count",
            "error",
            pl.format(
                "On street {} {} placed {} and discarded {}; {} keeps {}{}.",
                "street", "name", counted(pl.col("kept"), "card"), "away", "rules", "keep",
                pl.when(pl.col("throw").is_null()).then(pl.lit("")).otherwise(pl.format(" and discards {}", "throw")),
            ),
            claimed=pl.format("{} placed, {} discarded", "kept", "away"),
            recomputed=pl.format("{} placed, {} discarded", "keep", "throw"),
        ),
    ]  # fmt: skip


def _rows(play: Play) -> list[pl.DataFrame]:
    """No row holds more than it can, and what was placed is the board."""
    totals = play.streets.group_by("player", maintain_order=True).agg(
        pl.first("record"),
        *(pl.col(row).list.len().sum() for row in ROWS),
        *(pl.col(name).bitwise_or() for name in _SETS),
    )
    overfull = [
        _overfull(play, totals.filter(pl.col(row) > size)["player"], row, size)
        for row, size in zip(ROWS, ROW_SIZES, strict=True)
    ]
    return [*overfull, _misplaced(play, totals)]


def _overfull(play: Play, players: pl.Series, row: str, size: int) -> pl.DataFrame:
    """The first street after which a row of these players holds too many cards."""
    rows = (
        play.streets.filter(pl.col("player").is_in(players.implode()))
        .with_columns(held=pl.col(row).list.len().cum_sum().over("player"))
        .filter(pl.col("held") > size)
        .unique("player", keep="first", maintain_order=True)
    )
    return play.found(
        rows,
        "row-overfull",
        "error",
        pl.format(
            "After street {} {}'s " + row + " row holds {} cards; there is room for {}.",
            "street",
            "name",
            "held",
            pl.lit(size),
        ),
        claimed=pl.col("held").cast(pl.String),
        recomputed=pl.lit(str(size)),
    )


def _misplaced(play: Play, totals: pl.DataFrame) -> pl.DataFrame:
    """Boards that are not what was placed, where thirteen cards were."""
    full = totals.filter(pl.col(row) == size for row, size in zip(ROWS, ROW_SIZES, strict=True))
    boards = play.records["cards"][full["record"].to_numpy()]
    laid = full.select(_SETS).to_numpy()
    unlike = (laid != board_sets(boards)) | (np.bitwise_count(laid) < ROW_SIZES)
    players = full.select("player", "record").filter(pl.Series(unlike.any(axis=1)))
    rows = (
        play.streets.filter(pl.col("player").is_in(players["player"].implode()))
        .group_by("player", maintain_order=True)
        .agg(
            pl.first("at"),
            **{row: pl.col(row).list.explode(keep_nulls=False, empty_as_null=False).sort() for row in ROWS},
        )
        .with_columns(shown=play.records["cards"][players["record"].to_numpy()].arr.to_list())
        .with_columns(
            shown=pl.concat_list(
                pl.col("shown").list.slice(start, size).list.sort()
                for start, size in zip(_STARTS, ROW_SIZES, strict=True)
            ),
            laid=pl.concat_list(*ROWS),
        )
        .filter(pl.col("laid") != pl.col("shown"))
    )
    return play.found(
        rows,
        "board-not-placed",
        "error",
        pl.format("{} placed {}, and the board is {}.", "name", _board_text("laid"), _board_text("shown")),
        claimed=_board_text("shown"),
        recomputed=_board_text("laid"),
    )


def _board_text(column: str) -> pl.Expr:
    rows = (pl.col(column).list.slice(start, size) for start, size in zip(_STARTS, ROW_SIZES, strict=True))
    return pl.concat_str(*map(texts_of, rows), separator=" / ")


def _seen_again(play: Play) -> list[pl.DataFrame]:
    """No card is dealt twice, and a discard is gone."""
    suspects = _suspects(play)
    streets = play.told(with_cards(play.streets.filter(pl.col("at").is_in(suspects.implode())), play))
    players = play.players.filter(pl.col("at").is_in(suspects.implode())).select("at", "name", "record")
    dealt = _cards(streets, "dealt")
    thrown = _cards(streets, "thrown").sort("at", "street", maintain_order=True)
    boards = players.select(
        "at", owner="name", card=play.records["cards"][players["record"].to_numpy()].arr.to_list()
    ).explode("card")
    whose = pl.when(pl.col("owner") == pl.col("name")).then(pl.lit("the same player")).otherwise("owner")
    on_board = thrown.join(boards, on=["at", "card"], maintain_order="left").with_columns(
        again=pl.format("lies on the board of {}", whose)
    )
    others = dealt.select("at", "card", owner="name", other="street", holder="player")
    dealt_again = (
        thrown.join(others, on=["at", "card"], maintain_order="left")
        .filter((pl.col("holder") != pl.col("player")) | (pl.col("other") != pl.col("street")))
        .with_columns(again=pl.format("was dealt to {} on street {}", whose, "other"))
    )
    seen = pl.concat([on_board, dealt_again.drop("other", "holder")]).unique(
        ["at", "card"], keep="first", maintain_order=True
    )
    twice = (
        dealt.join(seen, on=["at", "card"], how="anti")
        .group_by("at", "card", maintain_order=True)
        .agg(
            pl.first("line"),
            pl.col("name").unique(maintain_order=True),
            times=pl.len(),
            where=pl.format("to {} on street {}", "name", "street").str.join(" and "),
        )
        .filter(pl.col("times") > 1)
    )
    card = texts_of(pl.concat_list("card"))
    return [
        play.found(
            seen,
            "discard-again",
            "error",
            pl.format("{} discarded {} on street {}, and it {}.", "name", card, "street", "again"),
            players=pl.concat_list("name", "owner").list.unique(maintain_order=True),
        ),
        play.found(
            twice,
            "card-dealt-twice",
            "error",
            pl.format("{} was dealt {} times in one hand: {}.", card, "times", "where"),
            players=pl.col("name"),
        ),
    ]


def _suspects(play: Play) -> pl.Series:
    """Hands in which cards could be dealt twice or come again, told by their sets: few are, so few are looked at."""
    dealt, thrown = (
        pl.col("dealt_set") & ~pl.lit(HIDDEN, pl.UInt64),
        pl.col("thrown_set") & ~pl.lit(HIDDEN, pl.UInt64),
    )
    size = pl.Expr.bitwise_count_ones
    twice = play.streets.filter(pl.col("received") > size(pl.col("dealt_set"))).filter(
        pl.col("received") - pl.col("dealt").list.count_matches(UNKNOWN) > size(dealt)
    )["at"]
    boards = (
        play.players.select(
            "at",
            board=pl.Series(
                np.bitwise_or.reduce(
                    board_sets(play.records["cards"][play.players["record"].to_numpy()]), axis=1
                )
            ),
        )
        .group_by("at")
        .agg(pl.col("board").bitwise_or())
    )
    hands = (
        play.streets.group_by("at")
        .agg(
            dealt=dealt.bitwise_or(),
            thrown=thrown.bitwise_or(),
            more_dealt=size(dealt).sum() > size(dealt.bitwise_or()),
            more_thrown=size(thrown).sum() > size(thrown.bitwise_or()),
            loose=(pl.col("thrown_set") & ~pl.col("dealt_set") != 0).any(),
        )
        .join(boards, on="at", how="left")
    )
    seen = pl.col("board") | pl.when("loose").then("dealt").otherwise(0)
    again = hands.filter(pl.col("more_dealt") | pl.col("more_thrown") | (pl.col("thrown") & seen != 0))["at"]
    return pl.concat([again, twice]).unique()


def _cards(streets: pl.DataFrame, column: str) -> pl.DataFrame:
    """One row a known card of a column of lists."""
    return (
        streets.select("player", "at", "line", "name", "street", card=column)
        .filter(pl.col("card").list.len() > 0)
        .explode("card")
        .filter(pl.col("card") != UNKNOWN)
    )


def _is(column: str) -> pl.Expr:
    return pl.when(pl.col(column).list.len() == 1).then(pl.lit("is")).otherwise(pl.lit("are"))
