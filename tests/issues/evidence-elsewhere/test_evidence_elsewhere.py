"""The evidence of an audit under somebody's own rules could not be repeated: its command named a file that was not in it."""

from __future__ import annotations

import csv
import json
import shlex
import shutil

import pytest

RULES = 'extends = "american-pineapple"\n[rows]\nscoop = 4\n'


@pytest.fixture(scope="module")
def folder(ofc, tmp_path_factory):
    """The folder that a third person was given, with the log put where it says."""
    place = tmp_path_factory.mktemp("place")
    (place / "src").mkdir()
    (place / "src" / "house.toml").write_text(RULES, encoding="utf-8")
    ofc("generate", "--hands", 200, "--output", place / "src" / "log.jsonl")
    asked = ("--infer-rules", "--deals", "--pairs", "--fail-on", "error", "--strict")
    given = ("src/log.jsonl", "--rules", "src/house.toml", "--set", "foul.pays=rows")
    assert ofc("audit", *given, *asked, "--evidence", "found", cwd=place).returncode == 1
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "found"
    shutil.move(place / "found", elsewhere)
    (elsewhere / "src").mkdir()
    shutil.copy(place / "src" / "log.jsonl", elsewhere / "src")
    return elsewhere


def test_the_command_does_it_again_in_the_folder(ofc, folder):
    command = shlex.split((folder / "command.txt").read_text())
    assert {"--fail-on=error", "--strict", "--infer-rules", "--deals", "--pairs"} <= set(command)
    assert not any("house.toml" in word for word in command)
    assert ofc(*command[1:], "--evidence", "again", cwd=folder).returncode == 1
    again = folder / "again"
    made = {file.relative_to(again): file.read_bytes() for file in again.rglob("*") if file.is_file()}
    assert made == {name: (folder / name).read_bytes() for name in made}
    assert len(made) > 10


def test_a_finding_is_explained_by_a_command_in_the_folder(ofc, folder):
    lines = (folder / "findings.jsonl").read_text(encoding="utf-8").splitlines()
    explain = next(filter(None, (json.loads(line)["explain"] for line in lines)))
    assert ofc(*shlex.split(explain)[1:], cwd=folder).stdout.startswith("Hand ")


def test_it_says_what_must_be_supplied(folder):
    (read,) = json.loads((folder / "inputs.json").read_text())
    assert f"src/log.jsonl (SHA-256 {read['sha256']})" in (folder / "README.txt").read_text()


def test_everything_that_was_asked_is_in_it(folder):
    tables = {
        name: list(csv.DictReader((folder / name).read_text(encoding="utf-8").splitlines()))
        for name in ("ranking.csv", "separating.csv", "deals.csv", "pairs.csv", "pair-tests.csv")
    }
    readme = (folder / "README.txt").read_text()
    assert all(rows and name in readme for name, rows in tables.items())
    best = tables["ranking.csv"][0]["fingerprint"]
    assert [file for file in (folder / "rules").iterdir() if file.stem.endswith(best)]


def test_every_library_that_took_part_is_named(folder):
    packages = json.loads((folder / "versions.json").read_text())["packages"]
    assert {"ofc-analytics", "polars", "duckdb", "python-calamine", "numpy"} <= set(packages)
