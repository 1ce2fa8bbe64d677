"""`ofc score --stacks` without `--unit` was passed over in silence, and an empty stack shifted the others."""

from __future__ import annotations

import json

import pytest

from ofc_analytics import score
from ofc_analytics.errors import SettlementError

ANNA = "Qc Qd 7s / Qh Qs 9c 8d 2h / Kc Kd Kh 2s 3d"
BORIS = "Ac 8c 6s / Td Ts 9s 4c 3c / Js Jh 7d 5s 4h"


def test_stacks_need_a_unit(ofc):
    run = ofc("score", ANNA, BORIS, "--stacks", "300,45.50")
    assert (run.returncode, run.stdout) == (2, "")
    assert "give the unit too" in run.stderr


def test_nothing_between_commas_is_no_limit(ofc):
    run = ofc("score", ANNA, BORIS, "--unit", "10", "--stacks", ",45.50", "--format", "json")
    assert json.loads(run.stdout)["pairs"][0]["paid"] == "45.50"
    run = ofc("score", ANNA, BORIS, "--unit", "10", "--stacks", "300,", "--format", "json")
    assert json.loads(run.stdout)["pairs"][0]["paid"] == "130.00"
    assert score([ANNA, BORIS], unit=10, stacks=[None, "45.50"]).money(4550) == "45.50"


def test_a_unit_is_more_than_nothing(ofc):
    run = ofc("score", ANNA, BORIS, "--unit", "0")
    assert run.returncode == 2
    assert "unit: 0 is no unit" in run.stderr
    with pytest.raises(SettlementError, match="0 is no unit"):
        score([ANNA, BORIS], unit=0)
