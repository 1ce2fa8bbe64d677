"""`ofc sheet check`: everything that is wrong with a filled sheet, by cell, in one run."""

from __future__ import annotations

import json

import pytest
from filling import fill, texts
from sheets import workbook

ROWS = {
    "queens": "Qc Qd 7s Qh Qs 9c 8d 2h Kc Kd Kh 2s 3d",
    "jacks": "Ac 8c 6s Td Ts 9s 4c 3c Js Jh 7d 5s 4h",
    "fives": "2c 4d 6h 5c 5d 8h 9h Th 7c 7h Jc Jd As",
    "scooping": "2c 4h 6d Ks Qh Th 6c 3s Ad Kd Tc 6s 3d",
    "scooped": "2s 3h 5d Kc Qd 9h 5c 2h Ah Kh 9c 5s 2d",
}
SHEET = """\
unit,10,currency,RUB
hand,player,top,middle,bottom,points,money,foul
1,Anna,Qc Qd 7s,Qh Qs 9c 8d 2h,Kc Kd Kh 2s 3d,13,130,no
1,Boris,Ac 8c 6s,Td Ts 9s 4c 3c,Js Jh 7d 5s 4h,-13,-130,
2,Anna,2c 4h 6d,Ks Qh Th 6c 3s,Ad Kd Tc 6s 3d,3,30,
2,Boris,2s 3h 5d,Kc Qd 9h 5c 2h,Ah Kh 9c 5s 2d,-3,-30,yes
3,Аnna,2c 4h 6d,Ks Qh Th 6c 3s,Ad Kd Tc 6s 3d,6,,
3,Boris,2s 3h 5d,Kc Qd 9h 5c 2h,Ah Kh 9c 5s 2d,-5,,
"""


def board(row, cards):
    return {f"{column}{row}": card for column, card in zip("CDEFGHIJKLMNO", cards.split(), strict=True)}


@pytest.fixture
def blank(ofc, tmp_path):
    def made(*options, players="Anna,Boris,Vera"):
        file = tmp_path / "night.xlsx"
        run = ofc("sheet", "new", file, "--force", "--hands", "6", "--players", players, *options)
        assert run.returncode == 0, run.stderr
        return file

    return made


def filled(file, *parts):
    cells = {}
    for part in parts:
        cells |= part
    file.write_bytes(fill(file.read_bytes(), "hands", cells))
    return file


def problems(run):
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert [line["kind"] for line in lines] == ["problem"] * (len(lines) - 1) + ["counts"]
    return lines[:-1], lines[-1]


