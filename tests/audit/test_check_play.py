"""All checks together, and on real logs."""

from __future__ import annotations

import io
import json

import polars as pl
import pytest
from planted import OWN, clean, plant_own, shared_rules
from play import audit, codes, deal

import ofc_analytics as ofc
from ofc_analytics.audit import (
    Findings,
    Play,
    check_clock,
    check_deck,
    check_money,
    check_order,
    check_payouts,
    check_play,
    check_streets,
)
from ofc_analytics.errors import LookupFailedError
from ofc_analytics.rules import load_rules


@pytest.mark.parametrize(
    ("name", "rules", "moves"),
    [
        ("ofc.jsonl", "american-classic", None),
        ("ofc-pineapple.jsonl", "american-pineapple", None),
        ("ofc-3000.jsonl.gz", "american-classic", 2998),
        ("ofc-pineapple-3000.jsonl.gz", "american-pineapple", 2981),
    ],
)
def test_real_logs_keep_the_rules_but_for_the_way_the_button_goes(shared, name, rules, moves):
    hands = ofc.read(shared / "data" / "poker-arena" / name)
    chosen = load_rules(rules)
    found = check_play(hands, ofc.settle(hands, chosen), {chosen.fingerprint: chosen})
    assert found.filter(pl.col("severity") != "note").is_empty()
    assert codes(found) == ([] if moves is None else ["button-counterclockwise"])
    assert moves is None or f"in {moves} of {moves} moves" in found["reason"][0]


def test_a_real_hand_with_two_turns_exchanged(shared):
    path = shared / "data" / "poker-arena" / "ofc-pineapple.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    lines = [line for line in lines if line.get("hand") == 45]
    placed = [at for at, line in enumerate(lines) if line.get("ev", {}).get("event") == "place"]
    first, second = (
        slice(placed[at] - 1, placed[at] + 1) for at in (3, 4)
    )  # each with what was dealt for it
    lines[first], lines[second] = lines[second], lines[first]
    found = audit(lines)
    assert found.select("code", "hand", "players").rows() == [
        ("order-of-play", "45", ["filler", "random", "greedy"])
    ]
    assert found["reason"][0].startswith("On street 2 the players acted in the order filler, random, greedy;")


def test_findings_come_in_the_order_of_the_hands():
    night = [deal(seed) for seed in (3, 1, 2)]
    for hand in night:
        hand["players"][1]["streets"].pop()
        hand["players"][0]["streets"][2]["discard"] = ""
    found = audit(*night)
    assert found["hand"].to_list() == ["H3", "H3", "H1", "H1", "H2", "H2"]
    assert Findings.is_valid(found)
    assert found["line"].to_list() == [1, 1, 2, 2, 3, 3]


def test_no_hands_no_findings():
    empty = ofc.read_all(io.BytesIO(b""), input_format="ofc-json")[0]
    assert check_play(empty, ofc.settle(empty), {}).is_empty()


def test_rules_that_are_not_given_are_asked_for():
    hands = ofc.read_all(io.BytesIO(json.dumps(deal(1)).encode()))[0]
    results = ofc.settle(hands)
    with pytest.raises(LookupFailedError, match=results["fingerprint"][0]):
        check_play(hands, results, {})


def test_hands_without_a_result_are_passed_over():
    broken = deal(1)
    broken["players"][0]["streets"].pop()
    log = b"".join(json.dumps(hand).encode() + b"\n" for hand in (broken, deal(2)))
    hands = ofc.read_all(io.BytesIO(log))[0]
    rules = load_rules("american-pineapple")
    assert check_play(hands, ofc.settle(hands.tail(1), rules), {rules.fingerprint: rules}).is_empty()


def test_hands_looked_at_a_few_at_a_time_give_what_all_give():
    rules = shared_rules()
    kinds = [kind for kind, one in OWN.items() if not one.alone]
    hands, _ = plant_own(clean(rules, hands=300, seed=9), dict.fromkeys(kinds, 3), rules)
    shuffled = hands.sample(fraction=1, shuffle=True, seed=1)
    play = Play.of(shuffled, ofc.settle(shuffled, rules), {rules.fingerprint: rules})
    for check in (check_streets, check_order, check_clock, check_deck, check_money, check_payouts):
        parts = pl.concat([check(part) for part in play.parts(7)])
        assert sorted(parts.select("code", "hand", "reason").rows()) == sorted(
            check(play).select("code", "hand", "reason").rows()
        ), check
        assert parts.height or check is check_payouts
