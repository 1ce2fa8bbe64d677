"""What a result says of points and money: held against itself, and turned into claims."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from ofc_analytics.hands import Claim
from ofc_parsers.captures.faults import Fault
from ofc_parsers.pppoker.seat import fantasyland_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_parsers.pppoker import vocabulary as words

__all__ = ["Accounts", "Entry"]

_PARTS = {
    "head_score": "head",
    "middle_score": "middle",
    "tail_score": "tail",
    "all_win_score": "all-win",
}


@dataclass(slots=True)
class Entry:
    """One player's side of the accounts.

    Attributes
    ----------
    result, label
        His result, and what messages call him.
    stack
        His chips before the hand, where they are known.
    against
        His scores by the seats of his opponents.
    fee, outside
        What the room took of him before his profits were written, and what it took beside them.
    """

    result: words.PlayerResult
    label: str
    stack: int | None
    against: dict[int | None, words.Score] = field(default_factory=dict)
    fee: int = 0
    outside: int = 0

    @property
    def profit(self) -> int | None:
        """Sum of the profits; None where one is missing."""
        profits = [score.profit for score in self.against.values() if score.profit is not None]
        return sum(profits) if profits and len(profits) == len(self.against) else None

    @property
    def points(self) -> int | None:
        """Sum of all scores; None where one is missing."""
        points = [points for score in self.against.values() if (points := _points(score)) is not None]
        return sum(points) if points and len(points) == len(self.against) else None


class Accounts:
    """The points and the money of one hand.

    Parameters
    ----------
    entries
        The players.
    room
        Their table, as far as it is known.

    Attributes
    ----------
    faults
        What contradicts itself; the hand is read all the same.
    silent
        Whether there is no score at all.
    """

    def __init__(self, entries: Sequence[Entry], room: words.RoomInfo) -> None:
        self.faults: list[Fault] = []
        self.silent = not any(entry.result.scores for entry in entries)
        self._room = room
        for entry in entries:
            self._assign(entry, entries)
        pairs = [self._compare(first, second) for first, second in combinations(entries, 2)]
        self._scores_tell = all(pairs)
        self._compare_chips(entries)

    def claim(self, entry: Entry) -> Claim:
        """Make a player's claim: his money, and the points where scores or profits are whole points."""
        profit, unit = entry.profit, self._room.base_score
        points = entry.points if self._scores_tell else None
        if points is None and profit is not None and unit and (profit + entry.fee) % unit == 0:
            points = (profit + entry.fee) // unit
        return Claim(
            points=points,
            net=None if profit is None else profit - entry.outside,
            foul=None if entry.result.card is None else entry.result.card.bust,
            fantasyland=fantasyland_of(entry.result.fantasy),
        )

    def rake(self, entry: Entry) -> int | None:
        """What the room took of a player; None where the dump does not tell."""
        paid = entry.fee + entry.outside
        return paid if paid or self._room.fee_point == 0 else None

    def _assign(self, entry: Entry, entries: Sequence[Entry]) -> None:
        """Find the opponent of each score, who is named by his seat, his uid or both."""
        opponents = [other.result for other in entries if other is not entry]
        for score in entry.result.scores or ():
            meant = [
                other.seat_id
                for other in opponents
                if score.seat_id in {None, other.seat_id}
                and score.uid in {None, other.uid}
                and other.seat_id not in entry.against
            ]
            if len(meant) == 1:
                entry.against[meant[0]] = score
            else:
                self._report(
                    "scores-mismatch",
                    f"a score of {entry.label} is against no other player, or a second one against the same",
                    f"seat {score.seat_id}, uid {score.uid}",
                    "one score against each opponent",
                )
        if len(entry.against) < len(opponents) and not self.silent:
            self._report(
                "scores-mismatch",
                f"{entry.label} has not a score against each opponent",
                f"{len(entry.against)} of {len(opponents)}",
                "one score against each opponent",
            )
            entry.against.clear()

    def _compare(self, first: Entry, second: Entry) -> bool:
        """Hold what two players' results say of each other together; tell whether profits follow from scores."""
        mine, theirs = first.against.get(second.result.seat_id), second.against.get(first.result.seat_id)
        if mine is None or theirs is None:
            return False
        for part, word in _PARTS.items():
            here, there = getattr(mine, part), getattr(theirs, part)
            if (here or 0) + (there or 0):
                self._report(
                    "scores-mismatch",
                    f"the {word} scores of {first.label} and {second.label} against each other do not cancel",
                    f"{here} and {there}",
                    "a number and its negative",
                )
                return False
        return self._compare_profits(first, mine, second, theirs)

    def _compare_profits(self, first: Entry, mine: words.Score, second: Entry, theirs: words.Score) -> bool:
        if mine.profit is None or theirs.profit is None:
            return False
        fee = -(mine.profit + theirs.profit)
        if fee < 0 or (fee and self._room.fee_point == 0):
            self._report(
                "profits-mismatch",
                f"the profits of {first.label} and {second.label} against each other do not cancel",
                f"{mine.profit} and {theirs.profit}",
                "an amount and its negative"
                if fee < 0
                else "an amount and its negative, as the table has no fee",
            )
            return False
        lead = mine if mine.profit >= theirs.profit else theirs
        (first if lead is mine else second).fee += fee
        points, unit = _points(lead), self._room.base_score
        won = (lead.profit or 0) + fee
        # Less than the points are worth is won where the loser has no more.
        return points is not None and unit is not None and 0 <= won <= points * unit

    def _compare_chips(self, entries: Sequence[Entry]) -> None:
        """Chips change by the profit, less a fee of who won; where no one's change, they are those before the hand."""
        known = [
            (entry, entry.stack, entry.result.chips, entry.profit)
            for entry in entries
            if entry.stack is not None and entry.result.chips is not None and entry.profit is not None
        ]
        if all(before == after for _, before, after, _ in known):
            return
        for entry, before, after, profit in known:
            fee = (before or 0) + (profit or 0) - (after or 0)
            allowed = fee == 0 or (fee > 0 and (profit or 0) > 0 and self._room.fee_point != 0)
            if allowed:
                entry.outside = fee
            else:
                self._report(
                    "chips-mismatch",
                    f"the chips of {entry.label} do not change by the profit",
                    f"{before} before and {after} after",
                    f"a change by {profit}",
                )
            if self._room.fee_cap and entry.fee + entry.outside > self._room.fee_cap:
                self._report(
                    "fee-mismatch",
                    f"{entry.label} paid a fee above its cap",
                    str(entry.fee + entry.outside),
                    f"at most {self._room.fee_cap}",
                )

    def _report(self, code: str, message: str, text: str, expected: str) -> None:
        self.faults.append(Fault(code, message, text=text, expected=expected))


def _points(score: words.Score) -> int | None:
    parts = [getattr(score, part) for part in _PARTS]
    return None if all(part is None for part in parts) else sum(part or 0 for part in parts)
