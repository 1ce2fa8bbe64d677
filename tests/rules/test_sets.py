"""The shipped rule sets against numbers typed by hand from their sources."""

from __future__ import annotations

import re

import numpy as np
import pytest
from cases import cases

from ofc_analytics.cards import split_board
from ofc_analytics.evaluation import evaluate_boards, row_class
from ofc_analytics.rules import SAME, load_rules, rule_set_names, rules_for_variant

FIVE = ["american-pineapple", "american-classic", "progressive-pineapple", "pokerdom-pineapple", "tonybet"]
RANKS = "23456789TJQKA"

AMERICAN_TOP = {"66": 1, "77": 2, "88": 3, "99": 4, "TT": 5, "JJ": 6, "QQ": 7, "KK": 8, "AA": 9}
AMERICAN_TRIPS = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]
# straight, flush, full house, four of a kind, straight flush, royal flush
AMERICAN_BOTTOM = [2, 4, 6, 10, 15, 25]
AMERICAN_MIDDLE = [4, 8, 12, 20, 30, 50]


def pair(rank):
    return 16 + RANKS.index(rank) + 1


def trips(rank):
    return 3 * 16 + RANKS.index(rank) + 1


def five_card_table(table):
    """What a compiled table gives for straight to royal flush, each read off an ordinary hand of it."""
    return [
        int(table[category * 16 + r1]) for category, r1 in [(4, 8), (5, 13), (6, 3), (7, 1), (8, 12), (8, 13)]
    ]


def next_cards(table):
    """Cards of the next Fantasyland for JJ, QQ, KK, AA, 222, AAA on top."""
    return [
        int(table[index]) for index in (pair("J"), pair("Q"), pair("K"), pair("A"), trips("2"), trips("A"))
    ]


@pytest.mark.parametrize("name", FIVE)
def test_american_royalties(name):
    top, middle, bottom = load_rules(name).tables.royalties
    assert {2 * rank: int(top[pair(rank)]) for rank in RANKS if top[pair(rank)]} == AMERICAN_TOP
    assert [int(top[trips(rank)]) for rank in RANKS] == AMERICAN_TRIPS
    assert int(top.sum()) == sum(AMERICAN_TOP.values()) + sum(AMERICAN_TRIPS)
    assert five_card_table(middle) == AMERICAN_MIDDLE
    assert five_card_table(bottom) == AMERICAN_BOTTOM
    assert [int(middle[3 * 16 + 1]), int(middle[2 * 16 + 13]), int(bottom[3 * 16 + 13])] == [2, 0, 0]


@pytest.mark.parametrize("name", FIVE)
def test_points_and_fouls(name):
    rules = load_rules(name)
    assert (rules.rows.points, rules.rows.scoop, rules.rows.majority, rules.rows.wheel) == (1, 3, 0, "lowest")
    assert (rules.foul.pays, rules.foul.equal_rows, rules.royalties.paid) == ("scoop", "legal", "all")
    assert (rules.payout.order, rules.payout.win_cap, rules.payout.bust) == ("pair-major", "current", "out")


@pytest.mark.parametrize(
    ("name", "streets", "players"),
    [
        ("american-pineapple", [(5, 5)] + 4 * [(3, 2)], (2, 3)),
        ("american-classic", [(5, 5)] + 8 * [(1, 1)], (2, 4)),
        ("progressive-pineapple", [(5, 5)] + 4 * [(3, 2)], (2, 3)),
        ("pokerdom-pineapple", [(5, 5)] + 4 * [(3, 2)], (2, 3)),
        ("tonybet", [(5, 5)] + 4 * [(3, 2)], (2, 3)),
    ],
)
def test_deals(name, streets, players):
    deal = load_rules(name).deal
    assert ([(street.cards, street.keep) for street in deal.streets], deal.players) == (streets, players)
    assert (deal.jokers, deal.deck) == (0, 52)


