"""`ofc watch` as somebody leaves it running: files arrive, grow, vanish, are replaced."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from archives import session_log

from ofc_analytics.archive import open_archive
from ofc_analytics.errors import ArchiveError

OFC = Path(sys.executable).with_name("ofc")
PATIENCE = 60


@pytest.fixture
def watched(tmp_path):
    """A folder that is watched, and the archive."""
    folder = tmp_path / "logs"
    folder.mkdir()
    command = [
        OFC,
        "watch",
        folder,
        "--archive",
        tmp_path / "club.duckdb",
        "--quiet",
        "0.3",
        "--every",
        "0.1",
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    yield folder, open_archive(tmp_path / "club.duckdb"), process
    if process.poll() is None:
        process.kill()
    process.communicate()


def wait_for(archive, hands):
    """Wait until the archive holds so many hands."""
    deadline = time.monotonic() + PATIENCE
    held = None
    while time.monotonic() < deadline:
        try:
            held = archive.hands().height
        except ArchiveError:
            held = None
        if held == hands:
            return
        time.sleep(0.1)
    pytest.fail(f"{held} hands in the archive, and not {hands}")


def test_files_are_imported_as_they_arrive_and_grow(watched):
    folder, archive, process = watched
    (folder / "a.jsonl").write_bytes(session_log([1, 2], session="A"))
    wait_for(archive, 2)
    with (folder / "a.jsonl").open("ab") as log:
        log.write(session_log([3], session="A"))
    wait_for(archive, 3)
    (folder / "sub").mkdir()
    (folder / "sub" / "б.jsonl").write_bytes(session_log([1], session="B"))
    wait_for(archive, 4)
    replacement = folder.parent / "new.jsonl"
    replacement.write_bytes(session_log([7, 8], session="A"))
    replacement.replace(folder / "a.jsonl")
    wait_for(archive, 6)
    (folder / "a.jsonl").unlink()
    (folder / "notes.txt").write_text("nothing of the kind", encoding="utf-8")
    (folder / "c.jsonl").write_bytes(session_log([1], session="C"))
    wait_for(archive, 7)
    process.send_signal(signal.SIGTERM)
    told = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 0
    assert told.splitlines()[-1] == "ofc: stopped"
    assert "notes.txt: no parser knows this format" in told
    assert "Traceback" not in told
    assert archive.check() == []


def test_a_file_that_is_still_written_to_is_left_alone(watched):
    folder, archive, process = watched
    with (folder / "slow.jsonl").open("wb") as log:
        for number in range(1, 9):
            log.write(session_log([number]))
            log.flush()
            time.sleep(0.1)
    wait_for(archive, 8)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert archive.log().height == 1


def test_a_folder_that_is_not_there(ofc, tmp_path):
    run = ofc("watch", tmp_path / "none", "--archive", tmp_path / "club.duckdb")
    assert run.returncode == 2
    assert "there is no such folder" in run.stderr
