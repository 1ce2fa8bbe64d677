"""Where a club plays two games, points of one were explained by skill in the other, and fair pairs were asked about."""

from __future__ import annotations

import clubs_room
import polars as pl
import pytest

from ofc_analytics.audit.company import judge_company

KEY = ["name", "first", "second"]


def flows_of(results):
    company = judge_company(results)
    return company.tests.filter(pl.col("name").is_in(["pair-flow", "pair-scoops"])).drop_nulls("statistic")


def test_who_meets_in_one_game_only_is_asked_of_that_game_alone():
    both = clubs_room.club(11, players=8, occasions=60, tables=2, games=2)
    first = pl.col("fingerprint") == both["fingerprint"].min()
    elsewhere = judge_company(both.filter(~first)).pairs
    alone = flows_of(both.filter(first)).join(elsewhere, on=["first", "second"], how="anti")
    pooled = alone.join(flows_of(both), on=KEY, suffix="_pooled")
    assert pooled.height == alone.height > 5
    assert pooled["statistic_pooled"].to_list() == pytest.approx(pooled["statistic"].to_list())


def test_what_a_point_is_worth_in_another_game_does_not_matter():
    results = clubs_room.club(11, players=8, occasions=60, tables=2)
    tables = results["table"].unique().sort()
    other = pl.col("table").is_in(tables.gather_every(2).implode())
    worth = pl.col("pairs").list.eval(
        pl.element().struct.with_fields(pl.field("points") * 3, pl.field("scoop") * 3)
    )
    games = results.with_columns(
        fingerprint=pl.when(other).then(pl.lit("1" * 12)).otherwise("fingerprint"),
        pairs=pl.when(other).then(worth).otherwise("pairs"),
    ).cast(results.schema)
    assert judge_company(games).findings["code"].to_list() == ["pair-tested"]


def test_fair_clubs_of_two_games_are_seldom_asked():
    clubs = [
        clubs_room.club([seed, 50], players=8, occasions=150, tables=2, spread=0.5, games=2, times=False)
        for seed in range(10)
    ]
    assert sum(judge_company(club).findings.height > 1 for club in clubs) <= 1
