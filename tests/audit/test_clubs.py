"""Club exports are reconciled: a sound book has no finding, and whatever stands twice is missed in one place only."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from decimal import Decimal

import club_files
import polars as pl
import pytest
from club_files import ANNA, BOOK, BORIS, LAYOUTS, VERA

from ofc_analytics.audit import check_clubs
from ofc_analytics.cards import split_board
from ofc_analytics.formats import read_clubs
from ofc_analytics.hands import Hand, Player
from ofc_analytics.schema import frame_from_hands
from ofc_analytics.settlement import settle

FIRST = BOOK[:1]
TABLE = BOOK[0].number


def found(data, results=None):
    return check_clubs(read_clubs(io.BytesIO(data)), results)


def codes(findings):
    return findings["code"].to_list()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_sound_book_has_nothing_to_find(layout):
    findings = found(LAYOUTS[layout]())
    assert codes(findings.filter(pl.col("severity") != "note")) == []


def amounts(rows):
    for row, line in enumerate(rows):
        for column, value in enumerate(line):
            if isinstance(value, int | Decimal) and not isinstance(value, bool):
                yield row, column, value + 1
            elif isinstance(value, str) and re.fullmatch(r"\(?-?[\d.,]*\d[.,]\d\d\)?", value):
                yield row, column, re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), value, count=1)


SHEETS = {
    "pppoker": lambda: club_files.pppoker_sheets(FIRST, formulas=False),
    "league": lambda: club_files.pppoker_league_sheets(FIRST),
    "suprema": lambda: club_files.suprema_sheets(FIRST),
    "clubgg": lambda: club_files.clubgg_sheets(club_files.without_jackpots(FIRST), split=True),
    "union": lambda: club_files.clubgg_union_sheets(club_files.without_jackpots(FIRST)),
}
ONCE_SAID = {
    "pppoker": set(),
    "league": {("Jogos PPSR", 18)},
    "suprema": {
        ("Grand Union Member Resume", 6),
        ("Grand Union Game Statistics", 17),
        ("Grand Union Game Statistics", 23),
        ("Grand Union Game Detail", 29),
    },
    "clubgg": {("Club Overview", 9)},
    "union": {("Union Ring Game Detail", 6)},
}
"""Sheets and columns of numbers that an export says only once: equity of the club's side, games, ranks, blinds, dealt hands."""


@pytest.mark.parametrize("layout", SHEETS)
def test_a_number_that_stands_twice_is_not_changed_unseen(layout):
    unseen = set()
    for sheet, rows in SHEETS[layout]().rows.items():
        for row, column, other in amounts(rows):
            changed = SHEETS[layout]()
            changed.rows[sheet][row][column] = other
            clubs = read_clubs(io.BytesIO(changed.bytes()))
            heard = check_clubs(clubs).filter(pl.col("severity") != "note").height
            if not heard and all(issue.severity == "note" for issue in clubs.issues):
                unseen.add((sheet, column))
    assert unseen <= ONCE_SAID[layout]


def one_changed(column, value, *, row=6):
    sheets = club_files.pppoker_sheets(FIRST, formulas=False)
    del sheets.rows["Detalhado"]
    sheets.rows["Partidas"][row][column] = value
    return found(sheets.bytes())


def test_a_fee_that_is_not_in_the_total():
    finding = one_changed(11, Decimal("2.40")).filter(pl.col("code") == "club-total").row(0, named=True)
    assert {
        key: finding[key]
        for key in ("severity", "hand", "claimed", "recomputed", "at_stake", "sheet", "line")
    } == {
        "severity": "error",
        "hand": TABLE,
        "claimed": "51.00",
        "recomputed": "50.90",
        "at_stake": "0.10",
        "sheet": "Partidas",
        "line": 10,
    }
    assert finding["reason"] == "The totals of the table tell fee 51.00, and its 3 lines add up to 50.90."


def test_winnings_and_their_parts():
    assert codes(one_changed(6, Decimal(60))) == ["club-winnings", "club-total"]
    (reason,) = one_changed(6, Decimal(60)).filter(pl.col("code") == "club-winnings")["reason"]
    assert reason == "The parts of the winnings of Anna add up to 57.50, not 60.00."


def test_the_result_of_the_club_may_have_payouts_of_either_sign():
    club = Decimal(VERA.fee) + Decimal(VERA.jackpot_fee)
    assert codes(one_changed(10, club + 250, row=8)) == []
    assert codes(one_changed(10, club, row=8)) == ["club-result"]


