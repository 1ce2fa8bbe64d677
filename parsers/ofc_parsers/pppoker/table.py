"""One table while its messages come in: who sits there, what a point is worth, and the hand that is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_parsers.captures.faults import Fault
from ofc_parsers.pppoker import vocabulary as words
from ofc_parsers.pppoker.dealing import Dealing
from ofc_parsers.pppoker.finishing import finish, labels, players_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ofc_analytics.formats import ParseContext
    from ofc_analytics.hands import Hand
    from ofc_parsers.captures.tally import Tally

__all__ = ["Table"]

_MOST_NAMES = 10_000


class Table:
    """A table; `context` takes the hands that never end, and `tally` what is worth knowing."""

    def __init__(self, context: ParseContext, tally: Tally) -> None:
        self._context = context
        self._tally = tally
        self._room = words.RoomInfo()
        self._names: dict[words.Id, str] = {}
        self._open: Dealing | None = None
        self._headless: int | None = None
        self._last: words.Result | None = None

    def take(self, message: object, line: int) -> Hand | None:
        """Take in a message of physical line `line`; give the hand that it ends.

        Raises
        ------
        Fault
            If it does not fit; a hand that is left out for it is counted in it.
        """
        match message:
            case words.RoomInfo():
                self._learn_room(message, line)
            case words.RoomStatus():
                if message.room_info is not None:
                    self._learn_room(message.room_info, line)
                self._learn_names(message.players or ())
            case words.SitDown():
                self._learn_names([message.player] if message.player is not None else ())
            case words.GameStart():
                self._begin(message, line)
            case words.HandCards() | words.Action():
                self._play(message, line)
            case words.Result():
                return self._end(message, line)
            case _:
                pass
        return None

    def close(self) -> None:
        """Report a hand that was not ended."""
        dealing, self._open = self._open, None
        headless, self._headless = self._headless, None
        if dealing is not None and not dealing.faulty:
            self._report_unfinished(dealing.line, dealing.label)
        elif dealing is None and headless is not None:
            self._report_unfinished(headless, None)

    def lose(self, kind: type, fault: Fault) -> None:
        """Count the hand of a result that cannot be read, where no start is there to count it by."""
        if kind is words.Result and self._open is None:
            fault.hands = 1
            self._headless = None

    def _report_unfinished(self, line: int, hand: str | None) -> None:
        fault = Fault("hand-unfinished", "a hand begins and has no result", expected="PineResultBRC", hands=1)
        fault.hand = hand
        self._context.report(fault.issue(line=line))

    def _begin(self, message: words.GameStart, line: int) -> None:
        if self._open is not None and self._open.untouched and self._open.start == message:
            self._tally.add("message-repeated", "a message comes again, and is read once", line=line)
            return
        self.close()
        self._open = Dealing(message, line)

    def _play(self, message: words.HandCards | words.Action, line: int) -> None:
        dealing = self._open
        if dealing is None:
            self._tally.add("message-stray", "a deal or placement outside a hand is not read", line=line)
            if isinstance(message, words.HandCards) and self._headless is None:
                self._headless = line
        elif dealing.repeats(message):
            self._tally.add("message-repeated", "a message comes again, and is read once", line=line)
        elif not dealing.faulty:
            try:
                if isinstance(message, words.HandCards):
                    dealing.deal(message)
                else:
                    dealing.act(message)
            except Fault as fault:
                dealing.give_up(fault)
                raise

    def _end(self, message: words.Result, line: int) -> Hand | None:
        if self._open is None and message == self._last:
            self._tally.add("message-repeated", "a message comes again, and is read once", line=line)
            return None
        dealing = self._open or Dealing(None, line)
        self._open, self._headless, self._last = None, None, message
        if dealing.faulty:
            return None
        try:
            results = players_of(message, dealing)
            self._compare_names(results, line)
            return finish(
                dealing,
                results,
                labels(results, self._names),
                self._room,
                line=line,
                context=self._context,
                tally=self._tally,
            )
        except Fault as fault:
            dealing.give_up(fault)
            raise

    def _learn_room(self, room: words.RoomInfo, line: int) -> None:
        before = self._room
        if before.base_score is not None and before.room_id == room.room_id and before != room:
            self._tally.add("room-changed", "the table's settings are said again, and differ", line=line)
        self._room = room

    def _compare_names(self, results: Iterable[words.PlayerResult], line: int) -> None:
        for result in results:
            known = None if result.uid is None else self._names.get(result.uid)
            if known and result.name and known != result.name:
                self._tally.add("name-mismatch", "a player's name is not the one he sat down with", line=line)

    def _learn_names(self, players: Iterable[words.PlayingStatus]) -> None:
        for player in players:
            if player.uid is not None and player.name and len(self._names) < _MOST_NAMES:
                self._names[player.uid] = player.name
