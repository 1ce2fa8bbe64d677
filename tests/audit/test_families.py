"""Every family finds the faults that are planted in clean hands, and nothing in hands that have none."""

from __future__ import annotations

import re

import polars as pl
import pytest
from planted import (
    GENERATED,
    OWN,
    audited,
    clean,
    found,
    found_totals,
    own_hands,
    own_rules,
    plant,
    plant_kind,
    plant_own,
    shared_rules,
)

from ofc_analytics.audit import FAMILIES, Findings
from ofc_analytics.audit.findings import SEVERITIES
from ofc_analytics.rules import load_rules

_PLANTED = 25


RULES = load_rules("american-pineapple")


@pytest.fixture(scope="module")
def hands():
    return clean(hands=1000)


@pytest.fixture(scope="module")
def before(hands):
    return audited(hands, RULES)


@pytest.mark.parametrize(
    "rules",
    [
        "american-pineapple",
        "american-classic",
        "progressive-pineapple",
        "joker-ultimate",
        "russian-pineapple",
        "pppoker",
        "tournament-pineapple",
        "closed-chinese",
    ],
)
def test_clean_hands_give_no_finding_above_note(rules):
    told = audited(clean(rules, hands=300), load_rules(rules))
    assert told.filter(pl.col("severity") != "note").rows() == []
    assert set(told["code"]) <= {"stack-added", "numbers-apart"}


@pytest.mark.parametrize("kind", GENERATED)
def test_planted_faults_are_found(hands, before, kind):
    faulty, ids = plant_kind(hands, kind, _PLANTED, RULES)
    assert len(ids) == _PLANTED
    told = audited(faulty, RULES)
    assert Findings.is_valid(told)
    assert found(told, kind, ids, before) == _PLANTED


@pytest.mark.parametrize("kind", OWN)
def test_planted_faults_that_logs_seldom_record_are_found(kind):
    rules = own_rules(kind)
    hands, before = own_hands(OWN[kind].overrides, 1000 * OWN[kind].scenes, 1)
    faulty, ids = plant_kind(hands, kind, _PLANTED, rules)
    assert len(ids) == _PLANTED
    assert found(audited(faulty, rules, as_file=False), kind, ids, before) == _PLANTED


def test_wrong_totals_are_found_and_right_ones_are_not(hands):
    assert found_totals(hands, RULES, _PLANTED) == (_PLANTED, _PLANTED)


def test_mixed_faults_are_found_each_by_its_family(hands, before):
    kinds = [kind for kind in GENERATED if kind not in {"gap", "duplicate"}]
    faulty, planted = plant(hands, dict.fromkeys(kinds, 0.01), rules=RULES, seed=5)
    told = audited(faulty, RULES)
    for kind in kinds:
        ids = planted.filter(pl.col("kind") == kind)["hand"].to_list()
        assert found(told, kind, ids, before) == len(ids) > 0, kind


def test_mixed_faults_of_the_other_kinds_too():
    rules = shared_rules()
    hands = clean(rules, hands=2000, seed=4)
    kinds = [kind for kind, one in OWN.items() if not one.alone]
    faulty, planted = plant_own(hands, dict.fromkeys(kinds, 10), rules, seed=4)
    before, told = (audited(frame, rules, as_file=False) for frame in (hands, faulty))
    for kind, ids in planted.items():
        assert found(told, kind, ids, before) == len(ids) == 10, kind


def test_rake_is_held_against_the_terms_of_the_rules():
    rules = load_rules("american-pineapple", ["rake.percent=5", "rake.cap=3"])
    faulty, ids = plant_kind(clean(rules, hands=500), "rake", 10, rules)
    wrong = audited(faulty, rules).filter(pl.col("code") == "rake-wrong")
    assert sorted(wrong["hand"]) == sorted(ids)
    assert wrong["reason"].str.contains("by the terms of american-pineapple it is").all()


def test_every_code_is_of_one_family_and_documented(root):
    codes = [code for family in FAMILIES.values() for code in family]
    assert len(codes) == len(set(codes))
    pages = [(root / "docs" / page).read_text(encoding="utf-8") for page in ("audit.md", "clubs.md")]
    told = [
        found
        for page in pages
        for found in re.findall(r"^\| `([a-z-]+)` \| ([a-z, ]+) \|", page, re.MULTILINE)
    ]
    assert {code for code, _ in told} == set(codes) - set(FAMILIES["pairs"])
    assert {word for _, words in told for word in words.split(", ")} <= set(SEVERITIES)
    pairs = (root / "docs" / "pairs.md").read_text(encoding="utf-8")
    assert [code for code in FAMILIES["pairs"] if f"`{code}`" not in pairs] == []
