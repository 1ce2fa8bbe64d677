"""Values of rows and boards against published counts, another evaluator and the slow reference scorer."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import numpy as np
import pytest
import reference
from cases import cases
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from ofc_analytics.cards import parse_cards, split_board
from ofc_analytics.errors import CardError
from ofc_analytics.evaluation import (
    CATEGORIES,
    category,
    describe,
    evaluate_boards,
    evaluate_five,
    evaluate_low,
    evaluate_top,
    is_foul,
    resolve_jokers,
    row_class,
)
from ofc_analytics.rules import load_rules

WHEELS = ("lowest", "second")
EQUAL_ROWS = ("legal", "foul", "foul-top-middle")
MIDDLES = ("high", "deuce-to-seven")


def row(text):
    return np.frombuffer(parse_cards(text), dtype=np.uint8)[None]


def board(text):
    return np.frombuffer(split_board(text), dtype=np.uint8)[None]


def five(text, **options):
    return int(evaluate_five(row(text), **options)[0])


def dealt(rng, count, *, deck=52):
    return np.stack([rng.permutation(deck)[:13] for _ in range(count)]).astype(np.uint8)


@pytest.fixture(scope="module")
def all_hands():
    hands = np.fromiter((card for hand in combinations(range(52), 5) for card in hand), dtype=np.uint8)
    return hands.reshape(-1, 5)


@pytest.fixture(scope="module")
def all_values(all_hands):
    return evaluate_five(all_hands)


@pytest.mark.exhaustive
def test_every_five_card_hand_falls_into_its_published_category(all_values):
    royal = (all_values >> 16) == (8 << 4 | 13)
    assert np.bincount(all_values >> 20).tolist() == [
        1_302_540,  # high card
        1_098_240,  # pair
        123_552,  # two pair
        54_912,  # three of a kind
        10_200,  # straight
        5_108,  # flush
        3_744,  # full house
        624,  # four of a kind
        40,  # straight flush, the four royals included
    ]
    assert royal.sum() == 4
    assert len(np.unique(all_values)) == 7_462


@pytest.mark.exhaustive
def test_all_values_order_as_another_evaluator_ranks_them(all_hands, all_values):
    rng = np.random.default_rng(7)
    shuffled = rng.permutation(len(all_hands))
    by_value = shuffled[np.argsort(all_values[shuffled], kind="stable")]
    starts = np.flatnonzero(np.diff(all_values[by_value], prepend=-1))
    sizes = np.diff(starts, append=len(by_value))
    for rank, (start, size) in enumerate(zip(starts, sizes, strict=True)):
        # every distinct value, by up to eight hands that have it
        ranks = {
            evaluate_cards(*map(int, all_hands[hand])) for hand in by_value[start : start + min(size, 8)]
        }
        assert ranks == {7_462 - rank}


@pytest.mark.exhaustive
def test_the_second_highest_wheel_moves_ten_ranks_and_nothing_else(all_hands, all_values):
    moved = evaluate_five(all_hands, wheel="second")
    wheels = (np.sort(all_hands >> 2, axis=1) == [0, 1, 2, 3, 12]).all(axis=1)
    assert wheels.sum() == 1_024
    assert (moved[~wheels] == all_values[~wheels]).all()
    assert (moved[wheels] > all_values[wheels]).all()


def test_the_wheel_is_the_lowest_straight_or_the_second_highest():
    wheel, six, king, ace = "Ac2d3s4s5c", "2c3d4s5s6c", "9cTdJsQsKc", "TcJdQsKsAc"
    assert five("AcAdAsKhQc") < five(wheel) < five(six) < five(king) < five(ace)
    assert five(six) < five(king) < five(wheel, wheel="second") < five(ace, wheel="second")
    assert five("9sTsJsQsKs") < five("As2s3s4s5s", wheel="second") < five("TsJsQsKsAs", wheel="second")


def test_every_three_card_row():
    rows = np.array(list(combinations(range(52), 3)), dtype=np.uint8)
    values = evaluate_top(rows)
    assert len(rows) == 22_100
    assert dict(zip(*np.unique(values >> 20, return_counts=True), strict=True)) == {
        0: 18_304,
        1: 3_744,
        3: 52,
    }
    assert len(np.unique(values)) == 455
    by_value = sorted(range(len(rows)), key=values.__getitem__)
    worths = [reference.evaluate(rows[place].tolist()) for place in by_value]
    assert worths == sorted(worths)
    assert len(set(worths)) == 455


def test_rows_of_three_and_of_five_compare_on_one_scale():
    def top(text):
        return int(evaluate_top(row(text))[0])

    assert five("QhQs6c5d4h") < top("QcQd7s") < five("QhQs9c8d2h")
    assert five("QhQs4c3d2h") > top("QcQd3s")
    assert five("AhAs3c3d2h") > top("AcAdKs")
    assert five("KhQs4c3d2h") > top("KcQd4s")
    assert five("2h2s2c4d3h") > top("2h2s2c")
    assert top("3h3s3c") > five("2h2s2cAdKh")
    assert five("AhKsQcJd2h") > top("AcKdQs")


@pytest.mark.exhaustive
def test_every_deuce_to_seven_low(all_hands, all_values):
    values = evaluate_low(all_hands)
    lows = values >> 20 >= 12
    ranks = np.sort(all_hands >> 2, axis=1)[:, ::-1]
    # 126 sets of five ranks up to the ten, but five straights; each in all suits but the four flushes
    assert lows.sum() == (126 - 5) * (4**5 - 4)
    expected = sorted(
        (
            tuple(sorted(chosen, reverse=True))
            for chosen in combinations(range(9), 5)
            if max(chosen) - min(chosen) > 4
        ),
        reverse=True,
    )
    order = np.argsort(values[lows], kind="stable")
    first = np.flatnonzero(np.diff(values[lows][order], prepend=0))
    assert [tuple(found) for found in ranks[lows][order][first].tolist()] == expected
    assert values[lows].min() > values[~lows].max()
    aces = (ranks == [12, 3, 2, 1, 0]).all(axis=1)
    assert (values[~lows & ~aces] == -all_values[~lows & ~aces]).all()
    assert set(values[aces].tolist()) == {
        -(13 << 16 | 4 << 12 | 3 << 8 | 2 << 4 | 1),
        -(5 << 20 | 13 << 16 | 4 << 12 | 3 << 8 | 2 << 4 | 1),
    }


def test_lows_order_as_the_reference_scorer_orders_them():
    rng = random.Random(5)
    hands = [rng.sample(range(52), 5) for _ in range(3_000)]
    hands += [rng.sample(range(36), 5) for _ in range(3_000)]
    values = evaluate_low(np.array(hands))
    worths = list(map(reference.evaluate_low, hands))
    pairs = sorted(zip(values.tolist(), worths, strict=True))
    assert [worth for _, worth in pairs] == sorted(worths)
    assert len({value for value, _ in pairs}) == len(set(worths))


def worth(value):
    """The reference scorer's tuple for a value, by the documented layout of its bits."""
    number, *digits = (abs(value) >> shift & 15 for shift in range(20, -1, -4))
    if number >= 12:
        return (1, *(digit - 14 for digit in digits))
    ranks = [digit + 1 for digit in digits if digit]
    if number in {4, 8} and len(ranks) == 2:
        ranks = [13.5]  # the wheel as the second-highest straight
    if number == 8 and ranks == [14]:
        number = 9
    return (number, *ranks) if value > 0 else (0, -number, *(-rank for rank in ranks))


