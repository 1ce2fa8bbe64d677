"""Long lines made short without a change that could be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST_POINTS", "spread_out", "telling"]

MOST_POINTS = 1_000
"""So many points of a line are drawn at most, more than a chart is wide."""

_OF_A_STRETCH = 4


def telling(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """Places of the points that a line is drawn through: of each stretch the first, the last, the lowest and the highest.

    Through these a line covers what it covers through all: U. Jugel and others, "M4: a visualization-oriented time
    series data aggregation" (2014).

    >>> telling(np.array([0.0, 3.0, -1.0])).tolist()
    [0, 1, 2]
    >>> long = np.zeros(100_000)
    >>> long[4_321] = 7
    >>> places = telling(long)
    >>> len(places) <= MOST_POINTS, 4_321 in places, places[[0, -1]].tolist()
    (True, True, [0, 99999])
    """
    if values.size <= MOST_POINTS:
        return np.arange(values.size)
    width = -(-values.size // (MOST_POINTS // _OF_A_STRETCH))
    stretches = np.pad(values, (0, -values.size % width), mode="edge").reshape(-1, width)
    within = np.stack(
        [
            np.zeros(len(stretches), dtype=np.intp),
            stretches.argmin(axis=1),
            stretches.argmax(axis=1),
            np.full(len(stretches), width - 1),
        ],
        axis=1,
    )
    places = within + width * np.arange(len(stretches))[:, None]
    return np.unique(np.minimum(places, values.size - 1))


def spread_out(size: int, most: int = MOST_POINTS // 2) -> NDArray[np.intp]:
    """So many places of `size` at most, evenly apart, the first and the last among them.

    >>> spread_out(3).tolist(), spread_out(11, 3).tolist()
    ([0, 1, 2], [0, 5, 10])
    """
    return np.linspace(0, size - 1, min(size, most)).astype(np.intp)
