"""Follows the lines of a section down: which hand a player's line belongs to, and what holds for it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue
from ofc_parsers.home_sheet.cells import holds_board
from ofc_parsers.home_sheet.context import currency_beside_amounts, money_of
from ofc_parsers.home_sheet.lines import read_line
from ofc_parsers.home_sheet.tallies.vocabulary import has_totals, is_totals
from ofc_parsers.home_sheet.values import hand_number
from ofc_parsers.home_sheet.vocabulary import CARD_FIELDS, CONTEXT, TOTALS, Field, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from ofc_parsers.home_sheet.layout import Section
    from ofc_parsers.home_sheet.lines import Line
    from ofc_parsers.home_sheet.records import Entry
    from ofc_parsers.spreadsheets.grid import Cell, Row

__all__ = ["LineStream", "row_note"]

_AMOUNTS = (Field.STACK, Field.RAKE, Field.NET)
_OF_A_HAND = (Field.BUTTON, Field.TIME)
_FORMULA = ("=", "+", "@")  # begins a name that looks like a formula, such as @SUM(A1)


@dataclass(slots=True)
class LineStream:
    """Reads the players' lines of a section.

    Attributes
    ----------
    section
        The section.
    told
        What holds for the lines below, carried down from line to line and on to the next section.
    report
        Takes an issue.
    labels
        Names of hands that stand on a line of their own, with that line.
    totals
        Lines that add up others.
    """

    section: Section
    told: dict[Field, Cell]
    report: Callable[[ParseIssue], None]
    labels: dict[str, Row] = field(default_factory=dict)
    totals: list[Entry] = field(default_factory=list)
    _names: frozenset[str] = field(init=False)
    _hand: str | None = None
    _titled: bool = False  # the hand's name stands above, and no hand has followed
    _of_hand: dict[Field, Cell] = field(default_factory=dict)
    _after_break: bool = False
    _after_totals: bool = False

    def __post_init__(self) -> None:
        players = (cell for entry in self.section.entries for cell in _players(entry))
        self._names = frozenset(plain(cell.text) for cell in players)

    def lines(self) -> list[Line]:
        """Read all lines, in the order of the sheet."""
        beside = currency_beside_amounts(_amounts(self.section))
        return [line for entry in self.section.entries for line in self._lines(entry, beside)]

    def _lines(self, entry: Entry, beside: Cell | None) -> list[Line]:
        if not entry.row.filled:
            self._after_break = True
            return []
        for issue in entry.issues:
            self.report(issue)
        if any(issue.severity == "error" for issue in entry.issues) or self._is_totals(entry):
            return []
        unread = entry.stray if entry.said else entry.row.filled
        if not entry.records and holds_board(unread):
            self.report(_unread_board(entry.row, unread[0]))
        elif not entry.said:
            self.report(row_note("line-skipped", "a line that is no hand is not read", entry.row))
        if not entry.said:
            return []
        self._follow(entry)
        self._note_stray(entry)
        context = dict(self.told)
        if beside is not None and money_of(context)[0] is None:
            context[Field.CURRENCY] = beside
        lines = [
            read_line(
                replace(record, cells=self._with_titles(record.cells)),
                context,
                self._hand,
                numbered=self.section.numbered,
            )
            for record in entry.records
        ]
        if lines:
            lines[0].after_break, lines[0].opens = self._after_break, entry.whole
        self._after_break = False
        return lines

    def _follow(self, entry: Entry) -> None:
        """Take what a line says about its hand, and about those below."""
        self.told |= {key: cell for key, cell in entry.cells.items() if key in CONTEXT}
        named = entry.cells.get(Field.HAND)
        hand = None if named is None else hand_number(named.text)[0]
        if hand is not None or (entry.records and entry.whole and not self._titled):
            self._of_hand = self._of_hand if hand == self._hand else {}
            self._hand = hand
        if entry.records:
            self._titled = False
            return
        self._of_hand |= {key: entry.cells[key] for key in _OF_A_HAND if key in entry.cells}
        if hand is not None:
            self._titled = True
            self.labels[hand] = entry.row

    def _with_titles(self, cells: Mapping[Field, Cell]) -> dict[Field, Cell]:
        """What a record says, and what the hand's title says where the record is silent."""
        told = {key: cell for key, cell in self._of_hand.items() if key not in cells or cells[key].blank}
        return {**cells, **told}

    def _is_totals(self, entry: Entry) -> bool:
        said = entry.said
        has_cards = bool(said & {*CARD_FIELDS})
        self._after_totals &= Field.HAND not in said and not has_cards
        told = _begins_with_totals(entry, self._names, has_cards=has_cards) or (
            self._after_totals and said - {*CONTEXT}
        )
        if told and not holds_board(entry.row.filled):
            self.report(row_note("totals-line", "a line of totals is not a hand", entry.row))
            self.totals.append(entry)
            self._after_totals = True
            return True
        return False

    def _note_stray(self, entry: Entry) -> None:
        if self.section.header is None or not entry.records:
            code, message, stray = (
                "line-skipped",
                "a text beside what is known of the hand is not read",
                entry.stray,
            )
        else:
            width = entry.records[0].width or 0
            code, message = "cells-unheaded", "cells without a heading are not read"
            stray = tuple(cell for cell in entry.stray if cell.sheet is not None or cell.column < width)
        if stray:
            issue = ParseIssue(
                code=code, message=message, text=stray[0].text, severity="note", **stray[0].place
            )
            self.report(issue)


def row_note(code: str, message: str, row: Row) -> ParseIssue:
    """A remark about a line."""
    cell = (row.filled or row.cells)[0]
    return ParseIssue(code=code, message=message, text=row.raw, severity="note", **cell.place)


def _unread_board(row: Row, first: Cell) -> ParseIssue:
    return ParseIssue(
        code="cards-unread",
        message="a line with cards stands under no headings of cards",
        text=row.raw,
        expected="headings such as player, top, middle, bottom above it",
        raw=row.raw,
        **first.place,
    )


def _begins_with_totals(entry: Entry, names: Collection[str], *, has_cards: bool) -> bool:
    """Whether a line is one of totals: by its first cell, its hand or its player, which say more where it has no cards."""
    players = _players(entry)
    others = [
        cell for cell in (entry.row.filled[0], entry.cells.get(Field.HAND)) if cell and cell not in players
    ]
    cells = [cell for cell in (*others, *players) if not cell.text.lstrip().startswith(_FORMULA)]
    if has_cards:
        return not TOTALS.isdisjoint(plain(cell.text) for cell in cells)
    return any(is_totals(cell.text, names) if cell in players else has_totals(cell.text) for cell in cells)


def _players(entry: Entry) -> list[Cell]:
    return [cell for record in entry.records if (cell := record.at(Field.PLAYER))]


def _amounts(section: Section) -> Iterator[Cell]:
    records = (record for entry in section.entries for record in entry.records)
    return (cell for record in records for key in _AMOUNTS if (cell := record.cells.get(key)))
