"""Make the broken score sheets in ``tests/parsers/home_sheet``: the sample night's first hands, with the slips people make.

``python tests/broken_sheets.py`` writes them, always the same; ``python tests/goldens.py FILE…`` makes their goldens.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from functools import partial

from night_sheets import (
    RUSSIAN,
    blocks,
    card_by_card,
    card_headings,
    groups_above,
    groups_headed,
    lines,
    lines_spread,
    night,
    opendocument,
    text,
    turned,
    xlsx,
)
from ofc_parsers.spreadsheets.workbook import is_workbook
from sheets import FOLDER, Formula, changed, csv_bytes, workbook

SHEETS = {}


def broken(name, write, layout, count, **options):
    """Register a function that spoils a sheet of the night's first hands, and what file it is."""

    def register(spoil):
        def make():
            sheet = layout(night()[:count], **options)
            sheet.rows = [list(row) for row in sheet.rows]
            spoil(sheet, partial(_put, sheet))
            return write(sheet)

        SHEETS[name] = make
        return spoil

    return register


def _put(sheet, reference, value):
    """Write one cell by its reference."""
    letters, number = re.fullmatch("([A-Z]+)([0-9]+)", reference).groups()
    column = (
        sum((ord(letter) - ord("A") + 1) * 26**place for place, letter in enumerate(reversed(letters))) - 1
    )
    row = sheet.rows[int(number) - 1]
    row += [None] * (column + 1 - len(row))
    row[column] = value


semicolon = partial(text, delimiter=";", mark=",")
cards = {"cards": card_by_card, "titles": card_headings(), "once": True}


# ---- one line a player and hand: A hand, B button, C player, D stack, E fantasyland, F top, G middle, H bottom,
# I points, J money; the first hand begins in line 7 ----


@broken("stored.xlsx", xlsx, lines, 4)
def what_a_spreadsheet_made_of_it(sheet, put):
    put("K6", "royalties")
    put("K7", dt.date(2007, 2, 4))  # typed 7/2/4
    put("I8", dt.date(2026, 2, 1))  # typed 1-2
    put("I9", 1e20)
    put("F10", dt.time(9, 3))  # typed 9:3
    put("J11", Formula("=Z1*2", "#REF!"))
    put("I12", Formula("=I10+I11", ""))
    put("A13", dt.date(2026, 3, 1))
    put("A14", dt.date(2026, 3, 1))
    put("A15", dt.date(2026, 3, 1))
    put("J17", "1,4E+02")
    put("E18", 14.5)


@broken("merged.xlsx", xlsx, lines, 4)
def cells_merged_by_hand(sheet, put):
    for line in (7, 8, 9):
        put(f"A{line}", 1 if line == 7 else None)
    sheet.merged.append((6, 0, 8, 0))
    put("C11", None)
    sheet.merged.append((9, 2, 10, 2))  # one name over two lines
    put("G13", None)
    put("H13", None)
    sheet.merged.append((12, 5, 12, 7))  # one text over three rows of cards
    put("I16", "12")
    put("I17", None)
    sheet.merged.append((15, 8, 16, 8))


@broken("twice.csv", text, lines, 5)
def things_that_stand_twice(sheet, put):
    put("F8", "2d 7c 9h")
    put("H9", "8s 5s As Qs 8s")
    put("C11", "Anna")
    put("C14", "Boris")
    put("B16", "x")
    put("B17", "x")
    sheet.rows[19].append("30")
    put("K19", "remark")
    put("K20", "beyond")


@broken("currencies.csv", semicolon, lines, 5, words=RUSSIAN)
def money_of_several_countries(sheet, put):
    put("J7", "20 евро")
    put("J11", "280 USD")
    put("J14", "-50 попугаев")
    put("D13", "1,500")
    put("D15", "-20")
    put("J16", "1.234.5")
    put("K6", "валюта")
    put("K16", "RUB")
    put("K17", "EUR")
    put("J19", "10,005")


@broken("swapped.csv", text, lines, 3, titles=("bottom", "middle", "top"))
def columns_swapped(sheet, put):
    put("F15", "8c 8s 4h 4d 9h")
    put("H15", "2d Ah Qh Qd")  # one line as its headings say, but for a card


@broken("front-back.csv", text, lines, 3, titles=("back", "middle", "front"))
def front_and_back_unclear(sheet, put):
    put("F7", "9h 3c 6s 2c 2d")
    put("H11", "Ts Jd Jc")
    put("G14", "8d 6d 5d 4s")


@broken("headings.csv", text, lines, 2)
def headings_for_one_thing_and_for_none(sheet, put):
    put("G6", "midle")
    put("K6", "очки")
    put("L6", "верх")
    put("E6", "weather")


@broken("apart.csv", text, lines, 6)
def numbers_apart_and_totals_between(sheet, put):
    rows = sheet.rows
    put("A7", None)
    put("C9", None)
    put("I12", "two")
    put("F18", "Qh Qh 3c")
    moved = rows.pop(10)
    rows[15:15] = [[], ["Итого", None, None, None, None, None, None, None, 3, 30], [], ["dinner"], moved]
    rows.append(["Total", None, "Anna", None, None, None, None, None, 12, 120])
    rows.append([None, None, "Boris", None, None, None, None, None, -12, -120])
    rows.append(list(rows[14]))


