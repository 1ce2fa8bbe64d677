"""A player's line without any cards gave three errors, one a row; it is one fault."""

from __future__ import annotations

from sheets import ANNA, GOOD, HEADER, csv_bytes, parsed, workbook


def test_a_line_without_cards_is_one_issue():
    table = [HEADER, *GOOD, ANNA, ["1", "Boris", "2", "", "", "", "", "2", "20", "300"]]
    hands, (issue,) = parsed(csv_bytes(table))
    assert [hand.native_id for hand in hands] == ["9"]
    assert (issue.code, issue.line, issue.hand) == ("cards-missing", 5, "1")
    assert issue.expected
    _, (issue,) = parsed(workbook(table))
    assert (issue.code, issue.cell) == ("cards-missing", "D5")


def test_one_row_that_is_blank_is_named():
    table = [HEADER, ANNA, ["1", "Boris", "2", "", "2d Ad 9c 5s 6h", "", "", "2", "20", "300"]]
    _, issues = parsed(workbook(table))
    assert [(issue.code, issue.cell) for issue in issues] == [("row-length", "D3"), ("row-length", "F3")]
