"""Streets of many hands at once, as they are recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.cards import UNKNOWN
from ofc_analytics.columns import lists, structs
from ofc_analytics.hands import ROWS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.rules import RuleSet

__all__ = ["streets_of"]


def streets_of(
    dealt: NDArray[np.uint8],
    places: NDArray[np.uint8],
    inside: NDArray[np.uint8],
    button: NDArray[np.intp],
    rules: RuleSet,
) -> pl.Series:
    """What every player was dealt and did, street by street; one street in Fantasyland.

    Parameters
    ----------
    dealt, places
        (n, k, w) uint8 codes in the order dealt, 255 where there are fewer, and the row of each card.
    inside
        (n, k) uint8, cards of the Fantasyland that is played, 0 for none.
    button
        (n,) place of the button.
    rules
        The rule set.

    Returns
    -------
    polars.Series
        (n * k) lists of streets, as in schema `Hands`.
    """
    acts = _acts(inside, button, rules)
    width = dealt.shape[2]
    ordinary = (inside == 0).reshape(-1)
    counts = np.where(ordinary, len(rules.deal.streets), 1)
    first = counts.cumsum() - counts
    of_card = np.repeat(np.arange(len(rules.deal.streets)), [street.cards for street in rules.deal.streets])
    of_card = np.resize(of_card, width)
    street = first[:, None] + np.where(ordinary[:, None], of_card, 0)
    given = dealt.reshape(-1, width) != UNKNOWN
    codes, rows, streets = dealt.reshape(-1, width)[given], places.reshape(-1, width)[given], street[given]
    columns = [lists("dealt", codes, np.bincount(streets, minlength=counts.sum()))]
    for row, name in enumerate((*ROWS, "discarded")):
        here = rows == row
        columns.append(lists(name, codes[here], np.bincount(streets[here], minlength=counts.sum())))
    begins = np.zeros(int(counts.sum()), dtype=np.bool_)
    begins[first] = True
    acted = np.where(begins, np.repeat(acts[0].reshape(-1), counts), np.repeat(acts[1].reshape(-1), counts))
    table = pl.DataFrame(columns).with_columns(
        seconds=pl.lit(None, pl.Float64),
        auto=pl.lit(None, pl.Boolean),
        acted=pl.Series(acted, dtype=pl.UInt8),
    )
    return structs("streets", table, counts)


def _acts(
    inside: NDArray[np.uint8], button: NDArray[np.intp], rules: RuleSet
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(n, k) place in the order of the first street, and of every later one."""
    players = inside.shape[1]
    turn = (np.arange(players) - button[:, None] - 1) % players
    ordinary = inside == 0
    apart = {"first": ordinary, "last": ~ordinary, "in-turn": np.zeros_like(ordinary)}
    first = turn + players * apart[rules.fantasyland.order]
    later = np.where(ordinary, turn, players)
    return _ranks(first), _ranks(later)


def _ranks(order: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places from 1 in each row."""
    ranks: NDArray[np.int64] = (order[:, :, None] > order[:, None, :]).sum(axis=2) + 1
    return ranks
