"""Payout: published examples, what holds under every policy, and agreement with a reference."""

from __future__ import annotations

from itertools import product
from typing import Literal

import numpy as np
import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel
from reference_payout import net_parts, settle

from ofc_analytics.errors import SettlementError
from ofc_analytics.settlement.payout import payout, payout_parts, trace

LARGEST = 2**53
TONYBET_DUE = [[0, 10, 40], [-10, 0, -20], [-40, 20, 0]]
TONYBET_STACKS = [5, 10, 135]

SEQUENTIAL = [
    {"order": order, "win_cap": cap, "bust": bust}
    for order, cap, bust in product(
        ("pair-major", "payer-major", "seats"),
        ("current", "starting", "starting-total", "none"),
        ("out", "may-win-back"),
    )
]
AT_ONCE = [
    {"order": "proportional", "win_cap": cap, "remainder": remainder}
    for cap, remainder in product(("starting-total", "none"), ("first-seat", "largest-claim"))
]
LIMITS = ["no limit", "hand", "match"]


def words(policy):
    return " ".join(policy.values())


def antisymmetric(upper):
    """Debts from any integers: what stands above the diagonal, and its mirror."""
    upper = np.triu(np.asarray(upper), 1)
    return upper - upper.swapaxes(-1, -2)


def after(due, stacks, policy=None, button=None, already_lost=None):
    """What each player of one hand holds in the end."""
    lost = None if already_lost is None else [already_lost]
    return (np.array(stacks) + payout([due], [stacks], policy, button, lost)[0].sum(axis=1)).tolist()


@st.composite
def tables(draw, policies=(*SEQUENTIAL, *AT_ONCE)):
    """Some hands with small amounts, so that ties, empty stacks and reached limits are common."""
    players, hands = draw(st.integers(2, 4)), draw(st.integers(1, 5))

    def numbers(low, high, *shape):
        size = int(np.prod(shape, dtype=int))
        values = draw(st.lists(st.integers(low, high), min_size=size, max_size=size))
        return np.array(values, dtype=np.int64).reshape(shape)

    limit = draw(st.sampled_from(LIMITS))
    policy = dict(draw(st.sampled_from(policies)))
    if limit != "no limit":
        policy |= {"loss_limit": numbers(0, 30, hands), "loss_limit_per": limit}
    return {
        "due": antisymmetric(numbers(-25, 25, hands, players, players)),
        "stacks": numbers(-1, 40, hands, players),
        "policy": policy,
        "button": numbers(0, players - 1, hands),
        "already_lost": numbers(-20, 40, hands, players),
    }


def each_hand(table):
    """The hands of a table one by one, as arguments of `trace`."""
    limit = table["policy"].get("loss_limit")
    for hand, due in enumerate(table["due"]):
        own = {} if limit is None else {"loss_limit": int(limit[hand])}
        yield {
            "due": due,
            "stacks": table["stacks"][hand],
            "policy": table["policy"] | own,
            "button": int(table["button"][hand]),
            "already_lost": table["already_lost"][hand],
        }


def told(hand):
    """Each step of a trace, with what every player has won net and has received by then."""
    net, received = [0] * len(hand["stacks"]), [0] * len(hand["stacks"])
    for step in trace(**hand):
        net[step.payer] -= step.paid
        net[step.winner] += step.paid
        received[step.winner] += step.paid
        yield step, net, received


def lost_before(hand, player):
    return hand["already_lost"][player] if hand["policy"].get("loss_limit_per") == "match" else 0


@pytest.mark.parametrize("case", cases("payout"))
def test_worked_case(case):
    due = np.zeros((1, len(case["stacks"]), len(case["stacks"])), dtype=np.int64)
    for winner, loser, amount in case["pairs"]:
        due[0, winner - 1, loser - 1] += amount
        due[0, loser - 1, winner - 1] -= amount
    stacks = np.array([case["stacks"]])
    paid = payout(due, stacks, case["policy"], case["button"] - 1)
    assert (stacks + paid.sum(axis=2)).tolist() == [case["expect"]["stacks"]]


def test_tonybets_published_example():
    assert after(TONYBET_DUE, TONYBET_STACKS) == [20, 0, 130]


