"""Of a hand that was read twice with another content nobody was told what differs."""

from __future__ import annotations

import json

import pytest
from logs import ofc_hand, ofc_log


def reason(ofc, folder, change, apart):
    second = ofc_hand(1, unit="1")
    change(second)
    first, other = folder / "first.jsonl", folder / "second.jsonl"
    first.write_bytes(ofc_log(ofc_hand(1, unit="1"), *([] if apart else [second])))
    other.write_bytes(ofc_log(second))
    run = ofc("audit", first, *([other] if apart else []), "--family", "continuity", "--format", "json")
    [one] = map(json.loads, run.stdout.splitlines())
    assert (one["code"], one["severity"], one["hand"]) == ("hand-conflict", "error", "H1")
    assert (one["file"], one["line"]) == ((str(other), 1) if apart else (str(first), 2))
    assert one["reason"].startswith(f"The hand was read before ({first}, line 1) with another content")
    assert one["explain"]
    return one["reason"].partition("which is kept: ")[2]


def claims(hand):
    hand["players"][0]["claimed"] = {"points": 6, "foul": True}


def renamed(hand):
    hand["players"][1]["name"] = "Zoe"


def dearer(hand):
    hand["unit"] = "2.5"


def swapped_rows(hand):
    player = hand["players"][0]
    player["middle"], player["bottom"] = player["bottom"], player["middle"]


@pytest.mark.parametrize("apart", [False, True], ids=["one file", "two files"])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            claims,
            "Anna's claimed points are 6 here, not told there; Anna's claimed foul is foul here, not told there.",
        ),
        (renamed, "Zoe is in it here only; Борис is in it there only."),
        (dearer, "its unit is 2.50 here, 1.00 there."),
        (swapped_rows, "Anna's board is "),
    ],
)
def test_it_is_said(ofc, tmp_path, change, words, apart):
    assert reason(ofc, tmp_path, change, apart).startswith(words)
