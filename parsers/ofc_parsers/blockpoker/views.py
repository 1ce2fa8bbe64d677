"""Hands as a list shows them to one player, held against the replays of the same hands."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ofc_analytics.errors import ParseIssue
from ofc_parsers.blockpoker.vocabulary import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ofc_parsers.blockpoker.vocabulary import Item, Replay

__all__ = ["Views"]

_DIGEST = 8
_SHARED = tuple(name for name in View.__struct_fields__ if name != "discards")
"""What an item and a replay both say of a player; discards are shown to their owner alone."""


class _Said(NamedTuple):
    """Digests of what is said of a player: of his result, and of his discards, empty where none are shown."""

    result: bytes
    discards: bytes

    def fits(self, other: _Said) -> bool:
        """Whether both can be of one hand."""
        return self.result == other.result and (
            not self.discards or not other.discards or self.discards == other.discards
        )


class _Shown(NamedTuple):
    line: int
    said: _Said


class Views:
    """List items and replays met so far, by the room's id of the hand: a few bytes each."""

    def __init__(self) -> None:
        self._items: dict[str, dict[int, _Shown]] = {}
        self._replays: dict[str, dict[int, _Said]] = {}

    def add_item(self, item: Item, line: int) -> ParseIssue | None:
        """Take an item in; give a warning where it contradicts one of the same player and hand."""
        shown = _Shown(line, _said(item, item.hand_number, item.point_value))
        first = self._items.setdefault(item.id, {}).setdefault(item.seat, shown)
        if first.said.fits(shown.said):
            return None
        return _differs(
            item.id, line, f"the list item of line {first.line} says other things of the same hand"
        )

    def add_replay(self, replay: Replay) -> None:
        """Take a replay in, whether it is a sound hand or not."""
        deal = replay.hand
        self._replays[deal.id] = {
            player.seat: _said(player, deal.hand_number, deal.point_value) for player in replay.players
        }

    def note_broken(self, hand: str) -> None:
        """Note a replay that was reported already, and of which no more than the id was read."""
        self._replays.setdefault(hand, {})

    def close(self) -> Iterator[ParseIssue]:
        """Tell of items without a replay, each a hand that cannot be settled, and of those that contradict theirs."""
        repeated = 0
        for hand, seats in self._items.items():
            replay = self._replays.get(hand)
            line = min(shown.line for shown in seats.values())
            if replay is None:
                yield ParseIssue(
                    code="board-alone",
                    message="a list item shows the board of one player alone, and the hand cannot be settled",
                    line=line,
                    hand=hand,
                    expected="the replay of the hand, with the boards of all players",
                    hands=1,
                )
                continue
            repeated += len(seats)
            for seat, shown in seats.items():
                if replay and (seat not in replay or not replay[seat].fits(shown.said)):
                    yield _differs(
                        hand, shown.line, f"the replay of the hand says other things of seat {seat}"
                    )
        if repeated:
            yield ParseIssue(
                code="item-repeated",
                message=f"{_items(repeated)} not read, since the whole hand is here too",
                severity="note",
            )


def _items(count: int) -> str:
    return "a list item is" if count == 1 else f"{count:,} list items are"


def _differs(hand: str, line: int, message: str) -> ParseIssue:
    return ParseIssue(
        code="views-differ",
        message=message,
        line=line,
        hand=hand,
        expected="the same board and result in both",
        severity="warning",
    )


def _said(view: View, hand_number: int | None, point_value: int | None) -> _Said:
    result = [hand_number, point_value, *(getattr(view, name) for name in _SHARED)]
    return _Said(_digest(result), _digest(view.discards) if view.discards else b"")


def _digest(value: object) -> bytes:
    return hashlib.blake2b(msgspec.json.encode(value), digest_size=_DIGEST).digest()
