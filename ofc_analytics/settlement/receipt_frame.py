"""A receipt as a frame of results: one board by itself has a row there too, which a table of hands never has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from ofc_analytics.schema import RESULTS, frame_from_hands
from ofc_analytics.settlement.naturals import NATURALS
from ofc_analytics.settlement.scoring import pair_places

if TYPE_CHECKING:
    import numpy as np

    from ofc_analytics.settlement.receipt import Receipt

__all__ = ["results_of"]


def results_of(slip: Receipt) -> pl.DataFrame:
    """One row of schema `Results`, as settlement gives it for the hand.

    Examples
    --------
    >>> from ofc_analytics.settlement.one_hand import score_boards
    >>> from ofc_analytics.settlement.tables import boards
    >>> slip = score_boards("Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d")
    >>> boards(results_of(slip)).select("top_hand", "royalties", "fantasyland", "points").row(0)
    ('pair of queens', 7, 14, 0)
    """
    (hand,) = frame_from_hands([slip.hand]).iter_rows(named=True)
    row = hand | {
        "rules": slip.rules.name,
        "fingerprint": slip.rules.fingerprint,
        "deferred": slip.past.deferred,
        "chain_broken": slip.past.chain_broken,
        "fantasyland_known": slip.past.fantasyland_known,
        "players": [_player(slip, place, player) for place, player in enumerate(hand["players"])],
        "pairs": [
            _pair(slip, pair, *places) for pair, places in enumerate(pair_places(len(hand["players"])))
        ],
    }
    return pl.DataFrame([{name: row[name] for name in RESULTS}], schema=RESULTS)


def _player(slip: Receipt, place: int, player: dict[str, Any]) -> dict[str, Any]:
    scores = slip.scores
    lost = slip.past.already_lost
    names = ("seat", "name", "stack", "cards", "claimed", "line")
    return {name: player[name] for name in names} | {
        "in_fantasyland": int(slip.playing[place]),
        "expected_fantasyland": None,
        "foul": bool(scores.foul[0, place]),
        "values": scores.values[0, place].tolist(),
        "natural": _natural(scores.natural[0, place]),
        "held_natural": _natural(scores.held[0, place]),
        "row_royalties": scores.row_royalties[0, place].tolist(),
        "royalties": int(scores.row_royalties[0, place].sum()),
        "fantasyland": int(slip.coming[place]),
        "points": int(scores.totals[0, place]),
        "already_lost": _priced(slip, 0 if lost is None else lost[place]),
        "rake": _priced(slip, slip.rake[place]),
        "jackpot": _priced(slip, slip.jackpot_draw[place] - slip.jackpot_fee[place]),
        "net": slip.net(place),
        "agrees": slip.agrees(place),
    }


def _pair(slip: Receipt, pair: int, first: int, second: int) -> dict[str, Any]:
    scores, carried = slip.scores, slip.past.carried
    names = ("row_points", "scoop", "royalties", "other", "points")
    return {name: int(getattr(scores, name)[0, pair]) for name in names} | {
        "first": slip.hand.players[first].seat,
        "second": slip.hand.players[second].seat,
        "rows": scores.rows[0, pair].tolist(),
        "carried": _priced(slip, 0 if carried is None else carried[pair]),
        "due": _priced(slip, slip.due[first, second]),
        "paid": _priced(slip, slip.paid[first, second]),
    }


def _natural(code: np.integer) -> str | None:
    return NATURALS[int(code) - 1] if code else None


def _priced(slip: Receipt, amount: int | np.integer) -> int | None:
    return None if slip.hand.unit is None else int(amount)
