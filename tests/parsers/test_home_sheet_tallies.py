"""Sheets without cards: the same night in every layout, what follows from names, and slips of every kind."""

from __future__ import annotations

import io
import random

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from night_sheets import KINDS
from sheets import csv_bytes, errors, workbook
from tally_sheets import LAYOUTS, NAMES, orders, totals, wide

import ofc_analytics as ofc
from ofc_analytics.evaluation import describe, evaluate_boards, is_foul
from ofc_analytics.formats import read_all, read_night
from ofc_analytics.rules import load_rules
from ofc_analytics.settlement.ledger import ledger, square
from ofc_analytics.settlement.result_entries import result_entries
from ofc_analytics.settlement.scoring import score

HEADINGS = ["hand", "player", "top", "middle", "bottom", "top winner", "middle winner", "bottom winner"]


def night(rows, delimiter=";", **given):
    return read_night(io.BytesIO(csv_bytes(rows, delimiter)), **given)


def balances(book):
    return dict(book.balances.select("player", "after").iter_rows())


@pytest.fixture(scope="module")
def cards(root):
    """The ledger of the night as its cards are settled."""
    return ledger(result_entries(ofc.settle(ofc.read(root / "sample_data" / "night.ofc.jsonl"))))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_night_makes_one_ledger_in_every_layout_and_kind_of_file(cards, layout, kind):
    told = read_night(io.BytesIO(KINDS[kind](LAYOUTS[layout]())))
    assert [str(issue) for issue in told.issues if issue.severity != "note"] == []
    assert told.hands.is_empty()
    book = ledger(told.entries)
    assert balances(book) == balances(cards)
    assert square(book).equals(square(cards))
    assert book.checks["verified"].to_list() == ["named" if layout.startswith("named") else "balanced"]
    assert book.checks["session"].to_list() == ["2026-11-27"]
    (remark,) = [issue for issue in told.issues if issue.code == "without-cards"]
    assert "verified" in remark.message


def test_a_statement_names_its_hand_its_sheet_and_its_line():
    book = workbook([("unit", 10), (), ("hand", "Anna", "Boris"), (7, 3, -3)])
    entries = read_night(io.BytesIO(book)).entries
    assert entries.select("player", "amount", "note", "sheet", "line", "verified").rows() == [
        ("Anna", 3000, "hand 7", "Night", 4, "balanced"),
        ("Boris", -3000, "hand 7", "Night", 4, "balanced"),
    ]


# ---- what follows from names ----


def dealt(chance, players, rules):
    """A board for each player; most of them would foul as they come, so one that does not is often looked for."""
    deck = chance.sample(range(52), 13 * players)
    boards = []
    for start in range(0, len(deck), 13):
        tries = np.array([chance.sample(deck[start : start + 13], 13) for _ in range(40)], dtype=np.uint8)
        sound = np.flatnonzero(~is_foul(evaluate_boards(tries), equal_rows=rules.foul.equal_rows))
        boards.append(tries[sound[0] if len(sound) and chance.random() < 0.8 else 0])
    return np.array([boards])


