"""One night told in two files was added twice: cards beside totals, points beside points."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = ["cards", "points", "points_again", "totals"]
NIGHT = "Anna receives 130.00: played +130.00\nBoris pays 130.00: played -130.00\n"


def text(name):
    return (HERE / f"{name}.csv").read_text("utf-8")


@pytest.fixture
def ledger(ofc, tmp_path):
    def run(**files):
        for name, content in files.items():
            (tmp_path / f"{name}.csv").write_text(content, encoding="utf-8")
        return ofc("ledger", *(f"{name}.csv" for name in files), cwd=tmp_path)

    return run


@pytest.mark.parametrize("names", [*permutations(FILES, 2)])
def test_what_is_told_twice_and_the_same_counts_once(ledger, names):
    run = ledger(**{name: text(name) for name in names})
    assert run.returncode == 0, run.stderr
    assert NIGHT in run.stdout
    assert "Boris → Anna 130.00" in run.stdout
    verified = "recomputed from the cards" if "cards" in names else "claimed totals that add up"
    assert verified in run.stdout
    assert run.stderr.count("and the same: they count once") == 1


def test_all_four_files_are_one_night(ledger):
    run = ledger(**{name: text(name) for name in FILES})
    assert run.returncode == 0, run.stderr
    assert NIGHT in run.stdout
    assert "ofc: 3 hands read: 1 settled, 2 duplicates, 0 left out.\n" in run.stderr


@pytest.mark.parametrize(
    ("names", "right", "wrong", "told"),
    [
        (
            ("cards", "totals"),
            "130",
            "120",
            "tells totals that cards.csv tells too, and not the same: Anna made 120.00 and not 130.00, and 1 more",
        ),
        (
            ("cards", "points"),
            "13\n",
            "12\n",
            "points.csv, line 4 tells 1 hand that cards.csv tells too, and not the same: Anna made 120.00",
        ),
        (("points", "points_again"), "13,", "12,", "Anna made 120.00 and not 130.00 (hand 1), and 1 more"),
        (("points", "totals"), "Boris", "Vera", "Boris made 0.00 and not -130.00, and 1 more"),
    ],
)
def test_what_is_told_twice_and_not_the_same_is_not_squared(ledger, names, right, wrong, told):
    first, second = names
    run = ledger(**{first: text(first), second: text(second).replace(right, wrong)})
    assert run.returncode == 1
    assert told in run.stdout
    assert "expected the same, or a session of its own" in run.stdout
    assert NIGHT in run.stdout
    assert "Not squared" in run.stdout


@pytest.mark.parametrize("second", ["points", "points_again", "totals"])
def test_another_session_is_another_night(ledger, second):
    run = ledger(cards=text("cards"), **{second: text(second).replace("27", "28")})
    assert run.returncode == 0, run.stderr
    assert "Anna receives 260.00" in run.stdout


def test_other_hands_of_the_night_are_added(ledger):
    run = ledger(cards=text("cards"), points=text("points").replace("\n1,", "\n2,"))
    assert run.returncode == 0, run.stderr
    assert "Anna receives 260.00" in run.stdout
    assert "2 hands read: 1 settled, 0 duplicates, 0 left out, 1 told without cards." in run.stderr


@pytest.mark.parametrize(
    ("dated", "undated", "told"),
    [
        ("points", "points_again", "its hands 1 may be those of the same numbers in a session"),
        ("cards", "points", "its hands 1 may be those of the same numbers in a session"),
        ("cards", "totals", "its totals may be of the same night as the results of 2026-11-27"),
        ("totals", "cards", "its results may be of the same night as the totals of 2026-11-27"),
    ],
)
def test_what_names_no_session_may_be_the_same_night(ledger, dated, undated, told):
    run = ledger(**{dated: text(dated), undated: text(undated).partition("\n")[2]})
    assert run.returncode == 1
    assert f"{told}; expected a session for them" in run.stdout


def test_a_correction_counts_before_both_are_held_against_each_other(ledger):
    head = "session,kind,player,amount,id,corrects\n"
    told = "2026-11-27,result,Anna,120,a,\n2026-11-27,result,Boris,-130,b,\n"
    assert ledger(cards=text("cards"), money=head + told).returncode == 1
    run = ledger(cards=text("cards"), money=f"{head}{told},correction,Anna,130,c,a\n")
    assert run.returncode == 0, run.stderr
    assert NIGHT in run.stdout