@pytest.mark.parametrize(
    ("name", "entry", "stay_cards", "full_house_stays"),
    [
        ("american-pineapple", [0, 14, 14, 14, 14, 14], 14, False),
        ("american-classic", [0, 13, 13, 13, 13, 13], 13, True),
        ("progressive-pineapple", [0, 14, 15, 16, 17, 17], 14, False),
        ("pokerdom-pineapple", [0, 14, 14, 14, 14, 14], 14, False),
        ("tonybet", [0, 14, 14, 14, 14, 14], 14, False),
    ],
)
def test_fantasyland(name, entry, stay_cards, full_house_stays):
    tables = load_rules(name).tables
    assert next_cards(tables.entry[0]) == entry
    assert not tables.entry[1:].any()
    assert next_cards(tables.stay[0]) == [0, 0, 0, 0, stay_cards, stay_cards]
    assert five_card_table(tables.stay[2]) == [0, 0, 0, stay_cards, stay_cards, stay_cards]
    middle = [0, 0, *[stay_cards] * 4] if full_house_stays else [0] * 6
    assert five_card_table(tables.stay[1]) == middle


def test_only_pokerdom_moves_the_button_in_fantasyland():
    assert [name for name in FIVE if load_rules(name).fantasyland.button == "moves"] == ["pokerdom-pineapple"]


def test_every_set_is_documented():
    for name in rule_set_names():
        rules = load_rules(name)
        assert rules.name == name
        assert rules.title != name
        assert len(rules.provenance.source) > 10
        assert rules.provenance.date is not None
        assert re.fullmatch(r"[0-9a-f]{12}", rules.fingerprint)


def test_what_was_not_read_is_marked_as_assumed():
    assumed = {note.key for note in load_rules("tonybet").provenance.assumed}
    assert {"rows", "foul", "royalties", "fantasyland.entry", "fantasyland.stay"} <= assumed
    uncertain = {note.key for note in load_rules("pokerdom-pineapple").provenance.uncertain}
    assert {"payout.win_cap", "rows.scoop"} <= uncertain


def test_every_variant_has_its_rule_set():
    for name in rule_set_names():
        default = load_rules(rules_for_variant(load_rules(name).variant))
        assert default.variant == load_rules(name).variant


def test_tables_are_read_only_and_of_the_promised_types():
    tables = load_rules("american-pineapple").tables
    assert [(table.shape, table.dtype.name) for table in (tables.royalties, tables.entry, tables.stay)] == [
        ((3, 256), "int32"),
        ((3, 256), "uint8"),
        ((3, 256), "uint8"),
    ]
    with pytest.raises(ValueError, match="read-only"):
        tables.royalties[0, 0] = 1


def test_same_marks_as_many_cards_as_before():
    rules = load_rules("american-pineapple", ['fantasyland.stay.top={"three of a kind"="same"}'])
    assert next_cards(rules.tables.stay[0]) == [0, 0, 0, 0, SAME, SAME]


def rows_of(board, rules):
    """Class of each row of one board, as evaluation tells it under these rules."""
    cards = np.frombuffer(split_board(board), dtype=np.uint8).reshape(1, 13)
    values = evaluate_boards(
        cards,
        wheel=rules.rows.wheel,
        middle=rules.rows.middle,
        five_of_a_kind=rules.rows.five_of_a_kind,
        equal_rows=rules.foul.equal_rows,
    )
    return row_class(values)[0]


ROYALTY_CASES = [
    case for case in cases("board") if case.values[0] is None or "royalties" in case.values[0]["expect"]
]


@pytest.mark.parametrize("case", ROYALTY_CASES)
def test_worked_boards_earn_their_royalties(case):
    rules = load_rules(case["rules"], case.get("override", {}))
    found = [int(rules.tables.royalties[row, hand]) for row, hand in enumerate(rows_of(case["board"], rules))]
    assert found == case["expect"]["royalties"]


def test_rows_of_real_hands_hit_the_right_entries():
    rules = load_rules("progressive-pineapple")
    for board, royalties, cards in [
        ("8c 8d 8h / Qc Qd Qs Qh 4c / Ts 9s 8s 7s 6s", [16, 20, 15], 17),
        ("Ac Ad 2c / 9c 9d 9h 5s 4s / Th Jh Qh Kh Ah", [9, 2, 25], 16),
        ("Jc Jd 2c / 9c 9d 5h 5s 4s / 2h 3h 4h 5c Ad", [6, 0, 2], 0),
    ]:
        hands = rows_of(board, rules)
        assert [int(rules.tables.royalties[row, hand]) for row, hand in enumerate(hands)] == royalties
        assert int(rules.tables.entry[0, hands[0]]) == cards


