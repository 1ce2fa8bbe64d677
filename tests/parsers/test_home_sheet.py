"""Score sheets of home games: every way to type one night gives the same hands, and every slip its place."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ofc_parsers.home_sheet.parser import HomeSheet
from ofc_parsers.home_sheet.vocabulary import Field, field_of
from sheets import (
    ANNA,
    BORIS,
    FOLDER,
    GOOD,
    HEADER,
    codes,
    csv_bytes,
    errors,
    hashes,
    night,
    ods,
    ods_row,
    only_hand,
    parsed,
    typed,
    workbook,
    zipped,
)

from ofc_analytics.cards import cards_text

# ---- one night, typed in many ways ----


def test_a_russian_and_an_english_sheet_of_one_night_are_the_same_hands():
    english, russian = (hashes((FOLDER / name).read_bytes()) for name in ("night.csv", "night-ru.csv"))
    assert english == russian
    assert len(english) == 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_delimiters_line_ends_and_encodings_change_nothing(delimiter, end, encoding):
    data = csv_bytes(night(), delimiter, end).decode().encode(encoding)
    assert hashes(data) == hashes((FOLDER / "night.csv").read_bytes())


def test_a_line_that_names_the_delimiter_is_obeyed():
    assert hashes(b"sep=;\r\n" + csv_bytes(night(), ";", "\r\n")) == hashes(csv_bytes(night()))


def test_a_workbook_and_a_text_of_one_night_are_the_same_hands():
    rows = [typed(row) for row in night()]
    rows[3][1] = dt.date(2026, 11, 27)
    assert hashes(workbook(rows)) == hashes((FOLDER / "night.csv").read_bytes())


@given(order=st.permutations(range(12)), delimiter=st.sampled_from(",;\t"))
@settings(max_examples=25, deadline=None)
def test_the_order_of_columns_changes_nothing(order, delimiter):
    rows = night()
    shuffled = rows[:5] + [[row[place] for place in order] for row in rows[5:]]
    # A blank first cell in a line of hands is no blank line.
    assert hashes(csv_bytes(shuffled, delimiter)) == hashes(csv_bytes(rows))


@given(order=st.permutations(range(8)))
@settings(max_examples=20, deadline=None)
def test_lines_of_a_hand_may_stand_in_any_order_once_seats_are_told(order):
    rows = night()[5:]
    seats = {"Anna": "1", "Boris": "2", "Vera": "3"}
    seated = [[*row, seats.get(row[1], "seat")] for row in rows]
    mixed, issues = parsed(csv_bytes([seated[0], *(seated[1 + place] for place in order)]))
    straight, _ = parsed(csv_bytes(seated))
    assert errors(issues) == []
    seen = {hand.hand_no: [(player.name, player.cards) for player in hand.players] for hand in mixed}
    assert seen == {
        hand.hand_no: [(player.name, player.cards) for player in hand.players] for hand in straight
    }


def test_optional_columns_may_be_left_out():
    keep = [0, 1, 3, 4, 5]
    hand, issues = only_hand(
        *([row[i] for i in keep] for row in (ANNA, BORIS)), header=[HEADER[i] for i in keep]
    )
    assert issues == []
    assert [player.name for player in hand.players] == ["Anna", "Boris"]
    assert [player.seat for player in hand.players] == [1, 2]
    assert hand.players[0].claimed.points is None
    assert hand.unit is None
    assert hand.room == "home"


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("Hand No.", Field.HAND),
        ("№", Field.HAND),
        ("рука", Field.HAND),
        ("ИМЯ", Field.PLAYER),
        ("место", Field.SEAT),
        ("Head", Field.TOP),
        ("верхний", Field.TOP),
        ("mid", Field.MIDDLE),
        ("tail", Field.BOTTOM),
        ("низ", Field.BOTTOM),
        ("Доска", Field.BOARD),
        ("сброс", Field.DISCARDS),
        ("КУШИ", Field.POINTS),
        ("куш", Field.UNIT),
        ("цена очка", Field.UNIT),
        ("итог", Field.NET),
        ("Net (RUB)", Field.NET),
        ("Кэп", Field.STACK),
        ("Дилер", Field.BUTTON),
        ("мёртвая", Field.FOUL),
        ("next_fantasyland", Field.NEXT),
        ("weather", None),
    ],
)
def test_headings_are_known_in_both_languages(heading, field):
    assert field_of(heading) == field


def test_a_singular_kush_is_the_unit_and_the_plural_the_points():
    header = ["раздача", "игрок", "верх", "середина", "низ", "куши", "куш"]
    rows = [[row[0], row[1], *row[3:6], row[7], "10,50"] for row in (ANNA, BORIS)]
    hand, issues = only_hand(*rows, header=header)
    assert issues == []
    assert hand.unit == 1050
    assert [player.claimed.points for player in hand.players] == [-2, 2]


@pytest.mark.parametrize(("top", "bottom"), [("Front", "Back"), ("Фронт", "Бэк")])
def test_front_and_back_are_told_by_their_cards(top, bottom):
    header = ["hand", "player", top, "middle", bottom]
    straight, plain_issues = only_hand(*([row[0], row[1], *row[3:6]] for row in (ANNA, BORIS)), header=header)
    turned, issues = only_hand(*([row[0], row[1], *row[5:2:-1]] for row in (ANNA, BORIS)), header=header)
    assert straight.players == turned.players
    assert plain_issues == []
    assert [(issue.code, issue.severity, issue.line) for issue in issues] == [("rows-by-count", "note", 2)]


def test_rows_called_top_and_bottom_are_never_turned():
    header = ["hand", "player", "top", "middle", "bottom"]
    _, issues = parsed(csv_bytes([header, *([row[0], row[1], *row[5:2:-1]] for row in (ANNA, BORIS))]))
    assert codes(issues) == ["row-length"] * 4


@pytest.mark.parametrize("mark", [" / ", "|", " ; ", "\n", ""])
def test_a_board_may_stand_in_one_cell(mark):
    rows = [[row[0], row[1], mark.join(row[3:6]), row[7]] for row in (ANNA, BORIS)]
    hand, issues = only_hand(*rows, header=["hand", "player", "board", "points"])
    assert issues == []
    assert cards_text(hand.players[0].cards) == "2s Qd Jd 5d 7c 4d 7s 8d 3h Ks 3c Tc Th"


def test_jokers_without_a_number_are_told_apart_over_the_whole_hand():
    anna, boris = ["1", "Anna", *ANNA[3:6]], ["1", "Boris", *BORIS[3:6]]
    anna[2], boris[4] = "2s X Jd", "Ts Kh X Qh Jc"
    hand, issues = only_hand(anna, boris, header=["hand", "player", "top", "middle", "bottom"])
    assert issues == []
    assert [cards_text(player.cards).count("X") for player in hand.players] == [1, 1]
    assert hand.players[0].cards[1] == 52
    assert hand.players[1].cards[10] == 53
    assert hand.jokers == 2


def test_names_are_normalised():
    decomposed = unicodedata.normalize("NFD", "Йен")
    hand, _ = only_hand([*ANNA[:1], f"  {decomposed} ", *ANNA[2:]], BORIS)
    assert hand.players[0].name == "Йен"


def test_a_player_known_by_seat_alone_is_named_after_it():
    hand, issues = only_hand([ANNA[0], "", "3", *ANNA[3:]], [BORIS[0], "", *BORIS[2:]])
    assert issues == []
    assert [(player.seat, player.name) for player in hand.players] == [(2, "Seat 2"), (3, "Seat 3")]


def test_seats_counted_from_zero_are_moved_by_one():
    hand, issues = only_hand([*ANNA[:2], "0", *ANNA[3:]], [*BORIS[:2], "3", *BORIS[3:]])
    assert [player.seat for player in hand.players] == [1, 4]
    assert codes(issues) == ["seats-from-zero"]


def test_the_sheets_in_the_guide_are_read(root):
    english, russian, *_ = re.findall(
        r"```\n(.*?)```", (root / "docs" / "home-sheet.md").read_text("utf-8"), re.DOTALL
    )
    assert len(hashes(english.encode())) == 2
    (hand,), issues = parsed(russian.encode())
    assert issues == []
    (same, _), _ = parsed(english.encode())
    assert [player.cards for player in hand.players] == [player.cards for player in same.players]
    assert (
        (hand.unit, hand.currency, hand.button) == (same.unit, same.currency, same.button) == (1000, "RUB", 2)
    )


# ---- which lines are one hand ----


def test_blank_and_merged_hand_cells_continue_the_hand_above():
    rows = [HEADER, ANNA, ["", *BORIS[1:]], ["2", *ANNA[1:]], ["", *BORIS[1:]]]
    hands, issues = parsed(csv_bytes(rows))
    assert issues == []
    assert [(hand.native_id, hand.hand_no, len(hand.players)) for hand in hands] == [("1", 1, 2), ("2", 2, 2)]
    merged = workbook([typed(row) for row in rows], merged=["1020", "3040"])
    assert hashes(merged) == hashes(csv_bytes(rows))


def test_a_hand_number_may_stand_on_a_line_of_its_own():
    hands, issues = parsed(csv_bytes([HEADER, ["Раздача 7"], ["", *ANNA[1:]], ["", *BORIS[1:]], ["8"]]))
    assert [(hand.native_id, hand.hand_no) for hand in hands] == [("7", 7)]
    assert [(issue.code, issue.line, issue.severity) for issue in issues] == [("hand-empty", 5, "note")]


def test_without_a_hand_column_a_returning_player_begins_a_hand():
    body = [row[1:] for row in (ANNA, BORIS, ANNA, BORIS)]
    body[2][6] = "5"
    hands, issues = parsed(csv_bytes([HEADER[1:], *body]))
    assert [hand.hand_no for hand in hands] == [1, 2]
    assert [(issue.code, issue.severity) for issue in issues] == [("hands-counted", "note")]


def test_without_a_hand_column_hands_of_different_players_are_refused():
    vera = ["Vera", *BORIS[2:]]
    hands, issues = parsed(csv_bytes([HEADER[1:], ANNA[1:], BORIS[1:], vera, ANNA[1:], BORIS[1:]]))
    assert hands == []
    assert [(issue.code, issue.line) for issue in errors(issues)] == [("hands-unclear", 2)]


def test_without_a_hand_column_blank_lines_part_hands_of_different_players():
    hands, issues = parsed((FOLDER / "counted.tsv").read_bytes())
    assert errors(issues) == []
    assert [[player.name for player in hand.players] for hand in hands] == [
        ["Anna", "Boris", "Vera"],
        ["Anna", "Boris"],
        ["Anna", "Boris", "Vera"],
    ]


def test_a_number_that_comes_again_with_its_players_is_another_hand_and_said():
    second = [["2", *ANNA[1:]], ["2", *BORIS[1:]]]
    again = [["1", "Anna", "1", *BORIS[3:7], "4"], ["1", "Boris", "2", *ANNA[3:7], "-4"]]
    hands, issues = parsed(csv_bytes([HEADER, ANNA, BORIS, *second, *again]))
    assert [(hand.hand_no, hand.players[0].claimed.points) for hand in hands] == [(1, -2), (2, -2), (1, 4)]
    assert [(issue.code, issue.line) for issue in issues] == [("hand-number-again", 6)]


def test_a_sheet_sorted_by_players_is_put_together_and_said():
    rows = [[number, *row[1:]] for row in (ANNA, BORIS) for number in ("1", "2")]
    hands, issues = parsed(csv_bytes([HEADER, *rows]))
    assert [[player.name for player in hand.players] for hand in hands] == [["Anna", "Boris"]] * 2
    assert [(issue.code, issue.line, issue.severity) for issue in issues] == [
        ("hand-apart", 4, "note"),
        ("hand-apart", 5, "note"),
    ]


def test_what_is_told_once_holds_for_the_lines_below():
    rows = [
        [*row, *more]
        for row, more in zip(
            [ANNA, BORIS, *GOOD], [["5", "27.11.2026"], ["", ""], ["", ""], ["20", ""]], strict=True
        )
    ]
    hands, issues = parsed(csv_bytes([[*HEADER, "unit", "date"], *rows]))
    assert [(hand.unit, hand.session) for hand in hands] == [(500, "2026-11-27")]
    assert [(issue.code, issue.line, issue.text) for issue in issues] == [("hand-disagrees", 5, "20")]


def test_lines_above_the_header_hold_for_the_hands_and_other_lines_are_noted():
    above = [
        ["Friday at Boris's"],
        ["unit: 10 EUR", "table", "Friday"],
        [],
        ["rules", "tonybet"],
        ["вариант", "классика"],
    ]
    hand, issues = only_hand(ANNA, BORIS, above=above)
    assert (hand.unit, hand.currency, hand.table, hand.rules, hand.variant) == (
        1000,
        "EUR",
        "Friday",
        "tonybet",
        "classic",
    )
    assert [(issue.code, issue.line, issue.severity) for issue in issues] == [("line-skipped", 1, "note")]


def test_totals_and_remarks_are_skipped_and_said():
    rows = [HEADER, ANNA, BORIS, [], ["break for dinner"], *GOOD, ["Итого", "", "", "", "", "", "", "0"]]
    hands, issues = parsed(csv_bytes(rows))
    assert len(hands) == 2
    assert [(issue.code, issue.line, issue.severity) for issue in issues] == [
        ("line-skipped", 5, "note"),
        ("totals-line", 8, "note"),
    ]


def test_a_second_header_begins_a_second_table_with_its_own_columns():
    other = [[row[i] for i in (5, 4, 3, 1, 0)] for row in GOOD]
    rows = [
        ["unit", "5"],
        HEADER,
        ANNA,
        BORIS,
        ["unit", "20"],
        ["bottom", "middle", "top", "player", "hand"],
        *other,
    ]
    hands, issues = parsed(csv_bytes(rows))
    assert issues == []
    assert [hand.unit for hand in hands] == [500, 2000]
    assert hands[0].players[0].cards == hands[1].players[0].cards


# ---- what is claimed, and what stands beside the cards ----


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("points", "+12", ("points", 12)),
        ("points", "−6", ("points", -6)),
        ("points", "12.0", ("points", 12)),
        ("points", "-", ("points", None)),
        ("money", "1 234,50", ("net", 123450)),
        ("royalties", "7", ("royalties", (7,))),
        ("royalties", "7/0/2", ("royalties", (7, 0, 2))),
        ("royalties", "7+0+2", ("royalties", (7, 0, 2))),
        ("foul", "да", ("foul", True)),
        ("foul", "No", ("foul", False)),
        ("foul", "", ("foul", None)),
        ("next fantasyland", "14", ("fantasyland", 14)),
        ("next fantasyland", "yes", ("fantasyland", 1)),
        ("next fantasyland", "нет", ("fantasyland", 0)),
    ],
)
def test_claims_are_read_as_people_write_them(field, text, value):
    header = ["hand", "player", "top", "middle", "bottom", field]
    hand, issues = only_hand(["1", "Anna", *ANNA[3:6], text], ["1", "Boris", *BORIS[3:6], ""], header=header)
    assert issues == []
    assert getattr(hand.players[0].claimed, value[0]) == value[1]


def test_royalties_beside_a_claimed_foul_count_as_none_and_are_kept_as_written():
    header = ["hand", "player", "top", "middle", "bottom", "foul", "royalties"]
    hand, _ = only_hand(
        ["1", "Anna", *ANNA[3:6], "x", "7/0/2"], ["1", "Boris", *BORIS[3:6], "", "2"], header=header
    )
    claimed = hand.players[0].claimed
    assert (claimed.foul, claimed.royalties, claimed.raw) == (True, (0, 0, 0), "royalties 7/0/2")


def test_yen_have_no_decimal_places():
    hand, _ = only_hand([*ANNA, "JPY"], [*BORIS, "JPY"], header=[*HEADER, "currency"])
    assert (hand.exponent, hand.players[0].claimed.net, hand.players[0].stack) == (0, -20, 300)


@pytest.mark.parametrize(
    ("texts", "seat"),
    [
        (("", "x"), 2),
        (("да", "нет"), 1),
        (("0", "1"), 2),
        (("", "1"), 2),
        (("1", ""), 1),
        (("2", "2"), 2),
        (("2", ""), 2),
        (("boris", ""), 2),
        (("", ""), None),
    ],
)
def test_the_button_is_a_mark_a_seat_or_a_name(texts, seat):
    hand, issues = only_hand([*ANNA, texts[0]], [*BORIS, texts[1]], header=[*HEADER, "button"])
    assert issues == []
    assert hand.button == seat


@pytest.mark.parametrize(
    ("texts", "code"),
    [(("x", "x"), "button-twice"), (("1", "2"), "button-twice"), (("3", ""), "button-unclear")],
)
def test_a_button_that_cannot_be_is_refused(texts, code):
    _, issues = parsed(csv_bytes([[*HEADER, "button"], [*ANNA, texts[0]], [*BORIS, texts[1]]]))
    assert codes(issues) == [code]


def test_a_lone_one_on_another_seat_is_no_button():
    anna = [*ANNA[:2], "3", *ANNA[3:], "1"]
    _, issues = parsed(csv_bytes([[*HEADER, "button"], anna, [*BORIS[:2], "1", *BORIS[3:], ""]]))
    assert [(issue.code, issue.line, issue.text) for issue in issues] == [("button-unclear", 2, "1")]


@pytest.mark.parametrize(
    ("columns", "session", "started", "notes"),
    [
        ({"date": "2026-11-27"}, "2026-11-27", None, []),
        ({"date": "27.11.2026", "session": "Night 4"}, "Night 4", None, []),
        (
            {"дата": "27.11.2026", "время": "20:15", "часовой пояс": "+3"},
            "2026-11-27",
            "2026-11-27T17:15:00+00:00",
            [],
        ),
        (
            {"date": "2026-11-27", "time": "9:05"},
            "2026-11-27",
            "2026-11-27T09:05:00+00:00",
            ["time-zone-unsaid"],
        ),
        ({"date": "2026-11-27 20:15:30+03:00"}, "2026-11-27", "2026-11-27T17:15:30+00:00", []),
        ({"start": "27.11.2026 20:15", "utc": "-05:30"}, "2026-11-27", "2026-11-28T01:45:00+00:00", []),
        ({"date": "the last Friday"}, "the last Friday", None, ["date-unreadable"]),
        ({"date": "03/04/2026"}, "03/04/2026", None, ["date-unreadable"]),
        ({"time": "20:15"}, None, None, ["time-unreadable"]),
    ],
)
def test_dates_and_times(columns, session, started, notes):
    more = list(columns.values())
    hand, issues = only_hand([*ANNA, *more], [*BORIS, *more], header=[*HEADER, *columns])
    assert hand.session == session
    assert (hand.started_at and hand.started_at.isoformat()) == started
    assert [(issue.code, issue.severity) for issue in issues] == [(code, "note") for code in notes]


@pytest.mark.parametrize(("text", "cards"), [("", 0), ("no", 0), ("да", 1), ("14", 14), ("17", 17)])
def test_fantasyland_now_is_a_number_of_cards_or_a_yes(text, cards):
    hand, issues = only_hand([*ANNA, text], [*BORIS, ""], header=[*HEADER, "in fantasyland"])
    assert issues == []
    assert [player.fantasyland for player in hand.players] == [cards, 0]


def test_without_a_column_nothing_is_said_of_fantasyland_now():
    hand, _ = only_hand(ANNA, BORIS)
    assert [player.fantasyland for player in hand.players] == [None, None]


@pytest.mark.parametrize(
    ("header", "texts", "declared", "surrendered"),
    [
        (["declared", "surrendered"], ["six pairs", ""], "six-pairs", False),
        (["natural", "surrender"], ["no", "yes"], None, True),
        (["объявил", "сдался"], ["Дракон", "нет"], "dragon", False),
        (["Объявила:", "Сдалась"], ["", "да"], None, True),
    ],
)
def test_naturals_and_surrender_of_the_closed_game(header, texts, declared, surrendered):
    hand, issues = only_hand([*ANNA, *texts], [*BORIS, "", ""], header=[*HEADER, *header])
    assert issues == []
    assert (hand.players[0].declared, hand.players[0].surrendered) == (declared, surrendered)
    assert (hand.players[1].declared, hand.players[1].surrendered) == (None, False)


def test_a_natural_that_nobody_knows_is_refused():
    _, issues = parsed(csv_bytes([[*HEADER, "объявил"], [*ANNA, "да"], [*BORIS, ""]]))
    assert [(issue.code, issue.line, issue.text) for issue in issues] == [("declared-unreadable", 2, "да")]


def test_a_level_holds_until_another_is_named():
    rows = [["level", "2"], HEADER, ANNA, BORIS, ["уровень: 3"], *GOOD]
    hands, issues = parsed(csv_bytes(rows))
    assert issues == []
    assert [hand.level for hand in hands] == [2, 3]


def test_a_fantasyland_of_five_cards_is_refused():
    _, issues = parsed(csv_bytes([[*HEADER, "фантазия"], [*ANNA, "5"], [*BORIS, ""]]))
    assert [(issue.code, issue.line, issue.text) for issue in issues] == [("fantasyland-unreadable", 2, "5")]


# ---- recognising ----


@pytest.mark.parametrize(
    ("head", "low", "high"),
    [
        ((FOLDER / "night.csv").read_bytes(), 0.9, 1),
        ((FOLDER / "night-ru.csv").read_bytes(), 0.9, 1),
        (workbook([HEADER, ANNA, BORIS]), 0.9, 1),
        (ods(ods_row(HEADER) + ods_row(ANNA)), 0.9, 1),
        (workbook([["date", "income"], [1, 2]]), 0.1, 0.4),
        (b"hand,player,top,bottom\n", 0.4, 0.6),
        (b"date,income,tax\n2026-01-01,5,1\n", 0, 0),
        (b"player,points,money,date\n", 0.6, 1),
        (b'{"hand": 3, "seats": ["a"]}\n{"hand": 3}\n', 0, 0),
        (b'[{"player": "hand,player,top,middle,bottom"}]', 0, 0),
        (zipped({"night.csv": "hand,player,top,middle,bottom"}), 0, 0),
        (b"", 0, 0),
        (bytes(range(256)), 0, 0),
    ],
)
def test_the_sniff_is_sure_of_sheets_and_of_nothing_else(head, low, high):
    assert low <= HomeSheet().sniff(head, "night").confidence <= high


def test_a_cut_head_is_enough():
    rows = [HEADER, *([str(number), *row[1:]] for number in range(900) for row in (ANNA, BORIS))]
    assert HomeSheet().sniff(csv_bytes(rows)[:65536], "night.csv").confidence > 0.9
    assert HomeSheet().sniff(workbook(rows)[:65536], "night.xlsx").confidence > 0.2


@pytest.mark.parametrize("name", ["make.py", "notes.md", "page.html"])
def test_a_program_that_speaks_of_players_and_points_is_no_sheet(name):
    text = b'COLUMNS = ("hand", "button", "player", "points")\nSLIPS = {9: 3, 22: -6}\n'
    assert HomeSheet().sniff(text, name).confidence == 0
    assert HomeSheet().sniff(b"hand;player;points\n1;Anna;3\n;Boris;-3\n", name).confidence == 0
    assert HomeSheet().sniff(b"hand;player;points\n1;Anna;3\n;Boris;-3\n", "night.csv").confidence > 0.5
