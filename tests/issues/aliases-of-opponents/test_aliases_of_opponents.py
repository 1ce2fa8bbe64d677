"""An alias file could join two who played each other, where their hands had no cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from tally_sheets import KINDS, LAYOUTS

HERE = Path(__file__).parent
TOLD = "are one player by --aliases, and both played hand 1"


def test_opponents_without_cards_are_never_joined(ofc):
    run = ofc("ledger", HERE / "points.csv", "--aliases", HERE / "names.toml")
    assert (run.returncode, run.stdout) == (2, "")
    assert f"'Anna' and 'Boris' {TOLD}" in run.stderr


@pytest.mark.parametrize("layout", ["points", "wide", "pairs", "pair columns", "named, orders"])
def test_in_whatever_way_hands_are_told(ofc, tmp_path, layout):
    (tmp_path / "night.csv").write_bytes(KINDS["csv"](LAYOUTS[layout]()))
    run = ofc("ledger", tmp_path / "night.csv", "--aliases", HERE / "names.toml")
    assert run.returncode == 2
    assert TOLD in run.stderr


def test_names_of_opponents_that_look_alike_are_not_pointed_out(ofc, tmp_path):
    (tmp_path / "night.csv").write_text(
        (HERE / "points.csv").read_text("utf-8").replace("Boris", "\u0410nna"), encoding="utf-8"
    )
    for run in (ofc("ledger", tmp_path / "night.csv"), ofc("sheet", "check", tmp_path / "night.csv")):
        assert run.returncode == 0
        assert "count as two players" not in run.stdout + run.stderr
