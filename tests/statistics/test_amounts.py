"""Intervals of skewed amounts: Hall's cubic by hand and by root finding, and what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from ofc_analytics.statistics.intervals import (
    amount_interval,
    clustered_mean,
    hands_needed_for_amount,
    mean_interval,
)

amounts = st.lists(st.sampled_from([0, 0, 0, 0, 1, 2, 5, 7, 20]), min_size=2, max_size=80).filter(
    lambda paid: len(set(paid)) > 1
)
confidences = st.floats(0.01, 0.999)


def singly(totals):
    return clustered_mean(totals, np.ones(len(totals)), np.zeros(len(totals), dtype=int))


def test_ten_hands_with_one_royalty_by_hand():
    """Of 10 hands one paid 10: mean 1, standard error 1, skewness 8 / 3.

    With t = 2.2622 standard errors, w = 0.7154 a root of clusters, less the skewness over 60, 0.0444:
    above ``3 / g (1 - cbrt(1 - g 0.7598)) = 2.2597``, times sqrt(10) 7.1459; below
    ``3 / g (cbrt(1 + g 0.6709) - 1) = 0.4586``, times sqrt(10) 1.4503, which is more than the mean.
    """
    estimate = singly([0] * 9 + [10])
    assert (estimate.mean[0], estimate.error[0]) == pytest.approx((1, 1))
    assert estimate.skewness[0] == pytest.approx(8 / 3)
    low, high = amount_interval(estimate)
    assert (low[0], high[0]) == (0, pytest.approx(8.1459, abs=2e-4))
    low, high = amount_interval(estimate, least=-9)
    assert low[0] == pytest.approx(1 - 1.4503, abs=2e-4)


@given(amounts, confidences)
def test_the_t_statistics_of_the_bounds_without_their_skewness_are_the_quantiles(paid, confidence):
    n, skewness = len(paid), stats.skew(paid)
    quantile = stats.t.ppf((1 + confidence) / 2, n - 1)
    for bound, wanted in zip(amount_interval(singly(paid), confidence, least=-1e9), (1, -1), strict=True):
        w = (np.mean(paid) - bound[0]) / stats.sem(paid) / np.sqrt(n)
        found = (w + skewness * w**2 / 3 + skewness**2 * w**3 / 27 + skewness / (6 * n)) * np.sqrt(n)
        # a bound that would leave the mean out is the mean
        assert found == pytest.approx(wanted * quantile, abs=1e-6) or bound[0] == np.mean(paid)


@given(amounts, confidences, st.floats(0, 1))
def test_bounds_stand_in_order(paid, confidence, least):
    estimate = singly(paid)
    assume(estimate.mean[0] >= least)
    low, high = amount_interval(estimate, confidence, least=least)
    assert least <= low[0] <= estimate.mean[0] <= high[0]


@given(amounts, st.floats(1e-3, 1e3))
def test_another_unit_changes_nothing_but_the_unit(paid, unit):
    once, scaled = (np.array(amount_interval(singly(np.array(paid) * factor))) for factor in (1, unit))
    assert scaled == pytest.approx(once * unit, rel=1e-6, abs=1e-9)


@given(
    st.lists(st.integers(1, 50), min_size=1, max_size=40),
    st.lists(st.integers(1, 4), min_size=40, max_size=40),
    confidences,
)
def test_what_is_symmetric_has_the_t_interval(above, sizes, confidence):
    totals = np.array([side * value for value in above for side in (1, -1)])
    both = np.repeat(sizes[: len(above)], 2)
    estimate = clustered_mean(totals, both, totals * 0)
    expected = np.array(mean_interval(estimate, confidence))
    assert np.array(amount_interval(estimate, confidence, least=-1e9)) == pytest.approx(expected, abs=1e-6)


@given(amounts)
def test_the_long_side_is_that_of_the_rare_amounts(paid):
    estimate = singly(paid)
    low, high = amount_interval(estimate, least=-1e9)
    longer = high + low - 2 * estimate.mean
    assert np.sign(longer.round(9)) == np.sign(estimate.skewness.round(9))


def test_groups_do_not_touch_each_other():
    rng = np.random.default_rng(5)
    totals, sizes, groups = rng.poisson(0.2, 90) * 7, rng.integers(1, 5, 90), rng.integers(0, 3, 90)
    together = np.array(amount_interval(clustered_mean(totals, sizes, groups)))
    for group in range(3):
        mine = groups == group
        alone = amount_interval(clustered_mean(totals[mine], sizes[mine], groups[mine] * 0))
        assert together[:, group] == pytest.approx(np.array(alone)[:, 0])


def test_nothing_tells_the_interval_of_one_cluster_and_of_equal_ones():
    estimate = clustered_mean([5, 0, 0, 4, 4], [1] * 5, [0, 1, 1, 2, 2])
    assert np.isnan(amount_interval(estimate)).all()
    assert np.isnan(hands_needed_for_amount(estimate, [1, 2, 2], half_width=1)).all()
    assert np.isnan(amount_interval(singly([0] * 15 + [4]), tuned_for=500)).all()


@pytest.mark.parametrize("tuned_for", [None, 500])
@pytest.mark.parametrize("half_width", [0.2, 0.7, 1.5])
def test_the_hands_needed_are_those_after_which_the_interval_is_narrow(tuned_for, half_width):
    totals, sizes = np.array([0, 0, 6, 0, 0, 1, 0, 30] * 10), np.array([3, 1, 2, 1, 1, 1, 2, 1] * 10)
    estimate = clustered_mean(totals, sizes, totals * 0)
    needed = hands_needed_for_amount(estimate, [120], half_width=half_width, tuned_for=tuned_for)[0]
    assert needed > 120

    def width(times):
        seen = clustered_mean(np.tile(totals, times), np.tile(sizes, times), np.zeros(80 * times, dtype=int))
        low, high = amount_interval(seen, tuned_for=tuned_for)
        return high[0] - low[0]

    times = needed / 120
    assert width(int(np.ceil(times * 1.04))) <= 2 * half_width < width(max(1, int(times * 0.96)))


@given(amounts, st.floats(0.1, 30), st.sampled_from([None, 30]))
def test_more_hands_are_needed_exactly_where_the_interval_is_wide(paid, half_width, tuned_for):
    estimate = singly(paid)
    low, high = amount_interval(estimate, tuned_for=tuned_for)
    needed = hands_needed_for_amount(estimate, [len(paid)], half_width=half_width, tuned_for=tuned_for)
    assert (needed[0] <= len(paid)) == (high[0] - low[0] <= 2 * half_width)


@pytest.mark.parametrize("half_width", [0, -1, float("nan")])
def test_an_interval_has_a_width(half_width):
    with pytest.raises(ValueError, match="half width"):
        hands_needed_for_amount(singly([1, 2]), [2], half_width=half_width)
