"""Every metric by every dimension, against a count in plain Python over the results as dictionaries."""

from __future__ import annotations

import frames
import nights
import polars as pl
import pytest
import reference_statistics as reference

from ofc_analytics import statistics
from ofc_analytics.statistics import DIMENSIONS, METRICS, Answers
from ofc_analytics.statistics.counting import CLUSTERS
from ofc_analytics.statistics.intervals import clustered_wilson

COUNTS = ("total", "chances", "hands", "clusters")
SCALE = {"points_per_100": 100, "net_per_100": 100}


def check(answers, metric, groups, by):
    """Hold answers against groups counted in plain Python."""
    keys = list(dict.fromkeys((*by, *(["currency", "exponent"] if METRICS[metric].money else []))))
    assert {tuple(row[key] for key in keys) for row in answers.iter_rows(named=True)} == set(groups)
    assert answers.height == len(groups)
    for row in answers.iter_rows(named=True):
        count = groups[tuple(row[key] for key in keys)]
        expected = (count.total, count.chances, len(count.places), count.clusters)
        assert tuple(row[name] for name in COUNTS) == expected, (metric, row)
        scale = SCALE.get(metric, 1)
        if not count.chances:
            assert (row["value"], row["low"], row["high"], row["enough"]) == (None, None, None, False)
            continue
        assert row["value"] == pytest.approx(count.value * scale)
        low, high = bounds(metric, count)
        if low is None:
            assert (row["low"], row["high"]) == (None, None)
        else:
            assert (row["low"], row["high"]) == pytest.approx((low * scale, high * scale), rel=1e-9, abs=1e-9)


def bounds(metric, count):
    if metric in reference.AMOUNTS:
        return count.amount_interval(reference.AMOUNTS[metric])
    if metric not in reference.RATES:
        return count.mean_interval()
    sums = [both for both in count.sums.values() if both[1]]
    if len(sums) < 2:
        return None, None
    low, high = clustered_wilson(*zip(*sums, strict=True), [0] * len(sums))
    return low.item(), high.item()


def test_the_reference_knows_every_metric_and_dimension():
    assert set(reference.METRICS) == set(METRICS)
    assert set(reference.DIMENSIONS) == set(DIMENSIONS)
    rates = {name for name, metric in METRICS.items() if metric.kind == "rate"}
    assert rates == reference.RATES
    amounts = {name: metric.least for name, metric in METRICS.items() if metric.kind == "amount"}
    assert amounts == reference.AMOUNTS


@pytest.fixture(scope="module", params=["several games", *nights.SAMPLES, "room"])
def play(request, root):
    """Hands, results and the rows of the reference."""
    if request.param == "several games":
        hands, results = nights.several_games()
    elif request.param == "room":
        shared = request.getfixturevalue("shared")
        hands, results = nights.settled(shared / "data/poker-arena/ofc-pineapple-3000.jsonl.gz", head=300)
    else:
        hands, results = nights.settled(root / "sample_data" / request.param)
    rows = reference.player_rows(results, hands), reference.meeting_rows(results, hands)
    return statistics.Study(results, hands), *rows


@pytest.mark.parametrize("by", ["player", ("player", "opponent"), ()])
def test_every_metric(play, by):
    study, own, met = play
    names = statistics.questions.as_names(by)
    answers = study.ask(statistics.Question(tuple(METRICS), by))
    for metric in METRICS:
        groups = reference.counted(metric, met if "opponent" in names else own, names)
        check(answers.filter(metric=metric), metric, groups, names)


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_every_dimension(play, dimension):
    study, own, met = play
    rows = met if dimension == "opponent" else own
    answers = study.ask(statistics.Question(tuple(METRICS), dimension))
    for metric in METRICS:
        groups = reference.counted(metric, rows, (dimension,))
        check(answers.filter(metric=metric), metric, groups, (dimension,))


def test_every_value_of_a_dimension_chooses_its_hands(play):
    study, own, met = play
    for dimension in DIMENSIONS:
        rows = met if dimension == "opponent" else own
        for (value,), chosen in reference.counted("points", rows, (dimension,)).items():
            (answer,) = study.ask(statistics.Question("points", (), {dimension: value})).iter_rows(named=True)
            assert (answer["total"], answer["chances"]) == (chosen.total, chosen.chances)


def test_sessions_are_wider_clusters(play):
    study, own, _ = play
    wide = statistics.Study(study.results, cluster="session")
    for metric in ("points", "foul_rate"):
        groups = reference.counted(metric, own, ("player",), cluster="session")
        check(wide.ask(statistics.Question(metric)), metric, groups, ("player",))


def test_answers_are_as_declared(play):
    study, _, _ = play
    answers = study.ask(statistics.Question(tuple(METRICS), ("room", "position")))
    assert Answers.is_valid(answers.select(Answers.column_names()))
    groups = answers.filter(metric="points").select("room", "position")
    assert groups.equals(groups.sort("room", "position", nulls_last=True))


