"""Club exports: every layout gives the book it was written from, and what is damaged is said."""

from __future__ import annotations

import io
import random
import zipfile
from dataclasses import replace
from decimal import Decimal

import club_files
import polars as pl
import pytest
from club_files import ANNA, BOOK, BORIS, LAYOUTS, VERA
from mutations import mutations
from sheets import changed

from ofc_analytics.audit import check_clubs
from ofc_analytics.errors import ParseError
from ofc_analytics.formats import detect, read_all, read_clubs
from ofc_analytics.formats.opening import HEAD

FORMATS = {"pppoker": "pppoker-club", "suprema": "suprema", "clubgg": "clubgg"}
KNOWN_NOTES = {"sheet-skipped", "formula-recomputed", "formula-empty", "time-zone-unsaid"}
TWICE_SAID = ["buy_in", "hands", "winnings", "from_opponents", "from_jackpot", "fee", "jackpot_fee"]


def read(data):
    return read_clubs(io.BytesIO(data))


def faults(clubs):
    return [issue for issue in clubs.issues if issue.severity != "note"]


def notes(clubs):
    return {issue.code for issue in clubs.issues if issue.severity == "note"}


def minor(amount):
    return int(Decimal(amount) * 100)


def told(clubs, *columns):
    """What the players' lines say, whatever the place they stand at; no amount is 0."""
    return clubs.lines.select(pl.col(*columns)).fill_null(0).rows()


