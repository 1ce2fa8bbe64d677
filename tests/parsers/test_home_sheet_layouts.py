"""Every layout of score sheet with cards: one night gives the same hands and ledger, and what is unclear is refused."""

from __future__ import annotations

import re

import pytest
from goldens import golden_of
from hypothesis import given, settings
from hypothesis import strategies as st
from night_sheets import (
    KINDS,
    LAYOUTS,
    NIGHT,
    Sheet,
    blocks,
    card_by_card,
    card_headings,
    groups_above,
    groups_headed,
    lines,
    night,
    text,
    told,
    turned,
    xlsx,
)
from sheets import ANNA, BORIS, FOLDER, HEADER, codes, csv_bytes, errors, parsed

from ofc_analytics.cards import cards_text

# ---- one night ----


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_night_is_the_same_hands_in_every_layout_and_kind_of_file(layout, kind):
    hands, issues = parsed(KINDS[kind](LAYOUTS[layout](night())))
    assert told(hands) == told(night())
    assert {issue.code for issue in issues} <= {"rows-by-count"}


@pytest.mark.parametrize(
    ("layout", "kind"),
    [
        ("lines, card columns, Russian", "ods"),
        ("lines, spread headings", "xlsx"),
        ("groups, names above", "xlsx"),
        ("groups, Anna: верх", "semicolon"),
        ("blocks, headings in each", "csv"),
        ("blocks, headings once", "tsv"),
        ("turned", "xlsx"),
        ("turned, side by side", "csv"),
    ],
)
def test_a_night_is_the_same_ledger_in_every_layout(ofc, ledger, tmp_path, layout, kind):
    path = tmp_path / f"night.{'csv' if kind == 'semicolon' else kind}"
    path.write_bytes(KINDS[kind](LAYOUTS[layout](night())))
    printed = ofc("ledger", path)
    assert (printed.returncode, printed.stdout) == (ledger.returncode, ledger.stdout)
    assert "do not stand in 2 hands" in printed.stderr


@pytest.fixture(scope="module")
def ledger(ofc):
    return ofc("ledger", NIGHT)


def test_the_layouts_in_the_guide_are_the_same_hand(root):
    guide = (root / "docs" / "home-sheet.md").read_text(encoding="utf-8")
    section = guide.partition("## Other layouts")[2].partition("## ")[0]
    sheets = re.findall(r"```\n(.*?)```", section, re.DOTALL)
    read = [parsed(sheet.encode()) for sheet in sheets]
    assert [issues for _, issues in read] == [[]] * 4
    assert [told(hands) for hands, _ in read] == [told(read[0][0])] * 4
    assert read[0][0][0].button == 2


# ---- a group of columns a player ----


def one_hand(*rows):
    (hand,), issues = parsed(csv_bytes(rows))
    return hand, issues


def boards(hand):
    return [(player.name, cards_text(player.cards)) for player in hand.players]


CARDS = [*ANNA[3:6], *BORIS[3:6]]
SAME = boards(one_hand(HEADER, ANNA, BORIS)[0])
ROWS = ["top", "middle", "bottom"]


@pytest.mark.parametrize(
    "headings",
    [
        [f"{name} {row}" for name in ("Anna", "Boris") for row in ROWS],
        [f"{name}:{row}" for name in ("Anna", "Boris") for row in ROWS],
        [f"{name} - {row}" for name in ("Anna", "Boris") for row in ROWS],
        [f"{name}'s {row}" for name in ("Anna", "Boris") for row in ROWS],
        [f"{row}\n{name}" for name in ("Anna", "Boris") for row in ROWS],
        [f"{name} [{row} row]" for name in ("Anna", "Boris") for row in ROWS],
        [
            f"{name}, {row}"
            for name in ("Anna", "Boris")
            for row in ("верхний ряд", "средний ряд", "нижний ряд")
        ],
    ],
)
def test_a_heading_carries_the_name_in_many_ways(headings):
    hand, issues = one_hand(["no", *headings], ["1", *CARDS])
    assert issues == []
    assert boards(hand) == SAME


def test_a_name_that_is_a_word_for_a_row_is_told_by_the_other_headings():
    hand, _ = one_hand([f"{name} {row}" for name in ("Bot", "Top") for row in ROWS], CARDS)
    assert [player.name for player in hand.players] == ["Bot", "Top"]


def test_a_player_without_cells_in_a_line_sits_out():
    sheet = groups_above(night()[:3])
    sheet.rows[8] = (*sheet.rows[8][:2], *[None] * 7, *sheet.rows[8][9:])
    hands, issues = parsed(text(sheet))
    assert errors(issues) == []
    assert [[player.name for player in hand.players] for hand in hands][1] == ["Boris", "Вера"]