def test_tonybets_example_told_step_by_step():
    told = [
        (t.payer, t.winner, t.due, t.paid, t.reason, t.before, t.after)
        for t in trace(TONYBET_DUE, TONYBET_STACKS)
    ]
    assert told == [
        (1, 0, 10, 5, "winner-stack", (5, 10, 135), (10, 5, 135)),
        (2, 0, 40, 10, "winner-stack", (10, 5, 135), (20, 5, 125)),
        (1, 2, 20, 5, "payer-stack", (20, 5, 125), (20, 0, 130)),
    ]


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("policy", SEQUENTIAL + AT_ONCE, ids=words)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_agrees_with_the_reference(players, policy, limit):
    rng = np.random.default_rng([players, *words(policy).encode(), *limit.encode()])
    hands = 100
    due = antisymmetric(rng.integers(-30, 31, (hands, players, players)))
    parts = rng.integers(0, 20, (3, hands, players, players)) * rng.integers(
        0, 2, (3, hands, players, players)
    )
    stacks = rng.choice([-1, 0, 1, 5, 13, 20, 34, 100], (hands, players))
    button = rng.integers(0, players, hands)
    lost = rng.integers(-30, 60, (hands, players))
    limits = rng.integers(0, 50, hands)
    asked = policy if limit == "no limit" else policy | {"loss_limit": limits, "loss_limit_per": limit}
    net = payout(due, stacks, asked, button, lost)
    gross = payout_parts(parts, stacks, asked, button, lost)
    for hand in range(hands):
        full = {"bust": "out", "loss_limit": None} | policy
        if limit != "no limit":
            full |= {"loss_limit": int(limits[hand]), "loss_limit_per": limit}
        at = (
            [None if s == -1 else s for s in stacks[hand].tolist()],
            full,
            int(button[hand]),
            lost[hand].tolist(),
        )
        assert net[hand].tolist() == settle(net_parts(due[hand].tolist()), *at)
        assert gross[hand].tolist() == settle(parts[:, hand].tolist(), *at)


@given(tables())
def test_money_neither_appears_nor_vanishes(table):
    paid = payout(**table)
    assert paid.dtype == np.int64
    assert (paid == -paid.swapaxes(1, 2)).all()
    assert not paid.sum(axis=(1, 2)).any()


@given(tables())
def test_nothing_moves_beyond_a_debt_or_against_it(table):
    due, paid = table["due"], payout(**table)
    assert (paid * np.sign(due) >= 0).all()
    assert (np.abs(paid) <= np.abs(due)).all()


@given(tables())
def test_input_stays_as_it_was(table):
    before = {name: table[name].copy() for name in ("due", "stacks", "button", "already_lost")}
    payout(**table)
    assert all((before[name] == table[name]).all() for name in before)


@given(tables())
def test_nobody_pays_more_than_he_has_or_a_limit_allows_at_any_moment(table):
    for hand in each_hand(table):
        limit = hand["policy"].get("loss_limit")
        for step, net, _ in told(hand):
            left = step.after[step.payer]
            assert left is None or left >= 0
            if limit is not None and step.paid:
                assert lost_before(hand, step.payer) - net[step.payer] <= limit


@given(tables())
def test_win_caps_hold(table):
    for hand in each_hand(table):
        for step, _, received in told(hand):
            stack = hand["stacks"][step.winner]
            match hand["policy"]["win_cap"]:
                case "current" if stack >= 0:
                    assert step.paid <= step.before[step.winner]
                case "starting" if stack >= 0:
                    assert step.paid <= stack
                case "starting-total" if stack >= 0:
                    assert received[step.winner] <= stack


@given(tables(policies=[policy for policy in SEQUENTIAL if policy["bust"] == "out"]))
def test_who_holds_nothing_is_out_of_the_hand(table):
    for hand in each_hand(table):
        for step in trace(**hand):
            if 0 in {step.before[step.payer], step.before[step.winner]}:
                assert step.paid == 0


@given(tables())
def test_a_trace_tells_the_same_story_as_the_payout(table):
    paid = payout(**table)
    for hand, own in zip(paid, each_hand(table), strict=True):
        moved = np.zeros_like(hand)
        held = tuple(None if stack == -1 else stack for stack in own["stacks"].tolist())
        steps = trace(**own)
        for step in steps:
            moved[step.winner, step.payer] += step.paid
            moved[step.payer, step.winner] -= step.paid
            assert step.before == held
            held = step.after
        assert (moved == hand).all()
        assert {(s.winner, s.payer, s.due) for s in steps} == {
            (i, j, owed) for (i, j), owed in np.ndenumerate(own["due"]) if owed > 0
        }


