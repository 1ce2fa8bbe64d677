"""`ofc settle`, `explain`, `stats`, `formats` and `rules`, run as a person runs them."""

from __future__ import annotations

import gzip
import json

import polars as pl
import pytest

SHEET = """\
unit,10
hand,player,top,middle,bottom,points
1,Anna,Qc Qd 7s,Qh Qs 9c 8d 2h,Kc Kd Kh 2s 3d,13
1,Boris,Ac 8c 6s,Td Ts 9s 4c 3c,Js Jh 7d 5s 4h,-13
2,Anna,2c 4h 6d,Ks Qh Th 6c 3s,Ad Kd Tc 6s 3d,6
2,Boris,2s 3h 5d,Kc Qd 9h 5c 2h,Ah Kh 9c 5s 2d,-6
"""


@pytest.fixture
def night(tmp_path):
    file = tmp_path / "night.csv"
    file.write_text(SHEET, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("log", "hands", "rules"),
    [
        ("ofc.jsonl", 4, "american-classic"),
        ("ofc-pineapple.jsonl", 3, "american-pineapple"),
        ("ofc-3000.jsonl.gz", 3000, "american-classic"),
        ("ofc-pineapple-3000.jsonl.gz", 3000, "american-pineapple"),
    ],
)
def test_every_claim_of_a_real_log_agrees(ofc, shared, tmp_path, log, hands, rules):
    output = tmp_path / "results.jsonl"
    run = ofc("settle", shared / "data" / "poker-arena" / log, "--format", "json", "--output", output)
    assert (run.returncode, run.stdout) == (0, ""), run.stderr
    settled = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert len(settled) == hands
    assert {hand["rules"] for hand in settled} == {rules}
    players = [player for hand in settled for player in hand["players"]]
    assert all(player["agrees"] is True for player in players)
    for claim in ("points", "foul", "royalties", "fantasyland"):
        assert all(player["claimed"][claim] is not None for player in players)


def test_a_false_claim_in_a_real_log_is_found(ofc, shared, tmp_path):
    text = (shared / "data" / "poker-arena" / "ofc-pineapple.jsonl").read_text(encoding="utf-8")
    file = tmp_path / "changed.jsonl"
    file.write_text(text.replace('"points":48', '"points":47', 1), encoding="utf-8")
    run = ofc("settle", file)
    assert run.returncode == 1
    assert "2 agree, 1 do not" in run.stdout
    assert "47" in run.stdout


def test_a_night_that_agrees(ofc, night):
    run = ofc("settle", night)
    assert run.returncode == 0, run.stderr
    assert (
        "2 hands read: 2 settled under american-pineapple, 0 duplicates, 0 left out.\n2 carry claims: 2 agree, 0 do not."
        in run.stdout
    )
    assert "+190.00" in run.stdout


def test_a_wrong_claim_is_shown_with_its_place(ofc, night):
    night.write_text(SHEET.replace(",6\n", ",3\n").replace(",-6\n", ",-3\n"), encoding="utf-8")
    run = ofc("settle", night)
    assert run.returncode == 1
    assert "do not stand in" in run.stdout
    assert "line 5" in run.stdout
    assert "1 agree, 1 do not" in run.stdout
    explained = ofc("explain", night, "--hand", "2")
    assert explained.returncode == 1
    assert "all three rows" in explained.stdout
    assert "DOES NOT AGREE: claimed points 3" in explained.stdout


def test_a_bad_hand_never_takes_the_good_ones_with_it(ofc, night, tmp_path):
    night.write_text(SHEET.replace("Ah Kh 9c 5s 2d", "Ah Kh 9c 5s 2s"), encoding="utf-8")
    issues = tmp_path / "issues.jsonl"
    run = ofc("settle", night, "--issues", issues)
    assert run.returncode == 1
    assert "2 hands read: 1 settled under american-pineapple, 0 duplicates, 1 left out." in run.stdout
    assert "2s" in run.stderr
    assert "line 6" in run.stderr
    (row,) = [row for row in map(json.loads, issues.read_text().splitlines()) if row["severity"] == "error"]
    assert (row["code"], row["text"], row["line"]) == ("card-twice", "2s", 6)
    strict = ofc("settle", night, "--strict")
    assert (strict.returncode, strict.stdout) == (2, "")
    assert "2s" in strict.stderr


def test_an_unreadable_file_among_good_ones(ofc, night, tmp_path):
    broken = tmp_path / "broken.bin"
    broken.write_bytes(bytes(range(256)) * 8)
    run = ofc("settle", night, broken)
    assert run.returncode == 1
    assert "2 hands read: 2 settled" in run.stdout
    assert "broken.bin" in run.stderr
    alone = ofc("settle", broken)
    assert (alone.returncode, alone.stdout) == (2, "")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.csv", b""),
        ("noise.txt", b"nothing that is a hand\n" * 5),
        ("binary.dat", bytes(range(256)) * 40),
        ("cut.jsonl", b'{"players": [{"name": "A", "top": '),
        ("not-a-workbook.xlsx", b"PK\x03\x04 broken"),
        ("header-only.csv", SHEET.splitlines()[1].encode()),
    ],
)
def test_an_input_without_any_hand_is_one_clear_message(ofc, tmp_path, name, content):
    file = tmp_path / name
    file.write_bytes(content)
    run = ofc("settle", file)
    assert (run.returncode, run.stdout) == (2, "")
    assert name in run.stderr
    assert "Traceback" not in run.stderr


