"""A rate that rests on one chain, or on one session, had an interval from nearly nothing to nearly all."""

from __future__ import annotations

import json

import pytest
from frames import hand, results

from ofc_analytics.statistics import ask, players, summary


def test_one_session_tells_neither_a_mean_nor_a_rate(ofc, root):
    call = ("stats", root / "sample_data" / "night.csv", "--cluster", "session")
    rows = [json.loads(line) for line in ofc(*call, "--format", "json").stdout.splitlines()]
    assert {(row["clusters"], row["low"], row["high"]) for row in rows} == {(1, None, None)}
    text = ofc(*call, "--metric", "foul_rate").stdout
    assert "│ 10.0% │ 3 of 30 │    30 │ 1 of 10 sessions, about 270 more would tell │" in text


@pytest.mark.parametrize("chains", [1, 2])
def test_a_second_chain_tells_both(chains):
    night = [
        hand({"A": 3, "B": -3}, earned={"A": 14}, fouls=["B"], room="1"),
        hand({"A": 5, "B": -5}, inside={"A": 14}, room="1"),
        hand({"A": -4, "B": 4}, room="2"),
    ]
    played = results(*night[: chains + 1])
    bounded = [chains > 1] * 2
    for metric in ("points", "foul_rate", "fantasyland_rate", "hands_won"):
        answers = ask(metric, played)
        assert answers["clusters"].to_list() == [chains] * 2
        assert answers["low"].is_not_null().to_list() == answers["high"].is_not_null().to_list() == bounded
    assert players(played)["foul_low"].is_not_null().to_list() == bounded
    assert summary(played)["foul_rate_high"].is_not_null().to_list() == bounded
