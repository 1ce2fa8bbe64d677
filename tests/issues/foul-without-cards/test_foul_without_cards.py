"""A player who fouled and mucked was told of three rows without cards, and not what to type instead."""

from __future__ import annotations

from pathlib import Path

from sheets import csv_bytes, errors, parsed

NIGHT = Path(__file__).parent / "night.csv"


def test_one_issue_a_hand_says_what_to_type():
    hands, issues = parsed(NIGHT.read_bytes())
    assert [hand.hand_no for hand in hands] == [1]
    found = [(issue.code, issue.line, issue.hand, issue.hands) for issue in errors(issues)]
    assert found == [("foul-without-cards", line, hand, 1) for line, hand in ((5, "2"), (7, "3"), (9, "4"))]
    assert all("13 cards" in issue.expected and "points" in issue.expected for issue in errors(issues))


def test_what_it_says_closes_the_night(ofc, tmp_path):
    lines = NIGHT.read_text("utf-8").splitlines()
    (tmp_path / "night.csv").write_text("\n".join(lines[:4]), encoding="utf-8")
    fouls = [
        ("hand", "player", "points"),
        *((hand, *line) for hand in (2, 3, 4) for line in (("Анна", -6), ("Борис", 6))),
    ]
    above = [("unit", 10), ("currency", "RUB"), ("date", "2026-11-27")]
    (tmp_path / "fouls.csv").write_bytes(csv_bytes([*above, *fouls]))
    run = ofc("ledger", tmp_path / "night.csv", tmp_path / "fouls.csv")
    assert run.returncode == 0, run.stderr
    assert run.stdout.endswith("1 payment:\nАнна → Борис 210.00\n")


def test_a_dead_hand_that_has_its_cards_is_a_hand_like_any_other():
    rows = [line.split(";") for line in NIGHT.read_text("utf-8").splitlines()[:4]]
    rows[2][5:] = ["", "сгорела"]
    (hand,), issues = parsed(csv_bytes(rows))
    assert (hand.players[0].claimed.foul, issues) == (True, [])