def test_a_table_in_which_money_is_lost():
    book = (replace(BOOK[0], lines=(replace(ANNA, opponents="58.50"), BORIS, VERA)),)
    findings = found(club_files.pppoker(book))
    assert codes(findings) == ["club-balance"]
    row = findings.row(0, named=True)
    assert (row["severity"], row["claimed"], row["recomputed"], row["at_stake"]) == (
        "warning", "-51.70", "-52.70", "1.00"
    )  # fmt: skip
    (severity,) = found(club_files.suprema(book))["severity"]
    assert severity == "error"


def test_totals_may_count_chips_or_what_they_are_worth():
    book = (replace(BOOK[0], lines=(ANNA, BORIS, replace(VERA, league="1800"))),)
    rates = (("1765", "1:5"), ("1800", "1:2"))
    for exchanged in (True, False):
        findings = found(club_files.pppoker_league_sheets(book, rates=rates, exchanged=exchanged).bytes())
        assert "club-total" not in codes(findings)
    sheets = club_files.pppoker_league_sheets(book, rates=rates)
    total = next(row for row in sheets.rows["Jogos PPSR"] if "Total" in row)
    total[15] += 1
    (reason,) = found(sheets.bytes()).filter(pl.col("code") == "club-total")["reason"]
    assert reason == (
        "The totals of the table tell fee 110.50, and its 3 lines add up to 51.00, also not at the rates of the leagues."
    )


def test_leagues_of_different_chips_are_exchanged_before_they_are_balanced():
    lines = (
        replace(ANNA, opponents="-10", fee="1", jackpot_fee="0"),
        replace(BORIS, opponents="45", fee="0", jackpot_fee="0", league="1800"),
    )
    book = (replace(BOOK[0], lines=lines),)
    assert (
        codes(found(club_files.pppoker_league_sheets(book, rates=(("1765", "1:5"), ("1800", "1:1"))).bytes()))
        == []
    )
    wrong = club_files.pppoker_league_sheets(book, rates=(("1765", "1:5"), ("1800", "3:1"))).bytes()
    (balance,) = found(wrong).filter(pl.col("code") == "club-balance").rows(named=True)
    assert (balance["claimed"], balance["recomputed"]) == ("-35.00", "-5.00")


def test_a_league_that_counts_wrong_is_named():
    sheets = club_files.pppoker_league_sheets(FIRST)
    next(row for row in sheets.rows["Jogos PPSR"] if "Liga 1765 Total" in row)[8] += 1
    (reason,) = found(sheets.bytes())["reason"]
    assert reason.startswith(
        "The totals of league 1765 tell buy-ins 1535.56, and its 3 lines add up to 1534.56"
    )


def test_totals_of_open_face_chinese_poker_are_held_against_its_tables_alone():
    sheets = club_files.suprema_sheets()
    sheets.rows["Grand Union Member Statistics"][1][4] = "2,51"
    (finding,) = found(sheets.bytes()).rows(named=True)
    assert (finding["code"], finding["players"], finding["line"]) == ("club-member", ["Anna"], 2)
    assert finding["reason"] == "The totals of Anna tell fee 2.51 for OFC, and 2 tables add up to 2.50."


def test_a_player_who_is_missing_from_the_totals():
    sheets = club_files.suprema_sheets()
    del sheets.rows["Grand Union Member Statistics"][1]
    (finding,) = found(sheets.bytes()).rows(named=True)
    assert (finding["code"], finding["severity"], finding["players"]) == (
        "club-member-missing",
        "warning",
        ["Anna"],
    )


def test_a_table_over_midnight_is_one():
    findings = found(club_files.clubgg(split=True))
    assert findings.select("code", "severity").rows() == [("club-table-split", "note")]
    assert "printed in 2 parts, at lines 1, 12" in findings["reason"][0]


def test_parts_of_a_table_balance_only_together():
    sheets = club_files.clubgg_sheets(split=True)
    rows = sheets.rows["Ring Game Detail"]
    before, after = (row for row in rows if row and row[0] == "1000-0001" and row[2] in {"100.00", "0.00"})
    for row, change in ((before, 1), (after, -1)):
        row[11] = f"{Decimal(row[11]) + change:.2f}"
    for place, total in enumerate(row for row in rows if row and row[0] == "Total"):
        total[11] = f"{Decimal(total[11].replace(',', '')) + (1, -1, 0, 0)[place]:.2f}"
    assert codes(found(sheets.bytes())) == ["club-table-split"]


