"""Buy-ins, caps and admission."""

from __future__ import annotations

import pytest
from logs import ofc_hand
from play import audit, codes

from ofc_analytics.audit import check_seats

BUY_IN = ["deal.buy_in=[50, 100]"]


def hand(number, *stacks, unit="10", **keys):
    one = ofc_hand(number, players=len(stacks), hand_no=number, session="S", unit=unit, **keys)
    for player, stack in zip(one["players"], stacks, strict=True):
        player["stack"] = stack
    return one


def check(*hands, **options):
    return audit(*hands, check=check_seats, **options)


@pytest.mark.parametrize(
    ("stack", "expected"),
    [("499.99", ["buy-in"]), ("500", []), ("1000", []), ("1000.01", ["buy-in"]), (None, [])],
)
def test_the_buy_in_is_counted_in_units(stack, expected):
    found = check(hand(1, stack, "700"), overrides=BUY_IN)
    assert codes(found) == expected
    assert codes(check(hand(1, stack, "700"))) == []


def test_the_buy_in_is_told_in_money_and_units():
    assert check(hand(1, "300", "700"), overrides=BUY_IN)["reason"][0] == (
        "Anna sits down with 300.00 at 10.00 a point; american-pineapple takes 50 to 100 units, which is 500.00 to"
        " 1000.00."
    )


def test_later_stacks_are_no_buy_ins():
    assert codes(check(hand(1, "500", "500"), hand(2, "40", "960"), overrides=BUY_IN)) == []
    assert codes(check(hand(45, "40", "960"), overrides=BUY_IN)) == []


def test_whoever_comes_later_buys_in_too():
    found = check(hand(1, "500", "500"), hand(2, "500", "500", "20"), overrides=BUY_IN)
    assert found.select("code", "hand", "players").rows() == [("buy-in", "H2", ["Carol"])]


@pytest.mark.parametrize(("stacks", "expected"), [(("500", "500"), []), (("500", "400"), ["caps-unequal"])])
def test_equal_caps(stacks, expected):
    found = check(hand(1, *stacks), hand(2, "1", "999"), overrides=["deal.equal_caps=true"])
    assert codes(found) == expected
    if expected:
        assert "Anna 500.00, Борис 400.00" in found["reason"][0]


def test_whoever_cannot_cover_the_loss_limit_is_not_dealt_in():
    limit = ["payout.loss_limit=20", "payout.admission=true"]
    assert codes(check(hand(1, "200", "900"), overrides=limit)) == []
    found = check(hand(7, "199.50", "900"), overrides=limit)
    assert codes(found) == ["not-admitted"]
    assert found.select("claimed", "recomputed", "at_stake").row(0) == ("199.50", "200.00", "0.50")
    assert codes(check(hand(7, "199.50", "900"), overrides=limit[:1])) == []


def test_a_seat_that_the_game_does_not_need():
    one = hand(1, "500", "500")
    one["players"][1]["seat"] = 4
    found = check(one, hand(2, "500", "500"))
    assert found.select("code", "severity").rows() == [("seat-number", "note")]
