"""One hand while its states come in, and what it amounts to in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.cards import cards_text
from ofc_analytics.hands import ROW_SIZES, ROWS, SOME_FANTASYLAND, Hand, Player, Street
from ofc_parsers.captures.faults import Fault
from ofc_parsers.captures.multiset import minus
from ofc_parsers.kkpoker import vocabulary as words

if TYPE_CHECKING:
    from ofc_analytics.formats import ParseContext
    from ofc_parsers.captures.tally import Tally
    from ofc_parsers.kkpoker.moment import Moment, Side

__all__ = ["Dealing"]

_ROOM = "kkpoker"
_RULES = "kkpoker-joker"
_VARIANT = "joker-pineapple"
_JOKERS = 2
_BOARD = sum(ROW_SIZES)
_STREETS = [5, 2, 2, 2, 2]
_FANTASYLANDS = range(13, 18)
_DEALS: dict[int, range] = {5: range(5, 6), 2: range(3, 4), _BOARD: _FANTASYLANDS}
"""Numbers of cards dealt, by the number placed."""

_EMPTY: tuple[bytes, ...] = (b"", b"", b"")


class Dealing:
    """A hand of which one state or more were seen.

    Attributes
    ----------
    moment
        The last of them.
    faulty
        Whether it was given up.
    """

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self.faulty = False
        self._line = moment.line
        self._states = 0
        self._dealt = b""
        self._fantasyland: dict[int, int] = {}
        self._streets: dict[int, list[Street]] = {side.chair: [] for side in moment.sides}
        self._rows = dict.fromkeys(self._streets, _EMPTY)
        self._discards = b""

    def continues(self, moment: Moment) -> bool:
        """Whether a state may be a later one of this hand: nobody changed, and no card left a board."""
        before = self.moment
        return (
            moment.key == before.key
            and (moment.round is None or before.round is None or moment.round >= before.round)
            and all(new.placed >= old.placed for new, old in zip(moment.sides, before.sides, strict=True))
        )

    def take(self, moment: Moment) -> None:
        """Take in a state.

        Raises
        ------
        Fault
            If it contradicts those before; the hand is then given up.
        """
        self.moment = moment
        self._states += 1
        if self.faulty:
            return
        try:
            for side in moment.sides:
                self._learn_fantasyland(side)
                self._place(side)
            stray = minus(self._discards, moment.discards)
            if moment.discards and stray:
                raise self._mismatch(
                    "the hero's discards are no longer what they were", stray, self._discards
                )
        except Fault as fault:
            self.give_up(fault)
            raise
        self._discards = moment.discards or self._discards
        self._dealt = moment.incoming or self._dealt

    def give_up(self, fault: Fault) -> None:
        """Leave the hand out for a fault, which counts it if it is the first."""
        fault.hands, fault.hand = int(not self.faulty), self.moment.hand_id
        self.faulty = True

    def hand(self, context: ParseContext, tally: Tally) -> Hand | None:
        """Make the hand; None where it was given up, or is not whole, which is then reported."""
        if self.faulty:
            return None
        try:
            self._refuse_partial()
            streets = {side.chair: self._whole_streets(side) for side in self.moment.sides}
            discards = self._hero_discards(streets)
        except Fault as fault:
            self.give_up(fault)
            context.report(fault.issue(line=self._line))
            return None
        self._remark(streets, tally)
        return Hand(
            players=tuple(
                Player(
                    seat=side.chair + 1,
                    name=side.name,
                    cards=b"".join(side.rows),
                    fantasyland=self._fantasyland.get(side.chair),
                    discards=discards if side.chair == self.moment.hero else b"",
                    streets=streets[side.chair],
                    line=self.moment.last,
                )
                for side in self.moment.sides
            ),
            native_id=self.moment.hand_id,
            room=_ROOM,
            table=self.moment.table,
            variant=_VARIANT,
            rules=_RULES,
            button=None if self.moment.dealer is None else self.moment.dealer + 1,
            jokers=_JOKERS,
            source=context.source(self._line),
        )

    def _place(self, side: Side) -> None:
        """Add what is new on a board as a street."""
        before = self._rows[side.chair]
        if side.rows == before:
            return
        for row, old, new in zip(ROWS, before, side.rows, strict=True):
            if lost := minus(old, new):
                raise self._mismatch(f"{side.name}'s {row} row no longer has cards that lay there", lost, old)
        top, middle, bottom = map(minus, side.rows, before)
        placed = top + middle + bottom
        if not placed:
            return
        self._rows[side.chair] = side.rows
        dealt = discarded = b""
        if side.chair == self.moment.hero:
            dealt = self._deal_of(side, placed)
            discarded = minus(dealt, placed)
            self._dealt = b""
        self._streets[side.chair].append(
            Street(dealt=dealt, top=top, middle=middle, bottom=bottom, discarded=discarded)
        )

    def _deal_of(self, side: Side, placed: bytes) -> bytes:
        """Give the deal that the hero's new cards are of; empty where a state between was not seen."""
        dealt = self._dealt
        if len(dealt) not in _DEALS.get(len(placed), range(0)):
            return b""
        if stray := minus(placed, dealt):
            raise self._mismatch(f"{side.name} placed cards that were not dealt", stray, dealt)
        return dealt

    def _learn_fantasyland(self, side: Side) -> None:
        if side.fantasy is None:
            return
        sized = side.chair == self.moment.hero and len(self.moment.incoming) in _FANTASYLANDS
        said = len(self.moment.incoming) if sized else SOME_FANTASYLAND
        before = self._fantasyland.get(side.chair)
        if before is not None and bool(before) != side.fantasy:
            raise Fault(
                "fantasyland-mismatch",
                f"{side.name} is in Fantasyland in one state of a hand and not in another",
                text=str(side.fantasy),
                expected=str(not side.fantasy),
            )
        self._fantasyland[side.chair] = max(said, before or 0) if side.fantasy else 0

    def _refuse_partial(self) -> None:
        moment = self.moment
        whole = _BOARD * len(moment.sides)
        if moment.placed < whole or not whole:
            states = "1 state" if self._states == 1 else f"{self._states} states"
            raise Fault(
                "hand-partial",
                f"the boards hold {moment.placed} of {whole} cards in the last of {states}",
                text="; ".join(
                    f"{side.name}: {' / '.join(map(cards_text, side.rows))}" for side in moment.sides
                ),
                expected="a state with whole boards",
            )

    def _whole_streets(self, side: Side) -> tuple[Street, ...]:
        """Give the streets where all are there."""
        streets = self._streets[side.chair]
        counts = [len(street.top + street.middle + street.bottom) for street in streets]
        inside = bool(self._fantasyland.get(side.chair))
        if inside and counts == _STREETS:
            raise Fault(
                "fantasyland-mismatch",
                f"{side.name} is in Fantasyland, and placed cards on five streets",
                expected="all cards at once",
            )
        return tuple(streets) if counts == ([_BOARD] if inside else _STREETS) else ()

    def _hero_discards(self, streets: dict[int, tuple[Street, ...]]) -> bytes:
        """Give the hero's discards, as said, or as the streets tell where these know more."""
        played = streets.get(-1 if self.moment.hero is None else self.moment.hero, ())
        told = b"".join(street.discarded for street in played)
        known = bool(played) and all(street.dealt for street in played)
        if known and (stray := minus(self._discards, told)):
            raise self._mismatch(
                "the hero's discards are not what he was dealt and did not place", stray, told
            )
        return told if known else self._discards

    def _remark(self, streets: dict[int, tuple[Street, ...]], tally: Tally) -> None:
        if not all(streets.values()):
            tally.add(
                "streets-incomplete",
                "not all placements of a hand are seen; the streets of who lacks one are left out",
                line=self._line,
            )
        hero = streets.get(-1 if self.moment.hero is None else self.moment.hero, ())
        if not all(street.dealt for street in hero):
            tally.add("deals-incomplete", "not all deals to the hero are seen", line=self._line)
        if self.moment.mode not in {None, words.MODE}:
            tally.add(
                "mode-unknown",
                "a game that is not known is settled as the one that is",
                text=self.moment.mode,
                line=self._line,
                expected=words.MODE,
            )

    def _mismatch(self, problem: str, cards: bytes, expected: bytes) -> Fault:
        return Fault("state-mismatch", problem, text=cards_text(cards), expected=f"{cards_text(expected)!r}")
