"""A report told hands that were left out by the code alone, without what was wrong and where."""

from __future__ import annotations

import html
import json
import re

import polars as pl
import pytest

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture
def night(root):
    return (root / "sample_data" / "night.csv").read_text("utf-8")


def cells(page):
    """Texts of the table of issues, row by row."""
    table = re.search(r'<section class="table" id="table-issues">.*?</section>', page, re.DOTALL)[0]
    return [
        [html.unescape(re.sub(r"<[^>]*>", "", cell)) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in re.findall(r"<tr>\s*<th scope=\"row\".*?</tr>", table, re.DOTALL)
    ]


def spoiled(text, times, bad="Qx"):
    """The night with a card that is none in so many hands; and the lines they stand on."""
    lines, spoilt = text.splitlines(keepends=True), []
    hands = set()
    for place, line in enumerate(lines):
        hand = line.split(",")[0]
        if len(spoilt) < times and hand.isdigit() and hand not in hands:
            found = re.search(r"\b[2-9TJQKA][cdhs]\b", line)
            lines[place] = line[: found.start()] + bad + line[found.end() :]
            hands.add(hand)
            spoilt.append(place + 1)
    return "".join(lines), spoilt


@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_is_wrong_and_where_stands_in_the_report(ofc, night, tmp_path, language):
    (tmp_path / "deep").mkdir()
    broken = tmp_path / "deep" / "broken.csv"
    text, lines = spoiled(night, 2)
    broken.write_text(text, encoding="utf-8")
    told = ofc(
        "report",
        broken,
        "--language",
        language,
        "--output",
        tmp_path / "report.html",
        "--issues",
        tmp_path / "all.jsonl",
    )
    assert told.returncode == 1
    issues = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text("utf-8").splitlines()]
    page = (tmp_path / "report.html").read_text("utf-8")
    assert str(tmp_path) not in page
    found = cells(page)
    assert len(found) == len(issues) == 2
    for row, issue, line in zip(found, issues, lines, strict=True):
        assert row[1:3] == [issue["code"], "2"]
        assert row[3].startswith(f"{issue['message']}: ")
        assert issue["text"] in row[3]
        assert issue["expected"] in row[3]
        assert row[4] == f"broken.csv:{line}"
    assert not (tmp_path / "report.issues.jsonl").exists()


def test_of_many_the_first_stand_there_with_the_number_of_all_and_a_file_beside_has_them(
    ofc, night, tmp_path
):
    broken = tmp_path / "broken.csv"
    text, lines = spoiled(night, 12)
    broken.write_text(text, encoding="utf-8")
    again = tmp_path / "again.csv"
    again.write_text(text, encoding="utf-8")
    done = ofc("report", broken, again, "--output", tmp_path / "report.html", "--tables", tmp_path / "tables")
    beside = [json.loads(line) for line in (tmp_path / "report.issues.jsonl").read_text("utf-8").splitlines()]
    page = (tmp_path / "report.html").read_text("utf-8")
    found = cells(page)
    assert len(found) < len(beside)
    assert f"report.issues.jsonl has all {len(beside)}" in done.stderr
    assert (
        f"Shown are {len(found)} of {len(beside)}, the first of each code. All are in report.issues.jsonl."
        in page
    )
    codes = pl.DataFrame(beside, infer_schema_length=None).group_by("severity", "code").len()
    for severity, code, count in codes.iter_rows():
        assert [row[2] for row in found if row[:2] == [severity, code]] == [str(count)] * min(count, 3)
    assert [row[0] for row in found] == sorted(
        (row[0] for row in found), key=["error", "warning", "note"].index
    )
    assert pl.read_parquet(tmp_path / "tables" / "issues.parquet")["code"].to_list() == [
        one["code"] for one in beside
    ]
    assert [row[4] for row in found[:3]] == [f"broken.csv:{line}" for line in lines[:3]]


def test_what_stood_there_does_nothing(ofc, night, tmp_path):
    broken = tmp_path / "broken.csv"
    broken.write_text(spoiled(night, 1, HOSTILE)[0], encoding="utf-8")
    ofc("report", broken, "--output", tmp_path / "report.html", "--tables", tmp_path / "tables")
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "<img" not in page
    assert any("onerror" in cell for row in cells(page) for cell in row)


def test_a_report_of_which_nothing_was_left_out_has_no_such_table(ofc, root, tmp_path):
    ofc("report", root / "sample_data" / "night.csv", "--output", tmp_path / "report.html")
    assert 'id="table-issues"' not in (tmp_path / "report.html").read_text("utf-8")
