"""Results that several sources tell: counted once where they agree, and never squared where they do not."""

from __future__ import annotations

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st
from ledgers import entries, entry
from polars.testing import assert_frame_equal

from ofc_analytics.settlement.ledger import ledger

NAMES = ("Anna", "Boris", "Vera")
HANDS = st.lists(st.tuples(*[st.integers(-500, 500)] * 2), min_size=1, max_size=5)


def by_hand(night, **facts):
    """Results of hands that add up to 0 each."""
    return [
        entry("result", name, amount, hand=str(number), **facts)
        for number, (one, other) in enumerate(night, start=1)
        for name, amount in zip(NAMES, (one, other, -one - other), strict=True)
    ]


def in_all(night, **facts):
    """The same hands as one total a player."""
    sums = dict.fromkeys(NAMES, 0)
    for told in by_hand(night):
        sums[told["player"]] += told["amount"]
    return [entry("result", name, amount, **facts) for name, amount in sums.items()]


@st.composite
def tellings(draw):
    """A night, and two to four tellings of it, each in a file or a sheet of its own."""
    night = draw(HANDS)
    told = draw(st.lists(st.sampled_from([by_hand, in_all]), min_size=2, max_size=4))
    levels = draw(st.lists(st.sampled_from(["named", "balanced", "claimed"]), min_size=4, max_size=4))
    places = [{"file": f"{place // 2}.csv", "sheet": str(place)} for place in range(4)]
    return [
        tell(night, verified=level, **place) for tell, level, place in zip(told, levels, places, strict=False)
    ]


@settings(max_examples=60)
@given(tellings(), st.randoms(use_true_random=False))
def test_a_night_told_several_times_is_the_night_told_once(told, chance):
    alone = ledger(entries(*told[0]))
    rows = [row for telling in told for row in telling]
    chance.shuffle(rows)
    book = ledger(entries(*rows))
    assert book.closes
    assert_frame_equal(book.balances, alone.balances)
    assert book.told_again.height == len(told) - 1
    assert book.told_again["differs"].null_count() == len(told) - 1


@settings(max_examples=60)
@given(tellings(), st.data())
def test_one_amount_that_is_told_otherwise_keeps_the_night_open(told, data):
    telling = data.draw(st.sampled_from(told))
    first, second = data.draw(st.permutations(telling))[:2]
    off = data.draw(st.integers(1, 9))
    first["amount"] += off
    if first.get("hand") == second.get("hand"):
        second["amount"] -= off
    assert not ledger(entries(*(row for rows in told for row in rows))).closes


def test_what_counts_is_what_is_verified_furthest():
    night = [(300, -100)]
    told = [
        *by_hand(night, file="a.csv", verified="balanced"),
        *by_hand(night, file="b.csv", verified="named"),
        *in_all(night, file="c.csv"),
    ]
    book = ledger(entries(*told))
    assert book.checks.select("verified", "wrong").rows() == [("named", None)]
    assert book.told_again.select("file", "hands", "counted").rows() == [
        ("a.csv", 1, "b.csv"),
        ("c.csv", 0, "b.csv"),
    ]


def test_tables_of_one_evening_with_hands_of_the_same_numbers_are_both_counted():
    tables = [
        entry("result", name, amount, hand="1", file=f"{name[0]}.log", verified="recomputed")
        for name, amount in (("Anna", 5), ("Aram", -5), ("Boris", 7), ("Bella", -7))
    ]
    book = ledger(entries(*tables))
    assert book.closes
    assert dict(book.balances.select("player", "after").iter_rows()) == {
        "Anna": 5, "Aram": -5, "Bella": -7, "Boris": 7,
    }  # fmt: skip


def test_the_house_need_not_stand_in_a_list_of_what_players_made():
    cards = [
        entry("result", name, amount, file="cards.csv", verified="recomputed")
        for name, amount in (("Anna", 95), ("Boris", -100), ("(rake)", 5))
    ]
    totals = [entry("result", "Anna", 95), entry("result", "Boris", -100)]
    book = ledger(entries(*cards, *totals))
    assert book.closes
    assert book.checks.select(pl.col("verified", "total_in")).rows() == [("recomputed", 100)]
