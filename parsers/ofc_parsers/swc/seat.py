"""One seat of a hand while the states of its table come in, and the player it makes in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ofc_analytics.cards import JOKERS, UNKNOWN, card_text, cards_text
from ofc_analytics.hands import ROW_SIZES, ROWS, SOME_FANTASYLAND, Player
from ofc_parsers.swc.streets import NO_PLAY, read_play

if TYPE_CHECKING:
    from ofc_analytics.hands import Claim
    from ofc_parsers.swc.streets import Play

__all__ = ["ConflictError", "Layout", "SeatPlay", "has_rows", "read_layout"]

_LARGEST_ID = 9_999
_CODES = {str(number): number if number < JOKERS[0] else UNKNOWN for number in range(256)}
_MOST_CARDS = 60


class ConflictError(Exception):
    """States of one hand, or what one of them says, do not go together: the hand cannot be trusted."""

    def __init__(self, code: str, message: str, *, text: str | None, expected: str) -> None:
        super().__init__(message)
        self.code, self.message, self.text, self.expected = code, message, text, expected


class Layout(NamedTuple):
    """Cards of a seat in one state: three rows, and those still in the hand; codes, 255 for hidden ones."""

    rows: tuple[bytes, bytes, bytes]
    waiting: bytes


def has_rows(text: str | None) -> bool:
    """Whether a seat's cards are told with the sizes of three rows, as in no other game.

    >>> has_rows("0;14-1-1-0"), has_rows("0;14"), has_rows(None)
    (True, False, False)
    """
    return text is not None and text.count("-") == len(ROWS)


def read_layout(text: str) -> Layout | None:
    """Read cards such as ``0;14;51;7-1-1-0``: so many top, middle and bottom, the others in the hand.

    None where there are no cards.

    Raises
    ------
    ConflictError
        If the text is none of these, a row is too long, or a card in a row is none.

    Examples
    --------
    >>> layout = read_layout("0;14;51;7-1-1-0")
    >>> [list(row) for row in layout.rows], list(layout.waiting)
    ([[0], [14], []], [51, 7])
    """
    cards, *sizes = text.split("-")
    if not cards:
        return None
    try:
        codes = _read_codes(cards)
        top, middle, bottom = map(int, sizes or ("0", "0", "0"))
    except ValueError:
        raise _unreadable(text) from None
    placed = top + middle + bottom
    if not text.isascii() or len(codes) > _MOST_CARDS or placed > len(codes):
        raise _unreadable(text)
    for row, size, most in zip(ROWS, (top, middle, bottom), ROW_SIZES, strict=True):
        if size > most:
            raise ConflictError(
                "row-length", f"the {row} row has {size} cards", text=text, expected=f"at most {most}"
            )
    if UNKNOWN in codes[:placed]:
        number = [card for card in cards.split(";") if card][codes.index(UNKNOWN)]
        raise ConflictError(
            "card-unknown", "there is no card of this number", text=number, expected="0 to 51"
        )
    return Layout((codes[:top], codes[top : top + middle], codes[top + middle : placed]), codes[placed:])


def _read_codes(cards: str) -> bytes:
    """Codes of numbered cards, 255 for what is no card of the deck; ValueError where there is no such number."""
    texts = cards.split(";")
    try:
        return bytes(map(_CODES.__getitem__, texts))
    except KeyError:
        numbers = [int(text) for text in texts if text]
    if not all(0 <= number <= _LARGEST_ID for number in numbers):
        raise ValueError(cards)
    return bytes([number if number < JOKERS[0] else UNKNOWN for number in numbers])


def _unreadable(text: str) -> ConflictError:
    return ConflictError(
        "cards-unreadable",
        "the cards of a seat cannot be read",
        text=text,
        expected="card numbers and three row sizes, such as 0;14;51;7-1-1-0",
    )


class SeatPlay:
    """A seat's cards so far.

    Attributes
    ----------
    name
        The player's, as the room writes it.
    stack
        Chips in the first state, hundredths.
    layouts
        Its cards, each time they changed.
    """

    __slots__ = ("_text", "layouts", "name", "stack")

    def __init__(self, name: str, stack: int) -> None:
        self.name, self.stack = name, stack
        self.layouts: list[Layout] = []
        self._text: str | None = None

    @property
    def plays(self) -> bool:
        """Whether it was dealt cards."""
        return bool(self.layouts)

    @property
    def complete(self) -> bool:
        """Whether its whole board is known."""
        return self.plays and sum(map(len, self.layouts[-1].rows)) == sum(ROW_SIZES)

    def take(self, text: str | None) -> None:
        """Add the cards of a state; where it shows none, those of the state before still lie.

        Raises
        ------
        ConflictError
            If the cards cannot be read, or a card that lay in a row is not there any more.
        """
        if text == self._text:
            return
        self._text = text
        layout = read_layout(text or "")
        if layout is None or (self.plays and layout == self.layouts[-1]):
            return
        if self.plays:
            for row, before, now in zip(ROWS, self.layouts[-1].rows, layout.rows, strict=True):
                if gone := before.translate(None, now):
                    raise ConflictError(
                        "board-mismatch",
                        f"{self.name}'s {row} row no longer holds a card that was placed there",
                        text=" ".join(map(card_text, gone)),
                        expected=f"a row that goes on from {cards_text(before)!r}",
                    )
        self.layouts.append(layout)

    def play(self, deals: str | None) -> Play:
        """Make out what was dealt, placed and discarded on each street of a game, see `DEALS`."""
        return read_play(self.layouts, deals)

    def player(self, seat: int, play: Play, claimed: Claim, *, in_fantasyland: bool, line: int) -> Player:
        """Make the player; the board must be complete."""
        known = play if play != NO_PLAY else None
        fantasyland = None if known is None else known.fantasyland
        return Player(
            seat=seat,
            name=self.name.strip() or f"Seat {seat}",
            cards=b"".join(self.layouts[-1].rows),
            stack=self.stack,
            fantasyland=SOME_FANTASYLAND if in_fantasyland and not fantasyland else fantasyland,
            discards=play.discards,
            streets=play.streets,
            claimed=claimed,
            line=line,
        )
