"""Where nothing could be tested it said that nothing was unusual, in 0 tests."""

from __future__ import annotations

import clubs_room
import pytest
import rooms
from ofc_parsers.ofc_json.writer import to_ofc_json

from ofc_analytics.audit.company import judge_company
from ofc_analytics.audit.fairness import judge_deals


@pytest.mark.parametrize("heroes", [0, 2])
def test_the_deal_of_one_hand(heroes):
    fairness = judge_deals(rooms.fair(1, 1, heroes=heroes))
    assert fairness.words.startswith("Nothing could be tested in 1 hand: ")
    assert "unusual" not in fairness.words
    assert fairness.findings["code"].to_list() == ["deal-unseen"]


def test_pairs_who_share_too_little():
    company = judge_company(clubs_room.club(1, occasions=3, hands=(3, 8)))
    assert company.words.startswith("Nothing could be tested in ")
    assert company.findings["code"].to_list() == ["pair-unseen"]


def test_the_command(ofc, tmp_path):
    file = tmp_path / "one.ofc.jsonl"
    file.write_text("\n".join(to_ofc_json(rooms.fair(1, 1, heroes=2))), encoding="utf-8")
    told = " ".join(ofc("audit", file, "--deals", "--pairs", "--format", "csv").stdout.split())
    assert (
        "Nothing could be tested in 1 hand: every test takes more than the 34 cards dealt in sight." in told
    )
    assert "Nothing could be tested in 1 hand: no pair shares enough" in told
