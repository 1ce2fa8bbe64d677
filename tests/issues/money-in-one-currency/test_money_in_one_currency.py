"""Hands without a currency beside chips in roubles were two nights, each with its own payments."""

from __future__ import annotations

from pathlib import Path

import pytest
from ledgers import entries, entry

from ofc_analytics.settlement.ledger import ledger

HERE = Path(__file__).parent


def test_hands_take_the_only_currency_that_is_written(ofc):
    run = ofc("ledger", HERE / "hands.csv", HERE / "chips.csv")
    assert run.returncode == 0, run.stderr
    assert "taken as RUB, the only one that is named beside them" in run.stderr
    assert run.stdout.endswith("1 payment:\nBoris → Anna 130.00\n")
    assert run.stdout.count("→") == 1


def test_where_several_may_be_meant_the_night_stays_open(ofc, tmp_path):
    money = tmp_path / "money.csv"
    money.write_text("kind,player,other,amount,currency\npayment,Anna,Boris,5,EUR\n", encoding="utf-8")
    run = ofc("ledger", HERE / "hands.csv", HERE / "chips.csv", "--entries", money)
    assert run.returncode == 1
    assert (
        "its results may be the same money as the cash-outs of RUB; expected a currency for them"
        in run.stdout
    )
    assert "the results do not say their currency" in run.stderr


@pytest.mark.parametrize("session", ["Friday", None])
@pytest.mark.parametrize("facts", [{"hand": "1"}, {"verified": "recomputed"}, {}])
def test_one_session_with_and_without_a_currency_does_not_close(session, facts):
    chips = [
        entry(kind, name, 500, session=session)
        for kind in ("buy-in", "cash-out")
        for name in ("Anna", "Boris")
    ]
    hands = [entry("result", name, 0, session=session, currency=None, **facts) for name in ("Anna", "Boris")]
    book = ledger(entries(*chips, *hands))
    assert "the same money as the cash-outs of RUB" in "".join(book.checks["wrong"].drop_nulls())
    assert not book.closes


def test_play_money_in_another_session_is_its_own(ofc):
    book = ledger(
        entries(
            entry("buy-in", "Anna", 500),
            entry("cash-out", "Anna", 500),
            entry("result", "Anna", 300, session="Saturday", currency=None),
            entry("result", "Boris", -300, session="Saturday", currency=None),
        )
    )
    assert book.closes