@broken("unnumbered.tsv", partial(text, delimiter="\t"), lines, 4)
def hands_without_numbers(sheet, put):
    sheet.rows[5:] = [row[1:] for row in sheet.rows[5:]]
    del sheet.rows[12]
    put("E7", "9h 3c")
    sheet.rows[14:14] = [[]]


# ---- card columns: A hand, B button, C player, D stack, E fantasyland, F to H top, I to M middle, N to R bottom,
# S points, T money ----


@broken("half-filled.xlsx", xlsx, lines, 7, **cards)
def a_template_half_filled(sheet, put):
    for reference in ("G7", "R7", "K9"):
        put(reference, None)
    for column in "FGHIJKLMNOPQRS":
        put(f"{column}11", None)  # one player of the hand, whose money stands
    put("F13", "Qc 8h")
    put("G13", "Td")
    put("H14", "Zz")
    put("I15", 9)
    for line in range(16, 19):  # nobody's cards, and a result
        for column in "EFGHIJKLMNOPQRT":
            put(f"{column}{line}", None)
    for line in range(22, 28):  # prepared, and not played
        for column in "BEFGHIJKLMNOPQRST":
            put(f"{column}{line}", None)
    put("N20", sheet.rows[18][13])


@broken(
    "half-filled-ru.csv",
    semicolon,
    lines,
    4,
    words=RUSSIAN,
    **cards | {"titles": card_headings(("верх", "середина", "низ"))},
)
def a_template_with_a_heading_lost(sheet, put):
    put("J6", "середина")
    put("R6", "низ 6")
    put("T6", "низ 1")


@broken("spread.ods", opendocument, lines_spread, 3)
def cards_under_wide_headings(sheet, put):
    put("F7", "9h 3c 6s")
    put("G7", None)
    put("H7", None)
    put("I8", "2s 4h 6h Kc 9d")
    put("N10", "5d 6d")
    put("R12", None)
    put("U14", "Td")


# ---- a group of columns a player: A hand, B button, then six columns each and one of royalties: C stack, D fantasyland,
# E top, F middle, G bottom, H points, I money; J stack and so on; Q for the third ----


@broken("groups.xlsx", xlsx, groups_above, 7)
def lines_that_hold_a_hand(sheet, put):
    put("L8", "2d 7c 9h")
    put("N9", "Ts Jd Jc Jh")
    put("O10", dt.date(2026, 5, 1))
    put("A11", None)
    put("B12", "Галя")
    for column in "EFG":
        put(f"{column}13", None)
    put("P13", "20 EUR")
    put("W8", "nice")
    for column in "QRSTUVW":
        put(f"{column}14", None)  # sits out
    sheet.rows.append(["dinner"])


@broken("groups-headings.xlsx", xlsx, groups_above, 2)
def groups_with_wrong_headings(sheet, put):
    put("J6", "Anna")
    put("N7", "низ ряд")
    put("O7", "bottom")
    put("C7", "button")
    put("W7", "очки")
    put("A6", "our game")


@broken("groups-names.csv", text, groups_headed, 2)
def headings_with_names(sheet, put):
    put("F6", "Ann bottom")
    put("O6", "points")
    put("W6", "Вера points")


@broken("beside.csv", text, lines, 2)
def tables_beside_each_other(sheet, put):
    sheet.rows[5:] = [[*row, None, *row] for row in sheet.rows[5:]]


# ---- blocks ----


@broken("blocks.csv", text, blocks, 6)
def blocks_with_slips(sheet, put):
    put("A6", "Hand")  # no number
    put("C12", "Nobody")
    put("A17", "Вера")
    put("D21", "Js Th")
    put("A24", "Hand 2")  # again
    put("A30", "Hand 5 what a hand")
    sheet.rows[34:34] = [["total", None, None, None, None, None, 3, 30]]
    put("G41", "1.5")


@broken("headings-lost.csv", text, blocks, 4)
def blocks_without_their_headings(sheet, put):
    put("A7", "who")
    put("A18", "Anna again")
    sheet.rows.insert(0, [5, "x", "Anna", "9h 3c 6s", "9s 4s Ts 8d 8h", "5d Td 7d 3d 6d"])


@broken("turned.xlsx", xlsx, turned, 7)
def turned_blocks_with_slips(sheet, put):
    put("C11", "Ac Th Js Ks 9h")  # Anna's nine
    put("B12", dt.date(2026, 1, 2))
    del sheet.rows[21]  # no bottom
    put("B25", None)
    put("C25", None)
    put("D25", None)
    put("A25", None)  # no names
    put("C38", "five")
    put("B40", "3s 5d 7h 9c")
    put("B46", "Галя")
    put("C49", None)
    put("C50", None)
    put("C51", None)
    put("E58", "7c")
    put("A60", "mood")
    put("B60", "fine")


