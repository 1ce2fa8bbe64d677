"""Faults planted in generated hands, one at a time or mixed, and the families that must find them.

The generator's kinds and further ones of this module's own, each planted in hands with sound ones around them.
"""

from __future__ import annotations

import io
import random
from dataclasses import replace
from datetime import timedelta

import polars as pl

import ofc_analytics as ofc
from ofc_analytics.audit import audit
from ofc_analytics.cards import UNKNOWN
from ofc_analytics.generate import generate
from ofc_analytics.generate.faults import FAULTS, plant
from ofc_analytics.generate.lines import ofc_json
from ofc_analytics.rules import load_rules
from ofc_analytics.schema import frame_from_hands, hands_from_frame
from ofc_analytics.settlement.frames import settle_all

GENERATED = {
    "points": "points",
    "sign": "points",
    "royalty": "royalties",
    "money": "money",
    "rake": "rake",
    "foul-missed": "fouls",
    "foul-called": "fouls",
    "fantasyland-denied": "fantasyland",
    "fantasyland-granted": "fantasyland",
    "fantasyland-cards": "fantasyland",
    "card-twice": "deck",
    "discard-back": "deck",
    "street-late": "streets",
    "streets-swapped": "streets",
    "button-stuck": "button",
    "stack-jump": "continuity",
    "gap": "continuity",
    "duplicate": "continuity",
}
"""Family that must find each kind of the generator."""

assert set(GENERATED) == set(FAULTS)


def _with(hand, place, **changes):
    players = list(hand.players)
    players[place] = replace(players[place], **changes)
    return replace(hand, players=tuple(players))


def _claim(hand, place, **changes):
    return _with(hand, place, claimed=replace(hand.players[place].claimed, **changes))


def _fantasyland_claimed(hand, before, rng):
    place = rng.randrange(len(hand.players))
    return _claim(hand, place, fantasyland=0 if hand.players[place].claimed.fantasyland else 14)


def _lost_more_than_the_stack(hand, before, rng):
    place = rng.randrange(len(hand.players))
    return _claim(hand, place, net=-hand.players[place].stack - hand.unit)


def _won_more_than_the_cap(hand, before, rng):
    player = hand.players[0]
    return _claim(hand, 0, net=player.stack * (2 ** (len(hand.players) - 1) - 1) + hand.unit)


def _more_cards_than_the_deck(hand, before, rng):
    dealt = sum(13 + len(player.discards) for player in hand.players)
    return _with(hand, 0, discards=hand.players[0].discards + bytes([UNKNOWN] * (53 - dealt)))


def _jokers(hand, before, rng):
    return replace(hand, jokers=1)


def _acted_in_another_order(hand, before, rng):
    first, second = hand.players[:2]
    if any(len(player.streets) < 2 for player in (first, second)):
        return None
    acted = [player.streets[1].acted for player in (first, second)]
    for place, number in enumerate(reversed(acted)):
        streets = list(hand.players[place].streets)
        streets[1] = replace(streets[1], acted=number)
        hand = _with(hand, place, streets=tuple(streets))
    return hand


def _clock_overspent(hand, before, rng):
    streets = list(hand.players[0].streets)
    streets[0] = replace(streets[0], seconds=1000.0, auto=False)
    return _with(hand, 0, streets=tuple(streets))


def _chips_gone(hand, before, rng):
    if before is None:
        return None
    player = rng.choice([player for player in hand.players if player.stack > hand.unit])
    return _with(hand, hand.players.index(player), stack=player.stack - hand.unit)


def _time_back(hand, before, rng):
    return None if before is None else replace(hand, started_at=before.started_at - timedelta(seconds=1))


def _number_twice(hand, before, rng):
    return None if before is None else replace(hand, hand_no=before.hand_no)


def _bought_in_for_too_much(hand, before, rng):
    return _with(hand, 0, stack=hand.unit * 100_000) if hand.hand_no == 1 else None


OWN = {
    "fantasyland-claimed": ("fantasyland", _fantasyland_claimed),
    "loss-above-stack": ("money", _lost_more_than_the_stack),
    "win-above-cap": ("money", _won_more_than_the_cap),
    "deck-overdrawn": ("deck", _more_cards_than_the_deck),
    "jokers": ("deck", _jokers),
    "acted": ("order", _acted_in_another_order),
    "clock": ("clock", _clock_overspent),
    "chips-gone": ("continuity", _chips_gone),
    "time-back": ("continuity", _time_back),
    "number-twice": ("continuity", _number_twice),
    "buy-in": ("seats", _bought_in_for_too_much),
}
"""Kinds of this module: the family that must find each, and what plants it, given the hand before at the table."""

OVERRIDES = ("clock.seconds=30", "clock.bank=60", "deal.buy_in=[20, 1000]")
"""Rules that the own kinds need beside those of american-pineapple."""


def clean(rules="american-pineapple", *, hands=1000, seed=1, **options):
    """Generated hands without a fault."""
    return pl.concat(list(generate(rules, hands=hands, seed=seed, **options)))


def plant_own(hands, kind, number, seed=1):
    """Plant a kind of this module in up to `number` hands; give the hands, and the ids of those that have it."""
    rng = random.Random(f"{kind}-{seed}")
    objects = hands_from_frame(hands)
    taken = set()
    planted = []
    for at in rng.sample(range(1, len(objects) - 1), len(objects) - 2):
        if len(planted) == number:
            break
        if taken & {at - 1, at, at + 1}:
            continue
        hand, last = objects[at], objects[at - 1]
        before = last if (last.table, last.session) == (hand.table, hand.session) else None
        changed = OWN[kind][1](hand, before, rng)
        if changed is not None:
            objects[at] = changed
            taken.add(at)
            planted.append(hand.native_id)
    return frame_from_hands(objects), planted


def plant_kind(hands, kind, number, rules, seed=1):
    """Plant a kind in `number` hands; give the hands, and the ids at which it must be found."""
    if kind in OWN:
        return plant_own(hands, kind, number, seed)
    faulty, planted = plant(hands, {kind: number / hands.height}, rules=rules, seed=seed)
    if kind != "gap":
        return faulty, planted["hand"].to_list()
    return faulty, [_after(hand) for hand in planted["hand"]]


def _after(native_id):
    """A gap is found at the hand behind it."""
    session, _, number = native_id.rpartition("-")
    return f"{session}-{int(number) + 1}"


def family(kind):
    """The family that must find a kind."""
    return OWN[kind][0] if kind in OWN else GENERATED[kind]


def audited(hands, rules, *, as_file=True):
    """Findings on a frame of hands, by way of a file where the source records no more than its lines hold."""
    issues = []
    if as_file:
        hands, issues = ofc.read_all(io.BytesIO(ofc_json(hands)), input_format="ofc-json")
    results, misfits = settle_all(hands, rules)
    return audit(hands, results, {rules.fingerprint: rules}, issues=[*issues, *misfits])


def found(findings, kind, ids):
    """How many of the hands with a fault of a kind have a finding of its family."""
    told = set(findings.filter(pl.col("family") == family(kind))["hand"].drop_nulls())
    return len(told.intersection(ids))


def own_rules(name="american-pineapple"):
    """The rule set with what the own kinds need."""
    return load_rules(name, OVERRIDES)
