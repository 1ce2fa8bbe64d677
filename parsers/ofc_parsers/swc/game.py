"""The games of one table as the dealer tells them: hands of a game, running totals, the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ofc_parsers.swc.dealer import Complete, Finished, Started, Total

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ofc_parsers.swc.dealer import Sentence

__all__ = ["Contradiction", "TableGame"]


class Contradiction(NamedTuple):
    """Two statements about a game that do not go together."""

    code: str
    message: str
    text: str
    expected: str


@dataclass(slots=True)
class TableGame:
    """What is known of the game being played at a table.

    Attributes
    ----------
    last
        The last hand whose points the dealer told.
    hands
        Hands told since the game's start; None where the start was not seen.
    totals
        Points at the last total, or zeros from the start; None where neither was seen.
    since
        Points of the hands after that; None where those of a hand are not known.

    Examples
    --------
    >>> game = TableGame()
    >>> list(game.hear(Started(2)))
    []
    >>> list(game.hear(Finished(1, {"alice": 6, "bob": -6})))
    []
    >>> [found.code for found in game.hear(Total({"alice": 7, "bob": -7}))]
    ['total-mismatch']
    """

    last: Finished | None = None
    hands: int | None = None
    totals: dict[str, int] | None = None
    since: dict[str, int] | None = None

    def hear(self, sentence: Sentence) -> Iterator[Contradiction]:
        """Take a sentence in, and tell what it contradicts."""
        match sentence:
            case Started():
                self._begin()
            case Finished():
                yield from self._finish(sentence)
            case Total():
                yield from self._add_up(sentence.points)
            case Complete():
                yield from self._end(sentence.played)

    def _begin(self) -> None:
        self.last, self.hands = None, 0
        self.totals, self.since = {}, {}

    def _finish(self, hand: Finished) -> Iterator[Contradiction]:
        if hand == self.last:
            return
        before = self.last.number if self.last is not None else 0 if self.hands == 0 else None
        if hand.number == 1:
            self._begin()
        elif before is not None and hand.number != before + 1:
            self.since = None
            yield Contradiction(
                "hand-number",
                "the dealer's hands are not numbered one after another: some are missing, or out of order",
                f"#{hand.number}",
                f"#{before + 1}",
            )
        if sum(hand.points.values()):
            yield Contradiction(
                "points-sum",
                "the points the dealer tells do not add up to zero",
                _text(hand.points),
                "what some win, others lose",
            )
        self.last = hand
        if self.hands is not None:
            self.hands += 1
        if self.since is not None:
            self.since = _sum(self.since, hand.points)

    def _add_up(self, stated: dict[str, int]) -> Iterator[Contradiction]:
        if self.totals is not None and self.since is not None:
            counted = _sum(self.totals, self.since)
            if any(stated.get(name, 0) != counted.get(name, 0) for name in {*stated, *counted}):
                yield Contradiction(
                    "total-mismatch",
                    "the dealer's total is not the sum of his hands",
                    _text(stated),
                    _text(counted),
                )
        self.totals, self.since = stated, {}

    def _end(self, played: int) -> Iterator[Contradiction]:
        number = None if self.last is None else self.last.number
        counted = number if self.hands is None else self.hands
        if counted is not None and counted != played:
            yield Contradiction(
                "game-count",
                "the game did not have as many hands as the dealer says at its end",
                f"{played} hands",
                f"{counted} hands, as many as he told the points of",
            )
        self.last = self.hands = self.totals = self.since = None


def _sum(first: Mapping[str, int], second: Mapping[str, int]) -> dict[str, int]:
    return {name: first.get(name, 0) + second.get(name, 0) for name in (*first, *second)}


def _text(points: Mapping[str, int]) -> str:
    return ", ".join(f"{name}: {number:+d}" for name, number in points.items())
