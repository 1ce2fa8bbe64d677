"""The tables of a report: what a cell says and is sorted by, what is cut, and the files of data beside the page."""

from __future__ import annotations

from datetime import date

import polars as pl
import pytest
from python_calamine import CalamineWorkbook
from xlsxwriter.exceptions import InvalidWorksheetName

from ofc_analytics.audit.findings import FINDINGS
from ofc_analytics.generate import generate
from ofc_analytics.report.asking import tables
from ofc_analytics.report.contents import Table
from ofc_analytics.report.data import write_tables
from ofc_analytics.report.findings import findings_table
from ofc_analytics.report.tables import MOST_ROWS, answers_table
from ofc_analytics.settlement import settle
from ofc_analytics.spreadsheets import write_workbook
from ofc_analytics.statistics import Answers, Study, ask
from ofc_analytics.statistics.writing import GAP

ANSWER = {
    "metric": "foul_rate",
    "player": "Anna",
    "value": 0.25,
    "low": 0.05,
    "high": 0.6,
    "total": 2,
    "chances": 8,
    "hands": 8,
    "clusters": 8,
    "enough": False,
    "hands_needed": 2345,
}


def laid_out(*rows, by=("player",), language="en"):
    frame = pl.DataFrame([ANSWER | row for row in rows], infer_schema_length=None)
    return answers_table(frame, by, key="table", title="Table", language=language)


def plain(table):
    return [[cell.text.replace(GAP, " ") for cell in row] for row in table.rows]


@pytest.mark.parametrize(
    ("language", "text", "why"),
    [
        ("en", "25.0% (5.0% to 60.0%)", "about 2,300 would tell"),
        ("ru", "25,0 % (5,0 % … 60,0 %)", "нужно ≈ 2 300 раздач"),
    ],
)
def test_what_rests_on_too_little_is_dim_and_says_how_many_hands_would_tell(language, text, why):
    table = laid_out({}, language=language)
    [[_, _, cell]] = table.rows
    assert (cell.text.replace(GAP, " "), cell.order, cell.dim) == (text, 0.25, True)
    assert cell.why.replace(GAP, " ") == why


def test_where_nothing_tells_how_many_would_a_dim_number_says_only_that_they_are_too_few():
    [[_, _, cell]] = laid_out({"hands_needed": None, "low": None, "high": None}).rows
    assert (cell.text, cell.dim, cell.why) == ("25.0%", True, "too few hands")


def test_what_rests_on_enough_is_not_dim_and_what_had_no_opportunity_is_a_dash():
    enough = laid_out({"enough": True, "hands_needed": None}).rows[0][2]
    assert (enough.dim, enough.why) == (False, "")
    nothing = laid_out({"value": None, "low": None, "high": None, "total": 0, "chances": 0}).rows[0][2]
    assert (nothing.text, nothing.order, nothing.dim) == ("–", "", False)


def test_units_are_written_in_full_and_sorted_as_numbers():
    table = laid_out(
        *({"metric": "points", "unit": unit, "enough": True} for unit in (1e-8, 2.5, 12_345_678.0, None)),
        by=("unit",),
    )
    assert [row[0].text for row in table.rows] == ["0.00000001", "2.5", "12,345,678", "not said"]
    assert [row[0].order for row in table.rows] == [1e-8, 2.5, 12_345_678.0, ""]
    assert table.columns[0].numeric


def test_numbers_of_players_are_sorted_as_numbers_and_days_as_texts():
    sizes = laid_out({"players": 2}, {"players": 3}, by=("players",))
    assert (sizes.columns[0].numeric, [row[0].order for row in sizes.rows]) == (True, [2, 3])
    days = laid_out({"day": date(2026, 3, 1)}, by=("day",))
    assert (days.columns[0].numeric, days.rows[0][0].text) == (False, "2026-03-01")


