"""`ofc sheet new`: blank workbooks, looked at as a spreadsheet program looks at them."""

from __future__ import annotations

import io
import random
import re
from itertools import product

import pytest
from filling import parts, sheet_parts, texts
from house_rules import random_rules
from python_calamine import CalamineWorkbook, SheetVisibleEnum

from ofc_analytics.cards import SUITS, card_text, parse_card
from ofc_analytics.formats import NewSheet, parsers, read_all
from ofc_analytics.rules import load_rules, rule_set_names, told_rules

SHEETS = {"en": ["hands", "rules", "buy-ins", "cards"], "ru": ["раздачи", "правила", "закупы", "карты"]}
VALIDATION = re.compile(r"<dataValidation (?P<told>[^>]*)><formula1>(?P<first>[^<]*)</formula1>")
PAINTED = re.compile(
    r'<conditionalFormatting sqref="([^"]*)"><cfRule type="expression"[^>]*><formula>([^<]*)</formula>'
)


@pytest.fixture
def blank(ofc, tmp_path):
    def made(*options, players="Anna,Boris,Vera", name="night.xlsx"):
        run = ofc("sheet", "new", tmp_path / name, "--players", players, *options)
        assert run.returncode == 0, run.stderr
        assert run.stdout == ""
        return (tmp_path / name).read_bytes()

    return made


def attributes(told):
    return dict(re.findall(r'(\w+)="([^"]*)"', told))


def validations(xml):
    """What the cells of a sheet take, by their range."""
    found = [attributes(match["told"]) | {"first": match["first"]} for match in VALIDATION.finditer(xml)]
    return {told["sqref"]: told for told in found}


def offered(data, sheet, formula):
    """What a list that is on a sheet offers."""
    name, first, last = re.fullmatch(r"'(.*)'!\$A\$(\d+)(?::\$A\$(\d+))?", formula).groups()
    rows = texts(data, name)
    assert name == sheet
    return [row[0] for row in rows[int(first) - 1 : int(last or first)]]


def test_a_block_a_hand_under_what_holds_for_the_night(blank):
    data = blank(
        "--unit", "10", "--currency", "RUB", "--date", "2026-11-27", "--table", "Friday", "--hands", "2"
    )
    rows = texts(data, "hands")
    assert [row[:2] for row in rows[:5]] == [
        ["rules", "american-pineapple"],
        ["unit", "10"],
        ["currency", "RUB"],
        ["date", "2026-11-27"],
        ["table", "Friday"],
    ]
    assert rows[6] == [
        "hand", "player",
        "top 1", "top 2", "top 3",
        "middle 1", "middle 2", "middle 3", "middle 4", "middle 5",
        "bottom 1", "bottom 2", "bottom 3", "bottom 4", "bottom 5",
        "discards", "button", "in fantasyland", "foul", "points", "money",
    ]  # fmt: skip
    blocks = [[1, "Anna"], ["", "Boris"], ["", "Vera"], [2, "Anna"], ["", "Boris"], ["", "Vera"]]
    assert [row[:2] for row in rows[7:]] == blocks
    assert {cell for row in rows[7:] for cell in row[2:]} == {""}


@pytest.mark.parametrize(
    ("rules", "columns"),
    [
        ("american-classic", ["button", "in fantasyland", "foul", "points", "money"]),
        ("russian-classic", ["button", "foul", "points", "money"]),
        ("russian-pineapple", ["discards", "button", "foul", "points", "money"]),
        ("closed-chinese", ["button", "foul", "declared", "points", "money"]),
        (
            "pokerdom-pineapple-000",
            ["discards", "button", "stack", "in fantasyland", "foul", "points", "money"],
        ),
    ],
)
def test_only_the_columns_that_the_rules_need(blank, rules, columns):
    assert texts(blank("--rules", rules, players="Anna,Boris"), "hands")[2][15:] == columns


def test_a_surrender_needs_a_column(blank):
    data = blank("--rules", "closed-chinese", "--set", "surrender.points=3", players="Anna,Boris")
    assert "surrendered" in texts(data, "hands")[2]


