"""Places in a workbook were lines without a sheet, and hidden sheets were settled without a word."""

from __future__ import annotations

from pathlib import Path

import polars as pl
from sheets import parsed

import ofc_analytics as ofc
from ofc_analytics.formats import read_all
from ofc_analytics.hands import Hand, Player, Source, content_hash
from ofc_analytics.schema import frame_from_hands, hands_from_frame

NIGHT = Path(__file__).with_name("night.xlsx")


def test_each_hand_knows_its_sheet_and_row():
    hands, issues = parsed(NIGHT.read_bytes())
    assert [(hand.source.sheet, hand.source.line) for hand in hands] == [("Fri", 3)]
    assert {(issue.code, issue.sheet, issue.line) for issue in issues} == {
        ("sheet-hidden", "hid", None),
        ("hand-conflict", "Sat", 3),
        ("hand-conflict", "hid", 3),
    }


def test_the_sheet_goes_through_frames_and_is_no_part_of_a_hands_content():
    boards = bytes(range(13)), bytes(range(13, 26))
    players = tuple(Player(seat=seat, name=f"P{seat}", cards=cards) for seat, cards in enumerate(boards, 1))
    on_sheet = Hand(players=players, source=Source(file="night.xlsx", sheet="Fri", line=3))
    assert hands_from_frame(frame_from_hands([on_sheet])) == [on_sheet]
    assert content_hash(on_sheet) == content_hash(Hand(players=players))


def test_a_claim_that_does_not_stand_is_placed_by_sheet_and_row():
    frame, _ = read_all(NIGHT)
    wrong = ofc.disagreements(ofc.settle(frame, rules="american-pineapple", overrides=["rows.points=2"]))
    assert set(wrong.select("sheet", "line").rows()) == {("Fri", 3), ("Fri", 4)}
    assert wrong["file"].unique().to_list() == [str(NIGHT)]


def test_commands_say_the_sheet(ofc):
    told = ofc("settle", NIGHT, "--set", "rows.points=2")
    assert "sheet 'Fri', line 3" in told.stdout
    assert "sheet 'hid': a hidden sheet is read like the others" in told.stderr


def test_misfits_are_placed_by_sheet_and_row(ofc):
    told = ofc("settle", NIGHT, "--rules", "american-pineapple", "--set", "deal.players=[3, 3]")
    assert "night.xlsx, sheet 'Fri', line 3, hand 1:" in told.stderr


def test_findings_have_a_column_for_the_sheet():
    from ofc_analytics.audit.findings import FINDINGS

    assert FINDINGS["sheet"] == pl.String()