@pytest.mark.parametrize(
    ("currency", "exponent", "total", "mean"),
    [
        ("RUB", 2, "+1,234.56", "+0.33"),
        ("JPY", 0, "+123,456", "+33.25"),
        ("BTC", 8, "+0.00123456", "+0.00000033"),
    ],
)
def test_money_has_the_places_of_its_currency_and_a_mean_two_at_least(currency, exponent, total, mean):
    table = laid_out(
        {
            "metric": "net",
            "currency": currency,
            "exponent": exponent,
            "total": 123_456,
            "value": 33.25,
            "low": None,
            "high": None,
        }
    )
    assert plain(table) == [["Anna", currency, "8", total, mean]]


def test_the_groups_with_the_most_hands_are_shown_and_the_rest_is_told():
    whole = laid_out(*({"player": f"p{place}"} for place in range(MOST_ROWS)))
    assert (len(whole.rows), whole.note) == (MOST_ROWS, "")
    cut = laid_out(*({"player": f"p{place}", "hands": place} for place in range(1200)))
    assert [row[0].text for row in cut.rows] == [f"p{place}" for place in range(900, 1200)]
    assert cut.note == "The 300 groups with the most hands of 1,200."
    assert cut.frame.height == 1200


def test_money_of_several_currencies_is_counted_as_the_groups_that_are_shown():
    rows = [
        {"metric": "net", "player": f"p{place}", "currency": currency, "exponent": 2}
        for place in range(200)
        for currency in ("RUB", "USD")
    ]
    table = laid_out(*rows, language="ru")
    assert len(table.rows) == MOST_ROWS
    assert table.note == "Показаны 300 групп с наибольшим числом раздач из 400."


def test_groups_that_a_source_does_not_tell_keep_their_numbers():
    [row] = laid_out({"player": None}).rows
    assert (row[0].text, row[0].order, row[2].order) == ("not said", "", 0.25)


def test_a_player_who_sits_out_hands_has_the_numbers_that_the_statistics_give():
    hands = pl.concat(generate(hands=300, seed=8))
    results = settle(hands)
    seats = results.explode("players").unnest("players", separator=".")
    name = seats["players.name"].mode().sort()[0]
    own = seats.filter(pl.col("players.name") == name)
    assert 0 < own.height < results.height
    told = {table.key: table for table in tables(Study(results, hands), player=name)}
    [row] = told["players"].rows
    assert [cell.order for cell in row[1:3]] == [own.height, own["players.points"].sum()]
    assert {"positions", "opponents", "layouts"} <= told.keys()
    for table in told.values():
        metrics = table.frame["metric"].unique(maintain_order=True).to_list()
        own_columns = {*Answers.column_names(), "currency" if table.key == "money" else "", "exponent"}
        by = [column for column in table.frame.columns if column not in own_columns]
        asked = ask(metrics, results, by=by, where={"player": name}, hands=hands)
        values = asked.group_by(by, maintain_order=True).agg("value")["value"].to_list()
        cells = [[cell.order for cell in row[-len(metrics) :]] for row in table.rows]
        assert cells == [["" if value is None else value for value in group] for group in values], table.key


def found(*rows):
    common = {
        "code": "claim-net",
        "severity": "error",
        "family": "money",
        "players": ["Anna"],
        "reason": "Told.",
        "file": "night.csv",
    }
    return pl.DataFrame([common | row for row in rows], schema=FINDINGS, infer_schema_length=None)


@pytest.mark.parametrize(
    ("language", "cells"),
    [
        (
            "en",
            [
                "error",
                "claim-net",
                "17",
                "Anna",
                "-12,345.00",
                "130.00",
                "12,475.00",
                "Told.",
                "night.csv:3",
            ],
        ),
        (
            "ru",
            [
                "ошибка",
                "claim-net",
                "17",
                "Anna",
                "-12 345,00",
                "130,00",
                "12 475,00",
                "Деньги в источнике не те, что выходят по картам, стекам и условиям.",
                "night.csv:3",
            ],
        ),
    ],
)
def test_findings_are_told_with_the_numbers_of_the_language_and_sorted_by_what_is_at_stake(language, cells):
    amounts = {
        "hand": "17",
        "claimed": "-12345.00",
        "recomputed": "130.00",
        "at_stake": "12475.00",
        "line": 3,
    }
    table = findings_table(found(amounts, {"at_stake": None}), language=language)
    assert plain(table)[0] == cells
    assert table.rows[0][1].why == ("money" if language == "en" else "деньги")
    assert table.columns[6].numeric
    assert [row[6].order for row in table.rows] == [12_475.0, ""]