@given(tables(policies=SEQUENTIAL))
def test_every_reason_is_true(table):
    for hand in each_hand(table):
        limit = hand["policy"].get("loss_limit")
        for step, net, received in told(hand):
            payer, winner = step.before[step.payer], step.before[step.winner]
            stack = hand["stacks"][step.winner]
            down = lost_before(hand, step.payer) - net[step.payer]
            truth = {
                "full": step.paid == step.due,
                "payer-out": payer == 0 and step.paid == 0,
                "winner-out": winner == 0 and step.paid == 0,
                "payer-stack": step.paid == payer,
                "loss-limit": limit is not None and (down == limit or (down > limit and step.paid == 0)),
                "winner-stack": step.paid == winner,
                "winner-start": step.paid == stack,
                "winner-total": received[step.winner] == stack,
            }
            assert truth[step.reason]
            assert (step.reason == "full") == (step.paid == step.due)


@given(tables(policies=[policy for policy in SEQUENTIAL if policy["order"] != "seats"]), st.integers(1, 3))
def test_turning_the_table_turns_the_money(table, by):
    players = table["due"].shape[1]
    turned = table | {
        "due": np.roll(table["due"], by, axis=(1, 2)),
        "stacks": np.roll(table["stacks"], by, axis=1),
        "button": (table["button"] + by) % players,
        "already_lost": np.roll(table["already_lost"], by, axis=1),
    }
    assert (payout(**turned) == np.roll(payout(**table), by, axis=(1, 2))).all()


@given(tables(policies=[{"order": "seats"}, {"order": "proportional"}]), st.integers(0, 1))
def test_orders_by_seat_do_not_look_at_the_button(table, place):
    assert (payout(**table) == payout(**table | {"button": place})).all()


@given(tables())
def test_with_unlimited_stacks_and_no_limit_every_debt_is_paid(table):
    policy = {key: word for key, word in table["policy"].items() if not key.startswith("loss_limit")}
    unlimited = table | {"stacks": np.full_like(table["stacks"], -1), "policy": policy}
    assert (payout(**unlimited) == table["due"]).all()


@pytest.mark.parametrize("policy", SEQUENTIAL + AT_ONCE, ids=words)
def test_hands_do_not_touch_each_other(policy):
    rng = np.random.default_rng(7)
    due = antisymmetric(rng.integers(-30, 31, (7, 3, 3)))
    stacks, button = rng.integers(-1, 60, (7, 3)), rng.integers(0, 3, 7)
    one_by_one = [payout(due[h : h + 1], stacks[h : h + 1], policy, int(button[h]))[0] for h in range(7)]
    times = 10_001
    many = payout(np.tile(due, (times, 1, 1)), np.tile(stacks, (times, 1)), policy, np.tile(button, times))
    assert (many.reshape(times, 7, 3, 3) == np.array(one_by_one)).all()


def test_payers_pay_first_on_their_own_left():
    due = antisymmetric([[0, 9, -9], [0, 0, -9], [0, 0, 0]])
    payer_major = {"order": "payer-major", "win_cap": "none"}
    steps = [(step.payer, step.winner) for step in trace(due, [9, 9, 9], payer_major, button=0)]
    assert steps == [(1, 2), (1, 0), (0, 2)]


