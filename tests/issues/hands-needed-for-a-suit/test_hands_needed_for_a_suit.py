"""How many hands show a suit that is favoured was said to be half of what it takes."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
import rooms
from scipy import stats

from ofc_analytics.audit.fairness import judge_deals

HANDS, ROOMS, SEEN = 2000, 12, 10


def dealt(rng, marked, counts):
    """Decks of which the first ten cards hold as many of the marked ones of each hand."""
    keys = rng.random(marked.shape, dtype=np.float32)
    place = np.argsort(np.argsort(np.where(marked, keys, 2), axis=1), axis=1)
    unmarked = np.argsort(np.argsort(np.where(marked, 2, keys), axis=1), axis=1)
    first = np.where(marked, place < counts[:, None], unmarked < SEEN - counts[:, None])
    return np.argsort(np.where(first, 0, 2) + rng.random(marked.shape, dtype=np.float32), axis=1).astype(
        np.uint8
    )


def favoured_class(rng, odds, classes):
    marked = np.broadcast_to(np.arange(52) % classes == 0, (HANDS, 52))
    counts = stats.nchypergeom_fisher(52, 52 // classes, SEEN, odds).rvs(HANDS, random_state=rng)
    return dealt(rng, marked, counts)


def dealt_again(rng, odds):
    decks = rooms.decks(HANDS, rng)
    counts = stats.nchypergeom_fisher(52, SEEN, SEEN, odds).rvs(HANDS, random_state=rng)
    for at in range(1, HANDS):
        before = np.isin(np.arange(52), decks[at - 1, :SEEN])[None]
        decks[at] = dealt(rng, before, counts[at : at + 1])[0]
    return decks


@pytest.mark.parametrize(
    ("test", "size", "make"),
    [
        ("deal-suits", 0.03, lambda rng, odds: favoured_class(rng, odds, 4)),
        ("deal-overlap", 0.03, dealt_again),
    ],
)
def test_what_is_said_to_be_needed_finds_it_nine_times_of_ten(test, size, make):
    said = judge_deals(rooms.fair(HANDS, 1, heroes=0)).tests.row(
        by_predicate=pl.col("name") == test, named=True
    )
    # an effect grows with the root of the number of hands that it would otherwise take
    odds = 1 + size * np.sqrt(said["needed"] / HANDS)
    found = [
        judge_deals(rooms.room(make(np.random.default_rng(seed), odds), heroes=0)).tests
        for seed in range(ROOMS)
    ]
    rows = pl.concat(tests.filter(pl.col("name") == test) for tests in found)
    level = 0.05 / said_tests(found[0])
    assert 9 <= (rows["p"] < level).sum() <= ROOMS
    deviation = np.sqrt(rows["effect"].to_numpy() ** 2).mean()
    assert deviation == pytest.approx(expected(test, odds), rel=0.15)


def said_tests(tests):
    return tests["p_holm"].drop_nulls().len()


def expected(test, odds):
    """The effect in closed form: of one class of four, or of ten cards of 52."""
    if test == "deal-suits":
        mean = stats.nchypergeom_fisher(52, 13, SEEN, odds).mean()
        others = (SEEN - mean) / 3
        return np.sqrt(((mean * 4 / SEEN - 1) ** 2 + 3 * (others * 4 / SEEN - 1) ** 2) / 4)
    return stats.nchypergeom_fisher(52, SEEN, SEEN, odds).mean() / (SEEN * SEEN / 52) - 1
