"""A log of one hand that is refused had no finding, and exit code 2; with another hand beside it, exit code 1."""

from __future__ import annotations

import json
from pathlib import Path

LOG = Path(__file__).with_name("alone.csv")


def test_it_is_found(ofc):
    run = ofc("audit", LOG, "--format", "json")
    assert run.returncode == 1
    (finding,) = map(json.loads, run.stdout.splitlines())
    assert (finding["code"], finding["claimed"]) == ("card-twice", "Qc")


def test_what_is_a_finding_is_not_said_twice(ofc):
    assert ofc("audit", LOG).stderr == ""
    assert "the card lies with" in ofc("audit", LOG, "--family", "money").stderr


def test_nothing_at_all_is_still_an_error(ofc, tmp_path):
    empty = tmp_path / "empty.csv"
    empty.write_text("hand,player,top,middle,bottom\n", encoding="utf-8")
    assert ofc("audit", empty).returncode == 2
