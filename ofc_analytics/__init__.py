"""Settle, audit and study open-face Chinese poker.

::

    import ofc_analytics as ofc

    hands = ofc.read("night.xlsx")            # a frame of hands; raises on the first fault
    hands, issues = ofc.read_all("night.xlsx")  # all good hands, and what was left out
    results = ofc.settle(hands)               # a frame of results
    ofc.boards(results), ofc.pairs(results)   # flat frames; .to_pandas() for pandas
    ofc.score(["top / middle / bottom", ...]) # the receipt of one hand, typed by hand; .text() prints it
    ofc.load_rules("american-pineapple")

Nothing heavy is imported before it is used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ofc_analytics import (
        audit,
        cards,
        errors,
        evaluation,
        generate,
        plots,
        report,
        rules,
        settlement,
        statistics,
    )
    from ofc_analytics.archive import open_archive
    from ofc_analytics.formats import read, read_all
    from ofc_analytics.rules import RuleSet, load_rules
    from ofc_analytics.settlement.explaining import explain
    from ofc_analytics.settlement.frames import settle, settle_all
    from ofc_analytics.settlement.one_hand import score_boards as score
    from ofc_analytics.settlement.tables import boards, disagreements, pairs

    stats = statistics

__all__ = [
    "RuleSet",
    "audit",
    "boards",
    "cards",
    "disagreements",
    "errors",
    "evaluation",
    "explain",
    "generate",
    "load_rules",
    "open_archive",
    "pairs",
    "plots",
    "read",
    "read_all",
    "report",
    "rules",
    "score",
    "settle",
    "settle_all",
    "settlement",
    "statistics",
    "stats",
]

_HOMES = {
    "RuleSet": ("rules", "RuleSet"),
    "boards": ("settlement.tables", "boards"),
    "explain": ("settlement.explaining", "explain"),
    "disagreements": ("settlement.tables", "disagreements"),
    "load_rules": ("rules", "load_rules"),
    "open_archive": ("archive", "open_archive"),
    "pairs": ("settlement.tables", "pairs"),
    "read": ("formats", "read"),
    "read_all": ("formats", "read_all"),
    "score": ("settlement.one_hand", "score_boards"),
    "settle": ("settlement.frames", "settle"),
    "settle_all": ("settlement.frames", "settle_all"),
    "stats": ("statistics", None),
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module attribute may be anything
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES.get(name, (name, None))
    found = importlib.import_module(f"{__name__}.{module}")
    return found if attribute is None else getattr(found, attribute)


def __dir__() -> list[str]:
    return __all__
