"""Planted slips are found, right hands are left alone, and nothing is named that gives another number."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations

import drawing
import pytest
import reference
import sheets
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import ofc_analytics as ofc
from ofc_analytics.cards import cards_text, split_board
from ofc_analytics.hands import Claim, Hand, Player
from ofc_analytics.rules import change_rules, load_rules
from ofc_analytics.schema import hands_from_frame
from ofc_analytics.settlement.mistakes import MISTAKES
from ofc_analytics.settlement.receipt import receipt
from ofc_analytics.settlement.slips import likely_slips, slips_of_hand

PINEAPPLE = load_rules("american-pineapple")
SCOOP = ("2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d", "2s 3h 5d / Kc Qd 9h 5c 2h / Ah Kh 9c 5s 2d")
WANTED = 20


# Every plant says, by the slow scorer and apart from the library, what `one` then has against `two`; None
# where the slip cannot be made. Slips about one player's part are made with `one`'s.


def under(section, **rules):
    def points(one, two, plain):
        return reference.compare(one, two, plain | {section: plain[section] | rules}).points

    return points


def where(kind, plant):
    dead = {"live": [0], "dead": [1]}[kind]
    return lambda one, two, plain: plant(one, two, plain) if one.foul + two.foul in dead else None


def scoop_as_three(one, two, plain):
    return under("rows", scoop=0)(one, two, plain)


def two_rows_scooped(one, two, plain):
    return under("rows", majority=plain["rows"]["scoop"])(one, two, plain)


def tie_won(one, two, plain):
    rows = reference.compare(one, two, plain).rows
    if 0 not in rows:
        return None
    worths = list(one.worths)
    worths[rows.index(0)] = (99,)
    return reference.compare(replace(one, worths=tuple(worths)), two, plain).points


def foul_overlooked(one, two, plain):
    if not one.foul:
        return None
    alive = replace(one, foul=False, royalties=reference.by_row(plain["royalties"], one.worths, plain))
    return reference.compare(alive, two, plain).points


def dead_royalties(one, two, plain):
    if not one.foul:
        return None
    return reference.compare(one, two, plain).points + sum(
        reference.by_row(plain["royalties"], one.worths, plain)
    )


def middle_as_bottom(one, two, plain):
    tables = plain["royalties"]
    if one.foul:
        return None
    cheap = reference.look_up(tables["bottom"], one.worths[1])
    return reference.compare(one, two, plain).points + cheap - one.royalties[1]


def royalty_forgotten(one, two, plain):
    return reference.compare(one, two, plain).points - one.royalties[1]


def own_royalties_forgotten(one, two, plain):
    several = sum(points > 0 for points in one.royalties) > 1
    return reference.compare(one, two, plain).points - sum(one.royalties) if several else None


def all_royalties_forgotten(one, two, plain):
    pair = reference.compare(one, two, plain)
    return pair.points - pair.royalties if all(pair.collected) else None


def loser_without_royalties(one, two, plain):
    pair = reference.compare(one, two, plain)
    won = pair.row_points + pair.scoop
    lost = {-1: sum(one.royalties), 1: -sum(two.royalties), 0: 0}[(won > 0) - (won < 0)]
    return pair.points - lost


def only_for_rows_won(one, two, plain):
    pair = reference.compare(one, two, plain)
    lost = [points for points, won in zip(one.royalties, pair.rows, strict=True) if won < 1]
    return pair.points - sum(lost)


PLANTS = {
    "scoop-miscounted": where("live", scoop_as_three),
    "scoop-miscounted: twice": where("live", under("rows", scoop=6)),
    "scoop-unearned": where("live", two_rows_scooped),
    "line-points": lambda one, two, plain: sum(
        (reference.compare(one, two, plain).points, reference.compare(one, two, plain).row_points)
    ),
    "tie-won": where("live", tie_won),
    "foul-overlooked": where("dead", foul_overlooked),
    "foul-mispaid": where("dead", under("foul", pays="rows")),
    "foul-royalties": where("dead", under("foul", pays_royalties=False)),
    "dead-royalties": where("dead", dead_royalties),
    "middle-as-bottom": middle_as_bottom,
    "royalties-by-rows": where("live", only_for_rows_won),
    "royalties-by-rows: both": where("live", under("royalties", paid="line-winner")),
    "loser-royalties": where("live", loser_without_royalties),
    "royalty-forgotten": where("live", royalty_forgotten),
    "royalties-forgotten": where("live", own_royalties_forgotten),
    "royalties-forgotten: both": where("live", all_royalties_forgotten),
    "opponent-forgotten": lambda _one, _two, _plain: 0,
    "sign-turned": lambda one, two, plain: -reference.compare(one, two, plain).points,
}


@cache
def drawn():
    return [
        replace(hand, unit=None)  # so that points alone are claimed
        for hand in drawing.draw_hands(PINEAPPLE.model_dump(), 3600, 20261130)
        if len(hand.players) > 1
    ]


@cache
def plain_rules():
    return PINEAPPLE.model_dump()


@cache
def judge(cards):
    return reference.judge(list(cards), plain_rules())


def claiming(hand, points, money=None):
    money = money or [None] * len(points)
    players = [
        replace(player, claimed=Claim(points=number, net=net))
        for player, number, net in zip(hand.players, points, money, strict=True)
    ]
    return replace(hand, players=tuple(players))


def right_points(hand):
    return receipt(hand, PINEAPPLE).scores.totals[0].tolist()


def planted(hand, plant, *, everywhere):
    """Every way to plant a slip: the place of the player who made it, and what all are then said to have."""
    plain = plain_rules()
    judged = [judge(player.cards) for player in hand.players]
    places = range(len(judged))
    points = {
        (one, two): reference.compare(judged[one], judged[two], plain).points
        for one, two in permutations(places, 2)
    }
    for one in places:
        opponents = [other for other in places if other != one]
        for chosen in [opponents] if everywhere else [[other] for other in opponents]:
            slipped = dict(points)
            for two in chosen:
                wrong = plant(judged[one], judged[two], plain)
                if wrong is not None:
                    slipped[one, two], slipped[two, one] = wrong, -wrong
            totals = [sum(slipped[place, two] for two in places if two != place) for place in places]
            if totals[one] != sum(points[one, two] for two in opponents):
                yield one, totals


@pytest.mark.parametrize("everywhere", [False, True], ids=["one pair", "everyone"])
@pytest.mark.parametrize("kind", PLANTS)
def test_a_planted_slip_is_named(kind, everywhere):
    met = 0
    for hand in drawn():
        for place, totals in list(planted(hand, PLANTS[kind], everywhere=everywhere))[:1]:
            slip = receipt(claiming(hand, totals), PINEAPPLE)
            named = likely_slips(slip, place)
            assert kind.partition(":")[0] in {found.code for found in named}, (slip.text(), named)
            assert {(found.claimed, found.recomputed) for found in named} == {
                (totals[place], right_points(hand)[place])
            }
            met += 1
        if met == WANTED:
            return
    pytest.fail(f"only {met} hands in which to plant it")


def as_sheet(hand):
    """A score sheet of one hand, with its claims."""
    rows = [[1, player.name, cards_text(player.cards), player.claimed.points] for player in hand.players]
    return sheets.csv_bytes([("hand", "player", "board", "points"), *rows])


FAMILIES = {mistake.code: mistake.family for mistake in MISTAKES}


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(sorted(PLANTS)), st.integers(0, 999), st.booleans(), st.integers(0, 5))
def test_a_slip_planted_in_a_sheet_is_listed_and_players_are_not_told_different_things(
    kind, which, everywhere, choice
):
    planting = list(planted(drawn()[which], PLANTS[kind], everywhere=everywhere))
    assume(planting)
    _, totals = planting[choice % len(planting)]
    (hand,), issues = sheets.parsed(as_sheet(claiming(drawn()[which], totals)))
    assert issues == []
    found = slips_of_hand(receipt(hand, PINEAPPLE))
    right = right_points(hand)
    wrong = [slips for slips, said, number in zip(found, totals, right, strict=True) if said != number]
    assert len({tuple(slip.words for slip in slips) for slips in wrong}) == 1
    assert all(slip.whole for slip in wrong[0])
    assert FAMILIES[kind.partition(":")[0]] in {FAMILIES.get(slip.code) for slip in wrong[0]}
    assert [slips for slips, said, number in zip(found, totals, right, strict=True) if said == number] == [
        ()
    ] * (len(totals) - len(wrong))


def test_what_explains_the_whole_hand_goes_before_what_explains_one_number():
    boards = (*SCOOP, "2h 4s 6h / Kd Qs Tc 6d 3h / 5h 5s 5c Jh 8s")
    right = right_points(Hand(players=seated(boards, [0, 0, 0])))
    slip = receipt(Hand(players=seated(boards, [right[0] - 3, right[1] + 3, right[2]])), PINEAPPLE)
    of_anna, of_boris, of_vera = slips_of_hand(slip)
    assert [found.words for found in of_anna] == [found.words for found in of_boris]
    assert all(found.whole for found in (*of_anna, *of_boris))
    assert of_vera == ()


def test_it_is_told_where_nothing_explains_the_whole_hand():
    slip = receipt(Hand(players=seated(SCOOP, [3, -4])), PINEAPPLE)
    (found,), none = slips_of_hand(slip)
    assert (found.code, found.whole, none) == ("scoop-miscounted", False, ())
    assert (
        "exactly this number, but not the others of the hand, comes out if the scoop between P1 and P2"
        in slip.text()
    )


def seated(boards, points):
    return tuple(
        Player(seat=seat, name=f"P{seat}", cards=split_board(board), claimed=Claim(points=number))
        for seat, (board, number) in enumerate(zip(boards, points, strict=True), start=1)
    )


def test_a_slip_in_one_players_number_alone():
    met = 0
    for hand in drawn():
        for place, totals in list(planted(hand, PLANTS["scoop-miscounted"], everywhere=False))[:1]:
            claims = right_points(hand)
            claims[place] = totals[place]
            named = likely_slips(receipt(claiming(hand, claims), PINEAPPLE), place)
            assert "scoop-miscounted" in {found.code for found in named}
            met += 1
        if met == WANTED:
            return
    pytest.fail(f"only {met} hands in which to plant it")


def test_exchanged_numbers():
    met = 0
    for hand in drawn():
        points = right_points(hand)
        for one, two in list(combinations(range(len(points)), 2))[:1]:
            if points[one] != points[two]:
                claims = list(points)
                claims[one], claims[two] = points[two], points[one]
                slip = receipt(claiming(hand, claims), PINEAPPLE)
                assert "numbers-exchanged" in {found.code for found in likely_slips(slip, one)}
                assert "numbers-exchanged" in {found.code for found in likely_slips(slip, two)}
                met += 1
        if met == WANTED:
            return
    pytest.fail(f"only {met} hands with two numbers to exchange")


@pytest.mark.parametrize(
    ("net", "code"),
    [("600.00", "unit-mistaken"), ("6.00", "unit-mistaken"), ("60.00", "limits-forgotten")],
)
def test_slips_of_money_alone(net, code):
    players = tuple(
        Player(
            seat=seat,
            name=f"P{seat}",
            cards=split_board(board),
            stack=None if seat == 1 else stack,
            claimed=claim,
        )
        for seat, (board, claim, stack) in enumerate(
            zip(
                SCOOP,
                [Claim(points=6, net=int(net.replace(".", ""))), Claim(points=-6)],
                [None, 4500 if code == "limits-forgotten" else None],
                strict=True,
            ),
            start=1,
        )
    )
    (found,) = likely_slips(receipt(Hand(players=players, unit=1000), PINEAPPLE), 0)
    assert (found.code, found.number, found.pairs) == (code, "net", ())


def with_stacks(hand, stack):
    return replace(hand, unit=1000, players=tuple(replace(player, stack=stack) for player in hand.players))


@pytest.mark.parametrize(
    ("stack", "wrong", "code"),
    [
        (None, lambda points: points * 10_000, "unit-mistaken"),
        (None, lambda points: points * 100, "unit-mistaken"),
        (2500, lambda points: points * 1000, "limits-forgotten"),
    ],
    ids=["ten times", "a tenth", "no cap"],
)
def test_a_planted_slip_of_money_is_named(stack, wrong, code):
    met = 0
    for hand in drawn():
        table = with_stacks(hand, stack)
        points = right_points(hand)
        money = [wrong(number) for number in points]
        slip = receipt(claiming(table, points, money), PINEAPPLE)
        for place in [place for place in range(len(points)) if slip.net(place) != money[place]][:1]:
            named = likely_slips(slip, place)
            assert {(found.code, found.number, found.claimed) for found in named} == {
                (code, "net", money[place])
            }
            met += 1
        if met == WANTED:
            return
    pytest.fail(f"only {met} hands in which to plant it")


def test_money_tells_slips_apart_where_no_points_are_written():
    players = tuple(
        Player(seat=seat, name=f"P{seat}", cards=split_board(board), claimed=Claim(net=net))
        for seat, (board, net) in enumerate(zip(SCOOP, (3000, -3000), strict=True), start=1)
    )
    (found,) = likely_slips(receipt(Hand(players=players, unit=1000), PINEAPPLE), 1)
    assert (found.code, found.number, found.claimed, found.recomputed) == (
        "scoop-miscounted",
        "net",
        -3000,
        -6000,
    )


def test_a_scoop_miscounted_in_every_pair_though_one_hand_is_dead():
    boards = (
        "Ac Kd 9s / Ah 2c 2d 7s 8c / Js Jd 4c 4h 9c",
        "Qc Jc 9d / Kc Qh 7c 6d 3c / Td Th 2h 5c 8h",
        "Ts 8s 6c / Jh Tc 5s 4s 3d / 9h 7d 6s 4d 3h",
    )
    players = tuple(
        Player(seat=seat, name=f"P{seat}", cards=split_board(board), claimed=Claim(points=points))
        for seat, (board, points) in enumerate(zip(boards, (6, 0, -6), strict=True), start=1)
    )
    slip = receipt(Hand(players=players), PINEAPPLE)
    assert slip.scores.foul[0].tolist() == [False, False, True]
    words = [found.words for found in likely_slips(slip, 0)]
    assert "the scoop in every pair was counted as 3 instead of 6" in words


def test_nothing_is_named_on_right_hands():
    hands = drawing.draw_hands(PINEAPPLE.model_dump(), 1000, 7)
    for hand in hands:
        slip = receipt(hand, PINEAPPLE)
        places = range(len(hand.players))
        money = None if hand.unit is None else [slip.net(place) for place in places]
        right = receipt(claiming(hand, slip.scores.totals[0].tolist(), money), PINEAPPLE)
        assert not any(likely_slips(right, place) for place in places)


def test_nothing_is_named_where_nothing_was_claimed():
    slip = receipt(drawn()[0], PINEAPPLE)
    assert likely_slips(slip, 0) == ()


@settings(max_examples=5)
@given(st.integers(0, 99))
def test_one_slip_gives_one_number(which):
    hand = drawn()[which]
    right = right_points(hand)
    given_by = defaultdict(set)
    for error in range(-8, 9):
        claims = [None] * len(right)
        claims[0] = right[0] + error
        for found in likely_slips(receipt(claiming(hand, claims), PINEAPPLE), 0):
            assert found.claimed == claims[0]
            given_by[found.code, found.words].add(found.claimed)
    assert all(len(numbers) == 1 for numbers in given_by.values())


@pytest.mark.parametrize(
    "rules", ["closed-chinese", "deuce-to-seven-pineapple", "pokerdom-pineapple-000", "joker-ultimate"]
)
def test_every_game_can_be_searched(rules):
    ruleset = load_rules(rules)
    searched = 0
    for hand in drawing.draw_hands(ruleset.model_dump(), 30, 11):
        points = receipt(hand, ruleset).scores.totals[0].tolist()
        slip = receipt(claiming(hand, [-number for number in points]), ruleset)
        for place, number in enumerate(points):
            if number and len(points) == 2:
                assert "sign-turned" in {found.code for found in likely_slips(slip, place)}
                searched += 1
    assert searched


def test_the_rules_decide_which_readings_are_slips():
    six = change_rules(PINEAPPLE, {"rows.scoop": 6})
    players = tuple(
        Player(seat=seat, name=f"P{seat}", cards=split_board(board), claimed=Claim(points=points))
        for seat, (board, points) in enumerate(zip(SCOOP, (6, -6), strict=True), start=1)
    )
    assert likely_slips(receipt(Hand(players=players), PINEAPPLE), 0) == ()
    (found,) = likely_slips(receipt(Hand(players=players), six), 0)
    assert found.words == "the scoop between P1 and P2 was counted as 6 instead of 9"


def test_the_sample_night(root):
    hands = {hand.native_id: hand for hand in hands_from_frame(ofc.read(root / "sample_data" / "night.csv"))}
    named = {
        number: [likely_slips(receipt(hand, PINEAPPLE), place) for place in range(3)]
        for number, hand in hands.items()
    }
    assert [number for number, slips in named.items() if any(slips)] == ["9"]
    anna, boris, vera = named["9"]
    assert boris == ()
    assert [found.words for found in anna] == [found.words for found in vera]
    assert anna[0].words == (
        "the scoop's bonus of 3 was counted for two rows of the three between Anna and Вера"
    )
    assert anna[0].pairs == ((0, 2),)
