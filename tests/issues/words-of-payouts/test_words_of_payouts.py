"""Findings about payouts spoke to hosts in keys of rules: payout.win_cap = current or payout.win_cap = starting."""

from __future__ import annotations

import json
from pathlib import Path

HAND = Path(__file__).with_name("uncapped.jsonl")


def test_they_say_how_money_is_paid(ofc):
    run = ofc("audit", HAND, "--rules", "pokerdom-pineapple-000", "--family", "money", "--format", "json")
    reasons = {line["code"]: line["reason"] for line in map(json.loads, run.stdout.splitlines())}
    assert not any("payout." in reason for reason in reasons.values())
    assert reasons["win-above-cap"] == (
        "ТихийФилин is said to have won 30.00; with a stack of 23.00 no more than 23.00 can be won,"
        " for under pokerdom-pineapple-000 nobody wins more in the hand than he started with."
    )
    assert reasons["payout-cap"].startswith(
        "The money of the hand is right if nobody wins more of another than he holds at that moment or if "
    )
    assert reasons["payout-cap"].endswith(
        "; under pokerdom-pineapple-000 nobody wins more in the hand than he started with."
    )
