"""Lines of a text whose cells are parted by another mark than those of the other lines."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue
from ofc_parsers.home_sheet.cells import holds_board
from ofc_parsers.home_sheet.titles import settings
from ofc_parsers.spreadsheets.grid import Cell, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["mixed_delimiters"]

_NAMES = {",": "commas", ";": "semicolons", "\t": "tabs"}
_A_NUMBER = re.compile(r"\s*[+-]?\d[\d.]*\s*")
_FEWEST = 3  # cells of a line that is not a setting
_LEFT_OUT = 2  # cells at the end of a line


def mixed_delimiters(rows: Sequence[Row]) -> tuple[list[Row], ParseIssue | None]:
    """Part the lines of a text from those that are one cell under its own mark, and a line of the table under another.

    >>> rows = [Row(1, tuple(Cell(text, 1, 0) for text in ("hand", "player", "points")), "hand;player;points"),
    ...         Row(2, (Cell("1,Anna,3", 2, 0),), "1,Anna,3")]
    >>> kept, issue = mixed_delimiters(rows)
    >>> len(kept), issue.line, issue.message
    (1, 2, 'the line has commas between its cells, and others semicolons')
    """
    widths = Counter(len(row.cells) for row in rows if len(row.cells) > 1)
    if not widths:
        return list(rows), None
    width, _ = widths.most_common(1)[0]
    usual = next(row.raw for row in rows if len(row.cells) == width)
    own = max(_NAMES, key=lambda mark: (abs(usual.count(mark) + 1 - width) == 0, usual.count(mark)))
    others = {row.line: mark for row in rows if (mark := _other_mark(row, width)) is not None and mark != own}
    if not others:
        return list(rows), None
    line, mark = next(iter(others.items()))
    first = next(row for row in rows if row.line == line)
    subject = "the line has" if len(others) == 1 else f"{len(others)} lines, this one first, have"
    whose = "its" if len(others) == 1 else "their"
    issue = ParseIssue(
        code="delimiter-mixed",
        message=f"{subject} {_NAMES[mark]} between {whose} cells, and others {_NAMES[own]}",
        text=first.raw,
        expected=f"{_NAMES[own]} in all lines",
        raw="\n".join(row.raw for row in rows if row.line in others),
        **first.cells[0].place,
    )
    return [row for row in rows if row.line not in others], issue


def _other_mark(row: Row, width: int) -> str | None:
    """The mark that parts a line of one cell into settings, or into the cells of a line of the table."""
    if len(row.cells) != 1 or row.fault or '"' in row.raw:
        return None
    for mark in _NAMES:
        cells = tuple(Cell(text, row.line, column) for column, text in enumerate(row.raw.split(mark)))
        if len(cells) == 1:
            continue
        told = len(cells) >= max(_FEWEST, width - _LEFT_OUT) and (
            holds_board(cells) or any(_A_NUMBER.fullmatch(cell.text) for cell in cells[1:])
        )
        if told or settings(Row(row.line, cells, row.raw)) is not None:
            return mark
    return None
