"""`--output -` and `--issues -` made a file of that name; an empty path read the whole current folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import ofc_analytics
from ofc_analytics.errors import FormatError

HAND = Path(__file__).with_name("hand.jsonl")


def test_a_dash_is_standard_output_and_standard_error(ofc, tmp_path):
    plain = ofc("settle", HAND, "--format", "csv")
    dashed = ofc("settle", HAND, "--format", "csv", "--output", "-", cwd=tmp_path)
    assert (dashed.returncode, dashed.stdout) == (0, plain.stdout)
    run = ofc("settle", HAND, tmp_path / "nowhere.csv", "--issues", "-", "--format", "csv", cwd=tmp_path)
    assert (run.returncode, run.stdout) == (1, plain.stdout)
    assert [json.loads(line)["code"] for line in run.stderr.splitlines()] == ["file-missing"]
    assert list(tmp_path.iterdir()) == []


def test_an_empty_path_is_no_folder(ofc, tmp_path):
    shutil.copy(HAND, tmp_path)
    run = ofc("settle", "", cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert "the path is empty" in run.stderr


def test_neither_is_it_in_python():
    with pytest.raises(FormatError, match="the path is empty"):
        ofc_analytics.read("")
