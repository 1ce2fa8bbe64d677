"""PPPoker's message dumps: every way to wrap and place, and what becomes of dumps that contradict themselves."""

from __future__ import annotations

import io
import json
import random
import time
from dataclasses import replace

import pytest
from mutations import mutations
from pine_logs import pine_log, pine_messages, played_hands, wire

import ofc_analytics as ofc
from ofc_analytics.errors import ParseError
from ofc_analytics.formats import detect, read_all
from ofc_analytics.hands import content_hash
from ofc_analytics.schema import frame_from_hands, hands_from_frame
from ofc_analytics.settlement.tables import disagreements

HOSTILE = (
    "pennyfolds",
    ": +15,",
    "two\nlines",
    "\u202egnp.exe",
    "🃏👩‍👩‍👧",
    "x" * 10_000,
    '","uid":1',
    "PineResultBRC",
)


def read_dump(*messages):
    """Hands and issues of messages given as (name, body), or as lines as they are."""
    lines = (message if isinstance(message, bytes) else _line(*message) for message in messages)
    frame, issues = read_all(io.BytesIO(b"".join(lines)), input_format="pppoker-pine")
    return hands_from_frame(frame), [issue for issue in issues if issue.code != "parser-broken"]


def _line(name, body):
    return json.dumps({name: body}).encode() + b"\n"


def codes(issues):
    return [(issue.severity, issue.code, issue.hands) for issue in issues]


def bodies(messages, name):
    return [body for kind, body in messages if kind == name]


def as_seen(hand, hero=1):
    """A hand as a dump tells it: what was dealt and thrown away is seen of the hero alone."""
    return replace(
        hand,
        players=tuple(
            player
            if player.seat == hero
            else replace(
                player,
                discards=b"",
                streets=tuple(replace(street, dealt=b"", discarded=b"") for street in player.streets),
            )
            for player in hand.players
        ),
    )


def same_play(found, played):
    """Whether the cards and streets of two hands are the same, whatever was claimed."""
    return [
        (
            mine.name,
            mine.cards,
            mine.discards,
            mine.fantasyland,
            [replace(street, acted=None) for street in mine.streets],
        )
        for mine in found.players
    ] == [
        (player.name, player.cards, player.discards, player.fantasyland, list(player.streets))
        for player in as_seen(played).players
    ]


# Dumps that are sound


@pytest.mark.parametrize("envelope", ["key", "beside", "body"])
@pytest.mark.parametrize("rows", ["card", "whole", "new", "both"])
@pytest.mark.parametrize(("players", "fantasyland"), [(2, ()), (3, ()), (2, (14, 0)), (3, (0, 14, 0))])
def test_a_dump_is_read_card_by_card_and_its_claims_stand(envelope, rows, players, fantasyland):
    played = played_hands(3, players=players, fantasyland=fantasyland)
    if not (
        fantasyland and fantasyland[0]
    ):  # of who is not the hero nobody sees with how many cards he was dealt
        played = [hand for hand in played if hand]
    log = pine_log(played, envelope=envelope, rows=rows)
    assert detect(log, "dump.jsonl", file="dump.jsonl").name == "pppoker-pine"
    frame, issues = read_all(io.BytesIO(log))
    assert issues == []
    assert all(map(same_play, hands_from_frame(frame), played))
    settled = ofc.settle(frame)
    assert [player["agrees"] for hand in settled["players"] for player in hand] == [True] * players * 3
    assert [hand.rules for hand in hands_from_frame(frame)] == ["pppoker"] * 3


def test_the_id_of_a_game_tells_its_session_number_and_time():
    [hand], _ = read_dump(*pine_messages(played_hands(1)))
    assert (hand.native_id, hand.session, hand.hand_no) == (
        "251208081611-300001-1-2",
        "251208081611-300001",
        1,
    )
    assert hand.started_at.isoformat() == "2025-12-08T00:16:11+00:00"  # 08:16:11 in China
    assert (hand.table, hand.button, hand.unit, hand.players[0].stack) == ("Night", 1, 100, 50_000)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("251208081611-300001", (None, "251208081611-300001", None)),
        ("251208081611-300001-17", ("251208081611-300001-17", "251208081611-300001", 17)),
        ("251308081611-300001-17-2", ("251308081611-300001-17-2", None, None)),
        ("g1", ("g1", None, None)),
        (None, (None, None, None)),
    ],
)
def test_ids_of_another_pattern_are_kept_as_they_are(text, expected):
    messages = pine_messages(played_hands(1))
    bodies(messages, "PineGameStartBRC")[0]["gameId"] = text
    [hand], issues = read_dump(*messages)
    assert (hand.native_id, hand.session, hand.hand_no) == expected
    assert issues == []


