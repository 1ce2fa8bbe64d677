"""Properties of points that hold whatever the boards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import RULES, tables

from ofc_analytics.errors import CardError, SettlementError
from ofc_analytics.rules import load_rules
from ofc_analytics.settlement import score

ANY_RULES = st.sampled_from(RULES).map(load_rules)
LINE_WINNER = load_rules("american-pineapple", ["royalties.paid=line-winner"])


@given(tables(), ANY_RULES)
def test_points_sum_to_zero(cards, rules):
    assert not score(cards, rules).totals.sum(axis=1).any()


@given(tables(), ANY_RULES)
def test_a_pair_adds_up(cards, rules):
    scores = score(cards, rules)
    assert (scores.points == scores.row_points + scores.scoop + scores.royalties + scores.other).all()


@given(tables(), ANY_RULES, st.randoms(use_true_random=False))
def test_swapping_seats_swaps_points(cards, rules, random):
    order = list(range(cards.shape[1]))
    random.shuffle(order)
    np.testing.assert_array_equal(score(cards[:, order], rules).totals, score(cards, rules).totals[:, order])


@given(tables(), ANY_RULES, st.permutations(range(4)))
def test_recolouring_changes_nothing(cards, rules, suits):
    recoloured = (cards // 4 * 4 + np.array(suits, dtype=np.uint8)[cards % 4]).astype(np.uint8)
    before, after = score(cards, rules), score(recoloured, rules)
    np.testing.assert_array_equal(before.totals, after.totals)
    np.testing.assert_array_equal(before.fantasyland, after.fantasyland)


@given(tables(), ANY_RULES, st.randoms(use_true_random=False))
def test_the_order_of_cards_within_rows_changes_nothing(cards, rules, random):
    rows = [list(range(3)), list(range(3, 8)), list(range(8, 13))]
    for row in rows:
        random.shuffle(row)
    shuffled = cards[:, :, [*rows[0], *rows[1], *rows[2]]]
    np.testing.assert_array_equal(score(shuffled, rules).totals, score(cards, rules).totals)


@given(tables(players=st.just(3)))
def test_a_third_player_changes_nothing_between_two(cards):
    rules = load_rules("american-pineapple")
    np.testing.assert_array_equal(score(cards, rules).points[:, 0], score(cards[:, :2], rules).points[:, 0])


@given(tables())
def test_only_the_winner_of_a_line_collects(cards):
    scores = score(cards, LINE_WINNER)
    for pair in range(scores.points.shape[1]):
        lost = (scores.rows[:, pair] != 1).all(axis=1)
        assert not scores.won_royalties[lost, pair, 0].any()


@given(tables(), ANY_RULES)
def test_a_foul_has_no_royalties_and_no_fantasyland(cards, rules):
    scores = score(cards, rules)
    assert not scores.row_royalties[scores.foul].any()
    assert not scores.fantasyland[scores.foul].any()


def test_boards_of_another_shape_are_refused():
    rules = load_rules("american-pineapple")
    with pytest.raises(SettlementError, match=r"13 cards.*\(2, 13\)"):
        score(np.zeros((2, 13), dtype=np.uint8), rules)
    with pytest.raises(CardError, match="a card that is not known"):
        score(np.full((1, 2, 13), 255, dtype=np.uint8), rules)


def boards(*texts):
    from ofc_analytics.cards import split_board

    return np.frombuffer(b"".join(map(split_board, texts)), dtype=np.uint8).reshape(1, len(texts), 13)


FOULED = "Ac Ah 2d / Qc Qd 8s 6h 3c / Js Jh 9s 7d 5c"
LEGAL = "6c 6d 2s / Tc Td 9h 8d 3s / Ad Ks Kh 4c 2c"  # one royalty point, for the sixes


@pytest.mark.parametrize(
    ("override", "points"),
    [
        ("foul.pays=scoop", -7),
        ("foul.pays=rows", -4),
        ("foul.pays=4", -5),
        ("foul.pays=0", -1),
        ("rows.scoop=6", -10),
    ],
)
def test_what_a_foul_pays(override, points):
    scores = score(boards(FOULED, LEGAL), load_rules("american-pineapple", [override]))
    assert scores.totals[0].tolist() == [points, -points]
    assert scores.rows[0, 0].tolist() == [-1, -1, -1]


def test_a_majority_bonus_goes_to_the_winner_of_two_rows():
    two_to_one = boards(
        "Ac 7d 5h / Kc Kd 9s 5c 3d / Qc Qd Qh 4c 2s", "Kh 8d 6h / Ah As 9d 7s 3c / Jc Jd Jh 6s 2d"
    )
    rules = load_rules("american-pineapple", ["rows.majority=1", "rows.scoop=1"])
    scores = score(two_to_one, rules)
    assert (scores.row_points[0, 0], scores.scoop[0, 0]) == (1, 1)


@pytest.mark.parametrize(
    ("dealt", "override", "cards"),
    [
        (0, "", 0),
        (14, "", 14),
        (1, "", 14),
        (16, 'fantasyland.stay.bottom={"four of a kind+" = "same"}', 16),
        (1, 'fantasyland.stay.bottom={"four of a kind+" = "same"}', 14),
    ],
)
def test_staying_in_fantasyland_with_quads(dealt, override, cards):
    quads = boards("9c 9d 2h / Tc Td 6h 6c 4d / Jc Jd Jh Js 5d")
    rules = load_rules("progressive-pineapple", [override] if override else ())
    scores = score(quads, rules, in_fantasyland=np.array([[dealt]], dtype=np.uint8))
    assert scores.fantasyland.tolist() == [[cards]]
