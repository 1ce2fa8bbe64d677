"""`ofc archive check` saw that hands were changed, and not that what stands beside them was."""

from __future__ import annotations

import shutil

import duckdb
import pytest
from archives import session_log
from goldens import inputs

from ofc_analytics.archive import open_archive

MONEY = "kind,player,amount\nbuy-in,Anna,500\ncash-out,Boris,500\n"


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """An archive with something in every table, of several imports, one of them undone."""
    folder = tmp_path_factory.mktemp("sound")
    club = next(path for path in inputs() if path.parent.name == "pppoker_club")
    (folder / "money.csv").write_text(MONEY, encoding="utf-8")
    (folder / "log.jsonl").write_bytes(session_log([1, 2]) + b'{"players": [\n')
    (folder / "copy.jsonl").write_bytes(session_log([1, 2, 3]))
    archive = open_archive(folder / "club.duckdb")
    archive.import_files([folder / "log.jsonl", folder / "money.csv", club, folder / "copy.jsonl"])
    archive.import_files(folder / "log.jsonl", input_format="ofc-json")
    (folder / "log.jsonl").write_bytes(session_log([1, 2, 4]))
    archive.import_files(folder / "log.jsonl")
    archive.undo(1)
    assert archive.check() == []
    assert all(archive.beside(table).height for table in ("entries", "club_tables", "club_lines"))
    return archive


@pytest.mark.parametrize(
    ("code", "statement"),
    [
        ("rows-differ", "UPDATE club_lines SET winnings = winnings + 1"),
        ("rows-differ", "DELETE FROM club_tables"),
        ("rows-differ", "INSERT INTO club_lines SELECT * FROM club_lines LIMIT 1"),
        ("rows-differ", "UPDATE entries SET amount = amount * 2 WHERE player = 'Anna'"),
        ("rows-differ", "UPDATE entries SET player = 'Vera' WHERE player = 'Anna'"),
        ("rows-differ", "UPDATE sightings SET line = line + 1"),
        ("rows-differ", "UPDATE hands SET session = 'another'"),
        ("source-differs", "UPDATE hands SET source = struct_update(source, line := 77)"),
        ("source-differs", "UPDATE hands SET source = struct_update(source, file := 'other.jsonl')"),
        ("source-differs", "UPDATE hands SET source = struct_update(source, sha256 := '00')"),
        ("log-differs", "UPDATE imports SET resume_line = resume_line + 1 WHERE import_id = 4"),
        ("log-differs", "UPDATE imports SET sha256 = '00' WHERE import_id = 1"),
        ("log-differs", "UPDATE imports SET path = '/elsewhere' WHERE import_id = 2"),
        ("log-differs", "UPDATE imports SET reading = 2 WHERE import_id = 4"),
        ("log-differs", "UPDATE imports SET imported_at = imported_at + INTERVAL 1 DAY WHERE import_id = 4"),
        ("import-lost", "DELETE FROM imports WHERE import_id = 1"),
    ],
)
def test_what_was_changed_is_found(ofc, sound, tmp_path, code, statement):
    changed = tmp_path / "club.duckdb"
    shutil.copyfile(sound.path, changed)
    with duckdb.connect(changed) as connection:
        connection.execute(statement)
    run = ofc("archive", "check", changed)
    assert run.returncode == 1
    assert f"{code}: " in run.stdout


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE quarantine SET raw = '{}'::BLOB",
        "UPDATE quarantine SET message = 'x'",
        "UPDATE quarantine SET line = 2",
        "UPDATE quarantine SET text = NULL",
        "UPDATE quarantine SET code = 'x'",
        "UPDATE quarantine SET hand = '1'",
        "UPDATE quarantine SET severity = 'note'",
    ],
)
def test_every_word_in_quarantine_counts(tmp_path, change):
    (tmp_path / "log.jsonl").write_bytes(b'{"players": [\n')
    archive = open_archive(tmp_path / "club.duckdb")
    archive.import_files(tmp_path / "log.jsonl", input_format="ofc-json")
    with duckdb.connect(archive.path) as connection:
        connection.execute(change)
    assert "rows-differ" in [finding.code for finding in archive.check()]
