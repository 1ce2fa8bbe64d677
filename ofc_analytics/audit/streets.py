"""Recorded streets against the deal: what was dealt, where it went, and in which order the players acted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.audit.findings import counted, findings, texts_of
from ofc_analytics.audit.play import player_rows, rule_facts
from ofc_analytics.cards import UNKNOWN
from ofc_analytics.hands import ROW_SIZES, ROWS, SOME_FANTASYLAND

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.audit.play import Rules

__all__ = ["check_streets", "street_rows"]

_BOARD = 13
_CODES = 256
_PLAYER = ("at", "seat")
_NEEDED = (
    "at", "hand", "hand_id", "file", "sheet", "line", "rules", "fingerprint", "seat", "name", "played", "cards",
    "discards", "streets",
)  # fmt: skip


def check_streets(hands: pl.DataFrame, results: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    """Check recorded streets; players without any are passed over.

    Codes: ``street-count``, ``streets-partial``, ``street-deal``, ``card-not-dealt``, ``card-lost``,
    ``discard-count``, ``row-overfull``, ``board-not-placed``, ``discard-again``, ``card-dealt-twice``.
    """
    players = player_rows(hands, results, rules).select(_NEEDED)
    streets = street_rows(players, rules)
    return pl.concat(
        [
            *_counts(streets),
            *_deals(streets),
            *_rows(streets),
            *_seen_again(streets, players),
        ]
    )


def street_rows(players: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    """One row a recorded street of a player.

    Parameters
    ----------
    players
        See `ofc_analytics.audit.play.player_rows`.
    rules
        Rule sets by fingerprint.

    Returns
    -------
    polars.DataFrame
        Columns of the player and of the street; ``street`` (from 1), ``streets`` (how many are recorded),
        ``deal`` (how many there are by rule), ``cards`` and ``keep`` (by rule; null beyond the last street, and
        ``cards`` where the size of a Fantasyland is not known), ``board``, ``placed``, ``left`` (dealt and not
        placed), ``thrown`` (discarded: by the street, else by the player's discards, else what was left), and
        ``known`` (whether all the cards dealt are).
    """
    in_fantasyland = pl.col("played").fill_null(0) > 0
    deal = rule_facts(
        players.select("fingerprint").unique(),
        rules,
        street=(pl.List(pl.Int64), lambda one: list(range(1, len(one.deal.streets) + 1))),
        cards=(pl.List(pl.Int64), lambda one: [street.cards for street in one.deal.streets]),
        keep=(pl.List(pl.Int64), lambda one: [street.keep for street in one.deal.streets]),
    ).with_columns(deal=pl.col("street").list.len())
    each = deal.explode("street", "cards", "keep")
    said = pl.col("discarded").list.len().max().over(_PLAYER) > 0
    placed = pl.concat_list(*ROWS)
    return (
        players.rename({"cards": "board", "streets": "_streets"})
        .with_columns(streets=pl.col("_streets").list.len().cast(pl.Int64))
        .filter(pl.col("streets") > 0)
        .with_columns(street=pl.int_ranges(1, pl.col("streets") + 1))
        .explode("_streets", "street")
        .unnest("_streets")
        .join(each.drop("deal"), on=["fingerprint", "street"], how="left", maintain_order="left")
        .join(deal.select("fingerprint", "deal"), on="fingerprint", how="left", maintain_order="left")
        .with_columns(
            deal=pl.when(in_fantasyland).then(1).otherwise("deal"),
            cards=pl.when(~in_fantasyland)
            .then("cards")
            .when((pl.col("street") == 1) & (pl.col("played") != SOME_FANTASYLAND))
            .then("played"),
            keep=pl.when(~in_fantasyland).then("keep").when(pl.col("street") == 1).then(_BOARD),
            placed=placed,
            left=pl.col("dealt").list.set_difference(placed),
            known=(pl.col("dealt").list.len() > 0)
            & ~pl.concat_list("dealt", placed, "discarded").list.contains(UNKNOWN),
        )
        .with_columns(
            thrown=pl.when(said)
            .then("discarded")
            .when(pl.col("discards").list.len() > 0)
            .then(pl.col("left").list.set_intersection("discards"))
            .otherwise("left")
        )
    )


def _counts(streets: pl.DataFrame) -> list[pl.DataFrame]:
    """How many streets there are."""
    players = streets.with_columns(
        total=pl.col("placed").list.len().sum().over(_PLAYER),
    ).filter((pl.col("street") == 1) & (pl.col("streets") != pl.col("deal")))
    partial = (pl.col("streets") < pl.col("deal")) & (pl.col("total") < _BOARD)
    in_it = (
        pl.when(pl.col("played") > 0).then(pl.lit("a player in Fantasyland")).otherwise(pl.lit("a player"))
    )
    return [
        findings(
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
        findings(
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


def _deals(streets: pl.DataFrame) -> list[pl.DataFrame]:
    """What was dealt on each street, and where it went."""
    used = pl.concat_list("placed", "thrown").list.unique(maintain_order=True)
    rows = streets.with_columns(
        received=pl.col("dealt").list.len(),
        stray=pl.when("known").then(used.list.set_difference("dealt")),
        lost=pl.when("known").then(pl.col("left").list.set_difference("thrown")),
        kept=pl.col("placed").list.len(),
        away=pl.col("thrown").list.len(),
        throw=pl.col("cards").cast(pl.Int64) - pl.col("keep").cast(pl.Int64),
    )
    ordinary = pl.col("played").fill_null(0) == 0
    miscounted = (pl.col("kept") != pl.col("keep")) | (
        (pl.col("away") != pl.col("throw")) & (pl.col("known") | (pl.col("away") > 0))
    )
    whole = (pl.col("stray").list.len().fill_null(0) == 0) & (pl.col("lost").list.len().fill_null(0) == 0)
    rightly_dealt = (pl.col("received") == 0) | (pl.col("received") == pl.col("cards")).fill_null(value=True)
    return [
        findings(
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
        findings(
            rows.filter(pl.col("stray").list.len() > 0),
            "card-not-dealt",
            "error",
            pl.format(
                "On street {} {} placed or discarded {}, which {} not among the cards dealt: {}.",
                "street", "name", texts_of(pl.col("stray")), _is("stray"), texts_of(pl.col("dealt")),
            ),
            claimed=texts_of(used),
            recomputed=texts_of(pl.col("dealt")),
        ),
        findings(
            rows.filter(pl.col("lost").list.len() > 0),
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
        findings(
            rows.filter(miscounted & whole & rightly_dealt & pl.col("keep").is_not_null()),
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


def _rows(streets: pl.DataFrame) -> list[pl.DataFrame]:
    """No row holds more than it can, and what was placed is the board."""
    overfull = []
    for row, size in zip(ROWS, ROW_SIZES, strict=True):
        held = pl.col(row).list.len().cum_sum().over(_PLAYER)
        rows = (
            streets.with_columns(held=held)
            .filter(pl.col("held") > size)
            .unique(_PLAYER, keep="first", maintain_order=True)
        )
        overfull.append(
            findings(
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
        )
    return [*overfull, _misplaced(streets)]


def _misplaced(streets: pl.DataFrame) -> pl.DataFrame:
    """Boards that are not what was placed, where thirteen cards were."""
    full = pl.all_horizontal(
        *(
            pl.col(row).list.len().sum().over(_PLAYER) == size
            for row, size in zip(ROWS, ROW_SIZES, strict=True)
        )
    )
    whole = streets.filter(full)
    players = whole.unique(_PLAYER, keep="first", maintain_order=True).sort(_PLAYER)
    placed = pl.concat(
        [
            whole.select(*_PLAYER, pl.lit(place).alias("row"), card=row)
            .filter(pl.col("card").list.len() > 0)
            .explode("card")
            for place, row in enumerate(ROWS)
        ]
    ).sort(*_PLAYER, "row", "card")
    laid = placed["card"].to_numpy().reshape(-1, _BOARD)
    shown = np.hstack([np.sort(row) for row in np.split(players["board"].to_numpy(), (3, 8), axis=1)])
    differs = pl.Series((laid != shown).any(axis=1))
    boards = {
        name: pl.Series(cards, dtype=pl.Array(pl.UInt8, _BOARD))
        for name, cards in (("laid", laid), ("shown", shown))
    }
    return findings(
        players.with_columns(**boards).filter(differs),
        "board-not-placed",
        "error",
        pl.format("{} placed {}, and the board is {}.", "name", _board_text("laid"), _board_text("shown")),
        claimed=_board_text("shown"),
        recomputed=_board_text("laid"),
    )


def _board_text(column: str) -> pl.Expr:
    cards = pl.col(column).arr.to_list()
    rows = (cards.list.slice(start, size) for start, size in zip((0, 3, 8), ROW_SIZES, strict=True))
    return pl.concat_str(*map(texts_of, rows), separator=" / ")


def _seen_again(streets: pl.DataFrame, players: pl.DataFrame) -> list[pl.DataFrame]:
    """No card is dealt twice, and a discard is gone."""
    streets, players = (
        rows.join(_suspects(streets, players), on="at", how="semi", maintain_order="left")
        for rows in (streets, players)
    )
    dealt = _cards(streets, "dealt")
    thrown = _cards(streets, "thrown").sort("at", "street", maintain_order=True)
    boards = players.select("at", owner="name", card=pl.col("cards").arr.to_list()).explode("card")
    whose = pl.when(pl.col("owner") == pl.col("name")).then(pl.lit("the same player")).otherwise("owner")
    on_board = thrown.join(boards, on=["at", "card"], maintain_order="left").with_columns(
        again=pl.format("lies on the board of {}", whose)
    )
    others = dealt.select("at", "card", owner="name", other="street", holder="seat")
    dealt_again = (
        thrown.join(others, on=["at", "card"], maintain_order="left")
        .filter((pl.col("holder") != pl.col("seat")) | (pl.col("other") != pl.col("street")))
        .with_columns(again=pl.format("was dealt to {} on street {}", whose, "other"))
    )
    seen = pl.concat([on_board, dealt_again.drop("other", "holder")]).unique(
        ["at", "card"], keep="first", maintain_order=True
    )
    twice = (
        dealt.join(seen, on=["at", "card"], how="anti")
        .group_by("at", "card", maintain_order=True)
        .agg(
            pl.first("hand", "hand_id", "file", "sheet", "line"),
            pl.col("name").unique(maintain_order=True),
            times=pl.len(),
            where=pl.format("to {} on street {}", "name", "street").str.join(" and "),
        )
        .filter(pl.col("times") > 1)
    )
    card = texts_of(pl.concat_list("card"))
    return [
        findings(
            seen,
            "discard-again",
            "error",
            pl.format("{} discarded {} on street {}, and it {}.", "name", card, "street", "again"),
            players=pl.concat_list("name", "owner").list.unique(maintain_order=True),
        ),
        findings(
            twice,
            "card-dealt-twice",
            "error",
            pl.format("{} was dealt {} times in one hand: {}.", card, "times", "where"),
            players=pl.col("name"),
        ),
    ]


def _suspects(streets: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Hands in which cards could be dealt twice or come again, told by counting each card: few are, so few are looked at."""
    hands = players.select(pl.col("at").max().fill_null(0)).item() + 1

    def times(rows: pl.DataFrame, cards: pl.Expr) -> NDArray[np.intp]:
        flat = rows.select("at", card=cards).filter(pl.col("card").list.len() > 0).explode("card")
        places = flat["at"].to_numpy().astype(np.intp) * _CODES + flat["card"].to_numpy()
        return np.bincount(places, minlength=hands * _CODES).reshape(hands, _CODES)[:, :UNKNOWN]

    dealt, thrown = times(streets, pl.col("dealt")), times(streets, pl.col("thrown"))
    board = times(players, pl.col("cards").arr.to_list())
    loose = streets.filter(pl.col("thrown").list.set_difference("dealt").list.len() > 0)["at"]
    stray = np.zeros(hands, dtype=np.bool_)
    stray[loose.to_numpy()] = True
    again = (dealt > 1) | (thrown > 1) | ((thrown > 0) & ((board > 0) | ((dealt > 0) & stray[:, None])))
    return pl.DataFrame({"at": np.flatnonzero(again.any(axis=1))}, schema={"at": players.schema["at"]})


def _cards(streets: pl.DataFrame, column: str) -> pl.DataFrame:
    """One row a known card of a column of lists."""
    return (
        streets.select(*_PLAYER, "hand", "hand_id", "file", "sheet", "line", "name", "street", card=column)
        .filter(pl.col("card").list.len() > 0)
        .explode("card")
        .filter(pl.col("card") != UNKNOWN)
    )


def _is(column: str) -> pl.Expr:
    return pl.when(pl.col(column).list.len() == 1).then(pl.lit("is")).otherwise(pl.lit("are"))
