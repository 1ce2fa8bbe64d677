"""In CSV -28.00 became a text with an apostrophe, a slash in a name made two players of one, and a name cleared the screen."""

from __future__ import annotations

import csv
import io
import json

import polars as pl
import pytest

from ofc_analytics.spreadsheets import flat, without_formulas

NIGHT = """\
hand,player,top,middle,bottom,points
1,{},2c 4h 6d,Ks Qh Th 6c 3s,Ad Kd Tc 6s 3d,3
1,Bo/ris;,2s 3h 5d,Kc Qd 9h 5c 2h,Ah Kh 9c 5s 2d,-4
"""


@pytest.fixture
def night(tmp_path):
    file = tmp_path / "night.csv"
    file.write_text(NIGHT.format("A\x1b[2J\x9b\u202e"), encoding="utf-8")
    return file


def test_numbers_names_and_signs_of_findings(ofc, night):
    text = ofc("audit", night, "--format", "csv").stdout
    rows = [row for row in csv.DictReader(io.StringIO(text)) if row["code"] == "claim-points"]
    assert [(row["players"], row["claimed"]) for row in rows] == [
        ("A\ufffd[2J\ufffd\ufffd", "3"),
        ("Bo/ris\\;", "-4"),
    ]
    both = next(row for row in csv.DictReader(io.StringIO(text)) if row["code"] == "points-unbalanced")
    assert both["players"] == "A\ufffd[2J\ufffd\ufffd; Bo/ris\\;"


@pytest.mark.parametrize("form", ["csv", "json"])
def test_nothing_steers_a_terminal_and_json_loses_nothing(ofc, night, form):
    text = ofc("audit", night, "--format", form).stdout
    assert not set("\x1b\x9b\u202e") & set(text)
    if form == "json":
        assert "A\x1b[2J\x9b\u202e" in {
            name for line in text.splitlines() for name in json.loads(line)["players"]
        }


@pytest.mark.parametrize("number", ["-28.00", "+13", "-0.5", "-4"])
def test_a_number_is_no_formula(number):
    assert without_formulas(pl.DataFrame({"net": [number]})).item() == number


@pytest.mark.parametrize(
    "text", ["=1+1", "-2+3", "+cmd|' /C calc'!A0", "@SUM(A1)", "-28.00=1", "＝1", "\n=1"]
)
def test_a_formula_stays_a_text(text):
    assert without_formulas(pl.DataFrame({"name": [text]})).item() == f"'{text}"


@pytest.mark.parametrize("names", [["a; b"], ["a", "b"], ["a\\", "b"], ["a\\; b"]])
def test_every_list_of_names_is_another_text(names):
    others = [["a; b"], ["a", "b"], ["a\\", "b"], ["a\\; b"]]
    told = flat(pl.DataFrame({"names": others}))["names"].to_list()
    assert told.count(told[others.index(names)]) == 1
