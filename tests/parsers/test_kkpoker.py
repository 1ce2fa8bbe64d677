"""KKPoker's states: hands of which the last state is whole, and all others, which are none."""

from __future__ import annotations

import io
import json
import random
import time
from dataclasses import replace

import pytest
from kkpoker_logs import frames, joker_hands, kkpoker_log, states
from mutations import mutations

import ofc_analytics as ofc
from ofc_analytics.cards import cards_text
from ofc_analytics.errors import ParseError
from ofc_analytics.formats import detect, read_all
from ofc_analytics.hands import content_hash
from ofc_analytics.schema import hands_from_frame

HOSTILE = ("pennyfolds", ": +15,", "two\nlines", "\u202egnp.exe", "🃏👩‍👩‍👧", "x" * 10_000, '"players":', "{")


def read_states(*values):
    """Hands and issues of states given as dictionaries, or as lines as they are."""
    lines = (value if isinstance(value, bytes) else json.dumps(value).encode() + b"\n" for value in values)
    frame, issues = read_all(io.BytesIO(b"".join(lines)), input_format="kkpoker-state")
    return hands_from_frame(frame), [issue for issue in issues if issue.code != "parser-broken"]


def codes(issues):
    return [(issue.severity, issue.code, issue.hands) for issue in issues]


def as_seen(hand, hero=1):
    """A hand as the hero's states tell it."""
    return replace(
        hand,
        players=tuple(
            player
            if player.seat == hero
            else replace(
                player,
                fantasyland=int(player.fantasyland > 0),
                discards=b"",
                streets=tuple(replace(street, dealt=b"", discarded=b"") for street in player.streets),
            )
            for player in hand.players
        ),
    )


def in_order(hand):
    """A hand with its discards in the order of their codes, as nothing tells which was thrown away first."""
    return replace(
        hand,
        players=tuple(
            replace(
                player,
                discards=bytes(sorted(player.discards)),
                streets=tuple(
                    replace(street, discarded=bytes(sorted(street.discarded))) for street in player.streets
                ),
            )
            for player in hand.players
        ),
    )


# States that make a hand


@pytest.mark.parametrize("jokers", [False, True])
@pytest.mark.parametrize(("players", "fantasyland"), [(2, ()), (3, ()), (2, (15, 0)), (3, (0, 16, 0))])
def test_states_up_to_whole_boards_are_a_hand(players, fantasyland, jokers):
    played = joker_hands(4, players=players, fantasyland=fantasyland, jokers=jokers)
    log = kkpoker_log(played)
    assert detect(log, "frames.jsonl", file="frames.jsonl").name == "kkpoker-state"
    frame, issues = read_all(io.BytesIO(log))
    assert issues == []
    read = [content_hash(in_order(hand)) for hand in hands_from_frame(frame)]
    assert read == [content_hash(in_order(as_seen(hand))) for hand in played]
    results, misfits = ofc.settle_all(frame)
    assert (results.height, results["rules"].unique().to_list(), misfits) == (4, ["kkpoker-joker"], [])


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("as_list", [False, True])
@pytest.mark.parametrize("bare", [False, True])
def test_states_may_stand_in_lines_lists_and_several_lines_each(indent, as_list, bare):
    [played] = joker_hands(1)
    values = list(states(played) if bare else frames(played))
    text = (
        json.dumps(values, indent=indent)
        if as_list
        else "\n".join(json.dumps(value, indent=indent) for value in values)
    )
    assert detect(text.encode(), "frames.json", file="frames.json").name == "kkpoker-state"
    [hand], issues = read_states(text.encode())
    assert issues == []
    assert [player.cards for player in hand.players] == [player.cards for player in played.players]


def test_a_list_with_a_state_a_line_is_read_state_by_state():
    [played] = joker_hands(1)
    text = "[\n" + ",\n".join(map(json.dumps, states(played))) + "\n]\n"
    [hand], issues = read_states(text.encode())
    assert (issues, hand.source.line, hand.players[0].line) == ([], 2, 16)


