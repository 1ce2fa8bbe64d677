"""`ofc import` and `ofc archive`, as somebody uses them who keeps all his logs in one file."""

from __future__ import annotations

import csv
import io
import json

import pytest
from archives import session_hand, session_log
from logs import ofc_log


@pytest.fixture
def club(ofc, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(session_log([1, 2, 3]) + b'{"players": [\n')
    corrected = session_hand(2, unit="5")
    (tmp_path / "b.jsonl").write_bytes(ofc_log(corrected, session_hand(4)))
    first = ofc("import", "a.jsonl", "--archive", "club.duckdb", cwd=tmp_path)
    second = ofc("import", "b.jsonl", "--archive", "club.duckdb", cwd=tmp_path)

    def run(*arguments):
        return ofc(*arguments, cwd=tmp_path)

    return run, first, second


def test_counts_add_up_and_are_told(club):
    run, first, second = club
    assert (first.returncode, first.stdout) == (1, "")
    assert "a.jsonl: 4 hands (3 new, 1 left out)" in first.stderr
    assert first.stderr.splitlines()[-1] == (
        "1 file: hands read 4 = added 3 + known 0 + repeated 0 + left out 1"
    )
    assert second.returncode == 1
    assert second.stderr.splitlines()[-1].endswith("; 1 of those added contradict one that was there")
    again = run("import", "a.jsonl", "b.jsonl", "--archive", "club.duckdb")
    assert again.returncode == 0
    assert "a.jsonl: imported before, nothing has changed" in again.stderr
    assert "2 files, 2 files imported before: hands read 0" in again.stderr


def test_the_log(club):
    run = club[0]
    rows = [
        json.loads(line)
        for line in run("archive", "log", "club.duckdb", "--format", "json").stdout.splitlines()
    ]
    assert [(row["file"], row["read"], row["added"], row["conflicts"]) for row in rows] == [
        ("a.jsonl", 4, 3, 0),
        ("b.jsonl", 2, 2, 1),
    ]
    assert "a.jsonl" in run("archive", "log", "club.duckdb").stdout


def test_the_quarantine(club):
    run = club[0]
    listed = run("archive", "quarantine", "club.duckdb")
    assert listed.returncode == 1
    assert "json-broken" in listed.stdout
    shown = run("archive", "quarantine", "club.duckdb", "--import", "1", "--show", "1")
    assert shown.stdout.endswith('original:\n{"players": [\n')
    exported = run("archive", "quarantine", "club.duckdb", "--format", "csv")
    [row] = csv.DictReader(io.StringIO(exported.stdout))
    assert (row["code"], row["line"], row["raw"]) == ("json-broken", "4", '{"players": [')
    assert run("archive", "quarantine", "club.duckdb", "--code", "card-unknown").returncode == 0
    missing = run("archive", "quarantine", "club.duckdb", "--import", "1", "--show", "9")
    assert (missing.returncode, "there is no number 9 of import 1" in missing.stderr) == (2, True)


def test_conflicts_and_undo(club):
    run = club[0]
    found = run("archive", "conflicts", "club.duckdb", "--format", "json")
    assert found.returncode == 1
    assert [json.loads(line)["file"] for line in found.stdout.splitlines()] == ["a.jsonl", "b.jsonl"]
    undone = run("archive", "undo", "club.duckdb", "--import", "2")
    assert (undone.returncode, "2 hands fewer" in undone.stderr) == (0, True)
    none = run("archive", "conflicts", "club.duckdb")
    assert (none.returncode, "no hands in conflict" in none.stderr) == (0, True)
    assert run("archive", "check", "club.duckdb").returncode == 0


def test_a_conflict_is_told_when_the_archive_is_read(club):
    run = club[0]
    settled = run("settle", "club.duckdb", "--rules", "american-pineapple")
    assert "1 hands were imported with several contents" in settled.stderr


def test_retry_and_migrate_with_nothing_to_do(club):
    run = club[0]
    retried = run("archive", "retry", "club.duckdb")
    assert (
        retried.returncode,
        "no file in quarantine has a parser of another version" in retried.stderr,
    ) == (0, True)
    migrated = run("archive", "migrate", "club.duckdb")
    assert (migrated.returncode, "up to date" in migrated.stderr) == (0, True)


def test_names_cannot_steer_a_terminal(ofc, tmp_path):
    (tmp_path / "bad\x1b[2Jname.jsonl").write_bytes(session_log([1]) + b"{\x1b[31m\n")
    run = ofc("import", tmp_path, "--archive", tmp_path / "club.duckdb")
    listed = ofc("archive", "quarantine", tmp_path / "club.duckdb")
    assert "\x1b" not in run.stderr + listed.stdout
