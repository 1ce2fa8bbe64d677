"""Levels from a file of their own."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ofc_analytics.rules import load_rules

HOUSE = 'extends = "tournament-pineapple"\n\nlevels = "{}"\n'


def levels(rules):
    return [(level.unit, level.hands, level.minutes) for level in rules.levels]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("levels.csv", "unit,hands,minutes\n10,9,\n20.5,,15\n\n40,,\n"),
        ("levels.csv", "\ufeffUnit;Minutes;Hands\r\n10;;9\r\n20,5;15;\r\n40\r\n"),
        ("levels.csv", "unit\thands\tminutes\n10\t9\n20.5\t\t15\n40\n"),
        ("levels.toml", "[[levels]]\nunit = 10\nhands = 9\n[[levels]]\nunit = 20.5\nminutes = 15\n[[levels]]\nunit = 40\n"),
    ],
)  # fmt: skip
def test_a_schedule_is_read_from_beside_the_rule_file(write, name, text):
    write(text, f"sets/{name}")
    write(HOUSE.format(name), "sets/house.toml")
    expected = [(10, 9, None), (Decimal("20.5"), None, 15), (40, None, None)]
    assert levels(load_rules("sets/house.toml")) == expected
    # What extends the file inherits its levels, wherever it lies; an override names a file from here.
    assert levels(load_rules(write('extends = "sets/house.toml"\n', "top.toml"))) == expected
    assert levels(load_rules("tonybet", [f"levels=sets/{name}"])) == expected


def test_a_schedule_in_a_file_is_the_same_rules_as_one_in_the_set(write):
    write("unit,hands\n10,9\n20,\n", "levels.csv")
    inside = write(
        'extends = "tournament-pineapple"\nlevels = [{ unit = 10, hands = 9 }, { unit = 20 }]\n', "a.toml"
    )
    assert load_rules(write(HOUSE.format("levels.csv"))).fingerprint == load_rules(inside).fingerprint


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("unit,hands\n10,9\nten,x\n\n,5\n30,0\n", [
            "levels.csv, line 3: levels[1].unit = 'ten': expected a number",
            "levels.csv, line 3: levels[1].hands = 'x': expected a whole number",
            "levels.csv, line 5: levels[2].unit is missing: a value is needed here",
            "levels.csv, line 6: levels[3].hands = 0: expected at least 1",
        ]),
        ("\nunit,hand\n10,9\n",
         ["levels.csv, line 2: the columns are 'unit', 'hand'; expected 'unit', and 'hands' or 'minutes' or both"]),
        ("hands\n9\n", ["levels.csv, line 1: the columns are 'hands'; expected 'unit', and 'hands' or 'minutes' or both"]),
        ("unit,hands\n10,9,8\n", ["levels.csv, line 2: 3 cells under 2 columns"]),
        ("unit,hands\n", ["levels.csv: there are no levels; expected the columns unit, hands, minutes"]),
        ("", ["levels.csv: there are no levels; expected the columns unit, hands, minutes"]),
        ('unit,hands\n"10,9\n', ["levels.csv: not CSV: unexpected end of data"]),
    ],
)  # fmt: skip
def test_a_fault_in_a_schedule_is_told_with_its_line(write, complaint, text, messages):
    write(text, "levels.csv")
    assert complaint(write(HOUSE.format("levels.csv"))).splitlines() == messages
    assert complaint("tonybet", ["levels=levels.csv"]).splitlines() == messages


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[levels]]\nunit = 10\n[[levels]]\nunits = 20\n",
         "levels.toml, line 3: levels[1].unit is missing: a value is needed here"),
        ("title = 'x'\nlevels = [{unit=1}]\n", "levels.toml, line 1: title: a schedule has nothing but [[levels]]"),
        ("levels = []\n", "levels.toml: there are no levels; expected [[levels]], each with a unit"),
        ("levels = 3\n", "levels.toml: there are no levels; expected [[levels]], each with a unit"),
        ("[[levels]\n", "levels.toml, line 1, column 9: not TOML: "),
    ],
)  # fmt: skip
def test_a_fault_in_a_toml_schedule_too(write, complaint, text, message):
    write(text, "levels.toml")
    assert complaint(write(HOUSE.format("levels.toml"))).startswith(message)


def test_a_schedule_that_is_not_there(write, complaint, tmp_path):
    assert complaint(write(HOUSE.format("l.csv"))) == (
        "house.toml, line 3: levels = 'l.csv': there is no such file beside this one"
    )
    assert complaint("tonybet", ["levels=l.csv"]) == (
        "--set levels=l.csv: levels = 'l.csv': there is no such file"
    )
    assert complaint(write(HOUSE.format("rising"))) == (
        "house.toml, line 3: levels = 'rising': expected a list, or the name of a .csv or .toml file beside this one"
    )
    (tmp_path / "l.csv").write_bytes("unit\n10 рублей\n".encode("cp1251"))
    assert complaint(write(HOUSE.format("l.csv"))) == (
        "l.csv: byte 8 is not UTF-8; a schedule of levels is a UTF-8 text"
    )