def with_nick(nick):
    return tuple(
        replace(
            table,
            lines=tuple(replace(line, nick=nick) if line is table.lines[0] else line for line in table.lines),
        )
        for table in BOOK
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_layout_is_told_apart_and_read_without_a_fault(layout):
    data = LAYOUTS[layout]()
    assert detect(data[:HEAD], "export", binary=data[:2] == b"PK").name == FORMATS[layout.partition("-")[0]]
    clubs = read(data)
    assert faults(clubs) == []
    assert notes(clubs) <= KNOWN_NOTES
    assert clubs.lines["complete"].all()
    assert clubs.tables["game"].unique().sort().to_list() == ["OFC", "PLO5"]


@pytest.mark.parametrize("layout", ["pppoker", "pppoker-league", "pppoker-russian"])
def test_pppoker_lines_are_those_of_the_book(layout):
    columns = ("game_id", "player", "nick", *TWICE_SAID)
    assert told(read(LAYOUTS[layout]()), *columns) == [
        (
            table.number, line.player, line.nick, minor(line.buy_in), line.hands, minor(line.winnings),
            minor(line.opponents), minor(line.jackpot), minor(line.fee), minor(line.jackpot_fee),
        )
        for table in BOOK
        for line in table.lines
    ]  # fmt: skip


@pytest.mark.parametrize("layout", ["clubgg", "clubgg-union"])
def test_clubgg_lines_are_those_of_the_book(layout):
    columns = ("player", "nick", "buy_in", "hands", "winnings", "fee")
    assert told(read(LAYOUTS[layout]()), *columns) == [
        (
            club_files.clubgg_id(line.player), line.nick, minor(line.buy_in), line.hands, minor(line.winnings),
            minor(line.fee),
        )
        for table in club_files.without_jackpots()
        for line in table.lines
    ]  # fmt: skip


def test_suprema_lines_and_totals_a_game():
    clubs = read(LAYOUTS["suprema"]())
    columns = ("player", "nick", "club", "agent", "buy_in", "hands", "winnings")
    assert told(clubs, *columns)[:2] == [
        ("1000001", "Anna", "77", None, 10000, 40, 5750),
        ("1000002", "Boris", "77", "1000001", 123456, 40, -120030),
    ]
    ofc = clubs.members.filter(pl.col("game") == "OFC").select("player", "winnings", "fee", "hands")
    assert ofc.rows() == [
        (player, minor(ofc[0]), minor(ofc[1]), ofc[2]) for player, _, ofc, _ in club_files.member_sums(BOOK)
    ]


def test_what_is_said_of_a_table():
    table = read(LAYOUTS["pppoker"]()).tables.row(0, named=True)
    assert table["started_at"].isoformat() == "2025-12-08T05:00:00+00:00"
    assert table["ended_at"].isoformat() == "2025-12-08T08:52:00+00:00"
    assert {
        name: table[name] for name in ("name", "stakes", "fee_rate", "fee_cap", "creator", "utc_offset")
    } == {
        "name": "REENTRY",
        "stakes": "0.5",
        "fee_rate": "5%",
        "fee_cap": "5BB",
        "creator": "pp1000001(1000001)",
        "utc_offset": "-05:00",
    }
    assert (table["buy_in"], table["hands"], table["fee"]) == (153456, 118, 5100)


def test_two_tables_of_one_name_are_two():
    tables = read(LAYOUTS["pppoker"]()).tables
    assert tables["name"].to_list()[:2] == ["REENTRY", "REENTRY"]
    assert tables["game_id"].n_unique() == 3


def test_formulas_without_values_are_made_of_their_parts():
    without, stored = (read(club_files.pppoker(formulas=formulas)) for formulas in (True, False))
    assert "formula-recomputed" in notes(without)
    assert told(without, *TWICE_SAID) == told(stored, *TWICE_SAID)
    assert stored.lines["club_result"][0] == minor(ANNA.fee) + minor(ANNA.jackpot_fee)


def test_a_formula_without_parts_is_a_fault_of_its_line_alone():
    sheets = club_files.clubgg_sheets()
    sheets.rows["Ring Game Detail"][6][11] = club_files.Formula("=1+1")
    clubs = read(sheets.bytes())
    assert [(issue.code, issue.cell) for issue in faults(clubs)] == [("cell-formula", "L7")]
    assert clubs.lines["complete"].to_list() == [False, *[True] * 6]
    assert clubs.lines["winnings"][0] is None


def test_totals_that_are_formulas_claim_nothing():
    sheets = club_files.pppoker_sheets()
    total = sheets.rows["Partidas"][9]
    assert total[1] == "Total"
    for column in range(4, 15):
        total[column] = club_files.Formula("=SUM(E7:E9)")
    clubs = read(sheets.bytes())
    assert faults(clubs) == []
    assert "total-formula" in notes(clubs)
    assert clubs.tables.select("buy_in", "hands", "winnings", "fee").row(0) == (None,) * 4


@pytest.mark.parametrize(
    ("written", "hundredths"),
    [
        ("1.234,56", 123456),
        ("(1.234,56)", -123456),
        ("-0,05", -5),
        ("−12,5", -1250),
        ("1.234", 123400),
        ("12.5", 1250),
        ("1234567", 123456700),
        ("--", None),
        ("/", None),
        ("", None),
        (Decimal("0.1"), 10),
    ],
)
def test_amounts_as_brazilians_write_them(written, hundredths):
    sheets = club_files.suprema_sheets()
    sheets.rows["Grand Union Game Detail"][1][11] = written
    clubs = read(sheets.bytes())
    assert faults(clubs) == []
    assert clubs.lines["winnings"][0] == hundredths


@pytest.mark.parametrize(
    "written", ["1,234", "1.23.4", "12a", "1e5", "12,3,4", "((5))", "9" * 30, "0," + "1" * 9]
)
def test_what_is_no_amount_is_said(written):
    sheets = club_files.suprema_sheets()
    sheets.rows["Grand Union Game Detail"][1][11] = written
    clubs = read(sheets.bytes())
    assert [(issue.code, issue.cell, issue.text) for issue in faults(clubs)] == [
        ("amount-unreadable", "L2", written)
    ]


def test_an_amount_with_more_places_gives_all_rows_its_exponent():
    sheets = club_files.clubgg_sheets()
    sheets.rows["Ring Game Detail"][6][10] = "2.0005"
    clubs = read(sheets.bytes())
    assert clubs.lines["exponent"].unique().to_list() == [4]
    assert (clubs.lines["fee"][0], clubs.lines["buy_in"][0]) == (20005, 1000000)


@pytest.mark.parametrize("mangled", ["2.51208E+11", "2,51208E+11", "1E6"])
def test_a_shortened_id_is_named_and_not_guessed(mangled):
    sheets = club_files.pppoker_sheets()
    sheets.rows["Partidas"][6][1] = mangled
    clubs = read(sheets.bytes())
    (issue,) = faults(clubs)
    assert (issue.code, issue.severity, issue.cell, issue.text) == ("id-mangled", "warning", "B7", mangled)
    assert clubs.lines.select("player", "nick").row(0) == (None, "Anna")


def test_a_table_with_a_shortened_id_keeps_its_lines():
    data = LAYOUTS["pppoker-russian"]().decode("utf-8-sig").replace("251208081611-300001", "2,51208E+11")
    clubs = read(data.encode())
    assert [issue.code for issue in faults(clubs)] == ["id-mangled"]
    assert clubs.tables["game_id"].to_list() == [None, BOOK[1].number, BOOK[2].number]
    assert clubs.lines.filter(pl.col("game_id").is_null())["nick"].to_list() == ["Anna", "Boris", "Вера"]


def test_players_without_an_id_are_players():
    sheets = club_files.pppoker_sheets()
    for row, nobody in ((6, "/"), (7, "-")):
        sheets.rows["Partidas"][row][1] = nobody
    clubs = read(sheets.bytes())
    assert faults(clubs) == []
    assert clubs.lines["player"].to_list()[:3] == [None, None, "1000003"]


def test_a_line_that_names_nobody_is_said():
    sheets = club_files.pppoker_sheets()
    sheets.rows["Partidas"][6][1] = None
    clubs = read(sheets.bytes())
    assert [(issue.code, issue.line) for issue in faults(clubs)] == [("player-missing", 7)]
    assert clubs.lines.height == 6


HOSTILE = {
    "formula": "=HYPERLINK(1)",
    "newlines": "Anna\nTotal\n;;",
    "right-to-left": "\u202eannA",
    "emoji": "🃏?",
    "long": "A" * 10_000,
    "total": "Total",
    "russian total": "Итог",
    "heading": "Apelido",
    "table": "ID do jogo: 1-1 Nome da mesa: x",
    "table name": "Table Name : x , Creator : y",
    "semicolons": 'a;"b";c',
    "amount": "1.234,56",
}


@pytest.mark.parametrize("nick", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("layout", ["pppoker", "league", "russian", "suprema", "clubgg"])
def test_a_nickname_is_only_a_nickname(layout, nick):
    write = {
        "pppoker": club_files.pppoker,
        "league": lambda book: club_files.pppoker_league_sheets(book).bytes(),
        "russian": club_files.pppoker_russian,
        "suprema": club_files.suprema,
        "clubgg": lambda book: club_files.clubgg(club_files.without_jackpots(book)),
    }[layout]
    plain, hostile = read(write(BOOK)), read(write(with_nick(nick)))
    assert faults(hostile) == []
    assert hostile.lines["nick"][0] == nick
    assert told(hostile, *TWICE_SAID, "player", "game_id") == told(plain, *TWICE_SAID, "player", "game_id")
    assert check_clubs(hostile).is_empty()


def test_league_rates_are_exact_fractions():
    book = (replace(BOOK[0], lines=(ANNA, replace(BORIS, league="1800"), VERA)),)
    sheets = club_files.pppoker_league_sheets(book, rates=(("1765", "1:5"), ("1800", "3:1")))
    sheets.rows["Jogos PPSR"].insert(1, ["SuperUnion 88 Taxa de câmbio das fichas 1:0"])
    clubs = read(sheets.bytes())
    assert "rate-zero" in notes(clubs)
    assert set(clubs.lines.select("league", "rate_numerator", "rate_denominator").rows()) == {
        ("1765", 5, 1),
        ("1800", 1, 3),
    }
    assert clubs.tables["league"].to_list() == ["1765", "1800", None]


def test_unknown_columns_and_sheets_are_noted():
    sheets = club_files.pppoker_sheets()
    sheets.rows["Partidas"][5] = [*club_files.PORTUGUESE, "Novo"]
    clubs = read(sheets.bytes())
    (column,) = [issue for issue in clubs.issues if issue.code == "column-unknown"]
    assert (column.text, column.cell) == ("Novo", "P6")
    assert {issue.text for issue in clubs.issues if issue.code == "sheet-skipped"} == {"Geral, Transações"}


def test_a_column_that_stands_twice_is_not_chosen_from():
    sheets = club_files.pppoker_sheets()
    sheets.rows["Partidas"][5][3] = "Taxa"
    clubs = read(sheets.bytes())
    assert [issue.code for issue in faults(clubs)] == ["column-twice", "column-twice"]
    assert clubs.lines["fee"][0] is None


def test_columns_of_clubgg_are_followed_where_headings_tell_them():
    sheets = club_files.clubgg_sheets()
    for row in sheets.rows["Ring Game Detail"]:
        if len(row) == 12:
            row[10], row[11] = row[11], row[10]
    clubs = read(sheets.bytes())
    assert "column-moved" in notes(clubs)
    assert told(clubs, "fee", "winnings") == told(read(club_files.clubgg()), "fee", "winnings")


def test_members_without_the_columns_of_ofc_are_said():
    sheets = club_files.pppoker_sheets()
    sheets.rows["Detalhado"][3][77] = "Outro"
    clubs = read(sheets.bytes())
    assert [(issue.code, issue.sheet) for issue in faults(clubs)] == [("column-missing", "Detalhado")]
    assert clubs.members["game"].unique().to_list() == ["total"]


def packed(data, sheet, size=2**24):
    """The workbook with a sheet that unpacks to `size` bytes more."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            text = source.read(name)
            target.writestr(name, text + b" " * size if name.endswith(sheet) else text)
    return out.getvalue()


def test_a_sheet_that_nobody_reads_may_be_of_any_size():
    clubs = read(packed(LAYOUTS["suprema"](), "sheet5.xml"))
    assert faults(clubs) == []
    assert clubs.lines.height == 7


def test_of_a_workbook_with_too_large_a_detail_the_rest_is_read():
    clubs = read(packed(LAYOUTS["suprema"](), "sheet4.xml"))
    (issue,) = faults(clubs)
    assert (issue.code, issue.sheet) == ("workbook-too-large", "Grand Union Game Detail")
    assert (clubs.tables.height, clubs.lines.height) == (3, 0)
    assert clubs.members.height == 9


def test_a_stray_cell_far_away_costs_nothing_else():
    stray = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    data = changed(
        packed(LAYOUTS["suprema"](), "sheet5.xml"), sheet3=lambda text: text.replace("</sheetData>", stray)
    )
    clubs = read(data)
    assert [(issue.code, issue.sheet, issue.cell) for issue in faults(clubs)] == [
        ("cell-far", "Grand Union Game Statistics", "XFD1048576")
    ]
    assert (clubs.tables.height, clubs.lines.height) == (6, 7)


def test_a_file_that_is_given_twice_counts_once(tmp_path):
    file = tmp_path / "club.xlsx"
    file.write_bytes(club_files.pppoker())
    (copy := tmp_path / "copy.xlsx").write_bytes(file.read_bytes())
    for twice in (file, copy):
        clubs = read_clubs([file, twice])
        assert [issue.code for issue in faults(clubs)] == ["file-twice"]
        assert (clubs.tables.height, clubs.lines.height, clubs.members.height) == (3, 7, 6)


def test_strict_reading_stops_at_the_first_fault():
    sheets = club_files.pppoker_sheets()
    sheets.rows["Partidas"][6][4] = "muito"
    with pytest.raises(ParseError, match="cell E7: in the buy-in"):
        read_clubs(io.BytesIO(sheets.bytes()), strict=True)


def test_an_export_has_no_hands_and_hands_are_no_export(root):
    hands, issues = read_all(io.BytesIO(club_files.clubgg()))
    assert hands.is_empty()
    assert [issue.code for issue in issues if issue.severity == "error"] == []
    assert "club-not-read" in {issue.code for issue in issues}
    clubs = read_clubs(root / "tests" / "parsers" / "home_sheet" / "night.csv")
    assert clubs.empty
    assert "hands-not-read" in notes(clubs)


def test_damaged_text_says_so_or_says_the_same():
    """Amounts and hands of players stand in the totals too, and winnings in their parts."""

    def tables(clubs):
        return [
            sorted(table.select(pl.col(*TWICE_SAID).fill_null(0)).rows())
            for table in clubs.lines.partition_by("block", maintain_order=True)
        ]

    data = LAYOUTS["pppoker-russian"]()
    sound = tables(read(data))
    rng = random.Random(20251208)
    for damaged in (one for _ in range(12) for one in mutations(data, rng)):
        clubs = read(damaged)
        if {issue.code for issue in clubs.issues} <= KNOWN_NOTES and check_clubs(clubs).is_empty():
            assert all(table in sound for table in tables(clubs))  # whole tables may be cut off


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name != "pppoker-russian"])
def test_damaged_workbooks_never_end_in_a_traceback(layout):
    data = LAYOUTS[layout]()
    rng = random.Random(layout)
    for damaged in mutations(data, rng):
        check_clubs(read(damaged))


SHEETS = {
    "pppoker": club_files.pppoker_sheets,
    "league": club_files.pppoker_league_sheets,
    "suprema": club_files.suprema_sheets,
    "clubgg": lambda: club_files.clubgg_sheets(split=True),
    "union": club_files.clubgg_union_sheets,
}
ODDITIES = [
    None,
    "",
    "Total",
    "/",
    "1E5",
    "#REF!",
    -1,
    10**15,
    1e-12,
    "0,001",
    "Liga 1 Total",
    "ID do jogo:",
    "ID",
    True,
]


@pytest.mark.parametrize("layout", SHEETS)
def test_edited_cells_and_lines_never_end_in_a_traceback(layout):
    rng = random.Random(layout)
    for _ in range(20):
        sheets = SHEETS[layout]()
        rows = sheets.rows[rng.choice(list(sheets.rows))]
        place = rng.randrange(len(rows))
        match rng.randrange(4):
            case 0:
                del rows[place]
            case 1:
                rows.insert(place, list(rows[place]))
            case 2:
                other = rng.randrange(len(rows))
                rows[place], rows[other] = rows[other], rows[place]
            case _ if rows[place]:
                rows[place] = list(rows[place])
                rows[place][rng.randrange(len(rows[place]))] = rng.choice(ODDITIES)
        check_clubs(read(sheets.bytes()))
