"""Under wrong rules thousands of claims were looked through for slips of the pen, and nobody was told to ask for the rules."""

from __future__ import annotations

import json

import pytest

RULES = ("--rules", "american-pineapple", "--set", "rows.points=3", "--set", "foul.pays=3")


@pytest.fixture(scope="module")
def log(ofc, tmp_path_factory):
    file = tmp_path_factory.mktemp("log") / "log.jsonl"
    ofc("generate", "--hands", 120, "--output", file)
    return file


def test_it_is_said_how_the_rules_are_found(ofc, log):
    run = ofc("audit", log, *RULES, "--format", "json")
    assert "--infer-rules tells by which" in run.stderr
    slips = [
        line
        for line in map(json.loads, run.stdout.splitlines())
        if "That is what comes out if" in line["reason"]
    ]
    assert len({line["hand"] for line in slips}) <= 10


def test_and_not_where_they_are_right(ofc, log):
    assert "--infer-rules" not in ofc("audit", log).stderr
    assert "tells by which" not in ofc("audit", log, *RULES, "--infer-rules").stderr
