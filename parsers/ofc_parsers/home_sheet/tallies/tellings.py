"""One night may be told several times in a workbook: by cards, by points, by totals. It is counted once.

What tells it again is held against what counts, as far as both tell what players made.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ofc_analytics.hands import Hand
    from ofc_parsers.home_sheet.tallies.results import Group, Prices

__all__ = ["Comparison", "Telling", "Tellings", "telling_of"]

Made: TypeAlias = "dict[str, int | None]"
"""What each player made, in minor units; None where that is not told."""


@dataclass(slots=True)
class Telling:
    """What is told of one session: what players made, by hand, or under None by the whole session."""

    session: str | None
    made: dict[str | None, Made] = field(default_factory=dict)

    @property
    def numbered(self) -> bool:
        """Whether all of it is told hand by hand."""
        return None not in self.made

    def add(self, hand: str | None, made: Mapping[str, int | None]) -> None:
        """Add what players made in a hand."""
        _add(self.made.setdefault(hand, {}), made)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What tells a night again, beside what counts: `difference` in words, and whether all of it was compared."""

    difference: str | None
    complete: bool


@dataclass(slots=True)
class Tellings:
    """What counts so far, session by session."""

    _sessions: dict[str | None, Telling] = field(default_factory=dict)

    def count(self, session: str | None, hand: str | None, made: Mapping[str, int | None]) -> None:
        """Take note of what players made in a hand that counts."""
        self._sessions.setdefault(session, Telling(session)).add(hand, made)

    def count_hand(self, hand: Hand) -> None:
        """Take note of a hand with cards, by what it claims."""
        made = {
            player.name: player.claimed.net
            if player.claimed.net is not None or player.claimed.points is None or hand.unit is None
            else player.claimed.points * hand.unit
            for player in hand.players
        }
        self.count(hand.session, hand.native_id, made)

    def compare(self, told: Telling) -> Comparison | None:
        """Hold a telling against what counts of its session; None where it is new."""
        sessions = [
            other
            for name, other in self._sessions.items()
            if told.session is None or name in {None, told.session}
        ]
        if not sessions:
            return None
        counted: dict[str | None, Made] = defaultdict(dict)
        for other in sessions:
            for hand, made in other.made.items():
                _add(counted[hand], made)
        if not told.numbered or None in counted:
            return _compare(_sum(told.made.values()), _sum(counted.values()), "")
        if told.made.keys().isdisjoint(counted):
            return None
        unknown = [str(hand) for hand in told.made if hand not in counted]
        if unknown:
            return Comparison(f"they do not tell hand {', '.join(unknown)}", complete=True)
        found = [_compare(made, counted[hand], f" in hand {hand}") for hand, made in told.made.items()]
        differing = [one.difference for one in found if one.difference]
        return Comparison("; ".join(differing) or None, all(one.complete for one in found))


def telling_of(groups: Iterable[Group], prices: Prices) -> list[Telling]:
    """What groups of statements tell, session by session; hands that are left out tell nothing."""
    sessions: dict[str | None, Telling] = {}
    for group in groups:
        telling = sessions.setdefault(group.session, Telling(group.session))
        for said in group.statements:
            telling.add(group.hand, {said.player: prices.money(said)})
    return [telling for telling in sessions.values() if telling.made]


def _compare(made: Made, counted: Made, where: str) -> Comparison:
    """Compare what players made; who is not named made nothing."""
    pairs = {name: (made.get(name, 0), counted.get(name, 0)) for name in {**counted, **made}}
    differing = [name for name, amounts in pairs.items() if None not in amounts and amounts[0] != amounts[1]]
    difference = f"{', '.join(differing)} made another amount{where}" if differing else None
    return Comparison(difference, not any(None in amounts for amounts in pairs.values()))


def _sum(some: Iterable[Made]) -> Made:
    total: Made = {}
    for made in some:
        _add(total, made)
    return total


def _add(total: Made, made: Mapping[str, int | None]) -> None:
    """Add amounts to others; what is not told makes the sum one that is not."""
    for player, amount in made.items():
        before = total.get(player, 0)
        total[player] = None if amount is None or before is None else before + amount
