"""Looks of cells, each made once a workbook."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

__all__ = ["DUPLICATE", "FINE", "HEADING", "STRONG", "TEXT", "Styles", "remark"]

FINE, STRONG = 7, 2
"""Border lines: between cells, and around blocks."""

TEXT: Mapping[str, object] = {"num_format": "@"}
"""Nothing that is typed becomes a date or a number."""

HEADING: Mapping[str, object] = {
    "bold": True,
    "text_wrap": True,
    "align": "center",
    "valign": "vcenter",
    "bg_color": "#DDE6EE",
    "border": 1,
}
DUPLICATE: Mapping[str, object] = {"bg_color": "#FF9C9C", "bold": True}
"""What cannot be right."""

_REMARK_WIDTH, _REMARK_LINE, _LETTERS_A_LINE = 280, 18, 40  # pixels, pixels, letters


class Styles:
    """Formats of one workbook by their properties."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._made: dict[tuple[tuple[str, object], ...], Format] = {}

    def of(self, *parts: Mapping[str, object], **properties: object) -> Format:
        """The format with all of these properties, the later ones first in rank."""
        whole: dict[str, object] = {}
        for part in (*parts, properties):
            whole |= part
        key = tuple(sorted(whole.items()))
        if key not in self._made:
            self._made[key] = self._book.add_format(whole)
        return self._made[key]


def remark(sheet: Worksheet, row: int, column: int, text: str) -> None:
    """Put a remark beside a cell, in a box that it fits into."""
    height = _REMARK_LINE * (len(text) // _LETTERS_A_LINE + 2)
    sheet.write_comment(row, column, text, {"width": _REMARK_WIDTH, "height": height})
