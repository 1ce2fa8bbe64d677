"""A line that came again in a square, and a pair's second column the other way round, were added to the first."""

from __future__ import annotations

import io
from pathlib import Path

from sheets import csv_bytes, errors

from ofc_analytics.formats import read_night

HERE = Path(__file__).parent


def faults(night):
    return [(issue.code, issue.line) for issue in errors(night.issues)]


def test_a_player_has_one_line_in_a_square():
    night = read_night(HERE / "line-again.csv")
    assert faults(night) == [("player-twice", 5)]
    assert night.entries.height == 6


def test_a_pair_has_one_column():
    night = read_night(HERE / "other-way-round.csv")
    assert faults(night) == [("column-twice", 2)]
    assert night.entries.is_empty()


def test_nobody_wins_from_himself():
    rows = [("unit", 1), ("hand", "Anna–Anna", "Anna–Boris"), (1, 5, 3)]
    assert faults(read_night(io.BytesIO(csv_bytes(rows)))) == [("pair-of-one", 2)]
