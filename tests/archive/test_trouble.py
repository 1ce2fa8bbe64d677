"""What stands in the way of an archive is told in words, and the archive is unharmed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import duckdb
import pytest
from archives import session_log, write_folder

from ofc_analytics.archive import is_archive, open_archive
from ofc_analytics.errors import ArchiveError

OFC = Path(sys.executable).with_name("ofc")


@pytest.fixture
def logs(tmp_path):
    write_folder(tmp_path / "logs", files=3, hands=50)
    return tmp_path / "logs"


@pytest.fixture
def archive(tmp_path, logs):
    made = open_archive(tmp_path / "club.duckdb", patience=0.2)
    made.import_files(logs / "session 000.jsonl")
    return made


def assert_unharmed(archive, hands=50):
    assert archive.check() == []
    assert archive.hands().height == hands


def lines_without_traceback(run):
    assert "Traceback" not in run.stderr
    return run.stderr.strip().splitlines()


def test_no_archive_at_all(ofc, tmp_path):
    run = ofc("archive", "check", tmp_path / "none.duckdb")
    assert run.returncode == 2
    assert "there is no such archive; ofc import makes it" in run.stderr
    assert not (tmp_path / "none.duckdb").exists()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"hand,player\n", "this is no archive"),
        (b"\0" * 20000, "this is no archive"),
        (b"", "this is no archive"),
    ],
    ids=["a sheet", "zeros", "empty"],
)
def test_a_wrong_file(ofc, logs, tmp_path, content, told):
    file = tmp_path / "wrong.duckdb"
    file.write_bytes(content)
    assert not is_archive(file)
    run = ofc("archive", "log", file)
    assert (run.returncode, told in run.stderr) == (2, True), run.stderr
    lines_without_traceback(run)
    if content:
        run = ofc("import", logs, "--archive", file)
        assert run.returncode == 2
        assert file.read_bytes() == content


def test_a_database_of_somebody_else(ofc, logs, tmp_path):
    file = tmp_path / "theirs.duckdb"
    with duckdb.connect(file) as theirs:
        theirs.execute("CREATE TABLE cards (card VARCHAR)")
    run = ofc("import", logs, "--archive", file)
    assert run.returncode == 2
    assert "no archive of hands" in run.stderr
    with duckdb.connect(file) as theirs:
        assert theirs.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("cards",)]


def test_a_folder_and_a_missing_folder(ofc, logs, tmp_path):
    run = ofc("import", logs, "--archive", tmp_path)
    assert (run.returncode, "this is a folder" in run.stderr) == (2, True), run.stderr
    run = ofc("import", logs, "--archive", tmp_path / "none" / "club.duckdb")
    assert (run.returncode, "there is no such folder" in run.stderr) == (2, True), run.stderr


@pytest.mark.parametrize("where", [0.0, 0.3, 0.6])
def test_a_damaged_archive(ofc, archive, tmp_path, where):
    content = bytearray(archive.path.read_bytes())
    at = 4096 * 3 + int(where * (len(content) - 4096 * 3))
    content[at : at + 4096] = os.urandom(4096)
    damaged = tmp_path / "damaged.duckdb"
    damaged.write_bytes(content)
    run = ofc("archive", "check", damaged)
    assert run.returncode in {0, 1, 2}  # a free block may be hit, which is no damage
    assert "Traceback" not in run.stderr
    if run.returncode == 2:
        assert "damaged" in run.stderr


def test_a_cut_archive(ofc, archive, tmp_path):
    cut = tmp_path / "cut.duckdb"
    cut.write_bytes(archive.path.read_bytes()[: archive.path.stat().st_size // 2])
    run = ofc("archive", "check", cut)
    assert run.returncode == 2
    assert "damaged" in run.stderr
    lines_without_traceback(run)


def test_a_second_writer_waits_and_then_is_told(archive, logs):
    with duckdb.connect(archive.path), pytest.raises(ArchiveError, match="another program has it open"):
        subprocess_import(archive, logs, patience=0.3)
    assert_unharmed(archive)


def subprocess_import(archive, logs, patience):
    """Another process tries; its error is raised here."""
    code = textwrap.dedent(f"""
        from ofc_analytics.archive import open_archive
        from ofc_analytics.errors import ArchiveError
        try:
            open_archive({str(archive.path)!r}, patience={patience}).import_files({str(logs)!r})
        except ArchiveError as error:
            raise SystemExit(str(error))
    """)
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert "Traceback" not in run.stderr
    if run.returncode:
        raise ArchiveError(run.stderr.strip())


def test_who_waits_gets_his_turn(archive, logs):
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"import duckdb, time; c = duckdb.connect({str(archive.path)!r}); time.sleep(2)",
        ]
    )
    try:
        subprocess_import(archive, logs, patience=20)
    finally:
        holder.wait()
    assert_unharmed(archive, hands=150)


def test_several_writers_at_once_lose_nothing(tmp_path, logs):
    archive = open_archive(tmp_path / "busy.duckdb")
    command = [OFC, "import", logs, "--archive", archive.path, "--workers", "1"]
    writers = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    ends = [(writer.communicate()[1], writer.returncode) for writer in writers]
    assert [code for _, code in ends] == [0, 0, 0], ends
    assert_unharmed(archive, hands=150)


def test_the_disk_is_full(ofc, archive, logs, tmp_path):
    """A limit on the size of files stands for the full disk: writing beyond it fails in the same way."""
    limit = archive.path.stat().st_size + 65536
    code = textwrap.dedent(f"""
        import resource, signal, sys
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
        from ofc_analytics.cli import main
        sys.argv = ["ofc", "import", {str(tmp_path / "many.jsonl")!r}, "--archive", {str(archive.path)!r}]
        main()
    """)
    (tmp_path / "many.jsonl").write_bytes(session_log(range(1, 3001), session="many"))
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert "nothing was changed" in run.stderr or "disk" in run.stderr, run.stderr
    assert_unharmed(archive)
    assert ofc("import", tmp_path / "many.jsonl", "--archive", archive.path).returncode == 0
    assert_unharmed(archive, hands=3050)


@pytest.fixture
def public(archive, root):
    """A folder that everybody may enter and nobody but root may write into, with a copy of the archive."""
    folder = Path(tempfile.mkdtemp())
    shutil.copyfile(archive.path, folder / "read-only.duckdb")
    (folder / "read-only.duckdb").chmod(0o444)
    shutil.copyfile(root / "sample_data" / "night.csv", folder / "night.csv")
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def as_nobody(warm_up, *arguments):
    """Run the command without privileges, for root may write anywhere.

    Somebody without privileges may not even be allowed to load the library, so it is loaded, by a first command,
    before they are given up.
    """
    code = textwrap.dedent(f"""
        import os, sys
        from ofc_analytics.cli import main
        sys.argv = {["ofc", *map(str, warm_up)]!r}
        try:
            main()
        except SystemExit:
            pass
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        sys.argv = {["ofc", *map(str, arguments)]!r}
        main()
    """)
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize("name", ["read-only.duckdb", "new.duckdb"])
def test_a_place_where_nothing_may_be_written(public, tmp_path, name):
    sheet = public / "night.csv"
    command = ("import", sheet, "--archive")
    run = as_nobody((*command, tmp_path / "warm.duckdb"), *command, public / name)
    assert run.returncode == 2
    assert f"{public / name}: it may not be written here" in run.stderr, run.stderr
    assert "Traceback" not in run.stderr


def test_an_archive_that_may_only_be_read_is_read(public, archive):
    run = as_nobody(("archive", "check", archive.path), "archive", "check", public / "read-only.duckdb")
    assert (run.returncode, "read-only.duckdb: all holds" in run.stderr) == (0, True), run.stderr


def test_a_later_layout_is_refused_politely(ofc, archive, logs):
    with duckdb.connect(archive.path) as connection:
        connection.execute("UPDATE about SET version = 999")
    for arguments in (
        ("archive", "log", archive.path),
        ("import", logs, "--archive", archive.path),
        ("settle", archive.path),
    ):
        run = ofc(*arguments)
        assert run.returncode == 2
        assert "bring ofc up to date" in run.stderr
        lines_without_traceback(run)


def test_check_finds_what_was_tampered_with(archive):
    tampering = {
        "hand-twice": "INSERT INTO hands SELECT * FROM hands LIMIT 1",
        "hand-lost": "DELETE FROM hands WHERE hand_no = 7",
        "hand-unseen": "DELETE FROM sightings WHERE line = 7",
        "count-read": "UPDATE imports SET added = added + 1",
        "count-seen": "DELETE FROM sightings WHERE line = 7",
        "count-quarantine": "UPDATE imports SET remarks = 4",
        "count-left-out": "UPDATE imports SET left_out = 1, read = read + 1",
        "content-differs": "UPDATE hands SET content_hash = 'x' WHERE hand_no = 7",
        "identity-differs": "UPDATE hands SET session = 'other' WHERE hand_no = 7",
        "row-unowned": "INSERT INTO sightings SELECT 9, hand_id, content_hash, sheet, line FROM sightings LIMIT 1",
        "import-twice": "INSERT INTO imports SELECT * FROM imports",
    }
    sound = archive.path.read_bytes()
    for code, statement in tampering.items():
        with duckdb.connect(archive.path) as connection:
            connection.execute(statement)
        assert code in {finding.code for finding in archive.check()}, code
        archive.path.write_bytes(sound)
        Path(f"{archive.path}.wal").unlink(missing_ok=True)
    assert_unharmed(archive)


def test_a_strangers_archive_reads_no_other_file(archive, tmp_path):
    secret = tmp_path / "secret.csv"
    secret.write_text("word\nswordfish\n", encoding="utf-8")
    with duckdb.connect(archive.path) as connection:
        connection.execute("DROP VIEW conflicts")
        connection.sql("FROM read_csv($file)", params={"file": str(secret)}).create_view("conflicts")
    with pytest.raises(ArchiveError):
        archive.conflicts()
