"""A moment before the first year in UTC, and times no calendar has, ended in a traceback."""

from __future__ import annotations

import datetime as dt
import io

import pytest
import xlsxwriter
from ofc_parsers.home_sheet.values import zone
from sheets import ANNA, BORIS, HEADER, csv_bytes, errors, parsed


@pytest.mark.parametrize(
    ("date", "time", "utc"),
    [
        ("0001-01-01", "00:00+14:00", ""),
        ("9999-12-31", "23:59-12:00", ""),
        ("0001-01-01", "00:00", "+14"),
        ("9999-12-31", "23:59", "America/New_York"),
    ],
)
def test_a_moment_outside_the_calendar_is_a_note(date, time, utc):
    rows = [[*row, date, time, utc] for row in (ANNA, BORIS)]
    (hand,), issues = parsed(csv_bytes([[*HEADER, "date", "time", "time zone"], *rows]))
    assert hand.started_at is None
    assert [(issue.code, issue.line) for issue in issues] == [("time-unreadable", 2)]
    assert "before the first year or after the last one" in issues[0].message


@pytest.mark.parametrize("text", ["+99", "UTC+24", "-24:00", "../etc", "/etc", "Europe", "\0", "зона"])
def test_what_is_no_time_zone_is_said_in_words(text):
    with pytest.raises(ValueError, match=r"is no time zone|is an offset of a day or more"):
        zone(text)


def test_the_farthest_offsets_are_read():
    assert zone("+14").utcoffset(None) == dt.timedelta(hours=14)
    assert zone("−23:59").utcoffset(None) == -dt.timedelta(hours=23, minutes=59)


@pytest.mark.parametrize(("number", "form"), [(1e300, "yyyy-mm-dd"), (-1e10, "hh:mm"), (1e15, "[h]:mm")])
def test_a_cell_whose_date_is_none(number, form):
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Night")
        for place, row in enumerate([[*HEADER, "time"], ANNA, BORIS]):
            sheet.write_row(place, 0, row)
        sheet.write_number(1, len(HEADER), number, book.add_format({"num_format": form}))
    hands, issues = parsed(out.getvalue())
    assert [hand.started_at for hand in hands] in ([], [None])
    (issue,) = errors(issues) or issues
    assert issue.sheet == "Night"
    assert issue.code in {"workbook-time", "time-unreadable", "cell-exponent"}


@pytest.mark.parametrize("number", [1e300, float("inf"), float("nan")])
@pytest.mark.parametrize("column", ["points", "money", "stack", "seat"])
def test_numbers_that_are_none(column, number):
    row = [*BORIS]
    row[HEADER.index(column)] = str(number) if number != 1e300 else str(int(number))
    hands, (issue,) = parsed(csv_bytes([HEADER, ANNA, row]))
    assert hands == []
    assert (issue.code, issue.line) == (f"{column}-unreadable", 3)
