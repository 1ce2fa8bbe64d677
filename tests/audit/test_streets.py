"""Recorded streets against the deal."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play import SIZES, audit, codes, deal

from ofc_analytics.audit import Play, check_streets
from ofc_analytics.cards import cards_text
from ofc_analytics.hands import Hand, Player, Street
from ofc_analytics.rules import load_rules
from ofc_analytics.schema import frame_from_hands
from ofc_analytics.settlement import settle


def first(hand, street=0, seat=0):
    """A player's street, to be spoilt."""
    return hand["players"][seat]["streets"][street]


def words(text):
    return text.split()


def swap_out(hand, old, new):
    """Put one card for another wherever it stands in the hand."""
    return json.loads(json.dumps(hand).replace(old, new))


def unused(hand):
    seen = set(words(" ".join(street["dealt"] for player in hand["players"] for street in player["streets"])))
    return next(card for card in (cards_text([code]) for code in range(52)) if card not in seen)


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**32 - 1),
    rules=st.sampled_from(
        ["american-pineapple", "american-classic", "progressive-pineapple", "russian-turbo", "closed-chinese"]
    ),
    players=st.integers(2, 4),
    data=st.data(),
)
def test_what_is_dealt_and_played_by_the_rules_is_not_found_fault_with(seed, rules, players, data):
    loaded = load_rules(rules)
    players = min(players, loaded.deal.players[1])
    sizes = sorted({int(cards) for cards in loaded.tables.entry.flat if cards})
    inside = data.draw(st.lists(st.sampled_from([0, *sizes]), min_size=players, max_size=players))
    hand = deal(seed, rules=rules, players=players, fantasyland=inside)
    found = audit(hand, rules=rules)
    assert set(codes(found)) <= {"fantasyland-unproven"}
    assert found.height == sum(cards > 0 for cards in inside)


def test_players_without_streets_are_passed_over():
    hand = deal(1)
    for player in hand["players"]:
        del player["streets"]
    assert codes(audit(hand)) == []


@pytest.mark.parametrize("hidden", [("dealt", "discard"), ("discard",)])
def test_what_a_spectator_may_not_see_is_no_fault(hidden):
    hand = deal(1)
    for player in hand["players"]:
        for street in player["streets"]:
            street.update(dict.fromkeys(hidden, ""))
    assert codes(audit(hand)) == []


def test_one_street_too_many():
    hand = deal(1)
    street = hand["players"][0]["streets"][4]
    kept = [row for row in SIZES for _ in words(street[row])]
    dealt = words(street["dealt"])
    placed = {row: words(street[row]) for row in SIZES}
    one = placed[kept[0]][0]
    street |= {
        kept[0]: " ".join(placed[kept[0]][1:]),
        "dealt": " ".join(card for card in dealt if card != one),
    }
    hand["players"][0]["streets"].append({"dealt": one, kept[0]: one})
    found = audit(hand, check=check_streets)
    assert codes(found) == ["street-count", "street-deal"]
    assert found["reason"][0] == "Anna has 6 streets; a player has 5 streets under american-pineapple."


def test_an_early_end_of_the_record_is_a_note():
    hand = deal(1)
    hand["players"][0]["streets"] = hand["players"][0]["streets"][:1]
    found = audit(hand)
    assert found.select("code", "severity", "players").rows() == [("streets-partial", "note", ["Anna"])]
    assert found["reason"][0] == (
        "Of Anna's 5 streets only 1 is recorded, with 5 of the 13 cards; the rest of the play cannot be checked."
    )


def test_a_player_in_fantasyland_has_one_street():
    hand = deal(1, fantasyland=[14])
    hand["players"][0] = deal(1)["players"][0] | {"fantasyland": 14}
    hand["players"][1] = deal(1)["players"][1]
    found = audit(hand, check=check_streets)
    assert codes(found) == ["street-count"]
    assert found["reason"][0] == (
        "Anna has 5 streets; a player in Fantasyland has 1 street under american-pineapple."
    )


def test_a_street_of_four_cards():
    hand = deal(1)
    first(hand, 2)["dealt"] += f" {(extra := unused(hand))}"
    first(hand, 2)["discard"] += f" {extra}"
    found = audit(hand)
    assert codes(found) == ["street-deal"]
    assert found["reason"][0] == "Anna was dealt 4 cards on street 3; american-pineapple deals 3."
    assert found.select("claimed", "recomputed").row(0) == ("4", "3")


