"""Questions: what is chosen, what is refused and how, and questions kept in a file."""

from __future__ import annotations

import datetime as dt

import nights
import polars as pl
import pytest
from frames import hand, results
from polars.testing import assert_frame_equal

import ofc_analytics as ofc
from ofc_analytics.errors import LookupFailedError, OfcError, QuestionError, SettlementError
from ofc_analytics.statistics import MAIN_METRICS, Question, Study, ask, load_questions, money, summary

NIGHT = results(
    hand({"Anna": 12, "Boris": -12}, earned={"Anna": 14}, fouls=["Boris"], session="1", currency="RUB",
         net={"Anna": 1200, "Boris": -1200}, unit=100, started_at=dt.datetime(2026, 11, 29, 23, 50, tzinfo=dt.UTC)),
    hand({"Anna": 20, "Boris": -20}, inside={"Anna": 14}, earned={"Anna": 14}, session="1", currency="RUB",
         net={"Anna": 2000, "Boris": -2000}, unit=100, started_at=dt.datetime(2026, 11, 30, 0, 10, tzinfo=dt.UTC)),
    hand({"Anna": 4, "Boris": -4}, inside={"Anna": 14}, session="1", currency="RUB",
         net={"Anna": 400, "Boris": -400}, unit=100, started_at=dt.datetime(2026, 12, 1, tzinfo=dt.UTC)),
    hand({"Anna": -6, "Vera": 6}, session="2", currency="JPY", exponent=0, net={"Anna": -30, "Vera": 30}, unit=5),
    hand({"Anna": 1, "Vera": -1}, session="2", fouls=["Vera"]),
)  # fmt: skip


def told(metric, *columns, **options):
    return ask(metric, NIGHT, **options).select(*columns).rows()


def test_a_small_night_counted_by_hand():
    assert told("points", "player", "value", "total", "chances", "hands", "clusters") == [
        ("Anna", 31 / 5, 31, 5, 5, 3),
        ("Boris", -12, -36, 3, 3, 1),
        ("Vera", 2.5, 5, 2, 2, 2),
    ]
    assert told("foul_rate", "value", "total", "chances", by=()) == [(0.2, 2, 10)]
    assert told("hands_won", "value", by="session") == [(0.5,), (0.5,)]
    assert told("stay_rate", "player", "value", "total", "chances", "hands", "clusters") == [
        ("Anna", 0.5, 1, 2, 5, 1),
        ("Boris", None, 0, 0, 3, 0),
        ("Vera", None, 0, 0, 2, 0),
    ]
    assert told("fantasyland_length", "value", "total", "chances", where={"player": "Anna"}) == [(2, 2, 1)]
    assert told("fantasyland_points", "total", "chances", where={"player": "Anna"}) == [(24, 2)]


def test_per_hundred_is_a_hundred_times_as_much():
    for one, hundred in (("points", "points_per_100"), ("net", "net_per_100")):
        single, many = ask(one, NIGHT, by=()), ask(hundred, NIGHT, by=())
        assert_frame_equal(
            single.select(pl.col("value", "low", "high") * 100), many.select("value", "low", "high")
        )
        assert single["hands_needed"].equals(many["hands_needed"])


def test_money_is_never_added_over_currencies_and_leaves_hands_without_it_out():
    columns = ("player", "currency", "exponent", "total", "chances", "hands")
    assert told("net", *columns) == [
        ("Anna", "JPY", 0, -30, 1, 1),
        ("Anna", "RUB", 2, 3600, 3, 3),
        ("Boris", "RUB", 2, -3600, 3, 3),
        ("Vera", "JPY", 0, 30, 1, 1),
    ]
    assert ask("net", NIGHT, by="currency").columns[:3] == ["metric", "currency", "exponent"]