def check_against_reference(boards, options):
    values = evaluate_boards(boards, **options)
    worths = [reference.evaluate_board(cards, **options) for cards in boards.tolist()]
    assert [tuple(map(worth, rows)) for rows in values.tolist()] == worths
    fouling = {name: options[name] for name in ("middle", "equal_rows") if name in options}
    fouls = is_foul(values, **fouling)
    assert fouls.tolist() == [reference.is_foul(rows, **fouling) for rows in worths]
    return fouls


@pytest.mark.parametrize("equal_rows", EQUAL_ROWS)
@pytest.mark.parametrize("middle", MIDDLES)
@pytest.mark.parametrize("wheel", WHEELS)
def test_random_boards_agree_with_the_reference_scorer(wheel, middle, equal_rows):
    rng = np.random.default_rng([WHEELS.index(wheel), MIDDLES.index(middle), EQUAL_ROWS.index(equal_rows)])
    boards = dealt(rng, 1_500)
    boards[::2] = np.sort(boards[::2], axis=1)  # strong bottoms, weak tops: half of the boards are legal
    options = {"wheel": wheel, "middle": middle, "equal_rows": equal_rows}
    fouls = check_against_reference(boards, options)
    assert fouls.any()
    assert middle != "high" or not fouls.all()


def with_jokers(boards, places):
    boards = boards.copy()
    for joker, place in enumerate(places):
        boards[:, place] = 52 + joker
    return boards


