"""Rows and thirteen cards of a wanted kind, drawn at random."""

from __future__ import annotations


def categories(lowest, highest, size):
    """Categories within bounds that a row of this size can have; 8 stands for all straight flushes."""
    possible = (0, 1, 3) if size == 3 else range(9)
    return [category for category in possible if lowest <= category <= highest]


def lows_to_the_middle(cards):
    """Lay five cards of different ranks up to the ten in the middle, if there are as many."""
    chosen = {}
    for card in cards:
        if card < 36:
            chosen.setdefault(card // 4, card)
    low = list(chosen.values())[:5]
    rest = [card for card in cards if card not in low]
    return [*rest[:3], *low, *rest[3:]] if len(low) == 5 else cards


def make_row(rng, category, rank, size, deck, *, royal=False):
    """A row of a category (8 with `royal` is a royal flush) from a deck; None where the cards are not there."""
    by_rank = {}
    for card in deck:
        by_rank.setdefault(card // 4, []).append(card)
    if category in {4, 5, 8}:
        suits = rng.sample(range(4), 4)
        high = 12 if royal else rng.randint(3, 12)
        run = [(high - step) % 13 for step in range(5)]
        for suit in suits:
            if category == 4:
                ranks = [by_rank.get(place, []) for place in run]
                return [rng.choice(found) for found in ranks] if all(ranks) else None
            cards = [card for card in deck if card % 4 == suit and (category == 5 or card // 4 in run)]
            if len(cards) >= 5:
                return rng.sample(cards, 5)
        return None
    shapes = {
        0: (1,) * size,
        1: (2, *[1] * (size - 2)),
        2: (2, 2, 1),
        3: (3, *[1] * (size - 3)),
        6: (3, 2),
        7: (4, 1),
    }
    ranks = rng.sample(range(13), 13)
    if rank is not None:
        ranks = [rank - 2, *(other for other in ranks if other != rank - 2)]
    cards = []
    for count in shapes[category]:
        fitting = [other for other in ranks if len(by_rank.get(other, [])) >= count]
        if not fitting or (rank is not None and not cards and fitting[0] != rank - 2):
            return None
        ranks.remove(fitting[0])
        cards += rng.sample(by_rank[fitting[0]], count)
    return cards


def natural_cards(rng, name):
    """Thirteen cards that are a natural."""
    if name == "dragon":
        return [rank * 4 + rng.randrange(4) for rank in range(13)]
    if name == "six-pairs":
        ranks = rng.choice([rng.sample(range(13), 6), [*rng.sample(range(13), 4)] * 2])[:6]
        suits = {rank: rng.sample(range(4), 4) for rank in set(ranks)}
        pairs = [rank * 4 + suits[rank].pop() for rank in ranks for _ in range(2)]
        return [*pairs, rng.choice([card for card in range(52) if card not in pairs])]
    if name == "three-flushes":
        one, two, three = rng.choice([rng.sample(range(4), 3), [rng.randrange(4)] * 2 + [rng.randrange(4)]])
        sizes_by_suit = dict.fromkeys((one, two, three), 0)
        for suit, size in ((one, 5), (two, 5), (three, 3)):
            sizes_by_suit[suit] += size
        return [
            rank * 4 + suit for suit, size in sizes_by_suit.items() for rank in rng.sample(range(13), size)
        ]
    circle = [12, *range(13)]
    starts = ((rng.randrange(10), 5), (rng.randrange(10), 5), (rng.choice([0, 11, rng.randrange(12)]), 3))
    ranks = [rank for start, size in starts for rank in circle[start : start + size]]
    suits = {rank: rng.sample(range(4), 4) for rank in set(ranks)}
    return [rank * 4 + suits[rank].pop() for rank in ranks]
