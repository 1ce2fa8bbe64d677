"""SwC Poker: hands from states of a table, and what the dealer says of them."""

from __future__ import annotations

import io
import json
import time
from dataclasses import replace

import pytest
from damage import silent_changes
from hypothesis import given
from hypothesis import strategies as st
from settled import settled_hands
from swc_logs import (
    GAMES,
    archived_line,
    dealer_lines,
    socket_line,
    state_line,
    swc_log,
    swc_messages,
    swc_states,
    table_message,
)

import ofc_analytics as ofc
from ofc_analytics.cards import cards_text
from ofc_analytics.formats import detect
from ofc_analytics.hands import SOME_FANTASYLAND, Claim
from ofc_analytics.schema import hands_from_frame

USUAL = {"discard-inferred", "payout-not-read", "parser-broken"}
RULES = {
    "classic": "american-classic",
    "turbo": "american-turbo",
    "pineapple": "american-pineapple",
    "progressive-pineapple": "swc-progressive",
    "deuce-to-seven-pineapple": "deuce-to-seven-pineapple",
}
NAMES = [
    ("pennyfolds", ": +15,"),
    ("a", "a: +1, a"),
    ("a: +1, b", "b"),
    ("line\nbreak", "\u202eecilA\u202c"),
    ("😀🃏", "n" * 10_000),
    ("New game started (2 hands)", "TOTAL - a"),
    ('<nick s="0">', "&amp;</nick>"),
    ("alice wins 5.00", "Hand #3 finished - bob"),
    ("x is in fantasy land. y", "\u2028, z: -4"),
]


def read(messages, line=socket_line):
    """Hands as objects, and the issues that not every capture has."""
    data = messages if isinstance(messages, bytes) else swc_log(messages, line)
    frame, issues = ofc.read_all(io.BytesIO(data), input_format="swc")
    return hands_from_frame(frame), [issue for issue in issues if issue.code not in USUAL]


def codes(issues):
    return [issue.code for issue in issues]


def states_of(hand, **keys):
    """One hand as messages without events."""
    return [{"t": "GameState", "gameState": state} for state in swc_states(hand, number=7, **keys)]


@pytest.fixture
def hand():
    return settled_hands([3])[0]


# What is read


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_hands_of_every_game_come_out_as_they_were_played(variant, players):
    played = settled_hands(range(20), rules=RULES[variant], players=players)
    hands, issues = read(swc_messages(played, game=GAMES[variant]))
    assert issues == []
    assert [hand.variant for hand in hands] == [variant] * 20
    assert [hand.rules for hand in hands] == [
        RULES[variant] if variant in {"turbo", "progressive-pineapple"} else None
    ] * 20
    for found, sent in zip(hands, played, strict=True):
        assert (found.hand_no, found.button, found.session) == (sent.hand_no, sent.button, "9001")
        for player, original in zip(found.players, sent.players, strict=True):
            assert (player.seat, player.name, player.stack) == (original.seat, original.name, 10000)
            assert player.claimed == replace(original.claimed, net=None, fantasyland=None) or (
                original.claimed.fantasyland
                and player.claimed == replace(original.claimed, net=None, fantasyland=SOME_FANTASYLAND)
            )
            placed = [(street.top, street.middle, street.bottom) for street in player.streets]
            assert placed == [(street.top, street.middle, street.bottom) for street in original.streets]
        hero, shown = found.players[0], sent.players[0]
        assert [sorted(street.dealt) for street in hero.streets] == [
            sorted(street.dealt) for street in shown.streets
        ]
        assert hero.discards == shown.discards
        assert all(not street.dealt for player in found.players[1:] for street in player.streets)


def test_what_settles_agrees(ofc, tmp_path):
    log = tmp_path / "Ночь 1.log"
    log.write_bytes(swc_log(swc_messages(settled_hands(range(30)))))
    run = ofc("settle", log)
    assert run.returncode == 0, run.stderr
    assert "30 hands read: 30 settled under american-pineapple" in run.stdout
    assert "30 agree, 0 do not" in run.stdout


