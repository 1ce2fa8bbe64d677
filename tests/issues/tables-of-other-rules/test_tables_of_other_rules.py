"""Tables of one room with different rules were held against the rules of most of them."""

from __future__ import annotations

import polars as pl
from planted import clean

from ofc_analytics.audit import audit
from ofc_analytics.audit.inferring import infer_rooms
from ofc_analytics.settlement.frames import settle_all
from ofc_analytics.settlement.grouping import rule_sets


def test_they_are_inferred_by_themselves():
    nothing = pl.lit(None, pl.String)
    hands = pl.concat(
        clean(name, hands=200, seed=seed).with_columns(table=pl.lit(table), rules=nothing, variant=nothing)
        for table, name, seed in (("Blue", "american-pineapple", 5), ("Red", "russian-pineapple", 9))
    )
    rooms = infer_rooms(hands)
    assert [(room.tables, room.rules.best.name) for room in rooms] == [
        (("Blue",), "american-pineapple"),
        (("Red",), "russian-pineapple"),
    ]
    results, _ = settle_all(hands)
    told = audit(hands, results, rule_sets(hands), inferred=[room.rules for room in rooms])
    assert told.filter(pl.col("severity") != "note")["code"].to_list() == ["rules-differ"]
