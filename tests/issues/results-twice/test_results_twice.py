"""Claims of a hand that was in the results twice were found twice, and its other faults once."""

from __future__ import annotations

from collections import Counter

import polars as pl
from claiming import room

from ofc_analytics.audit import audit
from ofc_analytics.rules import load_rules
from ofc_analytics.settlement.frames import settle_all

RULES = load_rules("american-pineapple")


def test_every_finding_is_there_once():
    hands = room(RULES, 30, wrong=(3, 4))
    results, _ = settle_all(hands, RULES)
    rules = {RULES.fingerprint: RULES}
    once = audit(hands, results, rules)
    twice = audit(pl.concat([hands, hands]), pl.concat([results, results]), rules)
    assert Counter(once["code"])["claim-points"] == 2
    assert Counter(twice["code"]) == Counter(once["code"])