@pytest.mark.parametrize("language", SHEETS)
def test_the_sheets_and_their_looks(blank, language):
    data = blank("--language", language)
    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    assert book.sheet_names == SHEETS[language]
    assert [sheet.visible for sheet in book.sheets_metadata] == [SheetVisibleEnum.Visible] * 3 + [
        SheetVisibleEnum.VeryHidden
    ]
    hands = sheet_parts(data)[SHEETS[language][0]]
    assert 'xSplit="2" ySplit="3" topLeftCell="C4"' in hands
    assert 'orientation="landscape"' in hands
    names = re.findall(r'<definedName name="([^"]*)"[^>]*>([^<]*)<', parts(data)["xl/workbook.xml"])
    assert ("_xlnm.Print_Titles", f"{SHEETS[language][0]}!$3:$3") in names


@pytest.mark.parametrize("language", SHEETS)
def test_every_heading_is_explained_in_its_language(blank, language):
    found = parts(blank("--language", language, "--rules", "closed-chinese", "--set", "surrender.points=3"))
    commented = [name for name in found if name.startswith("xl/comments")]
    assert len(commented) == 2
    told = [
        re.sub("<[^>]*>", "", comment)
        for name in commented
        for comment in re.findall("<comment .*?</comment>", found[name], re.DOTALL)
    ]
    assert len(told) == 2 + 3 + 6 + 8  # hand and player, three rows, the other columns, the sheet of money
    cyrillic = [bool(re.search("[а-я]", text)) for text in told]
    assert set(cyrillic) == {language == "ru"}


@pytest.mark.parametrize(
    ("language", "rules", "jokers"),
    [("en", "american-pineapple", 0), ("en", "joker-ultimate", 2), ("ru", "joker-ultimate", 2)],
)
def test_a_card_cell_takes_the_cards_of_the_deck_and_nothing_else(blank, language, rules, jokers):
    data = blank("--language", language, "--rules", rules, "--hands", "4", players="Anna,Boris")
    sheet, hidden = SHEETS[language][0], SHEETS[language][3]
    told = validations(sheet_parts(data)[sheet])["C4:O11"]
    assert (told["type"], told["showErrorMessage"], told.get("errorStyle", "stop")) == ("list", "1", "stop")
    assert bool(re.search("[а-я]", told["error"])) is (language == "ru")
    cards = offered(data, hidden, told["first"])
    assert sorted(map(parse_card, cards)) == [*range(52 + jokers)]
    assert cards[0] == {"en": "Ac", "ru": "Тк"}[language]


def test_the_other_cells_take_what_they_can_mean(blank):
    data = blank("--rules", "progressive-pineapple", "--hands", "1", players="Anna,Boris")
    told = validations(sheet_parts(data)["hands"])
    headings = dict(zip(texts(data, "hands")[2], "ABCDEFGHIJKLMNOPQRSTU", strict=True))
    by_heading = {heading: told.get(f"{column}4:{column}5") for heading, column in headings.items()}
    lists = {
        heading: offered(data, "cards", by_heading[heading]["first"])
        for heading in ("player", "button", "in fantasyland", "foul")
    }
    assert lists == {
        "player": ["Anna", "Boris"],
        "button": ["x"],
        "in fantasyland": [14, 15, 16, 17],
        "foul": ["yes", "no"],
    }
    assert (by_heading["points"]["type"], by_heading["money"]["type"]) == ("whole", "decimal")
    refusing = {heading for heading, one in by_heading.items() if one and one.get("showErrorMessage") == "1"}
    assert refusing == {"button", "in fantasyland", "foul", "points", "money"}  # a guest may sit down


