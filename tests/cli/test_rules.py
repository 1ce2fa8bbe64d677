"""`ofc rules`, run as a person runs it."""

from __future__ import annotations

import csv
import io
import json

import pytest

FRIDAY = """\
extends = "pokerdom-pineapple-000"
title = "Friday game"

[rows]
scoop = 3

[payout]
loss_limit = 100

[provenance]
source = "agreed at the table"
uncertain = [{ key = "foul.pays", note = "two of us remember zero", otherwise = 0 }]
"""


@pytest.fixture
def rules(ofc, tmp_path):
    """Run ``ofc rules …`` in a folder that holds the given files."""

    def run(*arguments, **files):
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text, encoding="utf-8")
        return ofc("rules", *arguments, cwd=tmp_path)

    return run


def test_the_list_names_every_set_once(rules):
    frame = [json.loads(line) for line in rules("list", "--format", "json").stdout.splitlines()]
    names = [row["name"] for row in frame]
    assert {"american-pineapple", "closed-chinese-2-4", "tournament-pineapple", "kkpoker-joker"} <= set(names)
    assert names == sorted(set(names))


def test_show_gives_the_other_reading_as_a_setting(rules):
    shown = rules("show", "tournament-pineapple").stdout
    assert "[otherwise: --set fantasyland.repeats=1]" in shown
    assert "[otherwise: --set rows.scoop=3 --set foul.pays=scoop]" in shown


# --- diff


def test_diff_in_json(rules):
    run = rules("diff", "american-pineapple", "friday.toml", "--format", "json", friday_toml=FRIDAY)
    assert (run.returncode, run.stderr) == (1, "")
    found = {row["key"]: row for row in map(json.loads, run.stdout.splitlines())}
    assert "rows.scoop" not in found
    assert found["payout.loss_limit"] == {
        "key": "payout.loss_limit",
        "left": None,
        "right": 100,
        "changes": "money",
        "meaning": "most units a player may be down at any moment; none = no limit but the stack",
        "setting": "payout.loss_limit=100",
    }
    assert found["deal.buy_in"]["right"] == [50, 100]
    assert found["deal.buy_in"]["changes"] == "nothing that is settled"


def test_the_settings_of_diff_make_one_set_of_the_other(rules):
    text = rules("diff", "american-pineapple", "closed-chinese", "--format", "csv").stdout
    settings = [row["setting"] for row in csv.DictReader(io.StringIO(text))]
    shown = rules("show", "american-pineapple", *(word for one in settings for word in ("--set", one)))
    assert "fingerprint" in shown.stdout

    def fingerprint(run):
        return run.stdout.partition("fingerprint ")[2][:12]

    assert fingerprint(shown) == fingerprint(rules("show", "closed-chinese"))


def test_diff_reads_as_a_table(rules):
    run = rules("diff", "russian-classic", "russian-pineapple")
    assert run.returncode == 1
    row = next(line for line in run.stdout.splitlines() if "rows.points" in line)
    assert [cell.strip() for cell in row.strip("│").split("│")] == [
        "rows.points", "2", "1", "rows", "points for each row won",
    ]  # fmt: skip
    assert "  --set rows.points=1\n" in run.stdout


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_the_same_rules_under_two_names(rules, form):
    run = rules("diff", "pppoker", "american-pineapple", "--format", form)
    assert (run.returncode, run.stderr) == (0, "")
    assert {"text": "The rules are the same.", "json": "", "csv": "key,left,right"}[form] in run.stdout
    assert run.stdout.count("\n") == {"text": 3, "json": 0, "csv": 1}[form]


def test_diff_with_a_set_that_is_not_there(rules):
    run = rules("diff", "american-pinapple", "tonybet")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(
        "ofc: there is no rule set 'american-pinapple'; did you mean american-pineapple"
    )


# --- check


def test_a_sound_file_is_told_what_it_does(rules):
    run = rules("check", "friday.toml", friday_toml=FRIDAY)
    assert (run.returncode, run.stderr) == (0, "")
    lines = run.stdout.splitlines()
    assert lines[0].startswith("friday.toml: sound. Friday game (friday), fingerprint ")
    assert lines[1] == "It extends pokerdom-pineapple-000, which extends american-pineapple."
    assert "Uncertain: foul.pays: two of us remember zero [otherwise: --set foul.pays=0]" in lines
    # The base's doubt about a rule that the house has settled is gone, the others stay.
    inherited = [line for line in lines if line.startswith("Uncertain in pokerdom-pineapple-000: ")]
    assert any("foul.equal_rows" in line for line in inherited)
    assert not any("rows.scoop" in line or ": foul.pays" in line for line in inherited)


