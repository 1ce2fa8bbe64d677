"""A file imported before the last lines of a hand were written kept half of that hand as what was seen first."""

from __future__ import annotations

from itertools import chain

import pytest
from archives import session_hand
from logs import arena_hand, arena_log, ofc_log

import ofc_analytics as ofc_
from ofc_analytics.archive import open_archive

ARENA = arena_log(*chain.from_iterable(map(arena_hand, (1, 2, 3))))
LINES = ARENA.count(b"\n")


@pytest.fixture
def imported(tmp_path):
    """Import a file as it grows, and give the archive."""

    def grown(name, *contents):
        archive = open_archive(tmp_path / "club.duckdb")
        for content in contents:
            (tmp_path / name).write_bytes(content)
            archive.import_files(tmp_path / name)
        assert archive.check() == []
        assert archive.conflicts().is_empty()
        whole = ofc_.read(tmp_path / name)
        assert archive.hands().drop("source").sort("hand_no").equals(whole.drop("source").sort("hand_no"))
        return archive

    return grown


def points(archive):
    return [
        [player["claimed"]["points"] for player in players]
        for players in archive.hands().sort("hand_no")["players"].to_list()
    ]


@pytest.mark.parametrize("missing", range(1, 8))
def test_a_log_cut_before_its_last_lines(imported, missing):
    lines = ARENA.splitlines(keepends=True)
    archive = imported("arena.jsonl", b"".join(lines[: LINES - missing]), ARENA)
    assert points(archive) == [[6, -6, 0]] * 3
    assert archive.log()["conflicts"].to_list() == [0, 0]


def test_undo_gives_back_what_was_read_of_it(imported):
    lines = ARENA.splitlines(keepends=True)
    archive = imported("arena.jsonl", b"".join(lines[: LINES - 2]), ARENA)
    archive.undo(2)
    assert points(archive)[:2] == [[6, -6, 0]] * 2
    assert points(archive)[2].count(None) == 2
    assert archive.check() == []


def test_the_first_hand_of_a_log(imported):
    archive = imported("arena.jsonl", arena_log(*arena_hand(1)[:-1]), arena_log(*arena_hand(1)))
    assert points(archive) == [[6, -6, 0]]


def test_hands_that_are_played_side_by_side(imported):
    """Reading begins again where no hand is open, and not at the last header."""
    first, second, third = map(arena_hand, (1, 2, 3))
    begun = [*arena_hand(4), *first[:20], *second[:10], *first[20:], *second[10:]]
    archive = imported("arena.jsonl", arena_log(*begun), arena_log(*begun, *third))
    assert archive.log()["first_line"].to_list() == [1, len(arena_hand(4)) + 1]
    assert archive.log()["left_out"].to_list() == [0, 0]
    assert archive.hands()["hand_no"].sort().to_list() == [1, 2, 3, 4]


def test_a_late_line_of_a_hand_that_was_read_loses_no_hand(imported, tmp_path):
    begun = [*arena_hand(1), *arena_hand(2)]
    late = arena_hand(1)[-1]
    archive = open_archive(tmp_path / "club.duckdb")
    for lines in (begun, [*begun, late, *arena_hand(3)]):
        (tmp_path / "arena.jsonl").write_bytes(arena_log(*lines))
        archive.import_files(tmp_path / "arena.jsonl")
    assert archive.log()["left_out"].to_list() == [0, 0]
    assert archive.quarantine()["code"].to_list() == ["hand-unknown"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("share", [0.55, 0.9, 0.99])
def test_a_sheet_cut_anywhere(imported, share, encoding):
    lines = ["session,hand,player,top,middle,bottom,points"]
    for number in (1, 2):
        for hand in session_hand(number, players=3)["players"]:
            rows = ",".join(hand[row] for row in ("top", "middle", "bottom"))
            lines.append(f"F,{number},{hand['name']},{rows},0")
    sheet = "\r\n".join(lines) + "\r\n"
    archive = imported(
        "night.csv", sheet[: round(share * len(sheet))].encode(encoding), sheet.encode(encoding)
    )
    assert archive.log()["reading"].to_list() == [1, 1]
    assert [len(players) for players in archive.hands()["players"]] == [3, 3]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_log_cut_within_a_line(imported, encoding):
    log = ofc_log(*map(session_hand, (1, 2, 3))).decode()
    archive = imported("log.jsonl", log[: len(log) - 40].encode(encoding), log.encode(encoding))
    assert archive.log()["first_line"].to_list() == [1, 3]
    assert archive.quarantine().is_empty()
