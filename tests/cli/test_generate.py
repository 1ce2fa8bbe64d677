"""`ofc generate`, run as somebody runs it who wants hands to try things on."""

from __future__ import annotations

import csv
import json

import polars as pl
import pytest

from ofc_analytics.formats import read as read_hands
from ofc_analytics.generate import generate
from ofc_analytics.generate.lines import ofc_json
from ofc_analytics.rules import rule_set_names
from ofc_analytics.schema import HANDS


def test_hands_of_every_rule_set_settle_without_a_complaint(ofc, tmp_path):
    file = tmp_path / "hands.jsonl"
    with file.open("wb") as lines:
        for seed, name in enumerate(rule_set_names()):
            lines.writelines(map(ofc_json, generate(name, hands=30, seed=seed)))
    run = ofc("settle", file)
    assert run.returncode == 0, run.stdout + run.stderr
    hands = 30 * len(rule_set_names())
    assert f"{hands} hands read: {hands} settled under " in run.stdout
    assert "0 errors, 0 warnings, 0 notes" in run.stdout


def test_the_same_call_gives_the_same_bytes(ofc, tmp_path):
    call = ("generate", "--hands", 60, "--seed", 2, "--players", "2-3", "--tables", 3, "--session-hands", 20)
    files = [tmp_path / name for name in ("a.jsonl", "b.jsonl", "a.parquet", "b.parquet")]
    for file in files:
        form = ("--format", "parquet") if file.suffix == ".parquet" else ()
        assert ofc(*call, *form, "--output", file).returncode == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[2].read_bytes() == files[3].read_bytes()
    assert ofc(*call).stdout == files[0].read_text(encoding="utf-8")


def test_parquet_holds_the_same_hands(ofc, tmp_path):
    text, table = tmp_path / "hands.jsonl", tmp_path / "hands.parquet"
    ofc("generate", "--hands", 40, "--output", text)
    ofc("generate", "--hands", 40, "--format", "parquet", "--output", table)
    hands = pl.read_parquet(table)
    assert hands.schema == HANDS
    read = read_hands(text)
    assert hands["content_hash"].to_list() == read["content_hash"].to_list()
    assert hands["hand_id"].to_list() == read["hand_id"].to_list()


def test_other_rules_go_with_the_hands(ofc, tmp_path):
    file = tmp_path / "hands.jsonl"
    changed = ("--set", "rows.scoop=9")
    assert ofc("generate", "--hands", 40, *changed, "--output", file).returncode == 0
    assert "rules" not in json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    assert ofc("settle", file, "--rules", "american-pineapple", *changed).returncode == 0
    assert ofc("settle", file).returncode == 1


def test_planted_faults_are_told_and_found(ofc, tmp_path):
    file, told = tmp_path / "hands.jsonl", tmp_path / "planted.csv"
    run = ofc(
        "generate", "--hands", 150, "--fault", "points=0.04", "--fault", "duplicate", "--planted", told, "--output", file
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    with told.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert sorted(row["kind"] for row in rows) == ["duplicate"] * 2 + ["points"] * 6
    settled = ofc("settle", file, "--format", "json")
    wrong = {
        hand["hand"]
        for hand in map(json.loads, settled.stdout.splitlines())
        if not all(player["agrees"] for player in hand["players"])
    }
    assert wrong == {row["hand"] for row in rows if row["kind"] == "points"}
    assert "the same hand was read before" in settled.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--players", "4"), "players: 4; american-pineapple seats 2 to 3 players: 4 x 17 cards = 68"),
        (("--players", "many"), "--players many: expected 2, 3 or 4, or a range such as 2-4"),
        (("--fault", "nix"), "there is no fault 'nix'; expected points, sign"),
        (("--planted", "told.csv"), "--planted goes with --fault"),
        (("--rules", "nix"), "nix"),
        (("--fault", "gap", "--planted", "x", "--output", "x"), "--output and --planted are the same file"),
    ],
)
def test_a_wrong_call_is_told_in_a_line(ofc, tmp_path, options, message):
    run = ofc("generate", "--hands", 5, *options, cwd=tmp_path)
    assert run.returncode == 2
    assert message in run.stderr
    assert run.stdout == ""
    assert list(tmp_path.iterdir()) == []
