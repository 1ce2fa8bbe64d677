"""All pairs of players of an hour were laid out, and all pairs of a club estimated, most of which share too little."""

from __future__ import annotations

from datetime import UTC, datetime

import clubs_room
import numpy as np
import polars as pl
import pytest

from ofc_analytics.audit.company import judge_company
from ofc_analytics.audit.company.seating import SEATS, ask_seating


def evening(hour, names, rng):
    tables = rng.permutation(np.arange(len(names)) // 3)
    tables[1] = tables[0]  # the first two are friends
    return pl.DataFrame(
        {
            "name": names,
            "game": "game",
            "table": [f"{hour}-{one}" for one in tables],
            "start": datetime(2026, 1, 1 + hour, 20, tzinfo=UTC),
            "hands": 10,
        }
    ).cast(SEATS)


def test_only_pairs_with_ten_occasions_are_given():
    rng = np.random.default_rng(1)
    regulars = ["A", "B", "C"]
    # six thousand guests an hour would be eighteen million pairs
    seats = pl.concat(
        evening(hour, regulars + [f"guest {hour} {one}" for one in range(6000)], rng) for hour in range(12)
    )
    answers = ask_seating(seats)
    assert answers.select("first", "second", "hands", "statistic").rows() == [
        ("A", "B", 12, 12),
        ("A", "C", 12, pytest.approx(answers["statistic"][1])),
        ("B", "C", 12, pytest.approx(answers["statistic"][1])),
    ]
    assert answers["p"][0] < 1e-30


def test_pairs_without_thirty_chains_are_not_estimated():
    tests = judge_company(clubs_room.club(1, players=60, occasions=60, tables=8, times=False)).tests
    few = tests.filter(pl.col("verdict").str.contains("the two share"))
    assert few.height > 1000
    assert few.select(pl.col("effect", "needed", "p").is_null().all()).row(0) == (True, True, True)
    assert tests["p"].drop_nulls().len() > 50
