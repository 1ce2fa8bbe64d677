"""Hands audited per second beside hands settled per second, in the same run.

The hands are generated: ordinary and Fantasyland, with streets, discards, stacks and claims, as full a record as there is.
Run ``python benchmarks/bench_audit.py [HANDS]`` for the ratio, or ``pytest benchmarks/bench_audit.py --benchmark-enable`` for
the statistics.
"""

from __future__ import annotations

import sys
import time

import polars as pl
import pytest

from ofc_analytics.audit import audit
from ofc_analytics.generate import generate
from ofc_analytics.rules import load_rules
from ofc_analytics.settlement.frames import settle

HANDS = 100_000
FEWER_HANDS = 2_000
RULES = load_rules("american-pineapple")


def deal(count):
    return pl.concat(list(generate(RULES, hands=count, seed=2026)))


def audited(hands, results):
    return audit(hands, results, {RULES.fingerprint: RULES})


@pytest.fixture(scope="module")
def hands():
    return deal(FEWER_HANDS)


def test_nothing_is_found_in_clean_hands(hands):
    assert audited(hands, settle(hands, RULES)).filter(pl.col("severity") != "note").is_empty()


def test_settling(benchmark, hands):
    benchmark(settle, hands, RULES)


def test_auditing(benchmark, hands):
    benchmark(audited, hands, settle(hands, RULES))


def seconds(function, *arguments):
    started = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - started


def main(count=HANDS):
    hands = deal(count)
    results = settle(hands, RULES)
    settling = min(seconds(settle, hands, RULES) for _ in range(2))
    auditing = seconds(audited, hands, results)
    print(f"settled {count:,} hands: {count / settling:12,.0f} hands/s")
    print(f"audited {count:,} hands in one pass: {count / auditing:12,.0f} hands/s,"
          f" {auditing / settling:.0f} times the time of settling")  # fmt: skip


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
