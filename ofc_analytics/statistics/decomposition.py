"""The curve of a player's points, split into what the points were made of."""

from __future__ import annotations

import dataframely as dy
import polars as pl

from ofc_analytics.statistics.observations import PARTS
from ofc_analytics.statistics.questions import Frame, study_of

__all__ = ["Decomposition", "decompose"]


class Decomposition(dy.Schema):
    """One row a player and hand; the six parts add up to `points`."""

    place = dy.UInt32(primary_key=True, description="row of the hand in the results")
    hand_id = dy.String(description="identity of the hand")
    chain = dy.UInt32(description="place of the first hand of its chain")
    name = dy.String(primary_key=True, description="the player")
    hand = dy.UInt32(description="which of the player's hands this is, from 1")
    points = dy.Int64(description="points won or lost")
    rows = dy.Int64(description="of single rows")
    scoops = dy.Int64(description="of scoops and majorities")
    royalties = dy.Int64(description="royalties received less royalties paid")
    fouls = dy.Int64(description="rows and scoops where one of a pair fouled")
    fantasyland = dy.Int64(description="all of a pair of whom one is in Fantasyland")
    other = dy.Int64(description="naturals and surrender of the closed game")


def decompose(results: Frame, *, cumulative: bool = False) -> pl.DataFrame:
    """Split each player's points, hand by hand, into rows, scoops, royalties, fouls, Fantasyland and the rest.

    Parameters
    ----------
    results
        Frame of schema `Results`; hands of one table in the order they were played, unless all are numbered. Or a `Study`
        of one.
    cumulative
        Whether points and parts are those of all the player's hands up to this one, in the order of the frame.

    Returns
    -------
    polars.DataFrame
        Schema `Decomposition`, in the order of hands and seats.

    Raises
    ------
    SettlementError
        If `results` is not a frame of results.

    See Also
    --------
    ofc_analytics.statistics.observations.Observations : which points belong to which part.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement import settle
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> results = settle(frame_from_hands([Hand(players=(anna, boris))]))
    >>> decompose(results).select("name", "points", "rows", "scoops", "royalties").rows()
    [('Anna', 13, 3, 3, 7), ('Boris', -13, -3, -3, -7)]
    """
    split = study_of(results).observations.select(
        "place",
        "hand_id",
        "chain",
        "name",
        "points",
        *(pl.col(f"from_{part}").alias(part) for part in PARTS),
        hand=pl.int_range(1, pl.len() + 1).over("name"),
    )
    if cumulative:
        split = split.with_columns(pl.col("points", *PARTS).cum_sum().over("name"))
    return split.select(Decomposition.column_names()).pipe(Decomposition.cast)
