"""Findings of an archive named the file that was imported long ago, if one of that name happened to lie there."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

NIGHT = Path(__file__).with_name("night.csv")


def test_the_archive_is_named(ofc, tmp_path):
    (tmp_path / "night.csv").write_bytes(NIGHT.read_bytes())
    assert ofc("import", "night.csv", "--archive", "club.duckdb", cwd=tmp_path).returncode == 0
    (tmp_path / "night.csv").write_text("another night\n", encoding="utf-8")
    run = ofc("audit", "club.duckdb", "--format", "json", cwd=tmp_path)
    (first, _) = map(json.loads, run.stdout.splitlines())
    assert first["file"] == "club.duckdb/night.csv"
    command = shlex.split(first["explain"])
    assert command[:3] == ["ofc", "explain", "club.duckdb"]
    assert "claimed points 3" in ofc(*command[1:], cwd=tmp_path).stdout