def test_impossible_blocks_are_painted(blank):
    xml = sheet_parts(blank("--hands", "2", players="Anna,Boris"))["hands"]
    painted = dict(PAINTED.findall(xml))
    assert list(painted) == ["C4:O5", "T4:T5", "C6:O7", "T6:T7"]
    assert painted["C6:O7"] == (
        'AND(C6&lt;&gt;"",COUNTIF($C$6:$O$7,C6)+COUNTIF($P$6:$P$7,"*"&amp;C6&amp;"*")&gt;1)'
    )
    assert painted["T6:T7"] == "AND(COUNT($T$6:$T$7)=COUNTA($B$6:$B$7),SUM($T$6:$T$7)&lt;&gt;0)"
    endings = re.findall(r'type="endsWith"[^>]* text="(.)"', xml)
    assert [SUITS.index(suit) for suit in endings] == [0, 1, 2]


@pytest.mark.parametrize(("language", "rules"), list(product(SHEETS, rule_set_names())))
def test_the_rules_are_told_in_words(language, rules):
    ruleset = load_rules(rules)
    night = NewSheet(players=("Anna", "Boris"), rules=ruleset, language=language)
    rows = texts(parsers()["home-sheet"].new_sheet(night), SHEETS[language][1])
    told = {row[0]: row[1] for row in rows}
    assert rows[0][0] == ruleset.title
    assert [row[1] for row in rows[1:3]] == [rules, ruleset.fingerprint]
    notes = [*ruleset.provenance.uncertain, *ruleset.provenance.assumed]
    assert all(any(note.note in row[1] for row in rows) for note in notes)
    for rule in told_rules(ruleset):
        if language == "en" and rule.value not in {"none", "true", "false"} and "." in rule.key:
            assert told[rule.meaning] == rule.value
    if language == "ru":
        labels = [row[0] for row in rows[1:] if row[1]]
        assert all(re.search("[а-я]", label) for label in labels)
        assert sum(bool(re.search("[A-Za-z]{3}", label)) for label in labels) == 0


def test_the_kinds_of_money_are_a_list_with_buy_ins_first(blank):
    for language, first in (("en", "buy-in"), ("ru", "закуп")):
        data = blank("--language", language, name=f"{language}.xlsx")
        money = SHEETS[language][2]
        told = validations(sheet_parts(data)[money])
        kinds = offered(data, SHEETS[language][3], told["A2:A61"]["first"])
        assert (kinds[0], len(kinds)) == (first, 6)
        assert offered(data, SHEETS[language][3], told["B2:B61"]["first"]) == ["Anna", "Boris", "Vera"]
        assert told["D2:D61"]["type"] == "decimal"


def test_nothing_that_is_typed_becomes_a_formula(blank):
    names = ["=1+1", "+7", "@you", "-5"]
    options = ("--rules", "american-classic", "--table", "=2*2", "--currency", "@x")
    data = blank(*options, players=",".join(names))
    assert [row[1] for row in texts(data, "hands")[5:9]] == names
    assert not any("<f>" in xml or "<f " in xml for xml in sheet_parts(data).values())


def test_a_name_that_a_program_would_read_as_a_code_stays(blank):
    data = blank(players="_x0041_,<b>&,Ёж")
    assert [row[1] for row in texts(data, "hands")[3:6]] == ["_x0041_", "<b>&", "Ёж"]


def test_the_same_call_writes_the_same_file(ofc, tmp_path):
    call = ("--players", "Anna,Boris", "--rules", "progressive-pineapple", "--date", "2026-11-27")
    for name, seed in (("one.xlsx", "1"), ("two.xlsx", "2")):
        assert ofc("sheet", "new", tmp_path / name, *call, env={"PYTHONHASHSEED": seed}).returncode == 0
    assert (tmp_path / "one.xlsx").read_bytes() == (tmp_path / "two.xlsx").read_bytes()
    assert "2026-11-27T00:00:00Z" in parts((tmp_path / "one.xlsx").read_bytes())["docProps/core.xml"]


def test_a_file_that_is_there_stays_unless_forced(ofc, tmp_path):
    file = tmp_path / "night.xlsx"
    file.write_bytes(b"a night's work")
    call = ("sheet", "new", file, "--players", "Anna,Boris")
    run = ofc(*call)
    assert (run.returncode, file.read_bytes()) == (2, b"a night's work")
    assert run.stderr == f"ofc: {file} is there already: name another file, or write over it with --force\n"
    assert ofc(*call, "--force").returncode == 0
    assert texts(file.read_bytes(), "hands")[2][0] == "hand"


