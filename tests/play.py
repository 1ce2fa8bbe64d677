"""Legally dealt and played hands as ofc-json and as poker-arena lines, for tests of the checks on recorded play."""

from __future__ import annotations

import io
import json
import random
from functools import cache

import ofc_analytics as ofc
from ofc_analytics.audit import Play, check_play
from ofc_analytics.cards import cards_text
from ofc_analytics.rules import load_rules

NAMES = ("Anna", "Boris", "Carol", "Dmitri")
SIZES = {"top": 3, "middle": 5, "bottom": 5}
_CARDS = 13
_rules = cache(load_rules)


def audit(*hands, rules="american-pineapple", overrides=(), check=check_play):
    """Findings on hands given as dictionaries of ofc-json, or as lines of a poker-arena log."""
    arena = [line for hand in hands if isinstance(hand, list) for line in hand]
    log = "".join(json.dumps(line) + "\n" for line in arena or hands).encode()
    frame, issues = ofc.read_all(io.BytesIO(log), input_format="poker-arena" if arena else "ofc-json")
    assert [str(issue) for issue in issues if issue.severity == "error"] == []
    chosen = _rules(rules, tuple(overrides))
    results, misfits = ofc.settle_all(frame, chosen)
    assert misfits == []
    settled = frame, results, {chosen.fingerprint: chosen}
    return check_play(*settled) if check is check_play else check(Play.of(*settled))


def codes(findings):
    return findings["code"].to_list()


def deal(seed, *, rules="american-pineapple", players=2, fantasyland=(), **keys):
    """One legally played hand of ofc-json; `fantasyland` holds each player's cards in it, 0 for none."""
    rng = random.Random(seed)
    streets = _rules(rules).deal.streets
    deck = iter(rng.sample(range(52), 52))
    cards_in = (*fantasyland, *[0] * players)[:players]
    boards = [{row: [] for row in SIZES} for _ in range(players)]
    played = [[] for _ in range(players)]
    for number, street in enumerate(streets):
        for seat, inside in enumerate(cards_in):
            if inside and number:
                continue
            dealt = [next(deck) for _ in range(inside or street.cards)]
            keep = _CARDS if inside else street.keep
            played[seat].append(_place(dealt, keep, boards[seat], rng))
    return {
        "id": f"H{seed}",
        "table": "T",
        "session": "S",
        "players": [
            {
                "seat": seat + 1,
                "name": NAMES[seat],
                "fantasyland": cards_in[seat],
                **{row: cards_text(cards) for row, cards in boards[seat].items()},
                "streets": played[seat],
            }
            for seat in range(players)
        ],
    } | keys


def _place(dealt, keep, board, rng):
    placed = {row: [] for row in SIZES}
    for card in dealt[:keep]:
        row = rng.choice([row for row, size in SIZES.items() if len(board[row]) < size])
        board[row].append(card)
        placed[row].append(card)
    shown = rng.sample(dealt, len(dealt))
    texts = {row: cards_text(cards) for row, cards in placed.items()}
    return {"dealt": cards_text(shown), **texts, "discard": cards_text(dealt[keep:])}