def test_a_discard_that_was_not_dealt():
    hand = deal(1)
    street = first(hand, 1)
    street["dealt"] = " ".join(card for card in words(street["dealt"]) if card != street["discard"])
    street["dealt"] += f" {unused(hand)}"
    found = audit(hand)
    assert sorted(codes(found)) == ["card-lost", "card-not-dealt"]
    assert "placed or discarded " + street["discard"] in found["reason"][codes(found).index("card-not-dealt")]


def test_a_card_that_went_nowhere():
    hand = deal(1)
    lost, first(hand, 3)["discard"] = first(hand, 3)["discard"], ""
    found = audit(hand)
    assert codes(found) == ["card-lost"]
    assert f"{lost} is neither placed nor discarded" in found["reason"][0]


def test_two_discards_on_one_street_and_none_on_the_next():
    hand = deal(1)
    one, two = first(hand, 1), first(hand, 2)
    row = next(row for row in SIZES if one[row])
    late = words(one[row])[0]
    early = two["discard"]
    one["dealt"] = one["dealt"].replace(late, early)
    one[row] = " ".join(words(one[row])[1:])
    one["discard"] += f" {early}"
    two["dealt"] = two["dealt"].replace(early, late)
    two[row] = f"{two[row]} {late}".strip()
    two["discard"] = ""
    found = audit(hand)
    assert codes(found) == ["discard-count", "discard-count"]
    assert found["reason"][0] == (
        "On street 2 Anna placed 1 card and discarded 2; american-pineapple keeps 2 and discards 1."
    )


def test_a_card_placed_twice_overfills_its_row():
    hand = deal(1)
    street = first(hand, 4)
    row = next(row for row in SIZES if street[row])
    again = words(hand["players"][0][row])[0]
    kept = words(street[row])[0]
    street |= {
        "dealt": street["dealt"].replace(kept, again),
        row: street[row].replace(kept, f"{again} {kept}"),
    }
    found = audit(hand, check=check_streets)
    assert "row-overfull" in codes(found)
    reason = found["reason"][codes(found).index("row-overfull")]
    assert (
        reason
        == f"After street 5 Anna's {row} row holds {SIZES[row] + 1} cards; there is room for {SIZES[row]}."
    )


def test_a_board_that_was_not_placed_so():
    deck = bytes(range(26))
    rows = {"top": deck[:3], "middle": deck[3:8], "bottom": deck[8:13]}
    player = Player(
        seat=1, name="Anna", cards=b"".join(rows.values()), streets=(Street(dealt=deck[:13], **rows),)
    )
    turned = Player(
        seat=2,
        name="Boris",
        cards=deck[13:],
        streets=(Street(dealt=deck[13:], top=deck[13:16], middle=deck[21:], bottom=deck[16:21]),),
    )
    rules = load_rules("closed-chinese")
    frame = frame_from_hands([Hand(players=(player, turned))])
    found = check_streets(Play.of(frame, settle(frame, rules), {rules.fingerprint: rules}))
    assert found.select("code", "players").rows() == [("board-not-placed", ["Boris"])]
    assert found["claimed"][0] == "5d 5h 5s / 6c 6d 6h 6s 7c / 7d 7h 7s 8c 8d"


def test_a_discard_that_is_dealt_again():
    hand = deal(1)
    old, new = first(hand, 1)["discard"], first(hand, 3, seat=1)["discard"]
    player = json.loads(json.dumps(hand["players"][1]).replace(new, old))
    hand["players"][1] = player | {"discards": ""}
    found = audit(hand)
    assert codes(found) == ["discard-again"]
    assert found["reason"][0] == f"Anna discarded {old} on street 2, and it was dealt to Boris on street 4."


def test_a_discard_that_lies_on_a_board():
    hand = deal(1)
    old = first(hand, 1)["discard"]
    new = words(hand["players"][1]["top"])[0]
    hand["players"][0]["discards"] = ""
    hand["players"][1] = json.loads(json.dumps(hand["players"][1]).replace(new, old))
    found = audit(hand)
    assert codes(found) == ["discard-again"]
    assert found["reason"][0] == f"Anna discarded {old} on street 2, and it lies on the board of Boris."
    assert found["players"][0].to_list() == ["Anna", "Boris"]


def test_a_card_that_is_dealt_twice():
    hand = deal(1)
    street = first(hand, 1)
    row = next(row for row in SIZES if street[row])
    held = words(street[row])[0]
    there = first(hand, 2, seat=1)
    there["dealt"] = f"{held} {there['dealt']}"
    found = audit(hand)
    assert "card-dealt-twice" in codes(found)
    reason = found["reason"][codes(found).index("card-dealt-twice")]
    assert reason == f"{held} was dealt 2 times in one hand: to Anna on street 2 and to Boris on street 3."
