"""Score sheets in workbooks: numbers as they are stored, cells by their names, and files that are none."""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
import subprocess
import sys

import pytest
import xlsxwriter
from ofc_parsers.home_sheet.parser import HomeSheet
from sheets import (
    ANNA,
    BORIS,
    GOOD,
    HEADER,
    Formula,
    changed,
    csv_bytes,
    errors,
    hashes,
    ods,
    ods_row,
    parsed,
    workbook,
    zipped,
)

from ofc_analytics.formats import ParseContext


def test_numbers_of_a_workbook_are_read_exactly():
    rows = [
        HEADER,
        [1.0, "Anna", 1.0, *ANNA[3:7], -2.0, -20.1, 300.0],
        [1.0, "Boris", 2.0, *BORIS[3:7], 2.0, 20.1, 0.1 + 0.2],
    ]
    (hand,), issues = parsed(workbook(rows))
    assert issues == []
    assert (hand.native_id, hand.hand_no) == ("1", 1)
    assert [(p.claimed.points, p.claimed.net, p.stack) for p in hand.players] == [
        (-2, -2010, 30000),
        (2, 2010, 30),
    ]


def test_formulas_are_read_by_their_stored_values():
    rows = [HEADER, [*ANNA[:7], Formula("=3-5", -2), *ANNA[8:]], [*BORIS[:7], Formula("=1+1", 2), *BORIS[8:]]]
    (hand,), issues = parsed(workbook(rows))
    assert issues == []
    assert [player.claimed.points for player in hand.players] == [-2, 2]


def test_formulas_without_a_usable_value_are_named():
    rows = [HEADER, *GOOD, [*ANNA[:7], Formula("=Z1", "#REF!"), Formula("=1+1", ""), "300"], BORIS]
    hands, issues = parsed(workbook(rows))
    assert [hand.native_id for hand in hands] == ["9"]
    assert [(issue.code, issue.cell, issue.text) for issue in issues] == [
        ("cell-error", "H4", "#REF!"),
        ("cell-formula", "I4", ""),
    ]


def test_a_date_where_none_belongs_is_named_and_not_guessed():
    royal = [[*ANNA, dt.date(2007, 2, 4)], [*BORIS, "0"]]
    _, (issue,) = parsed(workbook([[*HEADER, "royalties"], *royal]))
    assert (issue.code, issue.sheet, issue.cell, issue.text) == ("cell-date", "Night", "K2", "2007-02-04")
    assert "7+0+2" in issue.expected


def test_dates_and_times_of_a_workbook():
    rows = [
        ["date", dt.date(2026, 11, 27), "utc", 3],
        [*HEADER, "time"],
        [*ANNA, dt.time(20, 15)],
        [*BORIS, ""],
    ]
    (hand,), issues = parsed(workbook(rows))
    assert issues == []
    assert hand.started_at == dt.datetime(2026, 11, 27, 17, 15, tzinfo=dt.UTC)


def test_cells_without_a_heading_are_named_once():
    hands, issues = parsed(workbook([HEADER, [*ANNA, "", "what luck"], [*BORIS, "", "indeed"]]))
    assert len(hands) == 1
    assert [(issue.code, issue.severity, issue.cell) for issue in issues] == [
        ("cells-unheaded", "note", "L2")
    ]


def test_every_sheet_with_a_header_is_read_and_the_others_are_named():
    second = [[row[0], *row[1:7], points, *row[8:]] for row, points in ((ANNA, "4"), (BORIS, "-4"))]
    data = workbook(
        Rules=[["we play for fun"]],
        First=[HEADER, ANNA, BORIS],
        Second=[[], [], HEADER, *second[:1], ["1", "Boris"]],
    )
    hands, issues = parsed(data)
    assert [hand.source.line for hand in hands] == [2]
    assert (issues[0].code, issues[0].severity, issues[0].sheet) == ("sheet-skipped", "note", "Rules")
    assert {issue.sheet for issue in errors(issues)} == {"Second"}
    assert {issue.cell for issue in errors(issues)} == {"D5", "C5"}


NIGHT = workbook([HEADER, ANNA, BORIS])


def with_cells(*cells):
    """The night with values in more cells, such as ``XFD1048576``."""
    rows = "".join(
        f'<row r="{number}"><c r="{letters}{number}"><v>1</v></c></row>'
        for letters, number in (re.fullmatch("([A-Z]+)([0-9]+)", cell).groups() for cell in cells)
    )
    return changed(NIGHT, sheet1=lambda text: text.replace("</sheetData>", f"{rows}</sheetData>"))


