"""Planted faults: each kind is what it says, and all else stays as it was."""

from __future__ import annotations

import io

import polars as pl
import pytest

import ofc_analytics as ofc
from ofc_analytics.audit import check_play
from ofc_analytics.errors import OfcError
from ofc_analytics.generate import FAULTS, generate, plant
from ofc_analytics.generate.faults import parse_fault
from ofc_analytics.generate.lines import ofc_json
from ofc_analytics.rules import load_rules
from ofc_analytics.settlement.tables import disagreements

RULES = load_rules("american-pineapple")
CLAIMS = {
    "points": {"points"},
    "sign": {"points", "net"},
    "royalty": {"royalties"},
    "money": {"net"},
    "rake": {"net"},
    "foul-missed": {"foul"},
    "foul-called": {"foul"},
}
PLAY = {
    "fantasyland-denied": "fantasyland-denied",
    "fantasyland-granted": "fantasyland-not-earned",
    "fantasyland-cards": "fantasyland-cards",
    "street-late": "card-not-dealt",
    "streets-swapped": "street-deal",
}
READING = {"card-twice": "card-twice", "discard-back": "card-twice", "duplicate": "duplicate-hand"}
SHARE = 0.03


@pytest.fixture(scope="module")
def hands():
    return pl.concat(generate(RULES, hands=400, seed=2))


def planted(hands, kind):
    faulty, told = plant(hands, {kind: SHARE}, rules=RULES, seed=1)
    assert told["kind"].unique().to_list() == [kind]
    assert told.height == round(SHARE * 400)
    others = ~pl.col("hand_id").is_in(told["hand_id"].implode())
    assert faulty.filter(others).equals(hands.filter(others))
    return faulty, told


def played(hands):
    return check_play(hands, ofc.settle(hands), {RULES.fingerprint: RULES})


@pytest.mark.parametrize("kind", CLAIMS)
def test_claims_that_do_not_stand(hands, kind):
    faulty, told = planted(hands, kind)
    wrong = disagreements(ofc.settle(faulty)).join(told, on="hand_id")
    whose = wrong.filter(pl.col("name") == pl.col("player"))
    assert set(wrong["hand_id"]) == set(told["hand_id"])
    assert all(CLAIMS[kind] <= set(part["claim"]) for part in whose.partition_by("hand_id"))
    assert disagreements(ofc.settle(faulty))["hand_id"].n_unique() == told.height


@pytest.mark.parametrize("kind", PLAY)
def test_play_against_the_rules(hands, kind):
    faulty, told = planted(hands, kind)
    found = played(faulty)
    assert set(found.filter(code=PLAY[kind])["hand_id"]) == set(told["hand_id"])
    assert set(found.filter(pl.col("severity") != "note")["hand_id"]) == set(told["hand_id"])
    assert disagreements(ofc.settle(faulty)).is_empty()


@pytest.mark.parametrize("kind", READING)
def test_what_reading_says(hands, kind):
    faulty, told = planted(hands, kind)
    _, issues = ofc.read_all(io.BytesIO(ofc_json(faulty)), input_format="ofc-json")
    assert {(issue.code, issue.hand) for issue in issues} == {(READING[kind], hand) for hand in told["hand"]}


def test_the_button_is_stuck(hands):
    faulty, told = planted(hands, "button-stuck")
    found = played(faulty).filter(pl.col("code").str.starts_with("button"))
    assert set(told["hand_id"]) <= set(found["hand_id"])


def test_a_stack_jumps(hands):
    faulty, told = planted(hands, "stack-jump")
    stacks = [
        frame.join(told, on="hand_id")
        .explode("players")
        .select("hand_id", pl.col("players").struct.field("name", "stack"))
        for frame in (hands, faulty)
    ]
    both = stacks[0].join(stacks[1], on=["hand_id", "name"], suffix="_told")
    moved = both.filter(pl.col("stack") != pl.col("stack_told"))
    assert moved.height == told.height
    assert set(zip(moved["hand_id"], moved["name"], strict=True)) == set(
        zip(told["hand_id"], told["player"], strict=True)
    )


def test_hands_are_missing(hands):
    faulty, told = planted(hands, "gap")
    assert faulty.height == hands.height - told.height
    assert set(hands["hand_id"]) - set(faulty["hand_id"]) == set(told["hand_id"])
    steps = faulty.select(pl.col("hand_no").diff().over("session")).to_series()
    assert (steps == 2).sum() == told.height


def test_every_kind_is_tried_above():
    assert {*CLAIMS, *PLAY, *READING, "button-stuck", "stack-jump", "gap"} == set(FAULTS)


def test_many_kinds_each_in_a_hand_of_its_own(hands):
    shares = dict.fromkeys(FAULTS, 0.01)
    faulty, told = plant(hands, shares, rules=RULES, seed=3)
    again, _ = plant(hands, shares, rules=RULES, seed=3)
    assert told["hand_id"].n_unique() == told.height == 4 * len(FAULTS)
    assert faulty.equals(again)
    assert told["what"].str.len_chars().min() > 10


def test_what_cannot_be_is_not_planted():
    rules = load_rules("closed-chinese")
    hands = next(generate(rules, hands=60, seed=1))
    faulty, told = plant(
        hands, {"fantasyland-denied": 1, "streets-swapped": 1, "discard-back": 1}, rules=rules
    )
    assert told.is_empty()
    assert faulty.equals(hands)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nix", "there is no fault 'nix'; expected points"),
        ("gap=2", "'2' is no share; expected a number from 0 to 1"),
    ],
)
def test_words_for_faults(text, message):
    with pytest.raises(OfcError, match=message):
        parse_fault(text)
