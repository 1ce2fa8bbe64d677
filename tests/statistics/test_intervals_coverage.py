"""What intervals promise: how often they hold the truth. The whole campaign stands in docs/statistics.md."""

from __future__ import annotations

import coverage_campaign as campaign
import pytest

from ofc_analytics.statistics.intervals import TUNED_FOR

SAMPLES = 2000


def test_the_simulated_hands_depend_on_each_other_as_measured_ones_do():
    sample = campaign.simulate(campaign.MEASURED, 500, 1000, 5)
    assert campaign.autocorrelation(sample, 1) == pytest.approx(0.237, abs=0.01)
    assert campaign.autocorrelation(sample, 2) == pytest.approx(-0.035, abs=0.01)
    assert 1 / sample.nobody.mean() == pytest.approx(1.64, abs=0.02)


@pytest.mark.parametrize("play", campaign.PLAYS)
def test_intervals_over_chains_and_sessions_hold_the_truth_as_often_as_promised(play):
    sample = campaign.simulate(campaign.PLAYS[play], SAMPLES, 1000, 11)
    for kind in ("chain", "session"):
        for metric in campaign.METRICS:
            share, _ = campaign.held(sample, metric, kind)
            assert 0.93 < share < 0.97, (kind, metric)
    assert campaign.held(sample, "win rate", "hand")[0] < 0.93
    assert campaign.held(sample, "win rate", "hand")[1] < campaign.held(sample, "win rate", "chain")[1]


def test_the_share_of_hands_in_fantasyland_is_too_sure_where_stays_are_long_and_hands_count_one_by_one():
    sample = campaign.simulate(campaign.PLAYS["two, who stay long"], SAMPLES, 1000, 12)
    assert campaign.held(sample, "in Fantasyland", "hand")[0] < 0.91


def test_only_sessions_hold_the_truth_where_nights_differ():
    sample = campaign.simulate(campaign.Play(moods=1.5), SAMPLES, 3000, 13)
    assert campaign.held(sample, "win rate", "chain")[0] < 0.92
    assert 0.93 < campaign.held(sample, "win rate", "session")[0] < 0.97


def test_whoever_looks_every_night_is_misled_by_an_interval_and_not_by_a_sequence():
    sample = campaign.simulate(campaign.MEASURED, 500, 40 * campaign.NIGHT, 14)
    for metric in campaign.METRICS:
        assert campaign.ever_missed(sample, metric, tuned_for=TUNED_FOR) <= 0.05
    assert campaign.ever_missed(sample, "win rate", tuned_for=None) > 0.2
