"""Files read by another version of their parser, and archives of another layout."""

from __future__ import annotations

from dataclasses import replace

import duckdb
import polars as pl
import pytest
from archives import session_log
from old_archives import to_layout_1, to_layout_2

from ofc_analytics.archive import open_archive
from ofc_analytics.archive.layout import VERSION
from ofc_analytics.archive.migrating import migrate, steps_for
from ofc_analytics.errors import ArchiveError, ParseIssue
from ofc_analytics.formats.registry import parsers
from ofc_analytics.schema import frame_from_hands, hands_from_frame


@pytest.fixture
def archive(tmp_path):
    (tmp_path / "log.jsonl").write_bytes(session_log([1, 2]) + b"{\n")
    (tmp_path / "sound.jsonl").write_bytes(session_log([1, 2], session="other"))
    made = open_archive(tmp_path / "club.duckdb")
    made.import_files([tmp_path / "log.jsonl", tmp_path / "sound.jsonl"])
    return made


@pytest.fixture
def older(monkeypatch):
    """The parser as it was before it was mended: it reads no hand 2, and leaves it out."""
    parser = parsers()["ofc-json"]
    read = parser.parse

    def parse(stream, context):
        for frame in read(stream, context):
            for line in frame.filter(pl.col("hand_no") == 2)["source"].struct.field("line"):
                context.report(
                    ParseIssue(code="not-mended", message="it is not read yet", line=line, hands=1)
                )
            yield frame.filter(pl.col("hand_no") != 2)

    with monkeypatch.context() as patch:
        patch.setattr(parser, "version", "0", raising=False)
        patch.setattr(parser, "parse", parse, raising=False)
        yield patch


def test_retry_reads_again_what_a_mended_parser_may_read(older, archive):
    assert archive.retry().files == []
    assert archive.hands().height == 2
    older.undo()
    report = archive.retry()
    assert [(file.added, file.known, file.left_out) for file in report.files] == [(1, 1, 1), (1, 1, 0)]
    assert archive.hands().height == 4
    assert archive.quarantine().select("import_id", "code").rows() == [(3, "json-broken")]
    assert archive.check() == []
    assert archive.retry().files == []


def test_importing_again_with_a_mended_parser_does_the_same(older, archive, tmp_path):
    older.undo()
    report = archive.import_files([tmp_path / "log.jsonl", tmp_path / "sound.jsonl"])
    assert [file.same for file in report.files] == [False, False]
    assert archive.hands().height == 4
    assert archive.check() == []


def test_a_mended_parser_may_be_worse_and_is_undone(older, archive, tmp_path):
    older.undo()
    archive.retry()
    older.setattr(parsers()["ofc-json"], "version", "00", raising=False)
    older.setattr(parsers()["ofc-json"], "parse", lambda _stream, _context: iter(()), raising=False)
    archive.import_files(tmp_path / "sound.jsonl")
    assert archive.hands().height == 2
    archive.undo(5)
    assert archive.hands().height == 4
    assert archive.check() == []


def test_a_log_that_has_grown_and_is_read_by_a_mended_parser(older, archive, tmp_path):
    log = tmp_path / "log.jsonl"
    older.undo()
    log.write_bytes(log.read_bytes() + session_log([3]))
    report = archive.import_files(log)
    assert [(file.added, file.known, file.left_out) for file in report.files] == [(2, 1, 1)]
    assert archive.quarantine(import_id=1).is_empty()
    assert archive.quarantine(import_id=3)["line"].to_list() == [3]
    assert archive.hands().height == 4
    assert archive.check() == []


def test_what_an_older_version_misread_is_no_conflict(monkeypatch, tmp_path):
    log, archive = tmp_path / "log.jsonl", open_archive(tmp_path / "club.duckdb")
    log.write_bytes(session_log([1, 2], level=3))
    parser = parsers()["ofc-json"]
    read = parser.parse
    with monkeypatch.context() as older:
        older.setattr(parser, "version", "0", raising=False)
        older.setattr(parser, "parse", lambda *given: _without_levels(read(*given)), raising=False)
        archive.import_files(log)
    assert archive.hands()["level"].to_list() == [None, None]
    log.write_bytes(log.read_bytes() + session_log([3], level=3))
    assert archive.import_files(log).total("conflicts") == 0
    assert archive.hands()["level"].to_list() == [3, 3, 3]
    assert archive.conflicts().is_empty()
    assert archive.check() == []


def _without_levels(frames):
    for frame in frames:
        yield frame_from_hands([replace(hand, level=None) for hand in hands_from_frame(frame)])


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
    to_layout_1(made.path)
    with pytest.raises(ArchiveError, match="its layout is 1 and not 3: ofc archive migrate"):
        made.hands()
    migrate(made.path)
    assert made.check() == []
    made.import_files([tmp_path / "points.csv"])
    kept = open_archive(made.path).beside("entries")
    assert kept.select("player", "amount", "hand").rows() == [("Anna", 3000, None), ("Boris", -3000, None)]


def test_an_archive_of_the_second_layout_keeps_its_chains(archive, tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_bytes(log.read_bytes() + session_log([3]))
    archive.import_files(log)
    log.write_bytes(log.read_bytes() + session_log([4]) + b"{\n")
    archive.import_files(log)
    before = {
        "hands": archive.hands(),
        "log": archive.log().drop("text_sha256", "resume_line", "log_hash"),
        "quarantine": archive.quarantine(closed=True),
    }
    assert before["log"]["reading"].to_list() == [1, 2, 1, 1]
    to_layout_2(archive.path)
    migrate(archive.path)
    assert archive.check() == []
    assert archive.hands().equals(before["hands"])
    assert archive.log().select(before["log"].columns).equals(before["log"])
    assert archive.quarantine(closed=True).equals(before["quarantine"])
    log.write_bytes(log.read_bytes() + session_log([5]))
    assert archive.import_files(log).total("added") == 1
    assert archive.quarantine()["line"].to_list() == [3, 6]
    assert archive.check() == []


def test_hands_of_the_second_layout_are_known_again(tmp_path):
    """An earlier version told hands by other means: one hand of two captures was two."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_bytes(session_log([1, 2]))
    archive = open_archive(tmp_path / "club.duckdb")
    archive.import_files([tmp_path / "a.jsonl", tmp_path / "b.jsonl"])
    before = archive.hands()
    to_layout_2(archive.path)
    with duckdb.connect(archive.path) as connection:
        connection.execute("INSERT INTO hands SELECT * REPLACE (2 AS import_id) FROM hands")
        connection.execute(
            "UPDATE hands SET source = struct_update(source, file := imports.file) FROM imports "
            "WHERE hands.import_id = 2 AND imports.import_id = 2"
        )
        for table in ("hands", "sightings"):
            connection.execute(f"UPDATE {table} SET hand_id = 'old' || import_id || hand_id[:8]")  # noqa: S608
    migrate(archive.path)
    assert archive.check() == []
    assert archive.hands().equals(before)
    assert [
        file.same for file in archive.import_files([tmp_path / "a.jsonl", tmp_path / "b.jsonl"]).files
    ] == [True, True]
