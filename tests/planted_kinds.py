"""Kinds of faults beside those of the generator: what plants each, which family or codes must find it, under which rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.audit import auto_place
from ofc_analytics.cards import UNKNOWN
from ofc_analytics.generate.faults import FAULTS
from ofc_analytics.generate.scene import Scene
from ofc_analytics.hands import ROWS
from ofc_analytics.rules import change_rules
from ofc_analytics.schema import frame_from_hands
from ofc_analytics.settlement.frames import settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from ofc_analytics.hands import Hand

_TRIES = 20


@dataclass(frozen=True)
class Kind:
    """A kind of fault: its family, what gives the hand with the fault (and the hand before, if that changes too) or None."""

    family: str
    plant: Callable[[Scene], Hand | tuple[Hand, Hand] | None]
    codes: tuple[str, ...] = ()
    overrides: tuple[str, ...] = ()
    scenes: int = 1
    """How many times as many hands it needs as others, for few can have it."""

    alone: bool = False
    """Whether its rules are such that other kinds cannot be planted beside it."""


def _with(hand, place, **changes):
    players = list(hand.players)
    players[place] = replace(players[place], **changes)
    return replace(hand, players=tuple(players))


def _claim(hand, place, **changes):
    return _with(hand, place, claimed=replace(hand.players[place].claimed, **changes))


def _street(hand, place, number, **changes):
    streets = list(hand.players[place].streets)
    streets[number] = replace(streets[number], **changes)
    return _with(hand, place, streets=tuple(streets))


def _any_place(scene):
    return scene.number(0, len(scene.hand.players) - 1)


def _fantasyland_claimed(scene):
    place = _any_place(scene)
    return _claim(scene.hand, place, fantasyland=0 if scene.hand.players[place].claimed.fantasyland else 14)


def _lost_more_than_the_stack(scene):
    place = _any_place(scene)
    return _claim(scene.hand, place, net=-scene.hand.players[place].stack - scene.hand.unit)


def _won_more_than_the_cap(scene):
    hand = scene.hand
    return _claim(hand, 0, net=hand.players[0].stack * (2 ** (len(hand.players) - 1) - 1) + hand.unit)


def _paid_by(**policy):
    """The money of the hand is what another payout gives."""

    def plant(scene):
        other = change_rules(scene.rules, {f"payout.{key}": value for key, value in policy.items()})
        [result] = settle(frame_from_hands([scene.hand]), other).to_dicts()
        nets = [player["net"] for player in result["players"]]
        hand = scene.hand
        if nets == [player.claimed.net for player in hand.players]:
            return None
        for place, net in enumerate(nets):
            hand = _claim(hand, place, net=net)
        return hand

    return plant


def _more_cards_than_the_deck(scene):
    hand = scene.hand
    dealt = sum(13 + len(player.discards) for player in hand.players)
    return _with(hand, 0, discards=hand.players[0].discards + bytes([UNKNOWN] * (53 - dealt)))


def _jokers(scene):
    return replace(scene.hand, jokers=1)


def _dealt_and_not_placed(scene):
    for place, player in enumerate(scene.hand.players):
        thrown = [number for number, street in enumerate(player.streets) if street.discarded]
        if len(thrown) > 1:
            return _street(scene.hand, place, thrown[scene.number(0, len(thrown) - 1)], discarded=b"")
    return None


def _acted_in_another_order(scene):
    hand = scene.hand
    first, second = hand.players[:2]
    if any(len(player.streets) < 2 for player in (first, second)):
        return None
    acted = [player.streets[1].acted for player in (first, second)]
    for place, number in enumerate(reversed(acted)):
        hand = _street(hand, place, 1, acted=number)
    return hand


def _clock_overspent(scene):
    return _street(scene.hand, 0, 0, seconds=1000.0, auto=False)


def _placed_otherwise(scene):
    """The room placed the cards of a street, and not from the bottom up."""
    place = _any_place(scene)
    player = scene.hand.players[place]
    if len(player.streets) < 2:
        return None
    number = scene.number(0, len(player.streets) - 1)
    street = player.streets[number]
    counts = [sum(len(getattr(one, row)) for one in player.streets[:number]) for row in ROWS]
    keep = sum(len(getattr(street, row)) for row in ROWS)
    placed = auto_place([counts], [list(street.dealt)], "bottom-first", keep)[0]
    as_it_was = [
        next((at for at, row in enumerate(ROWS) if card in getattr(street, row)), len(ROWS))
        for card in street.dealt
    ]
    return None if np.array_equal(placed, as_it_was) else _street(scene.hand, place, number, auto=True)


def _stay_denied(scene):
    """A stay in Fantasyland that was not honoured."""
    if scene.before is None:
        return None
    stayed = {player.name for player in scene.before.players if player.fantasyland}
    return _by_generator("fantasyland-denied", scene, stayed)


def _left_too_early(scene):
    """The room takes a player out of Fantasyland who has kept it, and says so in the hand before."""
    hand = _stay_denied(scene)
    if hand is None:
        return None
    before = scene.before
    for place, (then, now) in enumerate(zip(scene.hand.players, hand.players, strict=True)):
        if then.fantasyland and not now.fantasyland:
            before = _claim(before, place, fantasyland=0)
    return before, hand


def _over_the_limit(scene):
    """Fantasyland is kept once more than the rules allow."""
    if scene.before is None:
        return None
    kept = Scene(scene.before, None, None, scene.rules, scene.rng).scores().fantasyland[0]
    names = {
        player.name
        for player, cards in zip(scene.before.players, kept, strict=True)
        if player.fantasyland and cards and not player.claimed.fantasyland
    }
    return _by_generator("fantasyland-granted", scene, names)


def _by_generator(kind, scene, names):
    """A fault of the generator's, of one of these players."""
    if not names.intersection(player.name for player in scene.hand.players):
        return None
    tried = (FAULTS[kind].plant(scene) for _ in range(_TRIES))
    return next((done.hands[0] for done in tried if done is not None and done.player in names), None)


