"""Parts a sheet into tables: what is said of a table, the headings, and the lines of its players."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ofc_parsers.club_sheets.columns import is_header, is_second_header

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ofc_parsers.club_sheets.columns import Words
    from ofc_parsers.spreadsheets.grid import Row

__all__ = ["Block", "split_blocks"]

_MOST_INFO = 5
"""Most cells of a line about a table; a player's has more, whatever the nickname pretends to be."""


@dataclass(slots=True)
class Block:
    """One table; lines that stand before its headings are `stray`."""

    info: list[Row] = field(default_factory=list)
    header: list[Row] = field(default_factory=list)
    body: list[Row] = field(default_factory=list)
    stray: list[Row] = field(default_factory=list)

    @property
    def first(self) -> Row:
        """Its first line."""
        return next(iter((*self.info, *self.header, *self.body, *self.stray)))


def split_blocks(
    rows: Iterable[Row], is_info: Callable[[Row], bool], words: Words, *, headed: bool = True
) -> Iterator[Block]:
    """Part the lines of a sheet; what stands before the first table comes as a block without anything but `stray`.

    Parameters
    ----------
    is_info
        Whether a line says something of a table. Such a line after players begins a new one.
    words
        Known headings.
    headed
        Whether players stand below headings only; else also right below what is said of the table.
    """
    block = Block()
    for row in rows:
        if not row.filled:
            continue
        heads = is_header(row, words)
        informs = len(row.filled) <= _MOST_INFO and is_info(row)
        if (block.header or block.body) and (heads or informs):
            yield block
            block = Block()
        if heads:
            block.header.append(row)
        elif informs:
            if block.stray and not block.info:
                yield block
                block = Block()
            block.info.append(row)
        elif block.header and not block.body and is_second_header(row, block.header, words):
            block.header.append(row)
        elif block.header or (block.info and not headed):
            block.body.append(row)
        else:
            block.stray.append(row)
    if block.info or block.header or block.stray:
        yield block
