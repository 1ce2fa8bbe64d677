"""`ofc ledger`, run as a host runs it after the night."""

from __future__ import annotations

import json

import polars as pl
import pytest

NIGHT = """\
unit,10,currency,RUB
session,Friday
hand,player,top,middle,bottom,points
1,Anna,Qc Qd 7s,Qh Qs 9c 8d 2h,Kc Kd Kh 2s 3d,13
1,Boris,Ac 8c 6s,Td Ts 9s 4c 3c,Js Jh 7d 5s 4h,-13
2,Anna,2c 4h 6d,Ks Qh Th 6c 3s,Ad Kd Tc 6s 3d,6
2,Boris,2s 3h 5d,Kc Qd 9h 5c 2h,Ah Kh 9c 5s 2d,-6
"""

COUNTS = "ofc: 2 hands read: 2 settled, 0 duplicates, 0 left out.\n"

MONEY = """\
session,kind,player,other,amount,currency,note,id,corrects
Friday,buy-in,Anna,,500,RUB,,1,
Friday,buy-in,Boris,,"500,00",RUB,,2,
Friday,cash-out,Anna,,690,RUB,,3,
Friday,cash-out,Boris,,300,RUB,,4,
Friday,correction,Boris,,310,RUB,counted again,5,4
,payment,Boris,Anna,100,RUB,by card,6,
,carried,Vera,,50,RUB,last week,7,
,carried,Boris,,-50,RUB,last week,8,
"""


@pytest.fixture
def write(tmp_path):
    def written(name, text, encoding="utf-8"):
        file = tmp_path / name
        file.write_bytes(text.encode(encoding))
        return file

    return written


def lines(run):
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_hands_alone(ofc, write):
    run = ofc("ledger", write("night.csv", NIGHT))
    assert (run.returncode, run.stderr) == (0, COUNTS)
    assert run.stdout == (
        "RUB, exact to 0.01, nothing is rounded\n"
        "Friday: in 190.00, out 190.00; recomputed from the cards\n"
        "Anna receives 190.00: played +190.00\n"
        "Boris pays 190.00: played -190.00\n"
        "1 payment:\n"
        "Boris → Anna 190.00\n"
    )


def test_a_whole_night(ofc, write):
    run = ofc("ledger", write("night.csv", NIGHT), "--entries", write("money.csv", MONEY), "--format", "json")
    assert (run.returncode, run.stderr) == (0, COUNTS)
    rows = lines(run)
    balances = {row["player"]: row for row in rows if row["kind"] == "balance"}
    assert {player: row["after"] for player, row in balances.items()} == {
        "Anna": "90.00",
        "Boris": "-140.00",
        "Vera": "50.00",
    }
    boris = balances["Boris"]
    assert (boris["cashed_out"], boris["results"], boris["payments"]) == ("310.00", "-190.00", "100.00")
    (correction,) = [row for row in rows if row["kind"] == "correction"]
    assert (correction["before"], correction["after"], correction["note"]) == (
        "300.00",
        "310.00",
        "counted again",
    )
    assert (correction["entry_kind"], correction["player"]) == ("cash-out", "Boris")
    assert all(row["wrong"] is None for row in rows if row["kind"] == "check")
    paid = [(row["payer"], row["payee"], row["amount"]) for row in rows if row["kind"] == "payment"]
    assert paid == [("Boris", "Anna", "90.00"), ("Boris", "Vera", "50.00")]


