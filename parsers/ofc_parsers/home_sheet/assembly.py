"""Builds a hand from its lines and says, with the place of each fault, why one cannot be built."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from ofc_analytics.cards import JOKERS
from ofc_analytics.errors import ParseIssue
from ofc_analytics.hands import MAX_PLAYERS, Hand, Player, find_problems
from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.button import button_seat
from ofc_parsers.home_sheet.cells import CellError, converted
from ofc_parsers.home_sheet.context import currency_of, money_of, session_of, unit_of
from ofc_parsers.home_sheet.vocabulary import CONTEXT, LABELS, VARIANTS, Field

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date, datetime

    from ofc_analytics.hands import Problem, Source
    from ofc_parsers.home_sheet.lines import Line
    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["Assembly"]

T = TypeVar("T")

_NOWHERE = 1000  # seats above all real ones, for lines that have none


@dataclass(slots=True)
class Assembly:
    """One hand in the making.

    Parameters
    ----------
    lines
        The hand's lines, in the order of the sheet: seats are given in that order where none are told.
    name, number
        The hand's own name, and its number if it has one.
    first_seat
        Number of the sheet's first seat, 0 or 1; hands count from 1.
    issues
        Filled by `build`: everything that is to be said about the hand.
    """

    lines: Sequence[Line]
    name: str | None
    number: int | None
    first_seat: int = 1
    issues: list[ParseIssue] = field(default_factory=list)

    def build(self, source: Source) -> Hand | None:
        """Build the hand; None where its lines have errors, all of which are then in `issues`.

        Of a hand with more lines than any has players nothing else is said: its hand column is wrong.
        """
        if len(self.lines) > MAX_PLAYERS:
            first, last = self.lines[0].first, self.lines[-1].first
            message = f"the hand has {len(self.lines)} lines of players, from {first.where} to {last.where}"
            self._refuse(
                "player-count", message, first, f"2 to {MAX_PLAYERS} players, and a number for each hand"
            )
            self._count_out()
            return None
        found = (replace(issue, hand=self.name) for line in self.lines for issue in line.issues)
        self.issues += dict.fromkeys(found)  # cells of the whole hand are read with each of its players
        self._check_agreement()
        self._number_jokers()
        seats = self._seats()
        context = self._context
        currency, exponent = money_of(context)
        self._sound(lambda: currency_of(context))
        session, started_at = self._when()
        hand = Hand(
            players=tuple(_player(line, seat) for seat, line in sorted(seats.items())),
            native_id=self.name,
            room="home",
            table=self._told(Field.TABLE, str.strip, "a name"),
            session=session,
            hand_no=self.number,
            started_at=started_at,
            variant=self._told(Field.VARIANT, _variant, "a game such as pineapple"),
            rules=self._told(Field.RULES, str.strip, "the name of a rule set"),
            unit=self._sound(lambda: unit_of(self._unsound_unit or context)),
            currency=currency,
            exponent=exponent,
            button=self._button(seats),
            jokers=self._jokers(),
            level=self._told(Field.LEVEL, values.whole_number, "a whole number"),
            source=source,
        )
        ordered = [line for _, line in sorted(seats.items())]
        for problem in find_problems(hand):
            self._report_problem(problem, ordered)
        if any(issue.severity == "error" for issue in self.issues):
            self._count_out()
            return None
        return hand

    def _count_out(self) -> None:
        """Count the hand with its first error."""
        place = next(place for place, issue in enumerate(self.issues) if issue.severity == "error")
        self.issues[place] = replace(self.issues[place], hands=1)

    @property
    def _context(self) -> Mapping[Field, Cell]:
        return {key: cell for line in reversed(self.lines) for key, cell in line.context.items()}

    def _told(self, key: Field, convert: Callable[[str], T], expected: str) -> T | None:
        cell = self._context.get(key)
        return None if cell is None else self._sound(lambda: converted(cell, key, convert, expected))

    def _sound(self, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except CellError as error:
            self._add(replace(error.issue, raw=self.lines[0].row.raw))
            return None

    def _check_agreement(self) -> None:
        for key in (*CONTEXT, Field.TIME):
            cells = [(line.time if key == Field.TIME else line.context.get(key), line) for line in self.lines]
            told = [(cell, line.context) for cell, line in cells if cell is not None]
            other = next(
                (cell for cell, context in told if _sense(key, cell, context) != _sense(key, *told[0])), None
            )
            if other is not None and (key is not Field.UNIT or self._unsound_unit is None):
                message = f"{LABELS[key]} is not the same in all lines of the hand"
                first = told[0][0]
                self._refuse("hand-disagrees", message, other, f"{first.text.strip()!r}, as in {first.where}")
        places = [money_of(line.context)[1] for line in self.lines]
        if len(set(places)) > 1 and not self.issues:
            line = next(line for line, own in zip(self.lines, places, strict=True) if own != places[0])
            cell = line.context.get(Field.CURRENCY) or line.context[Field.UNIT]
            message = "the currency is told after amounts of the hand were given without it"
            self._refuse("hand-disagrees", message, cell, "the currency in the hand's first line")

    @property
    def _unsound_unit(self) -> Mapping[Field, Cell] | None:
        """What holds for the first line whose unit is none."""
        for line in self.lines:
            try:
                unit_of(line.context)
            except CellError:
                return line.context
        return None

    def _number_jokers(self) -> None:
        """Give jokers that are written without a number the numbers that the hand has left."""
        taken: set[int] = set()
        for line in self.lines:
            if line.bare_joker:
                line.cards = _renumber(line.cards, taken)
                line.discards = _renumber(line.discards, taken)
            taken.update(set(line.cards + line.discards) & set(JOKERS))

    def _jokers(self) -> int:
        told = self._told(Field.JOKERS, _joker_count, "0, 1 or 2")
        return max(
            told or 0,
            len({card for line in self.lines for card in line.cards + line.discards if card in JOKERS}),
        )

    def _seats(self) -> dict[int, Line]:
        """Lines by seat; a line whose seat is missing, or taken, gets one that no hand has."""
        if all(line.seat is None for line in self.lines):
            return dict(enumerate(self.lines, start=1))
        seats: dict[int, Line] = {}
        for place, line in enumerate(self.lines):
            seat = _NOWHERE + place if line.seat is None else line.seat + 1 - self.first_seat
            if line.seat is None and line.name and (line.seat_cell is None or line.seat_cell.blank):
                message = "the line has no seat, and others of the hand have"
                self._refuse(
                    "seat-missing", message, line.seat_cell or line.first, "a seat in each line, or in none"
                )
            elif seat in seats:
                first = seats[seat].seat_cell or seats[seat].first
                message = f"the same seat stands twice in one hand, first in {first.where}"
                self._refuse("seat-twice", message, line.seat_cell or line.first, "each seat once a hand")
                seat = _NOWHERE + place
            seats[seat] = line
        return seats

    def _button(self, seats: Mapping[int, Line]) -> int | None:
        try:
            return button_seat([*seats.values()], [*seats], self.first_seat)
        except CellError as error:
            self._add(error.issue)
            return None

    def _when(self) -> tuple[str | None, datetime | None]:
        """Session and start. A text that is no date names the session; a time without a date is none."""
        for key in (Field.SESSION, Field.DATE):
            self._told(key, str.strip, "a name" if key is Field.SESSION else "a date")
        context = self._context
        name, no_day = session_of(context)
        if no_day is not None:
            self._add(no_day)
        time = next((line.time for line in self.lines if line.time), None)
        if time is None:
            return name, None
        try:
            where = self._told(
                Field.ZONE, values.zone, "an offset such as +03:00, or a name such as Europe/Moscow"
            )
            started = values.moment(_day(context), time.text, where)
        except ValueError as error:
            self._note(
                "time-unreadable", f"a start is not read: {error}", time, "a date, and a time such as 20:15"
            )
            return name, None
        if Field.ZONE not in context and not values.has_offset(time.text):
            self._note(
                "time-zone-unsaid", "times without a time zone are read as UTC", time, "a line 'time zone'"
            )
        return name or values.day(time.text).isoformat(), started

    def _report_problem(self, problem: Problem, ordered: Sequence[Line]) -> None:
        lines = [ordered[place] for place in problem.players]
        match problem.code:
            case "hand-incomplete" if any(line.issues for line in lines):
                return  # what could not be read has been said
            case "player-twice" if not all(line.name for line in lines):
                return  # players known by their seats alone, and the seats have been said
            case "player-twice":
                cells = [line.player_cell or line.first for line in lines]
            case "card-twice" if problem.card is not None:
                cells = _cells_of(problem.card, lines)
            case _:
                cells = [line.first for line in lines or self.lines[:1]]
        message = problem.message
        if len(cells) > 1:
            message += f" ({' and '.join(dict.fromkeys(cell.where for cell in cells))})"
        issue = ParseIssue(code=problem.code, message=message, text=problem.text, expected=problem.expected)
        self._add(replace(issue, **cells[-1].place))

    def _refuse(self, code: str, message: str, cell: Cell, expected: str) -> None:
        text = cell.text.strip() or None
        self._add(ParseIssue(code=code, message=message, text=text, expected=expected, **cell.place))

    def _note(self, code: str, message: str, cell: Cell, expected: str) -> None:
        issue = ParseIssue(code=code, message=message, text=cell.text, expected=expected, **cell.place)
        self._add(replace(issue, severity="note"))

    def _add(self, issue: ParseIssue) -> None:
        rows = [line.row for line in self.lines]
        raw = next((row.raw for row in rows if any(cell.line == issue.line for cell in row.cells)), issue.raw)
        self.issues.append(replace(issue, hand=self.name, raw=raw))


def _day(context: Mapping[Field, Cell]) -> date | None:
    try:
        return values.day(context[Field.DATE].text)
    except (KeyError, ValueError):
        return None


def _sense(key: Field, cell: Cell, context: Mapping[Field, Cell]) -> object:
    """What a cell says, so that two spellings of one thing are one; its text where it cannot be read."""
    text = cell.text.strip()
    try:
        return unit_of(context) if key is Field.UNIT else _SENSES[key](text)
    except (KeyError, ValueError, CellError):
        return text


def _player(line: Line, seat: int) -> Player:
    return Player(
        seat=seat,
        name=line.name or f"Seat {seat}",
        cards=line.cards,
        stack=line.stack,
        fantasyland=line.fantasyland,
        discards=line.discards,
        declared=line.declared,
        surrendered=line.surrendered,
        claimed=line.claimed,
        rake=line.rake,
        line=line.row.line,
    )


def _cells_of(card: int, lines: Sequence[Line]) -> list[Cell]:
    """Cells in which a card lies first and again: with one player twice, or with one and then another."""
    found = [[cell for cell, codes in line.dealt for code in codes if code == card] for line in lines]
    if lines[0] is lines[-1]:
        return found[0][:2] or [lines[0].first]
    return [cells[0] if cells else line.first for cells, line in zip(found, lines, strict=True)]


def _renumber(cards: bytes, taken: set[int]) -> bytes:
    renumbered = []
    used = set(taken)
    for card in cards:
        free = [joker for joker in JOKERS if joker not in used]
        renumbered.append(free[0] if card in JOKERS and card in used and free else card)
        used.update({renumbered[-1]} & set(JOKERS))
    return bytes(renumbered)


def _joker_count(text: str) -> int:
    count = values.whole_number(text)
    if not 0 <= count <= len(JOKERS):
        raise ValueError(f"{text!r} is no number of jokers")
    return count


def _variant(text: str) -> str:
    return VARIANTS.get(text.casefold(), text)


_SENSES: dict[Field, Callable[[str], object]] = {
    Field.CURRENCY: values.currency,
    Field.DATE: values.day,
    Field.SESSION: values.session,
    Field.ZONE: values.zone,
    Field.VARIANT: _variant,
    Field.JOKERS: values.whole_number,
    Field.LEVEL: values.whole_number,
}