@pytest.mark.parametrize("within", [True, False])
def test_the_fee_of_the_table_is_recorded_and_settles_under_its_rules(within):
    log = pine_log(played_hands(5, players=3), fee=(5, 30), fee_within=within)
    frame, issues = read_all(io.BytesIO(log))
    assert codes(issues) == [("note", "room-fee", 0)]
    assert issues[0].expected == "--set rake.per_point=0.05 --set rake.cap=0.3"
    raked = ofc.settle(frame, overrides=["rake.per_point=0.05", "rake.cap=0.3"])
    players = raked.explode("players")["players"].struct.unnest()
    assert players["agrees"].all()
    recorded = [player.rake or 0 for hand in hands_from_frame(frame) for player in hand.players]
    assert recorded == players["rake"].to_list()
    assert max(recorded) == 30


def test_a_table_without_a_fee_records_that_none_was_taken():
    [hand], _ = read_dump(*pine_messages(played_hands(1)))
    assert [player.rake for player in hand.players] == [0, 0]


def test_tables_in_one_dump_are_told_apart():
    first = played_hands(2, seed=1)
    second = [
        replace(hand, native_id=hand.native_id.replace("300001", "300002"))
        for hand in played_hands(2, seed=2)
    ]
    mixed = [
        json.dumps({"name": name, "tableId": table, "body": body}).encode() + b"\n"
        for pair in zip(pine_messages(first), pine_messages(second), strict=True)
        for table, (name, body) in enumerate(pair)
    ]
    hands, issues = read_dump(*mixed)
    assert issues == []
    assert [(hand.session[-1], hand.hand_no) for hand in hands] == [("1", 1), ("2", 1), ("1", 2), ("2", 2)]
    assert all(map(same_play, hands, (first[0], second[0], first[1], second[1])))


def test_jokers_are_numbered_and_asked_rules_for():
    [played] = played_hands(1)
    messages = pine_messages([played])
    joker = played.players[0].cards[12]
    text = json.dumps(messages).replace(str(wire([joker])[0]), str(4 << 8 | 15))
    [hand], issues = read_dump(*json.loads(text))
    assert [card for card in hand.players[0].cards if card >= 52] == [52]
    assert sum(street.bottom.count(52) + street.dealt.count(52) for street in hand.players[0].streets) == 2
    assert hand.jokers == 1
    assert codes(issues) == [("note", "joker-numbered", 0)]
    frame = frame_from_hands([hand])
    assert [issue.code for issue in ofc.settle_all(frame)[1]] == ["joker-not-in-deck"]
    assert ofc.settle(frame, overrides=["deal.jokers=1"]).height == 1


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_come_through_unharmed(name):
    played = played_hands(2, names=(name, "Boris"))
    frame, issues = read_all(io.BytesIO(pine_log(played)))
    assert issues == []
    assert [hand.players[0].name for hand in hands_from_frame(frame)] == [name.strip()] * 2
    assert ofc.settle(frame).height == 2


def test_two_players_of_one_name_are_told_apart_by_uid():
    [hand], _ = read_dump(*pine_messages(played_hands(1, names=("Anna", "Anna"))))
    assert [player.name for player in hand.players] == ["Anna (1001)", "Anna (1002)"]


# Dumps that are not


def start_missing(messages):
    messages[:] = [message for message in messages if message[0] != "PineGameStartBRC"]


def room_missing(messages):
    messages[:] = [message for message in messages if message[0] != "PineRoomInfo"]


def result_doubled(messages):
    messages.append(messages[-1])


def placement_missing(messages):
    messages.remove(next(message for message in messages if message[0] == "PineActionBRC"))


def deal_missing(messages):
    messages.remove(next(message for message in messages if message[0] == "PineHandCardBRC"))


def deal_late(messages):
    place = max(place for place, message in enumerate(messages) if message[0] == "PineHandCardBRC")
    messages.insert(-1, messages.pop(place))


def scores_missing(messages):
    for player in messages[-1][1]["playerResults"]:
        player["scores"] = []


def score_changed(messages):
    messages[-1][1]["playerResults"][0]["scores"][0]["TailScore"] += 1


def profit_changed(messages):
    messages[-1][1]["playerResults"][0]["scores"][0]["Profit"] += 100


