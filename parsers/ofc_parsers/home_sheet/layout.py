"""Cuts a sheet into its tables and blocks, each with the lines that are below its headings and directly above them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ofc_parsers.home_sheet.blocks import blocks_at
from ofc_parsers.home_sheet.header import Header, header_issues, looks_like_header, read_header
from ofc_parsers.home_sheet.records import Entry
from ofc_parsers.home_sheet.titles import loose_entry, settings, title_of
from ofc_parsers.home_sheet.values import hand_number
from ofc_parsers.home_sheet.vocabulary import CARD_FIELDS, Field
from ofc_parsers.spreadsheets.grid import HEADER_WITHIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ofc_analytics.errors import ParseIssue
    from ofc_parsers.spreadsheets.grid import Row

__all__ = ["Section", "split_sections"]


@dataclass(slots=True)
class Section:
    """A table with its headings, or a run of blocks (`header` is None): what each line or block says, in order."""

    first: Row
    header: Header | None = None
    entries: list[Entry] = field(default_factory=list)

    @property
    def issues(self) -> list[ParseIssue]:
        """What is wrong with the headings."""
        return [] if self.header is None else list(header_issues(self.header))

    @property
    def numbered(self) -> bool:
        """Whether hands have numbers: in a column, or in their titles."""
        in_column = self.header is not None and Field.HAND in self.header.found
        return in_column or any(Field.HAND in entry.cells for entry in self.entries)

    @property
    def whole(self) -> bool:
        """Whether a line or block is a whole hand."""
        return self.header is None or self.header.grouped


def split_sections(rows: Iterable[Row]) -> list[Section]:
    """Cut a sheet at its headings; none where nothing in it looks like headings of cards.

    A line of headings that comes again is the same table going on. The first table must begin within the first
    `HEADER_WITHIN` lines; where no headings are complete, the fullest ones are given without lines, so that what
    is missing can be said.
    """
    return _Cutter(list(rows)).cut()


@dataclass(slots=True)
class _Cutter:
    rows: Sequence[Row]
    sections: list[Section] = field(default_factory=list)
    entries: list[Entry] = field(
        default_factory=list
    )  # of the section, one a line; or those before the first
    taken: int = 0  # lines that belong to headings or blocks, and those before them

    def cut(self) -> list[Section]:
        best: Header | None = None
        place = 0
        while place < len(self.rows) and (self.sections or place < HEADER_WITHIN):
            row = self.rows[place]
            if not row.filled:
                self.entries.append(Entry(row))
                place += 1
                continue
            header = read_header(row, self._above(place))
            if header.has_cards and header.complete and looks_like_header(header):
                self._begin_table(header)
                place = self.taken = place + 1
            elif blocks := blocks_at(self.rows, place, self.taken):
                self._begin_blocks(blocks.start, place)
                self.entries += blocks.entries
                place = self.taken = blocks.end
            else:
                if header.has_cards and looks_like_header(header) and _is_fuller(header, best):
                    best = header
                self.entries.append(self._entry(row))
                place += 1
        return self.sections or ([Section(best.row, best)] if best else [])

    def _above(self, place: int) -> Row | None:
        """The nearest line above that says something, where it is free."""
        lines = (self.rows[line] for line in range(place - 1, self.taken - 1, -1))
        return next((row for row in lines if row.filled), None)

    def _entry(self, row: Row) -> Entry:
        header = self.sections[-1].header if self.sections else None
        return loose_entry(row) if header is None else _entry_below(header, row)

    def _begin_table(self, header: Header) -> None:
        if header.above is not None:
            while self.entries.pop().row is not header.above:
                pass
        latest = self.sections[-1].header if self.sections else None
        if latest is None or latest.meaning != header.meaning:
            self._begin(Section(header.row, header))

    def _begin_blocks(self, start: int, place: int) -> None:
        del self.entries[len(self.entries) - (place - start) :]
        if not self.sections or self.sections[-1].header is not None:
            self._begin(Section(self.rows[start]))

    def _begin(self, section: Section) -> None:
        """Begin a section with what is said between it and the hands before."""
        kept = len(self.entries)
        while kept and not self.entries[kept - 1].records:
            kept -= 1
        section.entries = self.entries[kept:]
        del self.entries[kept:]
        self.sections.append(section)
        self.entries = section.entries


def _entry_below(header: Header, row: Row) -> Entry:
    """What a line below headings says: of a player or a whole hand, or what a line elsewhere could say too."""
    if (told := settings(row, header.names)) is not None:
        return Entry(row, told)
    entry = header.entry(row)
    title = title_of(row.filled)
    if title is not None:
        alone = Field.HAND not in header.found and not entry.said & {*CARD_FIELDS}
        if not title.stray or not entry.records or alone:
            return replace(title, row=row)
    named = entry.cells.get(Field.HAND)
    if entry.records or (named is not None and hand_number(named.text)[1] is not None):
        return entry
    return Entry(row)


def _is_fuller(header: Header, other: Header | None) -> bool:
    return other is None or len(header.found) > len(other.found)
