"""Puts lines together into hands: by the hand column, or by players that come again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from ofc_analytics.errors import ParseIssue
from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from ofc_parsers.home_sheet.lines import Line
    from ofc_parsers.spreadsheets.grid import Cell, Row

    Report = Callable[[ParseIssue], None]

__all__ = ["Numbered", "group_by_number", "group_by_players"]


class Numbered(Protocol):
    """A line of a hand that may have a number."""

    @property
    def hand(self) -> str | None:
        """Name of the hand."""

    @property
    def who(self) -> Hashable:
        """Who plays."""

    @property
    def opens(self) -> bool:
        """Whether a line or block that is a whole hand begins with it."""

    @property
    def context(self) -> Mapping[Field, Cell]:
        """What holds for it."""

    @property
    def row(self) -> Row:
        """Where it stands."""


N = TypeVar("N", bound=Numbered)

_NIGHT = (Field.DATE, Field.TABLE, Field.SESSION)


def group_by_number(lines: Sequence[N], report: Report) -> list[list[N]]:
    """Put together the lines of one hand number, wherever they stand on the same night and table.

    A number that comes again later, with a player who has played that hand already, is another hand: two
    nights below each other in one sheet. That, and lines of one hand that are apart, is noted.
    """
    hands: list[list[N]] = []
    latest: dict[tuple[object, ...], list[N]] = {}
    players: dict[int, set[Hashable]] = {}
    before: list[N] | None = None
    for line in lines:
        key = (line.hand, *_night(line))
        hand = latest.get(key)
        if hand is not None and (hand is not before or line.opens):
            again = line.who in players[id(hand)]
            what = "comes again: read as another hand" if again else "has lines that are not together"
            report(
                _note(
                    "hand-number-again" if again else "hand-apart", f"hand {line.hand} {what}", line, hand[0]
                )
            )
            hand = None if again else hand
        if hand is None:
            hand = latest[key] = []
            hands.append(hand)
        hand.append(line)
        players.setdefault(id(hand), set()).add(line.who)
        before = hand
    return hands


def group_by_players(lines: Sequence[Line], report: Report) -> list[list[Line]]:
    """Cut lines without hand numbers into hands: at blank lines, at another night, and where a player comes again.

    A run of lines that only the players can cut is refused unless the same players play every one of its
    hands, for otherwise nobody can tell where a hand ends.
    """
    hands: list[list[Line]] = []
    for run in _runs(lines):
        cut = list(_cut_at_repeats(run))
        if len({frozenset(line.who for line in hand) for hand in cut}) > 1:
            report(
                ParseIssue(
                    code="hands-unclear",
                    message="without a hand column these lines cannot be told apart: not all hands have the same players",
                    expected="a hand column, or a blank line between hands",
                    raw="\n".join(line.row.raw for line in run),
                    hands=len(cut),
                    **run[0].row.cells[0].place,
                )
            )
        else:
            hands += cut
    return hands


def _runs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    run: list[Line] = []
    for line in lines:
        if run and (line.after_break or line.opens or _night(line) != _night(run[-1])):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _cut_at_repeats(run: Sequence[Line]) -> Iterator[list[Line]]:
    hand: list[Line] = []
    players: set[str | int | None] = set()
    for line in run:
        if line.who in players:
            yield hand
            hand, players = [], set()
        hand.append(line)
        players.add(line.who)
    yield hand


def _night(line: Numbered) -> tuple[str | None, ...]:
    told = {key: cell.text.strip() for key in _NIGHT if (cell := line.context.get(key))}
    session = told.get(Field.SESSION)
    return _day(told.get(Field.DATE)), told.get(Field.TABLE), session and values.session(session)


def _day(text: str | None) -> str | None:
    try:
        return text and values.day(text).isoformat()
    except ValueError:
        return text


def _note(code: str, message: str, line: Numbered, first: Numbered) -> ParseIssue:
    return ParseIssue(
        code=code,
        message=f"{message} (before: {first.row.cells[0].where})",
        hand=line.hand,
        severity="note",
        **line.row.cells[0].place,
    )
