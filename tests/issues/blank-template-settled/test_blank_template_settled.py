"""`ofc settle` of a template that nobody has filled in said no more than that no hand could be settled."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("command", "did"), [("settle", "no hand could be settled"), ("ledger", "nothing was added up")]
)
def test_a_sheet_that_nobody_filled_in_is_told_as_such(ofc, tmp_path, command, did):
    assert (
        ofc("sheet", "new", "night.xlsx", "--players", "Anna,Boris", "--hands", "6", cwd=tmp_path).returncode
        == 0
    )
    run = ofc(command, "night.xlsx", cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert f"ofc: {did}: 6 hands have a place in the sheet, and none is filled in yet\n" in run.stderr
