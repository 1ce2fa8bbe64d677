"""Money told of a hand that settles with its chain was held against 0.00 that "the cards give"."""

from __future__ import annotations

import polars as pl
from claiming import room

from ofc_analytics.audit import check_claims
from ofc_analytics.rules import load_rules
from ofc_analytics.settlement.frames import settle_all


def test_it_is_said_that_nothing_is_paid_yet():
    rules = load_rules("pokerdom-pineapple-000", {"fantasyland.settled": "each-hand"})
    hands = room(rules, 200, ("net",)).with_columns(rules=pl.lit("pokerdom-pineapple-000"))
    results, _ = settle_all(hands)
    waiting = results.filter("deferred")["hand_id"]
    told = check_claims(results).filter(pl.col("hand_id").is_in(waiting.implode()))
    assert told.height > 2
    assert told["reason"].str.ends_with("nothing is paid before the end of the Fantasyland chain.").all()
    assert not told["reason"].str.contains("the cards give").any()
