"""An id that stands twice was told without the file and line where it comes again."""

from __future__ import annotations

import json

ROWS = "kind,player,amount,id\nbuy-in,Anna,5,a\nbuy-in,Boris,5,b\nbuy-in,Vera,7,a\ncash-out,Boris,5,c\n"


def test_the_place_is_that_of_the_second_and_only_those_of_the_id_are_left_out(ofc, tmp_path):
    (tmp_path / "money.csv").write_text(ROWS, encoding="utf-8")
    run = ofc("ledger", "--entries", "money.csv", "--issues", "issues.jsonl", cwd=tmp_path)
    assert run.returncode == 1
    (fault,) = [json.loads(row) for row in (tmp_path / "issues.jsonl").read_text("utf-8").splitlines()]
    assert (fault["code"], fault["file"], fault["line"], fault["text"]) == (
        "entry-twice",
        "money.csv",
        4,
        "a",
    )
    assert "in money.csv, line 2 and in money.csv, line 4" in fault["message"]
    assert "Boris is square" in run.stdout
    assert "Vera" not in run.stdout


def test_in_two_files(ofc, tmp_path):
    (tmp_path / "one.csv").write_text(ROWS.replace(",a\n", ",d\n", 1), encoding="utf-8")
    (tmp_path / "two.csv").write_text(
        "kind,player,amount,id\npayment,Gleb,5,d\n".replace("payment", "carried"), encoding="utf-8"
    )
    run = ofc("ledger", "--entries", "one.csv", "--entries", "two.csv", cwd=tmp_path)
    assert run.returncode == 1
    assert "two.csv, line 2: an entry stands twice: in one.csv, line 2 and in two.csv, line 2" in run.stderr
