"""Lines out of order, or lost, made other streets of a hand whose board and points stayed right."""

from __future__ import annotations

import io

import pytest
from damage import misplaced_streets
from kkpoker_logs import joker_hands, kkpoker_log
from logs import arena_hand, arena_log
from pine_logs import pine_log, pine_messages, played_hands
from settled import settled_hands
from swc_logs import swc_log, swc_messages

from ofc_analytics.formats import read_all
from ofc_analytics.schema import hands_from_frame

HERO, OTHER = 0, 1


def places(messages, name, seat):
    """Where the messages of one seat stand."""
    return [
        at
        for at, (kind, body) in enumerate(messages)
        if kind == name
        and seat in {body.get("seatId"), *(deal["seatId"] for deal in body.get("handCards", ()))}
    ]


def read_messages(messages):
    """The hand of a dump, and the codes of what is told of it."""
    log = pine_log([], messages=messages)
    frame, issues = read_all(io.BytesIO(log), input_format="pppoker-pine")
    [hand] = hands_from_frame(frame)
    return hand, {(issue.severity, issue.code) for issue in issues if issue.code != "parser-broken"}


def read_arena(lines):
    frame, issues = read_all(io.BytesIO(arena_log(*lines, *arena_hand(2))), input_format="poker-arena")
    told = [(issue.severity, issue.code, issue.hands) for issue in issues if issue.severity != "note"]
    return frame["native_id"].to_list(), told


def place(lines, kind, seat, nth):
    found = [
        at
        for at, line in enumerate(lines)
        if line.get("ev", {}).get("event") == kind and line["ev"]["seat"] == seat
    ]
    return found[nth]


@pytest.mark.parametrize("street", range(5))
def test_a_log_in_which_cards_are_placed_before_they_are_dealt_contradicts_itself(street):
    lines = arena_hand(1)
    dealt = place(lines, "deal", 1, street)
    lines[dealt : dealt + 2] = reversed(lines[dealt : dealt + 2])
    assert read_arena(lines) == (["2"], [("error", "deal-mismatch", 1)])


def test_a_log_in_which_two_streets_changed_their_placements_contradicts_itself():
    lines = arena_hand(1)
    one, other = place(lines, "place", 2, 1), place(lines, "place", 2, 3)
    lines[one], lines[other] = lines[other], lines[one]
    assert read_arena(lines) == (["2"], [("error", "deal-mismatch", 1)])


def test_a_log_in_which_two_players_changed_turns_is_warned_of_and_keeps_its_order():
    lines = arena_hand(1)
    one, other = place(lines, "deal", 1, 2), place(lines, "deal", 2, 2)
    lines[one : one + 2], lines[other : other + 2] = lines[other : other + 2], lines[one : one + 2]
    assert read_arena(lines) == (["1", "2"], [("warning", "order-mismatch", 0)])


def test_a_log_in_which_fantasyland_is_not_what_was_dealt_contradicts_itself():
    lines = arena_hand(1, fantasyland={1: 14})
    lines[place(lines, "fantasyland", 1, 0)]["ev"]["cards"] = 15
    assert read_arena(lines) == (["2"], [("error", "fantasyland-mismatch", 1)])


@pytest.mark.parametrize("rows", ["card", "new", "whole"])
@pytest.mark.parametrize("seat", [HERO, OTHER])
def test_a_dump_in_which_cards_are_placed_before_they_are_dealt_gives_no_streets_of_them(rows, seat):
    messages = pine_messages(played_hands(1), rows=rows)
    dealt, placed = places(messages, "PineHandCardBRC", seat)[3], places(messages, "PineActionBRC", seat)[2]
    messages.insert(placed, messages.pop(dealt))
    hand, told = read_messages(messages)
    assert told == {("warning", "order-mismatch")}
    assert hand.players[seat].streets == ()


def test_a_dump_in_which_two_players_changed_turns_is_warned_of():
    messages = pine_messages(played_hands(1))
    one, other = places(messages, "PineActionBRC", HERO)[1], places(messages, "PineActionBRC", OTHER)[1]
    messages[one], messages[other] = messages[other], messages[one]
    hand, told = read_messages(messages)
    assert told == {("warning", "order-mismatch")}
    assert [player.streets[1].acted for player in hand.players] == [1, 2]


def test_a_dump_that_lacks_a_placement_does_not_tell_the_turns_of_the_others():
    messages = pine_messages(played_hands(1))
    del messages[places(messages, "PineActionBRC", OTHER)[1]]
    hand, told = read_messages(messages)
    assert told == {("note", "streets-incomplete")}
    assert [len(player.streets) for player in hand.players] == [5, 0]
    assert {street.acted for street in hand.players[HERO].streets} == {None}


def test_a_dump_that_lacks_a_deal_says_nothing_of_what_was_dealt_and_thrown_away_there():
    messages = pine_messages(played_hands(1), rows="new")
    del messages[places(messages, "PineHandCardBRC", HERO)[2]]
    hand, told = read_messages(messages)
    assert told == {("note", "deals-incomplete")}
    streets = hand.players[HERO].streets
    assert [(len(street.dealt), len(street.discarded)) for street in streets] == [
        (5, 0),
        (3, 1),
        (0, 0),
        (3, 1),
        (3, 1),
    ]


def test_a_dump_that_begins_at_the_last_placement_shows_no_fantasyland():
    messages = pine_messages(played_hands(1))
    last = places(messages, "PineActionBRC", OTHER)[-1]
    messages = [
        message
        for at, message in enumerate(messages)
        if message[0][:6] in {"PineRo", "PineGa", "PineRe"} or at == last
    ]
    hand, _ = read_messages(messages)
    assert (hand.players[OTHER].fantasyland, hand.players[OTHER].streets) == (None, ())


@pytest.mark.parametrize(
    ("log", "input_format", "once"),
    [
        (arena_log(*arena_hand(1), *arena_hand(2, fantasyland={0: 14})), "poker-arena", set()),
        (pine_log(played_hands(2)), "pppoker-pine", set()),
        (pine_log(played_hands(2, players=3, fantasyland=(14, 0, 0)), rows="new"), "pppoker-pine", {"acted"}),
        (swc_log(swc_messages(settled_hands(range(2)))), "swc", set()),
        (kkpoker_log(joker_hands(2)), "kkpoker-state", set()),
    ],
    ids=["poker-arena", "pppoker-pine", "pppoker-pine fantasyland", "swc", "kkpoker-state"],
)
def test_lines_that_are_lost_doubled_or_moved_make_no_other_streets(log, input_format, once):
    assert misplaced_streets(log, input_format, range(15)) <= once
