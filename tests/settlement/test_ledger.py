"""A night's ledger: balances, checks, corrections, squaring, and entries that make no sense."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ledgers import entries, entry
from polars.testing import assert_frame_equal

from ofc_analytics.errors import LookupFailedError, SettlementError
from ofc_analytics.settlement.entries import make_entries
from ofc_analytics.settlement.ledger import Balances, Checks, Payments, ledger, square
from ofc_analytics.settlement.ledger_text import ledger_text

NAMES = ["Anna", "Boris", "Vera", "Глеб", "Dina"]


def after(book):
    return dict(book.balances.select("player", "after").iter_rows())


def wrong(book):
    return book.checks["wrong"].drop_nulls().to_list()


@st.composite
def signed(draw, players):
    """Amounts that add up to 0 over the players."""
    amounts = [draw(st.integers(-50_000, 50_000)) for _ in players[1:]]
    return dict(zip(players, [*amounts, -sum(amounts)], strict=True))


@st.composite
def nights(draw):
    """Entries of a few sessions whose money adds up, in chips, in hands or in both; some of it corrected."""
    rows = []
    for session in draw(st.lists(st.sampled_from(["Friday", "Saturday", "Sunday"]), min_size=1, unique=True)):
        place = {"session": session, "currency": draw(st.sampled_from(["RUB", "EUR", None]))}
        players = draw(st.lists(st.sampled_from(NAMES), min_size=2, unique=True))
        made = draw(signed(players))
        told_by = draw(st.sampled_from(["hands", "chips", "both", "hands and buy-ins"]))
        for player, amount in made.items():
            bought = 300_000 + draw(st.integers(0, 5)) * 1000
            if told_by != "chips":
                rows.append(entry("result", player, amount, verified="recomputed", **place))
            if told_by != "hands":
                rows.append(entry("buy-in", player, bought, **place))
            if told_by in {"chips", "both"}:
                rows.append(entry("cash-out", player, bought + amount, **place))
        if draw(st.booleans()):
            rows += [entry("carried", *share, **place) for share in draw(signed(players)).items()]
        for payer, payee in draw(st.lists(st.permutations(players), max_size=3).map(_firsts)):
            rows.append(entry("payment", payer, draw(st.integers(0, 9_999)), other=payee, **place))
    return entries(*_with_corrections(draw, rows))


def _firsts(orders):
    return [order[:2] for order in orders]


def _with_corrections(draw, rows):
    """Write some amounts wrong at first, and put them right by one correction or by two in turn."""
    found = []
    for number, row in enumerate(rows):
        row["entry_id"] = f"e{number}"
        found.append(row)
        right = row["amount"]
        for link in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
            earlier = found[-1]
            earlier["amount"] = abs(right) + draw(st.integers(0, 500))
            shared = {name: row.get(name) for name in ("player", "session", "currency")}
            found.append(
                entry(
                    "correction",
                    amount=right,
                    entry_id=f"e{number}.{link}",
                    corrects=earlier["entry_id"],
                    **shared,
                )
            )
    return found


@settings(max_examples=40)
@given(nights())
def test_money_that_adds_up_closes_and_none_of_it_appears_or_vanishes(night):
    book = ledger(night)
    assert wrong(book) == []
    Balances.validate(book.balances)
    Checks.validate(book.checks)
    assert set(book.checks["difference"]) == {0}
    for _, group in book.balances.group_by("currency"):
        assert group["after"].sum() == 0
    parts = pl.col("played") + pl.col("payments") + pl.col("carried")
    assert book.balances.select(parts).to_series().to_list() == book.balances["after"].to_list()


@settings(max_examples=40)
@given(nights(), st.sampled_from([None, "Anna"]))
def test_once_the_payments_are_made_all_balances_are_zero(night, banker):
    night = pl.concat([night, entries(entry("carried", "Anna", 0))])
    payments = square(ledger(night), banker=banker)
    Payments.validate(payments)
    made = payments.rename({"payer": "player", "payee": "other"}).with_columns(
        kind=pl.lit("payment"), verified=pl.lit("claimed"), file=pl.lit("settled.csv")
    )
    settled = ledger(pl.concat([night, make_entries(made)]))
    assert settled.balances["after"].to_list() == [0] * settled.balances.height
    assert square(settled, banker=banker).is_empty()


@settings(max_examples=40)
@given(nights(), st.integers(0, 2**32))
def test_the_order_of_the_entries_changes_nothing(night, seed):
    straight, mixed = ledger(night), ledger(night.sample(fraction=1, shuffle=True, seed=seed))
    for table in ("balances", "checks", "corrections"):
        assert_frame_equal(getattr(straight, table), getattr(mixed, table))
    assert_frame_equal(square(straight), square(mixed))
    assert ledger_text(straight, square(straight)) == ledger_text(mixed, square(mixed))


@settings(max_examples=40)
@given(nights(), st.data())
def test_one_wrong_amount_keeps_everything_from_being_closed(night, data):
    kinds = dict(night.select("entry_id", "kind").iter_rows())
    last = set(kinds) - set(night["corrects"])
    counted = [
        link for link in sorted(last) if kinds[link.partition(".")[0]] in {"result", "cash-out", "carried"}
    ]
    slip = data.draw(st.sampled_from(counted))
    mistaken = night.with_columns(pl.col("amount") + pl.when(pl.col("entry_id") == slip).then(1).otherwise(0))
    book = ledger(mistaken)
    assert len(wrong(book)) == 1
    with pytest.raises(SettlementError, match="the ledger does not close"):
        square(book)


@settings(max_examples=40)
@given(nights())
def test_corrections_show_the_balance_before_and_after(night):
    book = ledger(night)
    uncorrected = ledger(night.filter(pl.col("kind") != "correction"))
    assert_frame_equal(
        book.balances.select("player", "currency", after="before_corrections"),
        uncorrected.balances.select("player", "currency", "after"),
    )
    assert book.corrections.height == night.filter(pl.col("kind") == "correction").height


def test_the_house_takes_its_share_of_the_chips():
    book = ledger(
        entries(
            *(entry("buy-in", name, 1000) for name in ("Anna", "Boris")),
            entry("cash-out", "Anna", 1450),
            entry("cash-out", "Boris", 500),
            entry("result", "Anna", 450),
            entry("result", "Boris", -500),
            entry("result", "(rake)", 50),
        )
    )
    assert wrong(book) == []
    assert after(book) == {"(rake)": 50, "Anna": 450, "Boris": -500}
    assert book.checks.select("total_in", "total_out", "verified").row(0) == (2000, 2000, "balanced")


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            [entry("buy-in", "Anna", 1000), entry("cash-out", "Anna", 950)],
            "cash-outs are 0.50 RUB less than buy-ins",
        ),
        (
            [entry("buy-in", "Anna", 1000), entry("cash-out", "Anna", 1001)],
            "cash-outs are 0.01 RUB more than buy-ins",
        ),
        (
            [entry("buy-in", "Anna", 1000)],
            "10.00 RUB was bought in, and neither cash-outs nor hands tell what became of it",
        ),
        (
            [entry("result", "Anna", 700), entry("result", "Boris", -600)],
            "results add up to 1.00 RUB and not to 0",
        ),
        ([entry("carried", "Anna", -700)], "carried balances add up to -7.00 RUB and not to 0"),
        (
            [
                *(entry("buy-in", name, 1000) for name in ("Anna", "Boris")),
                *(entry("cash-out", name, 1000) for name in ("Anna", "Boris")),
                entry("result", "Anna", 300),
                entry("result", "Boris", -300),
            ],
            (
                "Anna made 0.00 RUB by the chips and 3.00 RUB by the totals; "
                "Boris made 0.00 RUB by the chips and -3.00 RUB by the totals"
            ),
        ),
        (
            [
                entry("buy-in", "Anna", 1000, session=None),
                entry("cash-out", "Anna", 1000, session=None),
                entry("result", "Anna", 0),
            ],
            "its cash-outs may be of the same night as the totals of Friday; expected a session for them",
        ),
        (
            [
                entry("result", "Anna", 0, session=None),
                entry("buy-in", "Anna", 1000),
                entry("cash-out", "Anna", 1000),
            ],
            "its totals may be of the same night as the cash-outs of Friday; expected a session for them",
        ),
    ],
)
def test_what_does_not_add_up_is_told_and_nothing_is_closed(rows, words):
    book = ledger(entries(*rows))
    assert wrong(book) == [words]
    assert not book.closes
    with pytest.raises(SettlementError) as caught:
        square(book)
    assert words in str(caught.value)
    assert f"WRONG: {words}" in ledger_text(book)


def test_currencies_and_sessions_are_checked_each_by_itself():
    book = ledger(
        entries(
            entry("result", "Anna", 100),
            entry("result", "Boris", -100, currency="EUR"),
            entry("result", "Anna", 5, session="Saturday"),
            entry("result", "Boris", -5, session="Saturday"),
        )
    )
    assert book.checks.select("currency", "session", "difference").rows() == [
        ("EUR", "Friday", -100),
        ("RUB", "Friday", 100),
        ("RUB", "Saturday", 0),
    ]


def test_a_currency_with_several_exponents_is_counted_in_the_finest():
    book = ledger(
        entries(entry("result", "Anna", 3, exponent=0), entry("result", "Boris", -300_000_000, exponent=8))
    )
    assert wrong(book) == []
    assert book.balances.select("player", "exponent", "after").rows() == [
        ("Anna", 8, 300_000_000),
        ("Boris", 8, -300_000_000),
    ]


def test_side_payments_and_carried_balances_count():
    book = ledger(
        entries(
            entry("result", "Anna", 700),
            entry("result", "Boris", -700),
            entry("payment", "Boris", 200, other="Anna"),
            entry("carried", "Boris", 100, session="before"),
            entry("carried", "Vera", -100, session="before"),
        )
    )
    assert after(book) == {"Anna": 500, "Boris": -400, "Vera": -100}


def test_aliases_join_the_entries_of_one_player():
    rows = entries(
        entry("result", "Аня", 700),
        entry("result", "Boris", -700),
        entry("payment", "Boris", 200, other="Anya"),
    )
    assert after(ledger(rows)) == {"Anya": -200, "Boris": -500, "Аня": 700}
    assert after(ledger(rows, aliases={"Аня": "Anna", "Anya": "Anna"})) == {"Anna": 500, "Boris": -500}


@pytest.mark.parametrize(
    ("aliases", "words"),
    [
        ({"Nyuta": "Аня", "Аня": "Anna"}, "'Nyuta' stands for 'Аня', which is an alias of 'Anna' itself"),
        ({"Boris": "Anna"}, "night.csv, line 2: Anna pays himself"),
    ],
)
def test_aliases_that_make_no_sense_are_refused(aliases, words):
    with pytest.raises(SettlementError, match=words):
        ledger(entries(entry("payment", "Boris", 200, other="Anna")), aliases=aliases)


def test_amounts_that_could_overflow_are_refused():
    rows = [entry("carried", "Anna", 2**53, exponent=0), entry("carried", "Boris", 1, exponent=8)]
    with pytest.raises(SettlementError, match="too large to add up"):
        ledger(entries(*rows))


def test_a_banker_must_be_in_the_ledger_and_need_not_have_played():
    rows = [entry("result", "Anna", 700), entry("result", "Boris", -700), entry("carried", "Vera", 0)]
    book = ledger(entries(*rows))
    assert square(book, banker="Vera").select("payer", "payee", "amount").rows() == [
        ("Boris", "Vera", 700),
        ("Vera", "Anna", 700),
    ]
    with pytest.raises(
        LookupFailedError, match=r"'Vira' is not in the ledger; expected one of Anna, Boris, Vera"
    ):
        square(book, banker="Vira")


def test_the_text_tells_units_checks_balances_corrections_and_payments():
    book = ledger(
        entries(
            entry("result", "Anna\nBoris → Anna 1.00", 700, verified="recomputed"),
            entry("result", "Boris", -600, entry_id="b", verified="recomputed"),
            entry("correction", "Boris", -700, corrects="b", note="added up again"),
            entry("carried", "Boris", 50),
            entry("carried", "Vera", -50),
            entry("result", "Anna", 3, currency="JPY", exponent=0, verified="recomputed"),
            entry("result", "Vera", -3, currency="JPY", exponent=0, verified="recomputed"),
        )
    )
    assert ledger_text(book, square(book)).splitlines() == [
        "JPY, exact to 1, nothing is rounded",
        "Friday: in 3, out 3; recomputed from the cards",
        "Anna receives 3: played +3",
        "Vera pays 3: played -3",
        "1 payment:",
        "Vera → Anna 3",
        "",
        "RUB, exact to 0.01, nothing is rounded",
        "Friday: in 7.50, out 7.50; claimed totals that add up, not recomputed",
        "Anna Boris → Anna 1.00 receives 7.00: played +7.00",
        "Boris pays 6.50: played -7.00, carried +0.50, -5.50 before corrections",
        "Vera pays 0.50: carried -0.50",
        "Corrected: result of Boris in night.csv, line 3 -6.00 → -7.00 (night.csv, line 4): added up again",
        "2 payments:",
        "Boris → Anna Boris → Anna 1.00 6.50",
        "Vera → Anna Boris → Anna 1.00 0.50",
    ]


def test_an_empty_ledger_is_square():
    book = ledger(make_entries(pl.DataFrame()))
    assert book.closes
    assert square(book).is_empty()
    assert ledger_text(book) == "no entries"
