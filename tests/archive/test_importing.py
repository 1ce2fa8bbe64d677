"""Importing once, again, overlapping and growing: nothing is lost, nothing is there twice."""

from __future__ import annotations

import gzip
import zipfile
from itertools import chain

import polars as pl
import pytest
from archives import session_hand, session_log, sightings, write_folder
from hypothesis import given, settings
from hypothesis import strategies as st
from logs import arena_hand, arena_log, ofc_hand, ofc_log
from sheets import ANNA, BORIS, GOOD, HEADER, csv_bytes, workbook

import ofc_analytics as ofc
from ofc_analytics.archive import open_archive
from ofc_analytics.errors import ArchiveError, FormatError


@pytest.fixture
def archive(tmp_path):
    return open_archive(tmp_path / "club.duckdb")


def counts(report):
    return tuple(
        report.total(name) for name in ("read", "added", "known", "repeated", "left_out", "conflicts")
    )


def test_what_is_imported_comes_back_as_it_was_read(archive, root):
    paths = [root / "sample_data" / name for name in ("night.csv", "night.arena.jsonl")]
    archive.import_files(paths)
    assert archive.hands().equals(ofc.read(paths))
    assert archive.check() == []


def test_the_real_logs(archive, shared):
    report = archive.import_files(shared / "data" / "poker-arena", workers=None)
    assert counts(report) == (6007, 6007, 0, 0, 0, 0)
    assert archive.check() == []
    again = archive.import_files(shared / "data" / "poker-arena", workers=None)
    assert [file.same for file in again.files if file.file.endswith((".gz", ".jsonl"))] == [True] * 4
    assert archive.hands().height == 6007


