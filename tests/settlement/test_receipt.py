"""What a receipt says: words for people at a table, and nothing that settlement does not say."""

from __future__ import annotations

import pytest

import ofc_analytics as ofc
from ofc_analytics.cards import split_board
from ofc_analytics.hands import Claim, Hand, Player
from ofc_analytics.rules import load_rules
from ofc_analytics.schema import frame_from_hands
from ofc_analytics.settlement import Past, receipt
from ofc_analytics.settlement.receipt_text import receipt_text

SCOOP = ("2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d", "2s 3h 5d / Kc Qd 9h 5c 2h / Ah Kh 9c 5s 2d")
DRAGON = "Ac Kd Qh / Jc Td 9s 8h 7c / 6d 5s 4h 3c 2d"
ORDINARY = "7d 8d 6h / Ah As 9d 7s 3d / Jd Jh Js 6s 2c"


def text(*boards, rules="american-pineapple", overrides=(), **options):
    return receipt_text(ofc.score(boards, rules=rules, overrides=overrides, **options))


def test_rows_of_one_name_are_told_apart_by_their_cards():
    assert "top     six high 6-4-2 beats five high 5-3-2" not in text(*SCOOP)
    told = text("Qc 9d 4h / Ks Kh Th 6c 3s / Ad Ah Tc 6s 3d", "Qs 9h 3c / Kc Kd 9c 5c 2h / As Ac 9s 5s 2d")
    assert "queen high Q-9-4 beats queen high Q-9-3" in told
    assert "pair of kings K-10-6-3 beats" in told or "pair of kings K-T-6-3 beats" in told


def test_a_doubt_that_changes_the_hand_is_named_with_its_result():
    told = text(*SCOOP, rules="pokerdom-pineapple", unit="10")
    assert "Not certain: rows.scoop" in told
    assert "Seat 1 +9 points, 90.00" in told


def test_a_doubt_that_changes_nothing_is_not_named():
    assert "Not certain: rows.scoop" not in text(
        "Ac 7d 5h / Kc Kd 9s 5c 3d / Qc Qd Qh 4c 2s",
        "Kh 8d 6h / Ah As 9d 7s 3c / Jc Jd Jh 6s 2d",
        rules="pokerdom-pineapple",
    )


def test_the_three_fates_of_a_natural():
    counted = text(DRAGON, ORDINARY, rules="closed-chinese", declared={1: "dragon"})
    assert "NATURAL: dragon" in counted
    assert "Seat 1 has dragon" in counted
    held = text(DRAGON, ORDINARY, rules="closed-chinese")
    assert "the cards are dragon, which was not declared: an ordinary hand" in held
    said = text(DRAGON, ORDINARY, rules="closed-chinese", declared={2: "six pairs"})
    assert "six pairs was declared, and the cards are none: an ordinary hand" in said


def test_what_a_joker_stood_for():
    told = text("Kc Kd X1 / Ac As Qh Qs 2d / 8c 8d 8h 5c 5d", rules="joker-ultimate")
    assert "X1 stands for Ad" in told or "X1 stands for Ah" in told


def test_a_low_middle():
    told = text("Kc Kd 2s / 7h 5h 4h 3h 2h / Ac Ad Ah As 9s", rules="deuce-to-seven-pineapple")
    assert "FOUL: the middle (seven-high flush) is no ten-low" in told


def test_rake_and_limits_are_written_out():
    told = text(*SCOOP, overrides=["rake.percent=5"], unit="10", stacks=["100", "45"])
    assert "Seat 2 pays Seat 1 45.00 of 60.00: Seat 2 has no more" in told
    assert "Seat 1 pays 2.25 rake" in told
    assert "+42.75" in told


@pytest.mark.parametrize("basis", ["net", "gross"])
def test_every_payment_of_a_short_stack_is_listed(basis):
    told = text(*SCOOP, overrides=[f"payout.basis={basis}"], unit="10", stacks=["100", "45"])
    assert ("for rows" in told) == (basis == "gross")


def test_deferred_and_carried_money():
    rules = load_rules("pokerdom-pineapple-000")
    first = "Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d"
    boards = [(first, "Ac 8c 6s / Td Ts 9s 4c 3c / Js Jh 7d 5s 4h"), SCOOP]
    hands = [
        Hand(
            players=tuple(
                Player(seat=seat, name=f"P{seat}", cards=split_board(board), claimed=Claim(points=0))
                for seat, board in enumerate(pair, start=1)
            ),
            unit=100,
            hand_no=number,
            session="night",
        )
        for number, pair in enumerate(boards, start=1)
    ]
    results = ofc.settle(frame_from_hands(hands), rules)
    one, two = (
        receipt_text(receipt(hand, rules, Past.of(row)))
        for hand, row in zip(hands, results.iter_rows(named=True), strict=True)
    )
    assert "the money is settled when the Fantasyland chain ends" in one
    assert "with the chain's earlier hands P2 owes P1 25.00" in two
    assert ofc.boards(results)["net"].cast(float).to_list() == [0, 0, 25, -25]
