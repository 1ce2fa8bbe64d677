"""`ofc stats`, run as a person runs it."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

import ofc_analytics as ofc_python
from ofc_analytics.statistics.writing import rough_text

QUESTIONS = """\
[[question]]
title = "Fouls on the button"
metric = "foul_rate"
where = { position = "button" }

[[question]]
title = "Money"
metric = "net"
"""


@pytest.fixture(scope="module")
def night(root):
    return root / "sample_data" / "night.csv"


@pytest.fixture(scope="module")
def results(night):
    return ofc_python.settle(ofc_python.read(night))


def test_the_table_of_players_and_who_has_too_few_hands(ofc, night, results):
    text = ofc("stats", night).stdout
    players = ofc_python.statistics.players(results)
    lines = [line for line in text.splitlines() if line.startswith("│")]
    assert [line.split()[1] for line in lines] == players["name"].to_list()
    for line, row in zip(lines, players.iter_rows(named=True), strict=True):
        assert f"{row['points']:+}" in line
        assert f"{row['points_per_hand']:+.2f} ({row['low']:+.2f} to {row['high']:+.2f})" in line
        assert f"{row['fouls']} of {row['hands']}: {row['foul_rate']:.1%}" in line
        assert f"{row['entries']} of {row['entry_chances']}: {row['entry_rate']:.1%}" in line
    (points,) = ofc_python.stats.ask("points", results, where={"player": "Вера"}).iter_rows(named=True)
    missing = rough_text(points["hands_needed"] - points["hands"])
    assert f"Too few hands to tell winning from losing: Вера (about {missing} more hands would tell)" in text


def test_too_few_hands_are_dim_on_a_terminal(ofc, night):
    reading, writing = pty.openpty()
    command = [Path(sys.executable).with_name("ofc"), "stats", night, "--metric", "points"]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120"}
    environment.pop("NO_COLOR", None)
    subprocess.run(command, stdout=writing, stderr=subprocess.DEVNULL, check=True, env=environment)
    os.close(writing)
    shown = b""
    while True:
        try:
            part = os.read(reading, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    assert b"\x1b[2m" in shown


def test_a_metric_by_two_dimensions_of_chosen_hands(ofc, night, results):
    run = ofc(
        "stats", night, "--metric", "foul_rate", "--metric", "points", "--by", "position", "--by", "player",
        "--where", "player=Anna", "--where", "player=Boris", "--where", "players=3", "--format", "json",
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    expected = ofc_python.stats.ask(
        ["foul_rate", "points"],
        results,
        by=["position", "player"],
        where={"player": ["Anna", "Boris"], "players": 3},
    )
    assert [list(row) for row in rows] == [expected.columns] * 12
    for row, wanted in zip(rows, expected.iter_rows(named=True), strict=True):
        assert row == pytest.approx(wanted)


def test_money_is_decimal_in_every_form(ofc, night, results, tmp_path):
    call = ("stats", night, "--metric", "net", "--metric", "points", "--where", "player=Anna")
    (net,) = ofc_python.stats.ask("net", results, where={"player": "Anna"}).iter_rows(named=True)
    exact = f"{net['total'] / 100:.2f}"
    money, points = map(json.loads, ofc(*call, "--format", "json").stdout.splitlines())
    assert (money["total"], money["currency"], points["currency"]) == (exact, "RUB", None)
    assert money["value"] == pytest.approx(net["value"] / 100)
    assert money["low"] == pytest.approx(net["low"] / 100)
    row, _ = csv.DictReader(io.StringIO(ofc(*call, "--format", "csv").stdout))
    assert row["total"] == exact
    assert float(row["high"]) == pytest.approx(net["high"] / 100)
    file = tmp_path / "answers.parquet"
    assert ofc(*call, "--format", "parquet", "--output", file).returncode == 0
    assert str(pl.read_parquet(file)["total"][0]) == exact
    text = ofc(*call).stdout
    assert f"{net['value'] / 100:+,.2f} ({net['low'] / 100:+,.2f} to {net['high'] / 100:+,.2f})" in text
    assert f"{net['total'] / 100:+.2f} in 30" in text


def test_no_opportunity_is_a_dash(ofc, night):
    run = ofc("stats", night, "--metric", "stay_rate", "--where", "state=nobody")
    assert [cell.strip() for cell in run.stdout.splitlines()[4].split("│")[1:-1]] == [
        "Anna",
        "–",
        "–",
        "25",
        "–",
    ]


def test_no_such_hands(ofc, night):
    run = ofc("stats", night, "--metric", "points", "--where", "position=third")
    assert (run.returncode, run.stdout) == (0, "No such hands.\n")
    assert ofc("stats", night, "--where", "position=third", "--format", "json").stdout == ""


def test_without_a_metric_the_main_ones_are_split(ofc, night):
    run = ofc("stats", night, "--by", "position", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(run.stdout)))
    assert {row["metric"] for row in rows} == {"points", "foul_rate", "fantasyland_rate", "entry_rate"}
    assert [row["position"] for row in rows[:3]] == ["first", "second", "button"]


def test_questions_of_a_file(ofc, night, tmp_path):
    file = tmp_path / "questions.toml"
    file.write_text(QUESTIONS, encoding="utf-8")
    text = ofc("stats", night, "--questions", file).stdout
    assert text.index("Fouls on the button") < text.index("foul_rate: dead hands") < text.index("Money")
    rows = [
        json.loads(line)
        for line in ofc("stats", night, "--questions", file, "--format", "json").stdout.splitlines()
    ]
    assert [(row["question"], row["metric"], row["player"]) for row in rows] == [
        (title, metric, player)
        for title, metric in (("Fouls on the button", "foul_rate"), ("Money", "net"))
        for player in ("Anna", "Boris", "Вера")
    ]
    assert [row["total"] for row in rows[:3]] == ["0", "3", "1"]


def test_clusters_and_intervals_for_every_night(ofc, night):
    def rows(*options):
        run = ofc("stats", night, "--metric", "points", "--by", "position", "--format", "json", *options)
        return [json.loads(line) for line in run.stdout.splitlines()]

    chains, sessions, always = rows(), rows("--cluster", "session"), rows("--anytime")
    assert {row["clusters"] for row in sessions} == {1}
    assert all(row["low"] is None for row in sessions)
    assert (
        [row["value"] for row in chains]
        == [row["value"] for row in sessions]
        == [row["value"] for row in always]
    )
    for wide, plain in zip(always, chains, strict=True):
        assert wide["low"] is None or wide["low"] < plain["low"] < plain["high"] < wide["high"]
    assert always != chains


def test_what_is_not_enough_says_what_is_missing(ofc, night):
    def cells(*options):
        text = ofc("stats", night, *options).stdout
        rows = [line.split("│")[1:-1] for line in text.splitlines() if line.startswith("│")]
        return {row[0].strip(): row[-1].strip() for row in rows}, text

    paid, text = cells("--metric", "middle_royalties")
    assert paid["Anna"] == "0 of 20 chains with any"  # nor an interval, nor how many hands would tell
    assert paid["Вера"].startswith("3 of 20 chains with any, about ")
    assert "Enough once the interval is within ±0.50." in text
    stayed, text = cells("--metric", "fantasyland_length")
    assert stayed["Anna"] == "0 of 20 chains with more than 1"
    won, text = cells("--metric", "points")
    assert won["Anna"].startswith("about ")  # 25 chains, and 0 is within the interval
    assert "Enough once the interval leaves out 0." in text
    fouled, text = cells("--metric", "foul_rate", "--cluster", "session")
    assert fouled["Anna"] == "1 of 10 sessions, about 270 more would tell"
    assert "Enough once the interval is within ±5.0%." in text


def test_fouls_by_layout(ofc, root):
    run = ofc("stats", root / "sample_data" / "night.arena.jsonl", "--metric", "foul_rate", "--by", "layout")
    assert run.returncode == 0
    assert "0-2-3" in run.stdout


def test_the_list_needs_no_hands(ofc):
    text = ofc("stats", "--list").stdout
    for name in (*ofc_python.stats.METRICS, *ofc_python.stats.DIMENSIONS):
        assert f"│ {name} " in text


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--metric", "pionts"], "ofc: there is no metric 'pionts'; nearest first: points,"),
        (["--by", "playr"], "ofc: there is no dimension 'playr'; nearest first: player,"),
        (["--where", "position"], "ofc: --where 'position': expected DIMENSION=VALUE"),
        (
            ["--where", "position=fist"],
            "ofc: position = 'fist': expected one of: first, second, third, button",
        ),
        (["--questions", "nowhere.toml"], "ofc: nowhere.toml: there is no such file"),
        (["--questions", "x.toml", "--by", "seat"], "ofc: --questions asks what its file says: leave out"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_read(ofc, options, told):
    run = ofc("stats", "no-such-file.csv", *options)
    assert run.returncode == 2
    assert run.stderr.startswith(told)
    assert run.stderr.count("\n") == 1


def test_a_file_of_questions_is_not_overwritten(ofc, night, tmp_path):
    file = tmp_path / "questions.toml"
    file.write_text(QUESTIONS, encoding="utf-8")
    run = ofc("stats", night, "--questions", file, "--output", file)
    assert run.returncode == 2
    assert file.read_text(encoding="utf-8") == QUESTIONS


def test_hostile_names_do_not_steer_the_terminal(ofc, root, tmp_path):
    file = tmp_path / "night.csv"
    sheet = (root / "sample_data" / "night.csv").read_text(encoding="utf-8")
    file.write_text(sheet.replace("Anna", "[red]A\x1b[2J"), encoding="utf-8")
    for options in ((), ("--metric", "points")):
        text = ofc("stats", file, *options).stdout
        assert "[red]A�[2J" in text
        assert "\x1b" not in text