@settings(max_examples=60)
@given(
    st.integers(0, 2**32),
    st.sampled_from(
        [
            ("american-pineapple", 2),
            ("american-pineapple", 3),
            ("tonybet", 3),
            ("american-classic", 4),
            ("russian-classic", 2),
        ]
    ),
)
def test_names_and_winners_give_the_points_of_the_cards(seed, game):
    rules, players = load_rules(game[0]), game[1]
    scores = score(dealt(random.Random(seed), players, rules), rules)
    board = {
        f"P{place}": {"foul": bool(scores.foul[0, place]), "values": scores.values[0, place].tolist()}
        for place in range(players)
    }
    rows = [
        (
            *(1, name, *(["foul"] * 3 if player["foul"] else map(describe, player["values"]))),
            *(orders(board, row) if place == 0 else None for row in range(3)),
        )
        for place, (name, player) in enumerate(board.items())
    ]
    told = night([("unit", 1), ("rules", rules.name), HEADINGS, *rows])
    assert [str(issue) for issue in errors(told.issues)] == []
    assert dict(told.entries.select("player", pl.col("amount") // 100).iter_rows()) == dict(
        zip(board, scores.totals[0].tolist(), strict=True)
    )


def named(*players, headings=HEADINGS[5:], above=(("unit", 1),), **given):
    return night(
        [*above, ["hand", "player", "top", "middle", "bottom", *headings], *((1, *line) for line in players)],
        **given,
    )


def points(told):
    return dict(told.entries.select("player", pl.col("amount") // 100).iter_rows())


def test_the_names_may_tell_the_winner_and_a_mark_or_a_tie_the_rest():
    told = named(
        ["Anna", "QQ", "стрит", "флеш", None, "x", "ничья"],
        ["Boris", "KK", "стрит", "flush", None, None, None],
    )
    assert points(told) == {"Anna": -1, "Boris": 1}  # 7 and 8 for the tops, and a row each


BETTER = [
    ("Anna", "A high", "две пары", "стрит", *["Anna"] * 3),
    ("Boris", "K high", "pair", "pair", *[None] * 3),
]


@pytest.mark.parametrize(
    ("given", "won"),
    [
        ({}, 3 + 3 + 2),
        ({"rules": "russian-classic"}, 3 * 2 + 2),
        ({"overrides": ["rows.scoop=6"]}, 3 + 6 + 2),
        ({"overrides": ["royalties.bottom.straight=100"]}, 3 + 3 + 100),
    ],
)
def test_the_caller_says_by_which_rules(given, won):
    assert points(named(*BETTER, **given)) == {"Anna": won, "Boris": -won}


def test_the_sheet_says_by_which_rules_but_never_names_a_file():
    told = named(*BETTER, above=[("unit", 1), ("правила", "russian-classic")])
    assert points(told) == {"Anna": 8, "Boris": -8}
    for name in ("no-such-rules", "../secret.toml"):
        told = named(*BETTER, above=[("unit", 1), ("rules", name)])
        assert told.entries.is_empty()
        assert [issue.code for issue in errors(told.issues)] == ["rules-unknown", "hand-without-rules"]


@pytest.mark.parametrize("worth", [1, 2])
def test_points_of_a_row_are_what_the_rules_say_or_one(worth):
    line = [[*row[:4], *[sign * worth] * 3] for row, sign in zip(BETTER, (1, -1), strict=True)]
    assert points(named(*line, above=[("unit", 1), ("rules", "russian-classic")])) == {"Anna": 8, "Boris": -8}


def test_a_claim_beside_the_names_is_held_against_them():
    told = named(
        ["Anna", "QQ", "стрит", "флеш", "Anna", "Anna", "Anna", 22],
        ["Boris", "66", "pair", "две пары", None, None, None, -21],
        headings=[*HEADINGS[5:], "points"],
    )
    assert points(told) == {"Anna": 20, "Boris": -20}
    assert [(issue.code, issue.text) for issue in told.issues if issue.severity == "warning"] == [
        ("claim-differs", "22"),
        ("claim-differs", "-21"),
    ]


SOUND = ["Boris", "66", "две пары", "стрит", None, None, None]


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (["Anna", "пара", "две пары", "стрит", *["Anna"] * 3], "name-unclear", "between 0 and 9 royalties"),
        (
            ["Anna", "три туза", "пара", "стрит", *["Anna"] * 3],
            "foul-unsaid",
            "higher than the middle row, 'пара', which is a foul",
        ),
        (
            ["Anna", "QQ", "каре", "стрит", *["Anna"] * 3],
            "foul-unsaid",
            "the middle row is higher than the bottom row",
        ),
        (
            ["Anna", "55", "две пары", "стрит", *["Anna"] * 3],
            "winner-wrong",
            "'66' is higher than '55' of Anna",
        ),
        (
            ["Anna", "QQ", "две пары", "стрит", "=", *["Anna"] * 2],
            "winner-wrong",
            "'QQ' is higher than '66' of Boris",
        ),
        (
            ["Anna", "стрит", "две пары", "стрит", *["Anna"] * 3],
            "name-impossible",
            "in the top row, a combination that it cannot hold",
        ),
        (["Anna", "Qd", "две пары", "стрит", *["Anna"] * 3], "name-unknown", "no name of a combination"),
        (["Anna", None, "две пары", "стрит", *["Anna"] * 3], "name-missing", "nothing is named"),
        (
            ["Anna", "QQ", "две пары", "стрит", "Anna", None, "Anna"],
            "winner-missing",
            "who won against Anna is not told",
        ),
        (
            ["Anna", "QQ", "две пары", "стрит", "Anna", "Vera", "Anna"],
            "winner-unreadable",
            "'Vera' is no player of the hand",
        ),
        (
            ["Anna", "QQ", "две пары", "стрит", "Anna", 3, "Anna"],
            "winner-unreadable",
            "fit no order of the players",
        ),
        (["Anna", "foul", "две пары", "стрит", None, "Anna", None], "winner-wrong", "a foul loses all rows"),
        ([None, "QQ", "две пары", "стрит", *["Boris"] * 3], "player-missing", "no player is named"),
    ],
)
def test_a_name_or_winner_that_cannot_stand_leaves_the_hand_out(line, code, words):
    told = named(line, SOUND)
    assert told.entries.is_empty()
    (fault,) = errors(told.issues)
    assert (fault.code, fault.hand, fault.hands) == (code, "1", 1)
    assert words in str(fault)
    assert fault.expected


def test_winners_that_go_in_a_circle():
    told = named(
        [
            "Anna",
            "A high",
            "пара",
            "пара",
            "Anna > Boris, Boris > Vera, Vera > Anna",
            *["Anna > Boris > Vera"] * 2,
        ],
        *([name, "A high", "пара", "пара", None, None, None] for name in ("Boris", "Vera")),
    )
    assert [issue.code for issue in errors(told.issues)] == ["winners-circular"]


# ---- slips ----


def test_a_hand_that_does_not_add_up_names_the_hand_the_sum_and_the_cells():
    book = workbook(
        [("unit", 10), (), ("hand", "Anna", "Boris", "Vera"), (1, 3, -1, -2), (2, 5, -1, -2), (3, -2, 1, 1)]
    )
    told = read_night(io.BytesIO(book))
    (fault,) = errors(told.issues)
    assert (fault.code, fault.hand, fault.sheet, fault.cell) == ("not-balanced", "2", "Night", "D5")
    assert "adds up to +2 and not to 0; it is claimed, and was not recomputed" in fault.message
    assert fault.text == "Anna +5 (cell B5), Boris -1 (cell C5), Vera -2 (cell D5)"
    assert told.entries["verified"].to_list() == [*["balanced"] * 3, *["claimed"] * 3, *["balanced"] * 3]


def test_two_hands_whose_faults_cancel_out_are_both_told():
    told = night([("unit", 1), ("hand", "Anna", "Boris"), (1, 3, -2), (2, -3, 2), (3, 1, -1), (4, 2, -3)])
    assert [issue.hand for issue in errors(told.issues)] == ["1", "2", "4"]


def test_all_slips_of_a_sheet_come_in_one_run_and_the_sound_hands_stand():
    rows = [
        ("unit", 10),
        ("hand", "player", "points"),
        (1, "Anna", "3"),
        (1, "Boris", "-3"),
        (2, "Anna", "3 apples"),
        (2, "Boris", "-3"),
        (3, "Anna", "2.5"),
        (3, None, "-2"),
        (4, "Anna", None),
        (4, "Boris", "0"),
        (5, "Anna", "4"),
        (5, "Boris", "-4"),
    ]
    told = night(rows)
    found = [(issue.line, issue.code, issue.hand, issue.hands) for issue in errors(told.issues)]
    assert found == [
        (5, "points-unreadable", "2", 1),
        (7, "points-unreadable", "3", 1),
        (8, "player-missing", "3", 0),
        (9, "points-missing", "4", 1),
    ]
    assert told.entries["note"].to_list() == ["hand 1", "hand 1", "hand 5", "hand 5"]


@pytest.mark.parametrize(
    ("rows", "code", "words"),
    [
        ([("hand", "Anna", "Boris"), (1, 3, -3)], "unit-missing", "does not say what a point is worth"),
        (
            [("player", "points"), ("Anna", 3), ("Boris", -3)],
            "unit-missing",
            "does not say what a point is worth",
        ),
        ([("unit", "-10"), ("hand", "Anna", "Boris"), (1, 3, -3)], "unit-unreadable", "not above zero"),
        ([("unit", 10), ("hand", "Anna", "Anna "), (1, 3, -3)], "column-twice", "two columns have one name"),
        (
            [("unit", 10), ("hand", "winner", "loser", "points"), (1, "Anna", "Boris", -3)],
            "points-negative",
            "less than 0",
        ),
        (
            [("unit", 10), ("hand", "winner", "loser", "points"), (1, "Anna", "Anna", 3)],
            "pair-of-one",
            "won from himself",
        ),
        (
            [
                ("unit", 10),
                ("hand", "winner", "loser", "points"),
                (1, "Anna", "Boris", 3),
                (1, "Boris", "Anna", 3),
            ],
            "pair-twice",
            "stand twice in one hand, first in line 3",
        ),
        (
            [("unit", 10), ("", "Anna", "Boris"), ("Anna", "", 5), ("Boris", -4, "")],
            "pair-differs",
            "line 3 has '5' for the same pair",
        ),
        (
            [("unit", 10), ("", "Anna", "Boris"), ("Anna", "", 5), ("Boris", -5, ""), ("Vera", 1, 1)],
            "player-unknown",
            "the line's player has no column",
        ),
        (
            [("player", "total"), ("Anna", "190"), ("Boris", "-180")],
            "not-balanced",
            "adds up to +10.00 and not to 0",
        ),
        (
            [("player", "total"), ("Anna", "190"), ("Boris", "-190"), ("Anna", "0")],
            "total-twice",
            "first in line 2",
        ),
        (
            [("unit", 10), ("player", "points", "money"), ("Anna", 3, 30), ("Boris", -3, -35)],
            "money-differs",
            "-3 × 10",
        ),
        ([("player", "buy-in", "cash-out", "total"), ("Anna", 500, 690, 180)], "total-differs", "690 - 500"),
        ([("player", "buy-in", "cash-out"), ("Anna", 500, -690)], "amount-negative", "below 0"),
        ([("unit", 10), ("hand", "Anna", "Boris"), (1, 3, "$-3"), (2, 4, -4)], "points-unreadable", "$-3"),
        ([("unit", 2**52), ("hand", "Anna", "Boris"), (1, 2**30, -(2**30))], "unit-unreadable", "too large"),
        (
            [("unit", 2**45), ("hand", "Anna", "Boris"), (1, 2**30, -(2**30))],
            "amount-too-large",
            "too large to be money",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(rows, code, words):
    told = night(rows)
    assert {issue.code for issue in errors(told.issues)} == {code}
    fault = errors(told.issues)[0]
    assert words in str(fault)
    assert fault.line
    assert fault.expected


def test_a_line_of_totals_is_held_against_the_hands():
    rows = wide(total="total").rows
    told = night([*rows[:-1], [*rows[-1][:-1], rows[-1][-1] + 1]])
    assert errors(told.issues) == []
    (remark,) = [issue for issue in told.issues if issue.severity == "warning"]
    assert (remark.code, remark.expected) == ("total-differs", f"{totals()[NAMES[-1]]:+d}")
    assert told.entries.height == 90


def test_numbers_that_a_spreadsheet_turned_into_dates_are_named():
    import datetime as dt

    book = workbook(
        [("unit", 10), ("hand", "Anna", "Boris"), (1, dt.date(2026, 2, 7), -3), (2, 4, -4), (3, 1, -1)]
    )
    told = read_night(io.BytesIO(book))
    (fault,) = errors(told.issues)
    assert (fault.code, fault.cell, fault.hand) == ("cell-date", "B3", "1")


def test_points_are_no_money_for_settle_and_that_is_said(ofc, tmp_path):
    file = tmp_path / "night.csv"
    file.write_bytes(KINDS["csv"](wide()))
    hands, issues = read_all(file)
    assert hands.is_empty()
    assert "money-not-read" in {issue.code for issue in issues}
    run = ofc("settle", file)
    assert run.returncode == 2
    assert "ofc ledger" in run.stderr


def test_a_night_of_hands_without_cards_is_squared(ofc, tmp_path):
    file = tmp_path / "night.ods"
    file.write_bytes(KINDS["ods"](LAYOUTS["named, orders"]()))
    run = ofc("ledger", file)
    assert run.returncode == 0, run.stderr
    assert "points follow from named combinations and the rows' winners, cards were not seen" in run.stdout
    assert "Вера receives 860.00" in run.stdout
    again = ofc("ledger", file, "--set", "rows.scoop=30")
    assert again.stdout != run.stdout
    assert "claim-differs" not in run.stderr
    assert "another number than" in again.stderr


def test_the_documentation_shows_a_sheet_that_is_read(root):
    text = (root / "docs" / "home-sheet.md").read_text(encoding="utf-8").split("## Without cards")[1]
    told = read_night(io.BytesIO(text.split("```\n")[1].encode()))
    assert errors(told.issues) == []
    assert balances(ledger(told.entries)) == {"Анна": 4000, "Борис": -10000, "Вера": 6000}


# ---- slips of every kind, in every layout ----

JUNK = [
    "x",
    "5 apples",
    "1,500",
    "1e5",
    "#REF!",
    "9x",
    "total",
    "Joker",
    "A1",
    "Hand 7",
    "²",
    "99999999999999999999",
]
STRANGE_NAMES = [
    "Joker",
    "Day",
    "Table",
    "Ночь",
    "Match",
    "Sum Wong",
    "A1",
    "Baltazar 7",
    "'=x",
    "Итальянец",
    "Unit One",
]


def loud(told):
    return [issue for issue in told.issues if issue.severity != "note"]


def first_line(rows):
    """Place of the first line below the headings."""
    return next(place for place, row in enumerate(rows) if not row) + 2


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", STRANGE_NAMES)
def test_whatever_a_player_is_called_his_money_is_his_or_something_is_said(cards, layout, name):
    rows = [
        [cell.replace("Boris", name) if isinstance(cell, str) else cell for cell in row]
        for row in LAYOUTS[layout]().rows
    ]
    told = night(rows)
    own = balances(cards)
    called = {name.lstrip("'") if player == "Boris" else player: amount for player, amount in own.items()}
    assert errors(told.issues) or balances(ledger(told.entries)) == called


@given(
    layout=st.sampled_from(list(LAYOUTS)),
    slips=st.lists(
        st.tuples(st.integers(0, 40), st.integers(0, 30), st.sampled_from(JUNK)), min_size=1, max_size=3
    ),
)
@settings(max_examples=60, deadline=None)
def test_no_slip_changes_money_in_silence(cards, layout, slips):
    rows = [list(row) for row in LAYOUTS[layout]().rows]
    first = first_line(rows)
    for line, column, junk in slips:
        row = rows[first + line % (len(rows) - first)]
        place = column % len(row)
        if row[place] not in {*NAMES, None}:  # nobody can see that another player was meant
            row[place] = junk
    told = night(rows)
    assert loud(told) or balances(ledger(told.entries)) == balances(cards)
