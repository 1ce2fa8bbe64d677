"""The number of hands left out was the number of messages."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from logs import arena_hand, arena_log

from ofc_analytics.formats import read_all

FOLDER = Path(__file__).parent


def counts(source):
    """Hands kept, repeated and left out."""
    frame, issues = read_all(source)
    repeated = sum(issue.hands for issue in issues if issue.code == "duplicate-hand")
    left_out = sum(issue.hands for issue in issues if issue.severity == "error")
    assert sum(issue.hands for issue in issues) == repeated + left_out
    return frame.height, repeated, left_out


def test_every_line_of_a_log_is_kept_repeated_or_left_out():
    path = FOLDER / "night.jsonl"
    assert counts(path) == (2, 1, 4)
    assert len(path.read_bytes().splitlines()) == 2 + 1 + 4
    assert len([issue for issue in read_all(path)[1] if issue.severity == "error"]) == 5


def headless(log):
    return log[1:]


def two_faults(log):
    shows = [entry["ev"] for entry in log[1:] if entry["ev"]["event"] == "showdown"]
    shows[0]["top"] = shows[1]["top"] = ["Zz"] * 3
    return [*log, log[-1], log[-1]]


def unfinished(log):
    return log[:-9]


def broken_line(log):
    return [*log[:3], "nonsense", "nonsense", *log[3:]]


@pytest.mark.parametrize(
    ("change", "expected"),
    [(headless, (2, 0, 1)), (two_faults, (2, 0, 1)), (unfinished, (2, 0, 1)), (broken_line, (3, 0, 0))],
)
def test_a_hand_of_an_arena_log_is_left_out_once_whatever_is_said_of_it(change, expected):
    log = [*arena_hand(1), *change(arena_hand(2)), *arena_hand(3)]
    assert counts(io.BytesIO(arena_log(*log))) == expected
    assert counts(io.BytesIO(arena_log(*log, *log)))[0] == expected[0]


def test_lines_behind_the_end_of_a_hand_are_no_hand_more():
    log = [*arena_hand(1), *arena_hand(2), *arena_hand(1)[-2:], *arena_hand(3)]
    _, issues = read_all(io.BytesIO(arena_log(*log)))
    assert [(issue.code, issue.hands) for issue in issues if issue.severity == "error"] == [
        ("hand-unknown", 0)
    ]
    assert counts(io.BytesIO(arena_log(*log))) == (3, 0, 0)
