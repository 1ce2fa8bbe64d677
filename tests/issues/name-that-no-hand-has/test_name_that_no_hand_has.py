"""`ofc stats --where player=Ana` said "No such hands." of a night that Anna played, and nobody saw the slip."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def night(root):
    return root / "sample_data" / "night.csv"


@pytest.mark.parametrize(
    ("where", "told"),
    [
        (["player=Ana"], "ofc: no hand has player 'Ana'; nearest first: Anna, "),
        (["opponent=Boriss"], "ofc: no hand has opponent 'Boriss'; nearest first: Boris, "),
        (["player=Anna", "player=Bris"], "ofc: no hand has player 'Bris'; nearest first: Boris, "),
        (["currency=EUR"], "ofc: no hand has currency 'EUR'; nearest first: RUB"),
        (["rules=progressive"], "ofc: no hand has rules 'progressive'; nearest first: "),
        (["table=7"], "ofc: no hand has table '7'; nearest first: "),
    ],
)
@pytest.mark.parametrize("options", [[], ["--metric", "points", "--format", "json"]])
def test_the_nearest_names_are_told(ofc, night, where, told, options):
    run = ofc("stats", night, *options, *(part for text in where for part in ("--where", text)))
    assert (run.returncode, run.stdout) == (2, "")
    assert told in run.stderr


def test_in_a_file_of_questions_too(ofc, night, tmp_path):
    file = tmp_path / "questions.toml"
    file.write_text("[[question]]\nmetric = 'points'\nwhere = { player = 'Ana' }", encoding="utf-8")
    run = ofc("stats", night, "--questions", file)
    assert (run.returncode, run.stdout) == (2, "")
    assert "no hand has player 'Ana'; nearest first: Anna, " in run.stderr


def test_names_that_are_there_and_what_is_not_known(ofc, night):
    assert ofc("stats", night, "--where", "player=Anna").returncode == 0
    assert ofc("stats", night, "--where", "table=").returncode == 0
