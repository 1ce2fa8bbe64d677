"""10.3 + 22.1 + 27.6 seconds were more than 60, as sums of binary fractions are: the clock was said to be ignored."""

from __future__ import annotations

import pytest
from play import audit, codes, deal

from ofc_analytics.audit import check_clock


def overspent(*seconds, allowed, per="hand"):
    hand = deal(1)
    for street, time in zip(hand["players"][0]["streets"], seconds, strict=False):
        street |= {"seconds": time, "auto": False}
    clock = [f"clock.seconds={allowed}", "clock.bank=30", f"clock.seconds_per={per}"]
    return audit(hand, check=check_clock, overrides=clock)


@pytest.mark.parametrize("seconds", [(10.3, 22.1, 27.6), (0.1, 0.2, 59.7), (60,), (29.999, 30.001)])
def test_time_to_the_millisecond_is_not_too_much(seconds):
    assert codes(overspent(*seconds, allowed=30)) == []


def test_a_millisecond_more_is_and_it_is_told_so():
    found = overspent(10.3, 22.1, 27.601, allowed=30)
    assert codes(found) == ["clock-ignored"]
    assert found.select("claimed", "recomputed").row(0) == ("60.001 s", "60 s")


def test_the_bank_of_streets_is_counted_alike():
    assert codes(overspent(20.1, 20.2, 19.7, allowed=10, per="street")) == []
    assert codes(overspent(20.1, 20.2, 19.701, allowed=10, per="street")) == ["clock-ignored"]
