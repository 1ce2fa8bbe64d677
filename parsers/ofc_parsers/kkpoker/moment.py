"""A state as it is compared with the one before: players in order of their chairs, cards as codes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofc_analytics.cards import cards_text
from ofc_analytics.hands import ROW_SIZES, ROWS
from ofc_parsers.captures.faults import Fault
from ofc_parsers.kkpoker.cards import read_slots

if TYPE_CHECKING:
    from ofc_parsers.kkpoker import vocabulary as words

__all__ = ["Moment", "Side", "read_moment"]


@dataclass(frozen=True, slots=True)
class Side:
    """One player: `rows` are top, middle and bottom."""

    chair: int
    name: str
    rows: tuple[bytes, ...]
    fantasy: bool | None

    @property
    def placed(self) -> int:
        """Number of cards on the board."""
        return sum(map(len, self.rows))


@dataclass(frozen=True, slots=True)
class Moment:
    """A state; `table` is what the frame calls the table."""

    sides: tuple[Side, ...]
    dealer: int | None
    hero: int | None
    round: int | None
    incoming: bytes
    discards: bytes
    hand_id: str | None
    mode: str | None
    table: str | None
    line: int
    last: int

    @property
    def key(self) -> tuple[object, ...]:
        """What is the same in all states of a hand."""
        return (
            self.hand_id,
            self.dealer,
            self.hero,
            self.table,
            [(side.chair, side.name) for side in self.sides],
        )

    @property
    def placed(self) -> int:
        """Number of cards on all boards."""
        return sum(side.placed for side in self.sides)


def read_moment(state: words.State, *, table: str | None, line: int, last: int) -> Moment:
    """Read a state, of the physical lines `line` to `last`.

    Raises
    ------
    Fault
        ``key-missing``, ``card-unknown``, ``card-twice`` or ``row-length``.
    """
    players = [player for player in state.players or () if not player.sitting_out]
    if any(player.chair is None for player in players):
        raise Fault("key-missing", "a player has no chair", expected="a chair for each player")
    sides = tuple(sorted(map(_side, players), key=lambda side: side.chair))
    moment = Moment(
        sides=sides,
        dealer=state.dealer_chair,
        hero=state.hero_chair,
        round=state.round_index,
        incoming=read_slots(state.hero_incoming),
        discards=read_slots(state.hero_discards),
        hand_id=None if state.hand_id is None else str(state.hand_id),
        mode=state.mode,
        table=table,
        line=line,
        last=last,
    )
    known = b"".join((*(row for side in sides for row in side.rows), moment.incoming, moment.discards))
    if len(set(known)) < len(known):
        twice = bytes(card for card, times in Counter(known).items() if times > 1)
        raise Fault(
            "card-twice",
            "a card lies twice in one state",
            text=cards_text(twice),
            expected="each card once",
        )
    return moment


def _side(player: words.Player) -> Side:
    board = player if player.board is None else player.board
    rows = tuple(map(read_slots, (board.top, board.middle, board.bottom)))
    name = (player.name or "").strip() or f"Chair {player.chair}"
    for row, size, cards in zip(ROWS, ROW_SIZES, rows, strict=True):
        if len(cards) > size:
            raise Fault(
                "row-length",
                f"{name}'s {row} row has {len(cards)} cards",
                text=cards_text(cards),
                expected=f"{size} cards",
            )
    return Side(player.chair or 0, name, rows, player.fantasy)
