"""The worked cases of rules/cases.jsonl in the folder of real inputs, as test parameters."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

_SHARED = Path(os.environ.get("OFC_SHARED", Path(__file__).parents[2] / "shared"))


def cases(kind):
    """All cases of a kind; each test id carries the case's id and its source."""
    file = _SHARED / "rules" / "cases.jsonl"
    if not file.is_file():
        return [pytest.param(None, marks=pytest.mark.skip("the folder of real inputs is not there"))]
    lines = file.read_text(encoding="utf-8").splitlines()
    found = [case for case in map(json.loads, filter(None, lines)) if case["kind"] == kind]
    return [pytest.param(case, id=f"{case['id']} ({case['source']})") for case in found]
