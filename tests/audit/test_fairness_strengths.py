"""Exact facts about five cards, by enumerating all of them."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from ofc_analytics.audit.fairness.strengths import (
    ALIKE,
    CATEGORY_COUNTS,
    STRENGTH_CORRELATION,
    STRENGTH_SD,
    strengths,
)
from ofc_analytics.evaluation import evaluate_five


def hands(size):
    """All hands of ordinary cards, (n, size), the codes rising."""
    count = math.comb(52, size)
    flat = np.fromiter(
        (card for hand in combinations(range(52), size) for card in hand), np.uint8, count * size
    )
    return flat.reshape(count, size)


@pytest.fixture(scope="module")
def fives():
    return hands(5)


@pytest.mark.exhaustive
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_how_often_each_category_comes(jokers):
    cards = hands(5 - jokers)
    held = np.hstack([cards, np.tile(np.array([52, 53][:jokers], dtype=np.uint8), (len(cards), 1))])
    categories = np.bincount(np.minimum(evaluate_five(held) >> 20, 8), minlength=9)
    assert categories.tolist() == CATEGORY_COUNTS[jokers].tolist()


@pytest.mark.exhaustive
def test_a_strength_is_the_share_of_weaker_hands(fives):
    found = strengths(fives)
    values = evaluate_five(fives)
    order = np.sort(values)
    weaker = np.searchsorted(order, values, side="left")
    alike = np.searchsorted(order, values, side="right") - weaker
    assert found == pytest.approx((weaker + alike / 2) / len(fives), abs=1e-12)
    assert found.mean() == pytest.approx(0.5, abs=1e-12)
    assert found.std() == pytest.approx(STRENGTH_SD, rel=1e-12)


def correlation(fives, values):
    """Correlation of a function of the first fives of two players, over all disjoint pairs of hands.

    The sum over disjoint pairs is one over sets of cards that both hold, by inclusion and exclusion.
    """
    beyond = values - values.mean()
    place = np.array([[math.comb(card, size) for size in range(6)] for card in range(52)])
    total = 0.0
    for size in range(6):
        sums = np.zeros(math.comb(52, size))
        for chosen in combinations(range(5), size):
            number = sum(
                (place[fives[:, at], order + 1] for order, at in enumerate(chosen)), np.zeros(len(fives), int)
            )
            sums += np.bincount(number, beyond, minlength=len(sums))
        total += (-1) ** size * float(sums @ sums)
    return total / len(fives) / math.comb(47, 5) / values.var()


@pytest.mark.exhaustive
def test_the_correlation_of_two_strengths(fives):
    assert correlation(fives, strengths(fives)) == pytest.approx(STRENGTH_CORRELATION, rel=1e-9)


@pytest.mark.exhaustive
@pytest.mark.parametrize("category", [0, 1, 2, 3, 5])
def test_no_category_is_correlated_more_than_stated(fives, category):
    found = correlation(fives, (evaluate_five(fives) >> 20 == category).astype(np.float64))
    assert abs(found) < ALIKE