def test_a_sheet_that_nobody_filled_in(ofc, blank, tmp_path):
    run = ofc("sheet", "check", blank().name, cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == (
        "night.xlsx, sheet 'hands'\n"
        "  A4       note: 6 hands are not filled in, from 1 to 6\n"
        "0 hands read: 0 sound, 0 wrong; 6 left empty.\n"
        "0 errors, 0 warnings, 1 note.\n"
    )


def test_every_slip_is_named_with_its_cell(ofc, blank, tmp_path):
    file = filled(
        blank("--unit", "10", "--currency", "RUB"),
        board(6, ROWS["queens"]) | {"T6": 20, "Q6": "x"},
        board(7, ROWS["jacks"]) | {"T7": -10},
        board(8, ROWS["fives"]) | {"T8": -10, "O8": "Kc"},
        board(9, ROWS["scooping"]) | {"T9": 3, "U9": 30, "B11": None},
        board(10, ROWS["scooped"]) | {"T10": -4, "S10": "yes"},
        board(12, ROWS["scooping"]) | {"H12": "Zz", "K12": None, "T12": "много", "B14": None},
        board(13, ROWS["scooped"]) | {"D13": "2s"},
    )
    run = ofc("sheet", "check", file.name, cwd=tmp_path)
    assert (run.returncode, run.stderr) == (1, "")
    assert run.stdout == (
        "night.xlsx, sheet 'hands'\n"
        "  O8       hand 1: the card lies with Anna and with Vera (cell K6 and cell O8): 'Kc'; expected each card once a "
        "hand\n"
        "  T9       hand 2: the points of the hand add up to -1, and what one wins another loses; expected a sum of 0\n"
        "  T9       hand 2: Anna: points 3 claimed, 6 recomputed; exactly this number, but not the others of the hand, "
        "comes out if the scoop between Anna and Boris was counted as 3 instead of 6\n"
        "  U9       hand 2: Anna: money 30.00 claimed, 60.00 recomputed\n"
        "  S10      hand 2: Boris: foul claimed, no foul recomputed\n"
        "  T10      hand 2: Boris: points -4 claimed, -6 recomputed; no known slip gives exactly this number\n"
        "  H12      hand 3: in the middle row, character 1: 'Zz' is no card: 'Zz'; expected a card such as Kd, 10h, A♠ or Тч, or a joker "
        "such as X\n"
        "  K12      hand 3: a card of the bottom row is missing; expected one card such as Kd, 10h, A♠ or Тч\n"
        "  T12      hand 3: in the points, a text that is not a number: 'много'; expected a whole number such as 12 or "
        "-6\n"
        "  D13      hand 3: the card lies twice with Boris (cell C13 and cell D13): '2s'; expected each card once a hand\n"
        "  A15      note: 3 hands are not filled in, from 4 to 6\n"
        "3 hands read: 0 sound, 3 wrong; 3 left empty.\n"
        "10 errors, 0 warnings, 1 note.\n"
    )


def test_a_text_goes_by_lines_and_is_told_to_programs(ofc, tmp_path):
    (tmp_path / "night.csv").write_text(SHEET, encoding="utf-8")
    run = ofc("sheet", "check", "night.csv", "--format", "json", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (1, "")
    found, counts = problems(run)
    assert [(one["line"], one["code"], one["severity"]) for one in found] == [
        (5, "claim-differs", "error"),
        (5, "claim-differs", "error"),
        (6, "claim-differs", "error"),
        (6, "claim-differs", "error"),
        (6, "claim-differs", "error"),
        (7, "points-unbalanced", "error"),
        (7, "names-alike", "note"),
        (8, "claim-differs", "error"),
    ]
    assert found[0] == {
        "kind": "problem",
        "severity": "error",
        "code": "claim-differs",
        "message": "Anna: points 3 claimed, 6 recomputed; exactly what comes out if the scoop between Anna and Boris was "
        "counted as 3 instead of 6",
        "file": "night.csv",
        "sheet": None,
        "cell": None,
        "line": 5,
        "hand": "2",
        "text": None,
        "expected": None,
        "claimed": "3",
        "recomputed": "6",
        "slips": ["the scoop between Anna and Boris was counted as 3 instead of 6"],
    }
    assert found[6]["message"] == (
        "'Аnna' and 'Anna' count as two players (Latin and Cyrillic letters that look alike)"
    )
    assert counts == {
        "kind": "counts", "hands": 3, "sound": 1, "wrong": 2, "duplicates": 0, "told": 0, "empty": 0, "errors": 7, "warnings": 0, "notes": 1,
    }  # fmt: skip


def test_cells_of_a_sheet_with_a_group_of_columns_a_player(ofc, tmp_path):
    columns = ["top", "middle", "bottom", "points"]
    rows = [
        ["", "Anna", "", "", "", "Boris", "", "", ""],
        ["hand", *columns, *columns],
        [
            *(1, "2c 4h 6d", "Ks Qh Th 6c 3s", "Ad Kd Tc 6s 3d", 3),
            *("2s 3h 5d", "Kc Qd 9h 5c 2h", "Ah Kh 9c 5s 2d", -6),
        ],
    ]
    (tmp_path / "night.xlsx").write_bytes(workbook(rows))
    found, _ = problems(ofc("sheet", "check", tmp_path / "night.xlsx", "--format", "json"))
    claims = [one for one in found if one["code"] == "claim-differs"]
    assert [(one["sheet"], one["cell"], one["claimed"], one["recomputed"]) for one in claims] == [
        ("Night", "E3", "3", "6")
    ]


def test_all_problems_come_in_one_run(ofc, blank):
    spoiled = [board(row, ROWS["jacks"]) | {f"N{row}": "Zz", f"O{row}": "7x"} for row in range(4, 22)]
    found, counts = problems(ofc("sheet", "check", filled(blank(), *spoiled), "--format", "json"))
    unknown = [one["cell"] for one in found if one["code"] == "card-unknown"]
    assert unknown == [f"{column}{row}" for row in range(4, 22) for column in "NO"]
    assert (counts["hands"], counts["wrong"]) == (6, 6)


def test_several_sheets_are_told_apart(ofc, blank, tmp_path):
    file = filled(blank(), {"C4": "Kd"})
    (tmp_path / "night.csv").write_text(SHEET, encoding="utf-8")
    run = ofc("sheet", "check", file.name, "night.csv", cwd=tmp_path)
    headings = [line for line in run.stdout.splitlines()[:-2] if not line.startswith(" ")]
    assert headings == ["night.csv", "night.xlsx, sheet 'hands'"]


def test_a_hand_that_does_not_fit_the_rules(ofc, blank):
    file = filled(
        blank(players="Anna,Boris"), board(4, ROWS["queens"]) | {"C4": "X1"}, board(5, ROWS["jacks"])
    )
    run = ofc("sheet", "check", file)
    assert run.returncode == 1
    assert "american-pineapple is dealt with no jokers" in run.stdout
    assert "1 hand read: 0 sound, 1 wrong; 5 left empty." in run.stdout
    assert ofc("sheet", "check", file, "--rules", "joker-ultimate").returncode == 0


def test_changed_rules_are_asked_for_and_never_guessed(ofc, blank):
    changed = ("--set", "rows.scoop=6")
    file = filled(
        blank(*changed, players="Anna,Boris"),
        board(4, ROWS["scooping"]) | {"T4": 9},
        board(5, ROWS["scooped"]) | {"T5": -9},
    )
    alone = ofc("sheet", "check", file)
    assert alone.returncode == 1
    assert "expected --rules american-pineapple --set rows.scoop=6" in alone.stdout
    assert ofc("settle", file).returncode == 2
    assert ofc("sheet", "check", file, "--rules", "american-pineapple", *changed).returncode == 0
    assert ofc("sheet", "check", file, "--rules", "american-pineapple").returncode == 1


def test_the_sheet_of_rules_says_how_to_settle_changed_ones(ofc, blank, tmp_path):
    def told(*options):
        return dict(row[:2] for row in texts(blank(*options, players="Anna,Boris").read_bytes(), "rules"))

    assert "to settle" not in told()
    assert told("--set", "rows.scoop=6", "--set", "foul.pays=rows")["to settle"] == (
        "ofc settle FILE.xlsx --rules american-pineapple --set rows.scoop=6 --set foul.pays=rows"
    )
    (tmp_path / "ours.toml").write_text('extends = "tonybet"\n[rows]\nscoop = 1\n', encoding="utf-8")
    assert told("--rules", tmp_path / "ours.toml")["to settle"] == "ofc settle FILE.xlsx --rules ours.toml"


def test_a_name_cannot_steer_the_terminal(ofc, tmp_path):
    (tmp_path / "night.csv").write_text(SHEET.replace("Boris", "Boris\x1b[2J"), encoding="utf-8")
    run = ofc("sheet", "check", "night.csv", cwd=tmp_path)
    assert run.returncode == 1
    assert "\x1b" not in run.stdout
    assert "Boris\N{REPLACEMENT CHARACTER}[2J" in run.stdout


def test_nothing_to_check(ofc, tmp_path):
    (tmp_path / "notes.csv").write_text("milk,bread\n", encoding="utf-8")
    for name in ("none.xlsx", "notes.csv"):
        run = ofc("sheet", "check", name, cwd=tmp_path)
        assert run.returncode == 2
        assert run.stdout.startswith(f"{name}\n")
    assert ofc("sheet", "check", "notes.csv", "--rules", "none", cwd=tmp_path).returncode == 2


def test_the_result_goes_where_it_is_asked_for(ofc, tmp_path):
    (tmp_path / "night.csv").write_text(SHEET, encoding="utf-8")
    run = ofc("sheet", "check", "night.csv", "--output", "told.txt", cwd=tmp_path)
    assert (run.returncode, run.stdout) == (1, "")
    assert "3 hands read: 1 sound, 2 wrong" in (tmp_path / "told.txt").read_text(encoding="utf-8")
    refused = ofc("sheet", "check", "night.csv", "--output", "night.csv", cwd=tmp_path)
    assert refused.returncode == 2
    assert (tmp_path / "night.csv").read_text(encoding="utf-8") == SHEET
