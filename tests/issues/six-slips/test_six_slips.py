"""Six slips that give one number, and no other of the hand, were told one after the other."""

from __future__ import annotations

import json
from pathlib import Path

from ofc_analytics.settlement.receipt_text import MOST_SLIPS

HAND = Path(__file__).with_name("hand.jsonl")


def test_a_receipt_tells_the_first_and_how_many_more(ofc):
    text = ofc("explain", HAND, "--hand", "0c3fe699ce06-4d8d42-1-21").stdout
    lines = [line.strip() for line in text.splitlines()]
    assert sum(line.startswith(("exactly this number", "or if")) for line in lines) == MOST_SLIPS
    assert f"or by another of {MOST_SLIPS + 3} known slips" in lines


def test_a_finding_too(ofc):
    findings = map(json.loads, ofc("audit", HAND, "--format", "json").stdout.splitlines())
    reason = next(finding["reason"] for finding in findings if finding["code"] == "claim-points")
    assert reason.endswith(f" or it was another of {MOST_SLIPS + 3} known slips.")
    assert reason.count(" or ") == MOST_SLIPS