@pytest.mark.parametrize(
    ("button", "pairs"),
    [
        (0, [(1, 2), (1, 3), (1, 0), (2, 3), (2, 0), (3, 0)]),
        (3, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
    ],
)
def test_pairs_are_settled_from_the_left_of_the_button(button, pairs):
    due = antisymmetric(np.ones((4, 4), dtype=np.int64))
    met = [{step.payer, step.winner} for step in trace(due, [9, 9, 9, 9], button=button)]
    assert met == [set(pair) for pair in pairs]


def test_without_a_button_the_last_place_has_it():
    due = antisymmetric([[0, -5, -5], [0, 0, -5], [0, 0, 0]])
    stacks = [7, 3, 100]
    assert after(due, stacks) == after(due, stacks, button=2) != after(due, stacks, button=0)


def test_a_bust_player_may_win_back_and_pay_on():
    due = antisymmetric([[0, -5, 8], [0, 0, 0], [0, 0, 0]])
    assert after(due, [5, 20, 20], {"win_cap": "none"}) == [0, 25, 20]
    assert after(due, [5, 20, 20], {"win_cap": "none", "bust": "may-win-back"}) == [8, 25, 12]


def test_who_begins_with_nothing_wins_only_where_he_may_win_back():
    due = antisymmetric([[0, 8], [0, 0]])
    assert after(due, [0, 20], {"win_cap": "none"}) == [0, 20]
    assert after(due, [0, 20], {"win_cap": "none", "bust": "may-win-back"}) == [8, 12]


@pytest.mark.parametrize(
    ("already_lost", "left"), [(0, 50), (30, 80), (50, 100), (70, 100), (-20, 30), (None, 50)]
)
def test_a_match_limit_counts_what_was_lost_before(already_lost, left):
    due = antisymmetric([[0, -90], [0, 0]])
    match = {"loss_limit": 50, "loss_limit_per": "match"}
    lost = None if already_lost is None else [already_lost, 0]
    assert after(due, [100, 500], match, already_lost=lost) == [left, 600 - left]
    assert after(due, [100, 500], match | {"loss_limit_per": "hand"}, already_lost=lost) == [50, 550]


def test_each_hand_may_have_its_own_loss_limit():
    due = [antisymmetric([[0, -90], [0, 0]])] * 2
    paid = payout(due, [[100, 100]] * 2, {"loss_limit": np.array([50, 70])})
    assert paid[:, 0, 1].tolist() == [-50, -70]


@pytest.mark.parametrize(
    ("remainder", "left"), [("first-seat", [97, 93, 20]), ("largest-claim", [98, 92, 20])]
)
def test_a_creditors_shares_are_cut_back_in_proportion(remainder, left):
    due = antisymmetric([[0, 0, -5], [0, 0, -15], [0, 0, 0]])
    policy = {"order": "proportional", "win_cap": "starting-total", "remainder": remainder}
    assert after(due, [100, 100, 10], policy) == left
    assert {step.reason for step in trace(due, [100, 100, 10], policy)} == {"winner-total"}


def test_a_share_says_whether_stack_or_limit_held_it_down():
    due = antisymmetric([[0, -30, -30], [0, 0, -30], [0, 0, 0]])
    steps = trace(due, [20, 1000, 1000], {"order": "proportional", "loss_limit": 25})
    assert [(s.payer, s.winner, s.paid, s.reason) for s in steps] == [
        (0, 1, 10, "payer-stack"),
        (0, 2, 10, "payer-stack"),
        (1, 2, 25, "loss-limit"),
    ]


def test_shares_of_the_largest_amounts_are_exact():
    due = antisymmetric([[0, -LARGEST, 1 - LARGEST], [0, 0, 0], [0, 0, 0]])
    stacks = [LARGEST - 2, 0, 0]
    expected = settle(
        net_parts(due.tolist()),
        stacks,
        {"order": "proportional", "win_cap": "none", "remainder": "first-seat", "loss_limit": None},
        2,
        None,
    )
    assert payout([due], [stacks], {"order": "proportional"})[0].tolist() == expected


def test_gross_parts_are_paid_one_after_another():
    rows, scoop, royalties = [[0, 3], [0, 0]], [[0, 3], [0, 0]], [[0, 4], [7, 0]]
    steps = trace([rows, scoop, royalties], [100, 8], {"win_cap": "none"})
    assert [(s.part, s.payer, s.due, s.paid, s.reason) for s in steps] == [
        (0, 1, 3, 3, "full"),
        (1, 1, 3, 3, "full"),
        (2, 1, 4, 2, "payer-stack"),
        (2, 0, 7, 0, "winner-out"),
    ]
    parts = np.array([rows, scoop, royalties])[:, np.newaxis]
    assert payout_parts(parts, [[100, 8]], {"win_cap": "none"})[0, 0, 1] == 8


def test_no_hands_are_no_error():
    assert payout(np.zeros((0, 3, 3), dtype=np.int64), np.zeros((0, 3), dtype=np.int64)).shape == (0, 3, 3)


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64])
def test_narrow_integers_do_not_overflow(dtype):
    due, stacks = np.array([[[0, 120], [-120, 0]]], dtype=dtype), np.array([[100, 127]], dtype=dtype)
    assert payout(due, stacks)[0].tolist() == [[0, 100], [-100, 0]]


class PayoutModel(BaseModel):
    order: Literal["pair-major", "payer-major", "seats", "proportional"] = "pair-major"
    win_cap: Literal["current", "starting", "starting-total", "none"] = "current"
    bust: Literal["out", "may-win-back"] = "out"
    loss_limit: int | None = None
    basis: Literal["net", "gross"] = "net"


def test_a_model_is_a_policy():
    assert after(TONYBET_DUE, TONYBET_STACKS, PayoutModel()) == [20, 0, 130]
    assert after(TONYBET_DUE, TONYBET_STACKS, PayoutModel(win_cap="none")) == [55, 0, 95]


