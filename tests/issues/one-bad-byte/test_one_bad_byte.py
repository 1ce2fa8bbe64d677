"""One byte that is no UTF-8 took a whole log with it, and the advice for a JSON log was to save it as CSV."""

from __future__ import annotations

from pathlib import Path

import pytest
from logs import arena_hand, arena_log

from ofc_analytics.errors import FormatError, ParseError
from ofc_analytics.formats import read, read_all

FOLDER = Path(__file__).parent


def errors(path):
    frame, issues = read_all(path)
    return frame["native_id"].to_list(), [issue for issue in issues if issue.severity == "error"]


def test_a_bad_line_of_a_log_is_left_out_alone():
    hands, found = errors(FOLDER / "log.jsonl")
    assert hands == ["1", "2", "4", "5", "6", "7", "8"]
    assert [(issue.line, issue.hands) for issue in found] == [(2, 1), (4, 1)]
    with pytest.raises(ParseError, match="line 2"):
        read(FOLDER / "log.jsonl")


@pytest.mark.parametrize(("line", "hands"), [(b"\xff\n", ["1", "2"]), (None, ["2"])])
def test_a_bad_line_of_an_arena_log_takes_no_other_hand(tmp_path, line, hands):
    log = arena_log(*arena_hand(1), *arena_hand(2)).splitlines(keepends=True)
    log.insert(1, line) if line else log.__setitem__(0, log[0].replace(b"greedy", b"gr\xffdy"))
    (tmp_path / "log.jsonl").write_bytes(b"".join(log))
    read_hands, found = errors(tmp_path / "log.jsonl")
    assert read_hands == hands
    assert found[0].line == (2 if line else 1)
    assert sum(issue.hands for issue in found) == 2 - len(hands)


def test_a_sheets_hand_is_left_out_whole_so_that_no_player_is_missing():
    hands, found = errors(FOLDER / "sheet.csv")
    assert hands == ["2", "3"]
    assert [(issue.code, issue.line, issue.hand, issue.hands) for issue in found] == [
        ("encoding", 4, "1", 1),
        ("encoding", 9, None, 0),
    ]


@pytest.mark.parametrize("name", ["windows.csv", "windows.jsonl"])
def test_a_file_in_an_old_encoding_is_read_with_a_note(name):
    hands, issues = read_all(FOLDER / name)
    assert hands["players"].list.first().struct.field("name").unique().to_list() == ["Анна"]
    [note] = [issue for issue in issues if issue.code == "encoding-old"]
    assert (note.severity, "cp1251" in note.message) == ("note", True)


def test_a_header_that_is_no_utf8_above_lines_that_are_is_one_message():
    hands, [issue] = errors(FOLDER / "header.csv")
    assert hands == []
    assert (issue.code, issue.line) == ("encoding", 1)
    assert "WINDOWS-1251" in issue.expected
    assert "CSV" in issue.expected
    with pytest.raises(FormatError, match="is not UTF-8 text"):
        read(FOLDER / "header.csv")
