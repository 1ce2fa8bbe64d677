"""Settlement: boards to points, points to money moved, and the receipt that explains both.

`score` and `payout` work on plain arrays; `settle`, `boards` and `pairs` work on frames. The frames are
loaded at first use, so that scoring one hand never waits for them.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ofc_analytics.settlement.payout import payout, payout_parts
from ofc_analytics.settlement.receipt import Past, Receipt, receipt
from ofc_analytics.settlement.scoring import Scores, score

if TYPE_CHECKING:
    from ofc_analytics.settlement.frames import settle, settle_all
    from ofc_analytics.settlement.tables import boards, disagreements, pairs

__all__ = [
    "Past",
    "Receipt",
    "Scores",
    "boards",
    "disagreements",
    "pairs",
    "payout",
    "payout_parts",
    "receipt",
    "score",
    "settle",
    "settle_all",
]

_FRAMES = {
    "settle": "frames",
    "settle_all": "frames",
    "boards": "tables",
    "pairs": "tables",
    "disagreements": "tables",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module attribute may be anything
    if name in _FRAMES:
        return getattr(importlib.import_module(f"{__name__}.{_FRAMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
