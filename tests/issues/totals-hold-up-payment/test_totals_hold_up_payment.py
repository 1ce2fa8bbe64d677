"""A line of totals that says something else than the hands was a warning, and the night was paid all the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ofc_analytics.errors import SettlementError
from ofc_analytics.formats import read_night
from ofc_analytics.settlement.ledger import ledger, square

NIGHT = Path(__file__).parent / "night.csv"
TOLD = "line 5: the lines above add up to another total; what counts are the lines: '99'; expected +8"


@pytest.fixture
def write(tmp_path):
    def written(text):
        file = tmp_path / "night.csv"
        file.write_text(text, encoding="utf-8")
        return file

    return written


def test_nobody_is_told_to_pay(ofc):
    run = ofc("ledger", NIGHT)
    assert run.returncode == 1
    assert f"WRONG: {NIGHT}, {TOLD}\n" in run.stdout
    assert "Anna receives 8.00: played +8.00" in run.stdout
    assert run.stdout.endswith("Not squared: what is wrong comes first.\n")


def test_programs_are_told_by_the_check(ofc, tmp_path):
    carried = tmp_path / "carried.csv"
    run = ofc("ledger", NIGHT, "--format", "json", "--carry", carried)
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    (check,) = [row for row in rows if row["kind"] == "check"]
    assert check["wrong"].endswith(TOLD)
    assert [row for row in rows if row["kind"] == "payment"] == []
    assert not carried.exists()


@pytest.mark.parametrize("total", ["9x,-8", "8,-8k"])
def test_totals_that_cannot_be_read_are_checks_that_were_not_made(ofc, write, total):
    run = ofc("ledger", write(NIGHT.read_text("utf-8").replace("99,-8", total)))
    assert run.returncode == 1
    assert "WRONG: " in run.stdout
    assert "→" not in run.stdout


def test_totals_that_are_right_close_the_night(ofc, write):
    run = ofc("ledger", write(NIGHT.read_text("utf-8").replace("99", "8")))
    assert run.returncode == 0, run.stderr
    assert run.stdout.endswith("1 payment:\nBoris → Anna 8.00\n")


def test_the_session_above_the_totals_is_the_one_that_stays_open(write):
    night = read_night(
        write(
            "unit,1,currency,RUB\nhand,session,Anna,Boris\n1,Friday,5,-5\ntotal,,99,-99\n2,Saturday,3,-3\ntotal,,3,-3\n"
        )
    )
    book = ledger(night.entries, issues=night.issues)
    wrong = dict(book.checks.select("session", "wrong").iter_rows())
    assert wrong["Saturday"] is None
    assert "line 4: the lines above add up to another total" in wrong["Friday"]
    with pytest.raises(SettlementError, match="does not close: Friday"):
        square(book)


CARDS = """\
unit,10,currency,RUB
hand,player,top,middle,bottom,points,money
1,Anna,Qc Qd 7s,Qh Qs 9c 8d 2h,Kc Kd Kh 2s 3d,13,130
1,Boris,Ac 8c 6s,Td Ts 9s 4c 3c,Js Jh 7d 5s 4h,-13,-130
total,Anna,,,,13,130
2,Anna,2c 4h 6d,Ks Qh Th 6c 3s,Ad Kd Tc 6s 3d,6,60
2,Boris,2s 3h 5d,Kc Qd 9h 5c 2h,Ah Kh 9c 5s 2d,-6,-60
"""


@pytest.mark.parametrize(
    "totals",
    [
        "total,Anna,,,,19,190\n,Boris,,,,-19,-190\n",
        "subtotal,Anna,,,,6,60\n,Boris,,,,-6,\n",
        "итого,,,,,0,0\n",
        "total,Vera,,,,99,990\n",
    ],
    ids=["of all hands", "of those since the last", "of all players", "of one who did not play"],
)
def test_totals_below_cards_may_be_of_any_kind(ofc, write, totals):
    run = ofc("ledger", write(f"{CARDS}{totals}"))
    assert (run.returncode, run.stderr.count("warning")) == (0, 0), run.stderr


@pytest.mark.parametrize(
    ("totals", "told"),
    [
        ("total,Anna,,,,99,190\n", "what counts are the lines: '99'; expected +19"),
        (
            "total,Anna,,,,19,190\n,Boris,,,,-19,-199 руб\n",
            "what counts are the lines: '-199 руб'; expected -190.00",
        ),
        ("total,Anna,,,,19x,190\n", "in the points, a text that is not a number: '19x'"),
    ],
)
def test_totals_below_cards_are_held_against_what_the_hands_claim(ofc, write, totals, told):
    run = ofc("ledger", write(f"{CARDS}{totals}"))
    assert run.returncode == 1
    assert told in run.stdout
    assert "→" not in run.stdout
    checked = ofc("sheet", "check", write(f"{CARDS}{totals}"))
    assert checked.returncode == 1
    assert told in checked.stdout


def test_hands_that_claim_nothing_leave_totals_unchecked(ofc, write):
    silent = CARDS.replace(",6,60\n", ",,\n")
    assert ofc("ledger", write(f"{silent}total,Anna,,,,99,990\n")).returncode == 0
