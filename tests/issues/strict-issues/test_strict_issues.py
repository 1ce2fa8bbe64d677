"""`--strict --issues FILE` wrote no file, and `ofc explain` had no `--issues`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

HAND = Path(__file__).with_name("hand.jsonl")
MISFIT = HAND.read_text(encoding="utf-8").replace('"discards":"zz"', '"declared":"dragon"')


@pytest.fixture
def issues_of(ofc, tmp_path):
    """Exit code, standard error and the rows of the issues file of a command."""

    def run(*arguments):
        file = tmp_path / "issues.jsonl"
        done = ofc(*arguments, "--issues", file)
        return done.returncode, done.stderr, [json.loads(line) for line in file.read_text().splitlines()]

    return run


@pytest.mark.parametrize("command", [("settle",), ("stats",), ("explain", "--hand", "quar")])
def test_the_fault_that_stops_the_reading_is_written_down(issues_of, command):
    code, told, (issue,) = issues_of(*command, HAND, "--strict")
    assert (code, issue["code"], issue["text"], issue["hand"]) == (2, "card-unknown", "zz", "quar")
    assert "'zz' is no card" in told


def test_and_so_is_a_hand_that_does_not_fit_its_rules(issues_of, tmp_path):
    file = tmp_path / "hand.jsonl"
    file.write_text(MISFIT, encoding="utf-8")
    code, _, (issue,) = issues_of("settle", file, "--strict")
    assert (code, issue["code"]) == (2, "natural-not-in-rules")


def test_a_file_that_is_not_there_stops_it_too(issues_of, tmp_path):
    code, _, (issue,) = issues_of("settle", tmp_path / "nowhere.csv", "--strict")
    assert (code, issue["code"]) == (2, "file-missing")


def test_explain_writes_down_what_it_met(issues_of, tmp_path):
    file = tmp_path / "hands.jsonl"
    bad = HAND.read_text(encoding="utf-8")
    good = bad.replace(',"discards":"zz"', "").replace('"quar"', '"good"')
    file.write_text(bad + good, encoding="utf-8")
    code, told, (issue,) = issues_of("explain", file, "--hand", "good")
    assert (code, told, issue["hand"]) == (0, "", "quar")
