"""Chips that came to a stack which was not spent, or above the greatest buy-in, were no more than a note."""

from __future__ import annotations

import polars as pl
import pytest
from logs import ofc_hand
from play import audit

from ofc_analytics.audit import check_stacks


def stacks(first, second, *overrides):
    """Findings on two hands of Anna, Борис and Carol with these stacks, in which nothing is won."""
    hands = [
        ofc_hand(1, players=3, id=f"H{number}", hand_no=number, session="S", unit="1") for number in (1, 2)
    ]
    for hand, held in zip(hands, (first, second), strict=True):
        for player, stack in zip(hand["players"], held, strict=True):
            player |= {"stack": str(stack), "claimed": {"net": "0"}}
    found = audit(*hands, check=check_stacks, overrides=overrides)
    return found.select(pl.col("players").list.first(), "severity").rows(), found["reason"].to_list()


@pytest.mark.parametrize(
    ("now", "severity"),
    [(120, "warning"), (201, "note"), (200, "warning"), (260, "note")],
)
def test_a_purchase_is_one_where_most_was_spent(now, severity):
    told, reasons = stacks((100, 300, 300), (now, 300, 300))
    assert told == [("Anna", severity)]
    assert ("a stack that was not spent" in reasons[0]) == (severity == "warning")


def test_all_stacks_of_a_table_rise():
    told, _ = stacks((100, 200, 300), (150, 250, 350))
    assert told == [("Anna", "warning"), ("Борис", "warning"), ("Carol", "warning")]


def test_nobody_buys_more_than_the_rules_allow():
    told, reasons = stacks((10, 100, 100), (101, 100, 100), "deal.buy_in=[10, 100]")
    assert told == [("Anna", "warning")]
    assert reasons[0].endswith("91.00 more, and american-pineapple takes 100 units at most.")
    assert stacks((60, 100, 100), (100, 100, 100), "deal.buy_in=[10, 100]")[0] == [("Anna", "note")]
