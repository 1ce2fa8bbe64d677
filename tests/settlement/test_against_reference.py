"""Settlement in arrays against the slow reference settlement, on hands drawn in strata."""

from __future__ import annotations

import os
import random

import drawing
import pytest
import reference_money
import strata
from house_rules import random_rules

import ofc_analytics as ofc
from ofc_analytics.rules import load_rules, rule_set_names
from ofc_analytics.schema import frame_from_hands

HANDS = int(os.environ.get("OFC_REFERENCE_HANDS", "2000"))
PLAYER = (
    *(
        "in_fantasyland",
        "expected_fantasyland",
        "foul",
        "natural",
        "row_royalties",
        "royalties",
        "fantasyland",
    ),
    *("points", "rake", "jackpot", "net"),
)
PAIR = ("rows", "row_points", "scoop", "royalties", "other", "points", "carried", "due", "paid")


def differences(settled, reference):
    """What is settled otherwise than the reference settles it, in words."""
    sides = [("players", PLAYER), ("pairs", PAIR)]
    compared = [("hand", settled, reference, ("deferred",))] + [
        (f"{side} {place}", mine, theirs, names)
        for side, names in sides
        for place, (mine, theirs) in enumerate(zip(settled[side], reference[side], strict=True), start=1)
    ]
    return [
        f"{who}: {name} is {mine[name]}, the reference has {theirs[name]}"
        for who, mine, theirs, names in compared
        for name in names
        if mine[name] != theirs[name]
    ]


def check_agreement(hands, rules):
    expected = reference_money.settle(hands, rules.model_dump())
    settled = ofc.settle(frame_from_hands(hands), rules).to_dicts()
    for hand, mine, theirs in zip(hands, settled, expected, strict=True):
        assert not differences(mine, theirs), hand.native_id
    return expected


@pytest.mark.parametrize("name", rule_set_names())
def test_every_shipped_rule_set_agrees_with_the_reference(name):
    rules = load_rules(name)
    plain = rules.model_dump()
    hands = drawing.draw_hands(plain, HANDS, seed=1)
    results = check_agreement(hands, rules)
    assert strata.share_of_legal(results) >= 0.5
    assert strata.wanted(plain) <= strata.met(hands, results, plain)


@pytest.mark.parametrize("seed", range(HANDS // 100))
def test_random_house_rules_agree_with_the_reference(seed):
    rules = random_rules(random.Random(seed))
    check_agreement(drawing.draw_hands(rules.model_dump(), 40, seed), rules)
