"""The bands of a player at two tables were too wide: each change of table counted as a new chain."""

from __future__ import annotations

import pytest
from frames import hand, results
from matplotlib.figure import Figure

from ofc_analytics.plots import plot_results

POINTS = [5, -3, 8, -7, 2, 9] * 10


def reach(deals):
    axes = plot_results(results(*deals), ax=Figure().subplots(), player="A")
    return axes.collections[0].get_paths()[0].get_extents().ymax


def test_the_order_of_the_tables_does_not_change_the_bands():
    mixed = [
        hand({"A": won, "B": -won}, inside={"A": 14} if number % 3 else {}, table=table, session="night")
        for number, won in enumerate(POINTS)
        for table in "xy"
    ]
    by_table = sorted(mixed, key=lambda deal: deal["table"])
    assert reach(mixed) == pytest.approx(reach(by_table)) == pytest.approx(37.66, abs=0.005)
