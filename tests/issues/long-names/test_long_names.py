"""A name of 10,000 characters came back whole in every message about it."""

from __future__ import annotations

import io

from sheets import ANNA, BORIS, HEADER, csv_bytes, errors, parsed

from ofc_analytics.formats import read_night

LONG = "A" * 10_000


def test_a_sheet_is_refused_in_few_words(ofc, tmp_path):
    options = ("--unit", LONG, "--table", LONG, "--currency", LONG, "--language", LONG)
    run = ofc("sheet", "new", tmp_path / "night.xlsx", "--players", f"{LONG},Boris", *options)
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 5
    assert max(map(len, run.stderr.splitlines())) < 200


def test_a_name_that_cannot_be_shown_is_named_by_its_place():
    _, issues = parsed(csv_bytes([HEADER, [ANNA[0], LONG, *ANNA[2:]], BORIS]))
    assert [(issue.code, issue.line, issue.hands) for issue in errors(issues)] == [
        ("player-unreadable", 2, 1)
    ]
    assert max(len(str(issue)) for issue in issues) < 500
    for rows in (
        [("hand", "player", "points"), (1, LONG, 5), (1, "Boris", -4)],
        [("hand", LONG, "Boris"), (1, 5, -5)],
    ):
        night = read_night(io.BytesIO(csv_bytes([("unit", 10), *rows])))
        assert [issue.code for issue in errors(night.issues)] == ["player-unreadable"]
        assert max(len(str(issue)) for issue in night.issues) < 500


def test_a_note_may_be_long():
    rows = [("kind", "player", "amount", "note"), ("buy-in", "Anna", 100, LONG)]
    night = read_night(io.BytesIO(csv_bytes(rows)))
    assert (errors(night.issues), night.entries["note"].item()) == ([], LONG)
