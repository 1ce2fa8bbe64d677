"""Every family finds the faults that are planted in clean hands, and nothing in hands that have none."""

from __future__ import annotations

import re

import planted as faults
import polars as pl
import pytest
from planted import GENERATED, OWN, audited, clean, found, own_rules, plant_kind

from ofc_analytics.audit import FAMILIES, Findings
from ofc_analytics.audit.findings import SEVERITIES
from ofc_analytics.rules import load_rules

_PLANTED = 25


@pytest.fixture(scope="module")
def hands():
    return clean(hands=1000)


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
def test_planted_faults_are_found(hands, kind):
    rules = load_rules("american-pineapple")
    faulty, ids = plant_kind(hands, kind, _PLANTED, rules)
    assert len(ids) == _PLANTED
    told = audited(faulty, rules)
    assert Findings.is_valid(told)
    assert found(told, kind, ids) == _PLANTED


@pytest.mark.parametrize("kind", OWN)
def test_planted_faults_that_logs_seldom_record_are_found(kind):
    rules = own_rules()
    hands = clean(rules, hands=1000)
    faulty, ids = plant_kind(hands, kind, _PLANTED, rules)
    assert len(ids) >= 10
    assert found(audited(faulty, rules, as_file=False), kind, ids) == len(ids)


def test_mixed_faults_are_found_each_by_its_family(hands):
    rules = load_rules("american-pineapple")
    kinds = [kind for kind in GENERATED if kind not in {"gap", "duplicate"}]
    faulty, planted = faults.plant(hands, dict.fromkeys(kinds, 0.01), rules=rules, seed=5)
    told = audited(faulty, rules)
    for kind in kinds:
        ids = planted.filter(pl.col("kind") == kind)["hand"].to_list()
        assert found(told, kind, ids) == len(ids) > 0, kind


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
