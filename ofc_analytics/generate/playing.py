"""Hand after hand at many tables at once: cards are dealt and placed, Fantasyland follows, the button moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.cards import BOARD, UNKNOWN
from ofc_analytics.generate.arranging import Arranger
from ofc_analytics.generate.placing import DISCARD, Placer, Watchers
from ofc_analytics.rules import SAME
from ofc_analytics.settlement.fantasyland import repeats_allowed
from ofc_analytics.settlement.naturals import counted_naturals
from ofc_analytics.settlement.scoring import score

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.generate.sessions import Sessions
    from ofc_analytics.rules import RuleSet

__all__ = ["Dealer", "Play"]

_HAND = 3
_DEALS = 100  # deals that are tried for a last hand that leaves nothing open


@dataclass(frozen=True, slots=True)
class Play:
    """What was played at `m` tables of `k` players, `h` hands each at most.

    Attributes
    ----------
    dealt
        (m, h, k, w) uint8 codes in the order dealt, 255 where a player was dealt fewer.
    places
        (m, h, k, w) uint8, the row of each card, or `DISCARD`.
    fantasyland
        (m, h, k) uint8, cards dealt in Fantasyland, 0 for none.
    button
        (m, h) place of the button.
    natural
        (m, h, k) uint8, codes of the naturals that are declared.
    """

    dealt: NDArray[np.uint8]
    places: NDArray[np.uint8]
    fantasyland: NDArray[np.uint8]
    button: NDArray[np.intp]
    natural: NDArray[np.uint8]


class Dealer:
    """Plays sessions under one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._at_once = rules.deal.streets[0].keep == BOARD
        self._placer = Placer(rules)
        self._arrange = {inside: Arranger(rules, inside=inside) for inside in (False, True)}
        self._most = max(rules.deal.cards, *_sizes(rules))

    def play(self, sessions: Sessions, watchers: Watchers, *, seed: tuple[int, ...], width: int) -> Play:
        """Play all hands of some sessions.

        Parameters
        ----------
        sessions
            `m` sessions of `k` players.
        watchers
            Their players, (m * k).
        seed
            Of the block's chances.
        width
            Sessions of a whole block: chances are drawn for all of them, so that each has its own.
        """
        tables, players = sessions.players.shape
        hands = int(sessions.hands.max())
        shape = (tables, hands, players)
        play = Play(
            dealt=np.full((*shape, self._most), UNKNOWN, dtype=np.uint8),
            places=np.full((*shape, self._most), DISCARD, dtype=np.uint8),
            fantasyland=np.zeros(shape, dtype=np.uint8),
            button=np.zeros((tables, hands), dtype=np.intp),
            natural=np.zeros(shape, dtype=np.uint8),
        )
        inside = np.zeros((tables, players), dtype=np.uint8)
        run = np.zeros((tables, players), dtype=np.int32)
        button = sessions.button
        for hand in range(hands):
            play.fantasyland[:, hand], play.button[:, hand] = inside, button
            run = np.where(inside > 0, run + 1, 0)
            coming = np.zeros_like(inside)
            again = np.arange(tables)
            for deal in range(_DEALS):
                rng = np.random.default_rng((*seed, _HAND, players, hand, deal))
                deck = np.argsort(rng.random((width, self._rules.deal.deck)), axis=1)[sessions.within[again]]
                luck = rng.integers(0, 1 << 16, (width, players, self._most), dtype=np.uint16)
                some = _Hands(play, again, hand)
                self._play_hands(some, deck.astype(np.uint8), watchers, luck[sessions.within[again]])
                coming[again] = np.where(run[again] > repeats_allowed(self._rules), 0, self._coming(some))
                again = again[self._leaves_open(sessions.hands[again] == hand + 1, coming[again])]
                if not len(again):
                    break
            waits = (coming > 0).any(axis=1) & (self._rules.fantasyland.button == "stays")
            button = np.where(waits, button, (button + 1) % players)
            inside = coming
        return play

    def _leaves_open(self, last: NDArray[np.bool_], coming: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Last hands after which money of a chain would wait for ever; they are dealt anew."""
        after_chain = self._rules.fantasyland.settled == "after-chain"
        return last & (coming > 0).any(axis=1) & after_chain

    def _play_hands(
        self, hands: _Hands, deck: NDArray[np.uint8], watchers: Watchers, luck: NDArray[np.uint16]
    ) -> None:
        inside = hands.of("fantasyland")
        count = np.where(inside > 0, inside, self._rules.deal.cards).astype(np.intp)
        place = (count.cumsum(axis=1) - count)[:, :, None] + np.arange(self._most)
        given = np.arange(self._most) < count[:, :, None]
        dealt = np.take_along_axis(deck[:, None], np.minimum(place, deck.shape[1] - 1), axis=2)
        dealt = np.where(given, dealt, UNKNOWN).astype(np.uint8)
        places = np.full_like(dealt, DISCARD)
        owners = (hands.tables[:, None] * inside.shape[1] + np.arange(inside.shape[1])).reshape(-1)
        flat, rows = dealt.reshape(-1, self._most), places.reshape(-1, self._most)
        chances = luck.reshape(-1, self._most)
        for size in np.unique(inside):
            who = np.flatnonzero(inside == size)
            cards = int(size) or self._rules.deal.cards
            some = watchers.of(owners[who])
            if size or self._at_once:
                arranger = self._arrange[bool(size)]
                rows[who, :cards] = arranger.place(flat[who, :cards], some.noise, chances[who, 0])
            else:
                rows[who, :cards] = self._placer.place(flat[who, :cards], some, chances[who])
        hands.put("dealt", dealt)
        hands.put("places", places)

    def _coming(self, hands: _Hands) -> NDArray[np.uint8]:
        """(m, k) cards of the next hand's Fantasyland; a natural that is held is declared."""
        boards = boards_of(hands.of("dealt"), hands.of("places"))[0]
        natural = None
        if self._rules.naturals is not None and self._rules.naturals.declared:
            natural = counted_naturals(boards, None, self._rules)[1]
            hands.put("natural", natural)
        inside = hands.of("fantasyland")
        return score(boards, self._rules, in_fantasyland=inside, declared=natural).fantasyland


@dataclass(frozen=True, slots=True)
class _Hands:
    """One hand of some of the tables."""

    play: Play
    tables: NDArray[np.intp]
    number: int

    def of(self, name: str) -> NDArray[np.uint8]:
        found: NDArray[np.uint8] = getattr(self.play, name)[self.tables, self.number]
        return found

    def put(self, name: str, values: NDArray[np.uint8]) -> None:
        getattr(self.play, name)[self.tables, self.number] = values


def boards_of(
    dealt: NDArray[np.uint8], places: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Boards (..., 13) and what is left, (..., w - 13), in the order dealt within each row."""
    order = np.argsort(places, axis=-1, kind="stable")
    cards = np.take_along_axis(dealt, order, axis=-1)
    return cards[..., :BOARD], cards[..., BOARD:]


def _sizes(rules: RuleSet) -> list[int]:
    """Numbers of cards that any Fantasyland of the rules may have; 0 for none."""
    tables = rules.tables
    stay = tables.stay[tables.stay != SAME]
    return [
        int(tables.entry.max(initial=0)),
        int(stay.max(initial=0)),
        rules.fantasyland.entry.several or 0,
    ]
