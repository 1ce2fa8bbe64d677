"""Chains of Fantasyland were taken from the order of the frame, though the hands have numbers."""

from __future__ import annotations

import clubs_room
import polars as pl
import pytest

from ofc_analytics.audit.company import judge_company


@pytest.mark.parametrize("order", ["reversed", "shuffled"])
def test_numbers_tell_which_hands_follow_each_other(order):
    results = clubs_room.club(3, occasions=40, players=7)
    turned = results.reverse() if order == "reversed" else results.sample(fraction=1, shuffle=True, seed=1)
    one, other = judge_company(results), judge_company(turned)
    assert other.tests["p"].to_list() == pytest.approx(one.tests["p"].to_list())
    assert other.pairs["low"].to_list() == pytest.approx(one.pairs["low"].to_list())


def test_files_without_tables_and_sessions_are_tables_of_their_own():
    results = clubs_room.club(3, occasions=40, players=7)
    nights = results["table"].to_list()
    bare = results.with_columns(
        pl.lit(None, pl.String).alias("table"),
        source=pl.col("source").struct.with_fields(sha256=pl.Series(nights)),
    )
    assert judge_company(bare).pairs["sessions"].equals(judge_company(results).pairs["sessions"])
