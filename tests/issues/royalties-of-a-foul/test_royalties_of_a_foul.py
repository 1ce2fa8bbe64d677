"""Royalties noted beside a foul are read as none, and were shown as 0 as if nothing else had been written."""

from __future__ import annotations

import csv
import io
from pathlib import Path

NIGHT = Path(__file__).with_name("night.csv")


def test_what_was_written_is_shown(ofc):
    anna, boris = csv.DictReader(io.StringIO(ofc("settle", NIGHT, "--format", "csv").stdout))
    assert (anna["claimed_royalties"], anna["claimed_raw"]) == ("0/0/0", "royalties 7/0/6")
    assert (boris["claimed_royalties"], boris["claimed_raw"]) == ("0/0/2", "")


def test_so_it_is_where_the_claim_does_not_stand(ofc, tmp_path):
    file = tmp_path / "night.csv"
    text = NIGHT.read_text(encoding="utf-8").replace("2s Qd Jd", "6s 6d Jd")  # a royalty, and no foul
    file.write_text(text, encoding="utf-8")
    run = ofc("settle", file)
    assert run.returncode == 1
    assert "0/0/0 (written: royalties 7/0/6)" in run.stdout
    assert "claimed royalties 0/0/0 (written: royalties 7/0/6)" in ofc("explain", file, "--hand", "1").stdout