def test_a_sound_file_in_json(rules):
    run = rules("check", "friday.toml", "--format", "json", friday_toml=FRIDAY)
    found = json.loads(run.stdout)
    assert found["extends"] == ["pokerdom-pineapple-000", "american-pineapple"]
    assert [(row["key"], row["left"], row["right"]) for row in found["changes"]] == [
        ("rows.scoop", 6, 3),
        ("payout.loss_limit", None, 100),
    ]
    assert found["uncertain"][0] == {
        "rules": "friday",
        "key": "foul.pays",
        "note": "two of us remember zero",
        "otherwise": {"foul.pays": 0},
    }


def test_a_file_that_stands_alone_and_one_that_changes_nothing(rules):
    alone = 'variant = "closed"\n[deal]\nstreets = [{ cards = 13, keep = 13 }]\nplayers = [2, 4]\n'
    assert "It extends nothing" in rules("check", "alone.toml", alone_toml=alone).stdout
    same = 'extends = "tonybet"\n'
    assert "It changes no rule of tonybet." in rules("check", "same.toml", same_toml=same).stdout


def test_all_faults_at_once_with_their_lines(rules):
    house = """\
extends = "american-pineapple"
levels = "levels.csv"

[rows]
scop = 6

[royalties.top]
QQ = 7
AA = 9

[fantasyland.entry.top]
"QQ+" = 20

[deal]
players = [2, 4]

[payout]
order = "proportional"
"""
    run = rules("check", "house.toml", house_toml=house, levels_csv="unit,hands\n10,soon\n")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.removeprefix("ofc: ").splitlines() == [
        "house.toml, line 5: there is no rule rows.scop; did you mean rows.scoop?",
        (
            "house.toml, line 7: royalties.top: the table has worse and better hands but not KK; a hand that pays"
            " nothing is given 0 points"
        ),
        (
            "house.toml, line 12: fantasyland.entry.top.QQ+: three players x 20 cards = 60, the deck has 52;"
            " it leaves 17 to each"
        ),
        (
            "house.toml, line 15: deal.players: four players x 17 cards = 68, the deck has 52; it leaves 13 to"
            " each"
        ),
        (
            "house.toml, line 18: payout.order: proportional pays all at once, with win_cap 'starting-total' or"
            " 'none'; win_cap is 'current'"
        ),
        "levels.csv, line 2: levels[0].hands = 'soon': expected a whole number",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('extends = "house.toml"\n',
         "house.toml, line 1: rule sets extend each other in a circle: house.toml -> house.toml"),
        ('extends = "american-pinapple"\n',
         "house.toml, line 1: extends = 'american-pinapple': there is no rule set 'american-pinapple'; did you mean "),
        ('extends = "tonybet"\n[rows\n', "house.toml, line 2, column 6: not TOML: expected ']'"),
        ('extends = "tonybet"\n[provenance]\nuncertain = [\n  { key = "rows.scoop", note = "n", otherwise = "six" },\n]\n',
         "house.toml, line 4: provenance.uncertain[0].otherwise: rows.scoop = 'six': expected a whole number"),
        ('extends = "tonybet"\n[provenance]\nassumed = [{ key = "rows", note = "n", otherwise = { "rows.scop" = 6 } }]\n',
         ("house.toml, line 3: provenance.assumed[0].otherwise: there is no rule rows.scop; did you mean rows.scoop?")),
        ('extends = "tonybet"\n[[provenance.assumed]]\nkey = "rows.scoop"\nnote = "n"\notherwise = 3\n',
         "house.toml, line 5: provenance.assumed[0].otherwise: this is what the rules say already"),
    ],
)  # fmt: skip
def test_each_fault_by_itself(rules, text, message):
    run = rules("check", "house.toml", house_toml=text)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"ofc: {message}")
    assert run.stderr.count("\n") == 1


def test_a_file_that_is_not_there(rules):
    run = rules("check", "nowhere.toml")
    assert (run.returncode, run.stderr) == (2, "ofc: there is no rule set file 'nowhere.toml'\n")


@pytest.mark.parametrize(
    ("setting", "arithmetic"),
    [
        ("deal.players=[2,4]", "four players x 17 cards = 68, the deck has 52; it leaves 13 to each"),
        ('fantasyland.entry.top={"QQ+"=18}', "three players x 18 cards = 54, the deck has 52; it leaves 17 to each"),
    ],
)  # fmt: skip
def test_impossible_tables_are_refused_with_the_arithmetic(rules, setting, arithmetic):
    run = rules("show", "american-pineapple", "--set", setting)
    assert run.returncode == 2
    assert arithmetic in run.stderr
