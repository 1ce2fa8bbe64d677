"""A line with commas in a file of semicolons was left out with a note, or read as a hand with a long name."""

from __future__ import annotations

import io

from sheets import codes, errors, parsed

from ofc_analytics.formats import read_night

CARDS = """unit;10
hand;player;top;middle;bottom;points
1;Anna;2s Qd Jd;5d 7c 4d 7s 8d;3h Ks 3c Tc Th;-3
1;Boris;3s Ac 9h;2d Ad 9c 5s 6h;Ts Kh As Qh Jc;3
"""


def test_the_line_is_named():
    for place, line in enumerate(CARDS.splitlines()[:1] + CARDS.splitlines()[2:]):
        _, issues = parsed(CARDS.replace(line, line.replace(";", ",")).encode())
        (issue,) = [issue for issue in issues if issue.code == "delimiter-mixed"]
        assert (issue.severity, issue.line) == ("error", (1, 3, 4)[place])
        assert issue.message == "the line has commas between its cells, and others semicolons"


def test_many_lines_are_one_issue_without_cards_too():
    night = read_night(
        io.BytesIO(b"unit,10\nhand,player,points\n1;Anna;3\n1;Boris;-3\n2,Anna,1\n2,Boris,-1\n")
    )
    assert [(issue.code, issue.line) for issue in errors(night.issues)] == [("delimiter-mixed", 3)]
    assert errors(night.issues)[0].message.startswith("2 lines, this one first, have semicolons")
    assert night.entries["hand"].unique().to_list() == ["2"]


def test_remarks_and_titles_are_no_other_delimiter():
    blocks = "unit;10\nHand 1, button Anna\nplayer;top;middle;bottom\n" + "\n".join(
        line.split(";", 1)[1].rsplit(";", 1)[0] for line in CARDS.splitlines()[2:]
    )
    (hand,), issues = parsed(f"Anna, Boris, and all the others\n{blocks}\n".encode())
    assert (hand.hand_no, hand.button) == (1, 1)
    assert "delimiter-mixed" not in codes(issues)
