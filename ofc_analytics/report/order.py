"""Hands in the order they were played, whatever the order of the inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.statistics.dimensions import began

if TYPE_CHECKING:
    import polars as pl

__all__ = ["in_order"]


def in_order(results: pl.DataFrame) -> tuple[pl.DataFrame, bool]:
    """Sort hands by when they were played, and whether that could be told of all of them.

    Parameters
    ----------
    results
        Frame of schema `Results`; hands of one table in the order they were played.

    Returns
    -------
    results, known
        Hands of one moment, as of one evening whose hands have no times, stay as they stood. Where the time of any is
        not known, all do.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement import settle
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> nights = [Hand(players=(anna, boris), session=day) for day in ("2026-11-28", "2026-11-27")]
    >>> in_order(settle(frame_from_hands(nights)))[0]["session"].to_list()
    ['2026-11-27', '2026-11-28']
    """
    moment = results.select(began()).to_series()
    known = moment.null_count() == 0
    return (results[moment.arg_sort()] if known and not moment.is_sorted() else results), known
