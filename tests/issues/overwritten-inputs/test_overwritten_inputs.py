"""`--issues` and `--output` wrote over the file that was read, or over each other."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

HAND = Path(__file__).with_name("hand.jsonl")
HOUSE = 'extends = "american-pineapple"\n'


@pytest.fixture
def folder(tmp_path):
    shutil.copy(HAND, tmp_path / "hand.jsonl")
    (tmp_path / "house.toml").write_text(HOUSE, encoding="utf-8")
    (tmp_path / "soft.jsonl").symlink_to("hand.jsonl")
    os.link(tmp_path / "hand.jsonl", tmp_path / "hard.jsonl")
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ("settle", "hand.jsonl", "--issues", "hand.jsonl"),
        ("settle", "hand.jsonl", "--output", "./hand.jsonl"),
        ("settle", "hand.jsonl", "--output", "soft.jsonl"),
        ("settle", "soft.jsonl", "--output", "hand.jsonl"),
        ("settle", "hand.jsonl", "--issues", "hard.jsonl"),
        ("settle", ".", "--output", "hand.jsonl"),
        ("settle", "hand.jsonl", "--rules", "house.toml", "--output", "house.toml"),
        ("settle", "hand.jsonl", "--against", "house.toml", "--output", "house.toml"),
        ("stats", "hand.jsonl", "--output", "hand.jsonl"),
        ("explain", "hand.jsonl", "--hand", "good", "--issues", "hand.jsonl"),
        ("rules", "show", "house.toml", "--output", "house.toml"),
        ("rules", "check", "house.toml", "--output", "house.toml"),
        ("rules", "diff", "house.toml", "tonybet", "--output", "house.toml"),
    ],
)
def test_what_is_read_is_never_written_over(ofc, folder, arguments):
    run = ofc(*arguments, cwd=folder)
    assert (run.returncode, run.stdout) == (2, "")
    assert "would overwrite" in run.stderr
    assert run.stderr.count("\n") == 1
    assert (folder / "hand.jsonl").read_bytes() == HAND.read_bytes()
    assert (folder / "house.toml").read_text(encoding="utf-8") == HOUSE


@pytest.mark.parametrize(
    ("output", "issues"), [("new", "new"), ("new", "./new"), ("house.toml", "house.toml")]
)
def test_two_results_never_go_into_one_file(ofc, folder, output, issues):
    run = ofc("settle", "hand.jsonl", "--output", output, "--issues", issues, cwd=folder)
    assert run.returncode == 2
    assert "--output and --issues are the same file" in run.stderr
    assert not (folder / "new").exists()
    assert (folder / "house.toml").read_text(encoding="utf-8") == HOUSE


def test_other_files_are_written_as_before(ofc, folder):
    run = ofc("settle", ".", "--output", "new.csv", "--format", "csv", "--issues", os.devnull, cwd=folder)
    assert "would overwrite" not in run.stderr
    assert (folder / "new.csv").read_text(encoding="utf-8").startswith("hand_id,")
    for _ in range(2):  # a result that is there already is no input
        assert ofc("settle", "hand.jsonl", "--output", "again.txt", cwd=folder).returncode == 0
