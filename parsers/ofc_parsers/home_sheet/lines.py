"""Reads one line of a sheet: what it says about one player in one hand, and what in it cannot be read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from ofc_analytics.cards import JOKERS, UNKNOWN, parse_cards
from ofc_analytics.errors import CardError, ParseIssue
from ofc_analytics.hands import ROW_SIZES, ROWS, Claim
from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.cells import CellError, cards_in, converted, stored_text
from ofc_parsers.home_sheet.context import money_of
from ofc_parsers.home_sheet.vocabulary import BOARD_FIELDS, CONTEXT, FOULS, ROW_FIELDS, YES, Field, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ofc_parsers.home_sheet.records import Record
    from ofc_parsers.spreadsheets.grid import Cell, Row

__all__ = ["Line", "read_line"]

T = TypeVar("T")

_ROW_MARKS = re.compile(r"[/|;\n]")
_A_BOARD = "'top / middle / bottom'"
_NATURAL = "six pairs, three straights, three flushes, dragon, or nothing"
_A_CARD = "one card such as Kd, 10h, A♠ or Тч"
_ALL_CARDS = "3, 5 and 5 cards, or no name where a player sits out"
_NO_CARDS = "a dead hand is settled by its cards like any other, and these are not told"
_OR_POINTS = "its 13 cards as they lay; or the whole hand not here, and its points in a file or sheet of hand, player, points"
_PREPARED = frozenset({Field.HAND, Field.PLAYER, Field.SEAT, Field.BUTTON, Field.STACK, Field.TIME, *CONTEXT})
_COUNTED = frozenset({Field.POINTS, Field.NET, Field.ROYALTIES})
_ZERO = re.compile(r"[+-]?0(?:[.,]0*)?")
_CARDS = "cards such as Kd, 10h, A♠ or Тч"


@dataclass(slots=True)
class Line:
    """One player's line.

    `record` is what was read, `row` where it stands and `first` where it begins; `dealt` holds each cell of cards with its codes,
    `swapped` tells that front and back stood for bottom and top, `bare_joker` that a joker has no number,
    `prepared` that nothing of the play is filled in, `after_break` that a blank line stands before it, and `opens`
    that a line or block which is a whole hand begins with it.
    """

    record: Record
    row: Row
    first: Cell
    hand: str | None
    context: Mapping[Field, Cell]
    prepared: bool = False
    after_break: bool = False
    opens: bool = False
    name: str | None = None
    seat: int | None = None
    player_cell: Cell | None = None
    seat_cell: Cell | None = None
    cards: bytes = b""
    discards: bytes = b""
    dealt: list[tuple[Cell, bytes]] = field(default_factory=list)
    stack: int | None = None
    rake: int | None = None
    fantasyland: int | None = None
    declared: str | None = None
    surrendered: bool = False
    claimed: Claim = field(default_factory=Claim)
    button: Cell | None = None
    time: Cell | None = None
    swapped: bool = False
    bare_joker: bool = False
    issues: list[ParseIssue] = field(default_factory=list)

    @property
    def who(self) -> str | int | None:
        """Who plays: the name, or the seat where there is none."""
        return self.name or self.seat


def read_line(record: Record, context: Mapping[Field, Cell], hand: str | None, *, numbered: bool) -> Line:
    """Read what a sheet says about one player in one hand.

    Parameters
    ----------
    record
        What it says.
    context
        What holds here besides.
    hand
        The hand's name.
    numbered
        Whether the hands of the sheet have names, so that this one needs one.
    """
    line = Line(record, record.row, record.first, hand, context, _is_prepared(record))
    _Reader(record, line, numbered).read()
    return line


@dataclass(slots=True)
class _Reader:
    record: Record
    line: Line
    numbered: bool

    def read(self) -> None:
        line = self.line
        self._check_shape()
        self._read_player()
        self._read_cards()
        line.stack = self._take_money(Field.STACK, "an amount such as 300", least=0)
        line.rake = self._take_money(Field.RAKE, "an amount such as 2.50", least=0)
        line.fantasyland = self._read_fantasyland()
        line.declared = self._take(Field.DECLARED, values.natural, _NATURAL)
        line.surrendered = bool(self._take(Field.SURRENDERED, values.yes_or_no, "yes or no, or nothing"))
        line.claimed = self._read_claim()
        line.button = self._usable(Field.BUTTON, "a mark in the dealer's line, a seat or a name")
        line.time = self._usable(Field.TIME, "a time such as 20:15")
        date = self._at(Field.DATE)
        if line.time is None and date is not None and values.has_time(date.text):
            line.time = date

    def _check_shape(self) -> None:
        row = self.line.row
        if row.fault:
            self._refuse("quote-open", row.fault, "a quotation mark on both sides of the cell", text=row.raw)
        width = self.record.width
        beyond = [] if width is None else [cell for cell in row.filled if cell.column >= width]
        if beyond and beyond[0].sheet is None:
            message = f"the line has {beyond[-1].column + 1} cells under {width} headings"
            expected = "quotation marks round a cell that holds the mark between cells"
            self._refuse("line-too-long", message, expected, text=row.raw)

    def _read_player(self) -> None:
        line = self.line
        self._usable(Field.HAND, "a hand number")
        if line.hand is None and self.numbered:
            self._refuse(
                "hand-missing",
                "no hand number stands here or above",
                "a hand number",
                cell=self._at(Field.HAND),
            )
        known = len(line.issues)
        line.player_cell, line.seat_cell = self._at(Field.PLAYER), self._at(Field.SEAT)
        line.name = self._take(Field.PLAYER, values.player, "a name of at most 200 characters")
        line.seat = self._take(Field.SEAT, _seat, "a seat number")
        if line.who is None and len(line.issues) == known:
            message = "the line has neither a player's name nor a seat"
            self._refuse(
                "player-missing", message, "a name or a seat", cell=line.player_cell or line.seat_cell
            )

    def _read_cards(self) -> None:
        if self._is_foul_alone:
            self._refuse(
                "foul-without-cards", _NO_CARDS, _OR_POINTS, cell=self._at(Field.TOP) or self._at(Field.BOARD)
            )
            self.line.cards = bytes([UNKNOWN] * sum(ROW_SIZES))
            return
        if Field.BOARD in self.record.cells:
            rows = self._read_board()
        else:
            rows = [self._take_cards(row) for row in ROW_FIELDS] if self._has_cards else [b"", b"", b""]
            if rows == [b"", b"", b""]:
                self._refuse_without_cards()
                rows = [None] * 3
            if self.record.two_way and [len(row or b"") for row in (rows[0], rows[2])] == [5, 3]:
                rows.reverse()
                self.line.swapped = True
        sized = (self._sized(name, size, row) for name, size, row in zip(ROWS, ROW_SIZES, rows, strict=True))
        self.line.cards = b"".join(sized)
        self.line.discards = self._take_cards(Field.DISCARDS) or b""

    @property
    def _is_foul_alone(self) -> bool:
        """Whether the line calls the hand dead in place of all its cards."""
        told = [cell for key in BOARD_FIELDS for cell in self.record.every(key) if not cell.blank]
        if told:
            return all(plain(cell.text) in FOULS for cell in told)
        cell = self._at(Field.FOUL)
        return (
            cell is not None
            and not cell.blank
            and (plain(cell.text) in FOULS or cell.text.strip().casefold() in YES)
        )

    def _refuse_without_cards(self) -> None:
        cells = [cell for row in self.record.cards.values() for cell in row]
        where = (
            f" (cells {cells[0].reference} to {cells[-1].reference})" if cells and cells[0].reference else ""
        )
        message = f"the line has no cards{where}"
        self._refuse("cards-missing", message, _ALL_CARDS, cell=self._at(Field.TOP))

    def _read_board(self) -> list[bytes | None]:
        known = len(self.line.issues)
        cell = self._usable(Field.BOARD, _A_BOARD)
        if cell is None:
            if len(self.line.issues) == known:
                self._refuse("row-count", "the board is empty", _A_BOARD, cell=self._at(Field.BOARD))
            return [None] * 3
        rows = [self._cards(Field.BOARD, cell, text) for text in _ROW_MARKS.split(cell.text.strip())]
        if len(rows) == len(ROWS):
            return rows
        if len(rows) == 1:
            if rows[0] is None or len(rows[0]) == sum(ROW_SIZES):
                return [rows[0] and rows[0][start:end] for start, end in ((0, 3), (3, 8), (8, 13))]
            found = f"{len(rows[0])} cards and no mark between its rows"
        else:
            found = f"{len(rows)} rows"
        self._refuse(
            "row-count", f"the board has {found}", f"{_A_BOARD}, or 13 cards", cell=cell, text=cell.text
        )
        return [None] * 3

    def _sized(self, name: str, size: int, cards: bytes | None) -> bytes:
        """Codes of a row; unknown cards where it cannot be read or is too long or short, which is said."""
        if cards is not None and len(cards) != size:
            cell = self._at(Field(name)) or self._at(Field.BOARD)
            count = f"{len(cards)} card{'s' * (len(cards) != 1)}"
            text = cell.text if cell else None
            self._refuse("row-length", f"the {name} row has {count}", f"{size} cards", cell=cell, text=text)
        return cards if cards is not None and len(cards) == size else bytes([UNKNOWN] * size)

    def _take_cards(self, field: Field) -> bytes | None:
        """Cards of a column: none for a blank cell, None for one that cannot be read."""
        if cells := self.record.cards.get(field):
            return self._take_card_by_card(field, cells)
        known = len(self.line.issues)
        cell = self._usable(field, _CARDS)
        if cell is None:
            return b"" if len(self.line.issues) == known else None
        return self._cards(field, cell, cell.text)

    def _take_card_by_card(self, field: Field, cells: tuple[Cell, ...]) -> bytes | None:
        """Cards of a row with a cell for each; None where a cell has none or several, each of which is said."""
        said = [cell for cell in cells if not cell.blank]
        if said == [cells[0]] and _is_several(said[0].text):
            return self._cards_of(field, said[0])  # the cells are merged
        known = len(self.line.issues)
        codes = [self._take_card(field, cell) for cell in cells]
        return b"".join(codes) if len(self.line.issues) == known else None

    def _take_card(self, field: Field, cell: Cell) -> bytes:
        if cell.blank:
            self._refuse("card-missing", f"a card of the {field} row is missing", _A_CARD, cell=cell)
            return b""
        known = len(self.line.issues)
        codes = self._cards_of(field, cell) or b""
        if len(codes) != 1 and len(self.line.issues) == known:
            message = f"a cell for one card of the {field} row has {len(codes)}"
            self._refuse("card-count", message, _A_CARD, cell=cell, text=cell.text)
        return codes

    def _cards_of(self, field: Field, cell: Cell) -> bytes | None:
        known = len(self.line.issues)
        try:
            stored_text(cell, field, _CARDS)
        except CellError as error:
            self._report(error.issue)
        return self._cards(field, cell, cell.text) if len(self.line.issues) == known else None

    def _cards(self, field: Field, cell: Cell, text: str) -> bytes | None:
        try:
            codes = cards_in(cell, field, text)
        except CellError as error:
            self._report(error.issue)
            return None
        self.line.dealt.append((cell, codes))
        self.line.bare_joker |= _has_bare_joker(text, codes)
        return codes

    def _read_fantasyland(self) -> int | None:
        """Cards in Fantasyland now. With the column a blank is a no; without it nothing is said."""
        cell = self._at(Field.FANTASYLAND)
        if cell is not None and cell.blank:
            return 0
        return self._take(Field.FANTASYLAND, values.fantasyland, "13 to 17 cards, yes or no")

    def _read_claim(self) -> Claim:
        points = self._take(Field.POINTS, values.whole_number, "a whole number such as 12 or -6")
        net = self._take_money(Field.NET, "an amount such as -60.50")
        royalties = self._take(
            Field.ROYALTIES, values.royalties, "a number such as 7, or three such as 7+0+2"
        )
        foul = self._take(Field.FOUL, values.foul, "yes or no, or nothing")
        fantasyland = self._take(Field.NEXT, values.fantasyland, "13 to 17 cards, yes or no")
        raw = None
        if foul and royalties and any(royalties):  # a foul has no royalties, whatever was noted beside it
            raw = f"royalties {'/'.join(map(str, royalties))}"
            royalties = tuple(0 for _ in royalties)
        return Claim(points=points, net=net, royalties=royalties, foul=foul, fantasyland=fantasyland, raw=raw)

    def _take(self, field: Field, convert: Callable[[str], T], expected: str) -> T | None:
        cell = self._at(field)
        if cell is None or cell.blank:
            return None
        try:
            return converted(cell, field, convert, expected)
        except CellError as error:
            self._report(error.issue)
            return None

    def _take_money(self, field: Field, expected: str, *, least: int | None = None) -> int | None:
        cell = self._at(field)
        currency, exponent = money_of(self.line.context)
        stored = cell is not None and cell.kind == "number"

        def convert(text: str) -> int:
            minor = values.amount(text, currency, exponent, stored=stored)
            if least is not None and minor < least:
                raise ValueError(f"{text!r} is below zero")
            return minor

        return self._take(field, convert, expected)

    def _usable(self, field: Field, expected: str) -> Cell | None:
        """Cell of a column, if it says something that was stored as it was meant."""
        cell = self._at(field)
        if cell is None or cell.blank:
            return None
        try:
            stored_text(cell, field, expected)
        except CellError as error:
            self._report(error.issue)
            return None
        return cell

    def _at(self, field: Field) -> Cell | None:
        return self.record.at(field)

    @property
    def _has_cards(self) -> bool:
        return not self.record.said.isdisjoint(ROW_FIELDS)

    def _refuse(
        self, code: str, message: str, expected: str, *, cell: Cell | None = None, text: str | None = None
    ) -> None:
        place = (cell or self.line.first).place
        self._report(ParseIssue(code=code, message=message, text=text, expected=expected, **place))

    def _report(self, issue: ParseIssue) -> None:
        self.line.issues.append(replace(issue, raw=self.line.row.raw))


def _is_prepared(record: Record) -> bool:
    """Whether nothing of the play is filled in; a formula that counts the result gives 0 there."""
    said = record.said - _PREPARED
    return said <= _COUNTED and all(_ZERO.fullmatch(record.cells[key].text.strip()) for key in said)


def _is_several(text: str) -> bool:
    try:
        return len(parse_cards(text)) > 1
    except CardError:
        return False


def _has_bare_joker(text: str, codes: bytes) -> bool:
    """Whether a joker is written without a number: it then gives way to one that is there before."""
    if not set(codes) & set(JOKERS):
        return False
    try:
        return parse_cards(f"X1 {text}")[1:] != codes
    except CardError:
        return True


def _seat(text: str) -> int:
    number = values.whole_number(text)
    if not 0 <= number < UNKNOWN:
        raise ValueError(f"{text!r} is no seat")
    return number