def test_names_stand_anywhere_above_their_group():
    sheet = groups_above(night()[:2])
    names = [None] * len(sheet.rows[5])
    for place, name in enumerate(("Anna", "Boris", "Вера")):
        names[2 + 7 * place + 3] = name
    sheet.rows[5] = tuple(names)
    assert told(parsed(text(sheet))[0]) == told(night()[:2])


def test_names_without_a_place_above_are_asked_for():
    _, issues = parsed(csv_bytes([["no", *ROWS, *ROWS], ["1", *CARDS]]))
    assert codes(issues) == ["column-missing"] * 2
    assert {issue.expected for issue in issues} == {
        "a column player (or seat), or the player's name in the headings or above them"
    }


def test_players_may_change_below_a_second_line_of_names():
    first, second = groups_above(night()[:2]), groups_above(night()[2:4])
    renamed = [tuple("Галя" if cell == "Anna" else cell for cell in row) for row in second.rows[5:]]
    first.rows += [(), *renamed]
    hands, issues = parsed(text(first))
    assert errors(issues) == []
    assert [hand.players[0].name for hand in hands] == ["Anna"] * 2 + ["Галя"] * 2
    assert [hand.unit for hand in hands] == [1000] * 4


def test_lines_of_groups_without_a_hand_column_are_numbered():
    hands, issues = parsed(
        csv_bytes([[f"{name} {row}" for name in "AB" for row in ROWS], CARDS, CARDS[3:] + CARDS[:3]])
    )
    assert [hand.hand_no for hand in hands] == [1, 2]
    assert [(issue.code, issue.severity) for issue in issues] == [("hands-counted", "note")]


# ---- blocks ----


@pytest.mark.parametrize(
    ("title", "number", "button"),
    [
        (["Hand 7"], "7", None),
        (["Раздача №7", "баттон", "Anna"], "7", 1),
        (["#7", "button: Boris"], "7", 2),
        (["hand", "7", "dealer", "2"], "7", 2),
        (["7-я раздача (баттон Anna)"], "7", 1),
        (["Hand G1-17; button: 1"], "G1-17", 1),
    ],
)
def test_a_title_names_the_hand_and_what_stands_beside_it(title, number, button):
    hand, issues = one_hand(title, ["player", *ROWS], [ANNA[1], *ANNA[3:6]], [BORIS[1], *BORIS[3:6]])
    assert issues == []
    assert (hand.native_id, hand.button) == (number, button)
    assert boards(hand) == SAME


def test_what_is_not_understood_beside_a_title_is_said():
    rows = [
        ["Hand 7 what a night", "cheers"],
        ["player", *ROWS],
        [ANNA[1], *ANNA[3:6]],
        [BORIS[1], *BORIS[3:6]],
    ]
    hand, issues = one_hand(*rows)
    assert hand.native_id == "7"
    assert [(issue.code, issue.severity, issue.text) for issue in issues] == [
        ("line-skipped", "note", "what a night")
    ]


def test_a_unit_beside_a_title_holds_from_there_on():
    sheet = blocks(night()[:3], header="once")
    sheet.rows[11] = (*sheet.rows[11], "unit", "20")
    assert sheet.rows[11][0] == "Hand 2"
    assert [hand.unit for hand in parsed(text(sheet))[0]] == [1000, 2000, 2000]


def test_turned_blocks_know_their_cells():
    sheet = turned(night()[:2])
    rows = [list(row) for row in sheet.rows]
    assert rows[9][0] == "top"
    rows[9][2] = "2d 7c Zz"
    _, (issue,) = parsed(xlsx(Sheet(rows)))
    assert (issue.code, issue.cell, issue.hand, issue.hands) == ("card-unknown", "C10", "1", 1)
    assert issue.raw.splitlines()[0].startswith("Hand 1\tAnna\tBoris")


def test_turned_blocks_may_follow_each_other_without_blank_lines():
    sheet = turned(night()[:4])
    sheet.rows = [row for row in sheet.rows if row]
    assert told(parsed(text(sheet))[0]) == told(night()[:4])


def test_a_hand_of_turned_blocks_without_titles_is_numbered():
    sheet = turned(night()[:3])
    rows = [tuple(None if str(cell).startswith("Hand") else cell for cell in row) for row in sheet.rows]
    hands, issues = parsed(text(Sheet(rows)))
    assert [hand.hand_no for hand in hands] == [1, 2, 3]
    assert codes(issues) == ["hands-counted"]


# ---- a column a card ----

TEMPLATE = {"cards": card_by_card, "titles": card_headings(), "once": True}


def template(count, filled):
    """A sheet of lines with card columns; only the first hands are filled in."""
    sheet = lines(night()[:count], **TEMPLATE)
    head = len(sheet.rows) - 3 * count + 3 * filled
    sheet.rows[head:] = [(row[0], None, row[2]) for row in sheet.rows[head:]]
    return sheet


