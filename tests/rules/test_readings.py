"""Doubtful points: every contradiction of the documents exists as two readings, and each reading loads."""

from __future__ import annotations

import json

import pytest

import ofc_analytics as ofc
from ofc_analytics.rules import (
    Note,
    change_rules,
    check_rules,
    diff,
    load_rules,
    other_readings,
    rule_set_names,
    setting,
)

SETS = rule_set_names()


def other_values(name):
    """Every other reading of a set, as (key, value)."""
    provenance = load_rules(name).provenance
    notes = (*provenance.uncertain, *provenance.assumed)
    return [item for note in notes for item in note.override.items()]


@pytest.mark.parametrize("name", SETS)
def test_every_other_reading_loads_and_changes_what_it_names(name):
    rules = load_rules(name)
    for note in (*rules.provenance.uncertain, *rules.provenance.assumed):
        if not note.override:
            continue
        texts = [setting(key, value) for key, value in note.override.items()]
        other = load_rules(name, texts)
        assert other.fingerprint == load_rules(name, note.override).fingerprint
        changed = {difference.key for difference in diff(rules, other)}
        assert changed
        assert all(any(f"{key}.".startswith(f"{done}.") or f"{done}.".startswith(f"{key}.") for done in changed)
                   for key in note.override)  # fmt: skip


@pytest.mark.parametrize("name", SETS)
def test_every_set_passes_its_own_check_and_says_what_it_is_unsure_of(name):
    checked = check_rules(name)
    assert checked.rules.provenance.uncertain
    assert {note.key for owner, note in checked.doubts if owner == name} == {
        note.key for note in checked.rules.provenance.uncertain
    }


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        # three rows won: an additional 6 or 3 (000); 6 in all or in addition (001); none or 3 (002)
        ("pokerdom-pineapple-000", "rows.scoop", 3),
        ("pokerdom-pineapple", "rows.scoop", 6),
        ("russian-pineapple", "rows.scoop", 6),
        ("tournament-pineapple", "rows.scoop", 3),
        # a dead hand gets zero, or loses every duel
        ("pokerdom-pineapple-000", "foul.pays", 0),
        ("russian-classic", "foul.pays", 0),
        ("russian-turbo", "foul.pays", 0),
        ("russian-pineapple", "foul.pays", 0),
        ("connective-pineapple", "foul.pays_royalties", False),
        # Fantasyland: who is first, what keeps it, how often, when it is settled
        ("pokerdom-pineapple-000", "fantasyland.order", "last"),
        ("tournament-pineapple", "fantasyland.order", "first"),
        ("tournament-pineapple", "fantasyland.stay.middle", {}),
        ("tournament-pineapple", "fantasyland.repeats", 1),
        ("pokerdom-pineapple-000", "fantasyland.settled", "each-hand"),
        ("american-pineapple", "fantasyland.stay.middle", {"full house+": 14}),
        ("progressive-pineapple", "fantasyland.stay.top", {"three of a kind": "same"}),
        # how much may be won and lost
        ("pokerdom-pineapple-000", "payout.win_cap", "current"),
        ("pokerdom-pineapple-000", "payout.win_cap", "starting"),
        ("pokerdom-pineapple", "payout.win_cap", "starting-total"),
        ("russian-classic", "payout.order", "proportional"),
        # equal rows
        ("pokerdom-pineapple-000", "foul.equal_rows", "legal"),
        ("closed-chinese", "foul.equal_rows", "legal"),
        ("russian-classic", "foul.equal_rows", "foul"),
        ("tournament-pineapple", "foul.equal_rows", "foul"),
        # the closed game
        ("closed-chinese", "royalties.without_winning", ["top"]),
        ("closed-chinese", "naturals.both", "nothing"),
        ("closed-chinese", "surrender", {"points": 3}),
        ("closed-chinese", "deal.players", [4, 4]),
        ("joker-ultimate", "deal.jokers", 1),
        ("joker-ultimate", "rows.five_of_a_kind", True),
    ],
)
def test_contradictions_of_the_sources_have_their_other_reading(name, key, value):
    assert (key, value) in other_values(name)


@pytest.mark.parametrize(
    ("name", "dealt"), [("tournament-pineapple", 17), ("russian-turbo", 13), ("american-turbo", 13)]
)
def test_the_two_deals_of_the_turbo_and_of_the_news_article(name, dealt):
    rules = load_rules(name)
    (other,) = [reading for note, reading in other_readings(rules) if note.key == "deal.streets"]
    assert rules.deal.cards == 13
    assert other.deal.cards == dealt
    assert {len(rules.deal.streets), len(other.deal.streets)} <= {3, 5}
    assert rules.deal.streets != other.deal.streets


