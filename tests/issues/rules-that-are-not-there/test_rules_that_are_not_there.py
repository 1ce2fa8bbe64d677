"""Where no rule was like the one that was named, the answer was "did you mean a look at the list of all rules?"."""

from __future__ import annotations

import pytest

BOARD = "2s Qd Jd / 5d 7c 4d 7s 8d / 3h Ks 3c Tc Th"


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("foo.bar=3", "there is no rule foo.bar; a rule set has name, title, variant, deal, rows, foul, "),
        ("rows.zzz=3", "there is no rule rows.zzz; rows has rows.points, rows.scoop, rows.majority, "),
        ("rows.scop=3", "there is no rule rows.scop; did you mean rows.scoop?"),
        ("=3", "expected key=value, such as foul.equal_rows=foul"),
        ("rows.scoop", "expected key=value, such as foul.equal_rows=foul"),
    ],
)
def test_what_there_is_instead_is_named(ofc, setting, told):
    run = ofc("score", BOARD, "--set", setting)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"ofc: --set {setting}: {told}")


def test_sets_that_settle_alike_are_named(ofc):
    names = {
        line.split("│")[1].strip(): line for line in ofc("rules", "list").stdout.splitlines() if "│" in line
    }
    assert names["pppoker"].split("│")[-2].strip() == "american-pineapple"
    assert names["tonybet"].split("│")[-2].strip() == ""
