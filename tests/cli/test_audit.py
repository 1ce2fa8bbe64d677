"""`ofc audit`, run as a club's auditor runs it over a folder of exports and logs."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from decimal import Decimal

import club_files
import polars as pl
import pytest
from club_files import BOOK

KEYS = [
    "code", "severity", "hand", "players", "claimed", "recomputed", "at_stake", "reason", "file", "line", "sheet",
    "family", "explain",
]  # fmt: skip
NIGHT = """\
unit,10,currency,RUB
hand,player,top,middle,bottom,points
1,Anna,Qc Qd 7s,Kh Ks 9c 8d 2h,Ac Ad Ah 2s 3d,{}
1,Boris,4c 5d 8h,3c 3h 9d Td 4h,6c 6d Jc Js 5c,-13
"""


@pytest.fixture
def write(tmp_path):
    def written(name, data):
        file = tmp_path / name
        file.write_bytes(data)
        return file

    return written


def wrong_fee():
    sheets = club_files.pppoker_sheets()
    sheets.rows["Partidas"][6][11] = Decimal("2.40")
    return sheets.bytes()


def unbalanced():
    line = replace(BOOK[0].lines[0], opponents="58.50")
    return club_files.pppoker((replace(BOOK[0], lines=(line, *BOOK[0].lines[1:])),))


def test_a_sound_export(ofc, write):
    run = ofc("audit", write("club.xlsx", club_files.pppoker()))
    assert run.returncode == 0
    assert run.stdout == (
        "Club exports: 3 tables with 7 lines of players, 6 totals of players.\n"
        "Found: 0 errors, 0 warnings, 0 notes.\n"
        "On reading: 0 errors, 0 warnings, 3 notes.\n"
    )


def test_an_export_that_does_not_add_up(ofc, write):
    run = ofc("audit", write("club.xlsx", wrong_fee()), "--format", "json")
    assert run.returncode == 1
    findings = [json.loads(line) for line in run.stdout.splitlines()]
    assert all(list(finding) == KEYS for finding in findings)
    (fee,) = [finding for finding in findings if finding["code"] == "club-total"]
    assert fee["hand"] == BOOK[0].number
    assert (fee["claimed"], fee["recomputed"], fee["at_stake"]) == ("51.00", "50.90", "0.10")
    text = ofc("audit", write("club.xlsx", wrong_fee()))
    assert text.returncode == 1
    assert "club-total" in text.stdout
    assert "2 errors, 2 warnings, 0 notes" in text.stdout


def test_hands_are_audited_for_their_claims(ofc, write):
    assert ofc("audit", write("good.csv", NIGHT.format("13").encode())).returncode == 0
    run = ofc("audit", write("bad.csv", NIGHT.format("12").encode()), "--format", "json")
    assert run.returncode == 1
    finding, sum_of_them = map(json.loads, run.stdout.splitlines())
    assert sum_of_them["code"] == "points-unbalanced"
    assert {key: finding[key] for key in ("code", "severity", "hand", "players", "at_stake", "line")} == {
        "code": "claim-points",
        "severity": "error",
        "hand": "1",
        "players": ["Anna"],
        "at_stake": "10.00",
        "line": 3,
    }
    assert finding["reason"] == "The source gives Anna points 12, and the cards give 13."


def test_hands_and_exports_together_are_counted(ofc, tmp_path, write):
    write("night.csv", NIGHT.format("13").encode())
    write("club.xlsx", club_files.clubgg())
    run = ofc("audit", tmp_path)
    assert run.returncode == 0
    assert (
        "1 hand read: 1 settled, 0 duplicates, 0 left out.\nClub exports: 3 tables with 7 lines" in run.stdout
    )


def test_an_export_on_standard_input(ofc):
    run = ofc("audit", "-", stdin=club_files.pppoker_russian().decode("utf-8-sig"))
    assert run.returncode == 0
    assert "3 tables with 7 lines" in run.stdout


@pytest.mark.parametrize(("least", "code"), [("error", 0), ("warning", 1), ("note", 1)])
def test_what_fails_is_chosen(ofc, write, least, code):
    assert ofc("audit", write("club.xlsx", unbalanced()), "--fail-on", least).returncode == code


def test_a_note_fails_only_where_it_is_asked_to(ofc, write):
    file = write("club.xlsx", club_files.clubgg(split=True))
    assert ofc("audit", file).returncode == 0
    assert ofc("audit", file, "--fail-on", "note").returncode == 1


def test_csv_and_parquet(ofc, write, tmp_path):
    file = write("club.xlsx", wrong_fee())
    run = ofc("audit", file, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(run.stdout)))
    assert list(rows[0]) == KEYS
    output = tmp_path / "found.parquet"
    assert ofc("audit", file, "--format", "parquet", "--output", output).returncode == 1
    assert pl.read_parquet(output)["code"].to_list() == [row["code"] for row in rows]


def test_what_could_not_be_read_fails_and_is_written_down(ofc, write, tmp_path):
    sheets = club_files.pppoker_sheets()
    sheets.rows["Partidas"][6][4] = "muito"
    issues = tmp_path / "issues.jsonl"
    file = write("club.xlsx", sheets.bytes())
    assert ofc("audit", file, "--issues", issues, "--fail-on", "error").returncode == 1
    found = [json.loads(line) for line in issues.read_text(encoding="utf-8").splitlines()]
    assert ("amount-unreadable", "E7") in {(issue["code"], issue["cell"]) for issue in found}
    strict = ofc("audit", file, "--strict")
    assert strict.returncode == 2
    assert "cell E7: in the buy-in" in strict.stderr


def test_nothing_to_audit(ofc, write):
    run = ofc("audit", write("notes.txt", b"nothing of interest"))
    assert run.returncode == 2
    assert "nothing could be audited" in run.stderr


def test_no_input_is_written_over(ofc, write):
    file = write("club.xlsx", club_files.pppoker())
    run = ofc("audit", file, "--format", "json", "--output", file)
    assert run.returncode == 2
    assert "would overwrite" in run.stderr


def test_names_cannot_steer_a_terminal(ofc, write):
    line = replace(BOOK[0].lines[0], nick="\x1b[2J\u202eA", opponents="58.50")
    book = (replace(BOOK[0], lines=(line, *BOOK[0].lines[1:])), BOOK[0])
    sheets = club_files.pppoker_sheets(book)
    sheets.rows["Partidas"][6][2] = "=1+1\u202eA"
    run = ofc("audit", write("club.xlsx", sheets.bytes()))
    assert "\u202e" not in run.stdout + run.stderr
