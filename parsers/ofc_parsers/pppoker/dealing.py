"""One hand while its messages come in."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ofc_parsers.captures.faults import Fault
from ofc_parsers.pppoker.game_id import GameId, read_game_id
from ofc_parsers.pppoker.seat import Seat

if TYPE_CHECKING:
    from ofc_parsers.pppoker import vocabulary as words

__all__ = ["Dealing"]


class Dealing:
    """A hand that was started, or of which only the result is there.

    Attributes
    ----------
    start
        The message that started it, if there was one.
    line
        Physical line of its first message.
    game
        What its id tells.
    stacks
        Chips before the hand, by seat.
    faulty
        Whether it was given up.
    """

    def __init__(self, start: words.GameStart | None, line: int) -> None:
        self.start = start
        self.line = line
        self.game = GameId() if start is None else read_game_id(start.game_id)
        infos = (start.start_info if start is not None else None) or ()
        self.stacks = {info.seat_id: info.chips for info in infos if info.seat_id is not None}
        self.faulty = False
        self._seats: dict[int, Seat] = {}
        self._turns: Counter[int] = Counter()
        self._latest: words.HandCards | words.Action | None = None

    @property
    def label(self) -> str | None:
        """The room's id, for messages."""
        return None if self.start is None else self.start.game_id

    @property
    def untouched(self) -> bool:
        """Whether no card was dealt or placed yet."""
        return not self._seats

    def seat(self, number: int | None) -> Seat:
        """Give a seat by the room's number of it.

        Raises
        ------
        Fault
            ``key-missing`` or ``seat-unknown``.
        """
        if number is None:
            raise Fault("key-missing", "a message names no seat", expected="a seatId")
        if self.stacks and number not in self.stacks:
            raise Fault(
                "seat-unknown",
                "nobody was dealt in at this seat",
                text=str(number),
                expected=f"one of the seats {', '.join(map(str, sorted(self.stacks)))}",
            )
        return self._seats.setdefault(number, Seat(f"seat {number}"))

    def repeats(self, message: words.HandCards | words.Action) -> bool:
        """Whether a deal or placement is the one before it once more."""
        before, self._latest = self._latest, message
        return message == before

    def deal(self, message: words.HandCards) -> None:
        """Take in a deal; raises Fault where it does not fit."""
        for entry in message.hand_cards or ():
            self.seat(entry.seat_id).deal(entry)

    def act(self, message: words.Action) -> None:
        """Take in a placement; raises Fault where it does not fit."""
        seat = self.seat(message.seat_id)
        street = len(seat.streets)
        self._turns[street] += seat.act(message, self._turns[street] + 1)

    def give_up(self, fault: Fault) -> None:
        """Leave the hand out for a fault, which counts it if it is the first."""
        fault.hands, fault.hand = int(not self.faulty), self.label
        self.faulty = True
