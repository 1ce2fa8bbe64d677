"""A key that stood twice went unnoticed where a time of the line had an offset without a colon."""

from __future__ import annotations

import io

import pytest
from logs import ofc_hand, ofc_log

from ofc_analytics.formats import read_all


@pytest.mark.parametrize("offset", ["+0300", "+03:00", "-0330", "Z"])
def test_it_is_refused_whatever_the_offset(offset):
    log = ofc_log(ofc_hand(1, unit="5.00", started_at=f"2026-11-27T20:15:00{offset}"))
    hands, [] = read_all(io.BytesIO(log))
    assert hands["unit"].to_list() == [500]
    hands, [issue] = read_all(io.BytesIO(log.replace(b'"unit": "5.00"', b'"unit": "10.00", "unit": "5.00"')))
    assert hands.is_empty()
    assert (issue.code, issue.text, issue.hands) == ("key-twice", "unit", 1)
