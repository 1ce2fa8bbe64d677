"""Five thousand players in one hand took seconds and gave thousands of messages."""

from __future__ import annotations

import io
import time

import pytest
from logs import ofc_hand, ofc_log

from ofc_analytics.formats import read_all
from ofc_analytics.hands import Hand, Player, find_problems


def crowd(count, **changes):
    hand = ofc_hand(1)
    return hand | {"players": [hand["players"][0] | {"name": f"P{at}", **changes} for at in range(count)]}


@pytest.mark.parametrize("changes", [{}, {"tap": "Qc"}])
def test_a_crowd_is_one_message_at_once(changes):
    log = ofc_log(crowd(5_000, **changes), ofc_hand(2))
    start = time.process_time()
    frame, issues = read_all(io.BytesIO(log))
    assert time.process_time() - start < 2
    assert frame["native_id"].to_list() == ["H2"]
    [issue] = [issue for issue in issues if issue.severity == "error"]
    assert (issue.code, issue.message, issue.hands) == ("player-count", "the hand has 5000 players", 1)


def test_a_crowd_in_an_arena_log_is_one_message():
    names = ",".join(f'"{at}"' for at in range(300))
    log = f'{{"hand":1,"seats":[{names}]}}\n{{"hand":1,"ev":{{"event":"score","seat":1,"points":0}}}}\n'
    _, issues = read_all(io.BytesIO(log.encode()))
    [issue] = [issue for issue in issues if issue.severity == "error"]
    assert (issue.code, issue.hands) == ("player-count", 1)


def test_hands_that_never_end_do_not_slow_the_log_down():
    log = "".join(f'{{"hand":{number},"seats":["a","b"]}}\n' for number in range(20_000)).encode()
    start = time.process_time()
    _, issues = read_all(io.BytesIO(log))
    assert time.process_time() - start < 10
    assert sum(issue.hands for issue in issues) == 20_000


def test_of_a_hand_with_too_many_players_nothing_else_is_said():
    players = tuple(Player(seat=1, name="Anna", cards=bytes(range(13))) for _ in range(1_000))
    [problem] = find_problems(Hand(players=players))
    assert problem.message == "the hand has 1000 players, some of them again"
