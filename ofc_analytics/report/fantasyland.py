"""Whether a report has anything to say of Fantasyland."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.errors import OfcError
from ofc_analytics.rules import load_rules

if TYPE_CHECKING:
    from ofc_analytics.statistics.questions import Study

__all__ = ["plays_fantasyland"]


def plays_fantasyland(study: Study) -> bool:
    """Whether any hand was played under rules that know Fantasyland, as far as they can be told by name.

    >>> from ofc_analytics.schema import RESULTS
    >>> from ofc_analytics.statistics.questions import Study
    >>> plays_fantasyland(Study(RESULTS.to_frame()))
    False
    """
    if any(_leads_there(name) for name in study.results["rules"].unique(maintain_order=True)):
        return True
    somebody = (pl.col("in_fantasyland") > 0) | (pl.col("fantasyland") > 0)
    return bool(study.observations.select(somebody.any()).item())


@cache
def _leads_there(rules: str | None) -> bool:
    if rules is None:
        return True
    try:
        entry = load_rules(rules).fantasyland.entry
    except OfcError:
        return True
    return bool(entry.top or entry.middle or entry.bottom)
