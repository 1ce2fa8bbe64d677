"""Hands that are prepared and were not played: they are passed over, counted, and told in one note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["empty_hands"]


def empty_hands(empty: Sequence[tuple[str | None, Cell]]) -> ParseIssue:
    """Say how many hands of a sheet are not filled in, by the name of each and a cell of it.

    >>> from ofc_parsers.spreadsheets.grid import Cell
    >>> print(empty_hands([("2", Cell("2", 5, 0)), ("3", Cell("3", 6, 0))]).message)
    2 hands are not filled in, from 2 to 3
    """
    (first, cell), (last, _) = empty[0], empty[-1]
    if len(empty) == 1:
        message = f"hand {first} is not filled in" if first else "a hand is not filled in"
    else:
        between = f", from {first} to {last}" if first and last else ""
        message = f"{len(empty)} hands are not filled in{between}"
    return ParseIssue(code="hand-empty", message=message, severity="note", hands=len(empty), **cell.place)