def read_apart(tmp_path, data):
    """Hands and issues as another process counts and says them: one that ends by itself does not end the tests."""
    path = tmp_path / "far"
    path.write_bytes(data)
    script = (
        "import sys, resource; resource.setrlimit(resource.RLIMIT_AS, (4 * 2**30,) * 2);"
        "from ofc_analytics.formats import read_all; frame, issues = read_all(sys.argv[1]);"
        "print(frame.height, *issues, sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, path], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    hands, *issues = done.stdout.splitlines()
    return int(hands), issues


@pytest.mark.parametrize(
    "data",
    [
        with_cells(*(f"XFD{number}" for number in range(4, 40))),
        changed(
            with_cells("XFD1048576"),
            sheet1=lambda text: text.replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16"),
        ),
    ],
    ids=["many cells", "another encoding"],
)
def test_a_workbook_that_is_too_large_is_refused_and_the_process_lives(tmp_path, data):
    hands, (issue,) = read_apart(tmp_path, data)
    assert hands == 0
    assert "the sheet reaches too far" in issue
    assert "sheet 'Night', cell XFD" in issue


def test_a_block_of_repeated_cells_is_left_out_and_the_process_lives(tmp_path):
    _, issues = read_apart(tmp_path, ods(ods_row(["x"], repeated=65000, columns=1000)))
    assert "cell ALL65000: a stray cell" in issues[0]


def test_a_wide_dimension_and_far_formats_without_values_are_no_matter():
    def spread(text):
        styled = '<row r="1048576"><c r="XFD1048576" s="1"/></row></sheetData>'
        return text.replace('ref="A1:J3"', 'ref="A1:XFD1048576"').replace("</sheetData>", styled)

    plain = workbook([HEADER, ANNA, BORIS])
    assert hashes(changed(plain, sheet1=spread)) == hashes(plain)


def test_an_ods_is_read_with_its_repeated_blank_cells():
    rows = [ods_row(HEADER), ods_row(ANNA), ods_row(BORIS)]
    blank = '<table:table-row table:number-rows-repeated="1048573"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    assert hashes(ods("".join(rows) + blank)) == hashes(csv_bytes([HEADER, ANNA, BORIS]))


MILLION = 1_048_576
_EMPTY_ROWS = "".join(f'<row r="{number}"/>' for number in range(4, MILLION + 1))


@pytest.mark.parametrize(
    "data",
    [
        changed(NIGHT, sheet1=lambda text: text.replace("</sheetData>", f"{_EMPTY_ROWS}</sheetData>")),
        csv_bytes([HEADER, ANNA, BORIS]) + b"\n" * MILLION,
        csv_bytes([HEADER, ANNA, BORIS]) + b";;;;;;;;;\r\n" * MILLION,
    ],
    ids=["workbook", "text", "text with delimiters"],
)
def test_a_million_empty_rows_are_no_matter(data):
    assert hashes(data) == hashes(NIGHT)


FORMULAS = ('=HYPERLINK("http://x","Anna")', "+1+1", "@SUM(A1)", "-2-2", "\t=1+1", "=1;2")


@pytest.mark.parametrize("command", ["settle", "ledger"])
@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_a_name_that_is_a_formula_is_written_as_text(ofc, tmp_path, command, kind):
    rows = [["unit", "10"], HEADER]
    for number in range(3):
        pair = FORMULAS[2 * number : 2 * number + 2]
        for name, line in zip(pair, (ANNA, BORIS), strict=True):
            rows.append([str(number + 1), name, *line[2:8], "", ""])
    path = tmp_path / f"night.{kind}"
    path.write_bytes(as_text(rows) if kind == "xlsx" else csv_bytes(rows))
    printed = ofc(command, path, "--format", "csv")
    assert "Traceback" not in printed.stderr
    names = [
        row["name" if command == "settle" else "player"]
        for row in csv.DictReader(io.StringIO(printed.stdout))
    ]
    assert len(names) == len(FORMULAS)
    assert not [name for name in names if name.lstrip().startswith(tuple("=+-@"))]


def as_text(rows):
    """A workbook of texts alone: names that begin as formulas do are no formulas there."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(
        out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    sheet = book.add_worksheet("Night")
    for number, row in enumerate(rows):
        sheet.write_row(number, 0, row)
    book.close()
    return out.getvalue()


def bomb():
    padding = "<!--" + " " * 20_000_000 + "-->"
    return changed(
        workbook([HEADER, ANNA, BORIS]),
        sheet1=lambda text: text.replace("</worksheet>", f"{padding}</worksheet>"),
    )


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (workbook([HEADER, ANNA, BORIS])[:-30], "workbook-damaged"),
        (changed(workbook([HEADER, ANNA]), sheet1=lambda text: text[: len(text) // 2]), "workbook-damaged"),
        (
            changed(
                workbook([HEADER]),
                sheet1=lambda text: text.replace("<worksheet", "<!DOCTYPE x><worksheet", 1),
            ),
            "workbook-damaged",
        ),
        (zipped({"[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>"}), "workbook-unknown"),
        (zipped({"[Content_Types].xml": "<Types/>", "xl/workbook.bin": "x"}), "workbook-unknown"),
        (bomb(), "workbook-too-large"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "workbook-old"),
    ],
    ids=["torn", "half a sheet", "doctype", "text document", "xlsb", "bomb", "xls"],
)
def test_what_is_no_readable_workbook_is_one_clear_issue(data, code):
    context = ParseContext(file="night", sha256="", parser="home-sheet", version="1")
    assert list(HomeSheet().parse(io.BytesIO(data), context)) == []
    (issue,) = context.issues
    assert issue.code == code
    assert issue.expected