def test_two_cards_a_street_and_three_to_choose_from():
    def streets(rules):
        return [(street.cards, street.keep) for street in rules.deal.streets]

    assert streets(load_rules("tournament-pineapple")) == [(5, 5)] + 4 * [(2, 2)]
    assert streets(load_rules("russian-pineapple")) == [(5, 5)] + 4 * [(3, 2)]
    assert streets(load_rules("american-turbo")) == [(5, 5)] + 4 * [(2, 2)]
    assert streets(load_rules("russian-turbo")) == [(5, 5)] + 2 * [(4, 4)]
    assert streets(load_rules("russian-classic")) == [(5, 5)] + 8 * [(1, 1)]
    assert streets(load_rules("closed-chinese")) == [(13, 13)]


def test_what_the_documents_say_of_money_and_time():
    article = load_rules("pokerdom-pineapple-000").deal
    assert (article.buy_in, article.equal_caps) == ((50, 100), True)
    for name in ("russian-classic", "russian-turbo", "russian-pineapple"):
        payout = load_rules(name).payout
        assert (payout.admission, payout.loss_limit, payout.loss_limit_per) == (True, None, "hand")
    clock = load_rules("tournament-pineapple").clock
    assert (clock.seconds, clock.seconds_per, clock.bank, clock.auto_placement) == (
        120,
        "hand",
        180,
        "bottom-first",
    )
    assert load_rules("tonybet").clock.auto_placement == "bottom-first"
    assert load_rules("connective-pineapple").payout.loss_limit_per == "match"


def test_the_other_reading_of_a_doubt_changes_no_fingerprint(write):
    plain = load_rules(write('extends = "tonybet"\n'))
    doubted = load_rules(
        write("""
        extends = "tonybet"
        [provenance]
        uncertain = [{ key = "rows.scoop", note = "n", otherwise = 6 }]
        """)
    )
    assert plain.fingerprint == doubted.fingerprint
    ((note, other),) = other_readings(doubted)
    assert (note.otherwise, other.rows.scoop, doubted.rows.scoop) == (6, 6, 3)


@pytest.mark.parametrize(
    ("key", "otherwise", "override"),
    [
        ("rows.scoop", 6, {"rows.scoop": 6}),
        ("payout.loss_limit", "none", {"payout.loss_limit": "none"}),
        ("fantasyland.stay.middle", {}, {"fantasyland.stay.middle": {}}),
        ("rake", {"percent": 5}, {"rake": {"percent": 5}}),
        ("rows", {"rows.scoop": 6, "foul.pays": 0}, {"rows.scoop": 6, "foul.pays": 0}),
        ("rows", None, {}),
    ],
)
def test_a_doubt_gives_its_override(key, otherwise, override):
    assert Note(key=key, note="n", otherwise=otherwise).override == override


def test_a_reading_that_is_taken_already_or_cannot_stand_is_no_other_reading():
    taken = load_rules("pokerdom-pineapple-000", ["rows.scoop=3"])
    assert "rows.scoop" not in {note.key for note, _ in other_readings(taken)}
    lows = [
        "rows.middle=deuce-to-seven",
        "royalties.middle={nine-low=1,eight-low=2,seven-low=4}",
    ]  # a full house in the middle keeps nothing where the middle is a low
    readings = {note.key for note, _ in other_readings(load_rules("american-pineapple", lows))}
    assert "fantasyland.stay.middle" not in readings
    assert "foul.equal_rows" in readings


def test_rules_that_were_changed_stay_rules_of_their_set():
    rules = load_rules("kkpoker-joker")
    changed = change_rules(rules, ["rake.cap=3"])
    assert (changed.name, changed.rake.cap, rules.rake.cap) == ("kkpoker-joker", 3, 2)
    assert changed.provenance == rules.provenance
    assert change_rules(changed, {"rake.cap": 2}).fingerprint == rules.fingerprint


def test_other_readings_survive_json():
    document = json.loads(load_rules("american-pineapple").model_dump_json())
    found = {note["key"]: note["otherwise"] for note in document["provenance"]["uncertain"]}
    assert found["fantasyland.stay.middle"] == {"full house+": 14}


@pytest.mark.parametrize("name", SETS)
def test_a_hand_settles_under_every_reading_of_every_set(name):
    boards = [
        "Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d",
        "Ac 8c 6s / Td Ts 9s 4c 3c / Js Jh 7d 5s 4h",
    ]
    rules = load_rules(name)
    for reading in (rules, *(other for _, other in other_readings(rules))):
        points = ofc.score(boards, rules=reading, unit="10", stacks=["300", "400"]).scores.points
        if reading.rows.middle == "high":  # the pairs are no lows: both boards are dead
            assert int(points[0, 0]) >= 3 * reading.rows.points + reading.rows.scoop
        else:
            assert int(points[0, 0]) == 0