def test_a_missing_file(ofc, tmp_path):
    run = ofc("settle", tmp_path / "nowhere.csv")
    assert run.returncode == 2
    assert "nowhere.csv" in run.stderr
    assert "Traceback" not in run.stderr


def test_encodings_and_compression_are_simply_read(ofc, tmp_path):
    expected = None
    plain = SHEET.replace("Anna", "Аня")
    for name, content in {
        "plain.csv": plain.encode(),
        "bom.csv": plain.encode("utf-8-sig"),
        "wide.csv": plain.encode("utf-16"),
        "dos.csv": plain.replace("\n", "\r\n").encode(),
        "packed.csv.gz": gzip.compress(plain.encode()),
        "ночь с пробелом.csv": plain.encode(),
    }.items():
        file = tmp_path / name
        file.write_bytes(content)
        run = ofc("settle", file, "--format", "csv")
        assert run.returncode == 0, run.stderr
        expected = expected or run.stdout
        assert run.stdout == expected


def test_standard_input(ofc):
    run = ofc("settle", "-", stdin=SHEET)
    assert run.returncode == 0, run.stderr
    assert "2 hands read: 2 settled" in run.stdout


def test_formulas_in_names_do_not_reach_a_spreadsheet(ofc, night):
    night.write_text(SHEET.replace("Anna", "=1+1"), encoding="utf-8")
    run = ofc("settle", night, "--format", "csv")
    assert "'=1+1" in run.stdout


def test_parquet_holds_the_nested_results(ofc, night, tmp_path):
    file = tmp_path / "results.parquet"
    assert ofc("settle", night, "--format", "parquet", "--output", file).returncode == 0
    assert pl.read_parquet(file)["players"].list.len().to_list() == [2, 2]


def test_explain_by_identity_and_by_a_name_that_is_not_there(ofc, night):
    hand = pl.read_csv(ofc("settle", night, "--format", "csv").stdout.encode())["hand_id"][0]
    assert "Anna against Boris" in ofc("explain", night, "--hand", hand[:6]).stdout
    missing = ofc("explain", night, "--hand", "99")
    assert missing.returncode == 2
    assert "'99'" in missing.stderr
    both = ofc("explain", night, night.parent, "--hand", "1")
    assert both.returncode == 0, both.stderr


def test_explaining_a_hand_that_could_not_be_read_says_why(ofc, night):
    night.write_text(SHEET.replace("Ah Kh 9c 5s 2d", "Ah Kh 9c 5s"), encoding="utf-8")
    run = ofc("explain", night, "--hand", "2")
    assert run.returncode == 2
    assert "4 cards" in run.stderr


def test_changed_rules_change_the_result(ofc, night):
    run = ofc("settle", night, "--set", "rows.scoop=0", "--format", "json")
    assert run.returncode == 1
    assert [json.loads(line)["players"][0]["points"] for line in run.stdout.splitlines()] == [10, 3]
    wrong = ofc("settle", night, "--set", "rows.scop=0")
    assert wrong.returncode == 2
    assert "rows.scoop" in wrong.stderr


def test_stats(ofc, night):
    run = ofc("stats", night, "--format", "json")
    assert run.returncode == 0, run.stderr
    anna, boris = sorted((json.loads(line) for line in run.stdout.splitlines()), key=lambda row: row["name"])
    assert (anna["hands"], anna["points_per_hand"], boris["points"]) == (2, 9.5, -19)
    assert "Anna" in ofc("stats", night).stdout


def test_formats(ofc):
    run = ofc("formats", "--format", "json")
    names = [json.loads(line)["name"] for line in run.stdout.splitlines()]
    assert names == sorted(names)
    assert {"home-sheet", "ofc-json", "poker-arena"} <= set(names)
    assert "proven" in ofc("formats").stdout


def test_rules(ofc):
    run = ofc("rules", "list", "--format", "json")
    names = [json.loads(line)["name"] for line in run.stdout.splitlines()]
    assert {
        "american-pineapple",
        "american-classic",
        "progressive-pineapple",
        "pokerdom-pineapple",
        "tonybet",
    } <= set(names)
    shown = ofc("rules", "show", "american-pineapple")
    assert shown.returncode == 0
    assert "QQ 7" in shown.stdout
    assert "Uncertain: fantasyland.stay.middle" in shown.stdout
    assert json.loads(ofc("rules", "show", "tonybet", "--format", "json").stdout)["rows"]["scoop"] == 3
    assert ofc("rules", "show", "nowhere").returncode == 2


def test_calls_that_are_wrong(ofc, night):
    for arguments in ([], ["settle"], ["settle", night, "--format", "xml"], ["explain", night], ["nonsense"]):
        run = ofc(*arguments)
        assert run.returncode == 2
        assert "Traceback" not in run.stderr
    tied = ofc("settle", night, "--input-format", "nonsense")
    assert tied.returncode == 2
    assert "nonsense" in tied.stderr


def test_an_output_that_cannot_be_written(ofc, night):
    run = ofc("settle", night, "--output", night / "x.csv", "--format", "csv")
    assert run.returncode == 2
    assert "cannot be written" in run.stderr


def test_the_version_is_the_packages(ofc):
    from importlib.metadata import version

    run = ofc("--version")
    assert (run.returncode, run.stdout) == (0, f"ofc {version('ofc-analytics')}\n")