ONE_JOKER = [(1,), (5,), (12,)]
TWO_ROWS = [(0, 4), (2, 9), (7, 8)]
ONE_ROW = [(0, 2), (3, 6), (8, 12)]


@pytest.mark.parametrize("equal_rows", EQUAL_ROWS)
@pytest.mark.parametrize("middle", MIDDLES)
@pytest.mark.parametrize(
    ("places", "count"),
    [(places, 120) for places in ONE_JOKER + TWO_ROWS] + [(places, 12) for places in ONE_ROW],
    ids=str,
)
def test_jokers_agree_with_the_brute_force_of_the_reference_scorer(places, count, middle, equal_rows):
    rng = np.random.default_rng([*places, len(middle), len(equal_rows)])
    boards = dealt(rng, count)
    boards[::2] = np.sort(boards[::2], axis=1)
    options = {"middle": middle, "equal_rows": equal_rows, "wheel": WHEELS[count % 2]}
    check_against_reference(with_jokers(boards, places), options)


@pytest.mark.parametrize("five_of_a_kind", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "2c 3d 5h / 9c 9d 9h 9s X1 / Ac Kc Qc Jc Tc",
        "2c 3d 5h / 9c 9d 9h 9s X1 / Td Tc Th Ts X2",
        "2c 3d 5h / Tc Td Th Ts X1 / 9d 9c 9h 9s X2",
        "X1 X2 5h / 9c 9d 9h 8s 7s / Td Tc Th Ts 2c",
        "2c 3d 5h / 7c 9d 9h 9s 4s / Td Tc Th X1 X2",
        "2c 3d 5h / Td Tc Th X1 X2 / Ac Ad Ah As Kd",
        "2c 3d 5h / 9d 9c 9h X1 X2 / Ac Kc Qc Jc Tc",
        "2c 3d 5h / 9h Th Jh Qh X1 / Ks Qs Js Ts X2",
        "2c 3d 5h / 2h 3h 4h X1 X2 / 6s 7s 8s 9s Ts",
        "Ac Ad X1 / Kc Kd Kh Qs Jd / 2c 4c 6c 8c X2",
        "Ac Kd X1 / Kc 4d 5h 2s 3d / 2c 4h 6c 8c 7d",
        "Ac Kd Qh / Kc 4d 5h 2s X1 / 2c 4h 6c 8c 7d",
        "Kc Kd X1 / Ac As Qh Qs 2d / 8c 8d 8h 5c 5d",
        "Ac Kd X1 / 2h 5h 9h Jh Qh / 8c 8d 8s X2 3d",
        "2c 2d 3d / 5c 6d 7h 8s X1 / 5d 6h 7s 8c 9d",
        "Kc X1 X2 / 2s 3s 4s 5s 6s / 2h 3h 4h 5h 7h",
        "Kc X1 X2 / 2s 3d 4s 5s 7s / 2h 3h 4h 5h 7h",
    ],
)
def test_hard_jokers_agree_with_the_reference_scorer(text, five_of_a_kind):
    for middle, equal_rows, wheel in [(m, e, w) for m in MIDDLES for e in EQUAL_ROWS for w in WHEELS]:
        options = {
            "middle": middle,
            "equal_rows": equal_rows,
            "wheel": wheel,
            "five_of_a_kind": five_of_a_kind,
        }
        check_against_reference(board(text), options)


