"""Labels at the ends of lines, moved apart where they would overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.font_manager import FontProperties

from ofc_analytics.plots.style import literally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

__all__ = ["write_beside"]

_LABEL_GAP = 14  # points between a line's end and its label
_LINE_HEIGHT = 1.3  # of the font size
_POINTS_PER_INCH = 72


def write_beside(axes: Axes, labels: Sequence[str], *, x: int, y: NDArray[np.float64]) -> None:
    """Write each label to the right of its (x, y), moved up or down as far as labels would overlap."""
    low, high = axes.get_ylim()
    heights = (y - low) / (high - low) * axes.bbox.height * _POINTS_PER_INCH / axes.figure.dpi
    size = FontProperties().get_size_in_points()
    shifts = _spread(heights, _LINE_HEIGHT * size) - heights
    for label, end, shift in zip(labels, y, shifts, strict=True):
        axes.annotate(
            label,
            (x, end),
            xytext=(_LABEL_GAP, shift),
            textcoords="offset points",
            fontsize=size,
            verticalalignment="center",
            annotation_clip=False,
            **literally(),
            arrowprops={"arrowstyle": "-", "color": "0.5", "linewidth": 0.8},
        )


def _spread(heights: NDArray[np.float64], gap: float) -> NDArray[np.float64]:
    """Move falling heights apart to at least `gap`, each by as little as the least squares allow.

    Without the gaps this is a falling regression, whose value at i is the lowest over all j <= i of the
    highest over all k >= i of the mean from j to k.
    """
    steps = np.arange(heights.size) * gap
    sums = np.concatenate([[0.0], np.cumsum(heights + steps)])
    first, last = np.indices((heights.size, heights.size))
    count = np.maximum(last - first + 1, 1)
    means = np.where(first <= last, (sums[last + 1] - sums[first]) / count, -np.inf)
    highest = np.maximum.accumulate(means[:, ::-1], axis=1)[:, ::-1]
    spread: NDArray[np.float64] = np.where(first <= last, highest, np.inf).min(axis=0, initial=np.inf) - steps
    return spread
