"""Every blank sheet, filled in cell by cell as a host does, is read back whole."""

from __future__ import annotations

import json
import random
import string
from itertools import product

import polars as pl
import pytest
from filling import fill, texts

from ofc_analytics.cards import card_text, cards_text, parse_card
from ofc_analytics.cli import app
from ofc_analytics.rules import load_rules, rule_set_names

NAMES = {"en": ("Anna", "Boris", "Vera", "=Kit"), "ru": ("Саша", "Женя", "Лиза", "@Глеб")}
SHEETS = {"en": "hands", "ru": "раздачи"}
STYLES = {"en": "ascii", "ru": "russian"}
NIGHTS = [
    (rules, language, count)
    for rules, language in product(rule_set_names(), NAMES)
    for count in range(load_rules(rules).deal.players[0], load_rules(rules).deal.players[1] + 1)
]
PLAYED = (1, 2, 4)


def table(rules, language, count):
    return f"{rules} {language} {count}"


def dealt(rules, count, rng):
    """Cards of each player, the highest at the bottom, and the discards."""
    deck = list(range(52 + rules.deal.jokers))
    rng.shuffle(deck)
    size = rules.deal.cards
    hands = [deck[place * size : (place + 1) * size] for place in range(count)]
    return [(sorted(cards[:13]), cards[13:]) for cards in hands]


class Sheet:
    """A blank sheet by its headings: where the cell of a player's column is in a hand."""

    def __init__(self, data, language, count):
        rows = texts(data, SHEETS[language])
        self.header = next(place for place, row in enumerate(rows) if row[2].endswith(" 1"))
        self.headings = rows[self.header]
        self.count = count

    def cell(self, hand, place, column):
        return f"{string.ascii_uppercase[column]}{self.header + 2 + (hand - 1) * self.count + place}"

    def column(self, *headings):
        return next(self.headings.index(heading) for heading in headings if heading in self.headings)


@pytest.fixture(scope="module")
def nights(tmp_path_factory):
    """A folder with a filled sheet for every rule set, language and number of players; and what was dealt."""
    folder = tmp_path_factory.mktemp("nights")
    deals = {}
    for rules, language, count in NIGHTS:
        file, names = folder / f"{table(rules, language, count)}.xlsx", NAMES[language][:count]
        call = ["sheet", "new", file, "--players", ",".join(names), "--rules", rules, "--language", language]
        call += [
            "--hands",
            5,
            "--unit",
            10,
            "--currency",
            "RUB",
            "--date",
            "2026-11-27",
            "--table",
            file.stem,
        ]
        app(list(map(str, call)), standalone_mode=False)
        data, rng, ruleset = file.read_bytes(), random.Random(file.stem), load_rules(rules)
        sheet, cells = Sheet(data, language, count), {}
        for turn, hand in enumerate(PLAYED):
            deals[file.stem, hand] = dealt(ruleset, count, rng)
            for place, (cards, discards) in enumerate(deals[file.stem, hand]):
                for column, card in enumerate(cards, start=2):
                    cells[sheet.cell(hand, place, column)] = card_text(card, style=STYLES[language])
                if discards:
                    column = sheet.column("discards", "снос")
                    cells[sheet.cell(hand, place, column)] = cards_text(discards, style=STYLES[language])
            mark = {"en": "x", "ru": "х"}[language]
            cells[sheet.cell(hand, turn % count, sheet.column("button", "баттон"))] = mark
        file.write_bytes(fill(data, SHEETS[language], cells))
    return folder, deals


@pytest.fixture(scope="module")
def settled(ofc, nights, tmp_path_factory):
    """All of them as `ofc settle` tells their boards."""
    folder, _ = nights
    output = tmp_path_factory.mktemp("settled") / "boards.csv"
    run = ofc("settle", folder, "--format", "csv", "--output", output)
    assert run.returncode == 0, run.stderr
    return pl.read_csv(output, infer_schema=False)