def _chips_gone(scene):
    player = scene.one_of(player for player in scene.hand.players if player.stack > scene.hand.unit)
    if scene.before is None or player is None:
        return None
    return scene.with_player(player, stack=player.stack - scene.hand.unit)


def _time_back(scene):
    before = scene.before
    return (
        None if before is None else replace(scene.hand, started_at=before.started_at - timedelta(seconds=1))
    )


def _number_twice(scene):
    return None if scene.before is None else replace(scene.hand, hand_no=scene.before.hand_no)


def _bought_in_for_too_much(scene):
    hand = scene.hand
    return _with(hand, 0, stack=hand.unit * 100_000) if hand.hand_no == 1 else None


def _jackpot_fee(scene):
    return replace(scene.hand, jackpot_in=scene.hand.unit * 20)


def _jackpot_drawn(scene):
    return replace(scene.hand, jackpot_out=scene.hand.unit * 50)


_CLOCK = ("clock.seconds=30", "clock.bank=60", "clock.auto_placement=bottom-first")
_SHORT = ("deal.buy_in=[10, 40]",)
_JACKPOT = ("jackpot.fee=1", "jackpot.bottom=straight flush")

OWN = {
    "fantasyland-claimed": Kind("fantasyland", _fantasyland_claimed),
    "stay-denied": Kind("fantasyland", _stay_denied, ("fantasyland-stay-denied",), scenes=3),
    "left-early": Kind(
        "fantasyland", _left_too_early, ("fantasyland-stay-denied", "claim-fantasyland-denied"), scenes=3
    ),
    "over-the-limit": Kind(
        "fantasyland",
        _over_the_limit,
        ("fantasyland-repeats",),
        ("fantasyland.repeats=0",),
        scenes=3,
        alone=True,
    ),
    "loss-above-stack": Kind("money", _lost_more_than_the_stack, ("loss-above-stack",)),
    "win-above-cap": Kind("money", _won_more_than_the_cap, ("win-above-cap",)),
    "payout-order": Kind(
        "money", _paid_by(order="payer-major"), ("payout-order",), _SHORT, scenes=3, alone=True
    ),
    "payout-cap": Kind(
        "money", _paid_by(win_cap="starting-total"), ("payout-cap", "payout-order"), _SHORT, alone=True
    ),
    "deck-overdrawn": Kind("deck", _more_cards_than_the_deck, ("deck-overdrawn",)),
    "jokers": Kind("deck", _jokers, ("jokers-differ",)),
    "dealt-not-placed": Kind("deck", _dealt_and_not_placed, ("card-lost",)),
    "acted": Kind("order", _acted_in_another_order),
    "clock": Kind("clock", _clock_overspent, ("clock-ignored",), _CLOCK),
    "auto-placed": Kind("clock", _placed_otherwise, ("auto-placement",), _CLOCK),
    "jackpot-fee": Kind("rake", _jackpot_fee, ("jackpot-fee",), _JACKPOT),
    "jackpot-drawn": Kind("rake", _jackpot_drawn, ("jackpot-draw",), _JACKPOT),
    "chips-gone": Kind("continuity", _chips_gone, ("stack-short",)),
    "time-back": Kind("continuity", _time_back, ("time-backwards",)),
    "number-twice": Kind("continuity", _number_twice, ("hand-number-twice",)),
    "buy-in": Kind("seats", _bought_in_for_too_much, ("buy-in",), ("deal.buy_in=[20, 1000]",), scenes=3),
}
"""Every kind by its name."""
