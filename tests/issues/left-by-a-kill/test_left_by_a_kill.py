"""An import that was killed left folders of frames behind, and processes that waited for work for ever."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from archives import write_folder

from ofc_analytics.archive import open_archive

OFC = Path(sys.executable).with_name("ofc")
PATIENCE = 120


@pytest.fixture
def temporary(tmp_path):
    folder = tmp_path / "tmp"
    folder.mkdir()
    return folder


@pytest.fixture
def start(tmp_path, temporary):
    """Start an import of a folder of logs, and wait until it has laid something down."""
    write_folder(tmp_path / "logs", files=12, hands=2000)
    processes = []

    def begin(archive, workers):
        before = set(temporary.glob("ofc-import-*/*.arrow"))
        command = [
            OFC,
            "import",
            tmp_path / "logs",
            "--archive",
            tmp_path / archive,
            "--workers",
            str(workers),
        ]
        process = subprocess.Popen(
            command, env={**os.environ, "TMPDIR": str(temporary)}, stderr=subprocess.DEVNULL
        )
        processes.append(process)
        wait_until(lambda: set(temporary.glob("ofc-import-*/*.arrow")) - before)
        return process

    yield begin
    for process in processes:
        process.kill()
        process.wait()


def wait_until(told):
    deadline = time.monotonic() + PATIENCE
    while not told():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


def import_one(tmp_path, temporary):
    command = [OFC, "import", tmp_path / "logs" / "session 000.jsonl", "--archive", tmp_path / "club.duckdb"]
    subprocess.run(
        command,
        env={**os.environ, "TMPDIR": str(temporary)},
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )


def test_the_next_import_removes_it(tmp_path, temporary, start):
    process = start("club.duckdb", workers=1)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert list(temporary.iterdir())
    import_one(tmp_path, temporary)
    assert list(temporary.iterdir()) == []
    assert open_archive(tmp_path / "club.duckdb").check() == []


def test_the_folder_of_an_import_at_work_stays(tmp_path, temporary, start):
    process = start("other.duckdb", workers=1)
    process.send_signal(signal.SIGSTOP)
    [folder] = temporary.iterdir()
    held = set(folder.iterdir())
    import_one(tmp_path, temporary)
    assert set(folder.iterdir()) == held
    process.send_signal(signal.SIGCONT)
    assert process.wait(PATIENCE) == 0
    assert open_archive(tmp_path / "other.duckdb").hands().height == 24_000
    assert list(temporary.iterdir()) == []


@pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="children are found in /proc, which is not there"
)
def test_those_who_read_for_it_end_too(start):
    process = start("club.duckdb", workers=2)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    assert len(children) >= 2
    process.send_signal(signal.SIGKILL)
    process.wait()
    wait_until(lambda: not any(_lives(child) for child in children))


def _lives(number):
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_half_an_archive_is_removed_too(tmp_path):
    """A new archive is made in a hidden folder beside its place; a folder of a process that is gone is not locked."""
    write_folder(tmp_path / "logs", files=1, hands=2)
    left = tmp_path / ".club.duckdb-left"
    left.mkdir()
    (left / "new").write_bytes(b"half of an archive")
    archive = open_archive(tmp_path / "club.duckdb")
    archive.import_files(tmp_path / "logs")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["club.duckdb", "logs"]
