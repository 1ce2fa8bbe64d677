"""`ofc sheet check` did not change the rules of hands without cards, and took rules that there are not."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
SHEET = HERE / "named.csv"


def test_claims_are_held_against_the_changed_rules(ofc):
    assert ofc("sheet", "check", SHEET).returncode == 1
    run = ofc("sheet", "check", SHEET, "--set", "rows.scoop=9")
    assert run.returncode == 0, run.stdout
    assert "0 errors, 0 warnings, 1 note." in run.stdout


@pytest.mark.parametrize("command", [("sheet", "check"), ("ledger",)])
@pytest.mark.parametrize("sheet", ["unit,10\nhand,Anna,Boris\n1,3,-3\n", SHEET.read_text("utf-8")])
def test_a_rule_that_there_is_not_is_refused(ofc, tmp_path, command, sheet):
    (tmp_path / "night.csv").write_text(sheet, encoding="utf-8")
    run = ofc(*command, tmp_path / "night.csv", "--set", "no.such=9")
    assert (run.returncode, run.stdout) == (2, "")
    assert "there is no rule no.such" in run.stderr
