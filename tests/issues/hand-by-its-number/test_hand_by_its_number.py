"""A report called a hand "Hand 17" by its number at the table, and `ofc explain --hand 17` did not find it."""

from __future__ import annotations

import pytest

import ofc_analytics as ofc_python
from ofc_analytics.cards import split_board
from ofc_analytics.errors import LookupFailedError, ParseIssue
from ofc_analytics.hands import Hand, Player
from ofc_analytics.schema import frame_from_hands
from ofc_analytics.settlement.explaining import find_hand

ANNA = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
BORIS = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))


def settled(*facts):
    return ofc_python.settle(frame_from_hands([Hand(players=(ANNA, BORIS), **fact) for fact in facts]))


def test_a_hand_is_found_by_its_number():
    results = settled({"table": "x", "hand_no": 16}, {"table": "x", "hand_no": 17})
    assert find_hand(results, "17")["hand_no"].item() == 17
    with pytest.raises(LookupFailedError, match=r"no hand is called '18'; the settled hands are 16, 17\."):
        find_hand(results, "18")


def test_the_command_finds_it(ofc, tmp_path):
    file = tmp_path / "night.csv"
    file.write_text(
        "table,hand_no,player,top,middle,bottom\n"
        "x,17,Anna,Qc Qd 7s,Kh Ks 9c 8d 2h,Ac Ad Ah 2s 3d\nx,17,Boris,4c 5d 8h,3c 3h 9d Td 4h,6c 6d Jc Js 5c\n"
    )
    run = ofc("explain", file, "--hand", "17")
    assert run.returncode == 0, run.stderr
    assert "+13" in run.stdout


def test_an_id_of_the_room_goes_before_a_number():
    results = settled({"native_id": "17", "table": "x", "hand_no": 3}, {"table": "y", "hand_no": 17})
    assert find_hand(results, "17")["hand_no"].item() == 3


def test_one_number_at_two_tables_is_asked_back():
    results = settled({"table": "x", "hand_no": 17}, {"table": "y", "hand_no": 17})
    with pytest.raises(LookupFailedError, match="2 hands are called '17'; choose one by its hand_id: "):
        find_hand(results, "17")


def test_a_number_is_none_of_a_hand_that_could_not_be_read():
    unread = ParseIssue(code="row-length", message="the top row has 4 cards", file="x.csv", hand="17")
    with pytest.raises(LookupFailedError, match="hand '17' could not be read"):
        find_hand(settled({"table": "y", "hand_no": 17}), "17", [unread])
