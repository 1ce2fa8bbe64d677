"""Answers as markers with their intervals, one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ofc_analytics.plots.style import COLOURS, decimals_along, dim, literally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from ofc_analytics.plots.words import Language

__all__ = ["draw_dots"]

_MARGIN = 0.6


def draw_dots(axes: Axes, rows: Sequence[dict[str, Any]], labels: Sequence[str], language: Language) -> None:
    """Draw a marker and its interval a row of `Answers`, from the bottom up."""
    axes.axvline(0, color="0.5", linewidth=0.8, zorder=0)
    for place, row in enumerate(rows):
        strength = dim(row["enough"])
        if row["low"] is not None:
            axes.hlines(place, row["low"], row["high"], color=COLOURS[0], linewidth=2, alpha=strength)
        axes.plot([row["value"]], [place], marker="o", color=COLOURS[0], alpha=strength)
    decimals_along(axes.xaxis, language)
    axes.set_yticks(np.arange(len(rows)), labels, **literally())
    axes.set_ylim(-_MARGIN, max(len(rows), 1) - 1 + _MARGIN)
