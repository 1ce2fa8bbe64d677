"""Where a hand between two others was refused or not settled, stacks and Fantasyland were carried over it: false errors."""

from __future__ import annotations

import io
import json

import polars as pl
import pytest

import ofc_analytics
from ofc_analytics.audit import check_totals
from ofc_analytics.errors import ParseIssue
from ofc_analytics.settlement.entries import make_entries

QUEENS = ("Qc Qd 7s", "Kh Ks 9c 8d 2h", "Ac Ad Ah 2s 3d")
AGAIN = ("Qc Qd 7h", "Kh Ks 9c 8d 2h", "Ac Ad Ah 2s 3d")
PLAIN = ("4c 5d 8h", "3c 3h 9d Td 4h", "6c 6d Jc Js 5c")
TWICE = ("Qc Qc 7s", *QUEENS[1:])
JOKER = ("X Qd 7s", *QUEENS[1:])


def hand(number, board, stacks, **keys):
    players = [
        {
            "name": name,
            "stack": stack,
            "fantasyland": 0,
            **dict(zip(("top", "middle", "bottom"), rows, strict=True)),
        }
        for name, stack, rows in zip(("Anna", "Boris"), stacks, (board, PLAIN), strict=True)
    ]
    return {"id": f"H{number}", "table": "T", "unit": "1", "players": players, **keys}


def audit(ofc, tmp_path, *hands, overrides=()):
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(one) + "\n" for one in hands), encoding="utf-8")
    run = ofc("audit", log, "--format", "json", *(f"--set={one}" for one in overrides))
    assert run.returncode == 1, run.stderr
    return [(found["code"], found["hand"]) for found in map(json.loads, run.stdout.splitlines())]


@pytest.mark.parametrize(
    ("board", "keys", "code"), [(TWICE, {}, "card-twice"), (JOKER, {"jokers": 1}, "joker-not-in-deck")]
)
def test_nothing_follows_across_it(ofc, tmp_path, board, keys, code):
    first = hand(1, QUEENS, ("100", "100"))
    between = hand(2, board, ("113", "87"), **keys)
    after = hand(3, AGAIN, ("93", "107"))
    assert audit(ofc, tmp_path, first, between, after) == [(code, "H2")]


def test_settlement_carries_no_fantasyland_over_it_either(ofc, tmp_path):
    quads = ("2c 2d 7h", "7c 7d 8c 8d Th", "Qc Qd Qh Qs Kd")
    hands = [
        hand(1, QUEENS, (None, None)),
        hand(2, JOKER, (None, None), jokers=1),
        hand(3, quads, (None, None)),
    ]
    for player in hands[2]["players"]:
        del player["fantasyland"]
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(one) + "\n" for one in hands), encoding="utf-8")
    settled = [json.loads(line) for line in ofc("settle", log, "--format", "json").stdout.splitlines()]
    assert [one["hand"] for one in settled] == ["H1", "H3"]
    assert [one["players"][0]["fantasyland"] for one in settled] == [14, 0]


def test_without_it_stacks_and_fantasyland_are_compared(ofc, tmp_path):
    found = audit(ofc, tmp_path, hand(1, QUEENS, ("100", "100")), hand(3, AGAIN, ("93", "107")))
    assert {code for code, _ in found} == {"stack-short", "stack-added", "fantasyland-denied"}


def test_numbers_that_follow_each_other_say_that_nothing_is_between(ofc, tmp_path):
    first = hand(1, QUEENS, ("100", "100"), hand_no=1)
    other = hand(7, TWICE, ("5", "5"), table="other", hand_no=1)
    after = hand(2, AGAIN, ("93", "107"), hand_no=2)
    found = audit(ofc, tmp_path, first, other, after)
    assert {"stack-short", "fantasyland-denied"} < {code for code, _ in found}


def test_a_hand_that_was_not_settled_stands_at_its_own_table_alone(ofc, tmp_path):
    other = hand(7, JOKER, ("5", "5"), jokers=1, table="other")
    found = audit(ofc, tmp_path, hand(1, QUEENS, ("100", "100")), other, hand(3, AGAIN, ("93", "107")))
    assert {"joker-not-in-deck", "stack-short", "fantasyland-denied"} < {code for code, _ in found}


def test_a_table_may_have_begun_before_its_first_hand_that_was_read(ofc, tmp_path):
    stacks = ("113", "87")
    found = audit(
        ofc, tmp_path, hand(1, TWICE, stacks), hand(2, QUEENS, stacks), overrides=["deal.buy_in=[100, 100]"]
    )
    assert found == [("card-twice", "H1")]


def test_totals_of_a_session_with_a_hand_left_out_are_no_proof():
    log = json.dumps(hand(1, QUEENS, ("100", "100"), session="S")).encode()
    results = ofc_analytics.settle(ofc_analytics.read_all(io.BytesIO(log), input_format="ofc-json")[0])
    told = {
        "kind": "result",
        "player": "Anna",
        "amount": 5,
        "exponent": 2,
        "session": "S",
        "verified": "claimed",
    }
    entries = make_entries(pl.DataFrame([told | {"file": "stream"}]))
    left_out = ParseIssue(code="card-twice", message="a card lies twice", file="stream", line=2, hands=1)
    assert check_totals(results, entries)["severity"].to_list() == ["error"]
    assert check_totals(results, entries, issues=[left_out])["severity"].to_list() == ["note"]
