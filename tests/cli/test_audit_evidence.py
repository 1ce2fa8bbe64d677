"""`ofc audit`: the summary by family, and the folder that a third person checks the findings with."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import shlex

import pytest

NIGHT = """\
unit,10,currency,RUB
hand,player,top,middle,bottom,points
1,Anna,Qc Qd 7s,Kh Ks 9c 8d 2h,Ac Ad Ah 2s 3d,{}
1,Boris,4c 5d 8h,3c 3h 9d Td 4h,6c 6d Jc Js 5c,-13
2,Anna,2c 4h 6d,Ks Qh Th 6c 3s,Ad Kd Tc 6s 3d,3
2,Boris,2s 3h 5d,Kc Qd 9h 5c 2h,Ah Kh 9c 5s 2d,-3
"""


@pytest.fixture
def night(tmp_path):
    file = tmp_path / "night.csv"
    file.write_text(NIGHT.format(12), encoding="utf-8")
    return file


def contents(folder):
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def test_the_summary_by_family(ofc, night):
    text = ofc("audit", night).stdout
    assert "Findings by family" in text
    (points,) = (line for line in text.splitlines() if line.startswith("│ points"))
    assert [cell.strip() for cell in points.strip("│").split("│")] == ["points", "4", "–", "–", "40.00 RUB"]
    assert "Each hand is explained by a command such as: ofc explain " in text


def test_a_slip_that_gives_the_claim_is_in_the_reason(ofc, night):
    run = ofc("audit", night, "--format", "json")
    (reason,) = {
        line["reason"].partition(". ")[2]
        for line in map(json.loads, run.stdout.splitlines())
        if line["hand"] == "2"
    }
    assert (
        reason == "That is what comes out if the scoop between Anna and Boris was counted as 3 instead of 6."
    )


def test_only_the_families_that_are_asked_for(ofc, night):
    run = ofc("audit", night, "--family", "money", "--family", "fouls", "--format", "json")
    assert (run.returncode, run.stdout) == (0, "")
    run = ofc("audit", night, "--family", "points", "--format", "json")
    assert run.returncode == 1
    assert {json.loads(line)["family"] for line in run.stdout.splitlines()} == {"points"}
    wrong = ofc("audit", night, "--family", "pots")
    assert wrong.returncode == 2
    assert "there is no family 'pots'; expected points, money," in wrong.stderr


def test_the_command_that_explains_a_finding_explains_it(ofc, tmp_path):
    file = tmp_path / "Anna's night.csv"
    file.write_text(NIGHT.format(12), encoding="utf-8")
    run = ofc("audit", file.name, "--set", "rows.scoop=4", "--format", "json", cwd=tmp_path)
    first = json.loads(run.stdout.splitlines()[0])
    command, *arguments = shlex.split(first["explain"])
    assert command == "ofc"
    receipt = ofc(*arguments, cwd=tmp_path)
    assert receipt.returncode == 1
    assert "claimed" in receipt.stdout
    assert f"Hand {first['hand']} " in receipt.stdout


def test_a_member_of_an_archive_is_explained_by_the_archive(ofc, tmp_path):
    import zipfile

    with zipfile.ZipFile(tmp_path / "night.zip", "w") as archive:
        archive.writestr("night.csv", NIGHT.format(12))
    run = ofc("audit", "night.zip", "--format", "json", cwd=tmp_path)
    command = json.loads(run.stdout.splitlines()[0])["explain"]
    assert command.startswith("ofc explain night.zip --hand ")
    assert ofc(*shlex.split(command)[1:], cwd=tmp_path).returncode == 1


def test_the_evidence(ofc, night, tmp_path):
    folder = tmp_path / "evidence"
    run = ofc(
        "audit",
        "night.csv",
        "--set",
        "rows.scoop=3",
        "--evidence",
        "evidence",
        "--format",
        "json",
        cwd=tmp_path,
    )
    assert run.returncode == 1
    assert (folder / "findings.jsonl").read_text(encoding="utf-8") == run.stdout
    findings = [json.loads(line) for line in run.stdout.splitlines()]
    table = list(csv.DictReader(io.StringIO((folder / "findings.csv").read_text(encoding="utf-8"))))
    assert [row["code"] for row in table] == [finding["code"] for finding in findings]
    (read,) = json.loads((folder / "inputs.json").read_text())
    assert read == {
        "path": "night.csv",
        "sha256": hashlib.sha256(night.read_bytes()).hexdigest(),
        "size": night.stat().st_size,
    }
    versions = json.loads((folder / "versions.json").read_text())
    assert {"ofc-analytics", "polars", "numpy"} <= set(versions["packages"])
    assert versions["parsers"][0]["parser"] == "home-sheet"
    receipts = sorted(file.name for file in (folder / "receipts").iterdir())
    assert [name.partition("-")[0] for name in receipts] == ["001", "001", "002", "002"]
    slip = json.loads((folder / "receipts" / receipts[0]).read_text())
    assert slip["rules"] == "american-pineapple"
    assert "the worst first" in (folder / "README.txt").read_text()


def test_the_command_in_the_folder_does_it_again(ofc, night, tmp_path):
    ofc("audit", "night.csv", "--set", "rows.scoop=3", "--evidence", "evidence", cwd=tmp_path)
    command = shlex.split((tmp_path / "evidence" / "command.txt").read_text())
    assert command == ["ofc", "audit", "night.csv", "--set", "rows.scoop=3"]
    again = ofc(*command[1:], "--evidence", "again", cwd=tmp_path)
    assert again.returncode == 1
    assert contents(tmp_path / "again") == contents(tmp_path / "evidence")


def test_the_rules_in_the_folder_give_the_same_findings(ofc, night, tmp_path):
    folder = tmp_path / "evidence"
    first = ofc("audit", night, "--set", "royalties.top.QQ=8", "--evidence", folder, "--format", "json")
    (rules,) = (folder / "rules").iterdir()
    fingerprint = rules.stem.rpartition("-")[2]
    assert fingerprint in ofc("rules", "show", rules).stdout
    second = ofc("audit", night, "--rules", rules, "--format", "json")
    assert [json.loads(line)["recomputed"] for line in first.stdout.splitlines()] == [
        json.loads(line)["recomputed"] for line in second.stdout.splitlines()
    ]


def test_a_folder_that_holds_something_is_refused(ofc, night, tmp_path):
    folder = tmp_path / "evidence"
    folder.mkdir()
    kept = folder / "notes.txt"
    kept.write_text("mine")
    run = ofc("audit", night, "--evidence", folder)
    assert run.returncode == 2
    assert "is not empty" in run.stderr
    assert contents(folder) == {"notes.txt": b"mine"}
    assert "is a file" in ofc("audit", night, "--evidence", kept).stderr


def test_a_folder_among_the_inputs_is_refused(ofc, night, tmp_path):
    run = ofc("audit", ".", "--evidence", "evidence", cwd=tmp_path)
    assert run.returncode == 2
    assert "lies in ., which is read" in run.stderr
    assert not (tmp_path / "evidence").exists()


def test_only_the_worst_receipts_are_written_and_it_is_said(ofc, tmp_path):
    log = tmp_path / "log.jsonl"
    ofc("generate", "--hands", 600, "--fault", "points=0.5", "--output", log)
    run = ofc("audit", log, "--family", "points", "--evidence", tmp_path / "evidence")
    assert run.returncode == 1
    assert len(list((tmp_path / "evidence" / "receipts").glob("*.txt"))) == 200
    assert "the 200 worst of " in (tmp_path / "evidence" / "README.txt").read_text()
    assert "more: 100 are shown" in " ".join(run.stdout.split())


def test_a_hand_with_a_card_twice_is_a_finding(ofc, night):
    night.write_text(NIGHT.format(13).replace("4c 5d 8h", "Qc 5d 8h"), encoding="utf-8")
    run = ofc("audit", night, "--family", "deck", "--format", "json")
    (finding,) = map(json.loads, run.stdout.splitlines())
    assert (finding["code"], finding["severity"], finding["hand"]) == ("card-twice", "error", "1")
    assert finding["claimed"] == "Qc"
    assert finding["explain"] is None


def test_names_in_the_folder_cannot_steer_a_terminal(ofc, night, tmp_path):
    night.write_text(NIGHT.format(12).replace("Boris", "\u202eB\x1b[2J"), encoding="utf-8")
    ofc("audit", night, "--evidence", tmp_path / "evidence")
    for name, content in contents(tmp_path / "evidence").items():
        if name.endswith((".txt", ".json")):
            assert "\u202e" not in content.decode()
            assert "\x1b" not in content.decode()
