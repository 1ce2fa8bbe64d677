"""Three-player Pineapple hands played per second in one thread, beside a player who tries each choice out.

The loop deals one hand after another and picks the best of random endings of the board for every choice; the
generator weighs all choices of many tables at once, and settles, claims and numbers the hands besides. Run
``POLARS_MAX_THREADS=1 python benchmarks/bench_generate.py`` for the ratio.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

from ofc_analytics.generate import generate
from ofc_analytics.rules import load_rules

sys.path.insert(0, str(Path(__file__).parents[1] / "sample_data"))

from play import deal_hand

HANDS = 20_000
LOOP_HANDS = 20

RULES = load_rules("american-pineapple")


def generated(hands):
    return sum(frame.height for frame in generate(RULES, hands=hands, players=(3, 3)))


def played(hands):
    rng = np.random.default_rng(1)
    seats = {"stacks": (20_000,) * 3, "fantasyland": (0,) * 3}
    return len(
        [deal_hand(("Anna", "Boris", "Carol"), rules=RULES, rng=rng, button=1, **seats) for _ in range(hands)]
    )


def test_all_hands_are_there():
    assert generated(60) == 60


def test_generated(benchmark):
    benchmark(generated, 2000)


def rate(function, hands):
    started = time.perf_counter()
    function(hands)
    return hands / (time.perf_counter() - started)


def main():
    generated(1)  # tables are built at first use
    loop = rate(played, LOOP_HANDS)
    batch = rate(generated, HANDS)
    print(f"hand by hand, choices tried out {loop:10,.0f} hands/s")
    print(f"many tables at once             {batch:10,.0f} hands/s, {batch / loop:6,.0f} times the loop")


if __name__ == "__main__":
    main()