@pytest.mark.parametrize("line", [socket_line, archived_line, state_line, json.dumps])
def test_every_kind_of_line_gives_the_same_hand(hand, line):
    [found], issues = read(states_of(hand), line)
    assert issues == []
    assert found.players[0].discards == hand.players[0].discards
    assert [player.claimed.points for player in found.players] == [
        player.claimed.points for player in hand.players
    ]
    assert (found.started_at is not None) == (line is archived_line)


def test_the_format_tells_itself(hand):
    messages = states_of(hand)
    for line in (socket_line, archived_line, state_line):
        assert detect(swc_log(messages, line)[: 1 << 16], "capture.jsonl").name == "swc"
    assert detect("\n".join(dealer_lines([hand])[0]).encode(), "dealer.txt").name == "swc"


def test_a_time_of_the_capture_is_kept_in_utc(hand):
    messages = states_of(hand)
    [found], issues = read([archived_line(message, "2026-11-27T23:15:00+03:00") for message in messages])
    assert (found.started_at.isoformat(), issues) == ("2026-11-27T20:15:00+00:00", [])
    [found], issues = read([archived_line(message, "2026-11-27T23:15:00") for message in messages])
    assert (found.started_at, codes(issues)) == (None, ["time-unclear"])


def test_all_cards_at_once_are_fantasyland():
    [played] = settled_hands([4], rules="swc-progressive", fantasyland=(16, 14))
    [found], issues = read(states_of(played, game=75))
    hero, other = found.players
    assert codes(issues) == ["streets-unclear"]
    assert (hero.fantasyland, len(hero.discards), len(hero.streets)) == (16, 3, 1)
    assert (other.fantasyland, other.streets) == (None, ())


def test_the_dealer_tells_of_fantasyland_in_this_hand_and_the_next():
    first, second = settled_hands([4, 5])
    messages = swc_messages([first, second], dealer=False)
    ends = [place for place, message in enumerate(messages) if message["gameState"]["ts"] == 0]
    messages[ends[0]]["events"] = [table_message("Борис is in fantasy land. The button will not be moved")]
    messages[ends[0] + 2]["events"] = [table_message("Anna is in fantasy land. The button will not be moved")]
    hands, issues = read(messages)
    assert issues == []
    assert [player.claimed.fantasyland for player in hands[0].players] == [None, SOME_FANTASYLAND]
    assert hands[1].players[0].fantasyland == SOME_FANTASYLAND


def test_royalties_of_a_foul_are_kept_beside_the_claim(hand):
    messages = states_of(hand)
    final = messages[-1]["gameState"]
    final["s"][0]["chihr"] = [{"e": 6, "h": [{"h": 1, "b": 8}]}]
    final["ss"]["hc"] = "\nPair\tPair\tPair"
    [found], _ = read(messages)
    assert found.players[0].claimed == Claim(
        points=hand.players[0].claimed.points, royalties=(0, 0, 0), foul=True, raw="[0,8,0]"
    )
    assert found.players[1].claimed.foul is False


def test_royalties_that_are_listed_in_two_ways_are_not_claimed(hand):
    messages = states_of(hand)
    results = messages[-1]["gameState"]["s"][0]["chihr"]
    results.append({"e": 0, "h": results[0]["h"]})
    [found], issues = read(messages)
    assert (found.players[0].claimed.royalties, issues) == (hand.players[0].claimed.royalties, [])
    results[1] = {"e": 0, "h": [{"h": 0, "b": 9}]}
    [found], issues = read(messages)
    assert (found.players[0].claimed.royalties, codes(issues)) == (None, ["royalties-unclear"])


def test_tables_side_by_side_do_not_mix():
    one = swc_messages(settled_hands([1, 2]), table="one", first=1)
    two = swc_messages(settled_hands([3, 4], names=("Vera", "Yuri")), table="two", first=50)
    mixed = [message for pair in zip(one, two, strict=True) for message in pair]
    hands, issues = read(mixed)
    assert issues == []
    assert sorted((hand.table, hand.native_id) for hand in hands) == [
        ("one", "1"), ("one", "2"), ("two", "50"), ("two", "51"),
    ]  # fmt: skip


