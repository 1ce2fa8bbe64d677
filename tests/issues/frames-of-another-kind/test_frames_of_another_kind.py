"""A pandas frame, a lazy frame, None or the wrong frame ended in an error from deep inside another library."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import ofc_analytics as ofc
from ofc_analytics.errors import OfcError, SettlementError
from ofc_analytics.schema import HANDS, RESULTS
from ofc_analytics.settlement.export import json_frame

NIGHT = Path(__file__).with_name("night.csv")
BOARD = "Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d"


@pytest.fixture(scope="module")
def hands():
    return ofc.read(NIGHT)


OF_HANDS = [ofc.settle, ofc.settle_all]
OF_RESULTS = [
    ofc.boards, ofc.pairs, ofc.disagreements, json_frame, ofc.statistics.players, ofc.statistics.money, ofc.plots.plot_results,
]  # fmt: skip


@pytest.mark.parametrize("take", [*OF_HANDS, *OF_RESULTS])
def test_what_is_no_frame_of_the_kind_is_named(hands, take):
    frame, kind = (hands, "hands") if take in OF_HANDS else (ofc.settle(hands), "results")
    for wrong, told in (
        (None, "this is None"),
        ("night.csv", "this is a builtins str"),
        (frame.to_pandas(), rf"polars.from_pandas\(frame\).cast\(ofc_analytics.schema.{kind.upper()}\)"),
        (frame.to_arrow(), rf"polars.from_arrow\(table\).cast\(ofc_analytics.schema.{kind.upper()}\)"),
        (frame.lazy(), r"its .collect\(\) gives one"),
        (frame.drop("players"), "column 'players' is missing"),
        (frame.with_columns(pl.col("unit").cast(pl.String)), "column 'unit' is String"),
    ):
        with pytest.raises(SettlementError, match=f"not a frame of {kind}.*{told}"):
            take(wrong)


def test_the_other_frame_is_recognised(hands):
    with pytest.raises(SettlementError, match="these are hands: settle them first"):
        ofc.boards(hands)
    with pytest.raises(SettlementError, match="these are results: give the hands"):
        ofc.settle(ofc.settle(hands))


def test_the_advice_works(hands):
    results = ofc.settle(hands)
    assert ofc.settle(pl.from_pandas(hands.to_pandas()).cast(HANDS)).equals(results)
    assert ofc.boards(pl.from_pandas(results.to_pandas()).cast(RESULTS)).equals(ofc.boards(results))
    assert ofc.settle(pl.from_arrow(hands.to_arrow()).cast(HANDS)).equals(results)
    assert ofc.settle(hands.lazy().collect()).equals(results)
    assert ofc.settle(hands.with_columns(mine=1)).equals(results)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"boards": 13}, "boards: expected a list"),
        ({"boards": [None]}, "boards: expected texts; got None"),
        ({"boards": BOARD, "names": "A"}, "names: expected a list"),
        ({"boards": BOARD, "unit": 1, "stacks": "3"}, "stacks: expected a list"),
        ({"boards": BOARD, "fantasyland": 1}, "fantasyland: expected a list"),
        ({"boards": BOARD, "fantasyland": "1"}, "fantasyland: expected a list"),
        ({"boards": BOARD, "declared": {7: "dragon"}, "rules": "closed-chinese"}, "seat 7 is not there"),
        ({"boards": BOARD, "rules": None}, "rules: expected the name or file of a rule set"),
        ({"boards": BOARD, "rules": ofc.load_rules("tonybet"), "overrides": ["rows.scoop=6"]}, "overrides go with the name"),
    ],
)  # fmt: skip
def test_score_says_what_it_takes(arguments, told):
    with pytest.raises(SettlementError, match=told):
        ofc.score(**arguments)


def test_one_text_is_one_board():
    assert ofc.score(BOARD).as_dict() == ofc.score([BOARD]).as_dict()


def test_rules_that_are_not_there_fail_before_anything_is_read():
    with pytest.raises(OfcError, match="american-pineapple"):
        ofc.read("nowhere.csv", rules="zz")
