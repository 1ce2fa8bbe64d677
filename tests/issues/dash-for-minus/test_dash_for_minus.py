"""An en dash before a number was no minus sign; phones and spreadsheets write one, and other dashes, by themselves."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from ofc_parsers.home_sheet.values import day, moment, zone
from sheets import parsed

from ofc_analytics.money import DASHES, parse_money

HERE = Path(__file__).parent


def test_points_with_an_en_dash_are_read():
    (hand,), issues = parsed((HERE / "night.csv").read_bytes())
    assert issues == []
    assert [player.claimed.points for player in hand.players] == [-3, 3]


@pytest.mark.parametrize("dash", DASHES)
def test_every_dash_is_a_minus(dash):
    assert parse_money(f"{dash}30,50") == -3050
    assert day(f"2026{dash}11{dash}27") == dt.date(2026, 11, 27)
    night = moment(dt.date(2026, 11, 27), "20:15", zone(f"UTC{dash}3"))
    assert night == dt.datetime(2026, 11, 27, 23, 15, tzinfo=dt.UTC)


@pytest.mark.parametrize("dash", DASHES)
def test_a_lone_dash_says_nothing(dash):
    text = (HERE / "night.csv").read_text("utf-8").replace("–3", dash)
    (hand,), issues = parsed(text.encode())
    assert issues == []
    assert hand.players[0].claimed.points is None
