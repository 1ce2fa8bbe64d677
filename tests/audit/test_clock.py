"""Automatic placement and the time that players took."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from play import audit, codes, deal

from ofc_analytics.audit import auto_place, check_clock
from ofc_analytics.cards import UNKNOWN, cards_text, parse_cards

SIZES = {"top": 3, "middle": 5, "bottom": 5}
CLOCK = ["clock.seconds=120", "clock.seconds_per=hand", "clock.bank=180"]
BOTTOM_FIRST = ["clock.auto_placement=bottom-first"]


def placed_by_hand(counts, dealt, order, keep):
    """One deal, card by card."""
    rows = [2, 1, 0] if order == "bottom-first" else [0, 1, 2]
    held, places = list(counts), []
    for card in dealt:
        if card == UNKNOWN or len([place for place in places if place != 3]) == keep:
            places.append(3)
            continue
        row = next(row for row in rows if held[row] < (3, 5, 5)[row])
        held[row] += 1
        places.append(row)
    return places


@st.composite
def deals(draw):
    counts = [draw(st.integers(0, size)) for size in (3, 5, 5)]
    room = 13 - sum(counts)
    size = draw(st.integers(1, 17))
    return counts, draw(st.integers(0, min(room, size))), size


@given(st.lists(deals(), min_size=1, max_size=20), st.sampled_from(["bottom-first", "top-first"]))
def test_automatic_placement_is_that_of_a_person_who_does_it_card_by_card(many, order):
    dealt = np.full((len(many), 17), UNKNOWN, dtype=np.uint8)
    for row, (_, _, size) in enumerate(many):
        dealt[row, :size] = np.arange(size)
    keep = np.array([keep for _, keep, _ in many])
    placed = auto_place([counts for counts, _, _ in many], dealt, order, keep)
    assert placed.tolist() == [
        placed_by_hand(counts, row, order, keep)
        for (counts, keep, _), row in zip(many, dealt.tolist(), strict=True)
    ]


def test_a_full_board_takes_no_card():
    with pytest.raises(ValueError, match="no room"):
        auto_place([[3, 5, 4]], [[1, 2, 3]], "bottom-first", 2)


def timed_out(street, order, seed=3):
    """A hand in which the room places Anna's cards on one street and on all after it, by the rules."""
    hand = deal(seed)
    anna = hand["players"][0]
    board = {row: [] for row in SIZES}
    for number, one in enumerate(anna["streets"]):
        if number >= street:
            rows = ("bottom", "middle", "top") if order == "bottom-first" else ("top", "middle", "bottom")
            dealt = one["dealt"].split()
            keep = 5 if number == 0 else 2
            to = {row: [] for row in SIZES}
            for card in dealt[:keep]:
                row = next(row for row in rows if len(board[row]) + len(to[row]) < SIZES[row])
                to[row].append(card)
            one |= {row: " ".join(cards) for row, cards in to.items()}
            one |= {"discard": " ".join(dealt[keep:]), "auto": True}
        for row in SIZES:
            board[row] += one[row].split()
    return hand | {
        "players": [anna | {row: " ".join(cards) for row, cards in board.items()}, hand["players"][1]]
    }


def check(*hands, overrides=(), **options):
    return audit(*hands, check=check_clock, overrides=overrides, **options)


@pytest.mark.parametrize("order", ["bottom-first", "top-first"])
@pytest.mark.parametrize("street", [0, 2, 4])
def test_cards_that_the_room_placed_by_its_rule(order, street):
    assert codes(check(timed_out(street, order), overrides=[f"clock.auto_placement={order}"])) == []


def test_cards_that_the_room_placed_otherwise():
    hand = timed_out(0, "top-first")
    found = check(hand, overrides=BOTTOM_FIRST)
    assert found["code"][0] == "auto-placement"
    dealt = hand["players"][0]["streets"][0]["dealt"]
    assert found["recomputed"][0] == f"top: ; middle: ; bottom: {dealt}; discarded: "
    assert "From the bottom up, in the order received" in found["reason"][0]


def test_a_third_card_that_the_room_kept():
    hand = timed_out(4, "bottom-first")
    street = hand["players"][0]["streets"][4]
    dealt = parse_cards(street["dealt"])
    street["dealt"] = cards_text(dealt[::-1])
    assert codes(check(hand, overrides=BOTTOM_FIRST)) == ["auto-placement"]


def test_rules_that_do_not_say_how():
    found = check(timed_out(4, "bottom-first"))
    assert found.select("code", "severity").rows() == [("auto-without-rule", "note")]


def clocked(*seconds, auto=(), told=True):
    """A hand in which Anna took these times; the streets of `auto`, from 1, were placed by the room."""
    hand = timed_out(min(auto) - 1, "bottom-first") if auto else deal(3)
    for number, (street, time) in enumerate(zip(hand["players"][0]["streets"], seconds, strict=False), 1):
        street.update({"seconds": time} | ({"auto": number in auto} if told else {}))
    return hand


@pytest.mark.parametrize(
    ("seconds", "auto", "expected"),
    [
        ((100, 100, 50, 49, 1), (), []),
        ((100, 100, 100, 0, 0), (3, 4, 5), [("clock-out", "note")]),
        ((100, 100, 101, 0, 0), (), [("clock-ignored", "error")]),
        ((100, 100, 20, 0, 0), (3, 4, 5), [("auto-early", "warning")] * 3),
    ],
)
def test_time_and_bank_of_a_hand(seconds, auto, expected):
    found = check(clocked(*seconds, auto=auto), overrides=[*CLOCK, *BOTTOM_FIRST])
    assert found.select("code", "severity").rows() == expected


def test_the_numbers_of_the_clock():
    found = check(clocked(100, 100, 100.5, auto=(3, 4, 5)), overrides=[*CLOCK, *BOTTOM_FIRST])
    assert found["reason"][0] == "Anna ran out of time on street 3: 300.5 s of 120 s and a bank of 180 s."
    assert found.select("claimed", "recomputed").row(0) == ("300.5 s", "300 s")


def test_a_source_that_does_not_mark_automatic_placement():
    found = check(clocked(301, told=False), overrides=CLOCK)
    assert found.select("code", "severity").rows() == [("clock-ignored", "warning")]


def test_time_for_each_street_draws_on_the_bank_beyond_it():
    clock = ["clock.seconds=20", "clock.seconds_per=street", "clock.bank=30"]
    assert codes(check(clocked(20, 35, 20, 35, 20), overrides=clock)) == []
    found = check(clocked(20, 35, 20, 36, 20), overrides=clock)
    assert codes(found) == ["clock-ignored"]
    assert found["reason"][0] == (
        "By street 4 Anna has used 31 s of a bank of 30 s beyond 20 s a street, and the street is not marked as placed"
        " by the room."
    )


def test_without_a_clock_nobody_is_late():
    assert codes(check(clocked(9_999))) == []


def test_streets_after_one_without_a_time_are_not_judged():
    assert codes(check(clocked(100, None, 300), overrides=CLOCK)) == []
