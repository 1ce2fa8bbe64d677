"""One table of a capture: the hand that is played there, and the game it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue
from ofc_parsers.swc.dealer import (
    Fantasyland,
    Finished,
    Started,
    UnclearError,
    Wins,
    plain_text,
    read_sentence,
    wrong_money,
)
from ofc_parsers.swc.dealing import Dealing
from ofc_parsers.swc.game import TableGame

if TYPE_CHECKING:
    from datetime import datetime

    from ofc_analytics.formats import ParseContext
    from ofc_analytics.hands import Hand
    from ofc_parsers.captures.tally import Tally
    from ofc_parsers.swc.dealer import Sentence
    from ofc_parsers.swc.vocabulary import GameState

__all__ = ["Table"]

_MOST_NAMES = 40


class Table:
    """What goes on at one table; hands come out once another one has begun there.

    Parameters
    ----------
    context
        Where contradictions are reported.
    tally
        Where remarks are counted.
    """

    def __init__(self, context: ParseContext, tally: Tally) -> None:
        self._context, self._tally = context, tally
        self._dealing: Dealing | None = None
        self._game = TableGame()
        self._session: str | None = None
        self._starting = False
        self._names: dict[str, None] = {}
        self._over: dict[str, bool] = {}

    def take(self, state: GameState, line: int, time: datetime | None) -> Hand | None:
        """Take a state in; give the hand that it shows to be over."""
        number = str(state.gi)
        if number in self._over:
            self._tell_late(number, line)
            return None
        hand = None
        if self._dealing is None or self._dealing.number != number:
            hand = self.close()
            if self._starting:
                self._session, self._starting = number, False
            self._dealing = Dealing(state, line, time, self._session)
        self._dealing.take(state, line)
        return hand

    def close(self) -> Hand | None:
        """Give the hand that is being played; None where there is none, or it is not whole."""
        self._learn_names()
        dealing, self._dealing = self._dealing, None
        if dealing is None or not dealing.dealt:
            return None
        self._over[dealing.number] = False
        return dealing.hand(self._context, self._tally)

    def hear(self, message: str, line: int) -> None:
        """Take in what the dealer says."""
        self._learn_names()
        if tag := wrong_money(message):
            self._report(
                "payout-mismatch",
                "an amount is not what stands beside it",
                line,
                tag,
                "the same amount twice",
            )
        try:
            sentence = self._sentence(message.rstrip())
        except UnclearError as error:
            self._report(
                "dealer-unclear",
                f"what the dealer says is not read: {error}",
                line,
                message,
                "points or money of players at the table",
            )
            return
        if sentence is None:
            self._tally.add("line-unknown", "a line or table message that is not read", line=line)
            return
        self._apply(sentence, line)
        for found in self._game.hear(sentence):
            self._report(found.code, found.message, line, found.text, found.expected)

    def _sentence(self, message: str) -> Sentence | None:
        """Read a message; what looks like a tag may be part of a name."""
        try:
            sentence = read_sentence(message, self._names)
        except UnclearError:
            sentence = None
        return sentence or read_sentence(plain_text(message), self._names)

    def _learn_names(self) -> None:
        """Remember who sits at the table, or sat there lately."""
        self._names |= dict.fromkeys(() if self._dealing is None else self._dealing.names)
        while len(self._names) > _MOST_NAMES:
            del self._names[next(iter(self._names))]

    def _apply(self, sentence: Sentence, line: int) -> None:
        match sentence:
            case Finished():
                self._note_points(sentence, line)
            case Fantasyland() if self._dealing is not None:
                self._dealing.note_fantasyland(sentence.name)
            case Started():
                self._begin()
            case Wins():
                self._tally.add(
                    "payout-not-read",
                    "what a player takes from the table at its end in money is not read",
                    line=line,
                )

    def _begin(self) -> None:
        """Begin a game with the hand that is being played, or with the next one where it is over."""
        playing = self._dealing is not None and not self._dealing.finished
        self._session, self._starting = None, not playing
        if playing:
            self._name_session()

    def _name_session(self) -> None:
        """Name the game after its first hand, which is the one at the table."""
        if self._dealing is not None:
            self._session = self._dealing.session = self._dealing.number

    def _note_points(self, finished: Finished, line: int) -> None:
        dealing = self._dealing
        if dealing is not None and dealing.dealt and dealing.told is None:
            dealing.told = finished, line
            if finished.number == 1:
                self._name_session()
        elif dealing is None or dealing.told is None or dealing.told[0] != finished:
            self._tally.add(
                "results-without-cards",
                "the dealer tells the points of a hand of which the cards are not here",
                line=line,
            )

    def _tell_late(self, number: str, line: int) -> None:
        if not self._over[number]:
            self._over[number] = True
            self._context.report(
                ParseIssue(
                    code="state-late",
                    message="the hand is over, since another one began; this and later states of it are not read",
                    line=line,
                    hand=number,
                    expected="the states of a hand one after another",
                    severity="warning",
                )
            )

    def _report(self, code: str, message: str, line: int, text: str, expected: str) -> None:
        self._context.report(
            ParseIssue(
                code=code, message=message, line=line, text=text, expected=expected, severity="warning"
            )
        )
