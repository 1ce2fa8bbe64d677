"""A hand that could not be read was asked for, and another, whose hand_id began with its number, was explained."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

NIGHT = Path(__file__).with_name("night.csv")
BAD = "{};Anna;zz;5d 7c 4d 7s 8d;3h Ks 3c Tc Th;-3\n;Boris;3s Ac 9h;2d Ad 9c 5s 6h;Ts Kh As Qh Jc;3\n"


@pytest.fixture
def identity(ofc):
    return next(csv.DictReader(io.StringIO(ofc("settle", NIGHT, "--format", "csv").stdout)))["hand_id"]


@pytest.mark.parametrize("digits", [1, 4])
def test_a_hand_that_could_not_be_read_is_not_another_that_begins_like_it(ofc, tmp_path, identity, digits):
    file = tmp_path / "night.csv"
    file.write_text(NIGHT.read_text(encoding="utf-8") + BAD.format(identity[:digits]), encoding="utf-8")
    run = ofc("explain", file, "--hand", identity[:digits])
    assert (run.returncode, run.stdout) == (2, "")
    assert "'zz' is no card" in run.stderr
    assert ofc("explain", file, "--hand", "6").stdout.startswith("Hand 6 ")


@pytest.mark.parametrize("digits", [0, 1, 3])
def test_a_beginning_of_less_than_four_digits_names_no_hand(ofc, identity, digits):
    run = ofc("explain", NIGHT, "--hand", identity[:digits])
    assert (run.returncode, run.stdout) == (2, "")
    assert f"no hand is called {identity[:digits]!r}; the settled hands are 6." in run.stderr
    assert ofc("explain", NIGHT, "--hand", identity[:4]).returncode == 0


def test_where_nothing_was_settled_the_reason_is_said(ofc, tmp_path):
    file = tmp_path / "night.csv"
    file.write_text(NIGHT.read_text(encoding="utf-8").replace("3h Ks", "zz Ks"), encoding="utf-8")
    run = ofc("explain", file, "--hand", "9")
    assert run.returncode == 2
    assert "no hand is called '9'; none could be settled: " in run.stderr
    assert "'zz' is no card" in run.stderr