def test_several_metrics_stand_below_one_another():
    both = ask(["net", "points"], NIGHT)
    assert both.columns[:4] == ["metric", "player", "currency", "exponent"]
    assert both["metric"].unique(maintain_order=True).to_list() == ["net", "points"]
    assert_frame_equal(both.filter(metric="points").drop("currency", "exponent"), ask("points", NIGHT))


@pytest.mark.parametrize(
    ("where", "hands"),
    [
        ({"day": "2026-11-30"}, 1),
        ({"day": dt.date(2026, 11, 30)}, 1),
        ({"day": ["2026-11-29", dt.date(2026, 12, 1)]}, 2),
        ({"day": None}, 2),
        ({"day": ["2026-11-29", ""]}, 3),
        ({"month": "2026-11"}, 2),
        ({"unit": 1}, 3),
        ({"unit": "5.00"}, 1),
        ({"unit": [1, 5]}, 4),
        ({"currency": "RUB", "cards": 14, "player": "Anna"}, 2),
        ({"session": 2}, 2),
        ({"session": []}, 0),
        ({"session": (1, "2")}, 5),
        ({"session": {2}}, 2),
        ({"session": frozenset({"1"})}, 3),
        ({"state": "opponent"}, 2),
        (pl.col("points") > 5, 3),
        (pl.col("session") == "2", 2),
        (None, 5),
        ({}, 5),
    ],
)
def test_where_chooses_hands(where, hands):
    assert ask("points", NIGHT, by=(), where=where)["hands"].sum() == hands


def test_opponents_are_met_one_by_one():
    _, played = nights.generated("american-pineapple")
    pairs = ask("points", played, by=["player", "opponent"])
    mirrored = pairs.select(player="opponent", opponent="player", total=-pl.col("total"))
    assert_frame_equal(pairs.select("player", "opponent", "total"), mirrored, check_row_order=False)
    against = pairs["opponent"][0]
    alone = ask("points", played, where={"opponent": against}).filter(player=pairs["player"][0])
    assert alone["total"].item() == pairs["total"][0]
    by_expression = ask("points", played, where=pl.col("opponent") == against)
    assert_frame_equal(by_expression, ask("points", played, where={"opponent": against}))


def test_fouls_by_layout_of_the_first_street():
    hands, played = nights.generated("american-pineapple")
    fouls = ask("foul_rate", played, hands=hands, by="layout")
    counted = {}
    for deal, settled in zip(hands.to_dicts(), played.to_dicts(), strict=True):
        for person, result in zip(deal["players"], settled["players"], strict=True):
            street = person["streets"][0] if not result["in_fantasyland"] else None
            layout = street and "-".join(str(len(street[row])) for row in ("top", "middle", "bottom"))
            chances, dead = counted.get(layout, (0, 0))
            counted[layout] = (chances + 1, dead + result["foul"])
    assert {
        layout: (n, dead) for layout, n, dead in fouls.select("layout", "chances", "total").rows()
    } == counted
    assert len(counted) > 3
    with pytest.raises(QuestionError, match=r"layout: .*expected hands=, the hands they were settled from"):
        ask("foul_rate", played, by="layout")
    with pytest.raises(QuestionError, match=r"layout: "):
        ask("foul_rate", played, where={"layout": "0-2-3"})


def test_an_interval_for_those_who_look_every_night_is_wider():
    _, played = nights.generated("american-pineapple", 240)
    for metric in ("points", "foul_rate"):
        once, always = ask(metric, played, by="rules"), ask(metric, played, by="position", anytime=True)
        plain = ask(metric, played, by="position")
        assert once.height == 1
        wider = always.join(plain, on="position", suffix="_plain")
        assert (wider["low"] < wider["low_plain"]).all()
        assert (wider["high"] > wider["high_plain"]).all()
    assert (always["low"] >= 0).all()


