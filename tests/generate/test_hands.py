"""Generated hands: right by every rule set, like real ones, and the same again."""

from __future__ import annotations

import io
import itertools

import polars as pl
import pytest

import ofc_analytics as ofc
from ofc_analytics.audit import check_play
from ofc_analytics.errors import OfcError
from ofc_analytics.generate import SKILLS, crowd, generate
from ofc_analytics.generate.lines import ofc_json
from ofc_analytics.hands import content_hash, find_problems, hand_id
from ofc_analytics.rules import load_rules, rule_set_names
from ofc_analytics.schema import Hands, hands_from_frame

HOUSE_RULES = (
    ("american-pineapple", {"fantasyland.settled": "after-chain", "payout.win_cap": "starting"}),
    ("american-pineapple", {"fantasyland.repeats": 0, "fantasyland.button": "moves"}),
    ("american-pineapple", {"fantasyland.order": "last", "rake": {"percent": 5, "payer": "everyone"}}),
    ("american-pineapple", {"payout.order": "proportional", "payout.win_cap": "none"}),
    ("american-pineapple", {"levels": [{"unit": 1, "hands": 10}, {"unit": 5}]}),
    ("american-pineapple", {"deal.streets": [{"cards": 13, "keep": 13}]}),
    ("american-pineapple", {"deal.streets": [{"cards": 7, "keep": 6}, {"cards": 8, "keep": 7}]}),
    ("connective-pineapple", {"payout.loss_limit": 30}),
    ("russian-classic", {"payout.loss_limit": 400}),
)


def played(rules="american-pineapple", hands=120, **options):
    return pl.concat(generate(rules, hands=hands, **options))


def players(results):
    return results["players"].explode().struct.unnest()


def agree(results):
    return players(results)["agrees"].all()


@pytest.mark.parametrize("name", rule_set_names())
def test_hands_of_every_rule_set_are_played_and_settled_by_it(name):
    hands = Hands.validate(played(name, seed=3))
    results, issues = ofc.settle_all(hands)
    rules = load_rules(name)
    assert (hands.height, results.height, issues) == (120, 120, [])
    assert agree(results)
    assert check_play(hands, results, {rules.fingerprint: rules}).is_empty()
    counts = hands["players"].list.len()
    assert rules.deal.players[0] <= counts.min() <= counts.max() <= rules.deal.players[1]


@pytest.mark.parametrize(("name", "changes"), HOUSE_RULES)
def test_hands_of_other_rules_are_played_and_settled_by_them(name, changes):
    rules = load_rules(name, changes)
    hands = played(rules, seed=5)
    results, issues = ofc.settle_all(hands, rules)
    assert issues == []
    assert agree(results)
    assert check_play(hands, results, {rules.fingerprint: rules}).is_empty()
    assert hands["rules"].null_count() == 120  # the name alone would say other rules


@pytest.mark.parametrize("name", ["joker-ultimate", "kkpoker-joker", "american-classic", "closed-chinese"])
def test_hands_written_and_read_again_are_the_same(name):
    hands = played(name, seed=1)
    read, issues = ofc.read_all(io.BytesIO(ofc_json(hands)), input_format="ofc-json")
    assert issues == []
    assert read["content_hash"].to_list() == hands["content_hash"].to_list()
    for one, other in zip(comparable(read), comparable(hands), strict=True):
        assert one.equals(other)


def comparable(hands):
    """Hands, players and streets, but for where they were read, and in which order the players acted."""
    players = hands["players"].explode().struct.unnest()
    streets = players["streets"].explode().struct.unnest()
    return hands.drop("source", "players"), players.drop("line", "streets"), streets.drop("acted")


def test_ids_and_hashes_are_those_of_single_hands():
    hands = played("swc-progressive", seed=2)
    objects = hands_from_frame(hands)
    assert hands["hand_id"].to_list() == [hand_id(hand) for hand in objects]
    assert hands["content_hash"].to_list() == [content_hash(hand) for hand in objects]
    assert [problem for hand in objects for problem in find_problems(hand)] == []
    assert hands["hand_id"].n_unique() == 120


