"""Files read by another version of their parser, and archives of another layout."""

from __future__ import annotations

import duckdb
import pytest
from archives import session_log

from ofc_analytics.archive import open_archive


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