def test_through_a_banker_by_his_nickname(ofc, write):
    aliases = write("aliases.toml", 'Vera = ["Верунчик"]\n')
    money = write("money.csv", MONEY)
    run = ofc(
        "ledger", write("night.csv", NIGHT), "--entries", money, "--aliases", aliases, "--banker", "Верунчик"
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.endswith("2 payments:\nBoris → Vera 140.00\nVera → Anna 90.00\n")
    stranger = ofc("ledger", "--entries", money, "--banker", "Gleb")
    assert (stranger.returncode, stranger.stdout) == (2, "")
    assert "the banker 'Gleb' is not in the ledger; expected one of Anna, Boris, Vera" in stranger.stderr
    unknown = ofc("ledger", write("night.csv", NIGHT), "--banker", "Gleb")
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert "the banker 'Gleb' is not in the ledger; expected one of Anna, Boris" in unknown.stderr


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("mark", [";", "\t"])
def test_a_russian_sheet_without_hands(ofc, write, encoding, mark):
    text = (
        "Игрок;Вид;Сумма;Кому;Валюта;Примечание\n"
        "Анна;закуп;1 000,50;;руб.;\n"
        "Борис;Бай-ин;500;;₽;\n"
        "\n"
        "Анна;выход;1500,50;;RUB;всё\n"
        "Борис;платёж;200;Анна;руб;\n"
    )
    money = write("деньги.csv", text.replace(";", mark), encoding)
    run = ofc("ledger", "--entries", money)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.endswith("1 payment:\nБорис → Анна 300.00\n")
    assert "in 1500.50, out 1500.50; claimed totals that add up, not recomputed" in run.stdout


def test_every_fault_of_a_sheet_is_told_at_once_with_its_line(ofc, write):
    faulty = """\
kind,player,other,amount,currency,id,corrects,колонка
loan,Anna,,10,RUB,a,,
buy-in,,,10,RUB,b,,
buy-in,Anna,,"1,500",RUB,c,,
cash-out,Anna,,-20,RUB,d,,
payment,Anna,,30,RUB,e,,
buy-in,Anna,Boris,40,RUB,f,,
correction,Anna,,50,RUB,g,,
buy-in,Anna,,60,RUB,h,a,
buy-in,Anna,,70,RUB,i,,
buy-in,Vera,,70,RUB,i,,
buy-in,Anna,,80,00,RUB,j,
buy-in,Anna,,0.005,RUB,k,,
buy-in,Anna,,,RUB,l,,
buy-in,Anna,,80,RUB,p,,,stray
carried,Anna,,5,RUB,m,,
carried,Boris,,-5,RUB,n,,
"""
    money, issues = write("money.csv", faulty), write("issues.jsonl", "")
    run = ofc("ledger", "--entries", money, "--issues", issues)
    assert run.returncode == 1
    found = [json.loads(line) for line in issues.read_text(encoding="utf-8").splitlines()]
    errors = {(row["line"], row["code"], row["text"]) for row in found if row["severity"] == "error"}
    assert errors == {
        (2, "kind-unknown", "loan"),
        (3, "player-missing", None),
        (4, "amount-unreadable", "1,500"),
        (5, "amount-negative", "-20"),
        (6, "payee-missing", "Anna"),
        (7, "payee-needless", "Boris"),
        (8, "corrects-missing", "Anna"),
        (9, "corrects-needless", "a"),
        (11, "entry-twice", "i"),
        (12, "currency-unreadable", "00"),
        (13, "amount-unreadable", "0.005"),
        (14, "amount-missing", None),
        (15, "cells-beyond", "stray"),
    }
    assert all(row["expected"] and row["message"] for row in found)
    assert [row["text"] for row in found if row["severity"] == "note"] == ["колонка"]
    for fault in found:
        assert fault["message"] in run.stderr
    assert "Anna receives 5.00: carried +5.00" in run.stdout
    assert run.stdout.endswith("Not squared.\n")
    assert "nobody is told to pay" in run.stderr
    strict = ofc("ledger", "--entries", money, "--strict")
    assert (strict.returncode, strict.stdout) == (2, "")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "the file is empty"),
        (b"kind,player\nbuy-in,Anna\n", "there is no column for amount"),
        (b"kind,player,amount,sum\nbuy-in,Anna,5,5\n", "several columns are headed amount"),
        (b"PK\x03\x04\xff\xfe\x00", "it cannot be read: File is not a zip file"),
    ],
)
def test_a_file_that_is_no_sheet_of_entries(ofc, tmp_path, content, told):
    file = tmp_path / "money.csv"
    file.write_bytes(content)
    run = ofc("ledger", "--entries", file)
    assert (run.returncode, run.stdout) == (2, "")
    assert told in run.stderr
    assert str(file) in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b'carried,"Vera,5', "line 2: a quotation mark is opened and not closed"),
        ("carried,Вера,5".encode("windows-1251"), "line 2: the line has bytes that are not UTF-8 text"),
    ],
)
def test_a_line_that_cannot_be_told_apart_leaves_the_others(ofc, tmp_path, line, told):
    file = tmp_path / "money.csv"
    file.write_bytes(b"kind,player,amount\n" + line + b"\ncarried,Anna,5\ncarried,Boris,-5\n")
    run = ofc("ledger", "--entries", file)
    assert run.returncode == 1
    assert f"{file}, {told}" in run.stderr
    assert run.stdout.splitlines()[2:] == [
        "Anna receives 5.00: carried +5.00",
        "Boris pays 5.00: carried -5.00",
        "Not squared.",
    ]