def test_a_models_default_win_cap_is_none_where_all_is_paid_at_once():
    due = antisymmetric([[0, 9], [0, 0]])
    assert after(due, [1, 20], PayoutModel(order="proportional")) == [10, 11]
    assert after(due, [1, 20], {"order": "proportional"}) == [10, 11]
    with pytest.raises(SettlementError, match="expected one of: none, starting-total"):
        after(due, [1, 20], PayoutModel(order="proportional", win_cap="current"))


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (
            {"orders": "seats"},
            r"no key 'orders'; expected one of: basis, bust, loss_limit, loss_limit_per, order,",
        ),
        (
            {"order": "dealer"},
            r"payout.order cannot be 'dealer'; expected one of: pair-major, payer-major, seats,",
        ),
        ({"bust": True}, r"payout.bust cannot be True; expected one of: out, may-win-back"),
        ({"bust": ["out"]}, r"payout.bust cannot be \['out'\]"),
        (
            {"order": "proportional", "win_cap": "starting"},
            r"win_cap cannot be 'starting' .* at once; expected",
        ),
        ({"loss_limit": -1}, r"loss_limit is -1; expected a whole number from 0"),
        ({"loss_limit": 2.5}, r"loss_limit is of the type float64; expected whole numbers"),
        ({"loss_limit": [1, 2]}, r"loss_limit has the shape \(2,\); expected \(1,\)"),
        ("seats", r"a payout policy is a mapping or a rule set's payout model, not a str"),
    ],
)
def test_policies_that_are_refused(policy, message):
    with pytest.raises(SettlementError, match=message):
        payout([TONYBET_DUE], [TONYBET_STACKS], policy)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"due": [[[0, 1.0], [-1.0, 0]]]}, r"due is of the type float64; expected whole numbers"),
        ({"due": [[[0, 1], [1, 0]]]}, r"not antisymmetric: in hand 0 due\[0, 1\] is 1 and due\[1, 0\] is 1"),
        ({"due": [[[4, 1], [-1, 0]]]}, r"not antisymmetric: in hand 0 due\[0, 0\] is 4"),
        ({"due": [[0, 1], [-1, 0]]}, r"due has the shape \(2, 2\); expected \(hands, players, players\)"),
        ({"due": [[[0, 1, 0], [-1, 0, 0]]]}, r"due has the shape \(1, 2, 3\)"),
        ({"due": [[[0, 1], [-1]]]}, r"due is no regular array of whole numbers"),
        (
            {"due": [[[0, 2**60], [-(2**60), 0]]]},
            r"due\[0, 0, 1\] is 1152921504606846976; expected a whole number",
        ),
        (
            {"due": [[[0, 2**70], [-(2**70), 0]]]},
            r"due is of the type object; expected whole numbers .* 64 bits",
        ),
        ({"stacks": [[5, -2]]}, r"stacks\[0, 1\] is -2; expected a whole number from -1"),
        (
            {"stacks": np.array([[5, 2**63]], dtype=np.uint64)},
            r"stacks\[0, 1\] is 9223372036854775808; expected",
        ),
        ({"stacks": [[5.0, float("nan")]]}, r"stacks is of the type float64"),
        ({"stacks": [[True, False]]}, r"stacks is of the type bool"),
        ({"stacks": [5, 5]}, r"stacks has the shape \(2,\); expected \(1, 2\)"),
        ({"stacks": [[5, 5, 5]]}, r"stacks has the shape \(1, 3\); expected \(1, 2\)"),
        ({"button": 2}, r"button is at place 2, but with 2 players the places are 0 to 1"),
        ({"button": -1}, r"button is -1; expected a whole number from 0"),
        ({"button": [0, 1]}, r"button has the shape \(2,\); expected \(1,\)"),
        ({"already_lost": [[5]]}, r"already_lost has the shape \(1, 1\); expected \(1, 2\)"),
    ],
)
def test_amounts_that_are_refused(changed, message):
    good = {"due": [[[0, 1], [-1, 0]]], "stacks": [[5, 5]]}
    with pytest.raises(SettlementError, match=message):
        payout(**good | changed)


def test_parts_that_are_refused():
    with pytest.raises(SettlementError, match=r"parts\[0, 0, 1, 0\] is -1; expected a whole number from 0"):
        payout_parts([[[[0, 1], [-1, 0]]]], [[5, 5]])
    with pytest.raises(SettlementError, match=r"square of players by players in each hand, not 1 by 2"):
        payout_parts([[[[0, 1]]]], [[5]])
