"""Streets, Fantasyland and the deck were told ten thousand times where a room plays by other rules."""

from __future__ import annotations

import polars as pl
import pytest
from planted import clean

from ofc_analytics.audit import audit
from ofc_analytics.audit.inferring import infer_rules
from ofc_analytics.settlement.frames import settle_all
from ofc_analytics.settlement.grouping import rule_sets


@pytest.mark.parametrize(
    ("played", "thought"),
    [
        ("american-turbo", "american-classic"),
        ("russian-pineapple", "american-pineapple"),
        ("progressive-pineapple", "american-pineapple"),
        ("joker-ultimate", "american-pineapple"),
        ("kkpoker-joker", "joker-ultimate"),
    ],
)
def test_everything_that_is_right_by_the_rules_of_the_room_is_one_finding(played, thought):
    hands = clean(played, hands=150, seed=3)
    results, issues = settle_all(hands, thought)
    known = {"rules": rule_sets(hands, thought), "issues": issues}
    before = audit(hands, results, **known).filter(pl.col("severity") != "note")
    assert before.height > 5
    inferred = infer_rules(hands, rules=thought)
    assert inferred.best.name == played
    told = audit(hands, results, **known, inferred=[inferred]).filter(pl.col("severity") != "note")
    assert told.select("code", "severity").rows() == [("rules-differ", "error")]
