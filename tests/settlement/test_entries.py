"""Entries of a ledger: made of results and of sheets, and refused where they make no sense."""

from __future__ import annotations

import random
from collections import Counter

import drawing
import frames
import polars as pl
import pytest
from house_rules import random_rules
from hypothesis import given, settings
from hypothesis import strategies as st
from ledgers import entries, entry

import ofc_analytics as ofc
from ofc_analytics.errors import SettlementError
from ofc_analytics.schema import frame_from_hands
from ofc_analytics.settlement.entries import Entries, entry_faults, make_entries
from ofc_analytics.settlement.ledger import ledger
from ofc_analytics.settlement.result_entries import result_entries


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1))
def test_hands_under_any_house_rules_make_a_ledger_that_closes(seed):
    rules = random_rules(random.Random(seed))
    hands = frame_from_hands(drawing.draw_hands(rules.model_dump(), 8, seed))
    results = ofc.settle(hands.filter(pl.col("unit").is_not_null()), rules)
    made = result_entries(results)
    Entries.validate(made)
    book = ledger(made)
    assert book.closes
    assert set(book.checks["verified"]) <= {"recomputed"}
    won = Counter()
    for hand in results.iter_rows(named=True):
        for player in hand["players"]:
            won[player["name"], hand["currency"]] += player["net"]
            won["(rake)", hand["currency"]] += player["rake"]
            won["(jackpot)", hand["currency"]] -= player["jackpot"]
    told = {row[:2]: row[2] for row in book.balances.select("player", "currency", "after").iter_rows()}
    assert {key: amount for key, amount in told.items() if amount} == {
        key: net for key, net in won.items() if net
    }


def test_results_are_summed_by_player_session_and_currency():
    results = frames.results(
        frames.hand(
            {"Anna": 2, "Boris": -2}, net={"Anna": 200, "Boris": -200}, session="Friday", currency="RUB"
        ),
        frames.hand(
            {"Anna": 3, "Vera": -3}, net={"Anna": 300, "Vera": -300}, session="Friday", currency="RUB"
        ),
        frames.hand(
            {"Anna": 1, "Boris": -1}, net={"Anna": 100, "Boris": -100}, session="Saturday", currency="RUB"
        ),
        frames.hand(
            {"Anna": -1, "Boris": 1}, net={"Anna": -5, "Boris": 5}, session="Saturday", currency="EUR"
        ),
    )
    columns = ("session", "player", "amount", "currency", "kind", "verified", "file")
    common = ("result", "recomputed", "literal")
    assert result_entries(results).select(columns).rows() == [
        ("Friday", "Anna", 500, "RUB", *common),
        ("Friday", "Boris", -200, "RUB", *common),
        ("Friday", "Vera", -300, "RUB", *common),
        ("Saturday", "Anna", 100, "RUB", *common),
        ("Saturday", "Boris", -100, "RUB", *common),
        ("Saturday", "Anna", -5, "EUR", *common),
        ("Saturday", "Boris", 5, "EUR", *common),
    ]


def test_hands_without_money_are_not_left_out_in_silence():
    results = frames.results(frames.hand({"Anna": 2, "Boris": -2}, native_id="17"))
    with pytest.raises(SettlementError, match="literal, hand 17: the hand has no unit"):
        result_entries(results)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (entry("result", None, 5), "entry-incomplete"),
        (entry("result", "", 5), "entry-incomplete"),
        (entry("result", "Anna", None), "entry-incomplete"),
        (entry("gift", "Anna", 5), "kind-unknown"),
        (entry("result", "Anna", 5, verified="surely"), "verified-unknown"),
        (entry("buy-in", "Anna", -5), "amount-negative"),
        (entry("cash-out", "Anna", -5), "amount-negative"),
        (entry("payment", "Anna", -5, other="Boris"), "amount-negative"),
        (entry("result", "Anna", 2**53 + 1), "amount-too-large"),
        (entry("result", "Anna", 5, exponent=9), "exponent-too-large"),
        (entry("payment", "Anna", 5), "payee-missing"),
        (entry("result", "Anna", 5, other="Boris"), "payee-needless"),
        (entry("correction", "Anna", 5), "corrects-missing"),
        (entry("result", "Anna", 5, corrects="a"), "corrects-needless"),
    ],
)
def test_an_entry_that_makes_no_sense_is_named_with_its_place(row, code):
    sound = entries(entry("result", "Boris", 5, sheet="totals"))
    frame = pl.concat(
        [sound, pl.DataFrame([dict.fromkeys(sound.columns) | row | {"entry_id": "x"}], schema=sound.schema)]
    )
    faults = entry_faults(frame)
    assert [fault.code for fault in faults] == [code]
    assert faults[0].file == "night.csv"
    with pytest.raises(SettlementError, match=r"^night\.csv: "):
        ledger(frame)


def test_a_sheet_given_twice_is_not_counted_twice():
    night = entries(entry("result", "Anna", 700), entry("result", "Boris", -700, sheet="totals"))
    with pytest.raises(SettlementError) as caught:
        ledger(pl.concat([night, night]))
    assert "an entry stands twice: in night.csv, line 2 and in night.csv, line 2" in str(caught.value)
    assert "in night.csv, sheet 'totals', line 3 and in night.csv, sheet 'totals', line 3" in str(
        caught.value
    )


def test_equal_amounts_on_two_lines_are_two_entries():
    night = entries(entry("buy-in", "Anna", 500), entry("buy-in", "Anna", 500))
    assert night["entry_id"].n_unique() == 2
    assert ledger(night).balances["bought_in"].to_list() == [1000]


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (None, "not a frame of entries"),
        (pl.DataFrame({"player": ["Anna"]}), "not a frame of entries"),
        (pl.DataFrame({"player": ["Anna"], "amount": ["six"]}), "not a frame of entries"),
    ],
)
def test_what_is_no_frame_of_entries_is_refused(frame, words):
    with pytest.raises(SettlementError, match=words):
        ledger(frame)


def test_text_that_is_no_amount_makes_no_entry():
    with pytest.raises(SettlementError, match=r"these are no entries: .*six"):
        make_entries(pl.DataFrame([entry("result", "Anna", "six")]))
