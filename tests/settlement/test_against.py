"""Hands under several rule sets, and the rules that make the difference."""

from __future__ import annotations

import pytest

import ofc_analytics as ofc
from ofc_analytics.cards import split_board
from ofc_analytics.errors import LookupFailedError
from ofc_analytics.hands import Hand, Player
from ofc_analytics.schema import frame_from_hands
from ofc_analytics.settlement.against import settle_against

SCOOP = ("2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d", "2s 3h 5d / Kc Qd 9h 5c 2h / Ah Kh 9c 5s 2d")
EQUAL_ROWS = ("Kc Qd 2h / 5c 6d 7h 8s 9c / 5d 6h 7s 8c 9d", "2c 3d 4c / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3c")
SPLIT = ("Ac 7d 5h / Kc Kd 9s 5c 3d / Qc Qd Qh 4c 2s", "Kh 8d 6h / Ah As 9d 7s 3c / Jc Jd Jh 6s 2d")
QUADS = ("9c 9d 2h / Tc Td 6h 6c 4d / Jc Jd Jh Js 5d", "3c 4c 7h / Ks Qh Th 8c 3s / Ad Kd 8d 7s 3d")


def hand(boards, **facts):
    players = tuple(
        Player(
            seat=seat,
            name=f"P{seat}",
            cards=split_board(board),
            fantasyland=facts.get("playing", (0, 0))[seat - 1],
        )
        for seat, board in enumerate(boards, start=1)
    )
    return Hand(players=players, **{name: value for name, value in facts.items() if name != "playing"})


def compare(hands, *others, **options):
    table, issues = settle_against(frame_from_hands(hands), others, **options)
    assert not issues
    return table


def test_only_the_rules_that_changed_a_hand_are_named():
    table = compare(
        [hand(SCOOP, native_id="scoop"), hand(EQUAL_ROWS, native_id="equal"), hand(SPLIT, native_id="split")],
        "pokerdom-pineapple-000",
        rules="pokerdom-pineapple",
    ).filter(seat=1)
    assert dict(table.select("hand", "because").iter_rows()) == {
        "scoop": ["rows.scoop"],
        "equal": ["rows.scoop", "foul.equal_rows"],
        "split": [],
    }
    assert table["differs"].to_list() == [True, True, False]
    assert table.select("points", "other_points").rows() == [(6, 9), (6 + 6, -(9)), (1, 1)]


def test_a_rule_that_only_matters_in_the_next_hand():
    before = hand(QUADS, playing=(14, 0), native_id="1", session="s", hand_no=1)
    table = compare([before], "american-pineapple", rules="joker-ultimate", overrides=["deal.jokers=0"])
    assert table.select("fantasyland", "other_fantasyland").row(0) == (14, 14)
    later = compare(
        [before], "american-pineapple", rules="american-pineapple", overrides=["fantasyland.repeats=0"]
    )
    assert later.filter(seat=1).select("fantasyland", "other_fantasyland", "because").row(0) == (
        0,
        14,
        ["fantasyland.repeats"],
    )


def test_rules_that_only_matter_together_are_all_named():
    """Without a unit a cap changes nothing; a level that gives one and a loss limit do."""
    table = compare(
        [hand(SCOOP)],
        ofc.load_rules("american-pineapple", ["levels=[{unit=10}]", "payout.loss_limit=2"]),
    ).filter(seat=1)
    assert table.select("net", "other_net").row(0) == (None, "20.00")
    assert table["because"].to_list() == [["levels"]]


def test_a_hand_that_fits_one_set_only_is_told_and_left_out():
    four = tuple(
        "".join(board)
        for board in (
            *SPLIT,
            "2c 2d 3h / 4d 4h 8c 8h Tc / Ts Td 6c 6d Ks",
            "3s 4s 5s / 5d 7c 7h 9c 9h / Js Qs Kd Ad Th",
        )
    )
    players = tuple(
        Player(seat=seat, name=f"P{seat}", cards=split_board(board))
        for seat, board in enumerate(four, start=1)
    )
    table, issues = settle_against(
        frame_from_hands([Hand(players=players, native_id="four")]),
        ["american-pineapple"],
        "american-classic",
    )
    assert table.height == 0
    assert [(issue.code, issue.hand) for issue in issues] == [("players-not-seated", "four")]


def test_a_rule_set_that_is_not_there():
    with pytest.raises(LookupFailedError, match="nowhere"):
        settle_against(frame_from_hands([hand(SCOOP)]), ["nowhere"])


def test_on_the_command_line(ofc, tmp_path):
    import json

    sheet = tmp_path / "night.csv"
    rows = [["hand,player,top,middle,bottom,points"]] + [
        [f"{number},{name},{','.join(board.split(' / '))},{points}"]
        for number, boards, totals in ((1, SCOOP, (6, -6)), (2, SPLIT, (1, -1)))
        for name, board, points in zip("AB", boards, totals, strict=True)
    ]
    sheet.write_text("\n".join(row for (row,) in rows), encoding="utf-8")
    shown = ofc("settle", sheet, "--against", "tournament-pineapple", "--against", "russian-classic")
    assert shown.returncode == 0, shown.stderr
    assert "tournament-pineapple: 1 of 2 hands come out differently" in shown.stdout
    assert "russian-classic: 1 of 2 hands come out differently" in shown.stdout
    run = ofc("settle", sheet, "--against", "russian-classic", "--format", "json")
    first = json.loads(run.stdout.splitlines()[0])
    assert (first["points"], first["other_points"], first["because"]) == (6, 6, [])
    assert ofc("settle", sheet, "--against", "nowhere").returncode == 2
