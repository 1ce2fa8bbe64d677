"""A session that is a day was read letter by letter: one evening, spelled in two ways, was two nights."""

from __future__ import annotations

import datetime as dt
import io

import pytest
from ofc_parsers.home_sheet.disguising import disguised_sheet
from sheets import ANNA, BORIS, HEADER, codes, csv_bytes, errors, parsed, workbook

from ofc_analytics.formats import read_night
from ofc_analytics.formats.disguise import Disguise

DAYS = (
    "2026-11-27",
    "27.11.2026",
    "27.11.26",
    "2026/11/27",
    "27/11/2026",
    "11/27/26",
    "27-11-2026",
    "27.11.2026 г.",
)
TABLE = [("hand", "Anna", "Boris"), (1, 5, -5)]


@pytest.mark.parametrize("spelling", DAYS)
@pytest.mark.parametrize("word", ["session", "сессия", "вечер", "date", "дата"])
def test_a_day_is_that_day_in_every_spelling(word, spelling):
    above = read_night(io.BytesIO(csv_bytes([("unit", 10), (word, spelling), *TABLE])))
    column = read_night(io.BytesIO(csv_bytes([("unit", 10), (word, *TABLE[0]), (spelling, *TABLE[1])])))
    for night in (above, column):
        assert night.entries["session"].unique().to_list() == ["2026-11-27"]
        assert codes(night.issues) == ["without-cards"]
    (hand,), issues = parsed(csv_bytes([(word, spelling), HEADER, ANNA, BORIS]))
    assert (hand.session, issues) == ("2026-11-27", [])


def test_cells_that_a_spreadsheet_holds_as_dates():
    for stored in (dt.date(2026, 11, 27), dt.datetime(2026, 11, 27)):  # noqa: DTZ001 - as spreadsheets store it
        (hand,), issues = parsed(workbook([("session", stored), HEADER, ANNA, BORIS]))
        assert (hand.session, issues) == ("2026-11-27", [])


def test_lines_of_one_hand_may_spell_it_differently():
    rows = [("session", *HEADER), ("27.11.2026", *ANNA), ("2026-11-27", *BORIS)]
    (hand,), issues = parsed(csv_bytes(rows))
    assert (hand.session, issues) == ("2026-11-27", [])


@pytest.mark.parametrize("word", ["session", "date"])
def test_what_could_be_two_days_is_named_and_stays_a_name(word):
    for told in ("03/04/26", "03/04/2026", "03-04-2026"):
        (hand,), (issue,) = parsed(csv_bytes([(word, told), HEADER, ANNA, BORIS]))
        assert (hand.session, issue.code, issue.line, issue.text) == (told, "date-unreadable", 1, told)
        assert "day and month" in issue.message
        night = read_night(io.BytesIO(csv_bytes([("unit", 10), (word, told), *TABLE])))
        assert night.entries["session"].unique().to_list() == [told]
        assert "date-unreadable" in codes(night.issues)
    (hand,), issues = parsed(csv_bytes([(word, "03.04.26"), HEADER, ANNA, BORIS]))
    assert (hand.session, issues) == ("2026-04-03", [])


def test_a_time_tells_two_evenings_of_a_day_apart():
    rows = [
        ("session", "hand", "Anna", "Boris"),
        ("27.11.2026 14:00", 1, 5, -5),
        ("27.11.2026 20:00", 1, 3, -3),
    ]
    night = read_night(io.BytesIO(csv_bytes([("unit", 10), *rows])))
    assert night.entries["session"].n_unique() == 2
    assert errors(night.issues) == []


def test_one_night_in_two_files_is_squared_together(ofc, tmp_path):
    files = []
    for name, spelling, points in (("one.csv", "27.11.2026", 5), ("two.csv", "2026-11-27", -2)):
        rows = [("unit", 10), ("session", spelling), TABLE[0], (name, points, -points)]
        (tmp_path / name).write_bytes(csv_bytes(rows))
        files.append(tmp_path / name)
    run = ofc("ledger", *files)
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("2026-11-27:") == 1
    assert run.stdout.endswith("1 payment:\nBoris → Anna 30.00\n")


def test_no_day_is_left_in_a_sheet_without_names():
    for word in ("session", "date"):
        told = disguised_sheet(csv_bytes([("unit", 10), (word, "27.11.26"), *TABLE]), Disguise("x")).decode()
        assert "27.11.26" not in told
        assert read_night(io.BytesIO(told.encode())).entries["session"][0] != "2026-11-27"
