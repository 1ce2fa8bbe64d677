"""Charts of results: functions that draw on the axes they are given and return them.

Nothing here shows a window or changes a setting. Lines and bars differ in dash, marker or hatching as well as in colour,
so that they can be told apart in print and by colour-blind eyes; what rests on too few hands is drawn faint.
"""

from __future__ import annotations

from ofc_analytics.plots.distribution import plot_hand_results
from ofc_analytics.plots.fantasyland import plot_fantasyland
from ofc_analytics.plots.fouls import plot_foul_rate
from ofc_analytics.plots.opponents import plot_opponents
from ofc_analytics.plots.parts import plot_decomposition
from ofc_analytics.plots.rates import plot_positions, plot_win_rates
from ofc_analytics.plots.results import plot_results
from ofc_analytics.plots.royalties import plot_royalties

__all__ = [
    "plot_decomposition",
    "plot_fantasyland",
    "plot_foul_rate",
    "plot_hand_results",
    "plot_opponents",
    "plot_positions",
    "plot_results",
    "plot_royalties",
    "plot_win_rates",
]
