"""`ofc score`, run as a person runs it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

ANNA = "Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d"
BORIS = "Ac 8c 6s / Td Ts 9s 4c 3c / Js Jh 7d 5s 4h"
DEAD = "Kc Kd 3h / 9c 9d 7s 5h 2c / Tc Th 8d 6c 4s"


def test_two_boards_with_money(ofc):
    run = ofc("score", ANNA, BORIS, "--names", "Anna,Boris", "--unit", "10", "--format", "json")
    assert (run.returncode, run.stderr) == (0, "")
    hand = json.loads(run.stdout)
    assert set(hand) == {"hand", "rules", "fingerprint", "players", "pairs"}
    assert hand["rules"] == "american-pineapple"
    anna, boris = hand["players"]
    assert anna == {
        "seat": 1,
        "name": "Anna",
        "board": ANNA,
        "foul": False,
        "rows": [
            {"row": "top", "hand": "pair of queens", "category": "pair", "royalty": 7},
            {"row": "middle", "hand": "pair of queens", "category": "pair", "royalty": 0},
            {"row": "bottom", "hand": "three kings", "category": "three of a kind", "royalty": 0},
        ],
        "royalties": 7,
        "fantasyland": 14,
        "points": 13,
        "net": "130.00",
        "claimed": {"points": None, "net": None, "royalties": None, "foul": None, "fantasyland": None},
        "agrees": None,
    }
    assert (boris["points"], boris["net"]) == (-13, "-130.00")
    assert hand["pairs"] == [
        {
            "seats": [1, 2],
            "rows": [1, 1, 1],
            "row_points": 3,
            "scoop": 3,
            "royalties": 7,
            "other": 0,
            "points": 13,
            "due": "130.00",
            "paid": "130.00",
        }
    ]


def test_without_a_unit_there_is_no_money(ofc):
    hand = json.loads(ofc("score", ANNA, BORIS, "--format", "json").stdout)
    assert hand["players"][0]["net"] is None
    assert (hand["pairs"][0]["due"], hand["pairs"][0]["paid"]) == (None, None)


def test_stacks_limit_what_is_paid(ofc):
    run = ofc("score", ANNA, BORIS, "--unit", "10", "--stacks", "300,45.50", "--format", "json")
    pair = json.loads(run.stdout)["pairs"][0]
    assert (pair["due"], pair["paid"]) == ("130.00", "45.50")
    text = ofc("score", ANNA, BORIS, "--unit", "10", "--stacks", "300,45.50").stdout
    assert "130.00 due, 45.50 paid" in text
    assert "Seat 2 pays Seat 1 45.50 of 130.00: Seat 2 has no more" in text


def test_one_board_is_judged_by_itself(ofc):
    hand = json.loads(ofc("score", DEAD, "--format", "json").stdout)
    assert (hand["players"][0]["foul"], hand["players"][0]["points"], hand["pairs"]) == (True, 0, [])
    assert "the top (pair of kings) beats the middle (pair of nines)" in ofc("score", DEAD).stdout


def test_fantasyland_now_needs_more_to_stay(ofc):
    entered = json.loads(ofc("score", ANNA, "--format", "json").stdout)["players"][0]["fantasyland"]
    stayed = json.loads(ofc("score", ANNA, "--fantasyland", "1", "--format", "json").stdout)["players"][0][
        "fantasyland"
    ]
    assert (entered, stayed) == (14, 0)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_other_formats(ofc, tmp_path, form):
    import polars as pl

    file = tmp_path / f"hand.{form}"
    assert ofc("score", ANNA, BORIS, "--format", form, "--output", file).returncode == 0
    frame = pl.read_csv(file) if form == "csv" else pl.read_parquet(file)
    assert frame["points"].to_list() == [13, -13]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([ANNA, ANNA], "13 cards lie with Seat 1 and with Seat 2: 'Qc Qd "),
        (["Qc Qd / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d"], "top"),
        (["Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s Zd"], "Zd"),
        ([ANNA, BORIS, "--stacks", "1,2,3"], "3 stacks for 2 boards"),
        ([ANNA, BORIS, "--unit", "1", "--stacks", "1,two"], "'two' is not a number"),
        ([ANNA, BORIS, "--unit", "0.005"], "more than 2 decimal places"),
        ([ANNA, BORIS, "--button", "3"], "seats are 1 to 2"),
        ([ANNA, BORIS, "--fantasyland", "x"], "'x' is not a seat"),
        ([ANNA, BORIS, "--names", "A,A"], "twice"),
        ([ANNA, BORIS, "--rules", "american-pinapple"], "american-pineapple"),
        ([ANNA, BORIS, "--set", "rows.scop=6"], "rows.scoop"),
        ([ANNA, BORIS, "--declared", "1"], "SEAT=NATURAL"),
        ([ANNA, BORIS, "--declared", "1=dragon"], "naturals"),
        (["X1 Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d"], "joker"),
    ],
)
def test_mistakes_are_told_in_one_line(ofc, arguments, words):
    run = ofc("score", *arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    assert words in run.stderr
    assert "Traceback" not in run.stderr
    assert run.stderr.count("\n") == 1


def test_heavy_libraries_stay_unloaded():
    code = (
        "import sys; sys.argv = ['ofc', 'score', *sys.argv[1:]]\n"
        "import atexit; atexit.register(lambda: print(sorted(set(sys.modules) & "
        "{'polars', 'pyarrow', 'dataframely', 'pandas', 'matplotlib', 'scipy'}), file=sys.stderr))\n"
        "from ofc_analytics.cli import main; main()"
    )
    for form in ("text", "json"):
        run = subprocess.run(
            [sys.executable, "-c", code, ANNA, BORIS, "--format", form],
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stderr.strip() == "[]"
        assert run.stdout


def test_names_cannot_steer_a_terminal(ofc):
    run = ofc("score", ANNA, BORIS, "--names", "A\x1b[2J,[red]B")
    assert "\x1b" not in run.stdout
    assert "[red]B" in run.stdout