@pytest.mark.parametrize("kind", ["xlsx", "semicolon"])
def test_prepared_hands_that_are_not_filled_in_are_one_note(kind):
    hands, issues = parsed(KINDS[kind](template(12, 3)))
    assert told(hands) == told(night()[:3])
    (note,) = issues
    assert (note.code, note.severity, note.line) == ("hand-empty", "note", 16)
    assert note.message == "9 hands are not filled in, from 4 to 12"


@given(blanks=st.sets(st.tuples(st.integers(0, 2), st.integers(0, 12)), min_size=1, max_size=30))
@settings(max_examples=10, deadline=None)
def test_each_missing_card_of_a_half_filled_hand_is_named(blanks):
    sheet = lines(night()[:2], **TEMPLATE)
    rows = [list(row) for row in sheet.rows]
    first = len(rows) - 6
    for player, card in blanks:
        rows[first + player][5 + card] = None
    hands, issues = parsed(xlsx(Sheet(rows)))
    assert told(hands) == told(night()[1:2])
    bare = {player for player in range(3) if {(player, card) for card in range(13)} <= blanks}
    cells = {f"{'FGHIJKLMNOPQR'[card]}{first + player + 1}" for player, card in blanks if player not in bare}
    named = [issue.cell for issue in issues if issue.code == "card-missing"]
    assert sorted(named) == sorted(cells)
    assert {issue.cell for issue in issues if issue.code == "cards-missing"} == {
        f"F{first + player + 1}" for player in bare
    }
    assert sum(issue.hands for issue in issues) == 1


def test_jokers_in_card_columns_are_told_apart():
    sheet = lines(night()[:1], **TEMPLATE)
    rows = [list(row) for row in sheet.rows]
    rows[6][5] = rows[6][9] = "X"
    (hand,), issues = parsed(text(Sheet(rows)))
    assert issues == []
    assert (hand.jokers, sorted(hand.players[0].cards)[-2:]) == (2, [52, 53])


@pytest.mark.parametrize(
    "words",
    [("head", "mid", "tail"), ("фронт", "середина", "бэк"), ("Top card", "Middle card", "Bottom card")],
)
def test_card_columns_go_by_other_words_too(words):
    sheet = lines(night()[:2], **TEMPLATE | {"titles": card_headings(words)})
    hands, issues = parsed(text(sheet))
    assert issues == []
    assert told(hands) == told(night()[:2])


def test_cards_of_a_row_may_stand_in_its_first_cell():
    sheet = lines(night()[:1], **TEMPLATE)
    rows = [list(row) for row in sheet.rows]
    rows[6][5:8] = ["9h 3c 6s", None, None]
    assert told(parsed(text(Sheet(rows)))[0]) == told(night()[:1])


# ---- broken sheets ----

BROKEN = [path for path in sorted(FOLDER.iterdir()) if golden_of(path).exists()]


def test_every_error_of_a_broken_sheet_has_its_place_and_what_was_expected():
    seen = 0
    for path in BROKEN:
        found = errors(parsed(path.read_bytes())[1])
        workbook = path.suffix in {".xlsx", ".ods"}
        assert all(issue.line and issue.expected for issue in found), path.name
        assert all((issue.sheet is not None and issue.cell is not None) == workbook for issue in found), (
            path.name
        )
        seen += bool(found)
    assert seen >= 15


JUNK = (
    *(
        "",
        "top",
        "Anna",
        "Hand 7",
        "1",
        "x",
        "-",
        "2s Qd Jd",
        "=1+1",
        "Zz",
        "total",
        "unit",
        "10",
        "player",
        "верх 1",
    ),
    *(
        "board",
        "hand",
        "Anna top",
        "/",
        "Boris (top)",
        "#",
        "button: Anna",
        "2s",
        "\n",
        "front",
        "T1",
        "date",
        "5 EUR",
    ),
)


@given(
    layout=st.sampled_from(list(LAYOUTS)),
    slips=st.lists(
        st.tuples(st.integers(0, 40), st.integers(0, 30), st.sampled_from(JUNK)), min_size=1, max_size=4
    ),
)
@settings(max_examples=60, deadline=None)
def test_no_slip_loses_a_hand_in_silence(layout, slips):
    rows = [list(row) for row in LAYOUTS[layout](night()[:4]).rows]
    for line, column, junk in slips:
        row = rows[line % len(rows)]
        if row:
            row[column % len(row)] = junk
    hands, issues = parsed(text(Sheet(rows)))
    assert len(hands) >= 4 or errors(issues)


def test_a_sheet_of_one_fault_a_hand_loses_those_hands_alone():
    sheet = groups_headed(night())
    rows = [list(row) for row in sheet.rows]
    rows[6][4] = "9h 3c"
    rows[9][4] = "9h 3c 9h"
    hands, issues = parsed(text(Sheet(rows)))
    assert [hand.hand_no for hand in hands] == [number for number in range(1, 31) if number not in {1, 4}]
    assert sum(issue.hands for issue in issues) == 2