def test_somebody_may_sit_down_while_others_play(hand):
    messages = states_of(hand)
    for message in messages[3:]:
        message["gameState"]["s"].append({"n": "Carol", "c": 500, "b": 0, "p": 0, "d": ""})
    [found], issues = read(messages)
    assert ([player.name for player in found.players], issues) == (["Anna", "Борис"], [])


def test_games_whose_rules_are_not_known_are_only_settled_under_rules_that_are_named(hand):
    frame, _ = ofc.read_all(io.BytesIO(swc_log(states_of(hand, game=77))))
    assert frame["variant"].to_list() == ["swc-77"]
    _, misfits = ofc.settle_all(frame)
    assert codes(misfits) == ["rules-unknown"]
    assert ofc.settle(frame, "american-pineapple").height == 1


# Hands that are not whole, or contradict themselves


def test_a_hand_that_never_ends_is_left_out_and_counted(hand):
    [_, second] = settled_hands([3, 4])
    messages = states_of(hand)[:-1] + swc_messages([second], dealer=False)
    hands, issues = read(messages)
    assert [found.native_id for found in hands] == ["9001"]
    assert [(issue.code, issue.hand, issue.hands) for issue in issues] == [("hand-unfinished", "7", 1)]


def test_a_capture_of_the_end_alone_gives_the_hand_without_its_course(hand):
    [found], issues = read(states_of(hand)[-1:])
    assert codes(issues) == ["streets-unclear"]
    assert cards_text(sorted(found.players[0].cards)) == cards_text(sorted(hand.players[0].cards))
    assert [(player.streets, player.discards, player.fantasyland) for player in found.players] == [
        ((), b"", None)
    ] * 2


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda state: state["s"][0].update(d=state["s"][0]["d"].replace("-3-5-5", "-5-3-5")), "row-length"),
        (
            lambda state: state["s"][0].update(d="60" + state["s"][0]["d"].lstrip("0123456789")),
            "card-unknown",
        ),
        (lambda state: state["s"][0].update(d="0;1;x-3-5-5"), "cards-unreadable"),
        (lambda state: state["s"][0].update(d="0;1;2-3-5-5"), "cards-unreadable"),
        (lambda state: state["s"].reverse(), "state-conflict"),
        (lambda state: state.update(gt=75), "state-conflict"),
        (lambda state: state["m"].update(di=1), "state-conflict"),
        (lambda state: state["s"][1].update(n="Eve"), "state-conflict"),
        (
            lambda state: state["s"][0].update(d=";".join(map(str, range(30, 43))) + "-3-5-5"),
            "board-mismatch",
        ),
    ],
)
def test_a_state_that_contradicts_the_others_leaves_the_hand_out(hand, change, code):
    messages = states_of(hand)
    change(messages[-1]["gameState"])
    hands, issues = read(messages)
    assert hands == []
    assert [(issue.code, issue.hands, issue.line) for issue in issues] == [(code, 1, len(messages))]


def test_two_results_of_one_hand_leave_it_out(hand):
    messages = states_of(hand)
    again = json.loads(json.dumps(messages[-1]))
    assert len(read([*messages, again])[0]) == 1
    again["gameState"]["s"][0]["p"] += 1
    hands, issues = read([*messages, again])
    assert (hands, codes(issues), issues[0].hands) == ([], ["result-conflict"], 1)


def test_a_table_that_is_cleared_afterwards_changes_nothing(hand):
    messages = states_of(hand)
    cleared = json.loads(json.dumps(messages[-1]))
    del cleared["gameState"]["ss"]
    for seat in cleared["gameState"]["s"]:
        seat.update(d="", p=0)
        seat.pop("chihr")
    [found], issues = read([*messages, cleared])
    assert found.players[0].claimed.points == hand.players[0].claimed.points
    assert issues == []


