"""Inputs of every format written again without names: what stays, what goes, and that broken ones lose theirs too."""

from __future__ import annotations

import io
import json
import random
import re
from collections import Counter
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from pathlib import Path

import club_files
import logs
import night_sheets
import pytest
import tally_sheets
import xlsxwriter
from blockpoker_logs import blockpoker_array, blockpoker_lines, blockpoker_page, list_item
from blockpoker_logs import replay as blockpoker_replay
from kkpoker_logs import joker_hands, kkpoker_log
from mutations import mutations
from ofc_parsers.home_sheet.values import LONGEST_NAME
from ofc_parsers.spreadsheets.workbook import workbook_grids
from pine_logs import pine_log, played_hands
from python_calamine import CalamineWorkbook
from settled import settled_hands
from sheets import csv_bytes, workbook
from swc_logs import archived_line, dealer_lines, socket_line, state_line, swc_log, swc_messages

from ofc_analytics.formats.anonymising import Anonymised, anonymise
from ofc_analytics.formats.disguise import Disguise
from ofc_analytics.formats.night import read_night

FOLDER = Path(__file__).parent
FORMATS = {
    "blockpoker": "blockpoker",
    "clubgg": "clubgg",
    "home_sheet": "home-sheet",
    "kkpoker_state": "kkpoker-state",
    "ofc_json": "ofc-json",
    "poker_arena": "poker-arena",
    "pppoker_club": "pppoker-club",
    "pppoker_pine": "pppoker-pine",
    "suprema": "suprema",
    "swc": "swc",
}
INPUTS = [
    path
    for folder in FORMATS
    for path in sorted((FOLDER / folder).iterdir())
    if not path.name.endswith(".golden.json")
]
TEXTS = [path for path in INPUTS if path.suffix not in {".xlsx", ".ods"}]
NAMES = ("Anna", "Boris", "Борис", "Вера", "Глеб", "Carol", "Dmitri", "alice", "bob", "pennyfolds")
OTHERS = ("ofc-table", "REENTRY", "Omaha", "1000001", "1000002", "251208081611-300001", "2026-11", "2025/12")
HOSTILE = (
    ("pennyfolds", ": +15,"),
    ("Al", "Alice"),
    ("12345678", "1234567"),
    ("line\nbreak", "\u202eecilA\u202c"),
    ("😀🃏", "n" * 10_000),
    ("points", "name"),
    ("a: +1, b", "b"),
    ('<nick s="0">', '"players":'),
    ("=SUM(A1)", "a;b, c"),
    ("Player", "…"),
)


def again(data, input_format=None, salt="s"):
    """What is written for one input."""
    [done] = anonymise(io.BytesIO(data), salt=salt, input_format=input_format)
    assert isinstance(done, Anonymised), done
    return done


def texts(content):
    """All that can be read in a file, line by line or cell by cell."""
    if not content.startswith(b"PK"):
        return content.decode(errors="replace")
    grids = list(workbook_grids(content))
    cells = [cell.text for grid in grids for row in grid.rows for cell in row.cells]
    return "\n".join([*(grid.name for grid in grids), *cells])


def left(content, names):
    text = texts(content)
    return [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]


def codes(data, input_format):
    issues = read_night(io.BytesIO(data), input_format=input_format).issues
    return Counter((issue.code, issue.severity, issue.hands) for issue in issues)


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_input_loses_its_names_and_keeps_its_faults(path):
    data, name = path.read_bytes(), FORMATS[path.parent.name]
    done = again(data)
    assert [issue.code for issue in done.issues if issue.code != "name-perhaps-left"] == []
    assert left(done.content, (*NAMES, *OTHERS)) == []
    assert codes(done.content, name) == codes(data, name)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_damaged_inputs_lose_their_names_too(path):
    rng = random.Random(path.name)
    for damaged in rng.sample(list(mutations(path.read_bytes(), rng)), 5):
        for done in anonymise(io.BytesIO(damaged), salt="s", input_format=FORMATS[path.parent.name]):
            if isinstance(done, Anonymised) and done.content is not None:
                assert left(done.content, NAMES) == []


