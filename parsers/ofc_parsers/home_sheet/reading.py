"""From the lines of a sheet to hands: sections, lines, groups, hands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue
from ofc_parsers.home_sheet.assembly import Assembly
from ofc_parsers.home_sheet.grouping import group_by_number, group_by_players
from ofc_parsers.home_sheet.layout import header_issues, settings, split_sections
from ofc_parsers.home_sheet.lines import money_of, read_line
from ofc_parsers.home_sheet.values import currency_beside, hand_number
from ofc_parsers.home_sheet.vocabulary import CARD_FIELDS, CONTEXT, TOTALS, Field, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ofc_analytics.formats import ParseContext
    from ofc_analytics.hands import Hand
    from ofc_parsers.home_sheet.layout import Header, Section
    from ofc_parsers.home_sheet.lines import Line
    from ofc_parsers.spreadsheets.grid import Cell, Grid, Row

__all__ = ["SheetReader"]


_ONCE_A_SHEET = {"time-zone-unsaid", "cells-unheaded"}
_AMOUNTS = (Field.STACK, Field.RAKE, Field.NET)


@dataclass(slots=True)
class SheetReader:
    """Reads the sheets of one input, and knows which remarks it has made."""

    context: ParseContext
    _notes: set[tuple[object, ...]] = field(default_factory=set)
    _counted: int = 0

    def read(self, grid: Grid) -> Iterator[Hand] | None:
        """Hands of a sheet as they are read; None where it has nothing like a header."""
        sections = split_sections(grid.rows)
        return chain.from_iterable(map(self._read_section, sections)) if sections else None

    def _read_section(self, section: Section) -> Iterator[Hand]:
        header = section.header
        for issue in header_issues(header):
            self._report(issue)
        if header.missing or header.twice:
            return
        lines = self._read_lines(section)
        first_seat = 0 if any(line.seat == 0 for line in lines) else 1
        if first_seat == 0:
            self._note(
                "seats-from-zero", "seats are counted from 0 here, and from 1 in the hands", header.row
            )
        if swapped := next((line for line in lines if line.swapped), None):
            self._note("rows-by-count", "front and back are told by their number of cards", swapped.row)
        for assembly in self._assemblies(header, lines, first_seat):
            sheet = assembly.lines[0].first.sheet
            hand = assembly.build(self.context.source(assembly.lines[0].row.line, sheet))
            for issue in assembly.issues:
                self._report(issue)
            if hand is not None:
                yield hand

    def _read_lines(self, section: Section) -> list[Line]:
        """Read the players' lines of a section; what holds for many hands is carried down from line to line."""
        header = section.header
        told: dict[Field, Cell] = {}
        for row in filter(_says_something, section.above):
            self._read_above(row, told)
        lines: list[Line] = []
        labels: dict[str, Row] = {}
        hand: str | None = None
        after_break = after_totals = False
        beside = _currency_beside_amounts(section)
        for row in section.body:
            if not row.filled:
                after_break = True
                continue
            cells = {
                key: cell for key, heading in header.columns.items() if not (cell := row.at(heading)).blank
            }
            named = cells.get(Field.HAND)
            after_totals &= named is None and not cells.keys() & {*CARD_FIELDS}
            if _has_totals(row, cells) or (after_totals and cells.keys() - {*CONTEXT}):
                self._note("totals-line", "a line of totals is not a hand", row)
                after_totals = True
                continue
            alone = not cells.keys() - {Field.HAND, *CONTEXT}
            if settings(row) or (alone and (named is None or hand_number(named.text)[1] is None)):
                self._read_above(row, told)
                continue
            told |= {key: cell for key, cell in cells.items() if key in CONTEXT}
            hand = hand if named is None else hand_number(named.text)[0]
            if alone:
                labels[hand or ""] = row
            else:
                self._note_unheaded(row, header)
                context = dict(told)
                if beside is not None and money_of(told)[0] is None:
                    context[Field.CURRENCY] = beside
                lines.append(read_line(row, header, context, hand, after_break=after_break))
            after_break = False
        for name in labels.keys() - {line.hand for line in lines}:
            self._note("hand-empty", f"hand {name} has no player's line", labels[name])
        return lines

    def _read_above(self, row: Row, told: dict[Field, Cell]) -> None:
        """Take what a line outside the hands says for the hands below it."""
        found = settings(row)
        if found is None:
            self._note("line-skipped", "a line that is no hand is not read", row)
        else:
            told |= found

    def _assemblies(self, header: Header, lines: Sequence[Line], first_seat: int) -> Iterator[Assembly]:
        if Field.HAND in header.columns:
            for group in group_by_number(lines, self._report):
                name, number = hand_number(group[0].hand) if group[0].hand else (None, None)
                yield Assembly(group, name, number, first_seat)
            return
        groups = group_by_players(lines, self._report)
        if groups:
            message = (
                f"without a hand column, {len(groups)} hands were told apart by their players, and numbered"
            )
            self._note("hands-counted", message, header.row)
        for group in groups:
            self._counted += 1
            yield Assembly(group, str(self._counted), self._counted, first_seat)

    def _note_unheaded(self, row: Row, header: Header) -> None:
        headed = {cell.column for cell in header.row.filled}
        stray = [cell for cell in row.filled if cell.column not in headed]
        if stray and (stray[0].sheet or stray[0].column < max(headed)):
            message = "cells without a heading are not read"
            issue = ParseIssue(
                code="cells-unheaded", message=message, text=stray[0].text, severity="note", **stray[0].place
            )
            self._report(issue)

    def _note(self, code: str, message: str, row: Row) -> None:
        cell = (row.filled or row.cells)[0]
        self._report(ParseIssue(code=code, message=message, text=row.raw, severity="note", **cell.place))

    def _report(self, issue: ParseIssue) -> None:
        if issue.severity == "note":
            place = None if issue.code in _ONCE_A_SHEET else (issue.line, issue.cell)
            key = (issue.code, issue.sheet, place)
            if key in self._notes:
                return
            self._notes.add(key)
        self.context.report(issue)


def _has_totals(row: Row, cells: Mapping[Field, Cell]) -> bool:
    """Whether a line is one of totals: by its first cell or its player, which says more where the line has no cards."""
    told = [plain(cell.text) for cell in (row.filled[0], cells.get(Field.PLAYER)) if cell]
    if not cells.keys() & {*CARD_FIELDS}:
        words = [text.split(" ") for text in told]
        told += [" ".join(some[:count]) for some in words for count in (1, 2)]
    return not TOTALS.isdisjoint(told)


def _currency_beside_amounts(section: Section) -> Cell | None:
    """The first currency that stands beside an amount of a section: that of the sheet, if no other is told."""
    headings = [heading for key in _AMOUNTS if (heading := section.header.columns.get(key))]
    cells = (row.at(heading) for row in section.body for heading in headings)
    found = ((cell, currency_beside(cell.text)) for cell in cells if not cell.blank)
    return next((replace(cell, text=code) for cell, code in found if code is not None), None)


def _says_something(row: Row) -> bool:
    return bool(row.filled)
