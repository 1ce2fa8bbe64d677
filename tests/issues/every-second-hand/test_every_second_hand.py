"""A log without every second hand of a table passed for one of a room that counts the hands of all its tables."""

from __future__ import annotations

import json

import pytest
from logs import ofc_hand, ofc_log


def found(ofc, tmp_path, *numbers, table="T"):
    log = tmp_path / "log.jsonl"
    hands = (ofc_hand(number, hand_no=number, session="S", table=table) for number in numbers)
    log.write_bytes(ofc_log(*hands))
    run = ofc("audit", log, "--family", "continuity", "--format", "json")
    return [(one["code"], one["severity"], one["reason"]) for one in map(json.loads, run.stdout.splitlines())]


@pytest.mark.parametrize("step", [2, 3, 10])
def test_gaps_of_one_size_are_told_once_with_their_number(ofc, tmp_path, step):
    [(code, severity, reason)] = found(ofc, tmp_path, *range(1, 1 + 6 * step, step))
    assert (code, severity) == ("hands-missing", "warning")
    assert reason.startswith(f"{5 * (step - 1)} hands are missing in 5 gaps of the table's numbers")


def test_hands_in_a_row_are_none_of_a_room_with_many_tables(ofc, tmp_path):
    [(code, severity, _)] = found(ofc, tmp_path, 1, 2, 5, 9, 14, 22)
    assert (code, severity) == ("hands-missing", "warning")


def test_numbers_of_a_room_are_a_note(ofc, tmp_path):
    [(code, severity, _)] = found(ofc, tmp_path, 117, 134, 140, 171, 199)
    assert (code, severity) == ("numbers-apart", "note")
