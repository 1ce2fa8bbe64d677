"""Hands that were played and settled, as dumps of PPPoker's messages."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from functools import cache

import play
import polars as pl

import ofc_analytics as ofc
from ofc_analytics.schema import frame_from_hands, hands_from_frame

UNIT, STACK = 100, 50_000
_STARTED = datetime(2025, 12, 8, 0, 16, 11, tzinfo=UTC)
_SESSION = "251208081611-300001"
_SUITS = (2, 1, 3, 4)  # clubs, diamonds, hearts, spades
_ROWS = (("head", "top"), ("middle", "middle"), ("tail", "bottom"))


def played_hands(count, *, seed=0, players=2, fantasyland=(), names=play.NAMES):
    """Legally played hands of one table in which somebody wins something."""
    hands = _drawn(count, seed, players, fantasyland)
    return [_at_table(hand, number, names) for number, hand in enumerate(hands, 1)]


@cache
def _drawn(count, seed, players, fantasyland):
    drawn = (
        play.deal(seed * 1000 + nth, players=players, fantasyland=fantasyland) for nth in range(20 * count)
    )
    log = "".join(json.dumps(hand) + "\n" for hand in drawn).encode()
    frame = ofc.read(io.BytesIO(log), input_format="ofc-json")
    decided = ofc.settle(frame, "pppoker").select(
        pl.col("players").list.eval(pl.element().struct.field("points") != 0).list.any()
    )
    chosen = hands_from_frame(frame.filter(decided.to_series()))[:count]
    assert len(chosen) == count
    return chosen


def _at_table(hand, number, names):
    return replace(
        hand,
        native_id=f"{_SESSION}-{number}-2",
        room="pppoker",
        table="Night",
        session=_SESSION,
        hand_no=number,
        started_at=_STARTED,
        variant="pineapple",
        rules="pppoker",
        unit=UNIT,
        button=(number - 1) % len(hand.players) + 1,
        players=tuple(
            replace(player, name=name, stack=STACK) for player, name in zip(hand.players, names, strict=False)
        ),
    )


def wire(cards):
    """Card codes as the room's numbers; a joker is a spade of rank 15."""
    return [4 << 8 | 15 if card >= 52 else _SUITS[card % 4] << 8 | card // 4 + 2 for card in cards]


def pine_messages(hands, *, rows="card", hero=1, fee=(0, 0), fee_within=True, results=None):
    """Pairs of a message's name and body, with claims as the rule set settles the hands.

    `rows`: placements by whole boards (``card``), whole rows (``whole``), what is new (``new``) or all at once (``both``). `hero` is the
    seat whose deals are shown. `fee` is the fee a point and its cap, taken of profits or beside them.
    """
    sits = [
        {"uid": 1000 + player.seat, "seatId": player.seat - 1, "name": player.name, "chips": STACK}
        for player in hands[0].players
    ]
    room = {"RoomID": 7, "RoomName": hands[0].table, "BaseScore": hands[0].unit, "FeePoint": fee[0], "FeeCap": fee[1], "GameMode": 0}  # fmt: skip
    messages = [("PineRoomStatusBRC", {"players": sits}), ("PineRoomInfo", room)]
    settled = ofc.settle(frame_from_hands(hands), "pppoker").to_dicts() if results is None else results
    for hand, result in zip(hands, settled, strict=True):
        messages += [
            _start(hand),
            *_streets(hand, rows, hero),
            _result(hand, result, hero, fee, within=fee_within),
        ]
    return messages


def pine_log(hands, *, envelope="key", messages=None, **options):
    """Hands, or messages of them, as the bytes of a dump; `envelope`: ``key``, ``beside`` or ``body``."""
    wrap = {
        "key": lambda name, body: {name: body},
        "beside": lambda name, body: {"type": name, **body},
        "body": lambda name, body: {"name": name, "tableId": 7, "data": body},
    }[envelope]
    messages = pine_messages(hands, **options) if messages is None else messages
    lines = (json.dumps(wrap(name, body), ensure_ascii=False) for name, body in messages)
    return "".join(line + "\n" for line in lines).encode()


def _start(hand):
    return "PineGameStartBRC", {
        "gameId": _game_id(hand),
        "dealerSeatId": hand.button - 1,
        "startInfo": [{"seatId": player.seat - 1, "chips": player.stack} for player in hand.players],
    }


def _game_id(hand):
    if hand.native_id is not None:
        return hand.native_id
    local = hand.started_at.astimezone(timezone(timedelta(hours=8)))
    return f"{local:%y%m%d%H%M%S}-300001"


def _streets(hand, rows, hero):
    order = _order(hand)
    boards = {player.seat: {row: b"" for _, row in _ROWS} for player in order}
    thrown = dict.fromkeys(boards, b"")
    for number in range(5):
        playing = [player for player in order if number < len(player.streets)]
        yield (
            "PineHandCardBRC",
            {"handCards": [_deal(player, number, hero) for player in playing], "actionSeatId": 0},
        )
        for player in playing:
            street, board = player.streets[number], boards[player.seat]
            new = {row: getattr(street, row) for _, row in _ROWS}
            for row, cards in new.items():
                board[row] += cards
            thrown[player.seat] += street.discarded if player.seat == hero else b""
            card = {f"{key}Card": wire(board[row]) for key, row in _ROWS}
            loose = new if rows in {"new", "both"} else board
            body = {"uid": 1000 + player.seat, "seatId": player.seat - 1}
            if rows in {"card", "both"}:
                body["card"] = {
                    **card,
                    "abandonCard": wire(thrown[player.seat]),
                    "bust": False,
                    "round": number,
                }
            if rows != "card":
                body |= {f"{key}Card": wire(loose[row]) for key, row in _ROWS}
            yield "PineActionBRC", body


def _order(hand):
    """Who is in Fantasyland lays out first; then they go from the left of the button."""
    start = [player.seat for player in hand.players].index(hand.button) + 1
    players = [*hand.players[start:], *hand.players[:start]]
    return sorted(players, key=lambda player: not player.fantasyland)


def _deal(player, number, hero):
    dealt = player.streets[number].dealt if player.seat == hero else b""
    return {
        "uid": 1000 + player.seat,
        "seatId": player.seat - 1,
        "cards": [*wire(dealt), 0],
        "round": number,
        "fantasy": player.fantasyland,
    }


def _result(hand, result, hero, fee, *, within):
    sides = {side["seat"]: side for side in result["players"]}
    scores = {seat: [] for seat in sides}
    for pair in result["pairs"]:
        scores[pair["first"]].append(_score(pair, sides, pair["first"], pair["second"], 1))
        scores[pair["second"]].append(_score(pair, sides, pair["second"], pair["first"], -1))
    fees = {seat: min(max(side["points"], 0) * fee[0], fee[1]) for seat, side in sides.items()}
    for seat, paid in fees.items():
        max(scores[seat], key=lambda score: score["Profit"])["Profit"] -= within * paid
    chips = {
        player.seat: player.stack
        + sum(score["Profit"] for score in scores[player.seat])
        - (not within) * fees[player.seat]
        for player in hand.players
    }
    return "PineResultBRC", {
        "playerResults": [
            {
                "uid": 1000 + player.seat,
                "seatId": player.seat - 1,
                "name": player.name,
                "chips": chips[player.seat],
                "fantasy": sides[player.seat]["fantasyland"],
                "card": {
                    "headCard": wire(player.cards[:3]),
                    "middleCard": wire(player.cards[3:8]),
                    "tailCard": wire(player.cards[8:]),
                    "abandonCard": wire(player.discards) if player.seat == hero else [],
                    "bust": sides[player.seat]["foul"],
                },
                "scores": scores[player.seat],
            }
            for player in hand.players
        ]
    }


def _score(pair, sides, me, other, sign):
    parts = [
        sign * won + mine - theirs
        for won, mine, theirs in zip(
            pair["rows"], sides[me]["row_royalties"], sides[other]["row_royalties"], strict=True
        )
    ]
    return {
        "Uid": 1000 + other,
        "SeatID": other - 1,
        "HeadScore": parts[0],
        "MiddleScore": parts[1],
        "TailScore": parts[2],
        "AllWinScore": sign * pair["points"] - sum(parts),
        "Profit": sign * pair["paid"],
    }