@pytest.mark.parametrize(("number", "layout"), list(enumerate(night_sheets.LAYOUTS)))
def test_a_night_in_every_layout(number, layout):
    kind = list(night_sheets.KINDS)[number % len(night_sheets.KINDS)]
    done = again(night_sheets.KINDS[kind](night_sheets.LAYOUTS[layout](night_sheets.night())))
    assert done.issues == []
    assert done.suffix == (".xlsx" if kind in {"xlsx", "ods"} else ".csv")
    assert left(done.content, (*NAMES, "2026-11-27")) == []


@pytest.mark.parametrize("layout", tally_sheets.LAYOUTS)
def test_a_night_without_cards_in_every_layout(layout):
    done = again(night_sheets.KINDS["csv"](tally_sheets.LAYOUTS[layout]()))
    assert done.issues == []
    assert left(done.content, (*NAMES, "2026-11-27", "27.11.2026")) == []


@pytest.mark.parametrize("layout", club_files.LAYOUTS)
def test_club_exports(layout):
    data = club_files.LAYOUTS[layout]()
    done = again(data)
    assert [issue for issue in done.issues if issue.text != "Club"] == []
    assert left(done.content, (*NAMES, *OTHERS, "pp1000001", "Host")) == []


# Captures


def captures():
    """One capture of each shape, as a function of the names of its players."""

    def settled(names, **options):
        return [
            replace(
                hand,
                players=tuple(
                    replace(player, name=name) for player, name in zip(hand.players, names, strict=True)
                ),
            )
            for hand in settled_hands([3, 4], **options)
        ]

    def swc(line):
        return lambda names: swc_log(swc_messages(settled(names)), line)

    def arena(names):
        header, *events = logs.arena_hand(1, players=2)
        return logs.arena_log({**header, "seats": list(names)}, *events)

    def ofc(names):
        hand = logs.ofc_hand(1)
        players = [{**player, "name": name} for player, name in zip(hand["players"], names, strict=True)]
        return logs.ofc_log({**hand, "players": players, "table": "Friday", "session": "the night"})

    def block(write):
        return lambda names: write([blockpoker_replay(hand) for hand in settled(names, unit=100)])

    return {
        "ofc-json": ofc,
        "poker-arena": arena,
        "swc": swc(socket_line),
        "swc, archived": swc(archived_line),
        "swc, states": swc(state_line),
        "pppoker-pine": lambda names: pine_log(played_hands(2, names=names)),
        "pppoker-pine, beside": lambda names: pine_log(played_hands(2, names=names), envelope="beside"),
        "pppoker-pine, body": lambda names: pine_log(played_hands(2, names=names), envelope="body"),
        "kkpoker-state": lambda names: kkpoker_log(joker_hands(2, names=names)),
        "blockpoker": block(blockpoker_lines),
        "blockpoker, array": block(lambda replays: blockpoker_array(replays, indent=1)),
        "blockpoker, page": block(blockpoker_page),
    }


CAPTURES = captures()


def players_of(content, name):
    hands = read_night(io.BytesIO(content), input_format=name.split(",")[0]).hands
    return [player["name"] for hand in hands["players"] for player in hand]


@pytest.mark.parametrize("name", CAPTURES)
@pytest.mark.parametrize("names", HOSTILE, ids=lambda names: names[0][:12])
def test_hostile_names_go(name, names):
    data = CAPTURES[name](names)
    before = players_of(data, name)
    done = again(data, name.split(",")[0])
    assert {issue.code for issue in done.issues} <= {"name-perhaps-left"}
    disguise = Disguise("s")
    assert players_of(done.content, name) == [disguise.label("Player", player) for player in before]
    if all(name.isalnum() and name not in {"points", "name", "Player"} for name in names):
        assert left(done.content, names) == []


