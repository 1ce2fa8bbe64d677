"""The order of play, told by the order of the placements in a log."""

from __future__ import annotations

import pytest
from logs import arena_hand
from play import audit, codes

from ofc_analytics.audit import check_order

ORDERS = ("first", "last", "in-turn")


def place_of(hand, seat, street):
    """Place in the lines of a seat's placement on a street, counted from 0."""
    found = [
        at
        for at, line in enumerate(hand)
        if line.get("ev", {}).get("event") == "place" and line["ev"]["seat"] == seat
    ]
    return found[street]


def swap(hand, street, one, other):
    """Let two seats be dealt cards and place them in each other's turn."""
    first, second = sorted((place_of(hand, one, street), place_of(hand, other, street)))
    turns = hand[first - 1 : first + 1], hand[second - 1 : second + 1]
    hand[second - 1 : second + 1], hand[first - 1 : first + 1] = turns
    return hand


def late(hand, seat):
    """Let a seat in Fantasyland place after all others on the first street."""
    place = place_of(hand, seat, 0)
    moved = hand[place - 1 : place + 1]
    del hand[place - 1 : place + 1]
    last = max(place_of(hand, other, 0) for other in range(3) if other != seat)
    return [*hand[: last + 1], *moved, *hand[last + 1 :]]


def turns(*hands, **options):
    return audit(*hands, check=check_order, **options)


def test_from_the_left_of_the_button():
    assert codes(turns(arena_hand(1), arena_hand(2, players=2))) == []


def test_a_player_who_acts_before_his_turn():
    found = turns(swap(swap(arena_hand(1), 1, 1, 2), 3, 0, 2))
    assert codes(found) == ["order-of-play"]
    names = arena_hand(1)[0]["seats"]
    left, right, button = names[1], names[2], names[0]
    assert found.select("claimed", "recomputed").row(0) == (
        f"{right}, {left}, {button}",
        f"{left}, {right}, {button}",
    )
    assert found["reason"][0].endswith("The order is wrong on 2 streets of the hand.")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("when", "right"), [("first", {"first"}), ("second", {"in-turn"}), ("last", {"last"})]
)
def test_fantasyland_is_laid_out_when_the_rules_say(order, when, right):
    hand = arena_hand(1, fantasyland={2: 14})
    hand = {"first": lambda: swap(hand, 0, 1, 2), "second": lambda: hand, "last": lambda: late(hand, 2)}[
        when
    ]()
    found = turns(hand, overrides=[f"fantasyland.order={order}"])
    assert codes(found) == ([] if order in right else ["fantasyland-order"])


def test_two_in_fantasyland_may_lay_out_in_any_order():
    hand = arena_hand(1, fantasyland={1: 14, 2: 14})
    assert codes(turns(hand)) == codes(turns(swap(hand, 0, 1, 2))) == []
