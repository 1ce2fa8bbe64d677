"""What a cell of a blank sheet takes: lists that a hidden sheet holds, and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlsxwriter.utility import xl_range_abs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlsxwriter.worksheet import Worksheet

    from ofc_parsers.home_sheet.template.words import Words

__all__ = ["Cells", "Lists", "Validator"]

Cells = tuple[int, int, int, int]
"""First row, first column, last row and last column, 0-based."""

_MOST_POINTS = 100_000
_MOST_MONEY = 10**12


class Lists:
    """What the lists offer, one below the other in a column of a hidden sheet: beside each other they could be a table.

    A list on a sheet takes a word in any case; one that is written into the validation itself would not.
    """

    def __init__(self, sheet: Worksheet) -> None:
        self._sheet = sheet
        self._places: dict[tuple[str | int, ...], str] = {}
        self._row = 0
        sheet.very_hidden()

    def source(self, offered: Sequence[str | int]) -> str:
        """The range that holds what is offered, written when it is first asked for; a number is offered as one."""
        key = tuple(offered)
        if key not in self._places:
            first, self._row = self._row, self._row + len(key) + 1
            for row, one in enumerate(key, start=first):
                if isinstance(one, str):
                    self._sheet.write_string(row, 0, one)
                else:
                    self._sheet.write_number(row, 0, one)
            cells = xl_range_abs(first, 0, first + len(key) - 1, 0)
            self._places[key] = f"='{self._sheet.get_name()}'!{cells}"
        return self._places[key]


class Validator:
    """Sets what cells of one sheet take; anything else is refused with a message."""

    def __init__(self, sheet: Worksheet, lists: Lists, words: Words) -> None:
        self._sheet = sheet
        self._lists = lists
        self._words = words

    def one_of(self, cells: Cells, offered: Sequence[str | int], refusal: str = "list") -> None:
        """Take only what is offered."""
        self._set(cells, refusal, validate="list", source=self._lists.source(offered))

    def suggest(self, cells: Cells, offered: Sequence[str]) -> None:
        """Offer a list and take anything else too."""
        options = {"validate": "list", "source": self._lists.source(offered), "show_error": False}
        self._sheet.data_validation(*cells, options)

    def whole(self, cells: Cells) -> None:
        """Take whole numbers."""
        self._between(cells, "whole", "integer", -_MOST_POINTS, _MOST_POINTS)

    def amount(self, cells: Cells, refusal: str = "amount", *, least: int = -_MOST_MONEY) -> None:
        """Take amounts of money."""
        self._between(cells, refusal, "decimal", least, _MOST_MONEY)

    def _between(self, cells: Cells, refusal: str, kind: str, least: int, most: int) -> None:
        self._set(cells, refusal, validate=kind, criteria="between", minimum=least, maximum=most)

    def _set(self, cells: Cells, refusal: str, **options: Any) -> None:  # noqa: ANN401 - a dictionary of options
        message = self._words.refusals[refusal]
        told = {"error_type": "stop", "error_title": self._words.refused, "error_message": message}
        self._sheet.data_validation(*cells, options | told)