def test_the_same_table_twice_is_no_table_in_parts():
    lines = club_files.without_jackpots()
    assert codes(found(club_files.clubgg((lines[0], lines[0])))).count("club-table-twice") == 1
    assert "club-table-twice" in codes(found(club_files.pppoker((BOOK[0], BOOK[0]))))


def test_a_player_twice_in_one_table():
    book = (replace(BOOK[0], lines=(*BOOK[0].lines, replace(ANNA, opponents="0", fee="0", jackpot_fee="0"))),)
    (finding,) = (
        found(club_files.pppoker(book)).filter(pl.col("code") == "club-player-twice").rows(named=True)
    )
    assert finding["reason"] == "Anna stands in 2 lines of one table: lines 7, 10."


def test_two_files_that_tell_one_table_differently(tmp_path):
    later = (replace(BOOK[0], lines=(ANNA, BORIS, replace(VERA, fee="49"))),)
    files = []
    for name, book in (("monday.xlsx", FIRST), ("sunday.xlsx", later)):
        (file := tmp_path / name).write_bytes(club_files.pppoker(book))
        files.append(file)
    findings = check_clubs(read_clubs(files)).filter(pl.col("code") == "club-files-differ")
    assert findings.select("players", "severity").rows() == [(["Вера"], "warning")]
    assert findings["file"][0].endswith("sunday.xlsx")


def test_tables_without_players_are_told_where_others_have_them():
    sheets = club_files.suprema_sheets()
    del sheets.rows["Grand Union Game Detail"][5:8]
    findings = found(sheets.bytes())
    assert "club-no-lines" in codes(findings)
    assert BOOK[1].number.replace("-", "") in findings["hand"].to_list()


def test_lines_that_were_not_read_whole_are_not_judged():
    sheets = club_files.pppoker_sheets(FIRST, formulas=False)
    sheets.rows["Partidas"][6][11] = "muito"
    findings = found(sheets.bytes())
    assert {"club-total", "club-balance", "club-member"}.isdisjoint(codes(findings))


ANNA_WINS = (
    "Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d",
    "4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c",
)  # 13 points


def hands(count, *, names=("Anna", "1000002"), unit=100):
    boards = map(split_board, ANNA_WINS)
    players = tuple(
        Player(seat=seat, name=name, cards=cards)
        for seat, (name, cards) in enumerate(zip(names, boards, strict=True), 1)
    )
    played = (
        Hand(players=players, unit=unit, session=TABLE, table="REENTRY", hand_no=number)
        for number in range(1, count + 1)
    )
    return settle(frame_from_hands(list(played)), "american-pineapple")


def export(won, *, hands_played=2):
    lines = (
        replace(ANNA, opponents=won, hands=hands_played, fee="0", jackpot_fee="0"),
        replace(BORIS, opponents=f"-{won}", hands=hands_played, fee="0", jackpot_fee="0"),
    )
    return club_files.pppoker((replace(BOOK[0], lines=lines),))


def test_hands_that_agree_with_the_export():
    assert codes(found(export("26"), hands(2))) == []


def test_hands_that_do_not_agree_with_the_export():
    findings = found(export("27"), hands(2))
    assert findings.select("code", "players", "claimed", "recomputed", "at_stake").rows() == [
        ("club-hands", ["Anna"], "27.00", "26.00", "1.00"),
        ("club-hands", ["Boris"], "-27.00", "-26.00", "1.00"),
    ]


def test_hands_of_which_some_are_missing_are_not_compared():
    findings = found(export("99", hands_played=3), hands(2))
    assert findings.select("code", "severity").unique().rows() == [("club-hands-missing", "note")]


def test_more_hands_than_the_export_counts():
    assert set(codes(found(export("13", hands_played=1), hands(2)))) == {"club-hands-more"}


def test_a_player_of_hands_whom_the_export_does_not_know():
    findings = found(export("26"), hands(2, names=("Anna", "Глеб")))
    assert ("club-hands-player", ["Глеб"]) in findings.select("code", "players").rows()


def test_hands_of_other_tables_say_nothing():
    results = hands(2).with_columns(session=pl.lit("251208081611-300009"))
    assert codes(found(export("99"), results)) == []