def test_a_level_of_confidence_and_its_range():
    narrow, wide = (ask("points", NIGHT, confidence=level) for level in (0.5, 0.99))
    assert narrow["high"][0] - narrow["low"][0] < wide["high"][0] - wide["low"][0]
    for level in (0, 1, 95):
        with pytest.raises(QuestionError, match=f"confidence = {level}: expected a number between 0 and 1"):
            ask("points", NIGHT, confidence=level)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"metric": "fool_rate"}, LookupFailedError, r"no metric 'fool_rate'; nearest first: foul_rate, "),
        ({"metric": []}, QuestionError, "there is no metric to count"),
        ({"by": "seats"}, LookupFailedError, r"no dimension 'seats'; nearest first: seat, .*player"),
        ({"where": {"playr": "A"}}, LookupFailedError, r"no dimension 'playr'; nearest first: player, "),
        ({"where": {"position": "fist"}}, QuestionError, "position = 'fist': expected one of: first, second"),
        ({"where": {"seat": True}}, QuestionError, "seat = True: expected a whole number"),
        ({"where": {"seat": 1.0}}, QuestionError, "seat = 1.0: expected a whole number"),
        ({"where": {"seat": 10**30}}, QuestionError, "expected a whole number"),
        ({"where": {"seat": [[1]]}}, QuestionError, r"seat = \[1\]: expected a whole number"),
        ({"where": {"day": "yesterday"}}, QuestionError, "day = 'yesterday': expected a day such as"),
        ({"where": {"month": "11/2026"}}, QuestionError, "month = '11/2026': expected a month such as"),
        ({"where": {"unit": "lots"}}, QuestionError, "unit = 'lots': expected an amount such as"),
        ({"where": {"unit": float("inf")}}, QuestionError, "unit = inf: expected an amount"),
        ({"where": {"player": 1.5}}, QuestionError, "player = 1.5: expected a text"),
        ({"where": {"player": b"Anna"}}, QuestionError, "player = b'Anna': expected a text, or a list of such"),
        ({"where": {"player": {"Anna": 1}}}, QuestionError, r"player = \{'Anna': 1\}: expected a text, or a list"),
        ({"where": {"day": dt.time(10)}}, QuestionError, r"day = datetime.time\(10, 0\): expected a day such as"),
        ({"where": pl.col("player") == "A"}, QuestionError, "no column 'player'; nearest first: players, "),
        ({"where": pl.col("name") + 1}, QuestionError, "where: "),
        ({"cluster": "hand"}, QuestionError, "cluster = 'hand': expected chain or session"),
        ({"hands": NIGHT}, SettlementError, "not a frame of hands"),
        ({"results": NIGHT.drop("pairs")}, SettlementError, "not a frame of results"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(options, error, message):
    with pytest.raises(error, match=message):
        ask(**({"metric": "points", "results": NIGHT} | options))


def test_no_hands_no_rows():
    empty = NIGHT.clear()
    for by in ((), "player", ["unit", "layout"]):
        answers = ask(["points", "net"], empty, by=by, hands=nights.generated("american-pineapple")[0])
        assert answers.is_empty()
    assert ask("points", empty).schema == ask("points", NIGHT).schema
    assert summary(empty).is_empty()


def test_stats_is_another_name():
    assert ofc.stats is ofc.statistics
    assert ofc.stats.ask("points", NIGHT).height == 3


def test_a_summary_is_the_answers_side_by_side():
    hands, played = nights.several_games()
    for by in ("player", ("rules", "position"), "layout", "unit", "currency", ()):
        frame = summary(played, hands, by=by, confidence=0.9)
        for metric in MAIN_METRICS:
            asked = ask(metric, played, by=by, hands=hands, confidence=0.9)
            told = frame.select(value=metric, low=f"{metric}_low", high=f"{metric}_high")
            assert_frame_equal(told, asked.select("value", "low", "high"))
        points = ask("points", played, by=by, hands=hands)
        assert frame["points_total"].equals(points["total"])
        assert frame.select("hands", "clusters").equals(points.select("hands", "clusters"))


def test_a_summary_has_money_of_one_currency():
    frame = summary(NIGHT).select("player", "net_total", "currency", "exponent")
    assert frame.rows() == [("Anna", None, None, None), ("Boris", -3600, "RUB", 2), ("Vera", 30, "JPY", 0)]
    amounts = money(NIGHT).filter(name="Boris").select("net", "currency", "exponent")
    assert amounts.rows() == [(-3600, "RUB", 2)]


QUESTIONS = """\
[[question]]
title = "Fouls on the button"
metric = ["foul_rate", "entry_rate"]
where = { position = "button", players = [2, 3] }

[[question]]
metric = "net"
by = ["player", "opponent"]
[question.where]
day = 2026-11-29
"""


def test_questions_are_kept_in_a_file(tmp_path):
    file = tmp_path / "questions.toml"
    file.write_text("\ufeff" + QUESTIONS, encoding="utf-8")
    first, second = load_questions(file)
    assert first == Question(
        ("foul_rate", "entry_rate"),
        ("player",),
        {"position": "button", "players": [2, 3]},
        "Fouls on the button",
    )
    assert second == Question(("net",), ("player", "opponent"), {"day": dt.date(2026, 11, 29)})
    _, played = nights.generated("american-pineapple")
    study = Study(played)
    expected = ask(first.metric, played, where={"position": "button", "players": [2, 3]})
    assert_frame_equal(study.ask(first), expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there are no questions; expected"),
        ("x = 1", "line 1: x: expected nothing but"),
        ("question = 1", "line 1: question: expected tables"),
        ("question = []", "there are no questions"),
        ("[[question]]\nby = 'seat'", "line 1: metric: what is to be counted is missing"),
        ("[[question]]\n\nmetric = 'foul'", "line 3: metric: there is no metric 'foul'; nearest first: "),
        ("[[question]]\nmetric = ['points', 1]", r"line 2: metric = \['points', 1\]: expected a name"),
        ("[[question]]\nmetric = 'points'\nby = 7", "line 3: by = 7: expected a name"),
        ("[[question]]\nmetric = 'points'\nby = 'x'", "line 3: by: there is no dimension 'x'"),
        ("[[question]]\nmetric = 'points'\ntitel = 'x'", "line 3: there is no key 'titel'; nearest first: title"),
        ("[[question]]\nmetric = 'points'\ntitle = 1", "line 3: title = 1: expected a text"),
        ("[[question]]\nmetric = 'points'\nwhere = 'x'", "line 3: where = 'x': expected dimensions"),
        ("[[question]]\nmetric = 'points'\n[question.where]\n\nseat = 'x'", "line 5: where: seat = 'x': expected"),
        ("[[question]]\nmetric = 'points'\nwhere.sead = 1", "line 3: where: there is no dimension 'sead'"),
        ("[[question]]\nmetric = 'points'\nwhere.day = 10:00:00", "line 3: where: day = .*: expected a day such as"),
        ("[[question]]\nmetric = 'points'\nwhere.day = 2026-11-29T10:00:00", "line 3: where: day = .*: expected a day"),
        ("[[question]]\nmetric = 'points'\nwhere.player = {Anna = 1}", "line 3: where: player = .*: expected a text"),
        ("[[question]]\nmetric = ", "not TOML: "),
    ],
)  # fmt: skip
def test_a_fault_in_a_file_of_questions_is_named_with_its_line(tmp_path, text, message):
    file = tmp_path / "questions.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(QuestionError, match=f"questions.toml.*{message}"):
        load_questions(file)


def test_a_file_that_is_none(tmp_path):
    with pytest.raises(LookupFailedError, match=r"nowhere\.toml: there is no such file"):
        load_questions(tmp_path / "nowhere.toml")
    with pytest.raises(OfcError, match="cannot be read"):
        load_questions(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b"# \xe9")
    with pytest.raises(QuestionError, match="byte 3 is not UTF-8"):
        load_questions(tmp_path / "latin.toml")
