"""A negative rake, a unit of nothing, 99 cards in Fantasyland and keys that stand twice were taken without a word."""

from __future__ import annotations

from pathlib import Path

from ofc_analytics.formats import read_all


def test_a_line_with_an_impossible_value_is_left_out():
    frame, issues = read_all(Path(__file__).with_name("log.jsonl"))
    found = [(issue.line, issue.code, issue.message) for issue in issues if issue.severity == "error"]
    assert found == [
        (1, "value-type", "players[0].rake is negative"),
        (2, "value-type", "jackpot.paid_in is negative"),
        (3, "value-type", "unit is zero"),
        (4, "value-type", "players[0].fantasyland cannot be read"),
        (5, "value-type", "players[0].fantasyland cannot be read"),
        (6, "key-twice", "the key 'claimed' stands twice in one object"),
        (6, "key-twice", "the key 'unit' stands twice in one object"),
        (7, "value-type", "unit cannot be read"),
        (8, "value-type", "unit cannot be read"),
        (9, "key-twice", "the key 'unit' stands twice in one object"),
    ]
    assert frame.select("native_id", "unit", "table").rows() == [("good", 150, "a_1 \u0661")]
