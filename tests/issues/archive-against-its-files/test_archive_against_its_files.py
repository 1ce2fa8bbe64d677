"""An archive says what its files say, and takes in what is a log and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from archives import session_log
from goldens import inputs

import ofc_analytics as ofc_analytics_
from ofc_analytics.archive import open_archive

OFC = Path(sys.executable).with_name("ofc")
CHIPS = "currency;RUB\n\nplayer;buy-in;cash-out\nAnna;1000;1500\nBoris;1000;500\n"


@pytest.fixture
def archive(tmp_path):
    return open_archive(tmp_path / "club.duckdb")


def told(issues):
    return sorted(
        (issue.code, issue.severity, issue.file, issue.line or 0, issue.cell or "", issue.hands)
        for issue in issues
        if issue.code not in {"money-not-read", "club-not-read"}
    )


@pytest.mark.parametrize("path", inputs(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_left_out_at_the_import_is_told_when_it_is_read(archive, path):
    report = archive.import_files(path)
    hands, issues = ofc_analytics_.read_all(path)
    if report.files[0].import_id is None:
        return
    kept, met = ofc_analytics_.read_all(archive.path)
    assert kept.equals(hands)
    expected = [issue for issue in issues if not (issue.code == "file-empty" and issue.line is None)]
    assert told(issue for issue in met if issue.code != "file-empty") == told(expected)


def test_a_night_with_a_broken_hand_stays_open(ofc, archive, tmp_path):
    sheet = tmp_path / "night.csv"
    sheet.write_text(
        "unit,10,currency,RUB\nhand,player,top,middle,bottom\n"
        "1,Anna,Qc Qd 7s,Qh Qs 9c 8d 2h,Kc Kd Kh 2s 3d\n1,Boris,Ac 8c 6s,Td Ts 9s 4c 3c,Js Jh 7d 5s 4h\n"
        "2,Anna,2c 4h 9x,Ks Qh Th 6c 3s,Ad Kd Tc 6s 3d\n2,Boris,2s 3h 5d,Kc Qd 9h 5c 2h,Ah Kh 9c 5s 2d\n",
        encoding="utf-8",
    )
    archive.import_files(sheet)
    for command in ("settle", "ledger"):
        assert [ofc(command, path).returncode for path in (archive.path, sheet)] == [1, 1], command


@pytest.mark.parametrize("name", ["have.json", "have.csv", "have.parquet", "have.db"])
def test_another_file_is_never_taken_for_an_archive(ofc, tmp_path, name):
    (tmp_path / "log.jsonl").write_bytes(session_log([1]))
    other = tmp_path / name
    content = b"SQLite format 3\0" + bytes(4096) if name.endswith(".db") else b'{"a":1}\n'
    other.write_bytes(content)
    run = ofc("import", tmp_path / "log.jsonl", "--archive", other)
    assert (run.returncode, "this is no archive" in run.stderr) == (2, True), run.stderr
    assert other.read_bytes() == content


def test_money_told_by_copies_counts_once(ofc, archive, tmp_path):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text(CHIPS, encoding="utf-8")
    archive.import_files([tmp_path / "a.csv", tmp_path / "b.csv"])
    archive.import_files(f"{tmp_path}/./a.csv")
    assert archive.log().height == 2
    assert "Boris → Anna 500.00" in ofc("ledger", archive.path).stdout


def test_a_corrected_sheet_of_money_counts_as_it_says_last(ofc, archive, tmp_path):
    sheet = tmp_path / "a.csv"
    sheet.write_text(CHIPS, encoding="utf-8")
    archive.import_files(sheet)
    sheet.write_text(CHIPS.replace("1500", "1600").replace(";500", ";400"), encoding="utf-8")
    archive.import_files(sheet)
    assert "Boris → Anna 600.00" in ofc("ledger", archive.path).stdout
    archive.undo(2)
    assert "Boris → Anna 500.00" in ofc("ledger", archive.path).stdout


def test_undo_during_an_import_loses_nothing(archive, tmp_path):
    other, grown = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    other.write_bytes(session_log([1], session="other"))
    grown.write_bytes(session_log(range(1, 6)))
    archive.import_files(grown)
    grown.write_bytes(session_log(range(1, 10)))

    def undo(report):
        if report.file == str(other):
            archive.undo(1)

    archive.import_files([other, grown], told=undo)
    assert archive.hands().height == 10
    assert archive.check() == []


def test_the_same_file_by_two_at_once_is_imported_once(archive, tmp_path):
    sheet = tmp_path / "a.csv"
    sheet.write_text(CHIPS, encoding="utf-8")
    command = [OFC, "import", sheet, "--archive", archive.path]
    writers = [subprocess.Popen(command, stderr=subprocess.DEVNULL) for _ in range(3)]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert archive.log().height == 1


def test_a_pipe_in_a_folder_is_not_waited_for(archive, tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "log.jsonl").write_bytes(session_log([1]))
    report = archive.import_files(folder)
    assert [issue.code for issue in report.issues] == ["file-special"]
    assert report.total("added") == 1


def test_a_log_with_a_byte_order_mark_grows(archive, tmp_path):
    log = tmp_path / "log.jsonl"
    mark = b"\xef\xbb\xbf"
    log.write_bytes(mark + session_log([1]))
    archive.import_files(log)
    log.write_bytes(mark + session_log([1, 2]))
    archive.import_files(log)
    assert archive.hands()["hand_no"].to_list() == [1, 2]
    assert archive.quarantine().is_empty()


def test_an_archive_is_not_imported_into_itself(ofc, archive, tmp_path):
    (tmp_path / "log.jsonl").write_bytes(session_log([1]))
    first, second = (ofc("import", tmp_path, "--archive", archive.path) for _ in range(2))
    assert (first.returncode, second.returncode) == (0, 0)
    assert "the archive is not imported into itself" in second.stderr
    assert archive.log().height == 1
    assert ofc("import", archive.path, "--archive", archive.path).returncode == 2


def test_an_archive_in_the_folder_that_is_watched(archive, tmp_path):
    (tmp_path / "log.jsonl").write_bytes(session_log([1]))
    command = [OFC, "watch", tmp_path, "--archive", archive.path, "--quiet", "0.1", "--every", "0.1"]
    watcher = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    with pytest.raises(subprocess.TimeoutExpired):
        watcher.wait(6)
    watcher.send_signal(signal.SIGINT)
    watcher.communicate(timeout=60)
    assert archive.log().height == 1


def test_a_file_of_one_name_in_two_folders_is_two_files(ofc, archive, tmp_path):
    for folder, content in (("a", session_log([1]) + b"{\n"), ("b", session_log([1], session="other"))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "night.jsonl").write_bytes(content)
        ofc("import", "night.jsonl", "--archive", archive.path, cwd=tmp_path / folder)
    assert archive.log()["follows"].to_list() == [None, None]
    assert archive.quarantine().height == 1


def test_standard_input_is_another_file_each_time(ofc, archive):
    for session in ("one", "two"):
        text = session_log([1], session=session).decode() + "{\n"
        ofc("import", "-", "--archive", archive.path, stdin=text)
    assert archive.log()["follows"].to_list() == [None, None]
    assert archive.quarantine().height == 2


@pytest.mark.parametrize("query", ["SELECT 'a'::INT", "", "SELECT 'x' a, 'y' a", "SELECT 1/0 + 1e400::INT"])
def test_a_question_that_cannot_be_asked_says_nothing_of_damage(archive, tmp_path, query):
    (tmp_path / "log.jsonl").write_bytes(session_log([1]))
    archive.import_files(tmp_path / "log.jsonl")
    with pytest.raises(ofc_analytics_.errors.ArchiveError) as error:
        archive.sql(query)
    assert "damaged" not in str(error.value)
