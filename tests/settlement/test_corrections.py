"""Corrections of a ledger: nothing is overwritten, and those that make no sense are refused."""

from __future__ import annotations

import pytest
from ledgers import entries, entry

from ofc_analytics.errors import SettlementError
from ofc_analytics.settlement.ledger import ledger


def test_a_correction_replaces_the_amount_and_both_stay_visible():
    book = ledger(
        entries(
            entry("result", "Anna", 700, entry_id="a"),
            entry("result", "Boris", -600, entry_id="b"),
            entry("correction", "Boris", -650, corrects="b", entry_id="c", session=None),
            entry(
                "correction",
                "Boris",
                -700,
                corrects="c",
                entry_id="d",
                sheet="fixes",
                note="Vera counted again",
            ),
        )
    )
    assert dict(book.balances.select("player", "after").iter_rows()) == {"Anna": 700, "Boris": -700}
    assert book.balances["before_corrections"].to_list() == [700, -600]
    columns = (
        "entry_id",
        "corrects",
        "session",
        "kind",
        "before",
        "after",
        "note",
        "corrected_place",
        "place",
    )
    assert book.corrections.select(columns).rows() == [
        ("c", "b", "Friday", "result", -600, -650, None, "night.csv, line 3", "night.csv, line 4"),
        (
            *("d", "c", "Friday", "result", -650, -700, "Vera counted again"),
            *("night.csv, line 4", "night.csv, sheet 'fixes', line 5"),
        ),
    ]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([{"corrects": "zz"}], ["night.csv, line 3: no entry has the id: 'zz'"]),
        (
            [{"corrects": "a"}, {"corrects": "a"}],
            [
                "night.csv, line 4: what stands in night.csv, line 2 is corrected here and in night.csv, line 3"
            ],
        ),
        (
            [{"corrects": "c1", "entry_id": "c0"}, {"corrects": "c0", "entry_id": "c1"}],
            [
                "night.csv, line 3: the correction leads back to itself by way of night.csv, line 4",
                "night.csv, line 4: the correction leads back to itself by way of night.csv, line 3",
            ],
        ),
        (
            [{"corrects": "c0", "entry_id": "c0"}],
            ["night.csv, line 3: the correction leads back to itself by way of night.csv, line 3"],
        ),
        (
            [{"corrects": "a", "player": "Boris", "currency": "EUR"}],
            [
                "night.csv, line 3: the player is 'Boris', and in night.csv, line 2 it is 'Anna'",
                "night.csv, line 3: the currency is 'EUR', and in night.csv, line 2 it is 'RUB'",
            ],
        ),
        ([{"corrects": "a", "amount": -5}], ["night.csv, line 3: the buy-in would be below 0"]),
    ],
)
def test_corrections_that_make_no_sense_name_their_places(rows, words):
    corrections = [entry("correction", "Anna", 5) | row for row in rows]
    with pytest.raises(SettlementError) as caught:
        ledger(entries(entry("buy-in", "Anna", 700, entry_id="a"), *corrections))
    for told in words:
        assert told in str(caught.value)