# --- the other sets, where they differ


def test_russian_classic_halves_the_high_royalties_and_has_no_fantasyland():
    for name in ("russian-classic", "russian-turbo"):
        rules = load_rules(name)
        assert (rules.rows.points, rules.rows.scoop, rules.foul.pays) == (2, 0, "rows")
        assert five_card_table(rules.tables.royalties[1]) == [4, 8, 12, 16, 20, 30]
        assert five_card_table(rules.tables.royalties[2]) == [2, 4, 6, 8, 10, 15]
        assert not rules.tables.entry.any()
        assert not rules.tables.stay.any()
    assert [street.cards for street in load_rules("russian-turbo").deal.streets] == [5, 4, 4]
    pineapple = load_rules("russian-pineapple")
    assert (pineapple.rows.points, pineapple.rows.scoop) == (1, 3)
    assert five_card_table(pineapple.tables.royalties[1]) == AMERICAN_MIDDLE
    assert not pineapple.tables.entry.any()


def test_deuce_to_seven():
    rules = load_rules("deuce-to-seven-pineapple")
    lows = [12 * 16 + 4, 12 * 16 + 5, 12 * 16 + 6, 12 * 16 + 7, 13 * 16 + 7]
    assert [int(rules.tables.royalties[1, low]) for low in lows] == [0, 1, 2, 4, 8]
    assert five_card_table(rules.tables.royalties[1]) == [0] * 6
    assert next_cards(rules.tables.entry[0]) == [0, 0, 14, 14, 14, 14]
    assert [int(rules.tables.entry[1, low]) for low in lows] == [0, 0, 0, 0, 14]
    assert rules.fantasyland.entry.several == 15


def test_progressive_relatives():
    for name in ("swc-progressive", "joker-ultimate", "kkpoker-joker"):
        assert next_cards(load_rules(name).tables.entry[0]) == [0, 14, 15, 16, 17, 17]
    assert five_card_table(load_rules("swc-progressive").tables.stay[1]) == [0, 0, 14, 14, 14, 14]
    for name in ("joker-ultimate", "kkpoker-joker"):
        rules = load_rules(name)
        assert rules.deal.deck == 54
        assert next_cards(rules.tables.stay[0]) == [0, 0, 0, 0, SAME, SAME]
        assert five_card_table(rules.tables.stay[2]) == [0, 0, 0, SAME, SAME, SAME]
    rake = load_rules("kkpoker-joker").rake
    assert (rake.percent, rake.cap, rake.threshold) == (5, 2, 5)


def test_points_of_the_other_sets():
    expected = {  # points, scoop, majority, what a foul pays, equal rows
        "pokerdom-pineapple-000": (1, 6, 0, "scoop", "foul"),
        "tournament-pineapple": (1, 0, 0, "rows", "legal"),
        "closed-chinese": (1, 0, 0, "scoop", "foul"),
        "closed-chinese-plain": (1, 0, 0, "scoop", "legal"),
        "closed-chinese-2-4": (1, 1, 1, "scoop", "legal"),
        "closed-chinese-1-6": (1, 3, 0, "scoop", "legal"),
    }
    for name, numbers in expected.items():
        rules = load_rules(name)
        rows, foul = rules.rows, rules.foul
        assert (rows.points, rows.scoop, rows.majority, foul.pays, foul.equal_rows) == numbers, name


def test_closed_bonuses_go_to_the_winner_of_a_row():
    rules = load_rules("closed-chinese")
    assert rules.royalties.paid == "line-winner"
    top, middle, bottom = rules.tables.royalties
    assert [int(top[index]) for index in (pair("A"), trips("2"), trips("A"))] == [0, 3, 3]
    assert five_card_table(middle) == [0, 0, 2, 4, 5, 5]
    assert five_card_table(bottom) == [0, 0, 0, 4, 5, 5]
    assert rules.naturals.points == {"six-pairs": 3, "three-straights": 3, "three-flushes": 3, "dragon": 13}
    assert not load_rules("closed-chinese-plain").tables.royalties.any()
