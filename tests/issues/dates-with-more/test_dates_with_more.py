"""A text that only begins with a date was read as that day: two games of one day became one, and so did a slip."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from ofc_parsers.home_sheet.values import zone
from sheets import ANNA, BORIS, HEADER, codes, csv_bytes, errors, parsed

from ofc_analytics.formats import read_night

HERE = Path(__file__).parent


def test_two_games_of_a_day_are_two_sessions():
    hands, issues = parsed((HERE / "night.csv").read_bytes())
    assert [hand.session for hand in hands] == ["27.11.2026 game 1", "27.11.2026 game 2"]
    assert codes(issues) == ["date-unreadable"] * 2


@pytest.mark.parametrize(
    ("text", "session"),
    [
        ("27.11.2026", "2026-11-27"),
        ("2026-11-27 20:15", "2026-11-27"),
        ("2026-11-27T20:15:00+03:00", "2026-11-27"),
        ("27.11.20261", "27.11.20261"),
        ("27.11.2026 game 1", "27.11.2026 game 1"),
        ("2026-11-27-b", "2026-11-27-b"),
    ],
)
def test_a_day_may_have_a_time_and_nothing_else(text, session):
    (hand,), issues = parsed(csv_bytes([("date", text), HEADER, ANNA, BORIS]))
    assert hand.session == session
    assert ("date-unreadable" in codes(issues)) == (session == text)
    points = [("date", text), ("unit", 1), ("hand", "Anna", "Boris"), (1, 5, -5)]
    night = read_night(io.BytesIO(csv_bytes(points)))
    assert night.entries["session"].to_list() == [session] * 2
    assert codes(night.issues).count("date-unreadable") == (session == text)
    assert errors(night.issues) == []


@pytest.mark.parametrize("text", ["+03:99", "-0360", "UTC+3:60"])
def test_an_hour_has_sixty_minutes(text):
    with pytest.raises(ValueError, match="more minutes than an hour"):
        zone(text)
    rows = [("time zone", text), [*HEADER, "date"], *([*row, "2026-11-27 20:15"] for row in (ANNA, BORIS))]
    assert "time-zone-unreadable" in codes(errors(parsed(csv_bytes(rows))[1]))
