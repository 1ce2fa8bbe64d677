"""Small frames of results from literal values, for tests that are not about settlement."""

from __future__ import annotations

import polars as pl

from ofc_analytics.schema import RESULTS, Results

_NO_CLAIM = dict.fromkeys(("points", "net", "royalties", "foul", "fantasyland", "raw"))
_SOURCE = {"file": "literal", "sha256": "0" * 64, "line": None, "parser": "none", "version": "0"}


def hand(points, *, net=None, inside=None, earned=None, fouls=(), **deal):
    """One hand: points, net, inside (cards of this Fantasyland) and earned (of the next) by player name."""
    net, inside, earned = net or {}, inside or {}, earned or {}
    return deal | {
        "players": [
            {
                "seat": seat,
                "name": name,
                "stack": None,
                "in_fantasyland": inside.get(name, 0),
                "cards": [card + 13 * (seat - 1) for card in range(13)],
                "foul": name in fouls,
                "values": [0, 0, 0],
                "row_royalties": [0, 0, 0],
                "royalties": 0,
                "fantasyland": earned.get(name, 0),
                "points": won,
                "net": net.get(name),
                "claimed": _NO_CLAIM,
                "agrees": None,
                "line": None,
            }
            for seat, (name, won) in enumerate(points.items(), start=1)
        ]
    }


def results(*hands):
    defaults = {
        "content_hash": "0" * 64,
        "exponent": 2,
        "jokers": 0,
        "rules": "american-pineapple",
        "fingerprint": "0" * 12,
        "deferred": False,
        "chain_broken": False,
        "fantasyland_known": True,
        "pairs": [],
        "source": _SOURCE,
    }
    rows = [
        dict.fromkeys(RESULTS) | defaults | {"hand_id": f"{number:016x}"} | deal
        for number, deal in enumerate(hands)
    ]
    return Results.validate(pl.DataFrame(rows, schema=RESULTS))
