"""One hand truly missing from a log made warnings of all the gaps that hands left out on reading had torn."""

from __future__ import annotations

import json

from logs import ofc_hand, ofc_log


def found(ofc, folder, *lines):
    log = folder / "log.jsonl"
    log.write_bytes(b"".join(lines))
    run = ofc("audit", log, "--family", "continuity", "--format", "json")
    return [(one["severity"], one["reason"]) for one in map(json.loads, run.stdout.splitlines())]


def line(number):
    return ofc_log(ofc_hand(number, hand_no=number, session="S", table="T"))


def test_each_gap_is_known_by_its_lines(ofc, tmp_path):
    refused = ofc_hand(3, hand_no=3, session="S", table="T")
    refused["players"][0]["top"] = refused["players"][1]["top"]
    assert found(ofc, tmp_path, line(1), line(2), ofc_log(refused), line(4), line(6), line(7)) == [
        (
            "note",
            "Hand 3 is missing between hands 2 and 4 of the table. On reading 1 hand was left out there.",
        ),
        ("warning", "Hand 5 is missing between hands 4 and 6 of the table."),
    ]


def test_a_gap_that_is_more_than_was_left_out_is_none_of_reading_alone(ofc, tmp_path):
    assert found(ofc, tmp_path, line(1), line(2), b"{broken\n", line(5), line(6)) == [
        (
            "warning",
            "Hands 3 to 4 are missing between hands 2 and 5 of the table. On reading 1 hand was left out there.",
        )
    ]
