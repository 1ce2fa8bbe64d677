"""A hand's number that comes again in a sheet without cards made another hand without a word."""

from __future__ import annotations

import io
from pathlib import Path

from sheets import codes, csv_bytes, errors

from ofc_analytics.formats import read_night

HERE = Path(__file__).parent
POINTS = [("unit", 1), ("hand", "player", "points"), (1, "Anna", 5), (1, "Boris", -5)]


def test_a_number_that_comes_again_is_noted():
    night = read_night(HERE / "night.csv")
    assert [(issue.code, issue.line) for issue in night.issues if issue.code != "without-cards"] == [
        ("hand-number-again", 4)
    ]
    assert night.entries["amount"].to_list() == [500, -500, 300, -300]


def test_so_it_is_where_a_line_is_a_player():
    rows = [*POINTS, (2, "Anna", 1), (2, "Boris", -1), *POINTS[2:]]
    night = read_night(io.BytesIO(csv_bytes(rows)))
    assert errors(night.issues) == []
    assert codes(night.issues).count("hand-number-again") == 1
    assert night.entries.height == 6


def test_a_player_has_one_line_a_hand():
    night = read_night(io.BytesIO(csv_bytes([*POINTS, (1, "Anna", 5)])))
    assert [(issue.code, issue.line, issue.hands) for issue in errors(night.issues)] == [
        ("player-twice", 5, 1)
    ]
    assert night.entries.is_empty()
