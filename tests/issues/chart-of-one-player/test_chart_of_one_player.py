"""Charts of one player counted everybody's hands in their titles, and the opponents in his report were everybody's."""

from __future__ import annotations

import re

from frames import hand, results
from matplotlib.figure import Figure

from ofc_analytics import plots


def test_a_title_counts_his_hands():
    frame = results(hand({"A": 1, "B": -1}), hand({"B": 1, "C": -1}), hand({"B": 1, "C": -1}))
    axes = plots.plot_foul_rate(frame, ax=Figure().subplots(), player="A")
    assert axes.get_title() == "A: Fouls (in blocks of 10 hands), 1 hand, american-pineapple"


def test_his_report_has_his_opponents_alone(ofc, root, tmp_path):
    report = tmp_path / "report.html"
    ofc("report", root / "sample_data" / "night.csv", "--player", "Anna", "--output", report)
    page = report.read_text("utf-8")
    chart = re.search(r'<figure id="figure-own-opponents">.*?</figure>', page, re.DOTALL)[0]
    assert "Anna: Points a hand against each opponent" in chart
    assert re.search(r"<text[^>]*>Boris \(\d+\)", chart)
    assert not re.search(r"<text[^>]*>Anna", chart)
