"""Recorded streets laid out flat: what was dealt, where it went, and what the rules deal.

Cards of a list are also given as a set, one bit a card: sets are compared for all streets at once, and lists are looked
at only where something is found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.cards import UNKNOWN
from ofc_analytics.hands import ROW_SIZES, ROWS, SOME_FANTASYLAND

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.audit.play import Play

    Sets = NDArray[np.uint64]

__all__ = ["HIDDEN", "board_sets", "card_sets", "street_rows", "with_cards"]

_BIT = 63
HIDDEN = 1 << _BIT
"""The bit of a card that is not known."""

_EDGES = np.cumsum((0, *ROW_SIZES))


def card_sets(cards: pl.Series) -> Sets:
    """(n,) sets of the cards in each list, one bit a code; that of an unknown card is `HIDDEN`.

    >>> [f"{int(one):b}" for one in card_sets(pl.Series([[0, 3], []], dtype=pl.List(pl.UInt8)))]
    ['1001', '0']
    """
    lengths = cards.list.len().to_numpy().astype(np.int64)
    some = lengths > 0
    sets = np.zeros(len(lengths), dtype=np.uint64)
    if some.any():
        bits = _bits(cards.filter(pl.Series(some)).explode().to_numpy())
        sets[some] = np.bitwise_or.reduceat(bits, (lengths.cumsum() - lengths)[some])
    return sets


def board_sets(cards: pl.Series) -> Sets:
    """(n, 3) sets of the cards in top, middle and bottom of each board."""
    bits = _bits(cards.to_numpy().reshape(-1, _EDGES[-1]))
    return np.bitwise_or.reduceat(bits, _EDGES[:-1], axis=1)


def street_rows(play: Play) -> pl.DataFrame:
    """One row a recorded street of a player.

    Returns
    -------
    polars.DataFrame
        ``player``, ``record``, ``at``, ``rule``, ``turn``, ``played`` of the player; the street as recorded; ``street`` (from 1),
        ``streets`` (how many are recorded), ``deal`` (how many there are by rule), ``cards`` and ``keep`` (by rule; null
        beyond the last street, and ``cards`` where the size of a Fantasyland is not known); ``received``, ``kept`` and
        ``away``, how many cards were dealt, placed and discarded; ``known`` (whether all the cards dealt are); and of cards as sets
        ``dealt_set``, ``placed_set``, that of each row as ``top_set`` and so on, and ``thrown_set``: discarded by the street, else
        by the player's discards, else what was dealt and not placed.
    """
    players = play.players.select("player", "record", "at", "rule", "turn", "played")
    recorded = play.records[players["record"].to_numpy()] if players.height else play.records.clear()
    own = pl.Series(card_sets(recorded["discards"]))
    flat = (
        players.with_columns(recorded["streets"], own_set=own)
        .with_columns(
            pl.col("player").set_sorted(),
            streets=pl.col("streets").list.len().cast(pl.Int64),
            _streets="streets",
        )
        .filter(pl.col("streets") > 0)
        .with_columns(street=pl.int_ranges(1, pl.col("streets") + 1))
        .explode("_streets", "street")
        .unnest("_streets")
    )
    rows = flat.with_columns(
        pl.Series(f"{name}_set", card_sets(flat[name])) for name in ("dealt", *ROWS, "discarded")
    ).with_columns(
        placed_set=pl.col("top_set") | pl.col("middle_set") | pl.col("bottom_set"),
        received=pl.col("dealt").list.len(),
        kept=pl.sum_horizontal(pl.col(row).list.len() for row in ROWS),
        told=(pl.col("discarded").list.len().max() > 0).over("player"),
    )
    left = pl.col("dealt_set") & ~pl.col("placed_set")
    inside = pl.col("played").fill_null(0) > 0
    first = pl.col("street") == 1
    return (
        _with_deal(rows, play)
        .with_columns(
            deal=pl.when(inside).then(1).otherwise("deal"),
            cards=pl.when(~inside)
            .then("cards")
            .when(first & (pl.col("played") != SOME_FANTASYLAND))
            .then("played"),
            keep=pl.when(~inside).then("keep").when(first).then(int(_EDGES[-1])),
            known=(pl.col("received") > 0)
            & (pl.col("dealt_set") | pl.col("placed_set") | pl.col("discarded_set") < HIDDEN),
            thrown_set=pl.when("told")
            .then("discarded_set")
            .when(pl.col("own_set") > 0)
            .then(left & pl.col("own_set"))
            .otherwise(left),
        )
        .with_columns(
            away=pl.when("told")
            .then(pl.col("discarded").list.len())
            .otherwise(pl.col("thrown_set").bitwise_count_ones())
        )
        .drop("own_set", "discarded_set")
    )


def with_cards(rows: pl.DataFrame, play: Play) -> pl.DataFrame:
    """Streets with the cards that were ``placed``, ``left`` (dealt and not placed) and ``thrown`` (discarded), as lists."""
    placed = pl.concat_list(*ROWS)
    own = (
        play.records["discards"][rows["record"].to_numpy()]
        if rows.height
        else play.records["discards"].clear()
    )
    return rows.with_columns(
        placed=placed, left=pl.col("dealt").list.set_difference(placed), own=own
    ).with_columns(
        thrown=pl.when("told")
        .then("discarded")
        .when(pl.col("own").list.len() > 0)
        .then(pl.col("left").list.set_intersection("own"))
        .otherwise("left")
    )


def _with_deal(rows: pl.DataFrame, play: Play) -> pl.DataFrame:
    """Streets with what the rules deal and keep on them."""
    deals = [one.deal.streets for one in play.rules]
    each = pl.DataFrame(
        [
            (rule, number, street.cards, street.keep)
            for rule, streets in enumerate(deals)
            for number, street in enumerate(streets, 1)
        ],
        schema={"rule": pl.UInt32, "street": pl.Int64, "cards": pl.Int64, "keep": pl.Int64},
        orient="row",
    )
    return play.with_rules(
        rows.join(each, on=["rule", "street"], how="left", maintain_order="left"),
        deal=(pl.Int64(), lambda one: len(one.deal.streets)),
    )


def _bits(codes: NDArray[np.uint8]) -> Sets:
    places = np.where(codes == UNKNOWN, _BIT, codes).astype(np.uint64)
    bits: Sets = np.uint64(1) << places
    return bits