@pytest.mark.parametrize(
    ("count", "shown", "note"),
    [(0, 0, "The audit found nothing"), (5, 5, "5 in all."), (1200, 300, "300 of 1,200.")],
)
def test_findings_that_are_not_shown_are_told(count, shown, note):
    table = findings_table(found(*({"line": place} for place in range(count))))
    assert (len(table.rows), table.frame.height) == (shown, count)
    assert note in table.note


def test_a_player_of_whom_nothing_was_found_is_not_told_that_all_stands():
    assert findings_table(found(), elsewhere=1200).note == "0 in all. 1,200 more are not about this player."


def sheets(path):
    book = CalamineWorkbook.from_path(path)
    return {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}


def test_a_workbook_has_large_numbers_in_full_and_says_what_it_has_no_room_for(tmp_path):
    frame = pl.DataFrame(
        {"net": [2**53, 2**60 + 1, None], "points": [1, -2, 3], "name": ["=1+1", "Anna", None]}
    )
    unsigned = pl.DataFrame({"id": [2**64 - 1]}, schema={"id": pl.UInt64})
    path = tmp_path / "tables.xlsx"
    assert write_workbook({"money": frame, "ids": unsigned}, path, most_rows=2) == ["money"]
    assert sheets(path) == {
        "money": [
            ["net", "points", "name"],
            ["9007199254740992", 1, "=1+1"],
            ["1152921504606846977", -2, "Anna"],
        ],
        "ids": [["id"], ["18446744073709551615"]],
        "cut short": [["sheet", "rows here", "rows in all"], ["money", 2, 3]],
    }


def test_a_workbook_that_has_room_says_nothing_of_it(tmp_path):
    path = tmp_path / "tables.xlsx"
    assert write_workbook({"money": pl.DataFrame({"net": [5]})}, path) == []
    assert sheets(path) == {"money": [["net"], [5]]}


def test_a_text_that_a_cell_cannot_hold_is_seen_to_be_cut(tmp_path):
    path = tmp_path / "tables.xlsx"
    write_workbook({"told": pl.DataFrame({"reason": ["😀" * 16_384, "😀" * 16_383]})}, path)
    assert [row[0] for row in sheets(path)["told"][1:]] == ["😀" * 16_382 + "…", "😀" * 16_383]


def test_a_workbook_that_cannot_be_made_leaves_the_old_one(tmp_path):
    path = tmp_path / "tables.xlsx"
    write_workbook({"money": pl.DataFrame({"net": [5]})}, path)
    with pytest.raises(InvalidWorksheetName):
        write_workbook({"a/b": pl.DataFrame({"net": [6]})}, path)
    assert sheets(path) == {"money": [["net"], [5]]}


def test_every_file_of_data_has_the_whole_frame(tmp_path):
    frame = pl.DataFrame({"player": ["Анна", "@b"], "net": [2**60, -5]})
    table = Table(key="money", title="Money", columns=(), rows=(), frame=frame)
    written = write_tables([table], tmp_path / "tables")
    assert [path.name for path in written] == ["money.csv", "money.parquet", "tables.xlsx"]
    assert pl.read_parquet(tmp_path / "tables" / "money.parquet").equals(frame)
    assert (tmp_path / "tables" / "money.csv").read_text("utf-8-sig").splitlines() == [
        "player,net",
        f"Анна,{2**60}",
        "'@b,-5",
    ]
    assert sheets(tmp_path / "tables" / "tables.xlsx")["money"][1:] == [["Анна", str(2**60)], ["@b", "-5"]]
