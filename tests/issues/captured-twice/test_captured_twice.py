"""One hand captured twice was two hands, since the capture's clock and its beginning were part of its identity."""

from __future__ import annotations

import json

import pytest
from kkpoker_logs import frames, joker_hands
from pine_logs import pine_log, pine_messages, played_hands
from settled import settled_hands
from swc_logs import archived_line, socket_line, swc_log, swc_messages

from ofc_analytics.formats import read_all


def read_both(folder, first, second):
    """Ids of the hands of two captures, and what is told of those that come again."""
    for name, data in {"1.log": first, "2.log": second}.items():
        (folder / name).write_bytes(data)
    frame, issues = read_all(folder)
    told = [(issue.severity, issue.code, issue.hand) for issue in issues if issue.hands]
    return frame["native_id"].to_list(), told


def late(message):
    return archived_line(message, "2026-11-27T20:16:00+00:00")


@pytest.mark.parametrize("line", [late, socket_line])
def test_the_clock_of_the_capture_makes_no_other_hand(tmp_path, line):
    messages = swc_messages(settled_hands(range(2)))
    hands, told = read_both(tmp_path, swc_log(messages, archived_line), swc_log(messages, line))
    assert hands == ["9001", "9002"]
    assert told == [("note", "duplicate-hand", "9001"), ("note", "duplicate-hand", "9002")]


def test_a_capture_that_begins_later_in_the_game_gives_the_same_hands(tmp_path):
    messages = swc_messages(settled_hands(range(3)))
    later = [message for message in messages if message["gameState"]["gi"] > 9001]
    hands, told = read_both(tmp_path, swc_log(messages), swc_log(later))
    assert hands == ["9001", "9002", "9003"]
    assert told == [("note", "duplicate-hand", "9002"), ("note", "duplicate-hand", "9003")]


def test_another_result_of_a_hand_that_was_captured_before_is_a_conflict(tmp_path):
    messages = swc_messages(settled_hands(range(1)), dealer=False)
    other = json.loads(json.dumps(messages))
    for seat, points in zip(other[-1]["gameState"]["s"], (1, -1), strict=True):
        seat["p"] += points
    hands, told = read_both(tmp_path, swc_log(messages, archived_line), swc_log(other, late))
    assert hands == ["9001"]
    assert told == [("error", "hand-conflict", "9001")]


def test_hands_of_one_number_at_two_tables_are_two(tmp_path):
    first, second = (swc_log(swc_messages(settled_hands(range(1)), table=table)) for table in ("a", "b"))
    assert read_both(tmp_path, first, second) == (["9001", "9001"], [])


def test_a_dump_that_does_not_tell_the_name_of_the_table_gives_no_other_hand(tmp_path):
    messages = pine_messages(played_hands(2))
    nameless = json.loads(json.dumps(messages))
    nameless[1][1]["RoomName"] = None
    hands, told = read_both(tmp_path, pine_log([], messages=messages), pine_log([], messages=nameless))
    assert len(hands) == 2
    assert [(severity, code) for severity, code, _ in told] == [("note", "duplicate-hand")] * 2


def test_states_with_and_without_their_pictures_give_no_other_hand(tmp_path):
    [hand] = joker_hands(1)
    told = list(frames(hand))
    plain = [{key: value for key, value in frame.items() if key != "table_label"} for frame in told]
    first, second = ("".join(json.dumps(frame) + "\n" for frame in log).encode() for log in (told, plain))
    hands, found = read_both(tmp_path, first, second)
    assert (hands, [code for _, code, _ in found]) == ([None], ["duplicate-hand"])
