"""Is the deal fair? Questions put to the cards that were dealt in sight, and to no others.

What is in sight, which tests are made and what they can see stands in ``docs/fairness.md``.
"""

from __future__ import annotations

from ofc_analytics.audit.fairness.judging import DealTests, Fairness, judge_deals

__all__ = ["DealTests", "Fairness", "judge_deals"]