def test_fewer_hands_are_the_first_of_more():
    more, fewer = played(hands=230, seed=4), played(hands=75, seed=4)
    assert more.head(75).equals(fewer)
    assert more.equals(played(hands=230, seed=4))
    assert not more.equals(played(hands=230, seed=5))


def test_batches_follow_each_other():
    frames = list(generate("closed-chinese-plain", hands=10_100, seed=1, players=(2, 2)))
    assert [frame.height for frame in frames] == [10_000, 100]
    assert pl.concat(frames)["hand_id"].n_unique() == 10_100


def test_stacks_carry_over_and_are_filled_up_when_they_are_low():
    hands = played(hands=2000, seed=6)
    flat = (
        ofc.settle(hands)
        .select("session", "hand_no", "unit", "players")
        .explode("players")
        .unnest("players")
        .sort("session", "name", "hand_no")
        .with_columns(
            left=(pl.col("stack") + pl.col("net")).shift(1).over("session", "name"),
            bought=pl.col("stack").first().over("session", "name"),
        )
        .drop_nulls("left")
    )
    carried = flat.filter(pl.col("stack") == pl.col("left"))
    filled = flat.filter(pl.col("stack") != pl.col("left"))
    assert carried.height > 0.9 * flat.height
    assert filled.height > 0
    assert (filled["stack"] == filled["bought"]).all()
    assert (filled["left"] < filled["bought"] / 4).all()
    assert (flat["stack"] > 0).all()


def test_nobody_sits_at_two_tables_at_once():
    hands = played(hands=1500, seed=8, tables=6, session_hands=25, players=(2, 3))
    seats = (
        hands.with_columns(number=pl.col("session").str.split("-").list.last().cast(pl.Int64) - 1)
        .with_columns(round=pl.col("number") // 6)
        .explode("players")
        .select("round", "session", name=pl.col("players").struct.field("name"))
        .unique()
    )
    assert seats.select("round", "name").is_unique().all()
    assert hands["table"].n_unique() == 6


@pytest.fixture(scope="module")
def night():
    """Pineapple hands of three with each player's skill."""
    hands = played(hands=6000, seed=9, players=(3, 3))
    skills = crowd(2 * 10 * 3, seed=9).select("name", "skill")
    return players(ofc.settle(hands)).join(skills, on="name")


def rates(night):
    table = (
        night.filter(pl.col("in_fantasyland") == 0)
        .group_by("skill")
        .agg(foul=pl.col("foul").mean(), entry=(pl.col("fantasyland") > 0).mean())
    )
    return {skill: (foul, entry) for skill, foul, entry in table.iter_rows()}


def test_the_skilled_foul_less_and_win(night):
    foul = {skill: rate for skill, (rate, _) in rates(night).items()}
    assert 0.05 < foul["expert"] < 0.28
    assert foul["expert"] < foul["regular"] < foul["novice"] < 0.6
    won = dict(night.group_by("skill").agg(pl.col("points").mean()).iter_rows())
    best = [skill.name for skill in reversed(SKILLS)]
    assert all(won[better] > won[worse] + 0.3 for better, worse in itertools.pairwise(best))


def test_fantasyland_comes_as_often_as_it_does_to_people(night):
    assert 0.08 < rates(night)["expert"][1] < 0.22
    inside = night.filter(pl.col("in_fantasyland") > 0)
    assert 0.05 < inside.height / night.height < 0.25
    assert inside["foul"].mean() < 0.01
    assert 0.02 < (inside["fantasyland"] > 0).mean() < 0.3


def test_people_have_different_names_however_many_they_are():
    many = crowd(1000, seed=2)
    assert many["name"].n_unique() == 1000
    assert many["name"].str.contains(r"\p{Cyrillic}").any()
    assert set(many["skill"]) == {skill.name for skill in SKILLS}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hands": -1}, "hands: -1; expected 0 or more"),
        ({"hands": 5, "session_hands": 0}, "session_hands: 0; expected 1 or more"),
        ({"hands": 5, "players": (4, 4)}, "players: 4; american-pineapple seats 2 to 3 players"),
    ],
)
def test_what_makes_no_sense_is_said_at_once(options, message):
    with pytest.raises(OfcError, match=message):
        generate(**options)


def test_no_hands_are_no_frames():
    assert list(generate(hands=0)) == []