@pytest.mark.parametrize("names", HOSTILE, ids=lambda names: names[0][:12])
def test_hostile_names_go_from_sheets(names):
    names = tuple(name[:LONGEST_NAME] for name in names)  # a sheet's longer name is refused
    rows = [["hand", "player", "points", "note"], ["1", names[0], "5", names[1]], ["1", names[1], "-5", ""]]
    disguise = Disguise("s")
    for data in (csv_bytes(rows), csv_bytes(rows, ",", "\r\n"), workbook(rows)):
        done = again(data, "home-sheet")
        assert {issue.code for issue in done.issues} <= {"name-perhaps-left"}
        entries = read_night(io.BytesIO(done.content), input_format="home-sheet").entries
        before = read_night(io.BytesIO(data), input_format="home-sheet").entries
        assert entries["player"].to_list() == [disguise.label("Player", name) for name in before["player"]]
        assert entries["amount"].to_list() == before["amount"].to_list()


@pytest.mark.parametrize("names", HOSTILE, ids=lambda names: names[0][:12])
@pytest.mark.parametrize(
    "write", [club_files.pppoker, club_files.pppoker_russian, club_files.suprema, club_files.clubgg]
)
def test_hostile_nicknames_go_from_club_exports(names, write):
    first, *others = club_files.BOOK[2:]
    lines = [replace(line, nick=name) for line, name in zip(first.lines, names, strict=True)]
    data = write((replace(first, lines=tuple(lines)), *others))
    done = again(data)
    assert {issue.code for issue in done.issues} <= {"name-perhaps-left"}
    nicks = set(read_night(io.BytesIO(done.content)).clubs.lines["nick"])
    assert nicks == {Disguise("s").label("Player", name) for name in names}


def test_one_player_is_the_same_in_every_format():
    names = ("Anna", "Al")
    expected = {Disguise("s").label("Player", name) for name in names}
    for name, write in CAPTURES.items():
        assert set(players_of(again(write(names)).content, name)) == expected
    sheet = again(csv_bytes([["player", "total"], ["Anna", "5"], ["Al", "-5"]])).content
    assert set(read_night(io.BytesIO(sheet)).entries["player"]) == expected


def test_a_name_that_is_a_number_goes_from_an_order_of_winners():
    data = night_sheets.KINDS["csv"](tally_sheets.LAYOUTS["named, orders"]()).replace(b"Anna", b"12345678")
    done = again(data, "home-sheet")
    assert done.issues == []
    assert left(done.content, ("12345678", "Boris")) == []


def test_what_the_dealer_says_is_read_as_before():
    hands = settled_hands([3, 4, 5])
    data = "".join(
        f"[SWC] {line}\n" for said in dealer_lines(hands) for line in ("Anna: nice, bob!", *said)
    ).encode()
    done = again(data, "swc")
    text = done.content.decode()
    assert done.issues == []
    assert text.count("[SWC] …\n") == len(hands)
    assert left(done.content, [player.name for player in hands[0].players]) == []
    assert re.findall(r"[+-]\d+", text) == re.findall(r"[+-]\d+", data.decode())


def test_ids_that_hold_a_time_move_with_the_days():
    [hand] = read_night(io.BytesIO(again(pine_log(played_hands(1))).content)).hands.to_dicts()
    [before] = read_night(io.BytesIO(pine_log(played_hands(1)))).hands.to_dicts()
    days = before["started_at"] - hand["started_at"]
    assert (days.seconds, days.days > 0) == (0, True)
    assert re.fullmatch(r"\d{12}-\d{6}-1-2", hand["native_id"])
    assert hand["native_id"].startswith(hand["session"])
    assert (hand["hand_no"], hand["table"] != before["table"]) == (1, True)


def test_what_nobody_reads_goes():
    line = {
        "PineSitDownBRC": {
            "player": {"uid": 123456, "name": "Anna", "icon": "http://a/anna.png", "mum": "Olga"}
        }
    }
    text = again(f"{json.dumps(line)}\n".encode(), "pppoker-pine").content.decode()
    told = json.loads(text)["PineSitDownBRC"]["player"]
    assert (told["icon"], told["mum"]) == ("…", "…")
    assert len(str(told["uid"])) == len("123456")
    assert told["uid"] != 123456


