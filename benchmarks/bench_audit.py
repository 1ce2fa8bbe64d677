"""Hands audited per second beside hands settled per second, in the same run, and the memory it took.

The hands are generated: ordinary and Fantasyland, with streets, discards, stacks and claims, as full a record as there is.
Run ``python benchmarks/bench_audit.py [HANDS]`` for the ratio, or ``pytest benchmarks/bench_audit.py --benchmark-enable`` for
the statistics. Rates count the processor's time, so that other work on the machine does not change them.

Measured on 2026-11-30 with two cores of an AMD EPYC: 100,000 hands, 200,000 to 250,000 a second settled, 44,000 a second audited,
2.3 seconds in all and no more than 30 MB beyond the 930 MB that hands, results and the generator had taken. 500,000 hands:
36,000 a second, within the memory that settling had taken.
"""

from __future__ import annotations

import resource
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
    """Time of all processors that a call took."""
    started = time.process_time()
    function(*arguments)
    return time.process_time() - started


def peak():
    """Most memory that the process has held, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(count=HANDS):
    hands = deal(count)
    results = settle(hands, RULES)
    settling = min(seconds(settle, hands, RULES) for _ in range(3))
    before = peak()
    auditing = min(seconds(audited, hands, results) for _ in range(3))
    print(f"settled {count:,} hands: {count / settling:12,.0f} hands/s")
    print(f"audited {count:,} hands in one pass: {count / auditing:12,.0f} hands/s,"
          f" {auditing / settling:.1f} times the time of settling")  # fmt: skip
    print(f"most memory: {before:,.0f} MB before the audit, {peak():,.0f} MB after")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
