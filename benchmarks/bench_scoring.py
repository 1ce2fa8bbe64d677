"""Two-player hands scored per second in one thread, beside a plain loop over phevaluator.

Both sides read the same card codes and give the points of the first player under american-pineapple:
rows, scoop, royalties and fouls. The loop looks five-card rows up in phevaluator and the top row in a
dictionary. Run ``python benchmarks/bench_scoring.py`` for the ratio, or
``pytest benchmarks/bench_scoring.py --benchmark-enable`` for the statistics.
"""

from __future__ import annotations

import sys
import time
from bisect import bisect_left
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest
from phevaluator import evaluate_cards

from ofc_analytics.evaluation import evaluate_boards
from ofc_analytics.rules import load_rules
from ofc_analytics.settlement.scoring import score

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import reference

HANDS = 500_000
LOOP_HANDS = 20_000
SCOOP = 3
FOUL = 7_463  # above every rank of phevaluator, where lower is better

RULES = load_rules("american-pineapple")
ROYALTIES = RULES.model_dump()["royalties"]


def deal(hands):
    """(n, 2, 13) codes; half of the boards sorted, so that many are legal."""
    rng = np.random.default_rng(2026)
    cards = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (hands, 1)), axis=1)[:, :26].reshape(
        -1, 2, 13
    )
    cards[::2] = np.sort(cards[::2], axis=2)
    return cards


def five_card_tables():
    """Royalties of middle and bottom by phevaluator's rank, and the lowest rank that each top may lie over."""
    rows = [
        [rank * 4 + place % 4 for place, rank in enumerate(ranks)]
        for ranks in combinations_with_replacement(range(13), 5)
        if len(set(ranks)) > 1
    ]
    rows += [
        [rank * 4 for rank in ranks]
        for ranks in combinations_with_replacement(range(13), 5)
        if len(set(ranks)) == 5
    ]
    graded = sorted((reference.evaluate(row), evaluate_cards(*row)) for row in rows)
    worths = [worth for worth, _ in graded]
    middle, bottom = (
        {rank: reference.look_up(ROYALTIES[name], worth) for worth, rank in graded}
        for name in ("middle", "bottom")
    )
    tops = {}
    for ranks in combinations_with_replacement(range(13), 3):
        worth = reference.evaluate([rank * 4 + place for place, rank in enumerate(ranks)])
        royalty = reference.look_up(ROYALTIES["top"], worth)
        tops[ranks] = (worth, graded[bisect_left(worths, worth)][1], royalty)
    return tops, middle, bottom


def plain_loop(hands, tables):
    """Points of the first player of each hand, one hand after another; hands as lists of codes."""
    tops, middle_royalties, bottom_royalties = tables
    points = []
    for first, second in hands:
        sides = []
        for board in (first, second):
            top, limit, royalties = tops[tuple(sorted(card >> 2 for card in board[:3]))]
            middle = evaluate_cards(*board[3:8])
            bottom = evaluate_cards(*board[8:])
            foul = middle > limit or bottom > middle
            royalties += middle_royalties[middle] + bottom_royalties[bottom]
            sides.append((top, middle, bottom, foul, royalties))
        (top, middle, bottom, foul, royalties), (top2, middle2, bottom2, foul2, royalties2) = sides
        if foul or foul2:
            points.append((foul2 and not foul) * (6 + royalties) - (foul and not foul2) * (6 + royalties2))
            continue
        rows = (
            (top > top2)
            - (top < top2)
            + (middle < middle2)
            - (middle > middle2)
            + (bottom < bottom2)
            - (bottom > bottom2)
        )
        points.append(rows + (rows == 3) * SCOOP - (rows == -3) * SCOOP + royalties - royalties2)
    return points


def scored(cards):
    return score(cards, RULES).points[:, 0]


@pytest.fixture(scope="module")
def cards():
    return deal(HANDS)


def test_both_sides_agree(cards):
    some = cards[:LOOP_HANDS]
    assert scored(some).tolist() == plain_loop(some.tolist(), five_card_tables())


def test_values_of_boards(benchmark, cards):
    benchmark(evaluate_boards, cards.reshape(-1, 13))


def test_points_of_hands(benchmark, cards):
    benchmark(scored, cards)


def test_plain_loop(benchmark, cards):
    benchmark(plain_loop, cards[:LOOP_HANDS].tolist(), five_card_tables())


def best_seconds(function, *arguments, rounds):
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        function(*arguments)
        times.append(time.perf_counter() - started)
    return min(times)


def main():
    cards = deal(HANDS)
    tables = five_card_tables()
    some = cards[:LOOP_HANDS].tolist()
    assert scored(cards[:LOOP_HANDS]).tolist() == plain_loop(some, tables)
    loop = 2 * LOOP_HANDS / best_seconds(plain_loop, some, tables, rounds=3)
    print(f"{'plain loop over phevaluator':40}{loop / 1e6:8.3f} million boards/s")
    for name, function, argument in (
        ("values of three rows", evaluate_boards, cards.reshape(-1, 13)),
        ("points, royalties, fouls, Fantasyland", scored, cards),
    ):
        rate = 2 * HANDS / best_seconds(function, argument, rounds=5)
        print(f"{name:40}{rate / 1e6:8.3f} million boards/s, {rate / loop:6.0f} times the loop")


if __name__ == "__main__":
    main()
