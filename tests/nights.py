"""Hands and their results to count statistics over: every rule set generated, the samples, and logs of a real room."""

from __future__ import annotations

from functools import cache

import polars as pl

import ofc_analytics as ofc

SOME_RULES = (
    *("american-pineapple", "american-classic", "closed-chinese", "closed-chinese-2-4"),
    *("deuce-to-seven-pineapple", "kkpoker-joker", "tonybet"),
)
SAMPLES = ("night.csv", "night.arena.jsonl", "night.ofc.jsonl")


@cache
def generated(rules, hands=40, seed=3):
    """Two tables side by side, sessions of twenty hands."""
    played = pl.concat(ofc.generate.generate(rules, hands=hands, seed=seed, tables=2, session_hands=20))
    return played, ofc.settle(played, rules)


@cache
def several_games():
    """A few hands of each of several rule sets in one frame."""
    frames = [generated(rules) for rules in SOME_RULES]
    return pl.concat(hands for hands, _ in frames), pl.concat(results for _, results in frames)


@cache
def settled(path, head=None):
    hands = ofc.read(path)
    hands = hands if head is None else hands.head(head)
    return hands, ofc.settle(hands)