def test_a_night_that_does_not_close(ofc, write):
    wrong = MONEY.replace("cash-out,Anna,,690", "cash-out,Anna,,590")
    run = ofc("ledger", write("night.csv", NIGHT), "--entries", write("money.csv", wrong))
    assert run.returncode == 1
    assert "WRONG: cash-outs are 100.00 RUB less than buy-ins" in run.stdout
    assert "→ Anna" not in run.stdout
    assert "Not squared" in run.stdout


def test_a_hand_that_cannot_be_read_keeps_the_night_open(ofc, write):
    broken = write("night.csv", NIGHT.replace("2,Anna,2c 4h 6d", "2,Anna,2c 4h 6q"))
    run = ofc("ledger", broken)
    assert run.returncode == 1
    assert "6q" in run.stderr
    assert "Anna receives 130.00" in run.stdout
    assert "Not squared." in run.stdout


def test_hands_without_a_unit_are_no_money(ofc, write):
    run = ofc("ledger", write("night.csv", NIGHT.replace("unit,10,currency", "currency")))
    assert (run.returncode, run.stdout) == (2, "")
    assert "no unit" in run.stderr


def test_a_file_given_twice_does_not_double_the_night(ofc, write, tmp_path):
    money = write("money.csv", "kind,player,amount\nbuy-in,Anna,5\ncash-out,Anna,5\n")
    copy = write("copy.csv", money.read_text(encoding="utf-8"))
    for other in (money, tmp_path / "." / "money.csv", copy):
        run = ofc("ledger", "--entries", money, "--entries", other)
        assert run.returncode == 1
        assert "says the same of money as one before it" in run.stderr


@pytest.mark.parametrize(
    ("correction", "told"),
    [
        ("correction,Boris,310,9", "no entry has the id: '9'"),
        ("correction,Anna,310,4", "the player is 'Anna'"),
        ("correction,Boris,-1,4", "below 0"),
        ("correction,Boris,310,4\ncorrection,Boris,311,4", "is corrected here and in"),
    ],
)
def test_a_correction_that_makes_no_sense(ofc, write, correction, told):
    rows = "\n".join(f"{row},c{place}" for place, row in enumerate(correction.split("\n")))
    money = write("money.csv", f"kind,player,amount,corrects,id\ncash-out,Boris,300,,4\n{rows}\n")
    issues = write("issues.jsonl", "")
    run = ofc("ledger", "--entries", money, "--issues", issues)
    assert run.returncode == 1
    assert told in run.stderr
    assert f"{money}, line {2 + len(rows.splitlines())}" in run.stderr
    found = [json.loads(row) for row in issues.read_text(encoding="utf-8").splitlines()]
    assert [row["line"] for row in found if row["code"].startswith("correction-")] == [
        2 + len(rows.splitlines())
    ]
    assert "Boris receives" in run.stdout
    assert "Not squared" in run.stdout


def test_amounts_without_a_currency_are_in_that_of_the_hands(ofc, write):
    money = write("money.csv", "kind,player,other,amount\npayment,Boris,Anna,90\n")
    run = ofc("ledger", write("night.csv", NIGHT), "--entries", money)
    assert run.returncode == 0
    assert run.stdout.endswith("1 payment:\nBoris → Anna 100.00\n")
    assert "taken as RUB" in run.stderr


