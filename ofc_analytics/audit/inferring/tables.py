"""Tables of a room that play by other rules than the rest of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.audit.inferring.evidence import STANDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ofc_analytics.audit.inferring.evidence import Evidence
    from ofc_analytics.audit.inferring.ranking import Judged

__all__ = ["tables_apart"]

_FEWEST = 5
_SHARE = 0.1


def tables_apart(evidence: Evidence, best: Judged, named: Sequence[Judged]) -> NDArray[np.bool_]:
    """(n,) hands of tables of which a named rule set explains at least five hands and a tenth more than the best one.

    Changed rules do not count: a few wrong claims at one table would find themselves some.
    """
    tables = evidence.tables["table_key"].to_numpy()
    count = int(tables.max()) + 1

    def explained(one: Judged) -> NDArray[np.intp]:
        return np.bincount(tables[one.verdict.hands == STANDS], minlength=count)

    more = np.max([explained(one) for one in named], axis=0) - explained(best)
    claims = np.bincount(tables[evidence.claiming], minlength=count)
    apart: NDArray[np.bool_] = ((more >= _FEWEST) & (more >= _SHARE * claims))[tables]
    return apart
