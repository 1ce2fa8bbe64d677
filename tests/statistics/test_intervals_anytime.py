"""Confidence sequences against the likelihood ratio they come from, and how many hands a question takes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from ofc_analytics.statistics.intervals import (
    clustered_mean,
    clustered_wilson,
    confidence_sequence,
    hands_needed,
    hands_needed_for_rate,
    mean_interval,
)
from ofc_analytics.statistics.quantiles import mixture_quantile

whole_points = st.lists(st.integers(-60, 60), min_size=60, max_size=200).filter(
    lambda points: len(set(points)) > 1
)


def variance_for(alpha, tuned_for):
    """Variance of the mixture whose bounds are tightest after so many, by trying."""
    variances = np.geomspace(0.01, 100, 200_001) / tuned_for
    scaled = tuned_for * variances
    return variances[np.argmin((scaled + 1) / scaled * np.log(np.sqrt(scaled + 1) / alpha))]


@pytest.mark.parametrize("alpha", [0.05, 0.3, 0.01])
@pytest.mark.parametrize(("n", "tuned_for"), [(8, 10), (40, 10), (60, 500), (150, 500)])
def test_at_the_bounds_the_mixture_is_as_much_likelier_as_promised(n, tuned_for, alpha):
    t = float(mixture_quantile(1 - alpha, n, tuned_for))
    if not np.isfinite(t):
        pytest.skip("too few for any bound")
    deviation = np.sqrt(variance_for(alpha, tuned_for))

    def likelihood(effect):
        return stats.nct.pdf(t, n - 1, effect * np.sqrt(n)) * stats.norm.pdf(effect, scale=deviation)

    seen, around = t / np.sqrt(n), (10 + t / 2) / np.sqrt(n)
    mixture, _ = integrate.quad(likelihood, seen - around, seen + around, points=[0, seen], limit=200)
    assert mixture / stats.t.pdf(t, n - 1) == pytest.approx(1 / alpha, rel=1e-3)


@pytest.mark.parametrize("confidence", [0.5, 0.7, 0.95, 0.999])
def test_the_bounds_become_those_of_the_known_spread(confidence):
    n, alpha = 1e8, 1 - confidence
    scaled = n * variance_for(alpha, 500)
    known = np.sqrt(2 * (scaled + 1) / scaled * np.log(np.sqrt(scaled + 1) / alpha))
    assert mixture_quantile(confidence, n, 500) == pytest.approx(known, rel=1e-5)


@pytest.mark.parametrize("tuned_for", [50, 500, 5000])
def test_the_interval_is_tightest_where_it_was_tuned(tuned_for):
    others = [tuned_for / 5, tuned_for / 2, tuned_for * 2, tuned_for * 5]
    here = mixture_quantile(0.95, tuned_for, tuned_for)
    assert all(here < mixture_quantile(0.95, tuned_for, other) for other in others)


def test_looking_after_every_observation_misses_the_mean_no_oftener_than_promised():
    histories, n = 2000, 2000
    draws = np.random.default_rng(3).normal(2, 5, (histories, n))
    counts = np.arange(1, n + 1)
    means = np.cumsum(draws, axis=1) / counts
    with np.errstate(invalid="ignore", divide="ignore"):
        errors = np.sqrt((np.cumsum(draws**2, axis=1) / counts - means**2) / (counts - 1))
    away = np.abs(means - 2)[:, 1:] / errors[:, 1:]
    missed = (away > mixture_quantile(0.95, counts[1:], tuned_for=100)).any(axis=1).mean()
    assert 0.015 < missed <= 0.05
    assert (away[:, 60:] > 1.96).any(axis=1).mean() > 0.3


@given(whole_points)
def test_a_sequence_is_wider_than_an_interval_and_has_the_same_middle(points):
    estimate = clustered_mean(points, [1] * len(points), [0] * len(points))
    inner, outer = mean_interval(estimate), confidence_sequence(estimate)
    assert outer[0] < inner[0] < inner[1] < outer[1]
    assert sum(outer) == pytest.approx(sum(inner))


def test_a_sequence_says_nothing_yet_of_few_chains_and_of_equal_ones():
    groups = [0] * 20 + [1] * 60 + [2]
    points = [*range(20), *[4] * 60, 3]
    for bounds in (
        confidence_sequence(clustered_mean(points, [1] * 81, groups)),
        clustered_wilson([0, 1] * 10 + [0], [1] * 21, [0] * 20 + [1], tuned_for=500),
    ):
        assert np.isnan(bounds).all()


@pytest.mark.parametrize(
    ("confidence", "n", "tuned_for"),
    [(0, 9, 9), (1, 9, 9), (0.95, 1, 9), (0.95, 9, 0), (0.95, 9, float("nan"))],
)
def test_a_sequence_refuses_what_has_no_answer(confidence, n, tuned_for):
    with pytest.raises(ValueError, match=r"confidence|second observation|tuned"):
        mixture_quantile(confidence, n, tuned_for)


TOTALS, SIZES = np.array([14, -9, 3, -6, 5, 1, -8, 9] * 10), np.array([3, 1, 2, 1, 1, 1, 2, 1] * 10)


@pytest.mark.parametrize("tuned_for", [None, 500])
@pytest.mark.parametrize("reference", [0.0, 1.5])
def test_so_many_hands_exclude_a_reference_four_times_of_five(reference, tuned_for):
    """Simulated: nights drawn from the clusters that were seen, as long as is said to be needed."""
    played = SIZES.sum()
    estimate = clustered_mean(TOTALS, SIZES, TOTALS * 0)
    needed = hands_needed(estimate, [played], reference=reference, tuned_for=tuned_for)[0]
    assert needed > played
    nights, clusters = 800, round(needed / played * len(TOTALS))
    drawn = np.random.default_rng(8).integers(0, len(TOTALS), nights * clusters)
    seen = clustered_mean(TOTALS[drawn], SIZES[drawn], np.repeat(np.arange(nights), clusters))
    low, high = confidence_sequence(seen) if tuned_for else mean_interval(seen)
    excluded = ((low > reference) | (high < reference)).mean()
    assert excluded == pytest.approx(0.8, abs=0.05)


@given(whole_points, st.floats(-20, 20), st.sampled_from([None, 500]))
def test_more_hands_are_needed_exactly_where_the_question_is_open(points, reference, tuned_for):
    n = len(points)
    estimate = clustered_mean(points, [1] * n, [0] * n)
    low, high = confidence_sequence(estimate) if tuned_for else mean_interval(estimate)
    needed = hands_needed(estimate, [n], reference=reference, tuned_for=tuned_for)[0]
    assert (needed <= n) == bool(reference <= low[0] or high[0] <= reference) or np.isnan(needed)


@pytest.mark.parametrize("tuned_for", [None, 500])
@pytest.mark.parametrize("successes", [[1, 0, 0, 2, 0, 1, 0, 1], [0] * 8, [1, 0, 0, 0, 0, 0, 0, 0]])
def test_the_hands_a_rate_needs_are_those_after_which_its_interval_is_narrow(successes, tuned_for):
    successes, sizes = np.tile(successes, 10), np.tile([1, 1, 2, 3, 1, 1, 1, 2], 10)
    played, half_width = sizes.sum(), 0.01
    needed = hands_needed_for_rate(
        successes, sizes, successes * 0, [played], half_width=half_width, tuned_for=tuned_for
    )[0]
    assert needed > played

    def width(times):
        groups = np.zeros(80 * times, dtype=int)
        low, high = clustered_wilson(
            np.tile(successes, times), np.tile(sizes, times), groups, tuned_for=tuned_for
        )
        return high[0] - low[0]

    times = needed / played
    assert width(int(np.ceil(times * 1.02))) <= 2 * half_width < width(max(1, int(times * 0.98)))


@pytest.mark.parametrize("half_width", [0.2, 0.05, 0.01])
def test_what_never_happened_needs_so_many_chances_and_not_one_less(half_width):
    needed = int(hands_needed_for_rate([0] * 4, [1] * 4, [0] * 4, [4], half_width=half_width)[0])

    def width(n):
        low, high = clustered_wilson([0] * n, [1] * n, [0] * n)
        return high[0] - low[0]

    assert width(needed) <= 2 * half_width < width(needed - 1)


def test_hands_are_counted_in_whatever_the_estimate_rests_on():
    chances = hands_needed_for_rate([1, 0] * 30, [1] * 60, [0] * 60, [60], half_width=0.05)
    hands = hands_needed_for_rate([1, 0] * 30, [1] * 60, [0] * 60, [600], half_width=0.05)
    assert hands == pytest.approx(chances * 10, rel=0.01)


def test_where_nothing_tells_the_spread_nothing_tells_the_hands():
    estimate = clustered_mean([5, 2, 2, 3, -3], [1] * 5, [0, 1, 1, 2, 2])
    assert np.isnan(
        hands_needed(estimate, [1, 2, 2], reference=0)
    ).all()  # one chain, equal ones, a mean of 0


@pytest.mark.parametrize("half_width", [0, 0.5, -1])
def test_a_rates_interval_cannot_be_so_wide_or_narrow(half_width):
    with pytest.raises(ValueError, match="half the width"):
        hands_needed_for_rate([1, 2], [3, 3], [0, 0], [6], half_width=half_width)


def test_one_cluster_does_not_tell_what_a_rate_needs():
    assert np.isnan(hands_needed_for_rate([1, 0], [3, 1], [0, 1], [3, 1], half_width=0.05)).all()