def test_a_card_with_two_players_is_found_by_the_common_checks(hand):
    messages = states_of(hand)[-1:]
    seats = messages[0]["gameState"]["s"]
    seats[1]["d"] = seats[0]["d"]
    hands, issues = read(messages)
    assert (hands, "card-twice" in codes(issues)) == ([], True)


# What the dealer says


def test_the_dealers_lines_may_stand_between_the_states():
    played = settled_hands([1, 2, 3])
    lines = ["New game started (3 hands)"]
    for number, (hand, said) in enumerate(zip(played, dealer_lines(played), strict=True)):
        lines += [state_line({"gameState": state}) for state in swc_states(hand, number=number + 5)]
        lines += [f"[SWC] {text}" for text in said]
    hands, issues = read(lines)
    assert issues == []
    assert [(hand.hand_no, hand.session) for hand in hands] == [(1, "5"), (2, "5"), (3, "5")]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("Hand #2 finished", "Hand #4 finished", "hand-number"),
        ("Game complete, 3", "Game complete, 8", "game-count"),
        ("wins 82.56", 'wins <money a="500" mt="R">6</money>', "payout-mismatch"),
        ("Anna is", "Eve is", "dealer-unclear"),
    ],
)
def test_what_the_dealer_says_is_held_against_itself(old, new, code):
    messages = swc_messages(settled_hands([1, 2, 3]))
    messages[-1]["events"].insert(2, table_message("Anna is in fantasy land. The button will not be moved"))
    for message in messages:
        for event in message["events"]:
            event["table-msg"] = event["table-msg"].replace(old, new)
    hands, issues = read(messages)
    assert len(hands) == 3
    assert {issue.severity for issue in issues} == {"warning"}
    assert code in codes(issues)


@pytest.mark.parametrize(("place", "found"), [(0, ["points-mismatch"]), (1, [])])
def test_points_and_totals_are_held_against_the_hands(place, found):
    messages = swc_messages(settled_hands([1, 2]))
    event = messages[-1]["events"][place]
    event["table-msg"] = event["table-msg"].replace(": +", ": +1").replace(": -", ": -1")
    hands, issues = read(messages)
    assert len(hands) == 2
    assert sorted(codes(issues)) == sorted([*found, "total-mismatch"])


def test_lines_of_the_dealer_alone_are_counted_and_no_hands():
    said = [text for texts in dealer_lines(settled_hands(range(8))) for text in texts]
    hands, issues = read("\n".join(["New game started (8 hands)", *said]).encode())
    assert hands == []
    assert codes(issues) == ["results-without-cards", "file-empty"]
    assert "8 times" in issues[0].message


@pytest.mark.parametrize("names", NAMES, ids=lambda names: names[0][:12])
@pytest.mark.parametrize("line", [socket_line, archived_line])
def test_any_nick_comes_through(names, line):
    hands, issues = read(swc_messages(settled_hands(range(3), names=names)), line)
    assert issues == []
    assert [[player.name for player in hand.players] for hand in hands] == [
        [name.strip() for name in names]
    ] * 3
    assert [hand.hand_no for hand in hands] == [1, 2, 3]


@given(names=st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), min_size=2, max_size=2))
def test_names_never_break_the_reading(names):
    first, second = names
    if first.strip() == second.strip() or not first.strip() or not second.strip():
        return
    hands, issues = read(swc_messages(settled_hands([3], names=names)))
    assert [player.name for player in hands[0].players] == [name.strip() for name in names]
    assert {issue.code for issue in issues} <= {"dealer-unclear", "game-count", "line-unknown"}


def test_a_sentence_that_fits_two_ways_is_not_read():
    names = ("a", "b", "a: +1, b")
    messages = swc_messages(settled_hands([1], players=3, names=names), dealer=False)
    messages[-1]["events"] = [table_message("Hand #1 finished - a: +1, b: +1")]
    hands, issues = read(messages)
    assert (len(hands), hands[0].hand_no, codes(issues)) == (1, None, ["dealer-unclear"])


