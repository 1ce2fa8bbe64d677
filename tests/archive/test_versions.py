"""Files read by another version of their parser, and archives of another layout."""

from __future__ import annotations

import duckdb
import pytest
from archives import session_log

from ofc_analytics.archive import open_archive
from ofc_analytics.archive.layout import VERSION
from ofc_analytics.archive.migrating import migrate, steps_for
from ofc_analytics.errors import ArchiveError


@pytest.fixture
def archive(tmp_path):
    (tmp_path / "log.jsonl").write_bytes(session_log([1, 2]) + b"{\n")
    (tmp_path / "sound.jsonl").write_bytes(session_log([1, 2], session="other"))
    made = open_archive(tmp_path / "club.duckdb")
    made.import_files([tmp_path / "log.jsonl", tmp_path / "sound.jsonl"])
    return made


def as_read_by_an_older_parser(archive):
    """What an archive looks like that was filled before the parser was mended: a hand it did not read."""
    with duckdb.connect(archive.path) as connection:
        connection.execute(
            "UPDATE imports SET parser_version = '0', added = 1, left_out = 2, read = 3 WHERE import_id = 1"
        )
        connection.execute("DELETE FROM hands WHERE import_id = 1 AND hand_no = 2")
        connection.execute("DELETE FROM sightings WHERE import_id = 1 AND line = 2")
        connection.execute("UPDATE quarantine SET hands = 2 WHERE import_id = 1")
    assert archive.check() == []
    assert archive.hands().height == 3


def test_retry_reads_again_what_a_mended_parser_may_read(archive):
    assert archive.retry().files == []
    as_read_by_an_older_parser(archive)
    report = archive.retry()
    assert [(file.added, file.left_out) for file in report.files] == [(2, 1)]
    assert archive.hands().height == 4
    assert archive.quarantine()["import_id"].to_list() == [3]
    assert archive.log()["undone_at"].is_null().to_list() == [False, True, True]
    assert archive.check() == []
    assert archive.retry().files == []


def test_importing_again_with_a_mended_parser_does_the_same(archive, tmp_path):
    as_read_by_an_older_parser(archive)
    report = archive.import_files([tmp_path / "log.jsonl", tmp_path / "sound.jsonl"])
    assert [file.same for file in report.files] == [False, True]
    assert archive.hands().height == 4
    assert archive.check() == []


NEXT = {VERSION: ("ALTER TABLE imports ADD COLUMN who VARCHAR", "UPDATE imports SET who = 'unknown'")}
"""A layout that is to come: one more column."""


def version(path):
    with duckdb.connect(path) as connection:
        return connection.execute("SELECT version FROM about").fetchall()[0][0]


def test_an_archive_is_migrated_and_the_old_one_kept(archive):
    before = archive.path.read_bytes()
    assert steps_for(archive.path, steps=NEXT, version=VERSION + 1) == list(NEXT[VERSION])
    assert archive.path.read_bytes() == before
    backup = migrate(archive.path, steps=NEXT, version=VERSION + 1)
    assert backup == archive.path.with_name("club.duckdb.before-migration")
    assert (version(archive.path), version(backup)) == (VERSION + 1, VERSION)
    with duckdb.connect(archive.path) as connection:
        assert connection.execute("SELECT DISTINCT who FROM imports").fetchall() == [("unknown",)]
        assert connection.execute("SELECT count(*) FROM hands").fetchall() == [(4,)]
    assert open_archive(backup).check() == []
    with pytest.raises(ArchiveError, match="bring ofc up to date"):
        archive.hands()


def test_a_migration_that_fails_changes_nothing(archive):
    before = archive.path.read_bytes()
    broken = {VERSION: (*NEXT[VERSION], "ALTER TABLE nothing ADD COLUMN who VARCHAR")}
    with pytest.raises(ArchiveError):
        migrate(archive.path, steps=broken, version=VERSION + 1)
    assert archive.path.read_bytes() == before
    assert sorted(path.name for path in archive.path.parent.glob("club*")) == ["club.duckdb"]
    assert archive.check() == []


def test_an_earlier_migration_is_not_written_over(archive):
    backup = archive.path.with_name("club.duckdb.before-migration")
    backup.write_bytes(b"kept")
    with pytest.raises(ArchiveError, match="from an earlier migration: move it away first"):
        migrate(archive.path, steps=NEXT, version=VERSION + 1)
    assert backup.read_bytes() == b"kept"


def test_nothing_to_migrate(archive, tmp_path):
    assert steps_for(archive.path) == []
    assert migrate(archive.path) is None
    with duckdb.connect(tmp_path / "theirs.duckdb") as theirs:
        theirs.execute("CREATE TABLE cards (card VARCHAR)")
    with pytest.raises(ArchiveError, match="no archive of hands"):
        migrate(tmp_path / "theirs.duckdb")


def test_an_archive_of_the_first_layout_keeps_its_entries(tmp_path):
    (tmp_path / "points.csv").write_text("unit,10\nhand,Anna,Boris\n7,3,-3\n", encoding="utf-8")
    made = open_archive(tmp_path / "night.duckdb")
    made.import_files([tmp_path / "points.csv"])
    with duckdb.connect(made.path) as connection:
        connection.execute("ALTER TABLE entries DROP COLUMN hand")
        connection.execute("ALTER TABLE imports DROP COLUMN path")
        connection.execute("UPDATE about SET version = 1")
    migrate(made.path)
    made.import_files([tmp_path / "points.csv"])
    kept = open_archive(made.path).beside("entries")
    assert kept.select("player", "amount", "hand").rows() == [("Anna", 3000, None), ("Boris", -3000, None)]
