"""Small Fantasyland chains: hands of ofc-json whose first player enters, stays, leaves, with the money that settlement gives."""

from __future__ import annotations

import io
import random

from logs import ofc_log

import ofc_analytics as ofc

RULES = "pokerdom-pineapple-000"
ENTERS = "Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"
STAYS = "8c 8s 8h / 2c 2d 2h 5c 5d / Ac Ad Ah As 3d"
LEAVES = "Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad 4h 2s 3d"
_RANKS = "23456789TJQKA"


def chain_hand(number, names, first=None, **keys):
    """A hand in which the first player has a board, and the others boards that rise from top to bottom and earn nothing."""
    used = set((first or "").replace("/", " ").split())
    free = [rank + suit for rank in _RANKS for suit in "cdhs" if rank + suit not in used]
    random.Random(number * 101).shuffle(free)
    players = []
    for place, name in enumerate(names):
        if first and place == 0:
            rows = first.split(" / ")
        else:
            cards = sorted((free.pop() for _ in range(13)), key=lambda card: _RANKS.index(card[0]))
            rows = [" ".join(part) for part in (cards[:3], cards[3:8], cards[8:])]
        players.append({"name": name, **dict(zip(("top", "middle", "bottom"), rows, strict=True))})
    return {
        "id": f"H{number}",
        "hand_no": number,
        "table": "T",
        "session": "S",
        "unit": "1",
        "players": players,
        **keys,
    }


def told(*hands, fantasyland=True, rules=RULES):
    """The hands with what is claimed of money, right if all of them are there; and who is in Fantasyland."""
    results = ofc.settle(ofc.read(io.BytesIO(ofc_log(*hands))), rules)
    for hand, row in zip(hands, results.iter_rows(named=True), strict=True):
        for player, found in zip(hand["players"], row["players"], strict=True):
            player["claimed"] = {"net": f"{found['net'] / 100:.2f}"}
            if fantasyland:
                player["fantasyland"] = found["in_fantasyland"]
    return hands