def test_a_joker_is_a_fifth_card_of_a_rank_only_where_that_is_allowed():
    assert describe(five("9c9d9h9sX")) == "four nines"
    assert describe(five("9c9d9h9sX", five_of_a_kind=True)) == "five nines"
    assert describe(five("9c9dXX9s", five_of_a_kind=True)) == "five nines"
    assert five("9c9d9h9sX", five_of_a_kind=True) > five("AsKsQsJsTs")


def test_a_joker_in_the_middle_keeps_clear_of_an_equal_bottom_where_equal_rows_foul():
    cards = board("2c 2d 3d / 5c 6d 7h 8s X / 5d 6h 7s 8c 9d")
    assert [describe(value) for value in evaluate_boards(cards)[0, 1:]] == ["nine-high straight"] * 2
    strict = evaluate_boards(cards, equal_rows="foul")
    assert describe(strict[0, 1]) == "eight-high straight"
    assert not is_foul(strict, equal_rows="foul")[0]


def test_a_joker_in_a_low_middle_takes_the_lowest_low_and_the_bottom_bounds_the_top():
    cards = board("Kc Kd X1 / 7c 5d 4h 3s X2 / Ac Ad 9h 9s 2s")
    values = evaluate_boards(cards, middle="deuce-to-seven")
    assert [describe(value) for value in values[0]] == [
        "pair of kings",
        "7-5-4-3-2",
        "two pair, aces and nines",
    ]
    assert not is_foul(values, middle="deuce-to-seven")[0]


@pytest.mark.parametrize("case", cases("row"))
def test_worked_rows(case):
    value = five(case["row"])
    assert category(value) == case["expect"]["category"]
    assert "0123456789TJQKA"[(value >> 16 & 15) + 1] == case["expect"]["high"]


@pytest.mark.parametrize(
    "case", [case for case in cases("board") if case.values[0] is None or "X1" in case.values[0]["board"]]
)
def test_worked_boards_with_jokers(case):
    values = evaluate_boards(board(case["board"]))
    assert is_foul(values)[0] == case["expect"]["foul"]
    judged = reference.judge(list(split_board(case["board"])), load_rules("joker-ultimate").model_dump())
    assert list(judged.worths) == list(map(worth, values[0].tolist()))
    assert judged.royalties == case["expect"]["royalties"]


def test_resolved_jokers_are_cards_of_their_own_row_once_and_give_the_same_values():
    rng = np.random.default_rng(11)
    boards = dealt(rng, 20_000, deck=54)
    boards = boards[(boards >= 52).any(axis=1)]
    for options in ({}, {"middle": "deuce-to-seven"}, {"equal_rows": "foul", "wheel": "second"}):
        resolved = resolve_jokers(boards, **options)
        assert resolved.max() < 52
        assert (resolved == boards)[boards < 52].all()
        for columns in (slice(0, 3), slice(3, 8), slice(8, 13)):
            assert (np.diff(np.sort(resolved[:, columns].astype(int), axis=1)) > 0).all()
        assert (evaluate_boards(resolved, **options) == evaluate_boards(boards, **options)).all()


def test_five_of_a_kind_repeats_a_card_of_the_rank():
    resolved = resolve_jokers(board("2c 3d 5h / 7c 9d 9h 9s 4s / Td Tc Th Ts X"), five_of_a_kind=True)
    assert resolved[0, 12] >> 2 == 8


