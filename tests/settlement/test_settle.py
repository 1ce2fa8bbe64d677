"""Frames of hands to frames of results: groups, order, money, claims, and hands that do not fit."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import RULES, tables

import ofc_analytics as ofc
from ofc_analytics.cards import split_board
from ofc_analytics.errors import LookupFailedError, ParseError
from ofc_analytics.hands import Claim, Hand, Player, Source
from ofc_analytics.rules import load_rules
from ofc_analytics.schema import HANDS, RESULTS, Results, frame_from_hands, hands_from_frame
from ofc_analytics.settlement import receipt

ANNA = "Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d"
BORIS = "Ac 8c 6s / Td Ts 9s 4c 3c / Js Jh 7d 5s 4h"


def hand(*boards, **facts):
    players = tuple(
        Player(seat=seat, name=f"P{seat}", cards=split_board(board))
        for seat, board in enumerate(boards, start=1)
    )
    return Hand(players=players, **facts)


def claiming(one, *claims):
    players = tuple(replace(player, claimed=claim) for player, claim in zip(one.players, claims, strict=True))
    return replace(one, players=players)


@st.composite
def random_hands(draw):
    """A few hands with stacks, units, buttons and claims, of two or three players each."""
    found = []
    for number in range(draw(st.integers(1, 5))):
        (cards,) = draw(tables(players=st.integers(2, 3), hands=st.just(1)))
        players = tuple(
            Player(
                seat=seat,
                name=f"P{seat}",
                cards=board.tobytes(),
                stack=draw(st.none() | st.integers(0, 30_000)),
                fantasyland=draw(st.sampled_from([0, 0, 0, 14])),
                claimed=Claim(points=draw(st.none() | st.integers(-20, 20))),
            )
            for seat, board in enumerate(cards, start=1)
        )
        found.append(
            Hand(
                players=players,
                hand_no=number,
                native_id=str(number),
                unit=draw(st.none() | st.integers(1, 5_000)),
                button=draw(st.none() | st.integers(1, len(players))),
                rules=draw(st.sampled_from(RULES)),
            )
        )
    return found


@given(random_hands())
def test_every_hand_keeps_its_place_and_its_money_balances(hands):
    results = ofc.settle(frame_from_hands(hands))
    assert results.schema == RESULTS
    Results.validate(results)
    assert results["native_id"].to_list() == [one.native_id for one in hands]
    for one, row in zip(hands, results.iter_rows(named=True), strict=True):
        assert sum(player["points"] for player in row["players"]) == 0
        nets = [player["net"] for player in row["players"]]
        assert nets == [None] * len(nets) if one.unit is None else sum(nets) == 0
        for before, after in zip(one.players, row["players"], strict=True):
            assert after["net"] is None or before.stack is None or after["net"] >= -before.stack


@given(random_hands())
def test_a_receipt_tells_what_settlement_says(hands):
    frame = ofc.settle(frame_from_hands(hands))
    for one, row in zip(hands, frame.iter_rows(named=True), strict=True):
        slip = receipt(one, load_rules(one.rules)).as_dict()
        for told, settled in zip(slip["players"], row["players"], strict=True):
            for name in ("seat", "name", "foul", "royalties", "fantasyland", "points", "agrees"):
                assert told[name] == settled[name]
            assert told["net"] == (
                None if settled["net"] is None else str(Decimal(settled["net"]).scaleb(-2))
            )
        for told, settled in zip(slip["pairs"], row["pairs"], strict=True):
            assert told["points"] == settled["points"]
            assert told["paid"] == (
                None if settled["paid"] is None else str(Decimal(settled["paid"]).scaleb(-2))
            )


@given(random_hands())
def test_hands_survive_the_frame(hands):
    assert [replace(one, source=Source()) for one in hands_from_frame(frame_from_hands(hands))] == hands


def test_turning_the_table_turns_the_money():
    rng = np.random.default_rng(5)
    rules = load_rules("american-pineapple")
    for _ in range(50):
        cards = rng.permutation(52)[:39].reshape(3, 13).astype(np.uint8)
        stacks = rng.integers(0, 200, 3)
        nets = []
        for turn in range(3):
            order = [(place + turn) % 3 for place in range(3)]
            players = tuple(
                Player(seat=seat, name=f"P{who}", cards=cards[who].tobytes(), stack=int(stacks[who]))
                for seat, who in enumerate(order, start=1)
            )
            one = Hand(players=players, unit=10, button=order.index(0) + 1)
            row = ofc.settle(frame_from_hands([one]), rules).row(0, named=True)
            nets.append({player["name"]: player["net"] for player in row["players"]})
        assert nets[0] == nets[1] == nets[2]


def test_the_table_of_boards_is_flat_and_exact():
    boards = ofc.boards(ofc.settle(frame_from_hands([hand(ANNA, BORIS, unit=1050, currency="RUB")])))
    first = boards.row(0, named=True)
    assert (first["top"], first["top_hand"], first["top_royalty"]) == ("Qc Qd 7s", "pair of queens", 7)
    assert first["net"] == Decimal("136.50")
    assert boards.to_pandas().shape == (2, len(boards.columns))


def test_pairs_name_both_players():
    pairs = ofc.pairs(
        ofc.settle(frame_from_hands([hand(ANNA, BORIS, unit=1000), hand(BORIS, ANNA, unit=1000)]))
    )
    assert pairs.select("first_name", "second_name", "points", "paid").rows() == [
        ("P1", "P2", 13, Decimal("130.00")),
        ("P1", "P2", -13, Decimal("-130.00")),
    ]


def test_money_of_different_exponents_stands_beside_each_other():
    yen = hand(ANNA, BORIS, unit=3, currency="JPY", exponent=0)
    boards = ofc.boards(ofc.settle(frame_from_hands([yen, hand(ANNA, BORIS, unit=300)])))
    assert boards["net"].to_list() == [Decimal(39), Decimal(-39), Decimal("39.00"), Decimal("-39.00")]


@pytest.mark.parametrize(
    ("claim", "agrees"),
    [
        (Claim(), None),
        (Claim(points=13), True),
        (Claim(points=12), False),
        (Claim(points=13, net=13000), True),
        (Claim(points=13, net=12999), False),
        (Claim(royalties=(7, 0, 0)), True),
        (Claim(royalties=(7,)), True),
        (Claim(royalties=(0, 7, 0)), False),
        (Claim(royalties=(8,)), False),
        (Claim(foul=False), True),
        (Claim(foul=True), False),
        (Claim(fantasyland=14), True),
        (Claim(fantasyland=1), True),
        (Claim(fantasyland=15), False),
        (Claim(fantasyland=0), False),
    ],
)
def test_each_thing_claimed_is_compared(claim, agrees):
    one = claiming(hand(ANNA, BORIS, unit=1000), claim, Claim())
    row = ofc.settle(frame_from_hands([one])).row(0, named=True)
    assert [player["agrees"] for player in row["players"]] == [agrees, None]


def test_a_claim_of_money_without_a_unit_cannot_be_compared():
    one = claiming(hand(ANNA, BORIS), Claim(net=13000), Claim())
    row = ofc.settle(frame_from_hands([one])).row(0, named=True)
    assert row["players"][0]["agrees"] is None


def test_disagreements_show_both_sides():
    one = claiming(
        hand(ANNA, BORIS, unit=1000, native_id="17"),
        Claim(points=12, net=12000, royalties=(6, 0, 0), foul=True, fantasyland=15),
        Claim(points=-13),
    )
    wrong = ofc.disagreements(ofc.settle(frame_from_hands([one])))
    assert wrong.select("native_id", "name", "claim", "claimed", "recomputed").rows() == [
        ("17", "P1", "points", "12", "13"),
        ("17", "P1", "net", "120.00", "130.00"),
        ("17", "P1", "royalties", "6/0/0", "7/0/0"),
        ("17", "P1", "foul", "foul", "no foul"),
        ("17", "P1", "fantasyland", "15", "14"),
    ]


def test_rules_are_chosen_by_the_caller_then_the_hand_then_its_variant():
    hands = frame_from_hands(
        [
            hand(ANNA, BORIS),
            hand(ANNA, BORIS, variant="classic"),
            hand(ANNA, BORIS, variant="classic", rules="tonybet"),
        ]
    )
    assert ofc.settle(hands)["rules"].to_list() == ["american-pineapple", "american-classic", "tonybet"]
    assert ofc.settle(hands, "tonybet")["rules"].unique().to_list() == ["tonybet"]
    changed = ofc.settle(hands, "tonybet", overrides=["rows.scoop=6"])
    assert ofc.boards(changed)["points"].to_list() == [16, -16] * 3
    assert changed["fingerprint"][0] != ofc.settle(hands, "tonybet")["fingerprint"][0]


def test_hands_that_fit_no_rules_are_left_out_with_their_reason():
    source = Source(file="night.csv", line=9)
    joker = hand("X1 Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d", BORIS, native_id="joker", source=source)
    quads = hand(
        ANNA,
        BORIS,
        "As Ah Ad / 2c 2d 3s 3h 4d / 5c 5d 5h 6h 6d",
        "7c 7h 8h / 8s 9d 9h Tc Th / Jc Jd Qs 4s 6c",
    )
    unknown = hand(ANNA, BORIS, rules="my-house", native_id="odd")
    frame = frame_from_hands([hand(ANNA, BORIS, native_id="good"), joker, quads, unknown])
    results, issues = ofc.settle_all(frame)
    assert results["native_id"].to_list() == ["good"]
    assert sorted(issue.code for issue in issues) == [
        "joker-not-in-deck",
        "players-not-seated",
        "rules-unknown",
    ]
    assert any(str(issue).startswith("night.csv, line 9, hand joker") for issue in issues)
    with pytest.raises(ParseError):
        ofc.settle(frame)


def test_a_rule_set_that_is_not_there():
    with pytest.raises(LookupFailedError, match="american-pineapple"):
        ofc.settle(frame_from_hands([hand(ANNA, BORIS)]), "american-pinapple")


def test_no_hands_give_no_results():
    results = ofc.settle(pl.DataFrame(schema=HANDS))
    assert (results.height, results.schema) == (0, RESULTS)
    assert ofc.boards(results).height == ofc.pairs(results).height == ofc.disagreements(results).height == 0


def test_gross_pays_part_after_part():
    """The first wins the rows, the second has royalties; 3 chips do not last for both."""
    one = hand("3c 4d 6h / Kc Kd 9s 5c 2d / Ac Ad Jh 8s 4c", "6c 6d 2s / Qc Qd 9h 5d 3s / 2c 3d 4h 5s 6s")
    rich = ofc.settle(frame_from_hands([replace(one, unit=1)]), overrides=["payout.basis=gross"])
    net = ofc.settle(frame_from_hands([replace(one, unit=1)]))
    assert ofc.boards(rich)["net"].to_list() == ofc.boards(net)["net"].to_list()
