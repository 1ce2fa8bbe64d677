"""A session that is a day was another night in each of its spellings."""

from __future__ import annotations

from pathlib import Path


def test_entries_of_one_day_are_of_one_night(ofc):
    run = ofc("ledger", "--entries", Path(__file__).parent / "money.csv")
    assert run.returncode == 0, run.stderr
    assert "2026-11-27: in 1000.00, out 1000.00" in run.stdout
    assert run.stdout.endswith("1 payment:\nBoris → Anna 100.00\n")
