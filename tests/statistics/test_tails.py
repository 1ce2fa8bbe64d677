"""Tails of distributions and corrections for many tests, against scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ofc_analytics.statistics import tails
from ofc_analytics.statistics.testing import benjamini_hochberg, holm


@given(df=st.integers(1, 1500), ratio=st.floats(0.0, 5.0))
def test_chi_square(df, ratio):
    assert tails.chi_square_tail(df * ratio, df) == pytest.approx(
        stats.chi2.sf(df * ratio, df), rel=1e-9, abs=1e-14
    )


@given(df=st.integers(1, 1500), p=st.floats(1e-9, 0.999))
def test_a_quantile_of_chi_square(df, p):
    assert tails.chi_square_quantile(p, df) == pytest.approx(stats.chi2.isf(p, df), rel=1e-7, abs=1e-12)


@given(count=st.integers(0, 500), mean=st.floats(1e-12, 500))
def test_poisson(count, mean):
    exact = stats.poisson.sf(count - 1, mean)
    assert tails.poisson_tail(count, mean) == pytest.approx(exact, rel=1e-7, abs=1e-14)


@given(z=st.floats(-30, 30))
def test_normal(z):
    assert tails.normal_tail(z) == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-9)


@given(x=st.floats(1, 3000), df=st.integers(1, 1300))
def test_the_interval_of_a_noncentrality(x, df):
    low, high = tails.noncentral_interval(x, df)
    assert 0 <= low <= high
    for bound, tail in ((low, 0.025), (high, 0.975)):
        if bound > 0:
            assert stats.ncx2.sf(x, df, bound) == pytest.approx(tail, abs=0.01)


@pytest.mark.parametrize("df", [1, 3, 12, 51, 1274])
def test_the_noncentrality_needed(df):
    needed = tails.noncentral_needed(df, 0.002, 0.9)
    assert stats.ncx2.sf(stats.chi2.isf(0.002, df), df, needed) == pytest.approx(0.9, abs=0.01)


@pytest.mark.parametrize("count", [0, 1, 7, 100])
def test_the_interval_of_a_poisson_mean(count):
    low, high = tails.poisson_interval(count)
    assert high == pytest.approx(stats.chi2.isf(0.025, 2 * count + 2) / 2, rel=1e-6)
    assert low == pytest.approx(stats.chi2.ppf(0.025, 2 * count) / 2 if count else 0, rel=1e-6)


@given(
    chances=st.lists(st.floats(0, 1), min_size=1, max_size=4),
    rows=st.lists(st.lists(st.integers(0, 40), min_size=4, max_size=4), min_size=1, max_size=3),
)
def test_successes_of_unequal_chances(chances, rows):
    rows = np.array(rows)[:, : len(chances)]
    found = tails.poisson_binomial(np.array(chances), rows)
    for times, distribution in zip(rows, found, strict=True):
        expected = np.ones(1)
        for chance, count in zip(chances, times, strict=True):
            expected = np.convolve(expected, stats.binom.pmf(np.arange(count + 1), count, chance))
        assert distribution[: len(expected)] == pytest.approx(expected, abs=1e-12)
        assert distribution[len(expected) :] == pytest.approx(0, abs=1e-12)


@given(p=st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_corrections_for_many_tests(p):
    p = np.array(p)
    assert benjamini_hochberg(p) == pytest.approx(stats.false_discovery_control(p))
    adjusted = holm(p)
    assert np.all(adjusted >= np.minimum(1, p))
    assert adjusted.min() == pytest.approx(min(1, len(p) * p.min()))
    assert np.all(np.diff(adjusted[np.argsort(p)]) >= 0)
    assert np.all(adjusted <= np.minimum(1, len(p) * p) + 1e-12)
