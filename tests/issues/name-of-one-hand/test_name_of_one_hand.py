"""A name that a table has in one hand, between two of another player in the same seat, was not told."""

from __future__ import annotations

import json

import pytest
from logs import ofc_hand, ofc_log


def swaps(ofc, folder, *names, step=1):
    hands = []
    for number, name in enumerate(names, start=1):
        hand = ofc_hand(number, hand_no=number * step, session="S")
        hand["players"][1]["name"] = name
        hands.append(hand)
    log = folder / "log.jsonl"
    log.write_bytes(ofc_log(*hands))
    run = ofc("audit", log, "--family", "seats", "--format", "json", "--fail-on", "note")
    return [
        (one["code"], one["severity"], one["line"], one["players"])
        for one in map(json.loads, run.stdout.splitlines())
    ]


def test_it_is_a_note(ofc, tmp_path):
    assert swaps(ofc, tmp_path, "Boris", "Boris", "Borys", "Boris") == [
        ("name-swapped", "note", 3, ["Borys", "Boris"])
    ]


@pytest.mark.parametrize(
    "names", [("Boris", "Borys", "Borys", "Boris"), ("Boris", "Borys", "Zoe"), ("Boris", "Boris", "Borys")]
)
def test_who_stays_or_is_followed_by_another_has_sat_down(ofc, tmp_path, names):
    assert swaps(ofc, tmp_path, *names) == []


def test_nor_where_hands_are_missing(ofc, tmp_path):
    assert swaps(ofc, tmp_path, "Boris", "Borys", "Boris", step=2) == []