def test_names_alike_are_suggested_and_never_joined(ofc, write):
    money = write("money.csv", "kind,player,other,amount,currency\npayment,Борис,Anna,90,RUB\n")
    night = write("night.csv", NIGHT)
    run = ofc("ledger", night, "--entries", money)
    assert run.returncode == 0
    assert (
        "note: 'Boris' and 'Борис' count as two players (Latin and Cyrillic spelling of one name)"
        in run.stderr
    )
    assert '"Boris" = ["Борис"]' in run.stderr
    assert "Борис receives 90.00" in run.stdout
    joined = ofc(
        "ledger", night, "--entries", money, "--aliases", write("names.toml", '"Boris" = ["Борис"]\n')
    )
    assert (joined.returncode, joined.stderr) == (0, COUNTS)
    assert joined.stdout.endswith("1 payment:\nBoris → Anna 100.00\n")


def test_two_who_sat_in_one_hand_are_two(ofc, write):
    night = write("night.csv", NIGHT.replace("Boris", "Аnna"))
    run = ofc("ledger", night)
    assert (run.returncode, run.stderr) == (0, COUNTS)
    joined = ofc("ledger", night, "--aliases", write("names.toml", 'Anna = ["Аnna"]\n'))
    assert (joined.returncode, joined.stdout) == (2, "")
    assert "both played hand 1" in joined.stderr


def test_a_hostile_name_runs_nowhere(ofc, write, tmp_path):
    names = "=HYPERLINK(1)", "@SUM(A1)", "\x1b[2Jclear", "+1"
    rows = "".join(f"carried,{name},{amount}\n" for name, amount in zip(names, (5, -5, 7, -7), strict=True))
    money, table = write("money.csv", f"kind,player,amount\n{rows}"), tmp_path / "balances.csv"
    run = ofc("ledger", "--entries", money)
    assert run.returncode == 0
    assert "\x1b" not in run.stdout + run.stderr
    assert ofc("ledger", "--entries", money, "--format", "csv", "--output", table).returncode == 0
    written = pl.read_csv(table, infer_schema=False)
    assert set(written["player"]) == {"'=HYPERLINK(1)", "'@SUM(A1)", "\ufffd[2Jclear", "+1"}
    assert dict(written.select("player", "after").iter_rows())["+1"] == "-7.00"


def test_parquet_has_minor_units(ofc, write, tmp_path):
    table = tmp_path / "balances.parquet"
    run = ofc("ledger", write("night.csv", NIGHT), "--format", "parquet", "--output", table)
    assert run.returncode == 0
    assert pl.read_parquet(table).select("player", "after", "exponent").rows() == [
        ("Anna", 19000, 2),
        ("Boris", -19000, 2),
    ]


def test_nothing_to_do_and_nothing_overwritten(ofc, write):
    assert ofc("ledger").returncode == 2
    money = write("money.csv", MONEY)
    run = ofc("ledger", "--entries", money, "--output", money)
    assert run.returncode == 2
    assert "would overwrite" in run.stderr
    assert money.read_text(encoding="utf-8") == MONEY
    missing = ofc("ledger", "--entries", money.with_name("none.csv"))
    assert (missing.returncode, missing.stdout) == (2, "")
    assert f"{missing.args[-1]}: there is no such file or folder" in missing.stderr


def test_the_documentation_shows_what_comes_out(ofc, root, write):
    text = (root / "docs" / "ledger.md").read_text(encoding="utf-8")
    shown, typed = text.split("```console\n")[1].split("```")[0], text.split("```\nkind,")[1].split("```")[0]
    command, _, expected = shown.partition("\n")
    write("night.csv", NIGHT)
    run = ofc(*command.split()[2:], cwd=write("money.csv", f"kind,{typed}").parent)
    assert (run.returncode, run.stderr) == (0, COUNTS)
    assert run.stdout == expected