def test_the_same_file_again_changes_nothing(archive, tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_bytes(session_log(range(1, 6)))
    assert counts(archive.import_files(log)) == (5, 5, 0, 0, 0, 0)
    before = archive.log()
    [again] = archive.import_files(log).files
    assert (again.same, again.import_id) == (True, None)
    assert archive.log().equals(before)


def test_a_copy_under_another_name_adds_no_hand(archive, tmp_path):
    for name in ("one.jsonl", "two.jsonl"):
        (tmp_path / name).write_bytes(session_log(range(1, 6)))
    report = archive.import_files([tmp_path / "one.jsonl", tmp_path / "two.jsonl"])
    assert counts(report) == (10, 5, 5, 0, 0, 0)
    assert archive.hands().height == 5
    assert archive.hands()["source"].struct.field("file").unique().to_list() == [str(tmp_path / "one.jsonl")]


def test_overlapping_files_add_what_is_new(archive, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(session_log(range(1, 8)))
    (tmp_path / "b.jsonl").write_bytes(session_log(range(5, 11)))
    assert counts(archive.import_files(tmp_path / "a.jsonl")) == (7, 7, 0, 0, 0, 0)
    assert counts(archive.import_files(tmp_path / "b.jsonl")) == (6, 3, 3, 0, 0, 0)
    assert archive.hands()["hand_no"].to_list() == list(range(1, 11))
    assert archive.check() == []


def test_a_corrected_hand_stands_beside_the_first(archive, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(session_log(range(1, 4)))
    corrected = session_hand(2)
    corrected["players"][0]["name"] = "Anya"
    (tmp_path / "b.jsonl").write_bytes(ofc_log(corrected, session_hand(4)))
    archive.import_files(tmp_path / "a.jsonl")
    assert counts(archive.import_files(tmp_path / "b.jsonl")) == (2, 2, 0, 0, 0, 1)
    first = archive.hands()
    assert first["hand_no"].to_list() == [1, 2, 3, 4]
    assert "Anya" not in first["players"].explode().struct.field("name").to_list()
    assert "Anya" in archive.hands(conflicts="last")["players"].explode().struct.field("name").to_list()
    assert archive.hands(conflicts="none")["hand_no"].to_list() == [1, 3, 4]
    assert archive.hands(conflicts="all").height == 5
    conflict = archive.conflicts()
    assert conflict["first"].to_list() == [True, False]
    assert conflict["file"].to_list() == [str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")]
    assert archive.check() == []


def test_a_corrected_file_closes_what_was_in_quarantine(archive, tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_bytes(session_log([1]) + b'{"players": [\n')
    archive.import_files(log)
    assert archive.quarantine()["code"].to_list() == ["json-broken"]
    assert archive.quarantine()["raw"].to_list() == [b'{"players": [']
    log.write_bytes(session_log([1, 2]))
    archive.import_files(log)
    assert archive.quarantine().is_empty()
    assert archive.quarantine(closed=True)["closed_by"].to_list() == [2]


def test_repeated_hands_of_one_file_are_counted(archive, tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_bytes(session_log([1, 2, 1]))
    assert counts(archive.import_files(log)) == (3, 2, 0, 1, 0, 0)


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])
def test_a_grown_file_is_read_on_from_where_it_ended(archive, tmp_path, ending):
    log = tmp_path / f"log.{ending}"
    pack = gzip.compress if ending.endswith("gz") else bytes
    log.write_bytes(pack(session_log(range(1, 51))))
    archive.import_files(log)
    log.write_bytes(pack(session_log(range(1, 61))))
    report = archive.import_files(log)
    assert counts(report) == (11, 10, 1, 0, 0, 0)  # the last one is read again, and known
    rows = archive.log()
    assert rows["first_line"].to_list() == [1, 50]
    hands = archive.hands()
    assert hands["source"].struct.field("line").to_list() == list(range(1, 61))
    assert hands.drop("source").equals(ofc.read(log).drop("source"))
    assert archive.check() == []


def test_a_hand_without_an_end_is_read_when_the_log_has_grown(archive, tmp_path):
    log = tmp_path / "arena.jsonl"
    lines = arena_log(*chain.from_iterable(map(arena_hand, range(1, 4)))).splitlines(keepends=True)
    cut = len(lines) - 5
    log.write_bytes(b"".join(lines[:cut]))
    assert counts(archive.import_files(log)) == (3, 2, 0, 0, 1, 0)
    assert archive.quarantine()["code"].to_list() == ["hand-unfinished"]
    log.write_bytes(b"".join(lines))
    archive.import_files(log)
    assert archive.hands()["native_id"].to_list() == ["1", "2", "3"]
    assert archive.quarantine().is_empty()
    assert archive.check() == []


def test_a_file_that_changed_above_its_end_is_read_whole(archive, tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_bytes(session_log(range(1, 5)))
    archive.import_files(log)
    log.write_bytes(session_log([9, *range(2, 7)]))
    assert counts(archive.import_files(log)) == (6, 3, 3, 0, 0, 0)
    assert archive.log()["first_line"].to_list() == [1, 1]


def test_members_of_packed_files_are_files(archive, tmp_path):
    packed = tmp_path / "ночи клуба.zip"
    with zipfile.ZipFile(packed, "w") as zipped:
        zipped.writestr("a/пятница.jsonl", session_log([1, 2], session="F"))
        zipped.writestr("суббота.jsonl", session_log([1, 2], session="Sa"))
    assert counts(archive.import_files(packed)) == (4, 4, 0, 0, 0, 0)
    assert sorted(archive.log()["file"]) == [f"{packed}/a/пятница.jsonl", f"{packed}/суббота.jsonl"]
    assert [file.same for file in archive.import_files(packed).files] == [True, True]


def test_several_processes_do_what_one_does(tmp_path):
    write_folder(tmp_path / "logs", files=6, hands=30)
    one, several = (open_archive(tmp_path / f"{name}.duckdb") for name in ("one", "several"))
    one.import_files(tmp_path / "logs", workers=1)
    several.import_files(tmp_path / "logs", workers=2)
    assert one.hands().equals(several.hands())
    told = one.log().drop("imported_at", "log_hash")
    assert told.equals(several.log().drop("imported_at", "log_hash"))


def test_money_beside_the_hands_is_kept_too(archive, tmp_path, ofc):
    (tmp_path / "money.csv").write_text(
        "kind,player,amount\nbuy-in,Anna,500\ncash-out,Boris,500\n", encoding="utf-8"
    )
    (tmp_path / "more.csv").write_text("kind,player,amount\nbuy-in,Anna,500\n", encoding="utf-8")
    archive.import_files([tmp_path / "money.csv", tmp_path / "more.csv"])
    assert archive.beside("entries")["player"].to_list() == ["Anna", "Boris", "Anna"]
    run = ofc("ledger", archive.path)
    assert "Anna" in run.stdout


def test_what_cannot_be_read_at_all_is_told_and_leaves_no_import(archive, tmp_path):
    (tmp_path / "notes.txt").write_text("nothing of the kind", encoding="utf-8")
    (tmp_path / "log.jsonl").write_bytes(session_log([1]))
    report = archive.import_files([tmp_path / "notes.txt", tmp_path / "log.jsonl", tmp_path / "gone.jsonl"])
    assert [file.import_id for file in report.files] == [None, 1, None]
    assert [issue.code for issue in report.issues] == ["format-unknown", "file-missing"]
    with pytest.raises(FormatError, match="no parser of this name"):
        archive.import_files(tmp_path / "log.jsonl", input_format="none")


def test_undo_takes_back_what_no_other_import_has(archive, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(session_log(range(1, 6)) + b"broken\n")
    (tmp_path / "b.jsonl").write_bytes(session_log(range(4, 9)))
    archive.import_files([tmp_path / "a.jsonl", tmp_path / "b.jsonl"])
    assert archive.undo(1) == 3
    hands = archive.hands()
    assert sorted(hands["hand_no"]) == [4, 5, 6, 7, 8]
    assert hands["source"].struct.field("file").unique().to_list() == [str(tmp_path / "b.jsonl")]
    assert hands.filter(pl.col("hand_no") == 4)["source"].struct.field("line").to_list() == [1]
    assert archive.quarantine().is_empty()
    assert archive.check() == []
    with pytest.raises(ArchiveError, match="was undone before"):
        archive.undo(1)
    with pytest.raises(ArchiveError, match="there is no import 7"):
        archive.undo(7)
    assert counts(archive.import_files(tmp_path / "a.jsonl")) == (6, 3, 2, 0, 1, 0)
    assert archive.check() == []


def test_undo_leaves_a_hand_to_one_other_import_with_its_whole_place(archive, tmp_path):
    rows = [HEADER, ANNA, BORIS]
    (tmp_path / "a.csv").write_bytes(csv_bytes(rows))
    (tmp_path / "b.csv").write_bytes(csv_bytes([*rows, *GOOD]))
    (tmp_path / "c.xlsx").write_bytes(workbook(Night=rows))
    archive.import_files([tmp_path / name for name in ("a.csv", "b.csv", "c.xlsx")])
    assert archive.log()["known"].to_list() == [0, 1, 1]
    archive.undo(1)
    assert archive.check() == []
    [source] = archive.hands().filter(hand_no=1)["source"].to_list()
    assert (source["file"], source["sheet"], source["line"]) == (str(tmp_path / "b.csv"), None, 2)


def test_undo_of_a_log_that_was_read_on_goes_from_the_end(archive, tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_bytes(session_log([1, 2]))
    archive.import_files(log)
    log.write_bytes(session_log([1, 2, 3]))
    archive.import_files(log)
    with pytest.raises(ArchiveError, match="import 2 read the file on"):
        archive.undo(1)
    archive.undo(2)
    archive.undo(1)
    assert archive.hands().is_empty()
    assert archive.check() == []


@settings(max_examples=15)
@given(
    st.lists(
        st.tuples(st.lists(st.integers(1, 6), min_size=1, max_size=5), st.integers(0, 2)),
        min_size=1,
        max_size=5,
    ),
    st.data(),
)
def test_imports_and_undos_in_any_order_keep_the_archive_sound(tmp_path_factory, files, data):
    folder = tmp_path_factory.mktemp("any")
    archive = open_archive(folder / "a.duckdb")
    held = {}
    for place, (numbers, version) in enumerate(files):
        name = folder / f"{data.draw(st.sampled_from('ab'))}.jsonl"
        hands = [session_hand(number, level=version) for number in numbers]
        name.write_bytes(ofc_log(*hands))
        report = archive.import_files(name)
        if report.files[0].import_id is not None:
            held[report.files[0].import_id] = {(number, version) for number in numbers}
        if held and place % 2:
            gone = data.draw(st.sampled_from(sorted(held)))
            if (
                not archive.log()
                .filter(
                    (pl.col("follows") == gone) & (pl.col("first_line") > 1) & pl.col("undone_at").is_null()
                )
                .height
            ):
                archive.undo(gone)
                del held[gone]
        assert archive.check() == []
        standing = archive.hands(conflicts="all").select("hand_no", "level").rows()
        assert len(standing) == len(set(standing))
        assert set(standing) == set().union(*held.values()) if held else not standing


def test_sightings_tell_of_every_file(tmp_path, archive):
    told = write_folder(tmp_path / "logs", files=3, hands=4)
    archive.import_files(tmp_path / "logs")
    assert sightings(archive) == told


def test_hands_without_an_identity_are_known_by_their_content(archive, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(ofc_log(ofc_hand(1, id=None), ofc_hand(2, id=None)))
    (tmp_path / "b.jsonl").write_bytes(ofc_log(ofc_hand(2, id=None), ofc_hand(3, id=None)))
    assert counts(archive.import_files([tmp_path / "a.jsonl", tmp_path / "b.jsonl"])) == (4, 3, 1, 0, 0, 0)
