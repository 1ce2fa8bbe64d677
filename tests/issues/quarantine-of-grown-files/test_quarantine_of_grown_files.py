"""What is in quarantine follows from the imports that stand: not from the one that happened to come next."""

from __future__ import annotations

import pytest
from archives import session_log

from ofc_analytics.archive import open_archive
from ofc_analytics.formats.registry import parsers

BAD = b'{"players": [\n'


@pytest.fixture
def club(tmp_path):
    """An archive, and a log of which each content is imported."""
    archive = open_archive(tmp_path / "club.duckdb")

    def write(*contents):
        for content in contents:
            (tmp_path / "log.jsonl").write_bytes(content)
            archive.import_files(tmp_path / "log.jsonl")

    return archive, write


def held(archive):
    return archive.quarantine().select("import_id", "line").rows()


def test_undo_does_not_open_what_a_later_import_has_read_well(club):
    archive, write = club
    write(BAD + session_log([1]), session_log([2]) + BAD, session_log([1, 2]))
    assert held(archive) == []
    archive.undo(2)
    assert held(archive) == []
    archive.undo(3)
    assert held(archive) == [(1, 1)]
    assert archive.check() == []


def test_undo_opens_what_nobody_else_has_read(club):
    archive, write = club
    write(BAD + session_log([1]), session_log([1]))
    archive.undo(2)
    assert held(archive) == [(1, 1)]


def test_a_corrected_log_closes_all_of_one_that_had_grown(club):
    archive, write = club
    first = session_log([1]) + BAD + session_log([2])
    second = first + BAD + session_log([3])
    write(first, second, second + BAD)
    assert held(archive) == [(1, 2), (2, 4), (3, 6)]
    write(session_log([1, 2, 3, 4]))
    assert held(archive) == []
    archive.undo(4)
    assert held(archive) == [(1, 2), (2, 4), (3, 6)]


def test_a_log_that_has_grown_meets_a_mended_parser(club, monkeypatch):
    archive, write = club
    log = BAD + session_log([1])
    write(log)
    monkeypatch.setattr(parsers()["ofc-json"], "version", "mended", raising=False)
    write(log + session_log([2]))
    assert held(archive) == [(2, 1)]
    assert archive.log()["first_line"].to_list() == [1, 1]
    assert archive.retry().files == []
    assert archive.check() == []


def test_a_line_that_is_not_utf8_is_told_once(club):
    archive, write = club
    log = session_log([1]) + session_log([2]).replace(b"Anna", b"An\xffa") + session_log([3, 4])
    write(log, log + session_log([5]))
    assert held(archive) == [(1, 2)]
    assert archive.hands()["hand_no"].to_list() == [1, 3, 4, 5]
