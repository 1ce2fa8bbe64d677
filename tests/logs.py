"""Small logs for tests: hands dealt from a seed, as lines of the formats."""

from __future__ import annotations

import json
import random

from ofc_analytics.cards import cards_text

NAMES = ("Anna", "Борис", "Carol", "Dmitri")
_ROWS = (("top", 3), ("middle", 5), ("bottom", 5))


def board(cards):
    texts = [cards_text(cards[:3]), cards_text(cards[3:8]), cards_text(cards[8:13])]
    return dict(zip(("top", "middle", "bottom"), texts, strict=True))


def ofc_hand(seed, players=2, **changes):
    """One hand of ofc-json as a dictionary; cards, and nothing claimed."""
    deck = random.Random(seed).sample(range(52), 52)
    return {
        "id": f"H{seed}",
        "players": [{"name": NAMES[i], **board(deck[13 * i : 13 * i + 13])} for i in range(players)],
        **changes,
    }


def ofc_log(*hands):
    """Hands as UTF-8 lines."""
    return "".join(json.dumps(hand, ensure_ascii=False) + "\n" for hand in hands).encode()


def arena_hand(number, *, players=3, game="pineapple", fantasyland=None):
    """One hand of a poker-arena log as a list of lines; `fantasyland` maps seats to numbers of cards."""
    fantasyland = fantasyland or {}
    deck = iter(
        random.Random(number).sample([f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"], 52)
    )
    seats = [*range(1, players), 0]
    events = [{"event": "fantasyland", "seat": seat, "cards": count} for seat, count in fantasyland.items()]
    boards = {seat: {"top": [], "middle": [], "bottom": []} for seat in seats}
    streets = [5, *([3] * 4 if game == "pineapple" else [1] * 8)]
    for street, dealt in enumerate(streets):
        for seat in seats:
            count = fantasyland.get(seat, dealt)
            if street and seat in fantasyland:
                continue
            cards = [next(deck) for _ in range(count)]
            keep = 13 if seat in fantasyland else 2 if dealt == 3 else count
            events.append({"event": "deal", "seat": seat, "cards": cards, "count": count})
            placements = []
            for card in cards[:keep]:
                row = next(row for row, size in _ROWS if len(boards[seat][row]) < size)
                boards[seat][row].append(card)
                placements.append({"card": card, "row": row})
            discarded = cards[keep:]
            events.append(
                {
                    "event": "place",
                    "seat": seat,
                    "placements": placements,
                    "discarded": discarded,
                    "count": len(discarded),
                }
            )
    events += [
        {
            "event": "showdown",
            "seat": seat,
            **boards[seat],
            **dict.fromkeys(("top_value", "middle_value", "bottom_value"), 0),
            "royalties": {"top": 0, "middle": 4 * (seat == 1), "bottom": 0},
            "fouled": seat == 1,
            "next_fantasyland": 14 if seat == 2 else None,
        }
        for seat in seats
    ]
    events += [{"event": "score", "seat": seat, "points": 0 if seat > 1 else 6 - 12 * seat} for seat in seats]
    header = {"hand": number, "seats": ["random", "greedy", "filler", "random-2"][:players]}
    return [header, *({"hand": number, "ev": event} for event in events)]


def arena_log(*lines):
    """Lines (dictionaries, or texts as they are) as a log."""
    return "".join(
        (line if isinstance(line, str) else json.dumps(line, separators=(",", ":"))) + "\n" for line in lines
    ).encode()
