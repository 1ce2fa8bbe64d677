"""Whoever was overpaid in a few hands with a rare row had, for `--infer-rules`, changed the rules of the room."""

from __future__ import annotations

import polars as pl
from claiming import room

from ofc_analytics.audit import audit
from ofc_analytics.audit.inferring import infer_rules
from ofc_analytics.rules import load_rules
from ofc_analytics.settlement.frames import settle_all
from ofc_analytics.settlement.grouping import rule_sets
from ofc_analytics.settlement.tables import disagreements

RARE = {"royalties.bottom.straight flush": 25}
ROYALTIES = ("royalties",)


def test_claims_of_a_few_hands_stand_by_themselves():
    overpaid = room(load_rules("american-pineapple", RARE), 300, ROYALTIES)
    ids = disagreements(settle_all(overpaid, "american-pineapple")[0])["hand_id"].unique(maintain_order=True)
    hands = overpaid.filter(~pl.col("hand_id").is_in(ids.tail(-6).implode()))
    inferred = infer_rules(hands)
    assert inferred.settings == ("royalties.bottom.straight flush=25",)
    results, _ = settle_all(hands)
    plain, told = (audit(hands, results, rule_sets(hands), inferred=some) for some in ([], [inferred]))
    assert set(plain.filter(pl.col("code") == "claim-royalties")["hand_id"]) == set(ids.head(6))
    (finding,) = told.filter(pl.col("code") == "rules-differ").to_dicts()
    assert finding["severity"] == "note"
    assert "too few" in finding["reason"]
    assert told.filter(pl.col("code") != "rules-differ").equals(plain)
