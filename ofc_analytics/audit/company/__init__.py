"""Who plays with whom? Questions about pairs of players: what flows between them, and where they sit.

What is asked, how, and from how many hands on it would see what stands in ``docs/pairs.md``.
"""

from __future__ import annotations

from ofc_analytics.audit.company.judging import Company, judge_company
from ofc_analytics.audit.company.matrix import Pairs, TablesShared
from ofc_analytics.audit.company.testing import PairTests

__all__ = ["Company", "PairTests", "Pairs", "TablesShared", "judge_company"]
