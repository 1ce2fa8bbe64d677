"""A time, or a number, that a table cannot hold ended in a traceback."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from logs import arena_hand, arena_log

from ofc_analytics.formats import read_all


def test_times_and_numbers_out_of_range_are_issues_of_their_lines():
    frame, issues = read_all(Path(__file__).with_name("log.jsonl"))
    found = [(issue.line, issue.code, issue.hands) for issue in issues if issue.severity == "error"]
    assert frame["native_id"].to_list() == ["good"]
    assert found == [(1, "value-type", 1), (2, "value-type", 1), (3, "value-type", 1)]


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("score", {"points": 2**40}),
        ("fantasyland", {"cards": 300}),
        ("showdown", {"next_fantasyland": 256}),
        ("showdown", {"royalties": {"top": 2**31, "middle": 0, "bottom": 0}}),
    ],
)
def test_numbers_of_an_arena_log_that_no_game_has_are_refused(kind, change):
    log = arena_hand(1, fantasyland={1: 14})
    next(entry for entry in log[1:] if entry["ev"]["event"] == kind)["ev"].update(change)
    _, issues = read_all(io.BytesIO(arena_log(*log, *arena_hand(2))))
    assert next(issue.code for issue in issues if issue.severity == "error") == "value-type"


def test_a_hand_number_out_of_range_is_refused():
    frame, issues = read_all(io.BytesIO(arena_log(*arena_hand(2**70)[:1], *arena_hand(2))))
    assert frame["native_id"].to_list() == ["2"]
    assert [issue.code for issue in issues if issue.severity == "error"] == ["value-type"]