@pytest.mark.parametrize(("rules", "language", "count"), NIGHTS)
def test_what_was_filled_in_is_read_back(nights, settled, rules, language, count):
    _, deals = nights
    night = table(rules, language, count)
    read = settled.filter(pl.col("table") == night)
    names = [
        f"'{name}" if name[0] in "=@" else name for name in NAMES[language][:count]
    ]  # no formula in a CSV
    assert read.select("native_id", "name", "session", "rules", "unit", "currency").rows() == [
        (str(hand), name, "2026-11-27", rules, "10.00", "RUB") for hand in PLAYED for name in names
    ]
    boards = [
        tuple(cards_text(cards[start:end]) for start, end in ((0, 3), (3, 8), (8, 13)))
        for hand in PLAYED
        for cards, _ in deals[night, hand]
    ]
    assert read.select("top", "middle", "bottom").rows() == boards
    assert read["claimed_points"].null_count() == read.height


def test_sheets_with_the_right_results_stand_whole(ofc, nights, settled):
    """The results that were settled, typed into the sheets, are found right cell by cell."""
    folder, _ = nights
    for rules, language, count in NIGHTS:
        file = folder / f"{table(rules, language, count)}.xlsx"
        data = file.read_bytes()
        sheet, cells = Sheet(data, language, count), {}
        rows = settled.filter(pl.col("table") == file.stem).select("points", "net", "foul").rows()
        for number, (points, net, foul) in enumerate(rows):
            hand, place = PLAYED[number // count], number % count
            answers = {"en": ("no", "yes"), "ru": ("нет", "да")}[language]
            for value, headings in (
                (int(points), ("points", "очки")),
                (float(net), ("money", "деньги")),
                (answers[foul == "true"], ("foul", "фол")),
            ):
                cells[sheet.cell(hand, place, sheet.column(*headings))] = value
        file.write_bytes(fill(data, SHEETS[language], cells))
    run = ofc("sheet", "check", folder, "--format", "json")
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert [line for line in lines if line["kind"] == "problem" and line["severity"] != "note"] == []
    assert {line["code"] for line in lines if line["kind"] == "problem"} == {"hand-empty"}
    hands = len(PLAYED) * len(NIGHTS)
    assert lines[-1] == {
        "kind": "counts", "hands": hands, "sound": hands, "wrong": 0, "duplicates": 0, "told": 0,
        "empty": 2 * len(NIGHTS),
        "errors": 0, "warnings": 0, "notes": len(NIGHTS),
    }  # fmt: skip
    assert run.returncode == 0


@pytest.mark.parametrize(
    ("language", "money", "kinds"),
    [("en", "buy-ins", ("buy-in", "cash-out", "payment")), ("ru", "закупы", ("закуп", "выход", "платеж"))],
)
def test_hands_and_money_of_one_workbook_close_the_night(ofc, tmp_path, language, money, kinds):
    file = tmp_path / "night.xlsx"
    night = (
        "--unit",
        "10",
        "--currency",
        "RUB",
        "--date",
        "2026-11-27",
        "--hands",
        "2",
        "--language",
        language,
    )
    assert ofc("sheet", "new", file, "--players", "Anna,Boris", *night).returncode == 0
    sheet = Sheet(file.read_bytes(), language, 2)
    boards = ("2c 4h 6d Ks Qh Th 6c 3s Ad Kd Tc 6s 3d", "2s 3h 5d Kc Qd 9h 5c 2h Ah Kh 9c 5s 2d")
    hands = {
        sheet.cell(1, place, column): card_text(parse_card(card), style=STYLES[language])
        for place, board in enumerate(boards)
        for column, card in enumerate(board.split(), start=2)
    }
    bought, cashed, paid = kinds
    entries = [
        (bought, "Anna", None, 500),
        (bought, "Boris", None, 500),
        (cashed, "Anna", None, 560),
        (cashed, "Boris", None, 440),
        (paid, "Boris", "Anna", 20.5),
    ]
    cells = {
        f"{column}{row}": cell
        for row, entry in enumerate(entries, start=5)
        for column, cell in zip("ABCD", entry, strict=True)
    }
    file.write_bytes(fill(fill(file.read_bytes(), SHEETS[language], hands), money, cells))
    run = ofc("ledger", file)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.endswith("Boris → Anna 39.50\n")
    assert ofc("sheet", "check", file).returncode == 0
