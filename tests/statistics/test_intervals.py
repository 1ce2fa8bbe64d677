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
    wilson,
)
from ofc_analytics.statistics.quantiles import t_quantile

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


def test_one_hand_a_chain_counts_as_many_as_there_are_for_a_rate():
    hands = [1] * 30 + [0] * 70
    low, high = clustered_wilson(hands, [1] * 100, [0] * 100)
    expected = stats.binomtest(30, 100).proportion_ci(method="wilson")
    assert (low[0], high[0]) == pytest.approx((expected.low, expected.high), abs=0.002)


@pytest.mark.parametrize(
    ("successes", "independent"),
    [
        ([4] * 10 + [0] * 30, 39),  # all or nothing: each chain counts once
        ([1, 2, 1, 2] * 10, 585),  # evenly spread: for more than the 160 there are
    ],
)
def test_chains_count_as_the_independent_hands_that_would_tell_as_much(successes, independent):
    """A score interval from scipy's t quantile and numpy's variance of the chains' rates."""
    low, high = clustered_wilson(successes, [4] * 40, [0] * 40)
    rate, error = np.mean(successes) / 4, stats.sem(np.array(successes) / 4)
    reach = stats.t.ppf(0.975, 39)
    for bound in (low[0], high[0]):
        assert abs(bound - rate) == pytest.approx(
            reach * error * np.sqrt(bound * (1 - bound) / (rate * (1 - rate)))
        )
    assert rate * (1 - rate) / error**2 == pytest.approx(independent, rel=0.05)


def test_a_rate_of_nothing_or_of_all_ends_at_the_end():
    low, high = clustered_wilson([0, 0, 3, 3], [3, 3, 3, 3], [0, 0, 1, 1])
    assert (low[0], high[1]) == (0, 1)
    assert 0.9 < high[0] == 1 - low[1] < 1  # two chains are next to nothing


def test_of_one_chain_neither_a_rate_nor_a_mean_has_an_interval():
    assert np.isnan(clustered_wilson([1, 0, 2], [1, 1, 6], [0, 1, 2])).all()


def test_the_standard_error_is_that_of_a_bootstrap_over_chains():
    rng = np.random.default_rng(21)
    sizes = rng.geometric(0.6, 400)
    totals = rng.normal(0, 10, 400) + 6 * (sizes - 1)
    drawn = stats.bootstrap(
        (totals, sizes),
        lambda total, size, axis: total.sum(axis=axis) / size.sum(axis=axis),
        paired=True,
        n_resamples=4000,
        method="percentile",
        rng=rng,
    )
    estimate = clustered_mean(totals, sizes, np.zeros(400, dtype=int))
    assert estimate.error[0] == pytest.approx(drawn.standard_error, rel=0.04)
    low, high = mean_interval(estimate)
    assert (low[0], high[0]) == pytest.approx(drawn.confidence_interval, abs=0.1 * drawn.standard_error * 2)
