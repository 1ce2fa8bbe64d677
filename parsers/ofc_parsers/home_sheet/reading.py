"""From the lines of a sheet to hands: sections, lines, groups, hands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ofc_parsers.home_sheet.assembly import Assembly
from ofc_parsers.home_sheet.claimed_sums import check_claimed_sums
from ofc_parsers.home_sheet.empty import empty_hands
from ofc_parsers.home_sheet.grouping import group_by_number, group_by_players
from ofc_parsers.home_sheet.layout import split_sections
from ofc_parsers.home_sheet.stream import LineStream, row_note
from ofc_parsers.home_sheet.values import hand_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ofc_analytics.errors import ParseIssue
    from ofc_analytics.formats import ParseContext
    from ofc_analytics.hands import Hand
    from ofc_parsers.home_sheet.layout import Section
    from ofc_parsers.home_sheet.lines import Line
    from ofc_parsers.home_sheet.vocabulary import Field
    from ofc_parsers.spreadsheets.grid import Cell, Grid

__all__ = ["SheetReader"]


_ONCE_A_SHEET = {"time-zone-unsaid", "cells-unheaded"}


@dataclass(slots=True)
class SheetReader:
    """Reads the sheets of one input, and knows which remarks it has made."""

    context: ParseContext
    _notes: set[tuple[object, ...]] = field(default_factory=set)
    _counted: int = 0

    def read(self, grid: Grid) -> Iterator[Hand] | None:
        """Hands of a sheet as they are read; None where it has nothing like headings of cards."""
        sections = split_sections(grid.rows)
        return self._read_sections(sections) if sections else None

    def _read_sections(self, sections: Sequence[Section]) -> Iterator[Hand]:
        told: dict[Field, Cell] = {}
        empty: list[tuple[str | None, Cell]] = []
        for section in sections:
            yield from self._read_section(section, told, empty)
        if empty:
            self._report(empty_hands(empty))

    def _read_section(
        self, section: Section, told: dict[Field, Cell], empty: list[tuple[str | None, Cell]]
    ) -> Iterator[Hand]:
        issues = section.issues
        for issue in issues:
            self._report(issue)
        if any(issue.severity == "error" for issue in issues):
            return
        stream = LineStream(section, told, self._report)
        lines = stream.lines()
        check_claimed_sums(stream.totals, lines, self._report)
        first_seat = 0 if any(line.seat == 0 for line in lines) else 1
        if first_seat == 0:
            message = "seats are counted from 0 here, and from 1 in the hands"
            self._report(row_note("seats-from-zero", message, section.first))
        if swapped := next((line for line in lines if line.swapped), None):
            message = "front and back are told by their number of cards"
            self._report(row_note("rows-by-count", message, swapped.row))
        filled = self._filled(section, lines, empty)
        named = {line.hand for line in lines}
        empty += ((name, row.cells[0]) for name, row in stream.labels.items() if name not in named)
        for assembly in self._assemblies(section, filled, first_seat):
            sheet = assembly.lines[0].first.sheet
            hand = assembly.build(self.context.source(assembly.lines[0].row.line, sheet))
            for issue in assembly.issues:
                self._report(issue)
            if hand is not None:
                yield hand

    def _filled(
        self, section: Section, lines: Sequence[Line], empty: list[tuple[str | None, Cell]]
    ) -> list[list[Line]]:
        """Lines by hand; hands that are prepared and not played are taken down as empty."""
        group = group_by_number if section.numbered else group_by_players
        filled = []
        for hand in group(lines, self._report):
            if all(line.prepared for line in hand):
                empty.append((hand[0].hand, hand[0].first))
            else:
                filled.append(hand)
        return filled

    def _assemblies(
        self, section: Section, groups: Sequence[Sequence[Line]], first_seat: int
    ) -> Iterator[Assembly]:
        if section.numbered:
            for group in groups:
                name, number = hand_number(group[0].hand) if group[0].hand else (None, None)
                yield Assembly(group, name, number, first_seat)
            return
        if groups:
            what = "lines and blocks" if section.whole else "players"
            first, last = self._counted + 1, self._counted + len(groups)
            message = (
                f"without a hand column, hands are told apart by their {what}, and numbered {first} to {last}"
            )
            self._report(row_note("hands-counted", message, section.first))
        for group in groups:
            self._counted += 1
            yield Assembly(group, str(self._counted), self._counted, first_seat)

    def _report(self, issue: ParseIssue) -> None:
        if issue.severity == "note":
            place = None if issue.code in _ONCE_A_SHEET else (issue.line, issue.cell)
            key = (issue.code, issue.sheet, place)
            if key in self._notes:
                return
            self._notes.add(key)
        self.context.report(issue)