def opponent_unknown(messages):
    messages[-1][1]["playerResults"][0]["scores"][0]["SeatID"] = 7


def chips_changed(messages):
    messages[-1][1]["playerResults"][0]["chips"] += 1


def name_changed(messages):
    messages[-1][1]["playerResults"][0]["name"] = "Olga"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (start_missing, {("note", "message-stray", 0), ("note", "start-missing", 0)}),
        (room_missing, {("note", "unit-missing", 0)}),
        (result_doubled, {("note", "message-repeated", 0)}),
        (placement_missing, {("note", "streets-incomplete", 0)}),
        (deal_missing, {("note", "deals-incomplete", 0)}),
        (deal_late, {("warning", "order-mismatch", 0)}),
        (scores_missing, {("note", "score-missing", 0)}),
        (score_changed, {("warning", "scores-mismatch", 0)}),
        (profit_changed, {("warning", "profits-mismatch", 0), ("warning", "chips-mismatch", 0)}),
        (opponent_unknown, {("warning", "scores-mismatch", 0)}),
        (chips_changed, {("warning", "chips-mismatch", 0)}),
        (name_changed, {("note", "name-mismatch", 0)}),
    ],
)
def test_a_hand_that_can_be_settled_is_kept_with_a_remark(change, expected):
    messages = pine_messages(played_hands(1))
    change(messages)
    hands, issues = read_dump(*messages)
    assert set(codes(issues)) == expected
    assert len(hands) == 1


def board_not_whole(messages):
    messages[-1][1]["playerResults"][0]["card"]["tailCard"][0] = 0


def board_missing(messages):
    del messages[-1][1]["playerResults"][0]["card"]


def result_missing(messages):
    del messages[-1]


def card_unknown(messages):
    bodies(messages, "PineActionBRC")[0]["card"]["abandonCard"] = [9 << 8 | 2]


def card_moved(messages):
    card = messages[-1][1]["playerResults"][0]["card"]
    card["tailCard"][0], card["middleCard"][0] = card["middleCard"][0], card["tailCard"][0]


def discard_changed(messages):
    messages[-1][1]["playerResults"][0]["card"]["abandonCard"].pop()


def seat_changed(messages):
    bodies(messages, "PineActionBRC")[0]["seatId"] = 5


def player_gone(messages):
    messages[-1][1]["playerResults"].pop()


def row_too_long(messages):
    messages[-1][1]["playerResults"][0]["card"]["headCard"].append(4 << 8 | 2)


def seat_unnamed(messages):
    del messages[-1][1]["playerResults"][0]["seatId"]


def fantasyland_denied(messages):
    for deal in bodies(messages, "PineHandCardBRC")[1:]:
        deal["handCards"][0]["fantasy"] = 1


def third_joker(messages):
    messages[-1][1]["playerResults"][0]["card"]["headCard"] = [4 << 8 | 15] * 3
    messages[:] = [message for message in messages if message[0] != "PineActionBRC"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (board_not_whole, "hand-partial"),
        (board_missing, "hand-partial"),
        (result_missing, "hand-unfinished"),
        (card_unknown, "card-unknown"),
        (card_moved, "board-mismatch"),
        (discard_changed, "deal-mismatch"),
        (seat_changed, "seat-unknown"),
        (player_gone, "seat-unknown"),
        (row_too_long, "row-length"),
        (seat_unnamed, "key-missing"),
        (fantasyland_denied, "fantasyland-mismatch"),
        (third_joker, "card-unknown"),
    ],
)
def test_a_hand_that_cannot_be_trusted_is_left_out_and_counted_once(change, code):
    first, second = (pine_messages([hand]) for hand in played_hands(2))
    change(first)
    hands, issues = read_dump(*first, *second)
    errors = [issue for issue in issues if issue.severity == "error"]
    assert [(issue.code, issue.hands) for issue in errors] == [(code, 1)]
    assert errors[0].hand == "251208081611-300001-1-2"
    assert [hand.hand_no for hand in hands] == [2]


