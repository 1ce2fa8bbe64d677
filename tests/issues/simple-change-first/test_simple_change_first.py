"""A room that plays american-pineapple with another scoop was told to play a set of another room with another change."""

from __future__ import annotations

import polars as pl
from planted import clean

from ofc_analytics.audit.inferring import infer_rules
from ofc_analytics.rules import load_rules


def test_a_change_of_the_rules_in_use_is_named_first_and_others_beside_it():
    hands = clean(load_rules("american-pineapple", {"rows.scoop": 6}), hands=200, seed=4)
    hands = hands.with_columns(rules=pl.lit(None, pl.String))
    ranking = infer_rules(hands).ranking
    first = ranking.filter(pl.col("group") == 1)
    assert first["label"][0] == "american-pineapple --set rows.scoop=6"
    assert "pokerdom-pineapple-000 --set fantasyland.settled=each-hand" in first["label"]
    assert first["explained"].unique().to_list() == [200]
