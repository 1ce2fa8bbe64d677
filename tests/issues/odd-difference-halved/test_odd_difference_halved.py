"""Half of an odd number of kopecks, taken in floating point, was rounded in silence."""

from __future__ import annotations

import io
from dataclasses import replace

import club_files
from club_files import ANNA, BOOK, BORIS

from ofc_analytics.audit.company import judge_company
from ofc_analytics.formats import read_clubs
from ofc_analytics.schema import RESULTS

LINES = (
    replace(ANNA, hands=12, opponents="18.00", fee="2.01", jackpot_fee="0"),
    replace(BORIS, hands=12, opponents="-20.00", fee="0", jackpot_fee="0"),
)
EXPORT = club_files.pppoker((replace(BOOK[0], lines=LINES),))


def test_the_difference_is_told_whole():
    exports = judge_company(RESULTS.to_frame(), clubs=read_clubs(io.BytesIO(EXPORT))).exports
    assert exports.select("first", "second", "exponent", "difference").rows() == [("Anna", "Boris", 2, 4001)]


def test_the_command_writes_half_of_it_exactly(ofc, tmp_path):
    file = tmp_path / "club.xlsx"
    file.write_bytes(EXPORT)
    assert "20.005" in ofc("audit", file, "--pairs").stdout
