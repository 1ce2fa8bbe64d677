"""A hand number that is never told again made one hand of thousands of lines: it took minutes and as many issues."""

from __future__ import annotations

import time

import pytest
from sheets import ANNA, BORIS, csv_bytes, errors, parsed

LINES = 5_000


@pytest.mark.parametrize("numbered", [True, False], ids=["one number", "no hand column"])
def test_too_many_players_are_one_issue_and_found_at_once(numbered):
    header = ["hand", "player", "top", "middle", "bottom"]
    rows = [["", f"P{place}", *BORIS[3:6]] for place in range(LINES)]
    table = [header, ["1", "Anna", *ANNA[3:6]], *rows]
    started = time.process_time()
    hands, issues = parsed(csv_bytes(table if numbered else [row[1:] for row in table]))
    assert time.process_time() - started < 5
    assert hands == []
    (issue,) = errors(issues)
    assert (issue.code, issue.line) == ("player-count", 2)
    assert f"{LINES + 1} lines of players, from line 2 to line {LINES + 2}" in issue.message
    assert issue.hands == 1


def test_numbers_that_take_turns_are_told_apart_at_once():
    rows = [[str(place % 2 + 1), f"P{place}", *BORIS[3:6]] for place in range(LINES)]
    started = time.process_time()
    hands, issues = parsed(csv_bytes([["hand", "player", "top", "middle", "bottom"], *rows]))
    assert time.process_time() - started < 5
    assert hands == []
    assert [issue.code for issue in errors(issues)] == ["player-count"] * 2
