"""A Fantasyland went on over hands that are missing, was told in two ways, and its length was no quotient of two sums."""

from __future__ import annotations

import polars as pl
import pytest
from frames import hand, results

from ofc_analytics.statistics import DIMENSIONS, METRICS, Question, Study, ask, fantasyland_values


def met(points, number, *, inside=0, earned=0):
    """A hand of Anna and Boris that Anna wins, with her cards in Fantasyland and those she earns."""
    pair = {"first": 1, "second": 2, "rows": [0, 0, 0], "row_points": points, "scoop": 0, "royalties": 0}
    pair |= {"other": 0, "points": points, "carried": None, "due": None, "paid": None}
    return hand(
        {"Anna": points, "Boris": -points}, inside={"Anna": inside}, earned={"Anna": earned},
        pairs=[pair], table="x", hand_no=number,
    )  # fmt: skip


def length(night):
    return ask("fantasyland_length", night, where={"player": "Anna"}).select("total", "chances").row(0)


def test_an_entry_before_a_gap_is_not_that_of_a_hand_after_it():
    night = results(met(1, 1, earned=14), met(50, 9, inside=14), met(2, 10))
    assert fantasyland_values(night).is_empty()
    assert length(night) == (1, 1)


def test_a_gap_ends_a_fantasyland():
    night = results(
        met(1, 1, earned=14),
        met(10, 2, inside=14, earned=14),
        met(50, 9, inside=14, earned=14),
        met(7, 10, inside=14),
    )
    assert fantasyland_values(night).select("value", "episodes", "hands").row(0) == (10.0, 1, 1.0)
    assert length(night) == (3, 2)


def test_a_stay_that_the_rules_do_not_give_is_one_in_both_counts():
    night = results(met(1, 1, earned=14), met(10, 2, inside=14), met(7, 3, inside=14))
    assert fantasyland_values(night).select("value", "episodes", "hands").row(0) == (17.0, 1, 2.0)
    assert length(night) == (2, 1)


def test_a_length_by_cards_is_that_of_those_begun_with_so_many():
    night = results(
        met(1, 1, earned=17), met(10, 2, inside=17, earned=14), met(3, 3, inside=14), met(0, 4, earned=14),
        met(5, 5, inside=14),
    )  # fmt: skip
    told = ask("fantasyland_length", night, by="cards", where={"player": "Anna"})
    assert told.select("cards", "value", "total", "chances").rows() == [
        (0, None, 0, 0),
        (14, 1.0, 1, 1),
        (17, 2.0, 2, 1),
    ]


@pytest.mark.parametrize("dimension", [name for name in DIMENSIONS if name != "layout"])
def test_every_value_is_the_quotient_of_the_sums_beside_it(dimension):
    night = results(
        *(met(7 * number % 11 - 5, number, inside=14 * (number % 4 > 1), earned=14 * (number % 4 > 0))
          for number in (*range(1, 20), *range(30, 40))),
    )  # fmt: skip
    answers = Study(night).ask(Question(tuple(METRICS), ("player", dimension)))
    scale = pl.col("metric").replace_strict({name: metric.scale for name, metric in METRICS.items()})
    quotient = answers.select(
        pl.when(pl.col("chances") > 0).then(scale * pl.col("total") / pl.col("chances"))
    ).to_series()
    assert answers["value"].to_list() == pytest.approx(quotient.to_list())