def test_other_names_of_keys_and_empty_slots_are_understood():
    [played] = joker_hands(1)
    values = [
        {
            "Mode": state["mode"],
            "players": [
                {
                    "Seat": player["chair"],
                    "name": player["name"],
                    "front": [*player["board"]["top"], *[None, "", "--"][len(player["board"]["top"]) :]],
                    "mid": player["board"]["middle"],
                    "back": player["board"]["bottom"],
                }
                for player in state["players"]
            ],
            "heroSeat": state["hero_chair"],
            "dealerSeat": state["dealer_chair"],
            "street": state["round_index"],
            "heroHand": state["hero_incoming"],
            "discards": state["hero_discards"],
        }
        for state in states(played)
    ]
    [hand], issues = read_states(*values)
    assert issues == []
    assert [player.streets for player in hand.players] == [
        player.streets for player in as_seen(played).players
    ]
    assert [player.fantasyland for player in hand.players] == [None, None]


def test_the_order_within_a_row_means_nothing():
    [played] = joker_hands(1)
    values = list(states(played))
    for state in values[::2]:
        for player in state["players"]:
            player["board"] = {row: sorted(cards) for row, cards in player["board"].items()}
    [hand], issues = read_states(*values)
    assert issues == []
    assert [set(player.cards) for player in hand.players] == [set(player.cards) for player in played.players]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_come_through_unharmed(name):
    frame, issues = read_all(io.BytesIO(kkpoker_log(joker_hands(2, names=(name, "Boris")))))
    assert issues == []
    assert [hand.players[0].name for hand in hands_from_frame(frame)] == [name] * 2
    assert ofc.settle(frame).height == 2


# States that do not


def test_a_hand_without_whole_boards_is_counted_and_not_settled():
    first, second = joker_hands(2)
    hands, [issue] = read_states(*list(frames(first))[:-1], *frames(second))
    assert (issue.code, issue.hands, issue.line, issue.severity) == ("hand-partial", 1, 1, "error")
    assert issue.message == "the boards hold 24 of 26 cards in the last of 14 states"
    assert [player.cards for hand in hands for player in hand.players] == [
        player.cards for player in second.players
    ]


def test_one_frame_alone_is_a_hand_that_is_left_out():
    value = list(frames(joker_hands(1, players=3)[0]))[3]
    hands, [issue] = read_states(json.dumps(value, indent=2).encode())
    assert (hands, issue.code, issue.hands) == ([], "hand-partial", 1)
    assert "of 39 cards in the last of 1 state" in issue.message


def test_one_whole_state_is_a_hand_without_streets():
    [played] = joker_hands(1)
    [hand], issues = read_states(list(frames(played))[-1])
    assert [player.cards for player in hand.players] == [player.cards for player in played.players]
    assert [player.streets for player in hand.players] == [(), ()]
    assert cards_text(hand.players[0].discards) == cards_text(played.players[0].discards)
    assert codes(issues) == [("note", "streets-incomplete", 0)]


def card_unknown(values):
    values[-1]["players"][0]["board"]["top"][0] = "1x"


def card_twice(values):
    values[-1]["players"][0]["board"]["top"][0] = values[-1]["players"][1]["board"]["top"][0]


def row_too_long(values):
    board = values[-1]["players"][0]["board"]
    board["top"].append(board["middle"].pop())


def chair_missing(values):
    del values[-1]["players"][0]["chair"]


def value_of_another_type(values):
    values[-1]["players"][0]["name"] = ["Anna"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (card_unknown, "card-unknown"),
        (card_twice, "card-twice"),
        (row_too_long, "row-length"),
        (chair_missing, "key-missing"),
        (value_of_another_type, "value-type"),
    ],
)
def test_a_state_that_cannot_be_read_is_left_out_and_its_hand_then_partial(change, code):
    values = list(states(joker_hands(1)[0]))
    change(values)
    hands, issues = read_states(*values)
    assert (hands, codes(issues)) == ([], [("error", code, 0), ("error", "hand-partial", 1)])
    assert issues[0].line == len(values)
    assert codes(read_states(values[-1])[1]) == [("error", code, 1)]


def card_moved(values):
    board = values[-1]["players"][1]["board"]
    board["middle"][0], board["bottom"][0] = board["bottom"][0], board["middle"][0]


def card_changed(values):
    text = json.dumps(values)
    values[5]["players"][1]["board"]["bottom"][0] = next(
        card for card in ("2c", "2d", "2h", "2s", "3c", "3d", "3h", "3s") if card not in text
    )


