"""One hand while the states of its table come in, and what it amounts to in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue
from ofc_analytics.hands import MAX_PLAYERS, SOME_FANTASYLAND, Hand
from ofc_parsers.swc import vocabulary as words
from ofc_parsers.swc.result import read_results
from ofc_parsers.swc.seat import ConflictError, SeatPlay
from ofc_parsers.swc.streets import NO_PLAY

if TYPE_CHECKING:
    from datetime import datetime

    from ofc_analytics.formats import ParseContext
    from ofc_analytics.hands import Player
    from ofc_parsers.captures.tally import Tally
    from ofc_parsers.swc.dealer import Finished
    from ofc_parsers.swc.result import SeatResult
    from ofc_parsers.swc.streets import Play
    from ofc_parsers.swc.vocabulary import GameState

__all__ = ["Dealing"]

_MOST_CHANGES = 200
"""Changes of one seat's cards within a hand; a hand has some thirty."""


class Dealing:
    """A hand of which at least one state was read.

    Attributes
    ----------
    number
        The room's number of the hand.
    line
        Physical line of its first state.
    told
        Its points as the dealer told them, and the line.
    session
        The game it belongs to, where its start was seen.
    """

    def __init__(self, state: GameState, line: int, started: datetime | None, session: str | None) -> None:
        self.number = str(state.gi)
        self.session = session
        self.told: tuple[Finished, int] | None = None
        self._facts = _facts(state)
        self.line = self._last_line = line
        self._started = started
        self._seats: dict[int, SeatPlay] = {}
        self._shown: dict[
            int, words.Seat
        ] = {}  # as in the last state: most seats are in the next one the same
        self._fault: ConflictError | None = None
        self._fault_line = line
        self._results: dict[int, SeatResult] | None = None
        self._named = False
        self._in_fantasyland: set[str] = set()
        self._to_fantasyland: set[str] = set()

    @property
    def names(self) -> list[str]:
        """Who sits at the table."""
        return [seat.name for seat in self._seats.values()]

    @property
    def dealt(self) -> bool:
        """Whether anybody was seen with cards: before that nothing was played."""
        return self._fault is not None or any(seat.plays for seat in self._seats.values())

    @property
    def finished(self) -> bool:
        """Whether its result was read."""
        return self._results is not None

    def take(self, state: GameState, line: int) -> None:
        """Add a state; once one contradicts another, the hand is given up, and the first contradiction kept."""
        self._last_line = line
        if self._fault is not None:
            return
        try:
            self._compare_facts(state)
            for place, seat in enumerate(state.s):
                if seat is not None and seat != self._shown.get(place):
                    self._take_seat(place, seat)
                    self._shown[place] = seat
            if state.ts == words.DONE and self._complete:
                self._settle(state)
        except ConflictError as error:
            self._fault, self._fault_line = error, line

    def note_fantasyland(self, name: str) -> None:
        """Note what the dealer says: in the next hand once this one is over, else in this one."""
        (self._to_fantasyland if self.finished else self._in_fantasyland).add(name)

    def hand(self, context: ParseContext, tally: Tally) -> Hand | None:
        """Make the hand; None where it is not whole or contradicts itself, which is then reported."""
        fault = self._fault or self._shortcoming()
        if fault is not None:
            line = self._last_line if self._fault is None else self._fault_line
            context.report(self._issue(fault, line))
            return None
        game = words.GAMES.get(self._game or 0)
        players = self._players(game and game.deals, tally)
        hand = Hand(
            players=players,
            native_id=self.number,
            room=words.ROOM,
            table=None if self._facts["table"] is None else str(self._facts["table"]),
            session=self.session,
            hand_no=None if self.told is None else self.told[0].number,
            started_at=self._started,
            variant=f"swc-{self._game}" if game is None else game.variant,
            rules=None if game is None else game.rules,
            button=self._button(context),
            source=context.source(self.line),
        )
        self._check_results(context)
        return hand

    @property
    def _game(self) -> int | None:
        game = self._facts["game"]
        return game if isinstance(game, int) else None

    @property
    def _complete(self) -> bool:
        playing = [seat for seat in self._seats.values() if seat.plays]
        return bool(playing) and all(seat.complete for seat in playing)

    def _compare_facts(self, state: GameState) -> None:
        facts = _facts(state)
        if facts == self._facts:
            return
        for what, now in facts.items():
            before = self._facts[what]
            if before is None:
                self._facts[what] = now
            elif now is not None and now != before:
                raise ConflictError(
                    "state-conflict",
                    f"two states of the hand do not have the same {what}",
                    text=str(now),
                    expected=str(before),
                )

    def _take_seat(self, place: int, shown: words.Seat) -> None:
        seat = self._seats.get(place)
        if seat is None or (seat.name != shown.n and not seat.plays):  # somebody who waits for the next hand
            seat = self._seats[place] = SeatPlay(shown.n, shown.c)
        if seat.name != shown.n:
            raise ConflictError(
                "state-conflict",
                "another player sits at a seat that was dealt in",
                text=shown.n,
                expected=seat.name,
            )
        seat.take(shown.d)
        if len(seat.layouts) > _MOST_CHANGES:
            raise ConflictError(
                "state-conflict",
                f"{seat.name}'s cards change more often than in any hand",
                text=None,
                expected=f"at most {_MOST_CHANGES} changes",
            )

    def _settle(self, state: GameState) -> None:
        """Take the result; a later state may add one where there was none, and must not change it."""
        results = read_results(state)
        if any(seat.plays and place not in results for place, seat in self._seats.items()):
            return
        named = state.ss is not None and bool(state.ss.hc)
        before = self._results
        if before is not None and results != before:
            if (self._named and not named) or not _says_anything(results):
                return
            if self._named == named and _says_anything(before):
                raise ConflictError(
                    "result-conflict",
                    "two states of the hand give it different results",
                    text=_points_text(results, self._seats),
                    expected=_points_text(before, self._seats),
                )
        self._results, self._named = results, named

    def _shortcoming(self) -> ConflictError | None:
        playing = [seat for seat in self._seats.values() if seat.plays]
        if not self.finished:
            whole = sum(seat.complete for seat in playing)
            return ConflictError(
                "hand-unfinished",
                "the hand does not come to its end: "
                + ("its result is missing" if self._complete else "not all boards are whole"),
                text=f"{whole} of {len(playing)} boards are whole",
                expected="a last state with all boards and the points",
            )
        if len(playing) > MAX_PLAYERS:
            return ConflictError(
                "player-count",
                f"the hand has {len(playing)} players",
                text=None,
                expected=f"2 to {MAX_PLAYERS} players",
            )
        return None

    def _players(self, deals: str | None, tally: Tally) -> tuple[Player, ...]:
        results = self._results or {}
        players = []
        for place, seat in sorted(self._seats.items()):
            if not seat.plays:
                continue
            play = seat.play(deals)
            self._count(play, results[place], tally)
            claimed = results[place].claim(SOME_FANTASYLAND if seat.name in self._to_fantasyland else None)
            in_fantasyland = seat.name in self._in_fantasyland
            players.append(
                seat.player(place + 1, play, claimed, in_fantasyland=in_fantasyland, line=self._last_line)
            )
        return tuple(players)

    def _count(self, play: Play, result: SeatResult, tally: Tally) -> None:
        if play == NO_PLAY:
            tally.add(
                "streets-unclear",
                "the states do not show a player's hand street by street; his streets and discards are left out",
                line=self.line,
            )
        elif play.discards:
            tally.add(
                "discard-inferred",
                "a card that left a player's hand and lies in no row is taken for a discard, which the room does not state",
                line=self.line,
                times=len(play.discards),
            )
        if result.unclear:
            tally.add(
                "royalties-unclear",
                "a player's royalties are listed several times and differ; they are not held against the board",
                line=self._last_line,
            )

    def _button(self, context: ParseContext) -> int | None:
        place = self._facts["button"]
        if not isinstance(place, int) or place < 0:
            return None
        if place in self._seats and self._seats[place].plays:
            return place + 1
        missing = ConflictError(
            "button-seat",
            "the button is where nobody plays; it is left out",
            text=str(place),
            expected="a player's place in the list of seats",
        )
        context.report(self._issue(missing, self.line, severity="warning"))
        return None

    def _check_results(self, context: ParseContext) -> None:
        """Tell where the points do not add up, or are not those the dealer told."""
        results = {
            place: result for place, result in (self._results or {}).items() if self._seats[place].plays
        }
        points = {self._seats[place].name: result.points for place, result in results.items()}
        lines = [result.lines for result in results.values()]
        for code, what, numbers in (
            ("points-sum", "points", list(points.values())),
            ("line-points-sum", "line points", lines),
        ):
            if None not in numbers and sum(number or 0 for number in numbers) != 0:
                unequal = ConflictError(
                    code,
                    f"the {what} of the players do not add up to zero",
                    text=", ".join(map(str, numbers)),
                    expected="what some win, others lose",
                )
                context.report(self._issue(unequal, self._last_line, severity="warning"))
        if self.told is not None and self.told[0].points != points:
            told, line = self.told
            mismatch = ConflictError(
                "points-mismatch",
                "the dealer tells other points than the last state of the hand",
                text=_text(told.points),
                expected=_text(points),
            )
            context.report(self._issue(mismatch, line, severity="warning"))

    def _issue(self, found: ConflictError, line: int, *, severity: str = "error") -> ParseIssue:
        return ParseIssue(
            code=found.code,
            message=str(found),
            line=line,
            text=found.text,
            expected=found.expected,
            hand=self.number,
            severity=severity,
            hands=int(severity == "error"),
        )


def _facts(state: GameState) -> dict[str, object]:
    """What does not change within a hand."""
    return {
        "game": state.gt,
        "table": state.ti,
        "button": None if state.m is None else state.m.di,
    }


def _says_anything(results: dict[int, SeatResult]) -> bool:
    return any(
        result.points or result.rows is not None or result.foul is not None for result in results.values()
    )


def _points_text(results: dict[int, SeatResult], seats: dict[int, SeatPlay]) -> str:
    return "; ".join(
        f"{seats[place].name}: {result.points} points, royalties {result.rows}, foul {result.foul}"
        for place, result in results.items()
    )


def _text(points: dict[str, int] | dict[str, int | None]) -> str:
    return ", ".join(
        f"{name}: {'?' if number is None else f'{number:+d}'}" for name, number in points.items()
    )
