"""A file name that is not UTF-8, as old archives have them, ended in a traceback."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HAND = Path(__file__).parents[1] / "closed-and-full-streams" / "hand.jsonl"
COMMAND = Path(sys.executable).with_name("ofc")


@pytest.fixture
def file(tmp_path):
    path = os.fsencode(tmp_path) + b"/h\xe9.jsonl"
    try:
        shutil.copy(HAND, path)
    except OSError:
        pytest.skip("this file system takes UTF-8 names alone")
    return path


def run(*arguments):
    return subprocess.run([COMMAND, *arguments], capture_output=True, timeout=60, check=False)


@pytest.mark.parametrize("form", ["text", "json", "csv", "parquet"])
@pytest.mark.parametrize("whole_folder", [False, True])
def test_the_hands_are_settled(file, form, whole_folder):
    done = run("settle", os.path.dirname(file) if whole_folder else file, "--format", form)  # noqa: PTH120 (bytes)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


def test_issues_name_the_file_as_well_as_they_can(file, tmp_path):
    Path(os.fsdecode(file)).write_text('{"players": 1}\n', encoding="utf-8")
    issues = tmp_path / "issues.jsonl"
    done = run("settle", file, "--issues", issues)
    assert done.returncode == 2
    (issue,) = map(json.loads, issues.read_text(encoding="utf-8").splitlines())
    assert issue["file"].endswith("/h?.jsonl")
    assert b"/h?.jsonl, line 1" in done.stderr


def test_a_hand_asked_for_in_another_encoding_is_not_there(file):
    done = run("explain", file, "--hand", b"\xe9")
    assert done.returncode == 2
    assert b"no hand is called" in done.stderr


def test_a_player_named_in_another_encoding():
    boards = ("2s Qd Jd / 5d 7c 4d 7s 8d / 3h Ks 3c Tc Th", "3s Ac 9h / 2d Ad 9c 5s 6h / Ts Kh As Qh Jc")
    for form in ("text", "json", "csv"):
        done = run("score", *boards, "--names", b"Ren\xe9,Boris", "--format", form)
        assert done.returncode == 0
        assert b"Ren?" in done.stdout
