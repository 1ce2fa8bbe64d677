"""One seat of a hand while its events come in, and the player it makes in the end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from ofc_analytics.cards import JOKERS, card_text, cards_text
from ofc_analytics.hands import ROW_SIZES, ROWS, Claim, Player, Street
from ofc_parsers.captures.multiset import minus
from ofc_parsers.poker_arena import vocabulary as words

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["LogError", "Seat"]

_CODES = {card_text(code): code for code in range(JOKERS[0])}
_NO_ROYALTIES = words.RowRoyalties(0, 0, 0)


class LogError(Exception):
    """Something that does not fit its hand; whoever knows the line makes an issue of it.

    `hands` is the number of hands that it leaves out, as in `ofc_analytics.errors.ParseIssue`.
    """

    def __init__(self, code: str, message: str, *, text: str | None, expected: str, hands: int = 0) -> None:
        super().__init__(message)
        self.code, self.message, self.text, self.expected = code, message, text, expected
        self.hands = hands


class Seat:
    """What happened at one seat so far.

    Attributes
    ----------
    name
        The player's.
    fantasyland
        Cards dealt in Fantasyland; 0 for none.
    deals
        Number of cards of each deal.
    showdown, points
        The board as it was shown and the score, once they came.
    """

    __slots__ = ("_discards", "_placed", "_streets", "_waiting", "deals", "fantasyland", "line", "name", "points", "showdown")  # fmt: skip

    def __init__(self, name: str) -> None:
        self.name = name
        self.fantasyland = 0
        self.deals: list[int] = []
        self.showdown: words.Showdown | None = None
        self.points: int | None = None
        self.line: int | None = None
        self._waiting: words.Deal | None = None
        self._placed = [b"", b"", b""]
        self._discards = b""
        self._streets: list[Street] = []

    def take(self, event: words.Event, line: int) -> None:
        """Add an event; `line` is its physical line.

        Raises
        ------
        LogError
            If a card is none, a showdown or score comes twice, or deals and placements do not take turns.
        """
        match event:
            case words.Deal():
                self._deal(event)
            case words.Place():
                self._place(event)
            case words.Fantasyland():
                self.fantasyland = event.cards
            case words.Showdown():
                self._refuse_second(self.showdown, "showdown")
                self.showdown, self.line = event, line
            case words.Score():
                self._refuse_second(self.points, "score")
                self.points = event.points

    @property
    def streets(self) -> int:
        """Number of streets on which the seat has placed its cards."""
        return len(self._streets)

    def act(self, turn: int) -> None:
        """Note that the seat was the `turn`-th, from 1, to place cards on the street it placed last."""
        self._streets[-1] = replace(self._streets[-1], acted=turn)

    def player(self, number: int) -> Player:
        """Make the player of seat `number`.

        Raises
        ------
        LogError
            If the board that was shown is not what was dealt and placed.
        """
        shown = self.showdown
        if shown is None:
            raise LogError(
                "hand-unfinished",
                "the hand ends before the showdown of",
                text=self.name,
                expected="a showdown each",
            )
        rows = [_codes(cards) for cards in (shown.top, shown.middle, shown.bottom)]
        self._compare_rows(rows)
        if self._waiting is not None:
            raise self._misdealt(
                "does not place the last cards dealt",
                _codes(self._waiting.cards),
                "a placement after each deal",
            )
        self._compare_fantasyland()
        return Player(
            seat=number,
            name=self.name,
            cards=b"".join(rows),
            fantasyland=self.fantasyland,
            discards=self._discards,
            streets=tuple(self._streets),
            claimed=_claim(shown, self.points),
            line=self.line,
        )

    def _deal(self, event: words.Deal) -> None:
        cards = _codes(event.cards)
        if self._waiting is not None:
            raise self._misdealt(
                "is dealt cards before the last ones are placed", cards, "a placement after each deal"
            )
        self._waiting = event
        self.deals.append(event.count)

    def _place(self, event: words.Place) -> None:
        rows = [
            _codes([placement.card for placement in event.placements if placement.row == row]) for row in ROWS
        ]
        dealt, discarded = self._used(b"".join(rows), _codes(event.discarded), event.count)
        self._placed = [before + cards for before, cards in zip(self._placed, rows, strict=True)]
        self._discards += discarded
        top, middle, bottom = rows
        self._streets.append(Street(dealt=dealt, top=top, middle=middle, bottom=bottom, discarded=discarded))
        self._waiting = None

    def _used(self, placed: bytes, discarded: bytes, count: int) -> tuple[bytes, bytes]:
        """Give the deal that is placed and what of it is discarded, each empty where not all of it is in sight."""
        used, deal = placed + discarded, self._waiting
        if deal is None:
            raise self._misdealt("places cards before they are dealt", used, "a deal before each placement")
        dealt = _codes(deal.cards)
        if len(dealt) == deal.count:
            thrown = minus(dealt, placed)
            fits = not minus(placed, dealt) and len(thrown) == count and not minus(discarded, thrown)
            if fits and len(discarded) in {0, count}:
                return dealt, thrown
        elif len(dealt) < deal.count == len(placed) + count:
            return b"", discarded if len(discarded) == count else b""
        raise self._misdealt(
            "does not place and discard the cards that were dealt", used, f"the dealt {cards_text(dealt)!r}"
        )

    def _misdealt(self, problem: str, cards: bytes, expected: str) -> LogError:
        return LogError("deal-mismatch", f"{self.name} {problem}", text=cards_text(cards), expected=expected)

    def _compare_fantasyland(self) -> None:
        """Fantasyland is said by its event and by the number of cards dealt at once."""
        most = max(self.deals, default=0)
        if self.fantasyland != (most if most >= sum(ROW_SIZES) else 0):
            raise LogError(
                "fantasyland-mismatch",
                f"{self.name} is said to play with {self.fantasyland or 'no'} cards in Fantasyland",
                text=f"{most} cards dealt at once",
                expected="as many cards as are dealt",
            )

    def _refuse_second(self, first: object, word: str) -> None:
        if first is not None:
            raise LogError(
                "event-repeated", f"{self.name} has a second {word}", text=None, expected=f"one {word} a hand"
            )

    def _compare_rows(self, rows: list[bytes]) -> None:
        for row, size, shown, placed in zip(ROWS, ROW_SIZES, rows, self._placed, strict=True):
            if len(shown) != size:
                raise LogError(
                    "row-length",
                    f"{self.name}'s {row} row has {len(shown)} cards",
                    text=cards_text(shown),
                    expected=f"{size} cards",
                )
            if sorted(shown) != sorted(placed):
                raise LogError(
                    "board-mismatch",
                    f"{self.name}'s {row} row at the showdown is not what was placed there",
                    text=cards_text(shown),
                    expected=f"the placed {cards_text(placed)!r}",
                )


def _codes(cards: Iterable[str]) -> bytes:
    try:
        return bytes([_CODES[card] for card in cards])
    except KeyError as error:
        raise LogError(
            "card-unknown", "no such card", text=str(error.args[0]), expected="a card such as Kd"
        ) from None


def _claim(shown: words.Showdown, points: int | None) -> Claim:
    """Read the claim: a fouled board is read as claiming no royalties, whatever the engine lists for it."""
    listed = shown.royalties
    counted = _NO_ROYALTIES if shown.fouled else listed
    return Claim(
        points=points,
        royalties=(counted.top, counted.middle, counted.bottom),
        foul=shown.fouled,
        fantasyland=shown.next_fantasyland or 0,
        raw=None if counted == listed else msgspec.json.encode(listed).decode(),
    )
