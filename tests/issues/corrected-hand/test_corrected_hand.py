"""A hand whose claim or card was corrected was counted twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from logs import ofc_hand, ofc_log

from ofc_analytics.formats import read_all
from ofc_analytics.hands import Claim, Hand, Player, content_hash, hand_id

FOLDER = Path(__file__).parent


@pytest.mark.parametrize(("first", "second"), [("nd1.csv", "nd2.csv"), ("conflict_a.csv", "conflict_c.csv")])
def test_the_first_is_kept_and_both_places_are_named(first, second):
    paths = [FOLDER / first, FOLDER / second]
    frame, issues = read_all(paths)
    [issue] = [issue for issue in issues if issue.severity == "error"]
    assert frame["source"].struct.field("file").to_list() == [str(paths[0])]
    assert (issue.code, issue.file, issue.hand, issue.hands) == ("hand-conflict", str(paths[1]), "1", 1)
    line = frame["source"].struct.field("line")[0]
    assert f"({paths[0]}, line {line})" in issue.message


def test_claims_money_and_rules_are_no_part_of_the_identity():
    def hand(*, claimed=Claim(), stack=None, rake=None, **told):  # noqa: B008
        anna = Player(seat=1, name="Anna", cards=bytes(range(13)), claimed=claimed, stack=stack, rake=rake)
        boris = Player(seat=2, name="Boris", cards=bytes(range(13, 26)))
        return Hand(players=(anna, boris), native_id="1", hand_no=1, **told)

    others = [
        hand(claimed=Claim(points=3)),
        hand(stack=100),
        hand(rake=5),
        hand(unit=100),
        hand(rules="tonybet"),
    ]
    assert {hand_id(other) for other in others} == {hand_id(hand())}
    assert len({content_hash(other) for other in others}) == len(others)


def test_hand_one_of_two_nights_is_two_hands(tmp_path):
    for night in (1, 2):
        (tmp_path / f"{night}.jsonl").write_bytes(ofc_log(ofc_hand(night) | {"id": "1"}))
    assert read_all(tmp_path)[0].height == 2


def test_every_hand_that_comes_is_kept_repeated_or_in_conflict(tmp_path):
    wrong = ofc_hand(1)
    wrong["players"][0]["claimed"] = {"points": 3}
    (tmp_path / "a.jsonl").write_bytes(ofc_log(ofc_hand(1), wrong, ofc_hand(1), wrong, ofc_hand(2)))
    frame, issues = read_all(tmp_path)
    assert frame["native_id"].to_list() == ["H1", "H2"]
    assert frame["hand_id"].n_unique() == 2
    found = [(issue.code, issue.line, issue.hands) for issue in issues if issue.code != "parser-broken"]
    assert found == [("hand-conflict", 2, 1), ("duplicate-hand", 3, 1), ("hand-conflict", 4, 1)]
