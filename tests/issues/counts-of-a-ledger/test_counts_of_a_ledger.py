"""Hands without cards were in no count: a checked sheet had 0 hands, and a ledger told none at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tally_sheets import KINDS, LAYOUTS, hands

HERE = Path(__file__).parent
CARDS = """\
unit,10,date,2026-11-27
hand,player,top,middle,bottom
1,Anna,Qc Qd 7s,Kh Ks 9c 8d 2h,Ac Ad Ah 2s 3d
1,Boris,4c 5d 8h,3c 3h 9d Td 4h,6c 6d Jc Js 5c
2,Anna,Qc Qd 7s,Kh Ks 9c 8d 2h,Ac Ad Ah 2s Zz
2,Boris,4c 5d 8h,3c 3h 9d Td 4h,6c 6d Jc Js 5c
"""


def test_hands_without_cards_are_counted(ofc):
    run = ofc("ledger", HERE / "night.csv")
    assert "ofc: 3 hands read: 0 settled, 0 duplicates, 1 left out, 2 told without cards.\n" in run.stderr
    check = ofc("sheet", "check", HERE / "night.csv")
    assert "3 hands read: 0 sound, 1 wrong, 2 told without cards; 0 left empty.\n" in check.stdout


@pytest.mark.parametrize(
    "layout", ["points", "points, Russian", "wide", "pairs", "pair columns", "named, orders"]
)
def test_every_hand_counts_once_in_whatever_way_it_is_told(ofc, tmp_path, layout):
    (tmp_path / "night.csv").write_bytes(KINDS["csv"](LAYOUTS[layout]()))
    run = ofc("sheet", "check", tmp_path / "night.csv", "--format", "json")
    counts = json.loads(run.stdout.splitlines()[-1])
    assert (counts["hands"], counts["told"], counts["duplicates"]) == (len(hands()), len(hands()), 0)


def test_the_counts_of_cards_and_copies_add_up(ofc, tmp_path):
    sheet, copy = tmp_path / "night.csv", tmp_path / "copy.csv"
    sheet.write_text(CARDS, encoding="utf-8")
    copy.write_text(f"{CARDS}\n", encoding="utf-8")
    run = ofc("ledger", sheet, copy)
    assert "ofc: 4 hands read: 1 settled, 1 duplicate, 2 left out.\n" in run.stderr
    check = ofc("sheet", "check", sheet, copy)
    assert "4 hands read: 1 sound, 2 wrong, 1 duplicate; 0 left empty.\n" in check.stdout


def test_hands_without_a_unit_are_left_out_of_the_ledger(ofc, tmp_path):
    (tmp_path / "night.csv").write_text(CARDS.replace("unit,10,", ""), encoding="utf-8")
    run = ofc("ledger", tmp_path / "night.csv")
    assert "ofc: 2 hands read: 0 settled, 0 duplicates, 2 left out.\n" in run.stderr


def test_a_night_of_chips_has_no_hands_to_count(ofc, tmp_path):
    (tmp_path / "chips.csv").write_text("player,buy-in,cash-out\nAnna,5,5\n", encoding="utf-8")
    assert "hands read" not in ofc("ledger", tmp_path / "chips.csv").stderr
