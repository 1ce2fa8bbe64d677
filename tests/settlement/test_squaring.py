"""Who pays whom: every balance becomes zero, and no smaller number of payments does it."""

from __future__ import annotations

import time
from functools import cache
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofc_analytics.errors import LookupFailedError, SettlementError
from ofc_analytics.settlement.squaring import EXACT_PLAYERS, fewest_payments, through_banker

NAMES = [f"P{number:03}" for number in range(300)]


@st.composite
def tables(draw, players, most=6):
    """Balances that add up to 0; small amounts, so that many groups do so too."""
    count = draw(players)
    amounts = draw(st.lists(st.integers(-most, most), min_size=count - 1, max_size=count - 1))
    names = draw(st.permutations(NAMES[:count]))
    return dict(zip(names, [*amounts, -sum(amounts)], strict=True))


def after(balances, payments):
    left = dict(balances)
    for payment in payments:
        assert payment.amount > 0
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    return left


@cache
def fewest(balances):
    """Plain search: somebody clears his whole balance with somebody else; then the same with those left."""
    if not balances:
        return 0
    return 1 + min(
        fewest(tuple(sorted(value for value in moved if value)))
        for place, other in permutations(range(len(balances)), 2)
        for moved in [
            [
                value + balances[place] * (index == other)
                for index, value in enumerate(balances)
                if index != place
            ]
        ]
    )


def all_distances(players, most):
    """Fewest payments from every table with balances up to `most`, by any payments of any amounts at all."""
    inside = {row for row in product(range(-most, most + 1), repeat=players) if sum(row) == 0}
    distances = dict.fromkeys([(0,) * players], 0)
    reached = list(distances)
    for table in reached:
        for payer, payee in permutations(range(players), 2):
            for amount in range(1, 2 * most + 1):
                moved = list(table)
                moved[payer] -= amount
                moved[payee] += amount
                found = tuple(moved)
                if found in inside and found not in distances:
                    distances[found] = distances[table] + 1
                    reached.append(found)
    assert len(distances) == len(inside)
    return distances


@pytest.mark.exhaustive
@pytest.mark.parametrize(("players", "most"), [(2, 9), (3, 7), (4, 5), (5, 2)])
def test_no_payments_of_any_kind_do_it_with_fewer(players, most):
    for table, distance in all_distances(players, most).items():
        payments = fewest_payments(dict(zip(NAMES[:players], table, strict=True)))
        assert len(payments) == distance


@settings(max_examples=300)
@given(tables(st.integers(1, 7)))
def test_up_to_seven_players_plain_search_finds_nothing_better(balances):
    assert len(fewest_payments(balances)) == fewest(tuple(sorted(filter(None, balances.values()))))


@given(tables(st.integers(1, 30), most=40))
def test_all_balances_become_zero_and_nobody_pays_more_than_he_owes(balances):
    payments = fewest_payments(balances)
    assert not any(after(balances, payments).values())
    for name, balance in balances.items():
        assert sum(paid.amount for paid in payments if paid.payer == name) == max(-balance, 0)
        assert sum(paid.amount for paid in payments if paid.payee == name) == max(balance, 0)
    assert len(payments) <= max(sum(map(bool, balances.values())) - 1, 0)


@given(tables(st.integers(1, 25)), st.randoms(use_true_random=False))
def test_the_order_of_the_players_changes_nothing(balances, random):
    shuffled = list(balances.items())
    random.shuffle(shuffled)
    assert fewest_payments(dict(shuffled)) == fewest_payments(balances)


def test_groups_hidden_among_twelve_players_are_found():
    # Four groups of three, of different orders of magnitude, so that no others add up to 0.
    amounts = [part * 10**group for group in range(0, 12, 3) for part in (3, 4, -7)]
    assert len(fewest_payments(dict(zip(NAMES, amounts, strict=False)))) == 8


def test_where_the_greatest_debts_do_not_go_to_the_greatest_claims():
    # Greedy payments would take five: 9 to 8 splits both groups.
    balances = {"Anna": 8, "Boris": 5, "Vera": 4, "Gleb": -9, "Dina": -6, "Egor": -2}
    assert len(fewest_payments(balances)) == 4


@pytest.mark.parametrize("players", [12, EXACT_PLAYERS])
def test_a_large_table_without_groups_is_squared_at_once(players):
    amounts = [2**place for place in range(players - 1)]
    balances = dict(zip(NAMES, [*amounts, -sum(amounts)], strict=False))
    start = time.process_time()
    payments = fewest_payments(balances)
    assert time.process_time() - start < 2
    assert len(payments) == players - 1


def test_a_crowd_is_squared_with_less_than_one_payment_a_player():
    amounts = [(place * 7919) % 10_007 - 5_000 for place in range(199)]
    balances = dict(zip(NAMES, [*amounts, -sum(amounts)], strict=False))
    start = time.process_time()
    payments = fewest_payments(balances)
    assert time.process_time() - start < 2
    assert not any(after(balances, payments).values())
    assert len(payments) < 200


def test_a_crowd_of_opposite_pairs_takes_one_payment_a_pair():
    balances = {name: (-1) ** place * (place // 2 + 1) for place, name in enumerate(NAMES[:200])}
    assert len(fewest_payments(balances)) == 100


def test_ties_go_by_name():
    payments = fewest_payments({"Vera": 5, "Anna": 5, "Dina": -5, "Boris": -5})
    assert [(paid.payer, paid.payee) for paid in payments] == [("Boris", "Anna"), ("Dina", "Vera")]


@given(tables(st.integers(1, 12)), st.data())
def test_through_a_banker_everybody_else_pays_or_receives_once(balances, data):
    banker = data.draw(st.sampled_from(sorted(balances)))
    payments = through_banker(balances, banker)
    assert not any(after(balances, payments).values())
    assert all((paid.payer == banker) != (paid.payee == banker) for paid in payments)
    assert len(payments) == sum(balance != 0 for name, balance in balances.items() if name != banker)


def test_a_banker_who_is_not_at_the_table_is_refused():
    with pytest.raises(LookupFailedError, match="'Bors' is none of the players; expected one of Anna, Boris"):
        through_banker({"Anna": 5, "Boris": -5}, "Bors")


@pytest.mark.parametrize("square", [fewest_payments, lambda balances: through_banker(balances, "Anna")])
@pytest.mark.parametrize(
    ("balances", "words"),
    [
        ({"Anna": 7, "Boris": -5}, "add up to 2 minor units; expected 0"),
        ({"Anna": 2**62, "Boris": -(2**62)}, "too large to be money"),
    ],
)
def test_balances_that_cannot_be_squared_are_refused(square, balances, words):
    with pytest.raises(SettlementError, match=words):
        square(balances)


def test_a_square_table_needs_no_payment():
    assert fewest_payments({"Anna": 0}) == fewest_payments({}) == through_banker({"Anna": 0}, "Anna") == ()