def test_a_partial_board_tells_how_many_cards_it_has():
    messages = pine_messages(played_hands(1))
    board_not_whole(messages)
    _, [issue] = read_dump(*messages)
    assert issue.message == "Anna's board has 12 of 13 cards at the result"
    assert (issue.line, issue.expected) == (len(messages), "whole boards")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{\n", "json-broken"),
        (b"[" * 100_000 + b"\n", "json-broken"),
        (b'{"PineActionBRC": ' + b'{"a":' * 400 + b"1" + b"}" * 401 + b"\n", None),
        (b'{"PineActionBRC": 3}\n', "value-type"),
        (b'{"PineActionBRC": {"seatId": "left"}}\n', "value-type"),
        (b'{"PineActionBRC": {"seatId": 1, "SeatID": 2}}\n', "key-twice"),
        (b'{"PineActionBRC": {"seatId": 1, "seatId": 2}}\n', "key-twice"),
        (b'{"PineActionBRC": {}, "PineResultBRC": {}}\n', "message-twice"),
        (b'{"name": "PineActionBRC\xff"}\n', "json-broken"),
    ],
)
def test_a_line_that_cannot_be_read_harms_no_other(line, code):
    messages = pine_messages(played_hands(1))
    hands, issues = read_dump(*messages, line)
    assert [issue.code for issue in issues if issue.severity == "error"] == ([code] if code else [])
    assert len(hands) == 1
    assert all(issue.line == len(messages) + 1 for issue in issues)


def test_what_is_not_known_is_counted_and_told_once():
    messages = pine_messages(played_hands(2))
    for body in bodies(messages, "PineActionBRC"):
        body["card"]["glow"] = 1
    strange = [("PineEmojiBRC", {"id": 3})] * 3
    hands, issues = read_dump(*messages, *strange, b'{"hello": 1}\n')
    assert len(hands) == 2
    assert {(issue.severity, issue.code, issue.text) for issue in issues} == {
        ("note", "key-unknown", "card.glow"),
        ("note", "message-unknown", "PineEmojiBRC"),
        ("note", "line-unknown", None),
    }
    assert [issue.message for issue in issues if issue.code == "key-unknown"] == [
        "PineActionBRC has a key that is not known, and is not read (20 times, first here)"
    ]


def test_strict_reading_stops_at_the_first_error():
    messages = pine_messages(played_hands(1))
    card_moved(messages)
    with pytest.raises(ParseError, match="lacks cards that were placed"):
        ofc.read(io.BytesIO(b"".join(_line(*message) for message in messages)))


def test_many_tables_are_closed_as_others_come():
    start = {"gameId": "g", "dealerSeatId": 0, "startInfo": []}
    lines = [
        json.dumps({"name": "PineGameStartBRC", "tableId": table, "body": start}).encode() + b"\n"
        for table in range(300)
    ]
    hands, issues = read_dump(*lines)
    assert (hands, {issue.code for issue in issues}, sum(issue.hands for issue in issues)) == (
        [],
        {"hand-unfinished"},
        300,
    )


# Damage


def only_once(found, played):
    """Whether two hands differ in nothing but what a dump says once: see the format's SPEC.md."""
    plain = {
        "native_id": None,
        "session": None,
        "hand_no": None,
        "started_at": None,
        "table": None,
        "button": None,
    }
    first, second = (
        replace(
            hand,
            **plain,
            players=tuple(
                replace(
                    player,
                    fantasyland=None,
                    rake=None,
                    discards=b"",
                    claimed=replace(player.claimed, fantasyland=None),
                )
                for player in hand.players
            ),
        )
        for hand in (found, played)
    )
    return content_hash(first) == content_hash(second)


@pytest.mark.parametrize("options", [{}, {"rows": "new"}, {"envelope": "body", "fee": (5, 30)}])
@pytest.mark.parametrize(("players", "fantasyland"), [(2, ()), (3, (14, 0, 0))])
def test_damage_is_an_issue_or_a_disagreement_but_never_another_hand_in_silence(
    options, players, fantasyland
):
    rng = random.Random(f"{options}{players}")
    log = pine_log(played_hands(2, players=players, fantasyland=fantasyland), **options)
    whole, before = read_all(io.BytesIO(log))
    known = disagreements(ofc.settle(whole)).height
    for _ in range(6):
        for damaged in mutations(log, rng):
            began = time.monotonic()
            frame, issues = read_all(io.BytesIO(damaged), input_format="pppoker-pine")
            assert time.monotonic() - began < 5
            if {issue.code for issue in issues} - {issue.code for issue in before}:
                continue
            settled, misfits = ofc.settle_all(frame)
            if misfits or disagreements(settled).height > known:
                continue
            assert frame.height == whole.height
            for found, played in zip(hands_from_frame(frame), hands_from_frame(whole), strict=True):
                assert only_once(found, played), damaged