@given(
    cards=st.permutations(range(54)).map(lambda deck: deck[:13]),
    suits=st.sampled_from(list(permutations(range(4)))),
    middle=st.sampled_from(MIDDLES),
    equal_rows=st.sampled_from(EQUAL_ROWS),
)
def test_recolouring_the_suits_changes_nothing(cards, suits, middle, equal_rows):
    codes = np.array([cards])
    recoloured = np.where(codes < 52, codes & ~3 | np.array(suits)[codes & 3], codes)
    options = {"middle": middle, "equal_rows": equal_rows}
    assert (evaluate_boards(codes, **options) == evaluate_boards(recoloured, **options)).all()


@given(st.permutations(range(54)).map(lambda deck: deck[:13]), st.randoms(use_true_random=False))
def test_the_order_of_cards_within_a_row_changes_nothing(cards, rng):
    rows = [cards[:3], cards[3:8], cards[8:]]
    shuffled = [card for cards in rows for card in rng.sample(cards, len(cards))]
    assert (evaluate_boards([cards]) == evaluate_boards([shuffled])).all()


def test_boards_are_valued_as_their_rows_are_in_any_number_and_layout():
    boards = dealt(np.random.default_rng(3), 40_000)
    values = evaluate_boards(boards)
    assert values.dtype == np.int32
    assert (values[:, 0] == evaluate_top(boards[:, :3])).all()
    assert (values[:, 1] == evaluate_five(boards[:, 3:8])).all()
    assert (values[:, 2] == evaluate_five(boards[:, 8:])).all()
    for other in (np.asfortranarray(boards), boards[::-1][::-1], boards.astype(np.int64), boards.tolist()):
        assert (evaluate_boards(other) == values).all()
    assert evaluate_boards(boards[:0]).shape == (0, 3)


def test_a_few_jokers_among_many_boards_leave_the_others_alone():
    boards = dealt(np.random.default_rng(4), 20_000)
    mixed = boards.copy()
    mixed[[5, 17_000], 0] = 52
    before = mixed.copy()
    changed = (evaluate_boards(mixed) != evaluate_boards(boards)).any(axis=1)
    assert set(np.flatnonzero(changed)) <= {5, 17_000}
    assert (mixed == before).all()


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("Kc Qd 9h 5c 2h", "high card", "king high"),
        ("6c 6d 9h 5c 2h", "pair", "pair of sixes"),
        ("Kc Kd 5h 5c 2h", "two pair", "two pair, kings and fives"),
        ("Kc Kd Kh 5c 2h", "three of a kind", "three kings"),
        ("5c 6d 7h 8c 9h", "straight", "nine-high straight"),
        ("Ac 2d 3h 4c 5h", "straight", "five-high straight"),
        ("Kc Qc 9c 5c 2c", "flush", "king-high flush"),
        ("Kc Kd Kh 3c 3h", "full house", "full house, kings over threes"),
        ("Jc Jd Jh Js 3h", "four of a kind", "four jacks"),
        ("5c 6c 7c 8c 9c", "straight flush", "nine-high straight flush"),
        ("Ac Kc Qc Jc Tc", "royal flush", "royal flush"),
        ("Ac Ad Ah As X1", "five of a kind", "five aces"),
    ],
)
def test_values_in_words(text, name, words):
    value = five(text, five_of_a_kind=True)
    assert (category(value), describe(value)) == (name, words)
    assert name in CATEGORIES


def test_the_second_highest_wheel_is_still_called_five_high():
    assert describe(five("Ac2d3h4c5h", wheel="second")) == "five-high straight"
    assert describe(five("Ac2c3c4c5c", wheel="second")) == "five-high straight flush"


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("Tc 8d 7h 4c 2h", "ten-low", "ten-low (10-8-7-4-2)"),
        ("9c 7d 5h 4c 2h", "nine-low", "nine-low (9-7-5-4-2)"),
        ("8c 6d 5h 4c 3h", "eight-low", "eight-low (8-6-5-4-3)"),
        ("7c 6d 5h 4c 2h", "seven-low", "seven-low (7-6-5-4-2)"),
        ("7c 5d 4h 3c 2h", "seven-low", "7-5-4-3-2"),
        ("7c 5c 4c 3c 2c", "flush", "seven-high flush"),
        ("6c 5d 4h 3c 2h", "straight", "six-high straight"),
        ("Jc 5d 4h 3c 2h", "high card", "jack high"),
        ("Ac 5d 4h 3c 2h", "high card", "ace high"),
    ],
)
def test_lows_in_words(text, name, words):
    value = int(evaluate_low(row(text))[0])
    assert (category(value), describe(value)) == (name, words)


