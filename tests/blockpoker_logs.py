"""Hands written as BlockPoker's history gives them: replays, and items of one player's list.

The keys are those of the room's published server; all players and hands are made up.
"""

from __future__ import annotations

import json

import ofc_analytics as ofc
from ofc_analytics.schema import frame_from_hands

_ROWS = {"top": slice(0, 3), "middle": slice(3, 8), "bottom": slice(8, 13)}
_MODE = {"game_mode": "ofc_cash", "setting_id": "6f1d0000-0000-4000-8000-000000000001"}


def replay(hand, *, number=None, viewer=1):
    """One hand as a replay for the player at seat `viewer`; the hand must hold its claims and a unit."""
    number = hand.hand_no if number is None else number
    points = hand_points(hand)
    return {
        "kind": "ofc",
        "hand": {
            "id": hand_id(hand, number),
            "room_id": "7a2b0000-0000-4000-8000-000000000002",
            **_MODE,
            "hand_number": number,
            "variant": "ofc_pineapple",
            "button_seat": hand.button,
            "point_value": hand.unit,
            "started_at": f"2026-08-24T11:{number % 60:02}:00.898000Z",
            "ended_at": f"2026-08-24T11:{number % 60:02}:40.100000Z",
        },
        "players": [
            {
                "user_id": f"9c3d0000-0000-4000-8000-{player.seat:012}",
                "name": player.name,
                **_view(player, own=player.seat == viewer),
                "line_results": [
                    {"opponent": other.seat, "points": points[player.seat, other.seat]}
                    for other in hand.players
                    if other is not player
                ],
            }
            for player in hand.players
        ],
    }


def list_item(hand, *, seat=1, number=None):
    """One hand as the list of the player at `seat` shows it."""
    number = hand.hand_no if number is None else number
    player = next(player for player in hand.players if player.seat == seat)
    return {
        "kind": "ofc",
        "id": hand_id(hand, number),
        "ended_at": f"2026-08-24T11:{number % 60:02}:40.100000Z",
        **_MODE,
        "hand_number": number,
        "variant": "ofc_pineapple",
        "point_value": hand.unit,
        **_view(player, own=True),
    }


def hand_id(hand, number):
    """The id of a hand: any UUID does, and this one comes from its number."""
    return f"3d4e{number:04x}-0000-4000-8000-0000000000{len(hand.players):02}"


def blockpoker_lines(objects):
    """Objects (or texts as they are) as JSON lines."""
    return "".join(
        (item if isinstance(item, str) else json.dumps(item, ensure_ascii=False)) + "\n" for item in objects
    ).encode()


def blockpoker_array(objects, *, indent=None):
    """Objects as one JSON array."""
    return json.dumps(objects, ensure_ascii=False, indent=indent).encode()


def blockpoker_page(objects):
    """Objects as a page of a list."""
    return json.dumps({"items": objects, "cursor": None}, ensure_ascii=False, indent=1).encode()


def _view(player, *, own):
    claimed = player.claimed
    return {
        "seat": player.seat,
        "box": {row: _cards(player.cards[cards]) for row, cards in _ROWS.items()},
        "discards": _cards(player.discards) if own else [],
        "foul": claimed.foul,
        "royalties": dict(zip(_ROWS, claimed.royalties, strict=True)),
        "royalty_total": sum(claimed.royalties),
        "fantasy": bool(player.fantasyland),
        "fantasy_next": bool(claimed.fantasyland),
        "points": claimed.points,
        "net": claimed.net,
        "scoop_count": 0,
    }


def _cards(codes):
    return [{"rank": code // 4 + 2, "suit": "cdhs"[code % 4]} for code in codes]


def hand_points(hand):
    """Points of each pair of seats, both ways, as settlement finds them."""
    [result] = ofc.settle(frame_from_hands([hand])).to_dicts()
    points = {(pair["first"], pair["second"]): pair["points"] for pair in result["pairs"]}
    return points | {(second, first): -number for (first, second), number in points.items()}