def test_what_is_enough(play):
    study, _, _ = play
    for row in study.ask(statistics.Question(tuple(METRICS))).iter_rows(named=True):
        metric, bounded = METRICS[row["metric"]], row["low"] is not None
        if not bounded:
            told = False
        elif metric.reference is None:
            told = row["high"] - row["low"] <= 2 * metric.within
        else:
            told = not row["low"] <= 0 <= row["high"]
        assert row["enough"] == (told and row["telling"] >= CLUSTERS["chain"].fewest)
        assert row["telling"] <= row["clusters"]
        assert row["telling"] == row["clusters"] or metric.kind == "amount"
        assert row["hands_needed"] is None if row["enough"] else (row["hands_needed"] or 10**9) > row["hands"]


def test_few_hands_are_never_enough():
    """Three hands that all went well are luck."""
    won = [frames.hand({"A": points, "B": -points}) for points in (3, 4, 5)]
    row, _ = statistics.ask("points", frames.results(*won)).iter_rows(named=True)
    assert row["low"] > 0
    assert (row["clusters"], row["telling"], row["enough"], row["hands_needed"]) == (3, 3, False, 20)


def test_ten_sessions_may_be_enough_and_nine_are_not():
    """Of two hands each, won by 3 and 4 points in turn."""
    won = [
        frames.hand({"A": points, "B": -points}, session=f"{night}")
        for night in range(10)
        for points in (3, 3 + night % 2)
    ]
    for sessions, enough in ((9, False), (10, True)):
        played = frames.results(*won[: 2 * sessions])
        row, _ = statistics.ask("points", played, cluster="session").iter_rows(named=True)
        assert (row["telling"], row["enough"]) == (sessions, enough)
        assert row["hands_needed"] == (None if enough else 20)


def test_amounts_need_as_many_chains_in_which_there_were_any():
    _, results = nights.generated("american-pineapple", 240)
    rows = {name: [] for name in results["players"].explode().struct.field("name").unique()}
    for hand in results.to_dicts():
        for player in hand["players"]:
            rows[player["name"]].append(player["row_royalties"][1])
    for row in statistics.ask("middle_royalties", results).iter_rows(named=True):
        assert row["telling"] <= sum(royalty > 0 for royalty in rows[row["player"]])
        assert row["low"] is None or 0 <= row["low"] <= row["value"] < row["high"]
    for row in statistics.ask("fantasyland_length", results).drop_nulls("low").iter_rows(named=True):
        assert 1 <= row["low"] <= row["value"] < row["high"]
        assert row["telling"] <= row["total"] - row["chances"]  # Fantasylands that were stayed in


def test_one_chain_tells_no_interval_of_a_mean_or_of_a_rate():
    """Whoever was met in one chain alone, and all of one session where sessions are asked for."""
    met = [
        frames.hand({"A": 3, "B": -3}, earned={"A": 14}, fouls=["B"]),
        frames.hand({"A": 5, "B": -5}, inside={"A": 14}),
    ]
    names = tuple(name for name, metric in METRICS.items() if not metric.money)
    answers = statistics.ask(names, frames.results(*met))
    assert answers.filter(pl.col("clusters") > 1).is_empty()
    assert answers.select(pl.col("low", "high").null_count()).row(0) == (answers.height,) * 2
    assert answers.filter(pl.col("chances") > 0)["value"].null_count() == 0
    rate, *_ = answers.filter(metric="foul_rate", player="B").iter_rows(named=True)
    assert (rate["value"], rate["total"], rate["chances"], rate["hands_needed"]) == (0.5, 1, 2, 40)


def test_more_of_the_same_hands_are_enough():
    """As many hands as are said to be needed, of the same spread, tell: copies of the same night at other tables."""
    _, results = nights.generated("american-pineapple", 240)
    before = statistics.ask(("points", "foul_rate"), results)
    needed = before.filter(pl.col("hands_needed").is_not_null())
    assert needed.height > 4
    for row in needed.iter_rows(named=True):
        copies = -(-row["hands_needed"] // row["hands"])
        if copies > 40:
            continue
        own = results.filter(
            pl.col("players").list.eval(pl.element().struct.field("name") == row["player"]).list.any()
        )
        more = pl.concat(own.with_columns(room=pl.lit(f"{copy}")) for copy in range(copies))
        (after,) = statistics.ask(row["metric"], more, where={"player": row["player"]}).iter_rows(named=True)
        width, wanted = (after["high"] - after["low"]) / 2, METRICS[row["metric"]].within
        if row["metric"] == "points":
            wanted = abs(after["value"])
        assert width <= wanted * 1.1
        if copies > 3:  # to exclude 0 with a chance of 80% takes twice the hands after which it just does
            fewer = more.head(own.height * (copies // (3 if row["metric"] == "points" else 2)))
            (short,) = statistics.ask(row["metric"], fewer, where={"player": row["player"]}).iter_rows(
                named=True
            )
            assert not short["enough"]