def test_names_that_allow_very_many_readings_take_no_time():
    names = ["a" + ": +1, a" * times for times in range(30)]
    state = {"gi": 1, "gt": 74, "ti": 1, "ts": 1, "s": [{"n": name, "c": 1} for name in names]}
    begun = time.monotonic()
    _, issues = read([json.dumps(state), "Hand #1 finished - " + "a: +1, " * 400 + "b: +1"])
    assert time.monotonic() - begun < 5
    assert "dealer-unclear" in codes(issues)


# Lines that are not understood


def test_unknown_keys_messages_and_games_are_counted_and_change_nothing(hand):
    messages = states_of(hand)
    for message in messages:
        message["gameState"]["mood"] = {"x": [1]}
        message["gameState"]["s"][0]["vip"] = True
    lines = ["2", "40", '42/poker/,["lobby",{"a":1}]', '42/poker/,["proxy-message","{\\"t\\":\\"Chat\\"}"]']
    holdem = {"gi": 3, "gt": 72, "ti": "x", "ts": 2, "s": [{"n": "a", "c": 1, "d": "48;49"}]}
    hands, issues = read([*lines, *map(socket_line, messages), json.dumps(holdem), "hello there"])
    assert len(hands) == 1
    assert {issue.severity for issue in issues} == {"note"}
    told = {(issue.code, issue.text) for issue in issues}
    assert told == {
        ("message-unknown", "another frame of the socket"),
        ("message-unknown", "another event of the socket"),
        ("message-unknown", "a message Chat"),
        ("key-unknown", "gameState.mood"),
        ("key-unknown", "gameState.s[].vip"),
        ("game-unknown", "72"),
        ("line-unknown", None),
    }
    assert f"{len(messages)} times" in next(i.message for i in issues if i.text == "gameState.mood")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('42/poker/,["proxy-message","{"]', "json-broken"),
        ('42/poker/,["proxy-mess', "json-broken"),
        ('{"gi":1,"gt":74,"ts":0,"s":[{"n":"a","c":"many"}]}', "value-type"),
        ('{"gi":1,"gt":74,"ts":0,"s":7}', "value-type"),
        ('{"gi":1,"gt":"x"', "json-broken"),
        ("[" * 5000, None),
        ('{"payload":' + "[" * 5000, "json-broken"),
        ('{"payload":7}', "value-type"),
    ],
)
def test_a_line_that_does_not_decode_is_an_issue_and_the_others_go_on(hand, line, code):
    hands, issues = read([line, *map(socket_line, states_of(hand))])
    assert len(hands) == 1
    assert [(issue.code, issue.line) for issue in issues if issue.severity == "error"] == (
        [(code, 1)] if code else []
    )
    assert issues


# Damage


@pytest.mark.parametrize(
    ("rules", "players", "line"),
    [("american-pineapple", 2, socket_line), ("swc-progressive", 3, archived_line)],
)
def test_damage_does_not_pass_in_silence(rules, players, line):
    hands = settled_hands(range(3), rules=rules, players=players)
    data = swc_log(swc_messages(hands, game=75 if players == 3 else 74), line)
    told_once = {"started_at", "players.stack", "players.streets", "players.discards"}
    assert silent_changes(data, "swc", range(12)) <= told_once


def test_another_card_in_any_state_is_told_of():
    [played] = settled_hands([3])
    messages = states_of(played)
    dealt = {card for player in played.players for card in player.cards + player.discards}
    spare = next(code for code in range(52) if code not in dealt)
    for place, message in enumerate(messages):
        for card in played.players[0].cards:
            changed = json.loads(json.dumps(messages))
            seat = changed[place]["gameState"]["s"][0]
            cards, *sizes = seat["d"].split("-")
            if str(card) not in cards.split(";"):
                continue
            swapped = [str(spare) if one == str(card) else one for one in cards.split(";")]
            seat["d"] = "-".join([";".join(swapped), *sizes])
            hands, issues = read(changed)
            assert hands == [] or issues, (message["gameState"]["s"][0]["d"], card)
