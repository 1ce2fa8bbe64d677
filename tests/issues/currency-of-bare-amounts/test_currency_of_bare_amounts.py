"""Amounts with and without a currency in one file were two ledgers; one that contradicted the file's was taken."""

from __future__ import annotations

import pytest
from ledgers import entries, entry

from ofc_analytics.settlement.currencies import in_one_currency


@pytest.fixture
def write(tmp_path):
    def written(name, text):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return written


MIXED = "вид,игрок,сумма\nзакуп,Анна,500 руб\nзакуп,Борис,500\nвыход,Анна,600 руб\nвыход,Борис,400\n"


def test_bare_amounts_take_the_one_currency_of_their_file(ofc, write):
    file = write("money.csv", MIXED)
    run = ofc("ledger", "--entries", file)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("RUB, exact to 0.01")
    assert "No currency" not in run.stdout
    assert run.stdout.endswith("1 payment:\nБорис → Анна 100.00\n")
    told = "amounts without a currency (2) are taken as RUB, the only one that is named beside them"
    assert f"note: {file}, line 3: {told}" in run.stderr


def test_where_the_file_names_several_each_bare_amount_is_an_error_with_its_line(ofc, write):
    file = write("money.csv", MIXED.replace("600 руб", "600 $"))
    run = ofc("ledger", "--entries", file)
    assert run.returncode == 1
    for line in (3, 5):
        assert f"{file}, line {line}: the entry does not say its currency" in run.stderr
    assert "expected one of RUB, USD" in run.stderr
    assert "→" not in run.stdout


def meant(*rows):
    given = entries(*rows)
    found, issues = in_one_currency(given.clear(), given)
    return {(row["player"], row["currency"]) for row in found.iter_rows(named=True)}, issues


def bare(player, **facts):
    return entry("carried", player, 500, currency=None, **facts)


def test_the_night_tells_it_where_the_file_does_not():
    friday, saturday = (
        entry("result", "Anna", 5),
        entry("result", "Anna", 5, session="Saturday", currency="EUR"),
    )
    asked = bare("Boris", session="Saturday", file="money.csv")
    known, _ = meant(friday, saturday, asked)
    assert ("Boris", "EUR") in known


def test_file_and_night_together_may_name_several():
    known, (issue,) = meant(
        entry("result", "Anna", 5),
        entry("carried", "Vera", 5, session=None, currency="USD", file="money.csv"),
        bare("Boris", file="money.csv"),
    )
    assert (issue.code, issue.file, issue.line) == ("currency-missing", "money.csv", 4)
    assert {name for name, _ in known} == {"Anna", "Vera"}


def test_nothing_is_assumed_where_nothing_names_one():
    known, issues = meant(bare("Anna"), bare("Boris", file="other.csv"))
    assert (known, issues) == ({("Anna", None), ("Boris", None)}, [])


def test_play_money_of_another_night_stays_without():
    chips = entry("result", "Vera", 5, session="Sunday", currency=None, file="play.csv")
    known, issues = meant(entry("result", "Anna", 5), chips)
    assert ("Vera", None) in known
    assert issues == []


@pytest.mark.parametrize(
    "text",
    [
        "currency,RUB\nkind,player,amount\nbuy-in,Anna,500 USD\n",
        "kind,player,amount,currency\nbuy-in,Anna,500 USD,RUB\n",
        "валюта,руб\nигрок,закуп,выход\nАнна,500 USD,500\n",
    ],
    ids=["above", "column", "chips"],
)
def test_a_currency_that_contradicts_the_one_of_the_sheet_is_an_error(ofc, write, text):
    file = write("money.csv", text)
    run = ofc("ledger", "--entries", file)
    assert run.returncode in {1, 2}
    assert f"{file}, line {text.count(chr(10))}: " in run.stderr
    assert "a text that is in USD, and the hand in RUB: '500 USD'" in run.stderr
