"""Hands of a room that claims what its rules give: drawn in strata, settled, and written down."""

from __future__ import annotations

from dataclasses import replace

from drawing import draw_hands

import ofc_analytics as ofc
from ofc_analytics.hands import Claim, Source
from ofc_analytics.schema import frame_from_hands

ALL = ("points", "net", "royalties", "foul", "fantasyland")


def room(rules, count, claims=ALL, seed=7, wrong=()):
    """A frame of hands with these claims; those at the places `wrong` give the first player a point too much.

    Every hand stands on a line of its own, from 1.
    """
    hands = [
        replace(hand, source=Source(file="room.log", line=line))
        for line, hand in enumerate(draw_hands(rules.model_dump(), count, seed), start=1)
    ]
    results = ofc.settle(frame_from_hands(hands), rules).to_dicts()
    return frame_from_hands(
        [
            _claimed(hand, result, claims, off=place in wrong)
            for place, (hand, result) in enumerate(zip(hands, results, strict=True))
        ]
    )


def _claimed(hand, result, claims, *, off):
    players = []
    for place, (player, found) in enumerate(zip(hand.players, result["players"], strict=True)):
        told = found | {"royalties": tuple(found["row_royalties"])}
        told["points"] += off and place == 0
        players.append(replace(player, claimed=Claim(**{claim: told[claim] for claim in claims})))
    return replace(hand, players=tuple(players))
