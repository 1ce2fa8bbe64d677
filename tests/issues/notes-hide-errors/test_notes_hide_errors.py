"""Thirty notes filled the twenty messages that are shown, and the one error among the rest was not seen."""

from __future__ import annotations

from pathlib import Path

NIGHT = Path(__file__).with_name("night.csv")


def test_errors_come_before_notes(ofc):
    run = ofc("settle", NIGHT)
    assert run.returncode == 1
    first, *others, last = run.stderr.splitlines()
    assert "line 92, hand 31" in first
    assert len(others) == 19
    assert all(line.startswith("note: ") for line in others)
    assert last == "1 error, 0 warnings, 30 notes; the first 20 are shown, --issues FILE.jsonl has them all"
    assert "31 hands read: 30 settled under american-pineapple, 0 duplicates, 1 left out." in run.stdout
    assert run.stdout.endswith("1 error, 0 warnings, 30 notes.\n")
