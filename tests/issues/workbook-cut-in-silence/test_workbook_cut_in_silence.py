"""A table of a report with more rows than a sheet of Excel was cut in the workbook, and the command said nothing of it."""

from __future__ import annotations

import polars as pl
from python_calamine import CalamineWorkbook

from ofc_analytics.cli.report import write_data
from ofc_analytics.report.contents import Report, Table


def table(key, rows):
    frame = pl.DataFrame({"points": range(rows)})
    return Table(key=key, title=key, columns=(), rows=(), frame=frame)


def test_the_command_says_what_was_cut_how_much_and_where_the_whole_is(tmp_path, capsys):
    made = Report(
        language="en",
        title="",
        summary=(),
        tables=[table("players", 5), table("days", 2_000)],
        findings=table("findings", 1_001),
        issues=table("issues", 1_000),
    )
    write_data(made, tmp_path, most_rows=1_000)
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.splitlines() == [
        f"{tmp_path}: tables.xlsx has 1,000 of {rows} rows of {key}, for a sheet has room for no more; "
        f"{key}.csv and {key}.parquet have all"
        for key, rows in (("days", "2,000"), ("findings", "1,001"))
    ]
    book = CalamineWorkbook.from_path(tmp_path / "tables.xlsx")
    assert book.get_sheet_by_name("days").height == 1_001
    assert pl.read_parquet(tmp_path / "days.parquet").height == 2_000
    assert pl.read_csv(tmp_path / "findings.csv").height == 1_001


def test_it_says_nothing_where_there_is_room(tmp_path, capsys):
    write_data(Report(language="en", title="", summary=(), tables=[table("days", 2_000)]), tmp_path)
    assert capsys.readouterr().err == ""
