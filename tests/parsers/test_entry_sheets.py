"""Sheets of buy-ins, payments and corrections, alone and in workbooks beside hands; and the ledger made of them."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile

import polars as pl
import pytest
from night_sheets import KINDS, Sheet
from sheets import csv_bytes, errors, workbook

from ofc_analytics.formats import read_night

HANDS = [
    ("unit", 10, "currency", "RUB"),
    ("session", "Friday"),
    ("hand", "player", "top", "middle", "bottom", "points"),
    (1, "Anna", "Qc Qd 7s", "Qh Qs 9c 8d 2h", "Kc Kd Kh 2s 3d", 13),
    (1, "Boris", "Ac 8c 6s", "Td Ts 9s 4c 3c", "Js Jh 7d 5s 4h", -13),
    (2, "Anna", "2c 4h 6d", "Ks Qh Th 6c 3s", "Ad Kd Tc 6s 3d", 6),
    (2, "Boris", "2s 3h 5d", "Kc Qd 9h 5c 2h", "Ah Kh 9c 5s 2d", -6),
]
BUY_INS = [
    ("player", "amount", "session", "id"),
    ("Anna", 500, "Friday", 1),
    ("Boris", "500 руб.", "Friday", 2),
]
CASH_OUTS = [
    ("kind", "player", "amount", "session", "id"),
    ("выход", "Anna", 690, "Friday", 3),
    ("выход", "Boris", 300, "Friday", 4),
]
PAYMENTS = [("player", "to", "amount", "note"), ("Boris", "Anna", 100, "by card")]
CORRECTIONS = [("player", "amount", "corrects", "note"), ("Boris", 310, 4, "counted again")]
MONEY = {"buy-ins": BUY_INS, "out": CASH_OUTS, "платежи": PAYMENTS, "Corrections": CORRECTIONS}


def entries(rows, **sheets):
    return read_night(io.BytesIO(workbook(**sheets) if sheets else csv_bytes(rows)))


def told(night):
    return night.entries.select("kind", "player", "other", "amount").rows()


@pytest.fixture
def write(tmp_path):
    def written(name, content):
        file = tmp_path / name
        file.write_bytes(content)
        return file

    return written


def lines(run):
    return [json.loads(line) for line in run.stdout.splitlines()]


# ---- what is read ----


@pytest.mark.parametrize("kind", KINDS)
def test_entries_read_alike_from_every_kind_of_file(kind):
    rows = [
        ("Игрок", "Вид", "Сумма", "Кому", "Валюта"),
        ("Анна", "закуп", "1 000,50", None, "руб."),
        ("Борис", "Бай-ин", 500, None, "₽"),
        (None, None, None, None, None),
        ("Борис", "платёж", "200 руб", "Анна", None),
    ]
    night = read_night(io.BytesIO(KINDS[kind](Sheet(rows))))
    assert [str(issue) for issue in night.issues] == []
    assert told(night) == [
        ("buy-in", "Анна", None, 100050),
        ("buy-in", "Борис", None, 50000),
        ("payment", "Борис", "Анна", 20000),
    ]
    assert night.entries["currency"].to_list() == ["RUB"] * 3


def test_a_sheet_that_is_named_by_its_kind_needs_no_column_for_it():
    night = entries([], **MONEY)
    assert [str(issue) for issue in night.issues] == []
    assert told(night) == [
        ("buy-in", "Anna", None, 50000),
        ("buy-in", "Boris", None, 50000),
        ("cash-out", "Anna", None, 69000),
        ("cash-out", "Boris", None, 30000),
        ("payment", "Boris", "Anna", 10000),
        ("correction", "Boris", None, 31000),
    ]
    assert night.entries["sheet"].unique(maintain_order=True).to_list() == list(MONEY)


def test_buy_in_and_cash_out_in_one_line():
    rows = [
        ("игрок", "закуп", "выход", "итог"),
        ("Анна", 500, 690, 190),
        ("Борис", 500, 310, -190),
        ("Вера", "", "", ""),
    ]
    night = entries([*rows, ("итого", 1000, 1000, 0)])
    assert errors(night.issues) == []
    assert told(night) == [
        ("buy-in", "Анна", None, 50000),
        ("cash-out", "Анна", None, 69000),
        ("buy-in", "Борис", None, 50000),
        ("cash-out", "Борис", None, 31000),
    ]


def test_what_stands_above_the_headings_holds_for_all_lines_and_a_line_says_for_itself_alone():
    rows = [
        ("currency", "EUR"),
        ("session", "Friday"),
        ("kind", "player", "amount", "session", "currency"),
        ("carried", "Anna", 5, "last week", None),
        ("carried", "Boris", -5, None, None),
        ("buy-in", "Boris", "$7", None, "USD"),
        ("buy-in", "Boris", 7, None, "chips"),
    ]
    night = entries(rows)
    assert errors(night.issues) == []
    assert night.entries.select("session", "currency").rows() == [
        ("last week", "EUR"),
        ("Friday", "EUR"),
        ("Friday", "USD"),
        ("Friday", "chips"),
    ]


def test_faults_in_a_workbook_name_sheet_and_cell_all_at_once():
    night = entries(
        [],
        money=[
            ("kind", "player", "other", "amount", "currency", "corrects"),
            ("loan", "Anna", None, 10),
            ("buy-in", None, None, 20),
            ("buy-in", "Anna", None, "1,500"),
            ("cash-out", "Anna", None, -30),
            ("payment", "Anna", None, 40),
            ("correction", "Anna", None, 50),
            ("buy-in", "Anna", None, "50 EUR", "RUB"),
            ("buy-in", "Anna", None, None),
            ("buy-in", "Boris", None, 60),
        ],
    )
    found = [(issue.sheet, issue.cell, issue.code) for issue in errors(night.issues)]
    assert found == [
        ("money", "A2", "kind-unknown"),
        ("money", "B3", "player-missing"),
        ("money", "D4", "amount-unreadable"),
        ("money", "D8", "amount-unreadable"),
        ("money", "D9", "amount-missing"),
        ("money", "D5", "amount-negative"),
        ("money", "B6", "payee-missing"),
        ("money", "B7", "corrects-missing"),
    ]
    assert night.entries["player"].to_list() == ["Boris"]


def test_tables_below_each_other_are_each_read():
    rows = [
        ("currency", "RUB"),
        ("player", "buy-in"),
        ("Anna", 500),
        (),
        ("unit", 10),
        ("hand", "Anna", "Boris"),
        (1, 3, -3),
        (),
        ("kind", "player", "amount"),
        ("carried", "Anna", 7),
    ]
    night = entries(rows)
    assert errors(night.issues) == []
    assert night.entries.select("kind", "player", "amount", "currency", "line").rows() == [
        ("buy-in", "Anna", 50000, "RUB", 3),
        ("carried", "Anna", 700, "RUB", 10),
        ("result", "Anna", 3000, "RUB", 7),
        ("result", "Boris", -3000, "RUB", 7),
    ]


def test_money_in_the_sheet_of_the_hands_is_not_left_out_in_silence():
    night = entries([*CASH_OUTS, (), *HANDS])
    assert night.entries.is_empty()
    assert night.hands.height == 2
    assert [(issue.code, issue.line) for issue in errors(night.issues)] == [("tables-mixed", 1)]


# ---- beside hands ----


def test_a_workbook_with_hands_and_money_makes_the_ledger_alone(ofc, write):
    book = write("night.xlsx", workbook(hands=HANDS, **MONEY))
    run = ofc("ledger", book, "--format", "json")
    assert run.returncode == 0, run.stderr
    rows = lines(run)
    assert {row["player"]: row["after"] for row in rows if row["kind"] == "balance"} == {
        "Anna": "90.00",
        "Boris": "-90.00",
    }
    (correction,) = [row for row in rows if row["kind"] == "correction"]
    assert (correction["before"], correction["after"], correction["note"]) == (
        "300.00",
        "310.00",
        "counted again",
    )
    assert correction["place"] == f"{book}, sheet 'Corrections', line 2"
    assert all(row["wrong"] is None for row in rows if row["kind"] == "check")
    settled = ofc("settle", book, "--format", "json")
    assert settled.returncode == 0, settled.stderr
    assert len(lines(settled)) == 2


def test_the_same_money_from_every_place_makes_the_same_ledger(ofc, write, tmp_path):
    night = write("night.csv", csv_bytes(HANDS, ","))
    book = workbook(**MONEY)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("money.xlsx", book)
    files = [
        write("money.xlsx", book),
        write("money.xlsx.gz", gzip.compress(book)),
        write("money.zip", packed.getvalue()),
    ]
    wanted = ofc("ledger", write("night.xlsx", workbook(hands=HANDS, **MONEY)), "--format", "csv").stdout
    for file in files:
        run = ofc("ledger", night, "--entries", file, "--format", "csv")
        assert run.returncode == 0, run.stderr
        assert run.stdout == wanted
        assert ofc("ledger", night, file, "--format", "csv").stdout == wanted
        forced = ofc("ledger", night, "--entries", file, "--input-format", "home-sheet", "--format", "csv")
        assert forced.stdout == wanted


def test_entries_from_standard_input(ofc, write):
    run = ofc("ledger", "--entries", "-", stdin="kind,player,amount\ncarried,Anna,5\ncarried,Boris,-5\n")
    assert run.returncode == 0, run.stderr
    assert run.stdout.endswith("Boris → Anna 5.00\n")


SAME = [("unit", 10), ("session", "Friday"), ("hand", "Anna", "Boris"), (1, 13, -13), (2, 6, -6)]


@pytest.mark.parametrize(
    "again",
    [
        {"totals": [("player", "total"), ("Anna", 190), ("Boris", -190)]},
        {"points": SAME},
        {"points": SAME, "totals": [("player", "total"), ("Anna", 190), ("Boris", -190)]},
    ],
)
def test_a_night_that_is_told_twice_in_a_workbook_is_counted_once(ofc, write, again):
    run = ofc("ledger", write("night.xlsx", workbook(hands=HANDS, **again)))
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("190.00: played") == 2
    assert "they are not added" in run.stderr


def test_totals_that_say_something_else_than_the_hands_keep_the_night_open(ofc, write):
    totals = [("player", "total"), ("Anna", 180), ("Boris", -180)]
    run = ofc("ledger", write("night.xlsx", workbook(hands=HANDS, totals=totals)))
    assert run.returncode == 1
    assert "sheet 'totals', cell A1" in run.stderr
    assert "not the same: Anna, Boris made another amount" in run.stderr
    assert "Anna receives 190.00" in run.stdout
    assert run.stdout.endswith("Not squared.\n")


def test_other_hands_without_cards_are_added_to_those_with_cards(ofc, write):
    more = [("unit", 10, "currency", "RUB"), ("session", "Friday"), ("hand", "Anna", "Boris"), (3, -9, 9)]
    run = ofc("ledger", write("night.xlsx", workbook(hands=HANDS, more=more)))
    assert run.returncode == 0, run.stderr
    assert "Friday: in 100.00, out 100.00; claimed totals that add up, not recomputed" in run.stdout
    assert run.stdout.endswith("Boris → Anna 100.00\n")


# ---- units and currencies ----


def test_each_hand_without_a_unit_is_told_and_the_rest_added_up(ofc, write, tmp_path):
    rows = [("unit", *HANDS[2]), *((10 if row[0] == 1 else None, *row) for row in HANDS[3:5])]
    rows += [(), HANDS[2], *HANDS[5:], *((3, *row[1:]) for row in HANDS[5:])]
    night, unpriced = (
        write("night.csv", csv_bytes(rows[:3], ",")),
        write("late.csv", csv_bytes(rows[4:], ",")),
    )
    issues = tmp_path / "issues.jsonl"
    run = ofc("ledger", night, unpriced, "--issues", issues)
    assert run.returncode == 1
    found = [json.loads(line) for line in issues.read_text(encoding="utf-8").splitlines()]
    missing = [
        (row["file"], row["line"], row["hand"], row["hands"])
        for row in found
        if row["code"] == "unit-missing"
    ]
    assert missing == [(str(unpriced), 2, "2", 1), (str(unpriced), 4, "3", 1)]
    assert "Anna receives 130.00" in run.stdout
    assert run.stdout.endswith("Not squared.\n")


def test_entries_take_the_currency_of_the_hands_exactly(ofc, write):
    yen = [("unit", 10, "currency", "JPY"), *HANDS[1:]]
    money = write("money.csv", b"kind,player,other,amount\npayment,Boris,Anna,90\npayment,Boris,Anna,0.5\n")
    run = ofc("ledger", write("night.csv", csv_bytes(yen, ",")), "--entries", money)
    assert run.returncode == 1
    assert f"{money}, line 3: the amount does not fit the currency JPY: 0.50" in run.stderr
    assert "Boris pays 100: played -190, payments +90" in run.stdout
    dinars = [("unit", "0.125", "currency", "KWD"), *HANDS[1:]]
    fine = write(
        "fine.csv", b"kind,player,other,amount\npayment,Boris,Anna,0.0625\npayment,Boris,Anna,0.125\n"
    )
    run = ofc("ledger", write("night.csv", csv_bytes(dinars, ",")), "--entries", fine)
    assert f"{fine}, line 2: the amount does not fit the currency" in run.stderr
    assert "Boris pays 2.250: played -2.375, payments +0.125" in run.stdout


def test_entries_without_a_currency_beside_hands_of_several(ofc, write):
    euros = [("unit", 10, "currency", "EUR"), ("session", "Saturday"), *HANDS[2:]]
    money = write(
        "money.csv",
        b"kind,player,amount,currency\nbuy-in,Anna,5,\ncarried,Anna,5,EUR\ncarried,Boris,-5,EUR\n",
    )
    run = ofc(
        "ledger",
        write("a.csv", csv_bytes(HANDS, ",")),
        write("b.csv", csv_bytes(euros, ",")),
        "--entries",
        money,
    )
    assert run.returncode == 1
    assert f"{money}, line 2: the entry does not say its currency" in run.stderr
    assert "EUR, RUB" in run.stderr
    assert "Anna receives 195.00" in run.stdout


# ---- the next night ----


def test_what_is_not_paid_now_is_carried_to_the_next_night(ofc, write, tmp_path):
    carried, aliases = tmp_path / "carried.csv", write("names.toml", b'"=1+1" = ["Boris"]\n')
    first = ofc(
        "ledger", write("friday.csv", csv_bytes(HANDS, ",")), "--aliases", aliases, "--carry", carried
    )
    assert first.returncode == 0, first.stderr
    assert pl.read_csv(carried, infer_schema=False).drop("id").rows() == [
        ("carried", "'=1+1", "-190.00", "RUB", "from Friday"),
        ("carried", "Anna", "190.00", "RUB", "from Friday"),
    ]
    saturday = write("saturday.csv", csv_bytes([HANDS[0], ("session", "Saturday"), *HANDS[2:]], ","))
    run = ofc("ledger", saturday, "--aliases", aliases, "--entries", carried, "--format", "json")
    assert run.returncode == 0, run.stderr
    balances = {
        row["player"]: (row["carried"], row["after"]) for row in lines(run) if row["kind"] == "balance"
    }
    assert balances == {"Anna": ("190.00", "380.00"), "=1+1": ("-190.00", "-380.00")}


def test_nothing_is_carried_from_a_night_that_does_not_close(ofc, write, tmp_path):
    carried = tmp_path / "carried.csv"
    night = write("night.csv", csv_bytes([*HANDS[:-1], [*HANDS[-1][:2], "2s 3h 5q", *HANDS[-1][3:]]], ","))
    run = ofc("ledger", night, "--carry", carried)
    assert run.returncode == 1
    assert not carried.exists()
    assert "was not written" in run.stderr
    assert ofc("ledger", night, "--carry", night).returncode == 2
    assert night.read_bytes().startswith(b"unit")


def test_the_python_of_the_documentation_runs(root, write, monkeypatch, capsys):
    (code,) = re.findall(
        r"```python\n(.*?)```", (root / "docs" / "ledger.md").read_text(encoding="utf-8"), re.DOTALL
    )
    write("night.xlsx", workbook(hands=HANDS, **MONEY))
    monkeypatch.chdir(write("names.toml", b'Boris = ["Borya"]\n').parent)
    exec(compile(code, "ledger.md", "exec"), {"pl": pl})  # noqa: S102 - the documentation's own example
    assert capsys.readouterr().out.endswith("Boris \u2192 Anna 90.00\n")
