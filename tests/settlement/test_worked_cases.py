"""Worked cases from rule books, rooms and tutorials: each carries where its right value comes from."""

from __future__ import annotations

import pytest
from cases import cases

import ofc_analytics as ofc
from ofc_analytics.rules import rule_set_names
from ofc_analytics.schema import frame_from_hands


def scored(case):
    if case["rules"] not in rule_set_names():
        pytest.skip(f"rule set {case['rules']} is not here yet")
    return ofc.score(
        case.get("boards") or [case["board"]],
        rules=case["rules"],
        overrides=case.get("override", {}),
        fantasyland=[1] if case.get("in_fantasyland") else [],
        declared={seat: natural for seat, natural in enumerate(case.get("declared", ()), start=1) if natural},
    )


@pytest.mark.parametrize("case", cases("board"))
def test_board(case):
    player = scored(case).as_dict()["players"][0]
    found = {
        "foul": player["foul"],
        "royalties": [row["royalty"] for row in player["rows"]],
        "fantasyland": player["fantasyland"],
    }
    expected = case["expect"]
    assert {name: found[name] for name in expected} == expected, f"{case['why']} ({case['source']})"


@pytest.mark.parametrize("case", cases("table"))
def test_table(case):
    slip = scored(case)
    players = slip.as_dict()["players"]
    found = {name: [player[name] for player in players] for name in case["expect"]}
    assert found == case["expect"], f"{case['why']} ({case['source']})"


@pytest.mark.parametrize("case", cases("table"))
def test_table_through_frames(case):
    slip = scored(case)
    boards = ofc.boards(ofc.settle(frame_from_hands([slip.hand]), slip.rules))
    assert {name: boards[name].to_list() for name in case["expect"]} == case["expect"], case["source"]
