"""The sample data is what its script makes, and the README's own examples run on it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import polars as pl

import ofc_analytics as ofc


def test_the_script_makes_the_files_again(root, tmp_path):
    folder = tmp_path / "sample_data"
    shutil.copytree(root / "sample_data", folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.name.startswith("night")}
    for path in folder.glob("night*"):
        path.unlink()
    subprocess.run([sys.executable, folder / "make.py"], check=True)
    assert {
        path.name: path.read_bytes() for path in folder.iterdir() if path.name.startswith("night")
    } == before


def test_every_form_of_the_night_has_the_same_boards_and_results(root):
    nights = [
        ofc.boards(ofc.settle(ofc.read(root / "sample_data" / name))).select(
            "name", "points", "fantasyland", "foul"
        )
        for name in ("night.csv", "night.xlsx", "night.ofc.jsonl")
    ]
    assert nights[0].equals(nights[1])
    assert nights[0].equals(nights[2])
    arena = ofc.boards(ofc.settle(ofc.read(root / "sample_data" / "night.arena.jsonl")))
    points = pl.col("points").sum()
    totals = [frame.group_by("name").agg(points).sort("name") for frame in (nights[0], arena)]
    assert totals[0].equals(totals[1])


def test_the_two_planted_slips_are_found(root):
    wrong = ofc.disagreements(ofc.settle(ofc.read(root / "sample_data" / "night.csv")))
    assert sorted(set(wrong["native_id"])) == ["22", "9"]


def test_the_readme_python_runs(root, monkeypatch):
    (block,) = re.findall(r"```python\n(.*?)```", (root / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(root)
    exec(compile(block, "README.md", "exec"), {})  # noqa: S102 - the README's own example
    import matplotlib.pyplot as plt

    plt.close("all")
