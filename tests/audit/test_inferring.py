"""Rules are told by what rooms claim: rooms whose rules are known, and what they could be taken for."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from functools import cache

import polars as pl
import pytest
from claiming import room
from settled import settled_hands

from ofc_analytics.audit import audit
from ofc_analytics.audit.inferring import infer_rules
from ofc_analytics.errors import SettlementError
from ofc_analytics.rules import load_rules, rule_set_names
from ofc_analytics.schema import frame_from_hands
from ofc_analytics.settlement.frames import settle_all
from ofc_analytics.settlement.grouping import rule_sets
from ofc_analytics.settlement.tables import disagreements

HOUSES = {
    "scoop, by points alone": ("american-classic", {"rows.scoop": 4}, ("points",)),
    "row, by money alone": ("american-pineapple", {"rows.points": 2}, ("net",)),
    "equal rows": ("american-pineapple", {"foul.equal_rows": "foul"}, ("points", "foul")),
    "a foul's price": ("closed-chinese", {"foul.pays": 6}, ("points", "royalties")),
    "a royalty": ("american-pineapple", {"royalties.middle.full house": 10}, ("points", "royalties")),
    "a royalty, by points alone": ("deuce-to-seven-pineapple", {"royalties.middle.7-5-4-3-2": 10}, ("points",)),
    "cards of aces": ("american-pineapple", {"fantasyland.entry.top.AA": 16}, ("fantasyland",)),
    "order of payment": ("american-pineapple", {"payout.order": "payer-major"}, ("points", "net")),
    "rake": ("american-pineapple", {"rake": {"percent": Decimal(5)}}, ("points", "net")),
    "loss limit": ("russian-classic", {"payout.loss_limit": 10}, ("points", "net")),
}  # fmt: skip


@cache
def friday(count=300):
    """Hands of a house that pays 6 for a scoop, and says only points."""
    return room(load_rules("american-pineapple", {"rows.scoop": 6}), count, ("points",))


def wrong_claims(hands, rules):
    """Claims that a rule set contradicts, and hands that it cannot settle."""
    results, issues = settle_all(hands, rules)
    return disagreements(results).height + sum(issue.severity == "error" for issue in issues)


def first_group(inferred):
    return inferred.ranking.filter(pl.col("group") == 1)


@pytest.mark.parametrize("name", rule_set_names())
def test_the_right_set_comes_first_or_with_sets_that_no_hand_separates(name):
    hands = room(load_rules(name), 300)
    inferred = infer_rules(hands)
    best = first_group(inferred)
    assert name in best["rules"].to_list()
    assert best["explained"].unique().to_list() == [300]
    assert [wrong_claims(hands, tied) for tied in best["rules"]] == [0] * best.height
    assert (inferred.ranking.filter(pl.col("group") > 1)["explained"] < 300).all()
    left, right, separating, alone, none = inferred.comparisons.row(0)
    assert left == best["label"][0]
    assert wrong_claims(hands, right)
    unknown = settle_all(hands, load_rules(name))[0]["chain_broken"].sum()  # their money tells nothing
    assert separating > 0
    assert separating - unknown <= alone <= separating
    assert none == 0
    shown = inferred.separating
    assert shown["hand_id"].n_unique() == min(5, separating)
    assert shown["line"].is_between(1, 300).fill_null(value=False).all()
    assert (
        shown.filter(pl.col("claim") != "deal")["left_gives"]
        == shown.filter(pl.col("claim") != "deal")["claimed"]
    ).all()


@pytest.mark.parametrize("case", HOUSES)
def test_one_changed_rule_is_found_and_named(case):
    base, change, claims = HOUSES[case]
    house = load_rules(base, change)
    inferred = infer_rules(room(house, 300, claims))
    best = first_group(inferred)
    assert house.fingerprint in best["fingerprint"].to_list()
    assert inferred.best.name == best["rules"][0]
    assert best["contradicted"].unique().to_list() == [0]
    assert best["settings"].list.len().unique().to_list() == [1]
    assert inferred.finding["claimed"][0] == best["label"][0]


def test_two_changed_rules_are_found_one_after_the_other():
    house = load_rules("american-pineapple", {"rows.scoop": 5, "royalties.paid": "line-winner"})
    inferred = infer_rules(room(house, 300, ("points", "royalties")))
    assert {*inferred.settings} == {"rows.scoop=5", "royalties.paid=line-winner"}
    assert first_group(inferred)["contradicted"][0] == 0


@pytest.mark.parametrize("name", ["american-pineapple", "closed-chinese-2-4"])
def test_a_few_wrong_claims_change_nothing(name):
    hands = room(load_rules(name), 300, ("points", "foul"), wrong=range(0, 300, 50))
    inferred = infer_rules(hands)
    best = first_group(inferred)
    assert name in best["rules"].to_list()
    assert (best["explained"][0], best["contradicted"][0]) == (294, 6)
    assert not any(map(len, best["settings"]))


def test_every_hand_is_explained_contradicted_or_cannot_tell():
    told, silent = friday(60), room(load_rules("american-pineapple"), 40, ())
    inferred = infer_rules(pl.concat([told, silent.with_columns(pl.col("table") + " silent")]))
    counts = inferred.ranking.select(pl.sum_horizontal("explained", "contradicted", "cannot_tell"))
    assert counts.to_series().unique().to_list() == [100]
    assert inferred.ranking["cannot_tell"].max() == 40


def test_streets_tell_games_apart_that_are_scored_alike():
    hands = frame_from_hands(settled_hands(range(20), rules="american-turbo"))
    assert first_group(infer_rules(hands))["rules"].to_list() == ["american-turbo"]
    inferred = infer_rules(hands, ["american-turbo", "american-classic"])
    assert inferred.undealt == ("american-classic",)
    assert inferred.comparisons.is_empty()


def test_the_rules_in_use_stand_first_among_equals():
    hands = room(load_rules("american-pineapple"), 100, ("points",))
    assert infer_rules(hands, rules="tonybet").best.name == "tonybet"
    assert infer_rules(hands).best.name == "american-pineapple"
    named = hands.with_columns(variant=pl.lit("progressive-pineapple"), rules=pl.lit("pppoker"))
    inferred = infer_rules(named)
    assert inferred.best.name == "pppoker"
    assert inferred.finding.is_empty()


def test_overrides_in_use_are_a_candidate():
    inferred = infer_rules(friday(), overrides=["rows.scoop=6"])
    assert (inferred.best.name, inferred.settings) == ("american-pineapple", ("rows.scoop=6",))
    assert inferred.finding.is_empty()


def test_candidates_may_be_files(tmp_path):
    file = tmp_path / "friday.toml"
    file.write_text('extends = "american-pineapple"\n[rows]\nscoop = 6\n', encoding="utf-8")
    inferred = infer_rules(friday(), [file, "american-classic"])
    assert inferred.best.name == "friday"
    assert {*inferred.ranking["rules"]} == {"friday", "american-classic", "american-pineapple"}


def audited(hands, *inferred, rules=None):
    results, issues = settle_all(hands, rules)
    return audit(hands, results, rule_sets(hands, rules), issues=issues, inferred=inferred)


def test_a_disagreement_over_rules_is_one_finding():
    hands = friday()
    found, folded = audited(hands), audited(hands, infer_rules(hands))
    before, after = Counter(found["code"]), Counter(folded["code"])
    assert before["claim-points"] > 300
    gone = before - after
    assert gone >= Counter({"claim-points": before["claim-points"]})
    assert after - before == Counter({"rules-differ": 1})
    (finding,) = folded.filter(pl.col("code") == "rules-differ").to_dicts()
    assert (finding["severity"], finding["recomputed"]) == ("error", "american-pineapple")
    assert finding["claimed"] == "american-pineapple --set rows.scoop=6"
    agreeing = 300 - disagreements(settle_all(hands)[0])["hand_id"].n_unique()
    assert f"american-pineapple, under which they are settled, explains {agreeing}, and" in finding["reason"]
    assert "rows.scoop=6 explains 300." in finding["reason"]
    assert f"It stands for {gone.total():,} findings" in finding["reason"]


def test_its_money_is_what_was_at_stake_in_all_that_it_stands_for():
    hands = friday()
    found = audited(hands)
    gone = found.join(audited(hands, infer_rules(hands)), on=["code", "hand_id", "reason"], how="anti")
    gone = gone.filter(pl.col("severity") != "note")
    stakes = gone.group_by("hand_id").agg(pl.col("at_stake").cast(pl.Decimal(20, 2)).max())["at_stake"]
    assert stakes.null_count() < len(stakes)
    folded = audited(hands, infer_rules(hands))
    assert Decimal(folded["at_stake"][0]) == stakes.sum()


def test_what_the_best_rules_leave_unexplained_stays_a_finding():
    rules = load_rules("american-pineapple", {"rows.scoop": 6})
    hands = room(rules, 300, ("points",), wrong=(3, 77))
    wrong = audited(hands, infer_rules(hands)).filter(pl.col("code") == "claim-points")
    assert {*wrong["hand"]} == {hands["native_id"][place] for place in (3, 77)}


def test_of_many_hands_a_sample_is_taken_and_said():
    hands = friday()
    inferred = infer_rules(hands, most=120, shown=2)
    again = infer_rules(hands, most=120, shown=2)
    assert (inferred.hands, inferred.sampled) == (300, 120)
    assert inferred.ranking.equals(again.ranking)
    assert inferred.separating["hand_id"].n_unique() == 2
    assert inferred.settings == ("rows.scoop=6",)
    assert "claim-points" not in audited(hands, inferred)["code"]


def test_changes_that_are_tried_on_a_part_are_counted_on_all():
    hands = friday()
    many = pl.concat([hands.with_columns(pl.col("table", "hand_id") + f" {copy}") for copy in range(11)])
    inferred = infer_rules(many)
    assert inferred.settings == ("rows.scoop=6",)
    assert first_group(inferred)["explained"][0] == inferred.sampled == 3300


def test_hands_whose_own_rules_are_not_known():
    inferred = infer_rules(friday().with_columns(rules=pl.lit("club-rules")))
    assert inferred.finding["recomputed"][0] == "a rule set that is not known"
    assert (
        "explains 0, and american-pineapple --set rows.scoop=6 explains 300." in inferred.finding["reason"][0]
    )


def test_a_setting_in_use_gives_way_to_a_better_one():
    assert infer_rules(friday(), overrides=["rows.scoop=1"]).settings == ("rows.scoop=6",)


def test_a_sample_keeps_chains_of_fantasyland_whole():
    rules = load_rules("progressive-pineapple")
    hands = room(rules, 300, ("fantasyland",))
    assert infer_rules(hands, ["progressive-pineapple"], most=90).ranking["explained"][0] == 90


def test_nothing_to_infer_from():
    hands = friday(30)
    with pytest.raises(SettlementError, match="there are no hands"):
        infer_rules(hands.clear())
    with pytest.raises(
        SettlementError, match=r"nothing is claimed of the 30 hands: .* points, money, royalties"
    ):
        infer_rules(room(load_rules("american-pineapple"), 30, ()))
    with pytest.raises(SettlementError, match="not a frame of hands"):
        infer_rules(hands.drop("players"))


def test_hands_that_no_candidate_deals():
    hands = room(load_rules("closed-chinese"), 40, ("points",)).filter(
        pl.col("players").list.eval(pl.element().struct.field("declared")).list.drop_nulls().list.len() > 0
    )
    with pytest.raises(SettlementError, match=r"none of the .* can be dealt under tonybet"):
        infer_rules(hands, ["tonybet"], rules="tonybet")
