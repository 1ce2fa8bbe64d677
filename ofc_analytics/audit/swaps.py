"""A player under another name for one hand: the seat before and after it is somebody else's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from ofc_analytics.audit.play import Play

__all__ = ["check_swaps"]


def check_swaps(play: Play) -> pl.DataFrame:
    """Find names that a table has in one hand only, in a seat that is one and the same other player's before and after.

    Others stay at the table. Somebody may have played a hand for another; what is won under the name is missing from the other's results.

    Code: ``name-swapped``.

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
    >>> hands = frame_from_hands([
    ...     Hand(players=(Player(seat=1, name="Anna", cards=bytes(range(13))),
    ...                   Player(seat=2, name=name, cards=bytes(range(13, 26)))), session="S", hand_no=number)
    ...     for number, name in ((1, "Boris"), (2, "Borys"), (3, "Boris"))])
    >>> play = Play.of(hands, settle(hands), rule_sets(hands))
    >>> check_swaps(play)["reason"].to_list()
    ['Borys has the seat in this hand only, and Boris has it in the hands before and after.']
    """
    near = {
        f"{column}_{when}": pl.col(column).shift(step).over("table_key", "seat", order_by="place")
        for when, step in (("before", 1), ("after", -1))
        for column in ("name", "place", "follows")
    }
    here = play.players.select("at", name_before="name")
    stayed = play.players.filter("next_to_it").select("at").unique()
    rows = (
        play.players.with_columns(**near, times=pl.len().over("table_key", "name"))
        .filter(
            pl.col("times") == 1,
            pl.col("name_before") == pl.col("name_after"),
            pl.col("name_before") != pl.col("name"),
            pl.col("place") - pl.col("place_before") == 1,
            pl.col("place_after") - pl.col("place") == 1,
            "follows",
            "follows_after",
        )
        .join(here, on=["at", "name_before"], how="anti", maintain_order="left")
        .join(stayed, on="at", how="semi", maintain_order="left")
    )
    return play.found(
        rows,
        "name-swapped",
        "note",
        pl.format(
            "{} has the seat in this hand only, and {} has it in the hands before and after.",
            "name",
            "name_before",
        ),
        players=pl.concat_list("name", "name_before"),
        claimed=pl.col("name"),
    )
