"""Sums of money that 64 bits do not hold wrapped around: who had won a fortune had lost one."""

from __future__ import annotations

import pytest
from frames import hand, results

from ofc_analytics.errors import QuestionError
from ofc_analytics.statistics import ask, money, players, summary

LARGE = 2**62


def night(*amounts):
    return results(
        *(
            hand({"Anna": 1, "Boris": -1}, net={"Anna": won, "Boris": -won}, unit=1, currency="RUB")
            for won in amounts
        )
    )


@pytest.mark.parametrize("count", [money, players, summary, lambda hands: ask("net_per_100", hands, by=())])
def test_a_sum_that_does_not_fit_is_refused(count):
    with pytest.raises(QuestionError, match=r"net.*: the amounts add up to more than 64 bits hold"):
        count(night(LARGE, LARGE, LARGE))


def test_a_sum_that_fits_is_exact():
    assert ask("net", night(LARGE, LARGE - 1))["total"].to_list() == [2**63 - 1, -(2**63 - 1)]
    assert ask("net", night(LARGE - 1, 1, 1)).row(0, named=True)["total"] == LARGE + 1


def test_what_is_not_added_need_not_fit():
    assert ask("points", night(LARGE, LARGE, LARGE))["total"].to_list() == [3, -3]
