"""Slips in score sheets: each is named with its line or cell, and none takes a good hand along."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheets import (
    ANNA,
    BORIS,
    FOLDER,
    GOOD,
    HEADER,
    csv_bytes,
    errors,
    parsed,
    workbook,
)

from ofc_analytics.errors import ParseError
from ofc_analytics.formats import read

SLIPS = [
    (0, "top", "2s Qd Zz", "card-unknown", "2s Qd Zz"),
    (1, "bottom", "Тs Kh As Qh Jc", "card-unknown", "Тs Kh As Qh Jc"),
    (0, "top", "2s Qd Jd 4d", "row-length", "2s Qd Jd 4d"),
    (1, "middle", "2d Ad 9c", "row-length", "2d Ad 9c"),
    (1, "middle", "", "row-length", ""),
    (1, "top", "3s Ac Qd", "card-twice", "Qd"),
    (1, "discards", "Qs 7d 5c Ac", "card-twice", "Ac"),
    (1, "discards", "Qs 7d 5c ?", "card-unknown", "Qs 7d 5c ?"),
    (1, "player", "Anna", "player-twice", "Anna"),
    (1, "seat", "1", "seat-twice", "1"),
    (1, "seat", "two", "seat-unreadable", "two"),
    (1, "seat", "", "seat-missing", None),
    (0, "points", "six", "points-unreadable", "six"),
    (0, "points", "1.5", "points-unreadable", "1.5"),
    (1, "money", "20,005", "money-unreadable", "20,005"),
    (1, "money", "1,234.50.0", "money-unreadable", "1,234.50.0"),
    (0, "stack", "much", "stack-unreadable", "much"),
    (0, "stack", "-5", "stack-unreadable", "-5"),
]


@pytest.mark.parametrize(("player", "field", "text", "code", "shown"), SLIPS)
def test_a_slip_is_named_with_its_line_or_cell_and_leaves_the_good_hands(player, field, text, code, shown):
    rows = [list(ANNA), list(BORIS)]
    column = HEADER.index(field)
    rows[player][column] = text
    table = [["unit", "10"], HEADER, *GOOD, *rows]
    line, cell = 5 + player, f"{'ABCDEFGHIJ'[column]}{5 + player}"

    hands, (issue,) = parsed(csv_bytes(table))
    assert [hand.native_id for hand in hands] == ["9"]
    assert (issue.code, issue.line, issue.cell, issue.text, issue.hand) == (code, line, None, shown, "1")
    assert issue.expected
    assert issue.raw == ";".join(rows[player])

    hands, (issue,) = parsed(workbook(table))
    assert [hand.native_id for hand in hands] == ["9"]
    assert (issue.code, issue.sheet, issue.cell, issue.text) == (code, "Night", cell, shown)


def test_a_card_twice_names_both_places():
    _, (issue,) = parsed(workbook([HEADER, ANNA, [*BORIS[:3], "3s Ac Qd", *BORIS[4:]]]))
    assert issue.message == "the card lies with Anna and with Boris (cell D2 and cell D3)"
    _, (issue,) = parsed(csv_bytes([HEADER, [*ANNA[:5], "3h Ks 3c Tc 2s", *ANNA[6:]], BORIS]))
    assert issue.message == "the card lies twice with Anna (line 2)"


def test_a_line_with_neither_name_nor_seat():
    hands, (issue,) = parsed(csv_bytes([HEADER, *GOOD, ANNA, [BORIS[0], "", "", *BORIS[3:]]]))
    assert len(hands) == 1
    assert (issue.code, issue.line, issue.hand) == ("player-missing", 5, "1")


@pytest.mark.parametrize("rows", [[ANNA], [[*ANNA[:1], f"P{i}", str(i), *ANNA[3:]] for i in range(1, 6)]])
def test_a_hand_has_two_to_four_players(rows):
    _, issues = parsed(csv_bytes([HEADER, *rows]))
    assert issues[0].code == "player-count"
    assert issues[0].line == 2


def test_all_slips_of_a_sheet_are_said_in_one_pass():
    hands, issues = parsed((FOLDER / "mistakes.csv").read_bytes())
    assert [hand.native_id for hand in hands] == ["1", "9"]
    assert {issue.hand for issue in issues} == set("2345678")
    assert all(issue.line and issue.expected and issue.raw for issue in issues)


def test_a_cell_that_holds_the_delimiter_must_be_quoted():
    loose = ["1;Anna;1;2s;Qd;Jd;5d 7c 4d 7s 8d;3h Ks 3c Tc Th;;-2;-20;300", ";".join(BORIS)]
    hands, issues = parsed(csv_bytes([HEADER, *GOOD]) + "\n".join(loose).encode())
    assert [hand.native_id for hand in hands] == ["9"]
    assert [(issue.line, issue.text) for issue in issues if issue.code == "line-too-long"] == [(4, loose[0])]


def test_lines_are_counted_as_an_editor_does():
    noted = [
        [*HEADER, "remark"],
        [*ANNA, 'long\nthought, "really"'],
        [*BORIS, ""],
        ["2", *ANNA[1:8], "six", "300", ""],
    ]
    _, issues = parsed(csv_bytes([*noted, ["2", *BORIS[1:], ""]]))
    assert [(issue.code, issue.line) for issue in errors(issues)] == [("money-unreadable", 5)]


def test_a_quote_that_is_never_closed_spoils_its_own_hand_alone():
    torn = csv_bytes([HEADER, ANNA, BORIS, *GOOD]).replace(b"1;Boris", b'1;"Boris')
    hands, issues = parsed(torn)
    assert [hand.native_id for hand in hands] == ["9"]
    assert [(issue.code, issue.line) for issue in issues] == [("quote-open", 3)]


def test_a_missing_column_is_named_and_an_unknown_one_gets_its_nearest_word():
    hands, (error, note) = parsed(
        csv_bytes([["hand", "player", "top", "midle", "bottom"], [*ANNA[:2], *ANNA[3:6]]])
    )
    assert hands == []
    assert (error.code, error.line, error.expected) == ("column-missing", 1, "a column middle")
    assert (note.code, note.severity, note.text, note.expected) == (
        "column-unknown",
        "note",
        "midle",
        "perhaps 'middle'",
    )


def test_two_columns_for_one_thing_are_refused_with_both_places():
    _, (issue,) = parsed(workbook([[*HEADER, "очки"], [*ANNA, "-2"], [*BORIS, "2"]]))
    assert (issue.code, issue.cell) == ("column-twice", "K1")
    assert "'points' (cell H1)" in issue.message


def test_strict_reading_stops_at_the_first_error():
    with pytest.raises(
        ParseError, match=r"line 4, hand 2: in the top row, character 7: 'Zz' is no card"
    ) as caught:
        read(io.BytesIO((FOLDER / "mistakes.csv").read_bytes().replace(b"unit;10\n", b"", 1)))
    assert caught.value.issue.code == "card-unknown"


@given(st.text(alphabet=st.sampled_from('";,\t\n\r 1Ann2sКд/♠-x'), max_size=200))
@settings(max_examples=150, deadline=None)
def test_whatever_follows_a_good_hand_leaves_it_good(rubbish):
    hands, _ = parsed(csv_bytes([HEADER, *GOOD]) + b"5;" + rubbish.encode())
    assert hands[0].native_id == "9"
    assert [player.name for player in hands[0].players] == ["Anna", "Boris"]
