"""Hands that were played, as states of KKPoker's tables: what one who sits there sees after every placement."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import play

import ofc_analytics as ofc
from ofc_analytics.cards import cards_text
from ofc_analytics.hands import Claim
from ofc_analytics.schema import hands_from_frame

_ROWS = ("top", "middle", "bottom")


def joker_hands(count, *, seed=0, players=2, fantasyland=(), jokers=False, names=play.NAMES):
    """Legally dealt hands of one table; with `jokers`, the first two cards of the deal are jokers in each."""
    drawn = [play.deal(seed * 1000 + nth, players=players, fantasyland=fantasyland) for nth in range(count)]
    log = "".join(json.dumps(hand) + "\n" for hand in drawn)
    if jokers:
        log = "".join(_with_jokers(line) for line in log.splitlines(keepends=True))
    frame = ofc.read(io.BytesIO(log.encode()), input_format="ofc-json")
    return [_at_table(hand, number, names) for number, hand in enumerate(hands_from_frame(frame))]


def _with_jokers(line):
    first = json.loads(line)["players"][0]["streets"][0]["dealt"].split()
    return line.replace(first[0], "X1").replace(first[1], "X2")


def _at_table(hand, number, names):
    return replace(
        hand,
        native_id=None,
        room="kkpoker",
        table="Joker Ultimate",
        session=None,
        variant="joker-pineapple",
        rules="kkpoker-joker",
        button=number % len(hand.players) + 1,
        jokers=2,
        players=tuple(
            replace(player, name=name, claimed=Claim())
            for player, name in zip(hand.players, names, strict=False)
        ),
    )


def states(hand, *, hero=1):
    """The states of one hand: before it, and after every placement; `hero` is the seat that sees its own cards."""
    order = [*hand.players[hand.button :], *hand.players[: hand.button]]
    order.sort(key=lambda player: not player.fantasyland)
    boards = {player.seat: dict.fromkeys(_ROWS, b"") for player in hand.players}
    thrown = b""
    for number in range(5):
        playing = [player for player in order if number < len(player.streets)]
        waiting = next((player.streets[number].dealt for player in playing if player.seat == hero), b"")
        yield _state(hand, boards, number, hero, waiting, thrown)
        for player in playing:
            street = player.streets[number]
            for row in _ROWS:
                boards[player.seat][row] += getattr(street, row)
            if player.seat == hero:
                waiting, thrown = b"", thrown + street.discarded
            yield _state(hand, boards, number, hero, waiting, thrown)


def _state(hand, boards, number, hero, waiting, thrown):
    return {
        "mode": "joker_ultimate",
        "players": [
            {
                "chair": player.seat - 1,
                "name": player.name,
                "fantasy": bool(player.fantasyland),
                "hidden_discard_count": 0 if player.seat == hero else number,
                "board": {row: _texts(boards[player.seat][row]) for row in _ROWS},
            }
            for player in hand.players
        ],
        "hero_chair": hero - 1,
        "dealer_chair": hand.button - 1,
        "acting_chair": 0,
        "round_index": number,
        "hero_incoming": _texts(waiting),
        "hero_discards": _texts(thrown),
        "hero_pending": [],
        "action_required": bool(waiting),
    }


def _texts(cards):
    return cards_text(cards).replace("X1", "JK1").replace("X2", "JK2").split()


def frames(hand, **options):
    """The states of a hand, each with what tells of its picture."""
    for number, state in enumerate(states(hand, **options)):
        yield {
            "schema_version": 1,
            "frame": f"frame{number:06}.bmp",
            "table_label": hand.table,
            "state": state,
        }


def kkpoker_log(hands, **options):
    """Hands as bytes, one frame a line."""
    lines = (json.dumps(frame, ensure_ascii=False) for hand in hands for frame in frames(hand, **options))
    return "".join(line + "\n" for line in lines).encode()
