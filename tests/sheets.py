"""Score sheets for tests: a night as rows, and rows as CSV, XLSX and ODS."""

from __future__ import annotations

import csv
import datetime as dt
import io
import zipfile
from pathlib import Path
from typing import NamedTuple

import xlsxwriter

from ofc_analytics.formats import read_all
from ofc_analytics.schema import hands_from_frame

FOLDER = Path(__file__).parent / "parsers" / "home_sheet"
HEADER = ["hand", "player", "seat", "top", "middle", "bottom", "discards", "points", "money", "stack"]
ANNA = ["1", "Anna", "1", "2s Qd Jd", "5d 7c 4d 7s 8d", "3h Ks 3c Tc Th", "2h 3d 8s 8h", "-2", "-20", "300"]
BORIS = ["1", "Boris", "2", "3s Ac 9h", "2d Ad 9c 5s 6h", "Ts Kh As Qh Jc", "Qs 7d 5c 7h", "2", "20", "300"]
GOOD = [["9", *ANNA[1:]], ["9", *BORIS[1:]]]


class Formula(NamedTuple):
    """A formula cell: its text, and the value stored beside it."""

    text: str
    stored: object


def csv_bytes(rows, delimiter=";", end="\n"):
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerows(rows)
    return out.getvalue().encode()


def workbook(rows=(), merged=(), **sheets):
    """An XLSX of typed cells; `merged` are ranges of the first sheet, whose cells below the first stay empty."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    formats = {
        dt.datetime: book.add_format({"num_format": "yyyy-mm-dd hh:mm"}),
        dt.date: book.add_format({"num_format": "yyyy-mm-dd"}),
        dt.time: book.add_format({"num_format": "hh:mm"}),
    }
    for name, lines in ({"Night": rows} if rows else {} | sheets).items():
        sheet = book.add_worksheet(name)
        for row, line in enumerate(lines):
            for column, value in enumerate(line):
                if isinstance(value, Formula):
                    sheet.write_formula(row, column, value.text, None, value.stored)
                elif type(value) in formats:
                    sheet.write_datetime(row, column, value, formats[type(value)])
                elif value is not None:
                    sheet.write(row, column, value)
        for cells in merged:
            first = [int(number) for number in cells]
            sheet.merge_range(*first, rows[first[0]][first[1]])
    book.close()
    return out.getvalue()


def zipped(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def changed(data, **parts):
    """A workbook with some of its sheets' XML replaced by what a function makes of it, text or bytes."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        found = {name: archive.read(name).decode() for name in archive.namelist()}
    return zipped({name: parts.get(Path(name).stem, str)(text) for name, text in found.items()})


def typed(row):
    """A row as a person's spreadsheet stores it: numbers as numbers."""
    return [int(cell) if cell.lstrip("-").isdecimal() else cell for cell in row]


def parsed(data):
    frame, issues = read_all(io.BytesIO(data))
    return hands_from_frame(frame), issues


def hashes(data):
    frame, issues = read_all(io.BytesIO(data))
    assert [issue for issue in issues if issue.severity == "error"] == []
    return frame["content_hash"].to_list()


def only_hand(*rows, header=HEADER, above=()):
    (hand,), issues = parsed(csv_bytes([*above, header, *rows]))
    return hand, issues


def errors(issues):
    return [issue for issue in issues if issue.severity == "error"]


def codes(issues):
    return [issue.code for issue in issues]


def night():
    return list(csv.reader((FOLDER / "night.csv").read_text(encoding="utf-8").splitlines()))


def ods(rows):
    table = f'<table:table table:name="Night">{rows}</table:table>'
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    body = f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body>"
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
            "content.xml": f"<office:document-content {spaces}>{body}</office:document-content>",
        }
    )


def ods_row(texts, repeated=1, columns=1):
    cell = '<table:table-cell office:value-type="string" table:number-columns-repeated="{}"><text:p>{}</text:p></table:table-cell>'
    cells = "".join(cell.format(columns, text) if text else "<table:table-cell/>" for text in texts)
    return f'<table:table-row table:number-rows-repeated="{repeated}">{cells}</table:table-row>'