def test_classes_fit_a_table_of_256_and_are_0_where_there_is_no_low():
    values = np.concatenate(
        [evaluate_five(row("AcAdAhAsX"), five_of_a_kind=True), evaluate_low(row("7c5d4h3c2h"))]
    )
    assert row_class(values).tolist() == [10 * 16 + 13, 13 * 16 + 7]
    assert row_class(evaluate_low(row("7c7d4h3c2h"))).tolist() == [0]


def test_equal_rows_foul_only_where_they_are_told_to():
    values = evaluate_boards(board("Kc Qd 2h / 5c 6d 7h 8s 9c / 5d 6h 7s 8c 9d"))
    assert [bool(is_foul(values, equal_rows=equal)[0]) for equal in EQUAL_ROWS] == [False, True, False]
    equal_tops = np.array([[1 << 20, 1 << 20, 2 << 20]], dtype=np.int32)
    assert [bool(is_foul(equal_tops, equal_rows=equal)[0]) for equal in EQUAL_ROWS] == [False, True, True]


def test_fouls_are_told_for_hands_of_several_players_at_once():
    boards = dealt(np.random.default_rng(8), 60)
    values = evaluate_boards(boards)
    assert (is_foul(values.reshape(20, 3, 3)) == is_foul(values).reshape(20, 3)).all()


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ([[0, 1, 2, 3, 255]], "row 0 holds a card that is not known at place 4"),
        ([[0, 1, 2, 3, 4], [0, 1, 54, 3, 4]], "row 1 holds 54, which is no card code at place 2"),
        ([[0, -1, 2, 3, 4]], "row 0 holds -1, which is no card code at place 1"),
        ([[0, 1, 52, 53, 52]], "row 0 holds 3 jokers; expected 2 at most"),
    ],
)
def test_codes_that_are_no_cards_are_refused_with_their_place(cards, problem):
    with pytest.raises(CardError, match=problem):
        evaluate_five(cards)


@pytest.mark.parametrize("cards", [[[0, 1, 2]], [0, 1, 2, 3, 4], [[0.0, 1, 2, 3, 4]]])
def test_other_shapes_and_types_are_refused(cards):
    with pytest.raises(ValueError, match=r"expected card codes of shape \(n, 5\)"):
        evaluate_five(cards)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("Qc 9d 4s", "старшая дама"),
        ("2c 2d 7s", "пара двоек"),
        ("Kh Ks 9c 9d 2h", "две пары: короли и девятки"),
        ("6h 6s 6c", "сет шестёрок"),
        ("Ah 2s 3c 4d 5h", "стрит до пятёрки"),
        ("Th Js Qc Kd Ah", "стрит до туза"),
        ("2h 9h Jh 4h 5h", "флеш до валета"),
        ("Kh Ks Kc 3d 3h", "фулл-хаус: короли и тройки"),
        ("8h 8s 8c 8d 3h", "каре восьмёрок"),
        ("4h 5h 6h 7h 8h", "стрит-флеш до восьмёрки"),
        ("Th Jh Qh Kh Ah", "роял-флеш"),
    ],
)
def test_values_are_said_in_russian_too(cards, said):
    codes = np.frombuffer(parse_cards(cards), dtype=np.uint8)
    value = (evaluate_top if codes.size == 3 else evaluate_five)(codes[np.newaxis])[0]
    assert describe(value, language="ru") == said
