"""A gz that was cut off lost every hand before the cut, and one with something behind its end lost all."""

from __future__ import annotations

import gzip
import random
import zlib

import pytest
from logs import arena_hand, arena_log, ofc_hand, ofc_log

from ofc_analytics.errors import FormatError
from ofc_analytics.formats import read, read_all

SHEET = """hand;player;top;middle;bottom
1;Anna;2s Qd Jd;5d 7c 4d 7s 8d;3h Ks 3c Tc Th
;Boris;3s Ac 9h;2d Ad 9c 5s 6h;Ts Kh As Qh Jc
2;Anna;2s Qd Jd;5d 7c 4d 7s 8d;3h Ks 3c Tc Th
;Boris;3s Ac 9h;2d Ad 9c 5s 6h;Ts Kh As Qh Jc
;Carol;2c 2d 2h;3d 4c 4h 5c 5h;6c 6d 6s 7d 7h
"""


def cut(text):
    """A gz that holds a text and then breaks off."""
    packer = zlib.compressobj(wbits=31)
    return packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)


def errors(tmp_path, content, name="night.jsonl.gz"):
    (tmp_path / name).write_bytes(content)
    frame, issues = read_all(tmp_path / name)
    return frame, [issue for issue in issues if issue.severity == "error"]


def test_what_stands_before_the_cut_is_read(tmp_path):
    log = ofc_log(*map(ofc_hand, range(5)))
    frame, [issue] = errors(tmp_path, cut(log[:-40]))
    assert frame["native_id"].to_list() == ["H0", "H1", "H2", "H3"]
    assert (issue.code, issue.line, issue.hands) == ("archive-cut", 4, 0)
    with pytest.raises(FormatError, match="cut off"):
        read(tmp_path / "night.jsonl.gz")


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9, 0.999])
def test_a_long_log_gives_its_whole_lines_up_to_the_cut(tmp_path, kept):
    log = ofc_log(*map(ofc_hand, range(3_000)))
    packed = gzip.compress(log)
    frame, [issue] = errors(tmp_path, packed[: int(kept * len(packed))])
    assert issue.code == "archive-cut"
    assert frame.height == issue.line
    assert frame["native_id"].to_list() == [f"H{number}" for number in range(frame.height)]
    assert frame.height == pytest.approx(3_000 * kept, rel=0.1)


def test_a_hand_that_is_cut_in_an_arena_log_is_counted(tmp_path):
    lines = arena_log(*arena_hand(1), *arena_hand(2))
    frame, found = errors(tmp_path, cut(lines[:-500]))
    assert frame["native_id"].to_list() == ["1"]
    assert [(issue.code, issue.hands) for issue in found] == [("archive-cut", 0), ("hand-unfinished", 1)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_hand_of_a_sheet_that_may_go_on_behind_the_cut_is_left_out(tmp_path, encoding):
    text = SHEET[: SHEET.index("Carol") + 10].encode(encoding)
    frame, found = errors(tmp_path, cut(text), "night.csv.gz")
    assert frame["native_id"].to_list() == ["1"]
    assert [(issue.code, issue.line, issue.hand, issue.hands) for issue in found] == [
        ("archive-cut", 5, None, 0),
        ("hand-unfinished", 4, "2", 1),
    ]


@pytest.mark.parametrize("junk", [b"junk", b"\0\0\0junk", b"PK", b"\x1f"])
def test_what_stands_behind_the_end_is_named_and_takes_nothing(tmp_path, junk):
    log = ofc_log(*map(ofc_hand, range(5)))
    frame, [issue] = errors(tmp_path, gzip.compress(log) + junk)
    assert frame.height == 5
    assert (issue.code, issue.text) == ("archive-junk", junk.lstrip(b"\0").hex(" "))


def test_several_members_and_padding_are_one_log(tmp_path):
    parts = [gzip.compress(ofc_log(ofc_hand(number))) for number in range(3)]
    frame, found = errors(tmp_path, b"".join(parts) + bytes(512))
    assert (frame.height, found) == (3, [])


def test_content_that_does_not_match_its_checksum_is_not_believed(tmp_path):
    content = bytearray(gzip.compress(random.Random(1).randbytes(99) + ofc_log(ofc_hand(1)), compresslevel=0))
    content[200] ^= 1
    frame, [issue] = errors(tmp_path, bytes(content))
    assert frame.is_empty()
    assert issue.code == "file-unreadable"


def test_a_gz_that_holds_no_whole_line_is_one_message(tmp_path):
    frame, [issue] = errors(tmp_path, cut(ofc_log(ofc_hand(1))[:50]))
    assert frame.is_empty()
    assert issue.code == "archive-cut"