def deal_changed(values):
    text = json.dumps(values)
    for state in values:
        if state["round_index"] == 4 and state["hero_incoming"]:
            state["hero_incoming"] = [
                card for card in ("2c", "2d", "2h", "2s", "3c", "3d", "3h") if card not in text
            ][:3]


def discards_changed(values):
    values[-1]["hero_discards"][0] = "JK1"


def fantasyland_changed(values):
    values[-1]["players"][1]["fantasy"] = True


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (card_moved, "state-mismatch"),
        (card_changed, "state-mismatch"),
        (deal_changed, "state-mismatch"),
        (discards_changed, "state-mismatch"),
        (fantasyland_changed, "fantasyland-mismatch"),
    ],
)
def test_states_that_contradict_each_other_leave_their_hand_out(change, code):
    first, second = (list(states(hand)) for hand in joker_hands(2))
    change(first)
    hands, issues = read_states(*first, *second)
    assert [(issue.code, issue.hands) for issue in issues if issue.severity == "error"] == [(code, 1)]
    assert len(hands) == 1


def test_states_that_were_not_seen_leave_the_streets_out_and_nothing_else():
    [played] = joker_hands(1)
    values = list(states(played))
    hands, issues = read_states(*values[:3], *values[7:])
    assert [player.cards for player in hands[0].players] == [player.cards for player in played.players]
    assert ("note", "streets-incomplete", 0) in codes(issues)
    assert all(severity == "note" for severity, _, _ in codes(issues))


def test_a_new_hand_begins_where_a_board_has_fewer_cards_or_somebody_changed():
    first, second = joker_hands(2)
    other = list(states(joker_hands(1, names=("Olga", "Boris"))[0]))
    hands, issues = read_states(*list(states(first))[:5], *list(states(second))[:5], *other[5:-1])
    assert hands == []
    assert codes(issues) == [("error", "hand-partial", 1)] * 3


def test_what_is_not_known_is_counted_and_told_once():
    values = list(states(joker_hands(1)[0]))
    for state in values:
        state["mood"] = "good"
        state["mode"] = "joker_classic"
    hands, issues = read_states(*values, {"frame": "x"}, b"7\n")
    assert len(hands) == 1
    assert {(issue.severity, issue.code, issue.text) for issue in issues} == {
        ("note", "key-unknown", "state.mood"),
        ("note", "object-unknown", None),
        ("note", "mode-unknown", "joker_classic"),
    }


@pytest.mark.parametrize(
    "line",
    [
        b"{\n",
        b'{"players": [}\n',
        b"{" + b'"a":[' * 100_000 + b"\n",
        b'{"players": [], "players": []}\n',
        b'{"state\xff": 1}\n',
    ],
)
def test_a_broken_line_harms_no_other(line):
    first, second = joker_hands(2)
    hands, issues = read_states(*states(first), line, *states(second))
    assert len(hands) == 2
    assert [issue.code for issue in issues] in (["json-broken"], ["key-twice"])
    assert issues[0].line == 16


def test_strict_reading_stops_at_the_first_error():
    log = kkpoker_log(joker_hands(1))
    with pytest.raises(ParseError, match="of 26 cards"):
        ofc.read(io.BytesIO(b"".join(log.splitlines(keepends=True)[:-1])))


# Damage


@pytest.mark.parametrize(("players", "fantasyland", "jokers"), [(2, (), False), (3, (0, 15, 0), True)])
def test_damage_is_an_issue_but_never_another_hand_in_silence(players, fantasyland, jokers):
    rng = random.Random(players)
    log = kkpoker_log(joker_hands(2, players=players, fantasyland=fantasyland, jokers=jokers))
    whole, _ = read_all(io.BytesIO(log))
    for _ in range(6):
        for damaged in mutations(log, rng):
            began = time.monotonic()
            frame, issues = read_all(io.BytesIO(damaged), input_format="kkpoker-state")
            assert time.monotonic() - began < 5
            if issues:
                continue
            assert frame.height == whole.height
            for found, played in zip(hands_from_frame(frame), hands_from_frame(whole), strict=True):
                assert content_hash(said_twice(found)) == content_hash(said_twice(played)), damaged


def said_twice(hand):
    """A hand without what its states say once, see the format's SPEC.md."""
    return replace(
        hand,
        table=None,
        button=None,
    )
