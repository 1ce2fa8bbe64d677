"""Which cards were dealt in sight, told by the columns alone.

What lies on a board was chosen, and where the discards are hidden the choice shows: aces are kept and deuces thrown
away, so that boards of a fair deal look rigged. In sight are only deals of which every card is known whatever was done
with it: a first street of five, all of which are placed, and the further cards of a player all of whose deals are known.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.cards import BOARD, JOKERS, UNKNOWN
from ofc_analytics.hands import ROWS
from ofc_analytics.rules import load_rules, rule_set_names
from ofc_analytics.settlement.sequence import table_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DECK", "FANTASYLAND", "OPENING", "Sight", "cards_in_sight"]

OPENING = 5
FANTASYLAND = 9
"""What stands for the street of a Fantasyland; ordinary streets count from 0."""

DECK = JOKERS[0]
"""Ordinary cards of a deck."""

_MOST = 17

_ALL, _FIRST = "all cards dealt to the player", "the first street"
_NO_STREETS = "nothing, as no streets are recorded"
_HIDDEN = "nothing, as not all cards of the Fantasyland, or of the only street, are known"
_NO_FIRST = "nothing, as the first street is not five known cards"
_FAULTY = "nothing, as the hand holds a card twice or more jokers than its deck"


@dataclass(frozen=True, slots=True)
class Sight:
    """Cards dealt in sight.

    Attributes
    ----------
    hands
        One row a hand, in the order of the input: ``at`` (its number here, from 0), ``hand``, ``hand_id``,
        ``file``, ``jokers``, ``table_key``, ``place`` (at the table), ``follows`` (whether the hand before is here).
    deals
        One row a deal, by hand: ``deal`` (its number), ``at``, ``name``, ``seat``, ``turn`` (0 on the left of the
        button; null without one), ``street`` (from 0, or `FANTASYLAND`), ``size``.
    cards
        (c,) uint8 codes, deal by deal.
    deal
        (c,) int64: the deal each card belongs to.
    seen
        One row what is in sight of a player in a hand: ``sight`` in words, ``players``, ``cards``.
    """

    hands: pl.DataFrame
    deals: pl.DataFrame
    cards: NDArray[np.uint8]
    deal: NDArray[np.int64]
    seen: pl.DataFrame

    @property
    def used(self) -> int:
        """Number of hands with a card in sight."""
        return self.deals["at"].n_unique()

    def of_deals(self, column: str) -> NDArray[np.int64]:
        """A whole number for each card, from a column of its deal; -1 where that is null."""
        return self.deals[column].cast(pl.Int64).fill_null(-1).to_numpy()[self.deal]

    def masks(self) -> NDArray[np.uint64]:
        """Cards of each deal as bits, the code's power of two; (d,) uint64."""
        bits = np.uint64(1) << self.cards.astype(np.uint64)
        starts = np.searchsorted(self.deal, np.arange(self.deals.height))
        return np.bitwise_or.reduceat(bits, starts) if len(bits) else bits


def cards_in_sight(hands: pl.DataFrame) -> Sight:
    """Find the deals of which every card is known.

    Parameters
    ----------
    hands
        Frame of schema `Hands`; of several with the same ``hand_id`` the first counts.

    Returns
    -------
    Sight
        Deals of hands with a card twice, or with more jokers than the deck, are left out.
    """
    once = hands.unique("hand_id", keep="first", maintain_order=True).with_row_index("_order")
    rows = (
        once.join(table_places(once), on="_order", maintain_order="left")
        .rename({"_order": "at"})
        .with_columns(
            pl.col("at").cast(pl.Int64),
            hand=pl.coalesce("native_id", "hand_id"),
            file=pl.col("source").struct.field("file"),
        )
    )
    streets = _streets(_players(rows))
    faulty = _faulty(streets, rows)
    streets = streets.with_columns(
        sight=pl.when(pl.col("at").is_in(faulty.implode())).then(pl.lit(_FAULTY)).otherwise("sight")
    )
    shown = (pl.col("sight") == _ALL) | ((pl.col("sight") == _FIRST) & (pl.col("street") == 0))
    deals = (
        streets.filter(shown)
        .with_columns(
            street=pl.when(pl.col("size") >= BOARD).then(FANTASYLAND).otherwise("street"), sight="sight"
        )
        .with_row_index("deal")
        .with_columns(pl.col("deal").cast(pl.Int64))
    )
    cards = deals.select("deal", "cards").explode("cards", empty_as_null=False)
    return Sight(
        hands=rows.select("at", "hand", "hand_id", "file", "jokers", "table_key", "place", "follows"),
        deals=deals.select("deal", "at", "name", "seat", "turn", "street", "size"),
        cards=cards["cards"].to_numpy(),
        deal=cards["deal"].to_numpy(),
        seen=_seen(streets, deals),
    )


