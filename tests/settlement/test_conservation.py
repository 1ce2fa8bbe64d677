"""What holds under any house rules, stacks, limits, rakes and jackpots: nothing appears and nothing vanishes."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace

import drawing
import polars as pl
from house_rules import random_rules
from hypothesis import given, settings
from hypothesis import strategies as st

import ofc_analytics as ofc
from ofc_analytics.rules import load_rules
from ofc_analytics.schema import frame_from_hands

SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def settled_hands(draw):
    """Random house rules, a few tables of hands, and their results."""
    rules = random_rules(random.Random(draw(SEEDS)))
    hands = drawing.draw_hands(rules.model_dump(), draw(st.integers(1, 12)), draw(SEEDS))
    return rules, hands, ofc.settle(frame_from_hands(hands), rules).to_dicts()


@settings(max_examples=40)
@given(settled_hands())
def test_every_hand_balances(settled):
    rules, hands, results = settled
    for hand, result in zip(hands, results, strict=True):
        players = result["players"]
        assert sum(player["points"] for player in players) == 0
        if result["unit"] is None:
            assert [player["net"] for player in players] == [None] * len(players)
            continue
        net, rake, jackpot = (sum(player[name] for player in players) for name in ("net", "rake", "jackpot"))
        assert net + rake - jackpot == 0
        assert jackpot <= 2 * (hand.jackpot_out or 0)
        for player in players:
            assert player["rake"] >= 0
            assert player["stack"] is None or player["stack"] + player["net"] >= 0
            moved = sum(
                pair["paid"] * ((pair["first"] == player["seat"]) - (pair["second"] == player["seat"]))
                for pair in result["pairs"]
            )
            assert player["net"] == moved - player["rake"] + player["jackpot"]
        if rules.rake is None:
            assert rake == 0
        if rules.jackpot is None:
            assert jackpot == 0


@settings(max_examples=40)
@given(settled_hands())
def test_no_payment_is_above_its_debt_and_none_goes_the_other_way(settled):
    rules, _, results = settled
    for result in results:
        for pair in result["pairs"]:
            assert pair["points"] == pair["row_points"] + pair["scoop"] + pair["royalties"] + pair["other"]
            if pair["due"] is None or rules.payout.basis == "gross":
                continue
            assert abs(pair["paid"]) <= abs(pair["due"])
            assert pair["paid"] * pair["due"] >= 0


@settings(max_examples=40)
@given(settled_hands())
def test_a_deferred_hand_moves_nothing_and_the_last_of_its_chain_owes_it_all(settled):
    rules, _, results = settled
    waiting = defaultdict(int)
    for result in results:
        by_name = {player["seat"]: player["name"] for player in result["players"]}
        earns = any(player["fantasyland"] for player in result["players"])
        assert result["deferred"] == (earns and rules.fantasyland.settled == "after-chain")
        for pair in result["pairs"]:
            names = by_name[pair["first"]], by_name[pair["second"]]
            key, sign = (result["table"], *sorted(names)), 1 if names[0] < names[1] else -1
            owed = sign * pair["points"] * (result["unit"] or 0)
            if result["deferred"]:
                assert not pair["due"]
                assert not pair["paid"]
                waiting[key] += owed
            elif result["unit"] is not None:
                assert pair["due"] * sign == owed + waiting.pop(key, 0)
            else:
                waiting.pop(key, None)


@settings(max_examples=20)
@given(SEEDS)
def test_a_chain_pays_in_the_end_what_its_hands_would_have_paid_one_by_one(seed):
    plain = load_rules("progressive-pineapple").model_dump()
    drawn = drawing.draw_hands(plain, 30, seed)
    hands = [
        replace(
            hand, unit=hand.unit or 50, players=tuple(replace(player, stack=None) for player in hand.players)
        )
        for hand in drawn
    ]
    totals = {
        settled: _totals(hands, load_rules("progressive-pineapple", {"fantasyland.settled": settled}))
        for settled in ("each-hand", "after-chain")
    }
    finished = _finished(hands)
    assert finished
    for table in finished:
        assert totals["after-chain"][table] == totals["each-hand"][table]


def _totals(hands, rules):
    """Money each player won at each table."""
    boards = ofc.boards(ofc.settle(frame_from_hands(hands), rules))
    totals = boards.group_by("table", "name").agg(pl.col("net").sum()).sort("name")
    return {
        table: part.select("name", "net").rows()
        for (table,), part in totals.partition_by("table", as_dict=True).items()
    }


def _finished(hands):
    """Tables whose last hand leads to no Fantasyland."""
    results = ofc.settle(frame_from_hands(hands), "progressive-pineapple").to_dicts()
    last = {result["table"]: any(player["fantasyland"] for player in result["players"]) for result in results}
    return [table for table, goes_on in last.items() if not goes_on]
