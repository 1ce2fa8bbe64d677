"""One seat of a hand while its messages come in, and the streets they make in the end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ofc_analytics.hands import ROW_SIZES, ROWS, SOME_FANTASYLAND, Street
from ofc_parsers.captures.faults import Fault
from ofc_parsers.captures.multiset import minus
from ofc_parsers.pppoker.cards import ANY_JOKER, read_wire, shown

if TYPE_CHECKING:
    from ofc_parsers.pppoker import vocabulary as words

__all__ = ["Seat", "fantasyland_of", "read_rows"]

FANTASYLANDS = range(13, 18)
"""Numbers of cards in a Fantasyland."""

_NO_ROWS: tuple[bytes, ...] = (b"", b"", b"")
_BOARD = sum(ROW_SIZES)
_STREETS = [5, 2, 2, 2, 2]
_DEALS = (5, 3)
_THROWN = {5: 0, 2: 1}
"""Number of cards thrown away, by the number placed."""


class Seat:
    """What was dealt to one seat and placed there so far.

    Attributes
    ----------
    label
        What messages call the seat.
    fantasyland
        Cards dealt in Fantasyland; 0 for none, 1 where their number is not known, None where nothing is said.
    streets
        What is known of the streets, in the order they were placed.
    disordered
        Whether deals and placements did not take turns, so that it cannot be told which placement was of which deal.
    """

    def __init__(self, label: str) -> None:
        self.label = label
        self.fantasyland: int | None = None
        self.streets: list[Street] = []
        self.disordered = False
        self._deals = 0
        self._waiting = False
        self._dealt = b""
        self._rows = _NO_ROWS
        self._thrown = b""

    def deal(self, message: words.HandCard) -> None:
        """Take in a deal, of which the cards may be hidden.

        Raises
        ------
        Fault
            ``card-unknown``, ``deal-mismatch`` or ``fantasyland-mismatch``.
        """
        cards = read_wire(message.cards)
        if self.streets and cards and sorted(cards) == sorted(self.streets[-1].dealt):
            return
        self._enter(message.fantasy, len(cards))
        known = {*b"".join((*self._rows, self._thrown))} - {ANY_JOKER}
        again = bool(cards) and sorted(cards) == sorted(self._dealt)
        another = self._waiting and bool(cards) == bool(self._dealt) and not again
        self.disordered |= another or not known.isdisjoint(cards)
        self._deals += not self._waiting
        self._waiting = True
        if not cards:
            return
        counts = _DEALS if not self.fantasyland else FANTASYLANDS
        if len(cards) not in counts:
            raise Fault(
                "deal-mismatch",
                f"{self.label} is dealt {len(cards)} cards",
                text=shown(cards),
                expected="5 or 3 cards, or 13 to 17 in Fantasyland",
            )
        self._dealt = cards

    def act(self, message: words.Action, turn: int) -> bool:
        """Take in a placement, given as what is new or as the whole board; tell whether anything is new.

        `turn` is the place, from 1, that the seat has among those who placed their cards on this street.

        Raises
        ------
        Fault
            ``card-unknown``, ``row-length``, ``action-mismatch`` or ``board-mismatch``.
        """
        whole = _NO_ROWS if message.card is None else read_rows(message.card)
        loose = read_rows(message)
        if any(whole):
            self._compare_loose(whole, loose)
        else:
            whole = tuple(map(_merged, self._rows, loose))
        placed = tuple(map(minus, whole, self._rows))
        for row, size, before, after in zip(ROWS, ROW_SIZES, self._rows, whole, strict=True):
            if lost := minus(before, after):
                raise self._board_fault(f"the {row} row no longer has cards that were placed", lost, before)
            if len(after) > size:
                raise Fault(
                    "row-length",
                    f"{self.label}'s {row} row has {len(after)} cards",
                    text=shown(after),
                    expected=f"{size} cards",
                )
        if not any(placed):
            return False
        thrown = b"" if message.card is None else read_wire(message.card.abandon_card)
        discarded = minus(thrown, self._thrown)
        top, middle, bottom = placed
        self._rows, self._thrown = whole, thrown or self._thrown
        self.streets.append(
            Street(dealt=self._dealt, top=top, middle=middle, bottom=bottom, discarded=discarded, acted=turn)
        )
        self._dealt, self._waiting = b"", False
        return True

    @property
    def deals_whole(self) -> bool:
        """Whether each placement has its deal before it, or the seat has no deals at all."""
        visible = {bool(street.dealt) for street in self.streets}
        return self._deals == 0 or (
            self._deals == len(self.streets) and not self._waiting and len(visible) == 1
        )

    def finish(self, board: tuple[bytes, ...], thrown: bytes) -> tuple[bytes, bool]:
        """Hold the streets against the board and the discards of the result.

        Returns
        -------
        discards, whole
            All discards that are known, and whether the streets are all there.

        Raises
        ------
        Fault
            ``board-mismatch``, ``deal-mismatch`` or ``fantasyland-mismatch``.
        """
        for row, shown_row, placed in zip(ROWS, board, self._rows, strict=True):
            if stray := minus(placed, shown_row):
                raise self._board_fault(
                    f"the {row} row at the end lacks cards that were placed", stray, shown_row
                )
        counts = [len(_placed(street)) for street in self.streets]
        placed_once = counts == [_BOARD] and bool(self.fantasyland)
        complete = placed_once or counts == _STREETS
        self.disordered = complete and (self.disordered or self._waiting)
        whole = complete and not self.disordered
        if whole:
            self._enter(SOME_FANTASYLAND if len(counts) == 1 else 0, 0)
            self.streets = [self._with_discards(street) for street in self.streets]
        discards = b"".join(street.discarded for street in self.streets)
        if thrown and (stray := minus(discards, thrown)):
            raise self._deal_fault(
                "threw away cards that are not among the discards of the result", stray, thrown
            )
        known = whole and all(street.dealt for street in self.streets)
        if thrown and known and sorted(discards) != sorted(thrown):
            raise self._deal_fault("did not throw away the discards of the result", thrown, discards)
        return thrown or (discards if known else b""), whole

    def _with_discards(self, street: Street) -> Street:
        """Infer what was thrown away from a deal that is known; without it, what is thrown on other streets may be in it."""
        placed = _placed(street)
        if not street.dealt:
            known = len(placed) == _BOARD or len(street.discarded) == _THROWN[len(placed)]
            return street if known else replace(street, discarded=b"")
        if stray := minus(placed + street.discarded, street.dealt):
            raise self._deal_fault("placed or threw away cards that were not dealt", stray, street.dealt)
        return replace(street, discarded=minus(street.dealt, placed))

    def _enter(self, fantasy: int | None, count: int) -> None:
        """Learn of a Fantasyland, or that there is none, from a message or from `count` cards at once."""
        said = fantasyland_of(count if fantasy is None and count in FANTASYLANDS else fantasy)
        if said and count:
            sized = said > SOME_FANTASYLAND
            if sized and said != count:
                raise self._fantasyland_fault(f"{count} cards", f"{said} cards")
            said = count
        before = self.fantasyland
        if before is not None and said is not None:
            if bool(before) != bool(said):
                raise self._fantasyland_fault(_word(said), _word(before))
            said = max(before, said)
        self.fantasyland = before if said is None else said

    def _compare_loose(self, whole: tuple[bytes, ...], loose: tuple[bytes, ...]) -> None:
        """Loose rows are the whole rows, or what is new in them, or left out."""
        new = tuple(map(minus, whole, self._rows))
        for row, all_cards, new_cards, cards in zip(ROWS, whole, new, loose, strict=True):
            if cards and sorted(cards) not in (sorted(all_cards), sorted(new_cards)):
                raise Fault(
                    "action-mismatch",
                    f"{self.label}'s {row} row stands twice in a message, and differs",
                    text=shown(cards),
                    expected=shown(all_cards),
                )

    def _board_fault(self, problem: str, cards: bytes, expected: bytes) -> Fault:
        return Fault(
            "board-mismatch", f"{self.label}: {problem}", text=shown(cards), expected=f"{shown(expected)!r}"
        )

    def _deal_fault(self, problem: str, cards: bytes, expected: bytes) -> Fault:
        return Fault(
            "deal-mismatch", f"{self.label} {problem}", text=shown(cards), expected=f"{shown(expected)!r}"
        )

    def _fantasyland_fault(self, text: str, expected: str) -> Fault:
        return Fault(
            "fantasyland-mismatch",
            f"{self.label}'s Fantasyland contradicts what came before",
            text=text,
            expected=expected,
        )


def fantasyland_of(number: int | None) -> int | None:
    """Read the room's number for Fantasyland: a number of cards, or any other above 0 for yes.

    >>> fantasyland_of(14), fantasyland_of(2), fantasyland_of(0)
    (14, 1, 0)
    """
    if number is None or number in FANTASYLANDS:
        return number
    return SOME_FANTASYLAND if number > 0 else 0


def read_rows(message: words.Card | words.Action) -> tuple[bytes, ...]:
    """Read top, middle and bottom of what has a head, a middle and a tail."""
    return tuple(map(read_wire, (message.head_card, message.middle_card, message.tail_card)))


def _merged(before: bytes, cards: bytes) -> bytes:
    """Take loose cards as the whole row where they hold all that was there, else as what is new."""
    return cards if not minus(before, cards) else before + minus(cards, before)


def _placed(street: Street) -> bytes:
    return street.top + street.middle + street.bottom


def _word(fantasyland: int) -> str:
    return "in Fantasyland" if fantasyland else "not in Fantasyland"