def _players(rows: pl.DataFrame) -> pl.DataFrame:
    """One row a player: ``at``, ``variant``, ``seat``, ``name``, ``turn``, ``fantasyland``, ``streets``."""
    player = pl.col("players").struct
    place = pl.int_range(pl.len()).over("at")
    holds = pl.col("seat") == pl.col("button")
    return (
        rows.select("at", "button", "variant", "players")
        .explode("players")
        .with_columns(
            player.field("seat"), player.field("name"), player.field("fantasyland"), player.field("streets")
        )
        .with_columns(
            turn=pl.when(holds.any().over("at")).then(
                (place - holds.arg_max().over("at").cast(pl.Int64) - 1) % pl.len().over("at").cast(pl.Int64)
            )
        )
        .drop("players", "button")
        .with_row_index("player")
    )


def _streets(players: pl.DataFrame) -> pl.DataFrame:
    """One row a street, and one of a player without any: ``cards`` as far as known, ``size``, ``sight``."""
    placed = pl.concat_list(*ROWS, "discarded")
    rows = (
        players.with_columns(street=pl.int_ranges(0, pl.col("streets").list.len()))
        .explode("streets", "street", empty_as_null=True)
        .with_columns(pl.col("streets").struct.unnest())
        .with_columns(cards=pl.when(pl.col("dealt").list.len() > 0).then("dealt").otherwise(placed))
        .select("player", "at", "seat", "name", "turn", "variant", "fantasyland", "street", "cards")
        .with_columns(
            size=pl.when(~pl.col("cards").list.contains(UNKNOWN))
            .then(pl.col("cards").list.len())
            .cast(pl.Int64)
        )
    )
    told = rows.group_by("player", maintain_order=True).agg(
        pl.col("variant", "fantasyland", "street").first(), first=pl.col("size").first(), sizes="size"
    )
    whole = pl.any_horizontal(
        pl.col("sizes") == pl.lit(sizes, dtype=pl.List(pl.Int64)) for sizes in _whole_deals()
    )
    alone = pl.col("sizes").list.len() == 1
    inside = pl.col("fantasyland").fill_null(1)
    # thirteen cards may be those placed of more, unless the record says that there were no more
    known = (
        pl.when(inside > 1).then(pl.col("first") == inside)
        .when(inside == 1).then(pl.col("first").is_between(BOARD + 1, _MOST))
        .otherwise(pl.lit(value=False))
    ) | ((pl.col("first") == BOARD) & (pl.col("variant") == "closed"))  # fmt: skip
    sight = (
        pl.when(pl.col("street").is_null()).then(pl.lit(_NO_STREETS))
        .when(whole | (alone & known & (pl.col("first") >= BOARD))).then(pl.lit(_ALL))
        .when(pl.col("first") == OPENING).then(pl.lit(_FIRST))
        .when(alone | (pl.col("fantasyland") > 0)).then(pl.lit(_HIDDEN))
        .otherwise(pl.lit(_NO_FIRST))
    )  # fmt: skip
    return rows.join(told.select("player", sight=sight), on="player", maintain_order="left")


@cache
def _whole_deals() -> tuple[list[int], ...]:
    """Cards dealt street by street under the rule sets there are.

    Left out are deals of one street, and those that look like what is kept of another: five and four times two may be three a
    street with a hidden discard.
    """
    deals = [load_rules(name).deal.streets for name in rule_set_names()]
    both = {(tuple(one.cards for one in deal), tuple(one.keep for one in deal)) for deal in deals}
    kept_of_more = {kept for dealt, kept in both if dealt != kept}
    return tuple(
        list(dealt) for dealt in sorted({dealt for dealt, _ in both} - kept_of_more) if len(dealt) > 1
    )


def _faulty(streets: pl.DataFrame, rows: pl.DataFrame) -> pl.Series:
    """Hands whose known cards cannot come from one deck."""
    cards = (
        streets.filter(pl.col("size").is_not_null())
        .select("at", "cards")
        .explode("cards", empty_as_null=False)
        .filter(pl.col("cards") != UNKNOWN)
    )
    at, codes = cards["at"].to_numpy(), cards["cards"].to_numpy().astype(np.int64)
    joker = codes >= JOKERS[0]
    counts = np.bincount(at[~joker] * 64 + codes[~joker], minlength=64 * rows.height)
    jokers = np.bincount(at[joker], minlength=rows.height)
    twice = (counts.reshape(-1, 64) > 1).any(axis=1)
    beyond = (jokers > rows["jokers"].to_numpy()) | (
        np.bincount(at[codes > JOKERS[-1]], minlength=rows.height) > 0
    )
    return pl.Series(np.flatnonzero(twice | beyond), dtype=pl.Int64)


def _seen(streets: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    players = streets.unique("player", keep="first").group_by("sight").agg(players=pl.len().cast(pl.Int64))
    cards = deals.group_by("sight").agg(cards=pl.col("size").sum())
    return (
        players.join(cards, on="sight", how="left")
        .with_columns(pl.col("cards").fill_null(0))
        .sort("cards", "sight", descending=[True, False])
    )
