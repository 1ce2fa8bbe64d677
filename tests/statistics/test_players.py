"""What `players` and `money` say about small nights whose numbers can be counted by hand."""

from __future__ import annotations

import random

import numpy as np
import polars as pl
import pytest
from frames import hand, results
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scipy import stats

from ofc_analytics import statistics
from ofc_analytics.schema import HANDS
from ofc_analytics.statistics import PlayerStatistics

NIGHT = (
    hand({"Анна": 12, "Boris": -12}, earned={"Анна": 14}, fouls=["Boris"]),
    hand({"Анна": 20, "Boris": -20}, inside={"Анна": 14}, earned={"Анна": 14}),
    hand({"Анна": 4, "Boris": -4}, inside={"Анна": 14}, earned={"Boris": 15}),
    hand({"Анна": -9, "Boris": 9}, inside={"Boris": 15}),
    hand({"Анна": -6, "Boris": 6}, fouls=["Анна"]),
    hand({"Анна": 1, "Boris": -1}),
)


def row(frame, name):
    return frame.row(by_predicate=pl.col("name") == name, named=True)


def test_one_row_a_player_with_every_count():
    players = statistics.players(results(*NIGHT))
    assert players["name"].to_list() == ["Анна", "Boris"]
    counts = ("hands", "chains", "points", "fouls", "fantasyland_hands", "entry_chances", "entries")
    assert [row(players, "Анна")[name] for name in counts] == [6, 3, 22, 1, 2, 4, 1]
    assert [row(players, "Boris")[name] for name in counts] == [6, 3, -22, 1, 1, 5, 1]
    assert row(players, "Анна")["points_per_hand"] == pytest.approx(22 / 6)
    assert row(players, "Анна")["entry_rate"] == 1 / 4  # to stay is not to enter
    assert row(players, "Boris")["fantasyland_rate"] == 1 / 6


def test_the_interval_of_the_win_rate_is_by_chain():
    # chains of 27 points in 4 hands, -6 in 1 and 1 in 1: residuals from 22/6 a hand
    residuals = np.array([27 - 4 * 22 / 6, -6 - 22 / 6, 1 - 22 / 6])
    half = stats.t.ppf(0.95, 2) * np.sqrt(3 / 2 * (residuals**2).sum()) / 6
    anna = row(statistics.players(results(*NIGHT), confidence=0.9), "Анна")
    assert (anna["low"], anna["high"]) == pytest.approx((22 / 6 - half, 22 / 6 + half))


def test_rates_carry_wilson_intervals_over_chains():
    """Fouls: 0 of 4, 1 of 1 and 0 of 1 in the three chains."""
    anna = row(statistics.players(results(*NIGHT), confidence=0.8), "Анна")
    residuals = np.array([0 - 4 / 6, 1 - 1 / 6, 0 - 1 / 6])
    error = np.sqrt(3 / 2 * (residuals**2).sum()) / 6
    n, t = 1 / 6 * 5 / 6 / error**2, stats.t.ppf(0.9, 2)
    centre, spread = 1 / 6 + t**2 / (2 * n), t * np.sqrt(1 / 6 * 5 / 6 / n + t**2 / (4 * n**2))
    bounds = [(centre + sign * spread) / (1 + t**2 / n) for sign in (-1, 1)]
    assert (anna["foul_low"], anna["foul_high"]) == pytest.approx(bounds)


def test_the_same_numbers_as_asked_one_by_one():
    players = statistics.players(results(*NIGHT)).sort("name")
    for metric, columns in {
        "points": ("points", "points_per_hand", "low", "high"),
        "foul_rate": ("fouls", "foul_rate", "foul_low", "foul_high"),
        "fantasyland_rate": ("fantasyland_hands", "fantasyland_rate", "fantasyland_low", "fantasyland_high"),
        "entry_rate": ("entries", "entry_rate", "entry_low", "entry_high"),
    }.items():
        asked = statistics.ask(metric, results(*NIGHT)).select("total", "value", "low", "high")
        assert players.select(columns).rows() == asked.rows()


def test_two_sides_of_a_table_mirror_each_other():
    players = statistics.players(results(*NIGHT))
    anna, boris = row(players, "Анна"), row(players, "Boris")
    assert (anna["low"], anna["high"]) == pytest.approx((-boris["high"], -boris["low"]))


