"""Where the button goes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logs import ofc_hand
from play import audit, codes

from ofc_analytics.audit import check_button
from ofc_analytics.cards import cards_text


def hand(number, button, *seats, fantasyland=()):
    """A hand of players at the given seats; those of `fantasyland` are in it."""
    dealt = ofc_hand(number, players=2)
    deck = [
        card for row in dealt["players"] for key in ("top", "middle", "bottom") for card in row[key].split()
    ]
    rest = [card for card in (cards_text([code]) for code in range(52)) if card not in deck] + deck
    players = []
    for at, seat in enumerate(seats or (1, 2, 3)):
        cards = rest[13 * at : 13 * at + 13]
        players.append(
            {
                "seat": seat,
                "name": f"P{seat}",
                "fantasyland": 14 if seat in fantasyland else 0,
                "top": " ".join(cards[:3]),
                "middle": " ".join(cards[3:8]),
                "bottom": " ".join(cards[8:]),
            }
        )
    return {"id": f"H{number}", "hand_no": number, "session": "S", "button": button, "players": players}


def check(*hands, **options):
    return audit(*hands, check=check_button, **options)


def renumbered(one):
    """The same hand with seats counted from the button."""
    players = one["players"]
    at = next(place for place, player in enumerate(players) if player["seat"] == one["button"])
    turned = [player | {"seat": seat} for seat, player in enumerate(players[at:] + players[:at], 1)]
    return one | {"button": 1, "players": turned}


@pytest.mark.parametrize("seen", [lambda one: one, renumbered])
def test_clockwise_and_round_the_table(seen):
    assert (
        codes(check(*(seen(hand(number, button)) for number, button in enumerate((1, 2, 3, 1, 2), 1)))) == []
    )


@pytest.mark.parametrize("seen", [lambda one: one, renumbered])
@pytest.mark.parametrize(
    ("button", "code", "reason"),
    [
        (1, "button-stayed", "The button stayed with P1; it should have gone to P2."),
        (3, "button-skipped", "The button went from P1 to P3; it should have gone to P2."),
    ],
)
def test_to_somebody_else(seen, button, code, reason):
    found = check(seen(hand(1, 1)), seen(hand(2, button)))
    assert codes(found) == [code]
    assert found["reason"][0] == reason
    assert found.select("claimed", "recomputed").row(0) == (f"P{button}", "P2")


def test_hands_between_which_others_are_missing_say_nothing():
    assert codes(check(hand(1, 1), hand(3, 1))) == []


def test_it_waits_for_fantasyland():
    assert codes(check(hand(1, 1), hand(2, 1, fantasyland={3}), hand(3, 2))) == []
    found = check(hand(1, 1), hand(2, 2, fantasyland={3}), hand(3, 3))
    assert codes(found) == ["button-moved"]
    assert found["reason"][0] == (
        "The button went from P1 to P2; under american-pineapple it stays while Fantasyland is played."
    )


def test_it_does_not_wait_where_it_moves():
    moves = ["fantasyland.button=moves"]
    assert codes(check(hand(1, 1), hand(2, 2, fantasyland={3}), overrides=moves)) == []
    assert codes(check(hand(1, 1), hand(2, 1, fantasyland={3}), overrides=moves)) == ["button-stayed"]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ((1, 1, 2, 3), (3, 1, 3), []),  # P2 left: the next who plays is P3
        ((1, 1, 2, 3), (1, 1, 3), ["button-stayed"]),
        ((1, 1, 3), (2, 1, 2, 3), []),  # P2 came and sits on the left of P1
        ((1, 1, 3), (3, 1, 2, 3), ["button-skipped"]),
        ((3, 1, 2, 3), (1, 1, 2), []),  # the button left: the next after his seat
        ((2, 1, 2, 3), (1, 1, 3), ["button-skipped"]),
    ],
)
def test_players_who_come_and_leave(before, after, expected):
    assert codes(check(hand(1, *before), hand(2, *after))) == expected


def test_the_button_leaves_while_fantasyland_is_played():
    assert codes(check(hand(1, 1, 1, 2, 3), hand(2, 2, 2, 3, fantasyland={3}))) == []


def test_a_table_with_a_custom_of_its_own_is_told_once():
    night = [hand(number, 3 - number % 3) for number in range(12)]
    found = check(*night)
    assert found.select("code", "severity", "hand").rows() == [("button-counterclockwise", "note", "H1")]
    assert "in 11 of 11 moves" in found["reason"][0]
    night[6]["button"] = night[5]["button"]
    for number in (7, 8, 9, 10, 11):
        night[number] = hand(number, 3 - (number - 1) % 3)
    assert codes(check(*night)) == ["button-counterclockwise", "button-stayed"]


@settings(max_examples=30)
@given(st.lists(st.integers(1, 4), min_size=2, max_size=6), st.integers(2, 4))
def test_hand_by_hand_as_a_person_would_say(buttons, players):
    seats = range(1, players + 1)
    buttons = [min(button, players) for button in buttons]
    night = [hand(number, button, *seats) for number, button in enumerate(buttons)]
    wrong = [
        f"H{number}"
        for number in range(1, len(buttons))
        if buttons[number] != buttons[number - 1] % players + 1
    ]
    found = check(*night, rules="american-classic")
    assert sorted(found["hand"]) == wrong
