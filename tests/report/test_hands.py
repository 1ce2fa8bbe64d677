"""The hands of a report: which of many are shown, and what their boards and receipts say."""

from __future__ import annotations

import pytest

from ofc_analytics.cards import split_board
from ofc_analytics.hands import Claim, Hand, Player
from ofc_analytics.report.hands import entries, selected
from ofc_analytics.schema import frame_from_hands
from ofc_analytics.settlement import settle
from ofc_analytics.statistics.writing import GAP

WINS_BY_13 = (
    "Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d",
    "4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c",
)
WINS_BY_A_SCOOP = (
    "Kc 5d 8h / 4c 4h 9d Td 3s / 7c 7d Js Jc 5c",
    "Qc 5h 8s / 3c 3h 9s Ts 4d / 6c 6d Jh Jd 2c",
)
DRAGON = "2c 3d 4h / 5s 6c 7d 8h 9s / Tc Jd Qh Ks Ac"
NO_DRAGON = "2d 2h 4s / 5c 5d 7h 8s 9c / Td Th Qs Kc Kd"


def hand(boards=WINS_BY_13, number=1, *, stack=None, claimed=None, unit=1000, declared=None):
    texts = (("Anna", boards[0], None, claimed, declared), ("Boris", boards[1], stack, None, None))
    return Hand(
        players=tuple(
            Player(
                seat=seat,
                name=name,
                cards=split_board(cards),
                stack=chips,
                claimed=claim or Claim(),
                declared=natural,
            )
            for seat, (name, cards, chips, claim, natural) in enumerate(texts, start=1)
        ),
        native_id=str(number),
        session="night",
        unit=unit,
        currency="RUB",
    )


def told(*hands, language="en", rules=None, overrides=()):
    return entries(settle(frame_from_hands(hands), rules, overrides=overrides), language=language)


def plain(text):
    return text.replace(GAP, " ")


def test_of_many_hands_the_disputed_the_audited_and_the_largest_are_shown_in_the_order_played():
    hands = [hand(WINS_BY_A_SCOOP, number) for number in range(10)]
    hands[3] = hand(WINS_BY_13, 3)
    hands[8] = hand(WINS_BY_A_SCOOP, 8, claimed=Claim(points=99))
    results = settle(frame_from_hands(hands))
    audited = [results["hand_id"][6]]

    def shown(most):
        return selected(results, audited, most=most)["native_id"].to_list()

    assert shown(1) == ["8"]
    assert shown(2) == ["6", "8"]
    assert shown(3) == ["3", "6", "8"]
    assert shown(4) == ["0", "3", "6", "8"]
    assert selected(results, audited, most=10).equals(results)


def test_rows_have_their_royalties_and_what_they_are():
    [entry] = told(hand())
    anna, boris = entry.players
    assert [(row.label, row.words, row.royalty) for row in anna.rows] == [
        ("top", "pair of queens", 7),
        ("middle", "pair of kings", 0),
        ("bottom", "three aces", 0),
    ]
    assert [row.royalty for row in boris.rows] == [0, 0, 0]
    assert b"".join(row.cards for row in anna.rows) == bytes(split_board(WINS_BY_13[0]))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "rows +3, scoop +3, royalties +7 = points +13; due +13,000.00, paid +5,000.00"),
        ("ru", "ряды +3, скуп +3, бонусы +7 = очки +13; к оплате +13 000,00, уплачено +5 000,00"),
    ],
)
def test_a_payment_that_a_stack_caps_says_what_was_due(language, words):
    [entry] = told(hand(stack=500_000, unit=100_000), language=language)
    assert plain(entry.pairs[0].words) == words
    assert plain(entry.players[0].net) == words.rpartition(" уплачено " if language == "ru" else " paid ")[2]


def test_a_payment_in_full_is_told_once():
    [entry] = told(hand(stack=500_000))
    assert entry.pairs[0].words.endswith("; paid +130.00")


@pytest.mark.parametrize(
    ("language", "rake", "jackpot"),
    [("en", "rake -6.50", "jackpot -5.00"), ("ru", "рейк -6,50", "джекпот -5,00")],
)
def test_rake_and_jackpot_are_told_where_there_are_any(language, rake, jackpot):
    [entry] = told(hand(), language=language, overrides=["rake.percent=5", "jackpot.fee=0.5"])
    winner, loser = entry.players
    assert winner.fees == (rake, jackpot)
    assert loser.fees == (jackpot,)
    [free] = told(hand(), language=language)
    assert [player.fees for player in free.players] == [(), ()]


@pytest.mark.parametrize(("language", "mark"), [("en", "natural: dragon"), ("ru", "натуральная: дракон")])
def test_naturals_have_names_in_both_languages(language, mark):
    [entry] = told(hand((DRAGON, NO_DRAGON), declared="dragon"), language=language, rules="closed-chinese")
    assert mark in entry.players[0].marks


@pytest.mark.parametrize(
    ("claimed", "language", "said"),
    [
        (Claim(points=9), "en", "the source says points: 9; recomputed: 13"),
        (Claim(net=-1_234_500), "en", "the source says money: -12,345.00; recomputed: 130.00"),
        (Claim(net=-1_234_500), "ru", "в источнике деньги: -12 345,00; пересчитано: 130,00"),
        (Claim(foul=True), "en", "the source says dead hand: yes; recomputed: no"),
        (Claim(foul=True), "ru", "в источнике мёртвая рука: да; пересчитано: нет"),
        (Claim(royalties=(7, 2, 0)), "en", "the source says royalties: 7/2/0; recomputed: 7/0/0"),
    ],
)
def test_claims_that_do_not_stand_are_told_in_the_reader_s_language(claimed, language, said):
    [entry] = told(hand(claimed=claimed), language=language)
    assert entry.disputed
    assert plain(entry.players[0].claim) == said
    assert entry.players[1].claim == ""


def test_a_long_number_of_a_hand_shows_how_it_ends():
    first, second = told(
        hand(number="be18553db9c4-4d8d42-be18553db9c4-41"), hand(number="be18553db9c4-4d8d42-be18553db9c4-42")
    )
    assert first.title.split(",")[0].endswith("-41")
    assert second.title.split(",")[0] == "Hand be18553d…be18553db9c4-42"
    assert told(hand(number="4d8d42-41"))[0].title.startswith("Hand 4d8d42-41,")
