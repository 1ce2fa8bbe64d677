"""Of fifty hands the interval of royalties by row, which are seldom paid, missed the truth up to three times too often."""

from __future__ import annotations

import amounts_campaign as campaign
import pytest

from ofc_analytics.statistics.intervals import TUNED_FOR, amount_interval

SAMPLES = 2000
ROYALTIES = campaign.AMOUNTS[:4]


@pytest.fixture(scope="module")
def chains():
    return campaign.played(2, 8000)


def test_fifty_hands_hold_the_truth_as_often_as_promised(chains):
    drawn = campaign.draw(chains, SAMPLES, chains.many(50), 50)
    middle, _ = campaign.held(chains, "middle_royalties", drawn, "symmetric")
    assert middle < 0.88
    for metric in ROYALTIES:
        share, _ = campaign.held(chains, metric, drawn, "Hall's")
        assert 0.93 < share < 0.98, metric


def test_a_thousand_hands_hold_it_too_and_are_no_wider_for_it(chains):
    drawn = campaign.draw(chains, SAMPLES, chains.many(1000), 1000)
    for metric in ROYALTIES:
        (share, half), (_, symmetric) = (
            campaign.held(chains, metric, drawn, interval) for interval in ("Hall's", "symmetric")
        )
        assert 0.935 < share < 0.965, metric
        assert half == pytest.approx(symmetric, rel=0.1)


def test_so_do_ten_sessions(chains):
    drawn = campaign.draw(chains, SAMPLES, 10, 10, together=chains.many(campaign.NIGHT))
    for metric in ROYALTIES:
        assert 0.93 < campaign.held(chains, metric, drawn, "Hall's")[0] < 0.97, metric


def test_whoever_looks_every_night_is_not_misled_by_a_sequence(chains):
    drawn = campaign.draw(chains, 300, 20 * chains.many(campaign.NIGHT), 5)
    assert campaign.ever_missed(chains, "middle_royalties", drawn, 20, "sequence") <= 0.05
    assert campaign.ever_missed(chains, "middle_royalties", drawn, 20, "Hall's") > 0.15
    estimate = campaign.estimated(*campaign.sums(chains, "middle_royalties", drawn)[:3], 300)
    (low, high), (lower, higher) = amount_interval(estimate), amount_interval(estimate, tuned_for=TUNED_FOR)
    assert ((lower <= low) & (high < higher)).all()
