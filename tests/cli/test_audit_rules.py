"""`ofc audit --infer-rules` on logs of rooms that do not say by which rules they play."""

from __future__ import annotations

import csv
import io
import json

import polars as pl
import pytest
from claiming import room
from ofc_parsers.ofc_json.writer import to_ofc_json

from ofc_analytics.rules import load_rules

FRIDAY = {"rows.scoop": 6}


@pytest.fixture(scope="module")
def write(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rooms")

    def written(name, *frames):
        file = folder / name
        file.write_text("".join(f"{line}\n" for line in to_ofc_json(pl.concat(frames))), encoding="utf-8")
        return file

    return written


def hands(overrides=(), count=120, claims=("points",), **columns):
    """Hands of players who sit at one table once: nothing but claims can be wrong."""
    frame = room(load_rules("american-pineapple", overrides), count, claims)
    lone = pl.lit(1, pl.Int64), pl.lit(None, pl.UInt8)
    return frame.with_columns(
        table=pl.format("{} {}", "table", "hand_no"),
        hand_no=lone[0],
        button=lone[1],
        **{name: pl.lit(value) for name, value in columns.items()},
    )


@pytest.fixture(scope="module")
def friday(write):
    return write("friday.jsonl", hands(FRIDAY))


def test_the_ranking_and_what_separates(ofc, friday):
    run = ofc("audit", friday, "--infer-rules", env={"COLUMNS": "300"})
    assert run.returncode == 1, run.stderr
    text = " ".join(run.stdout.split())
    assert text.startswith("Which rules ")
    assert "1 │ american-pineapple --set rows.scoop=6 │ 120 │ 0 │ 0 │ –" in text
    assert "No hand of the sample tells american-pineapple --set rows.scoop=6 from pppoker --set" in text
    assert "under which they are settled, explains" in text
    assert "that separate A, american-pineapple --set rows.scoop=6, from B, pokerdom-pineapple-000" in text
    assert f"{friday}, line" in text
    assert "error │ rules-differ" in text
    assert "claim-points" not in text


def test_machines_get_the_ranking(ofc, friday):
    run = ofc("audit", friday, "--infer-rules", "--format", "json")
    assert run.returncode == 1
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    first = rows[0]
    assert (first["rank"], first["rules"], first["settings"]) == (1, "american-pineapple", ["rows.scoop=6"])
    assert (first["explained"], first["contradicted"], first["cannot_tell"]) == (120, 0, 0)
    assert first["fingerprint"] == load_rules("american-pineapple", FRIDAY).fingerprint
    assert all(row["group"] > 1 for row in rows if row["contradicted"])
    run = ofc("audit", friday, "--infer-rules", "--format", "csv")
    assert [row["label"] for row in csv.DictReader(io.StringIO(run.stdout))] == [row["label"] for row in rows]


def test_under_the_rules_that_were_found_nothing_is_left(ofc, friday):
    given = ("--rules", "american-pineapple", "--set", "rows.scoop=6")
    run = ofc("audit", friday, "--infer-rules", *given)
    assert "explain as much, but for a hand or two at most" in " ".join(run.stdout.split())
    assert "rules-differ" not in run.stdout
    assert "claim-points" not in run.stdout


def test_the_rules_that_were_named_are_told(ofc, friday):
    run = ofc("audit", friday, "--infer-rules", "--rules", "tonybet", env={"COLUMNS": "300"})
    assert "Of 120 hands with claims tonybet, under which they are settled" in " ".join(run.stdout.split())
    assert "tonybet --set rows.scoop=6" in run.stdout


def test_rooms_are_told_apart(ofc, write):
    file = write(
        "two.jsonl",
        hands(FRIDAY, room="Friday"),
        hands(room="Club"),
        hands(count=5, claims=(), room="Silent"),
    )
    run = ofc("audit", file, "--infer-rules", "--format", "json")
    best = {
        (row["room"], tuple(row["settings"]))
        for row in map(json.loads, run.stdout.splitlines())
        if row["rank"] == 1
    }
    assert ("Friday", ("rows.scoop=6",)) in best
    assert ("Club", ()) in best
    assert not any(room == "Club" and settings for room, settings in best)
    assert "Which rules (Silent): nothing is claimed of the 5 hands" in run.stderr


def test_hands_that_the_usual_rules_cannot_settle(ofc, write):
    jokers = room(load_rules("joker-ultimate"), 120, ("points",)).filter(pl.col("players").list.len() == 3)
    run = ofc("audit", write("jokers.jsonl", jokers), "--infer-rules", "--format", "json")
    assert json.loads(run.stdout.splitlines()[0])["rules"] == "joker-ultimate"


def test_nothing_is_claimed(ofc, write):
    run = ofc("audit", write("silent.jsonl", hands(count=5, claims=())), "--infer-rules")
    assert run.returncode == 2
    assert run.stderr.splitlines()[-1] == (
        "ofc: no rules could be inferred: they are told by what a source claims of its hands"
    )
    assert "rules are inferred from points, money, royalties, fouls or Fantasyland" in run.stderr
    assert not run.stdout
