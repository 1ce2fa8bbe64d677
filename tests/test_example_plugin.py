"""The worked example of a format: built, installed as a distribution of its own, and read through the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest


@pytest.fixture(scope="module")
def plugged(tmp_path_factory, root):
    """An environment in which the example is installed beside the library."""
    target = tmp_path_factory.mktemp("plugins")
    install = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--no-build-isolation"]
    command = [*install, "--target", str(target), str(root / "parsers" / "example")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return {"PYTHONPATH": os.pathsep.join([str(target), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)}


def test_it_is_listed_beside_the_others(ofc, plugged):
    run = ofc("formats", env=plugged)
    assert run.returncode == 0
    assert "kitchen-table" in run.stdout
    assert "ofc-json" in run.stdout
    assert "kitchen-table" not in ofc("formats").stdout


def test_its_sample_is_what_its_golden_says(ofc, plugged, root, tmp_path):
    samples = root / "parsers" / "example" / "samples"
    issues = tmp_path / "issues.jsonl"
    run = ofc("settle", "night.txt", "--format", "json", "--issues", issues, cwd=samples, env=plugged)
    assert run.returncode == 1
    found = [json.loads(line) for line in issues.read_text(encoding="utf-8").splitlines()]
    golden = json.loads((samples / "night.txt.golden.json").read_text(encoding="utf-8"))
    assert {"results": [json.loads(line) for line in run.stdout.splitlines()], "issues": found} == golden
    assert [result["hand"] for result in golden["results"]] == ["1", "3"]
    assert all(player["agrees"] for result in golden["results"] for player in result["players"])
    assert [(issue["line"], issue["hands"]) for issue in golden["issues"]] == [(7, 1)]


def test_its_files_are_not_written_without_names(ofc, plugged, root, tmp_path):
    sample = root / "parsers" / "example" / "samples" / "night.txt"
    run = ofc("anonymise", sample, "--output", tmp_path / "out", "--salt", "s", env=plugged)
    assert run.returncode == 2
    assert "format kitchen-table cannot be written without their names" in run.stderr
    assert not (tmp_path / "out").exists()


def test_without_it_nothing_knows_the_notes(ofc, root):
    run = ofc("settle", root / "parsers" / "example" / "samples" / "night.txt")
    assert run.returncode == 2
    assert "no parser knows this format" in run.stderr