def test_no_interval_from_a_single_chain():
    anna = row(statistics.players(results(*NIGHT[:4])), "Анна")
    assert (anna["chains"], anna["points_per_hand"]) == (1, 27 / 4)
    assert anna["low"] is None
    assert anna["high"] is None


def test_a_rate_without_a_chance_is_unknown():
    always_in = statistics.players(
        results(hand({"Anna": 9, "Boris": -9}, inside={"Anna": 14}, earned={"Anna": 14}))
    )
    anna = row(always_in, "Anna")
    assert (anna["entry_chances"], anna["entries"], anna["fantasyland_rate"]) == (0, 0, 1)
    assert [anna[name] for name in ("entry_rate", "entry_low", "entry_high")] == [None, None, None]


def test_no_hands_no_rows():
    empty = statistics.players(results())
    assert empty.is_empty()
    assert empty.schema == statistics.players(results(*NIGHT)).schema


tables = st.sampled_from([{}, {"table": "x"}, {"room": "r"}, {"session": "s"}, {"room": "r", "session": "s"}])


@settings(max_examples=25, deadline=None)
@given(st.lists(tables, min_size=2, max_size=4, unique_by=str), st.randoms(use_true_random=False))
def test_chains_do_not_run_across_tables(places, rng):
    """Tables played one after another or at the same time are the same chains."""
    parts = [[deal | place for deal in NIGHT] for place in places]
    one_after_another = [deal for part in parts for deal in part]
    mixed = []
    while any(parts):
        mixed.append(rng.choice([part for part in parts if part]).pop(0))
    expected = statistics.players(results(*one_after_another))
    assert row(expected, "Boris")["chains"] == 3 * len(places)
    assert_frame_equal(statistics.players(results(*mixed)), expected)


def test_a_log_that_begins_in_fantasyland_begins_with_a_chain():
    players = statistics.players(results(*NIGHT[2:]))
    assert row(players, "Анна")["chains"] == 3


def test_money_is_exact():
    cent = 2**60 + 1
    frame = results(
        hand({"A": 1, "B": -1}, net={"A": cent, "B": -cent}), hand({"A": 1, "B": -1}, net={"A": 1, "B": -1})
    )
    assert row(statistics.players(frame), "A")["net"] == 2**60 + 2


def test_money_of_one_currency_stands_beside_the_points():
    frame = results(
        hand({"A": 1, "B": -1}, net={"A": 50, "B": -50}, currency="RUB"),
        hand({"A": -3, "C": 3}),  # for points alone
    )
    players = statistics.players(frame)
    columns = ("net", "net_hands", "currency", "exponent")
    assert [row(players, "A")[name] for name in columns] == [50, 1, "RUB", 2]
    assert [row(players, "C")[name] for name in columns] == [None, 0, None, None]


def test_currencies_are_never_added():
    frame = results(
        hand({"A": 1, "B": -1}, net={"A": 50, "B": -50}, currency="RUB"),
        hand({"A": 2, "B": -2}, net={"A": 7, "B": -7}, currency="JPY", exponent=0),
        hand({"A": 2, "B": -2}, net={"A": 3, "B": -3}, currency="RUB"),
        hand({"A": 0, "B": 0}, net={"A": 0, "B": 0}),
    )
    assert row(statistics.players(frame), "A")["net"] is None
    assert row(statistics.players(frame), "A")["net_hands"] == 4
    assert statistics.money(frame).filter(name="A").rows() == [
        ("A", None, 2, 0, 1),
        ("A", "JPY", 0, 7, 1),
        ("A", "RUB", 2, 53, 2),
    ]


def test_what_is_no_frame_of_results_is_refused_by_name():
    with pytest.raises(ValueError, match=r"not a frame of results.*'fingerprint' is missing"):
        statistics.players(HANDS.to_frame())


def test_the_frame_is_as_declared():
    rng = random.Random(8)
    hands = [
        hand(dict(zip(rng.sample("ABCDEF", 2), (w, -w), strict=True)), inside={"A": rng.choice([0, 0, 14])})
        for w in range(-30, 30)
    ]
    assert PlayerStatistics.is_valid(statistics.players(results(*hands)))