def test_a_page_of_list_items():
    hand = settled_hands([3], unit=100)[0]
    data = blockpoker_page([list_item(hand), blockpoker_replay(hand)])
    assert again(data).issues == []


# Sheets


def test_a_text_keeps_its_delimiter_quotes_and_lines():
    text = 'sep=;\r\nhand;"player";points;note\r\n1;"An""na";5;"two\r\nlines"\r\n1;Boris;"-5";\r\n;;;\r\n'
    lines = again(text.encode(), "home-sheet").content.decode().split("\r\n")
    anna, boris = (Disguise("s").label("Player", name) for name in ('An"na', "Boris"))
    assert lines == [
        "sep=;",
        'hand;"player";points;note',
        f'1;"{anna}";5;"…',
        '"',
        f'1;{boris};"-5";',
        ";;;",
        "",
    ]


def test_a_workbook_keeps_its_sheets_and_their_cells():
    data = workbook(
        hands=[["hand", "player", "points"], [1, "Anna", 5], [1, "Boris", -5.0]],
        Annas=[["for Anna only", 12, 123456789]],
    )
    with CalamineWorkbook.from_filelike(io.BytesIO(again(data).content)) as book:
        assert book.sheet_names == ["hands", "Sheet 2"]
        hands, other = (book.get_sheet_by_name(name).to_python() for name in book.sheet_names)
    anna = Disguise("s").label("Player", "Anna")
    assert hands[1] == [1.0, anna, 5.0]
    assert other[0][:2] == [f"… {anna} …", 12.0]
    assert other[0][2] not in {123456789.0, ""}


def test_hidden_sheets_stay_hidden():
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    for name in ("hands", "payments"):
        book.add_worksheet(name).write_row(0, 0, ["player", "total"])
        book.get_worksheet_by_name(name).write_row(1, 0, ["Anna", 5])
    book.get_worksheet_by_name("payments").activate()
    book.get_worksheet_by_name("hands").hide()
    book.close()
    written = again(out.getvalue(), "home-sheet").content
    assert [(grid.name, grid.hidden) for grid in workbook_grids(written)] == [
        ("hands", True),
        ("payments", False),
    ]


def test_stored_dates_and_durations():
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet = book.add_worksheet("hands")
    when = (date(2026, 11, 27), datetime.fromisoformat("2026-11-27 20:15"), time(20, 15), timedelta(hours=30))
    for column, (heading, value) in enumerate(zip(("date", "time", "start", "long"), when, strict=True)):
        shown = "[h]:mm:ss" if isinstance(value, timedelta) else "yyyy-mm-dd hh:mm:ss"
        sheet.write_string(2, column, heading)
        sheet.write_datetime(3, column, value, book.add_format({"num_format": shown}))
    book.close()
    with CalamineWorkbook.from_filelike(io.BytesIO(again(out.getvalue(), "home-sheet").content)) as written:
        day, moment, clock, length = written.get_sheet_by_index(0).to_python(skip_empty_area=False)[3]
    days = when[0] - day
    assert days.days > 0
    assert (when[1] - moment, clock, length) == (days, *when[2:])


def test_names_are_told_from_words_by_where_they_stand():
    rows = [
        ["hand", "player", "top winner", "top", "middle", "bottom", "button"],
        ["1", "foul", "", "QQ", "straight", "flush", "x"],
        ["1", "Top", "top", "foul", "", "", ""],
    ]
    content = again(csv_bytes(rows), "home-sheet").content.decode()
    foul, top = (Disguise("s").label("Player", name) for name in ("foul", "Top"))
    assert content.splitlines() == [
        "hand;player;top winner;top;middle;bottom;button",
        f"1;{foul};;QQ;straight;flush;x",
        f"1;{top};{top};foul;;;",
    ]
