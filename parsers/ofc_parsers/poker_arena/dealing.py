"""One hand of the log while its events come in, and what it amounts to in the end."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue
from ofc_analytics.hands import MAX_PLAYERS, Hand
from ofc_parsers.poker_arena import vocabulary as words
from ofc_parsers.poker_arena.seat import LogError, Seat

if TYPE_CHECKING:
    from ofc_analytics.formats import ParseContext

__all__ = ["Dealing"]

ROOM = "poker-arena"
_BUTTON = 1
_VARIANTS = {1: "classic", 3: "pineapple"}
_CLASSIC_FANTASYLAND = 13
_PROGRESSIVE_FANTASYLAND = 15


class Dealing:
    """A hand whose header was read; the engine's seat 0 is the button and becomes seat 1.

    Attributes
    ----------
    number
        The engine's number of the hand.
    seats
        In the engine's order.
    line
        Physical line of the header.
    interleaved
        Whether events of another hand came in between.
    """

    def __init__(self, number: int, names: tuple[str, ...], line: int) -> None:
        self.number = number
        self.seats = [Seat(name.strip()) for name in names]
        self.line = line
        self.interleaved = False
        self._faulty = False
        self._shown = 0
        self._order: defaultdict[int, list[int]] = defaultdict(list)  # seats by street, as they placed

    @property
    def complete(self) -> bool:
        """Whether every board was shown."""
        return self._shown >= len(self.seats)

    def take(self, event: words.Event, line: int) -> None:
        """Add an event; `line` is its physical line.

        Raises
        ------
        LogError
            If it does not fit the hand, which is then given up: what it goes on with is not looked at.
        """
        self._shown += isinstance(event, words.Showdown)
        if self._faulty:
            return
        try:
            seat = self._seat(event.seat)
            seat.take(event, line)
        except LogError as error:
            error.hands = 1
            self._faulty = True
            raise
        if isinstance(event, words.Place):
            order = self._order[seat.streets]
            order.append(event.seat)
            seat.act(len(order))

    def _seat(self, number: int) -> Seat:
        if not 0 <= number < len(self.seats):
            raise LogError(
                "seat-unknown",
                "nobody sits at this seat",
                text=str(number),
                expected=f"a seat from 0 to {len(self.seats) - 1}",
            )
        return self.seats[number]

    def hand(self, context: ParseContext) -> Hand | None:
        """Make the hand; None where it does not hold together, which is then reported."""
        if self._faulty:
            return None
        try:
            self._refuse_crowd()
            players = tuple(seat.player(number) for number, seat in enumerate(self.seats, 1))
        except LogError as error:
            context.report(self._issue(error, hands=1))
            return None
        unscored = ", ".join(seat.name for seat in self.seats if seat.points is None)
        if unscored:
            missing = LogError(
                "score-missing", "the hand has no score of", text=unscored, expected="a score each"
            )
            context.report(self._issue(missing, severity="note"))
        if disorder := self._disorder():
            context.report(self._issue(disorder, severity="warning"))
        return Hand(
            players=players,
            native_id=str(self.number),
            room=ROOM,
            hand_no=self.number,
            variant=self._variant(),
            button=_BUTTON,
            source=context.source(self.line),
        )

    def _disorder(self) -> LogError | None:
        """Hold the order of the placements against that of the seats, of which the button's is last."""
        for street, everybody in sorted(self._order.items()):
            order = [seat for seat in everybody if not self.seats[seat].fantasyland]
            seated = sorted(order, key=lambda seat: (seat == 0, seat))
            if order != seated:
                return LogError(
                    "order-mismatch",
                    f"the cards of street {street} are not placed in the order of the seats",
                    text=", ".join(self.seats[seat].name for seat in order),
                    expected=", ".join(self.seats[seat].name for seat in seated),
                )
        return None

    def _refuse_crowd(self) -> None:
        count = len(self.seats)
        if count > MAX_PLAYERS:
            raise LogError(
                "player-count",
                f"the hand has {count} players",
                text=None,
                expected=f"2 to {MAX_PLAYERS} players",
            )

    def _variant(self) -> str | None:
        """Tell the game by its deals: later streets, or the size of a Fantasyland where there are none."""
        fantasylands = {seat.fantasyland for seat in self.seats} - {0}
        coming = {seat.showdown.next_fantasyland or 0 for seat in self.seats if seat.showdown is not None}
        if max(fantasylands | coming, default=0) >= _PROGRESSIVE_FANTASYLAND:
            return "progressive-pineapple"
        streets = {count for seat in self.seats if not seat.fantasyland for count in seat.deals[1:]}
        if not streets and fantasylands:
            return "classic" if fantasylands == {_CLASSIC_FANTASYLAND} else "pineapple"
        return _VARIANTS.get(streets.pop()) if len(streets) == 1 else None

    def _issue(self, error: LogError, *, severity: str = "error", hands: int = 0) -> ParseIssue:
        return ParseIssue(
            code=error.code,
            message=error.message,
            line=self.line,
            text=error.text,
            expected=error.expected,
            hand=str(self.number),
            severity=severity,
            hands=hands,
        )