@broken("turned-beside.csv", text, turned, 4, beside=2)
def turned_blocks_beside_each_other(sheet, put):
    put("C10", "2d 7c")
    put("H10", "7s 7h Zz")
    put("F6", "Hand 1")
    put("A17", None)
    put("G23", "six")


# ---- without cards ----


def told_by_points():
    """Points of hands, with slips; a copy that tells one hand otherwise, and totals that tell the night again."""
    points = [
        ["unit", 10, "currency", "RUB"],
        ["date", "2026-11-27"],
        [],
        ["hand", "player", "points", "remark"],
        [1, "Anna", 5],
        [None, "Joker", -5, "first time here"],
        [2, "Anna", dt.date(2026, 2, 1)],
        [None, "Joker", -3],
        [3, "Anna", 4],
        [None, "Joker", -5],
        [4, "Anna", 2],
        [4, "Joker", -2],
        [4, "Anna", 2],
        [1, "Anna", 1],
        [1, "Joker", -1],
        ["total", "Anna", 99],
        [None, "Joker", "9x"],
    ]
    copy = [points[0], points[1], ["hand", "Anna", "Joker"], [1, 6, -6], [3, 5, -5]]
    totals = [["date", "2026-11-28"], ["player", "total"], ["Anna", 50], ["Joker", -50], ["Anna", 0]]
    return workbook(points=points, copy=copy, totals=totals)


def told_by_pairs():
    """A square and lines of pairs, one below the other, and a word for totals in the place of a name."""
    rows = [
        ["unit", "10 JPY"],
        [],
        ["", "Anna", "Boris", "Sum Wong"],
        ["Anna", "", 5, 3],
        ["Boris", -4, "", 2],
        ["Sum Wong", -3, -2, 1],
        ["Boris", -5, "", 2],
        ["Vera", 1, 1, 1],
        ["total", -8, 3, 5],
        [],
        ["session", "late"],
        ["hand", "winner", "loser", "points"],
        ["A1", "Anna", "Boris", 5],
        ["B1", "Anna", "Boris", 4],
        ["B1", "Boris", "Anna", 4],
        [2, "Anna", "Anna", 1],
        [3, "Anna", "Boris", -1],
        [4, "Anna", "", 1],
        ["total", "", "", 16],
    ]
    return csv_bytes(rows)


def what_was_paid():
    """Entries with slips in every column."""
    rows = [
        ["валюта", "руб"],
        ["вид", "игрок", "кому", "сумма", "валюта", "исправляет", "примечание", "id"],
        ["закуп", "Анна", "", "500", "", "", "итого за вечер", "1"],
        ["закуп", "Итого", "", "500", "", "", "", "2"],
        ["заём", "Анна", "", "5", "", "", "", ""],
        ["выход", "Анна", "", "1.234", "", "", "", ""],
        ["выход", "Анна", "", "-5", "", "", "", ""],
        ["выход", "Анна", "", "5", "5", "", "", ""],
        ["платёж", "Анна", "", "5", "", "", "", ""],
        ["платёж", "Анна", "Анна", "5", "", "", "", ""],
        ["поправка", "Анна", "", "5", "", "", "", ""],
        ["поправка", "Анна", "", "400", "", "1", "", "3"],
        ["выход", "", "", "5", "", "", "", ""],
        ["выход", "Итого", "", "600 EUR", "RUB", "", "", ""],
        ["выход", "Итого", "", "600", "", "", "", "", "лишнее"],
    ]
    return csv_bytes(rows)


SHEETS |= {"points.xlsx": told_by_points, "pairs.csv": told_by_pairs, "paid.csv": what_was_paid}


# ---- whole workbooks ----


def sheets_of_one_workbook():
    """Errors in three sheets, one of them hidden, and a stray cell far away."""
    hands = night()[:2]
    first, second, third = lines(hands[:1]), groups_above(hands[1:]), turned(hands[1:])
    parts = {"Friday": first, "Saturday": second, "Sunday": third}
    rows = {name: [list(row) for row in sheet.rows] for name, sheet in parts.items()}
    rows["Friday"][6][5] = "9h 3c"
    rows["Saturday"][7][4] = "8c Qh 9z"
    rows["Sunday"][9][1] = "8c Qh 9s 2c"
    rows["Remarks"] = [["we play at Boris's"]]
    data = workbook(**{name: [_stored(row) for row in lines] for name, lines in rows.items()})
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    return changed(
        data,
        sheet1=lambda xml: xml.replace("</sheetData>", far),
        workbook=lambda xml: xml.replace('name="Sunday"', 'name="Sunday" state="hidden"'),
    )


def _stored(row):
    return [float(cell) if hasattr(cell, "as_tuple") else cell for cell in row]


SHEETS["workbook.xlsx"] = sheets_of_one_workbook


def _fixed(data):
    """A workbook without the moment at which it was made; other files as they are."""
    if not is_workbook(data):
        return data
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            made = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"2026-11-27T20:00:00Z", source.read(name))
            target.writestr(zipfile.ZipInfo(name), made, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def main():
    for name, make in SHEETS.items():
        (FOLDER / name).write_bytes(_fixed(make()))


if __name__ == "__main__":
    main()
