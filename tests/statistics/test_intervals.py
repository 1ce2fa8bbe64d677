"""Intervals against scipy, and against what they promise: how often they hold the truth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ofc_analytics.statistics.intervals import (
    clustered_mean,
    clustered_wilson,
    mean_interval,
    t_quantile,
    wilson,
)

PROBABILITIES = (0.6, 0.75, 0.9, 0.95, 0.975, 0.995, 0.9995, 0.99995)
confidences = st.floats(0.01, 0.9999)


@pytest.mark.parametrize("p", PROBABILITIES)
def test_t_quantile_equals_scipy(p):
    df = np.unique(np.geomspace(1, 1e7, 200).round())
    assert t_quantile(p, df) == pytest.approx(stats.t.ppf(p, df), rel=1e-10)


def test_t_quantile_keeps_the_shape_of_its_degrees():
    assert t_quantile(0.9, [[4, 2, 4]]) == pytest.approx(stats.t.ppf(0.9, [[4, 2, 4]]))
    assert float(t_quantile(0.9, 4)) == pytest.approx(stats.t.ppf(0.9, 4))


@pytest.mark.parametrize(
    ("p", "df"), [(0.4, 5), (0.5, 5), (1.0, 5), (float("nan"), 5), (0.9, 0), (0.9, [3, 0.5])]
)
def test_t_quantile_refuses_what_has_no_answer(p, df):
    with pytest.raises(ValueError, match=r"confidence|freedom"):
        t_quantile(p, df)


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), confidences)
def test_wilson_equals_scipy(counts, confidence):
    low, high = wilson(*counts, confidence)
    expected = stats.binomtest(*counts).proportion_ci(confidence, method="wilson")
    assert (float(low), float(high)) == pytest.approx((expected.low, expected.high), rel=1e-9, abs=1e-12)


def test_wilson_ends_exactly_at_the_ends():
    low, high = wilson([0, 7, 0], [7, 7, 10**6])
    assert (low[0], high[1], low[2]) == (0, 1, 0)


def test_wilson_of_no_occasion_is_unknown():
    assert np.isnan(wilson(0, 0)).all()


@pytest.mark.parametrize(("successes", "n"), [(-1, 3), (4, 3), ([1, 4], [3, 3])])
def test_wilson_refuses_impossible_counts(successes, n):
    with pytest.raises(ValueError, match="between 0 and n"):
        wilson(successes, n)


@pytest.mark.parametrize("confidence", [0, 1, -0.5, 95, float("nan")])
def test_confidence_lies_between_0_and_1(confidence):
    with pytest.raises(ValueError, match="confidence"):
        wilson(1, 2, confidence)
    with pytest.raises(ValueError, match="confidence"):
        mean_interval(clustered_mean([1, 2], [1, 1], [0, 0]), confidence)


@given(
    st.lists(st.integers(-100, 100), min_size=2, max_size=60).filter(lambda x: len(set(x)) > 1), confidences
)
def test_one_hand_a_chain_gives_the_ordinary_t_interval(points, confidence):
    estimate = clustered_mean(points, np.ones(len(points)), np.zeros(len(points), dtype=int))
    low, high = mean_interval(estimate, confidence)
    expected = stats.t.interval(confidence, len(points) - 1, np.mean(points), stats.sem(points))
    assert (low[0], high[0]) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_chains_of_equal_length_give_the_t_interval_of_their_means():
    means = np.array([3.0, -1.5, 7.25, 0.0])
    low, high = mean_interval(clustered_mean(means * 4, [4] * 4, [0] * 4))
    assert (low[0], high[0]) == pytest.approx(stats.t.interval(0.95, 3, means.mean(), stats.sem(means)))


def test_groups_do_not_touch_each_other():
    rng = np.random.default_rng(5)
    totals, sizes, groups = rng.integers(-40, 40, 90), rng.integers(1, 5, 90), rng.integers(0, 4, 90)
    together = np.array(mean_interval(clustered_mean(totals, sizes, groups)))
    for group in range(4):
        mine = groups == group
        alone = mean_interval(clustered_mean(totals[mine], sizes[mine], np.zeros(mine.sum(), dtype=int)))
        assert together[:, group] == pytest.approx(np.array(alone)[:, 0])


def test_no_interval_where_nothing_tells_the_spread():
    one_chain_then_equal_chains = clustered_mean([5, 2, 4, 6], [1, 1, 2, 3], [0, 1, 1, 1])
    assert one_chain_then_equal_chains.mean.tolist() == [5, 2]
    assert np.isnan(mean_interval(one_chain_then_equal_chains)).all()


def session(rng, repetitions, chains, *, enters, stays):
    """Heads-up chains from one side: points and hands of each, hands inside, squares for the naive error.

    About as measured in play: a normal hand has a standard deviation of 10.8, one in Fantasyland is won by
    10.6 points more with 9.8, and the chance of a player to enter is `enters`, to stay is `stays`.
    """
    shape = (repetitions, chains)
    who = np.where(rng.random(shape) < enters, np.where(rng.random(shape) < 0.5, 1, -1), 0)
    first = rng.normal(0, 10, shape) + 6 * who
    inside = np.where(who != 0, rng.geometric(1 - stays, shape), 0)
    fantasyland = rng.normal(10.6 * inside * who, 9.8 * np.sqrt(inside))
    squares = first**2 + np.where(
        inside > 0, fantasyland**2 / np.maximum(inside, 1) + 9.8**2 * (inside - 1), 0
    )
    return first + fantasyland, 1 + inside, np.where(who == 1, inside, 0), squares


def coverage(low, high, truth):
    return np.mean((low <= truth) & (truth <= high))


def test_the_mean_is_held_as_often_as_promised_where_the_naive_interval_is_too_narrow():
    repetitions, chains = 2000, 250
    totals, sizes, _, squares = session(np.random.default_rng(11), repetitions, chains, enters=0.4, stays=0.1)
    groups = np.repeat(np.arange(repetitions), chains)
    estimate = clustered_mean(totals.ravel(), sizes.ravel(), groups)
    assert 0.935 < coverage(*mean_interval(estimate), 0) < 0.965

    n = sizes.sum(axis=1)
    naive = 1.96 * np.sqrt((squares.sum(axis=1) / n - estimate.mean**2) / n)
    assert coverage(estimate.mean - naive, estimate.mean + naive, 0) < 0.925


def test_a_rate_is_held_as_often_as_promised_where_long_stays_make_wilson_too_narrow():
    repetitions, chains, enters, stays = 2000, 200, 0.5, 0.7
    _, sizes, inside, _ = session(np.random.default_rng(12), repetitions, chains, enters=enters, stays=stays)
    groups = np.repeat(np.arange(repetitions), chains)
    truth = (enters / 2 / (1 - stays)) / (1 + enters / (1 - stays))
    assert 0.935 < coverage(*clustered_wilson(inside.ravel(), sizes.ravel(), groups), truth) < 0.97
    assert coverage(*wilson(inside.sum(axis=1), sizes.sum(axis=1)), truth) < 0.85


def test_clusters_never_count_for_more_than_their_occasions():
    spread_evenly = ([1, 1, 1, 2], [4, 4, 4, 4], [0] * 4)
    assert np.array(clustered_wilson(*spread_evenly))[:, 0] == pytest.approx(np.array(wilson(5, 16)))
