"""Judges from the first lines of a text whether it is a sheet without cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.formats import Sniff
from ofc_parsers.home_sheet.tallies.tables import BY_NUMBERS, first_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_parsers.spreadsheets.grid import Row

__all__ = ["sniff_tally"]


def sniff_tally(head: Sequence[Row]) -> Sniff:
    """Tell by headings that are known words, or by names with numbers below them."""
    table, has_cards = first_table(head, None)
    if table is None or has_cards:
        return Sniff(0.0, "no line heads a table of points, totals or payments")
    headings = ", ".join(cell.text.strip() for cell in table.header.filled)
    return Sniff(
        0.6 if table.layout in BY_NUMBERS else 0.9, f"its lines tell {table.layout} under {headings}"
    )
