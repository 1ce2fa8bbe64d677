"""Money over a table, from hand to hand, and over a session: what is found, and what is let be."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import polars as pl
import pytest
from settled import claimed, settled_hands

from ofc_analytics.audit import (
    Play,
    audit,
    check_continuity,
    check_money,
    check_payouts,
    check_rake,
    check_stacks,
    check_totals,
    with_slips,
)
from ofc_analytics.cards import split_board
from ofc_analytics.hands import Claim, Hand, Player
from ofc_analytics.rules import load_rules
from ofc_analytics.schema import frame_from_hands
from ofc_analytics.settlement import settle
from ofc_analytics.settlement.entries import make_entries

RULES = load_rules("american-pineapple")


def check(hands, rules=RULES, by=audit, **options):
    frame = frame_from_hands(hands)
    results = settle(frame, rules)
    settled = frame, results, {rules.fingerprint: rules}
    return audit(*settled, **options) if by is audit else by(Play.of(*settled), **options)


def told(hand, **nets):
    """The hand with other money claimed, by names."""
    players = (
        replace(player, claimed=replace(player.claimed, net=nets.get(player.name, player.claimed.net)))
        for player in hand.players
    )
    return replace(hand, players=tuple(players))


def rows(found, *columns):
    return found.select(*columns).rows()


def test_chips_from_nowhere_and_to_nowhere():
    hands = settled_hands([1, 2], unit=1000)
    nets = [hand.players[0].claimed.net for hand in hands]
    found = check([told(hands[0], Anna=nets[0] + 500), told(hands[1], Anna=nets[1] - 500)], by=check_money)
    assert rows(found, "code", "hand", "at_stake", "claimed", "recomputed") == [
        ("chips-created", "H1", "5.00", "5.00", "0.00"),
        ("chips-vanished", "H2", "5.00", "-5.00", "0.00"),
    ]
    assert found["reason"][0] == (
        "What the players are said to have won adds up to 5.00; it should add up to 0. 5.00 came from nowhere."
    )


def with_rake(hand, rake, net_of):
    """Recorded rake of each player, and what he is said to have won after it."""
    players = tuple(
        replace(player, rake=taken, claimed=replace(player.claimed, net=net_of(player, taken)))
        for player, taken in zip(hand.players, rake, strict=True)
    )
    return replace(hand, players=players)


def test_recorded_rake_is_no_vanished_chip():
    (hand,) = settled_hands([1], unit=1000)
    after = with_rake(hand, [30, 0], lambda player, taken: player.claimed.net - taken)
    assert check([after], by=check_money).is_empty()


def test_claims_before_a_rake_that_nobody_records_are_let_be():
    rules = load_rules("american-pineapple", ["rake.percent=5"])
    hands = settled_hands([1, 2, 3], unit=1000)
    assert check(hands, rules, by=check_money).is_empty()


def three(stack, **options):
    hands = settled_hands(range(60), players=3, unit=1000, stack=stack, **options)
    return [replace(hand, hand_no=None, session=hand.native_id) for hand in hands]


def otherwise(hands, overrides):
    """The hands as a room tells them that pays by other rules, those whose money differs."""
    rules = load_rules("american-pineapple", overrides)
    other = [claimed(hand, rules) for hand in hands]
    return [one for one, hand in zip(other, hands, strict=True) if one != hand]


@pytest.mark.parametrize(
    ("overrides", "code", "words"),
    [
        (["payout.order=payer-major"], "payout-order", "payout.order = payer-major"),
        (["payout.order=seats"], "payout-order", "payout.order = seats"),
        (["payout.win_cap=starting-total"], "payout-cap", "payout.win_cap = starting-total"),
        (
            ["payout.order=proportional", "payout.win_cap=none"],
            "payout-order",
            "payout.order = proportional with",
        ),
    ],
)
def test_the_payout_that_was_paid_by_is_named(overrides, code, words):
    differing = otherwise(three(8000), overrides)
    found = check(differing, by=check_payouts)
    assert len(differing) > 3
    assert sorted(found["hand"]) == sorted(hand.native_id for hand in differing)
    named = found.filter(pl.col("claimed").str.contains(words, literal=True))
    assert named["code"].unique().to_list() == [code]
    assert named.height >= 0.8 * len(differing)


def test_money_without_regard_to_stacks():
    free = [claimed(replace_stacks(hand, None), "american-pineapple") for hand in three(3000)]
    limited = [replace_stacks(hand, 3000) for hand in free]
    found = check(limited, by=check_payouts)
    assert "payout-unlimited" in found["code"].to_list()
    bounds = check(limited, by=check_money)
    assert set(bounds["code"]) == {"loss-above-stack", "win-above-cap"}
    assert bounds["reason"].str.contains("a hand that began with a stack of 30.00").any()


def replace_stacks(hand, stack):
    return replace(hand, players=tuple(replace(player, stack=stack) for player in hand.players))


def test_a_loss_above_the_limit():
    rules = load_rules("american-pineapple", ["payout.loss_limit=5"])
    hands = settled_hands(range(10), unit=1000)
    found = check(hands, rules, by=check_money)
    assert set(found["code"]) == {"loss-above-limit"}
    assert found["reason"].str.contains("under american-pineapple it could be 50.00 here").all()


def test_rake_by_the_terms():
    rules = load_rules("american-pineapple", ["rake.percent=5"])
    hands = settled_hands([1, 2], unit=1000)
    wins = [max(player.claimed.net for player in hand.players) for hand in hands]
    right = with_rake(
        hands[0],
        [wins[0] // 20 if player.claimed.net > 0 else 0 for player in hands[0].players],
        lambda p, t: p.claimed.net - t,
    )
    wrong = with_rake(
        hands[1],
        [wins[1] // 10 if player.claimed.net > 0 else 0 for player in hands[1].players],
        lambda p, t: p.claimed.net - t,
    )
    found = check([right, wrong], rules, by=check_rake)
    assert rows(found, "code", "hand") == [("rake-wrong", "H2")]
    assert "by the terms of american-pineapple it is" in found["reason"][0]


def test_a_room_that_takes_a_rake_no_rule_states_is_told_once():
    raked = [
        with_rake(hand, [10, 10], lambda player, taken: player.claimed.net - taken)
        for hand in settled_hands(range(8), unit=1000)
    ]
    found = check(raked, by=check_rake)
    assert rows(found, "code", "severity", "at_stake") == [("rake-unstated", "warning", "1.60")]
    assert found["reason"][0].startswith("A rake is recorded in 8 hands of the table's 8, 1.60 in all;")
    alone = check([raked[0], *settled_hands(range(1, 8), unit=1000)], by=check_rake)
    assert alone["reason"].to_list() == ["A rake of 0.20 is recorded; american-pineapple states none."]


JACKPOT = load_rules("american-pineapple", ["jackpot.fee=1", "jackpot.bottom=four of a kind"])
QUADS = ("2c 3c 5d", "7c 7d 8h 9s Th", "Jc Jd Jh Js 4d")


def quads(**keys):
    boards = (" / ".join(QUADS), "2h 4h 6h / 8c 8d 9c Td 3s / Ac Ad Qc Qd 5s")
    return Hand(
        players=tuple(
            Player(seat=seat, name=name, cards=split_board(board))
            for seat, (name, board) in enumerate(zip(("Anna", "Boris"), boards, strict=True), start=1)
        ),
        native_id="Q",
        unit=100,
        **keys,
    )


def test_the_jackpot_by_its_terms():
    assert check([quads(jackpot_in=200, jackpot_out=5000)], JACKPOT, by=check_rake).is_empty()
    (fee,) = rows(
        check([quads(jackpot_in=300)], JACKPOT, by=check_rake).head(1), "code", "claimed", "recomputed"
    )
    assert fee == ("jackpot-fee", "3.00", "2.00")
    denied = check([quads(jackpot_in=200, jackpot_out=0)], JACKPOT, by=check_rake)
    assert rows(denied, "code", "severity", "players") == [("jackpot-denied", "warning", ["Anna"])]
    (hand,) = settled_hands([1], unit=100)
    drawn = check([replace(hand, jackpot_in=200, jackpot_out=5000)], JACKPOT, by=check_rake)
    assert rows(drawn, "code", "at_stake") == [("jackpot-draw", "50.00")]


def test_the_unit_of_a_level():
    rules = load_rules("american-pineapple", ["levels=[{unit=10, hands=2}, {unit=20}]"])
    hands = [
        replace(hand, unit=unit)
        for hand, unit in zip(settled_hands(range(4)), (1000, 1000, 1000, 2000), strict=True)
    ]
    found = check(hands, rules, by=check_rake)
    assert rows(found, "code", "hand", "claimed", "recomputed") == [("unit-level", "H2", "10.00", "20.00")]
    later = [replace(hand, hand_no=hand.hand_no + 7) for hand in hands]
    assert check(later, rules, by=check_rake).is_empty()
    named = [replace(hand, level=2) for hand in later[:1]]
    assert check(named, rules, by=check_rake)["reason"].to_list() == [
        "A point is told to be worth 10.00; at level 2 of american-pineapple it is 20.00."
    ]


def session(count, stack=50_000):
    """Hands in a row whose stacks follow from what was won."""
    held, played = {}, []
    for hand in settled_hands(range(count), unit=100, stack=stack):
        players = tuple(replace(player, stack=held.get(player.name, stack)) for player in hand.players)
        held = {player.name: player.stack + player.claimed.net for player in players}
        played.append(replace(hand, players=players))
    return played


def with_stack(hand, place, more):
    players = list(hand.players)
    players[place] = replace(players[place], stack=players[place].stack + more)
    return replace(hand, players=tuple(players))


def test_stacks_that_follow_and_stacks_that_do_not():
    hands = session(6)
    assert check(hands, by=check_stacks).is_empty()
    found = check([*hands[:3], with_stack(hands[3], 1, -700), *hands[4:]], by=check_stacks)
    assert rows(found, "code", "severity", "hand", "at_stake") == [
        ("stack-short", "error", "H3", "7.00"),
        ("stack-added", "warning", "H4", "7.00"),
    ]
    assert found["reason"][0].endswith("7.00 too little.")


def test_caps_that_begin_anew_in_every_hand_are_told_once():
    found = check(settled_hands(range(6), unit=100, stack=50_000), by=check_stacks)
    assert rows(found, "code", "severity") == [("stacks-anew", "note")]


def test_a_gap_says_nothing_of_stacks():
    hands = session(6)
    assert check([*hands[:2], *hands[3:]], by=check_stacks).is_empty()


def test_gaps_in_the_numbers():
    hands = session(6)
    found = check([hands[0], *hands[3:]], by=check_continuity)
    assert rows(found, "code", "severity", "hand") == [("hands-missing", "warning", "H3")]
    assert found["reason"][0] == "Hands 2 to 3 are missing between hands 1 and 4 of the table."


def test_numbers_of_a_whole_room_are_no_gaps():
    hands = [replace(hand, hand_no=hand.hand_no**2 * 17) for hand in session(6)]
    assert rows(check(hands, by=check_continuity), "code", "severity") == [("numbers-apart", "note")]


def test_numbers_with_a_rule_of_their_own_or_hands_in_a_row_are_gaps():
    every_second = [replace(hand, hand_no=hand.hand_no * 2 - 1) for hand in session(6)]
    found = check(every_second, by=check_continuity)
    assert rows(found, "code", "severity", "hand") == [("hands-missing", "warning", "H1")]
    assert found["reason"][0] == (
        "5 hands are missing in 5 gaps of the table's numbers up to 11, the first between 1 and 3."
    )
    uneven = [
        replace(hand, hand_no=number) for hand, number in zip(session(6), (1, 2, 5, 9, 14, 20), strict=True)
    ]
    assert rows(check(uneven, by=check_continuity), "code", "severity") == [("hands-missing", "warning")]


def test_a_number_that_is_there_twice_and_a_count_that_begins_again():
    hands = session(4)
    again = replace(hands[3], hand_no=3)
    assert rows(check([*hands[:3], again], by=check_continuity), "code", "hand") == [
        ("hand-number-twice", "H3")
    ]
    twice = [*hands, *(replace(hand, native_id=f"{hand.native_id}b") for hand in hands)]
    assert check(twice, by=check_continuity).is_empty()


def timed(hands, minutes):
    start = datetime(2026, 11, 1, 20, tzinfo=UTC)
    return [
        replace(hand, started_at=start + timedelta(minutes=minute))
        for hand, minute in zip(hands, minutes, strict=True)
    ]


def test_times_that_run_backwards():
    hands = session(5)
    assert check(timed(hands, range(5)), by=check_continuity).is_empty()
    found = check(timed(hands, (0, 1, 2, 1, 4)), by=check_continuity)
    assert rows(found, "code", "severity", "hand") == [("time-backwards", "warning", "H3")]
    assert found["reason"][0] == (
        "The hand began at 2026-11-01 20:01:00, and hand H2 before it at 2026-11-01 20:02:00."
    )
    newest_first = [replace(hand, hand_no=None) for hand in timed(hands, (9, 8, 7, 6, 5))]
    assert rows(check(newest_first, by=check_continuity), "code") == [("hands-newest-first",)]


def entries(**amounts):
    common = {"session": "S", "exponent": 0, "file": "night.csv", "verified": "claimed"}
    told = [
        common | {"kind": kind, "player": player, "amount": amount, "line": line}
        for line, (kind, player, amount) in enumerate(amounts["rows"], 2)
    ]
    return make_entries(pl.DataFrame(told))


def test_totals_of_a_session_against_its_hands():
    hands = session(5)
    made = sum(hand.players[0].claimed.net for hand in hands) // 100
    results = settle(frame_from_hands(hands), RULES)
    right = entries(
        rows=[("result", "Anna", made), ("buy-in", "Борис", 500), ("cash-out", "Борис", 500 - made)]
    )
    assert check_totals(results, right).is_empty()
    wrong = entries(
        rows=[("result", "Anna", made + 5), ("buy-in", "Борис", 500), ("cash-out", "Борис", 510 - made)]
    )
    found = check_totals(results, wrong)
    assert rows(found, "code", "severity", "hand", "players", "at_stake", "line") == [
        ("total-result", "error", "S", ["Anna"], "5.00", 2),
        ("total-chips", "error", "S", ["Борис"], "10.00", 3),
    ]
    assert found["reason"][1].startswith("Борис bought in for 500.00 and cashed out ")
    assert "5 hands of the session make" in found["reason"][0]
    assert found["explain"].to_list() == [None, None]


def test_totals_of_another_session_are_not_compared_and_recomputed_ones_are_let_be():
    results = settle(frame_from_hands(session(5)), RULES)
    other = entries(rows=[("result", "Anna", 9999)])
    elsewhere = check_totals(results, other.with_columns(session=pl.lit("T")))
    assert elsewhere.select("code", "severity").rows() == [("total-unmatched", "note")]
    assert check_totals(results, other.with_columns(verified=pl.lit("named"))).is_empty()


def test_known_slips_are_named_in_the_reason():
    boards = ("2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d", "2s 3h 5d / Kc Qd 9h 5c 2h / Ah Kh 9c 5s 2d")
    hand = Hand(
        native_id="1",
        players=tuple(
            Player(seat=seat, name=name, cards=split_board(board), claimed=Claim(points=points))
            for seat, (name, board, points) in enumerate(zip(("Anna", "Boris"), boards, (3, -3), strict=True), start=1)
        ),
    )  # fmt: skip
    frame = frame_from_hands([hand])
    results = settle(frame, RULES)
    rules = {RULES.fingerprint: RULES}
    found = audit(frame, results, rules)
    explained = with_slips(found, frame, results, rules)["reason"].to_list()
    assert explained == [
        f"{reason} That is what comes out if the scoop between Anna and Boris was counted as 3 instead of 6."
        for reason in found["reason"]
    ]
    assert with_slips(found, frame, results, rules, most=0).equals(found)