@pytest.mark.parametrize(
    ("options", "faults"),
    [
        (
            ("--players", "Anna, ,Anna,Итого,X", "--unit", "1,500", "--hands", "0", "--language", "fr"),
            [
                "language: there is no 'fr'; expected en or ru",
                "players: 5 of them; american-pineapple seats 2 to 3 players: 4 x 17 cards = 68, the deck has 52",
                "players: 'Anna' stands 2 times; expected each name once, with a letter or number that tells two apart",
                "players: '' is blank; expected a name with letters",
                "players: 'Итого' begins a line of totals; expected another name",
                "players: 'X' is the dealer's mark; expected another name",
                "hands: 0; expected 1 to 1000",
                "unit: '1,500' could be read as 1500 or as 1.5: write one of these; expected an amount such as 10 or 0.50",
            ],
        ),
        (("--players", "Anna"), ["players: 1 of them; american-pineapple seats 2 to 3 players: 4 x 17 cards = 68, the deck has 52"]),
        (("--players", "A\tB,C"), ["players: 'A\\tB' has characters that cannot be seen; expected letters, digits and signs"]),
        (("--players", f"{'A' * 61},C"), [f"players: '{'A' * 61}' is too long; expected at most 60 characters"]),
        (("--players", "A,B", "--unit", "0"), ["unit: '0' is not above zero; expected an amount such as 10 or 0.50"]),
        (
            ("--players", "A,B", "--unit", "0.5", "--currency", "JPY"),
            ["unit: '0.5' has more than 0 decimal places; expected an amount such as 10 or 0.50"],
        ),
        (("--players", "A,B", "--table", "-"), ["table: '-' is blank; expected a name with letters"]),
        (("--players", "A,B", "--currency", "10"), ["currency: '10' has digits; expected a code such as RUB"]),
        (("--players", "A,B", "--rules", "tonybett"), ["there is no rule set 'tonybett'; did you mean tonybet?"]),
    ],
)  # fmt: skip
def test_all_that_is_wrong_with_the_call_is_said_at_once(ofc, tmp_path, options, faults):
    run = ofc("sheet", "new", tmp_path / "night.xlsx", *options)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == f"ofc: {chr(10).join(faults)}\n"
    assert not (tmp_path / "night.xlsx").exists()


def test_where_it_cannot_be_written(ofc, tmp_path):
    for file, why in (
        (tmp_path / "night.csv", "a blank sheet is an Excel workbook; expected a name that ends in .xlsx"),
        (tmp_path / "no" / "night.xlsx", "cannot be written: No such file or directory"),
    ):
        run = ofc("sheet", "new", file, "--players", "Anna,Boris")
        assert (run.returncode, run.stderr) == (2, f"ofc: {file}: {why}\n")


def test_names_that_look_alike_are_named(ofc, tmp_path):
    run = ofc("sheet", "new", tmp_path / "night.xlsx", "--players", "Anya,Аня,Boris")
    assert run.returncode == 0
    assert run.stderr.splitlines()[0] == (
        "note: 'Anya' and 'Аня' are two players here (Latin and Cyrillic spelling of one name)"
    )


def test_cards_are_read_as_they_are_offered():
    for style, code in product(("ascii", "unicode", "russian"), range(54)):
        assert parse_card(card_text(code, style=style)) == code


@pytest.mark.parametrize("language", SHEETS)
def test_no_page_of_house_rules_is_taken_for_hands(language):
    for seed in range(25):
        rules = random_rules(random.Random(seed))
        night = NewSheet(players=("Anna", "Boris"), rules=rules, language=language, hands=3)
        _, issues = read_all(io.BytesIO(parsers()["home-sheet"].new_sheet(night)), input_format="home-sheet")
        assert {issue.code for issue in issues} == {"hand-empty", "file-empty"}
