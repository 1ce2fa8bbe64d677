"""Hands as a room would write them down: played by the rules of their game, with the right result claimed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import ofc_analytics as ofc
from ofc_analytics.hands import Claim, Hand, Player, Street
from ofc_analytics.rules import load_rules
from ofc_analytics.schema import frame_from_hands

NAMES = ("Anna", "Борис", "Carol", "Dmitri")
_STARTS = {"top": 10, "middle": 5, "bottom": 0}


def settled_hands(
    seeds, *, rules="american-pineapple", players=2, names=NAMES, unit=None, stack=None, fantasyland=()
):
    """Hands of the seeds, one game after another: settled under `rules`, with all that settlement finds claimed.

    `unit` and `stack` are minor units; `fantasyland` holds each player's cards in it, 0 for none. The
    button moves on by a seat a hand. Most boards are sound, and some carry royalties.
    """
    hands = [
        _deal(seed, rules, (*fantasyland, *[0] * players)[:players], names, number, unit, stack)
        for number, seed in enumerate(seeds, 1)
    ]
    return [claimed(hand, rules) for hand in hands]


def claimed(hand, rules):
    """The hand with its result under `rules` as its claims."""
    [result] = ofc.settle(frame_from_hands([hand]), rules).to_dicts()
    players = tuple(
        replace(
            player,
            claimed=Claim(
                points=found["points"],
                net=found["net"],
                royalties=tuple(found["row_royalties"]),
                foul=found["foul"],
                fantasyland=found["fantasyland"],
            ),
        )
        for player, found in zip(hand.players, result["players"], strict=True)
    )
    return replace(hand, players=players)


def _deal(seed, rules, in_fantasyland, names, number, unit, stack):
    rng = random.Random(seed)
    streets = load_rules(rules).deal.streets
    deck = rng.sample(range(52), 52)
    deals = [[] for _ in in_fantasyland]
    for place, street in enumerate(streets):
        for player, cards in enumerate(in_fantasyland):
            if not (cards and place):
                count = cards or street.cards
                keep = 13 if cards else street.keep
                deals[player].append((bytes(deck[:count]), keep))
                del deck[:count]
    return Hand(
        players=tuple(
            _play(seat, name, dealt, cards, stack, rng)
            for seat, (name, dealt, cards) in enumerate(zip(names, deals, in_fantasyland, strict=False), 1)
        ),
        native_id=f"H{seed}",
        table="T",
        session="S",
        hand_no=number,
        rules=rules,
        unit=unit,
        button=(number - 1) % len(in_fantasyland) + 1,
    )


def _play(seat, name, deals, in_fantasyland, stack, rng):
    """Place the cards so that the rows are ordered, as far as pairs and ranks go."""
    kept = [card for dealt, keep in deals for card in dealt[:keep]]
    times = Counter(card // 4 for card in kept)
    kept.sort(key=lambda card: (times[card // 4], card // 4), reverse=True)
    rows = {row: kept[start:][: 3 if row == "top" else 5] for row, start in _STARTS.items()}
    streets = tuple(
        Street(
            dealt=bytes(rng.sample(dealt, len(dealt))),
            discarded=dealt[keep:],
            **{row: bytes(card for card in dealt[:keep] if card in cards) for row, cards in rows.items()},
        )
        for dealt, keep in deals
    )
    return Player(
        seat=seat,
        name=name,
        cards=b"".join(getattr(street, row) for row in rows for street in streets),
        stack=stack,
        fantasyland=in_fantasyland,
        discards=b"".join(street.discarded for street in streets),
        streets=streets,
    )
