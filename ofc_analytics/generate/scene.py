"""One hand with what is around it: what a fault is planted in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ofc_analytics.hands import ROW_SIZES, ROWS, Claim, Hand, Player, Street
from ofc_analytics.settlement.scoring import Scores, score

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ofc_analytics.rules import RuleSet

__all__ = ["Planted", "Scene", "claimed_more", "laid_out", "rows_of"]


@dataclass(frozen=True, slots=True)
class Planted:
    """What becomes of a hand: the hands that are there in its place, whose fault it is, and what it is."""

    hands: tuple[Hand, ...]
    player: str | None
    what: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A hand that is right in every way, its neighbours in its session, its rules, and chance."""

    hand: Hand
    before: Hand | None
    after: Hand | None
    rules: RuleSet
    rng: np.random.Generator

    def one_of(self, players: Iterable[Player]) -> Player | None:
        """Any of some players; None where there are none."""
        some = list(players)
        return some[int(self.rng.integers(len(some)))] if some else None

    def number(self, least: int, most: int) -> int:
        """A whole number from `least` to `most`."""
        return int(self.rng.integers(least, most + 1))

    def shuffled(self, cards: Iterable[int]) -> list[int]:
        """Cards in any order."""
        return [int(card) for card in self.rng.permutation(list(cards))]

    def unseen(self) -> list[int]:
        """Cards that are with no player, in any order."""
        seen = {card for player in self.hand.players for card in (*player.cards, *player.discards)}
        return self.shuffled(set(range(self.rules.deal.deck)) - seen)

    def with_player(self, player: Player, **changes: Any) -> Hand:  # noqa: ANN401 - the fields of a player
        """The hand with something changed of one player."""
        players = (replace(one, **changes) if one.seat == player.seat else one for one in self.hand.players)
        return replace(self.hand, players=tuple(players))

    def with_claim(self, player: Player, **changes: Any) -> Hand:  # noqa: ANN401 - the fields of a claim
        """The hand with something changed of what one player's result is said to be."""
        return self.with_player(player, claimed=replace(player.claimed, **changes))

    def planted(self, hand: Hand, player: Player | None, what: str) -> Planted:
        """The changed hand in the place of this one."""
        return Planted((hand,), None if player is None else player.name, what)

    def scores(self, inside: Sequence[int] | None = None) -> Scores:
        """How the hand is scored; `inside` are cards of the Fantasylands, those recorded if not given."""
        recorded = [player.fantasyland or 0 for player in self.hand.players]
        boards = np.array([[list(player.cards) for player in self.hand.players]], dtype=np.uint8)
        played = np.array([recorded if inside is None else inside], dtype=np.uint8)
        return score(boards, self.rules, in_fantasyland=played)

    def coming(self, player: Player, inside: int) -> int | None:
        """Cards of the player's next Fantasyland if he played this one with `inside`; None where the record goes on otherwise."""
        place = self.hand.players.index(player)
        recorded = [one.fantasyland or 0 for one in self.hand.players]
        recorded[place] = inside
        cards = int(self.scores(recorded).fantasyland[0, place])
        return cards if self.after is None or self.after.players[place].fantasyland == cards else None


def rows_of(player: Player) -> dict[int, str]:
    """The row of each card of a board."""
    names = [row for row, size in zip(ROWS, ROW_SIZES, strict=True) for _ in range(size)]
    return dict(zip(player.cards, names, strict=True))


def laid_out(kept: Sequence[int], thrown: Sequence[int], player: Player) -> Street:
    """A street on which some cards of a board are placed and others discarded."""
    rows = rows_of(player)
    top, middle, bottom = (bytes(card for card in kept if rows[card] == row) for row in ROWS)
    return Street(
        dealt=bytes([*kept, *thrown]), top=top, middle=middle, bottom=bottom, discarded=bytes(thrown)
    )


def claimed_more(claim: Claim, points: int, money: int) -> Claim:
    """A claim with points and money added; what is not claimed stays so."""
    return replace(
        claim,
        points=None if claim.points is None else claim.points + points,
        net=None if claim.net is None else claim.net + money,
    )
