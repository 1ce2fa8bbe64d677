"""Charts: what is drawn, and that drawing it has no other effect."""

from __future__ import annotations

import io
import itertools
import subprocess
import sys

import matplotlib as mpl
import pytest
from frames import hand, results
from matplotlib.figure import Figure
from matplotlib.text import Text

from ofc_analytics import plots
from ofc_analytics.schema import HANDS

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def ax():
    return Figure(figsize=(9, 5), layout="constrained").subplots()


def png(axes):
    file = io.BytesIO()
    axes.figure.savefig(file, format="png")
    return file.getvalue()


def players_of(axes):
    return {
        line.get_label(): line.get_ydata().tolist()
        for line in axes.lines
        if not line.get_label().startswith("_")
    }


def settings():
    return {name: mpl.rcParams[name] for name in mpl.rcParams if name != "backend"}  # to ask for it picks one


def end_labels(axes):
    return [text.get_text() for text in axes.texts]


THREE = (
    hand({"Анна": 6, "Boris": -4, "Ёлка": -2}),
    hand({"Анна": -3, "Boris": 3}),
    hand({"Boris": 10, "Ёлка": -10}),
)


def test_a_line_a_player_from_zero_level_where_he_sat_out(ax):
    assert plots.plot_results(results(*THREE), ax=ax) is ax
    assert players_of(ax) == {"Boris": [0, -4, -1, 9], "Анна": [0, 6, 3, 3], "Ёлка": [0, -2, -2, -12]}
    assert end_labels(ax) == ["Boris +9", "Анна +3", "Ёлка -12"]
    assert ax.get_title() == "Cumulative points, 3 hands, american-pineapple"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("hands", "points")


def test_zero_is_drawn(ax):
    plots.plot_results(results(*THREE), ax=ax)
    assert [0, 0] in [list(line.get_ydata()) for line in ax.lines]


def test_lines_differ_without_colour(ax):
    plots.plot_results(
        results(*[hand({f"{name}{i}": 1 + i, "other": -1 - i}) for name in "AB" for i in range(12)]), ax=ax
    )
    lines = [line for line in ax.lines if not line.get_label().startswith("_")]
    assert len({(line.get_linestyle(), line.get_marker()) for line in lines}) == len(lines) == 25
    assert all(line.get_markevery() is not None for line in lines)


def test_money_in_major_units_with_exact_labels(ax):
    frame = results(
        hand({"A": 1, "B": -1}, net={"A": 1050, "B": -1050}, currency="RUB"),
        hand({"A": 1, "B": -1}),
        hand({"A": -2, "B": 2}, net={"A": -1005, "B": 1005}, currency="RUB"),
    )
    plots.plot_results(frame, ax=ax, value="net")
    assert players_of(ax)["A"] == pytest.approx([0, 10.5, 0.45])
    assert end_labels(ax) == ["A +0.45", "B -0.45"]
    assert ax.get_ylabel() == "RUB"
    assert ax.get_title() == "Cumulative net, 2 hands (1 without money left out), american-pineapple"


def test_two_currencies_are_not_one_chart(ax):
    frame = results(
        hand({"A": 1, "B": -1}, net={"A": 1, "B": -1}, currency="RUB"),
        hand({"A": 1, "B": -1}, net={"A": 1, "B": -1}, currency="EUR"),
    )
    with pytest.raises(ValueError, match="EUR, RUB"):
        plots.plot_results(frame, ax=ax, value="net")
    assert not ax.lines


def test_the_title_names_up_to_three_rule_sets(ax):
    names = ("classic", "pineapple", "tonybet", "custom")
    hands = [hand({"A": 1, "B": -1}, rules=name) for name in names]
    assert plots.plot_results(results(*hands[:2]), ax=ax).get_title().endswith(", classic, pineapple")
    assert plots.plot_results(results(*hands), ax=ax).get_title().endswith(", 4 hands, 4 rule sets")


@pytest.mark.parametrize("name", ["Ёжик Щукин", "$x^", "a_b\\frac", "_hidden", "Ж" * 300, "two\nlines", ""])
def test_any_name_is_drawn_without_a_warning(ax, name):
    plots.plot_results(results(hand({name: 5, "B": -5}), hand({name: 5, "B": -5})), ax=ax)
    assert png(ax).startswith(PNG)
    assert len(end_labels(ax)[0]) < 40


@pytest.mark.parametrize("hands", [(), THREE[:1]])
@pytest.mark.parametrize("value", ["points", "net"])
def test_little_or_nothing_is_drawn_too(ax, hands, value):
    plots.plot_results(results(*hands), ax=ax, value=value)
    assert png(ax).startswith(PNG)


def test_labels_of_close_ends_do_not_overlap(ax):
    plots.plot_results(
        results(hand({"A": 500, "B": -500}), *[hand({f"P{i}": 0, f"Q{i}": 0}) for i in range(6)]), ax=ax
    )
    png(ax)  # lays the figure out
    boxes = sorted((Text.get_window_extent(label) for label in ax.texts), key=lambda box: box.y0)
    assert len(boxes) == 14
    assert all(below.y1 <= above.y0 + 1 for below, above in itertools.pairwise(boxes))
    figure = ax.figure.bbox
    assert all(box.x1 <= figure.x1 for box in boxes)


def test_a_label_with_room_stands_level_with_its_line(ax):
    plots.plot_results(results(hand({"A": 1, "B": 1, "C": 2, "D": -90})), ax=ax)
    png(ax)
    lone = ax.texts[-1]
    assert lone.get_text() == "D -90"
    assert lone.xyann[1] == pytest.approx(0, abs=1e-9)


def test_settings_stay_as_they_are(ax):
    before = settings()
    plots.plot_results(results(*THREE), ax=ax)
    assert settings() == before


def test_a_frame_of_hands_is_refused(ax):
    with pytest.raises(ValueError, match="not a frame of results"):
        plots.plot_results(HANDS.to_frame(), ax=ax)


def test_an_unknown_value_is_refused(ax):
    with pytest.raises(ValueError, match="points, net; got 'money'"):
        plots.plot_results(results(*THREE), ax=ax, value="money")


def test_without_axes_a_figure_is_made_and_not_shown(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    plt = pytest.importorskip("matplotlib.pyplot")
    monkeypatch.setattr(plt, "show", lambda: pytest.fail("a window was shown"))
    already = plt.get_fignums()
    axes = plots.plot_results(results(*THREE))
    try:
        assert plt.get_fignums() == [*already, axes.figure.number]
        assert png(axes).startswith(PNG)
    finally:
        plt.close(axes.figure)
    assert plt.get_fignums() == already


def test_given_axes_need_no_pyplot():
    code = (
        "import sys; from matplotlib.figure import Figure; from ofc_analytics import plots; "
        "from ofc_analytics.schema import RESULTS; "
        "plots.plot_results(RESULTS.to_frame(), ax=Figure().subplots()); sys.exit('matplotlib.pyplot' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
