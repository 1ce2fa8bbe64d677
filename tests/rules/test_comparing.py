"""Differences between rule sets: complete, and each with the override that removes it."""

from __future__ import annotations

import itertools

import pytest

from ofc_analytics.rules import change_rules, diff, load_rules, rule_set_names
from ofc_analytics.rules.comparing import NOTHING_SETTLED

SETS = {name: load_rules(name) for name in rule_set_names()}


@pytest.mark.parametrize("name", SETS)
def test_all_overrides_together_turn_one_set_into_any_other(name):
    for other, right in SETS.items():
        differences = diff(SETS[name], right)
        assert (not differences) == (SETS[name].fingerprint == right.fingerprint)
        overrides = {key: value for item in differences for key, value in item.override.items()}
        assert change_rules(SETS[name], overrides).fingerprint == right.fingerprint
        texts = [item.setting for item in differences]
        assert load_rules(name, texts).fingerprint == right.fingerprint, other


def test_differences_are_the_same_seen_from_the_other_side():
    for one, other in itertools.combinations(SETS.values(), 2):
        forth = {item.key: (item.left, item.right) for item in diff(one, other)}
        back = {item.key: (item.right, item.left) for item in diff(other, one)}
        assert forth == back


def test_values_meaning_and_effect():
    differences = {
        item.key: item for item in diff(SETS["american-pineapple"], SETS["pokerdom-pineapple-000"])
    }
    assert list(differences) == [
        "deal.buy_in",
        "deal.equal_caps",
        "rows.scoop",
        "foul.equal_rows",
        "fantasyland.settled",
        "payout.win_cap",
    ]
    scoop = differences["rows.scoop"]
    assert (scoop.left, scoop.right, scoop.override, scoop.setting) == (
        3, 6, {"rows.scoop": 6}, "rows.scoop=6",
    )  # fmt: skip
    assert scoop.meaning == "extra points for winning all three rows"
    assert [item.changes for item in differences.values()] == [
        NOTHING_SETTLED,
        NOTHING_SETTLED,
        "rows",
        "fouls",
        "money",
        "money",
    ]


def test_a_table_differs_as_a_whole_and_a_section_that_one_set_lacks_too():
    (entry,) = diff(SETS["american-pineapple"], SETS["progressive-pineapple"])
    assert (entry.key, entry.changes) == ("fantasyland.entry.top", "Fantasyland")
    assert (entry.left, entry.right) == (
        {"QQ+": 14},
        {"QQ": 14, "KK": 15, "AA": 16, "three of a kind": 17},
    )
    rake = next(item for item in diff(SETS["joker-ultimate"], SETS["kkpoker-joker"]) if item.key == "rake")
    assert rake.left is None
    assert rake.right["percent"] == 5
    back = next(item for item in diff(SETS["kkpoker-joker"], SETS["joker-ultimate"]) if item.key == "rake")
    assert back.override == {"rake": "none"}


def test_two_sets_with_a_rake_differ_by_what_is_different_in_it():
    rules = SETS["kkpoker-joker"]
    (cap,) = diff(rules, change_rules(rules, ["rake.cap=3"]))
    assert (cap.key, cap.left, cap.right, cap.changes) == ("rake.cap", 2, 3, "money")


def test_names_and_sources_are_no_difference(write):
    house = load_rules(write('extends = "tonybet"\ntitle = "Friday"\nprovenance.source = "us"\n'))
    assert diff(house, SETS["tonybet"]) == ()
    assert diff(SETS["pppoker"], SETS["american-pineapple"]) == ()
