"""A declared natural or a surrender was passed over in silence where the rules know neither."""

from __future__ import annotations

import json
from pathlib import Path

HANDS = Path(__file__).with_name("hands.jsonl")


def test_what_the_rules_do_not_know_keeps_a_hand_out(ofc, tmp_path):
    issues = tmp_path / "issues.jsonl"
    run = ofc("settle", HANDS, "--issues", issues)
    assert run.returncode == 1
    assert "3 hands read: 1 settled under american-pineapple, 0 duplicates, 2 left out." in run.stdout
    found = {row["hand"]: row for row in map(json.loads, issues.read_text(encoding="utf-8").splitlines())}
    assert {hand: row["code"] for hand, row in found.items()} == {
        "natural": "natural-not-in-rules",
        "surrender": "surrender-not-allowed",
    }
    assert found["natural"]["message"] == "american-pineapple has no naturals, and one was declared"
    closed = ofc("settle", HANDS, "--rules", "closed-chinese", "--format", "json")
    assert "natural" in {json.loads(line)["hand"] for line in closed.stdout.splitlines()}
