"""Charts: what is drawn, and that drawing it has no other effect."""

from __future__ import annotations

import io
import itertools
import subprocess
import sys

import matplotlib as mpl
import numpy as np
import polars as pl
import pytest
from frames import hand, results
from matplotlib.figure import Figure
from matplotlib.text import Text

from ofc_analytics import plots
from ofc_analytics.generate import generate
from ofc_analytics.schema import HANDS
from ofc_analytics.settlement import settle
from ofc_analytics.statistics import adjusted, observations

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def ax():
    return Figure(figsize=(9, 5), layout="constrained").subplots()


def png(axes, kind="png"):
    file = io.BytesIO()
    axes.figure.savefig(file, format=kind)
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
    assert end_labels(ax) == ["Boris +9", "Анна +3", "Ёлка −12"]
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
    assert end_labels(ax) == ["A +0.45", "B −0.45"]
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
    assert lone.get_text() == "D −90"
    assert lone.xyann[1] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("draw", [getattr(plots, name) for name in plots.__all__])
def test_settings_stay_as_they_are(draw, ax):
    before = settings()
    png(draw(results(*THREE), ax=ax))
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


def drawn_texts(axes):
    return "\n".join(text.get_text() for text in axes.figure.findobj(Text))


@pytest.mark.parametrize("draw", [getattr(plots, name) for name in plots.__all__])
@pytest.mark.parametrize("name", ["王小明", "😀🀄", "علی\u200cرضا", "_hidden", "Anna\u202e\n"])
def test_any_name_is_drawn_by_every_chart_and_steers_nothing(draw, name, ax):
    frame = results(hand({name: 5, "B": -5}), hand({name: 5, "B": -5}), hand({name: 1, "B": -1}))
    draw(frame, ax=ax)
    assert png(ax).startswith(PNG)
    assert b"<svg" in png(ax, "svg")
    text = drawn_texts(ax)
    assert "\u202e" not in text
    if draw in (plots.plot_results, plots.plot_win_rates, plots.plot_foul_rate, plots.plot_opponents):
        assert name.replace("\u202e\n", "\ufffd\ufffd") in text


def test_rules_and_currencies_steer_nothing(ax):
    frame = results(hand({"A": 1, "B": -1}, net={"A": 1, "B": -1}, rules="home\u202e", currency="R\u202eB"))
    plots.plot_results(frame, ax=ax, value="net")
    assert "home\ufffd" in ax.get_title()
    assert ax.get_ylabel() == "R\ufffdB"


def test_a_name_on_two_seats_has_what_both_won(ax):
    deal = hand({"A": 7, "B": -4, "C": -3})
    deal["players"][1]["name"] = "A"
    frame = results(deal, deal)
    plots.plot_results(frame, ax=ax)
    assert players_of(ax) == {"A": [0, 3, 6], "C": [0, -3, -6]}
    parts = plots.plot_decomposition(frame, ax=Figure().subplots(), player="A")
    assert players_of(parts)["points"] == [0, 3, 6]
    assert parts.get_title().endswith("A, 2 hands, american-pineapple".removeprefix("A"))


PRICED = {"net": {"A": 100, "B": -100}, "currency": "RUB"}
SOME_PRICED = (
    hand({"A": 1, "B": -1}, **PRICED),
    hand({"A": 1, "B": -1}, **PRICED),
    hand({"A": 1, "B": -1}),
    hand({"C": 1, "D": -1}, net={"C": 1, "D": -1}, currency="RUB", rules="classic"),
)


def test_only_hands_without_money_are_said_to_be_without_money(ax):
    title = plots.plot_results(results(*SOME_PRICED), ax=ax, value="net", most=2).get_title()
    assert title == (
        "Cumulative net, 2 hands (1 without money left out; 2 of 4 players: those with the most hands), "
        "american-pineapple"
    )


def test_of_a_player_too_hands_without_money_are_counted(ax):
    title = plots.plot_results(results(*SOME_PRICED), ax=ax, value="net", player="A").get_title()
    assert title.startswith("A: Cumulative net, 2 hands (1 without money left out")


@pytest.mark.parametrize(
    "draw",
    [
        plots.plot_results, plots.plot_decomposition, plots.plot_foul_rate, plots.plot_opponents,
        plots.plot_fantasyland, plots.plot_hand_results,
    ],
)  # fmt: skip
def test_a_title_names_the_player_and_counts_his_hands_under_his_rules(draw, ax):
    title = draw(results(*SOME_PRICED), ax=ax, player="A").get_title()
    assert "A" in title
    assert "3 hands" in title
    assert title.endswith("american-pineapple")


@pytest.mark.parametrize("draw", [plots.plot_win_rates, plots.plot_royalties, plots.plot_opponents])
def test_of_some_players_their_hands_are_counted(draw, ax):
    assert ", 3 hands (2 of 4 players" in draw(results(*SOME_PRICED), ax=ax, most=2).get_title()


def test_hands_without_a_button_are_said_to_be_left_out(ax):
    frame = results(hand({"A": 1, "B": -1}, button=1), hand({"A": 1, "B": -1}), hand({"A": 1, "B": -1}))
    title = plots.plot_positions(frame, ax=ax).get_title()
    assert "1 hand (2 without a known button left out)" in title


def reach(axes):
    """Half width of the wide and the narrow band at the end."""
    return [band.get_paths()[0].get_extents().ymax for band in axes.collections]


def chained(steps, *tables):
    """Hands of two, in chains: each with nobody in Fantasyland and those in it up to the next."""
    return [
        hand({"A": won, "B": -won}, inside={} if begins else {"A": 14}, table=table, session="night")
        for won, begins in steps
        for table in tables
    ]


STEPS = [(5, True), (-3, True), (8, False), (-7, True), (2, False), (9, False), (-4, True)] * 8


def test_bands_are_as_wide_as_a_plain_count_says():
    sums = []
    for won, begins in STEPS:
        sums += [[0, 0]] * begins
        sums[-1] = [sums[-1][0] + won, sums[-1][1] + 1]
    mean = sum(won for won, _ in STEPS) / len(STEPS)
    variance = sum((won - mean * hands) ** 2 for won, hands in sums) / (len(sums) - 1)
    axes = plots.plot_results(results(*chained(STEPS, "x")), ax=Figure().subplots(), player="A")
    wanted = [z * (variance * len(sums)) ** 0.5 for z in (1.959964, 1.036433)]
    assert reach(axes) == pytest.approx(wanted, rel=1e-6)


def test_bands_are_the_same_whichever_table_comes_first():
    mixed = chained(STEPS, "x", "y")
    sorted_by_table = sorted(mixed, key=lambda deal: deal["table"])
    axes = [
        plots.plot_results(results(*deals), ax=Figure().subplots(), player="A")
        for deals in (mixed, sorted_by_table)
    ]
    assert reach(axes[0]) == pytest.approx(reach(axes[1]))


def test_walks_without_an_edge_end_within_the_bands_as_often_as_is_said():
    axes = plots.plot_results(results(*chained(STEPS, "x")), ax=Figure().subplots(), player="A")
    mean = np.mean([won for won, _ in STEPS])
    starts = np.flatnonzero([begins for _, begins in STEPS])
    chains = np.add.reduceat([won - mean for won, _ in STEPS], starts)
    ends = np.random.default_rng(1).choice(chains, (20_000, chains.size)).sum(axis=1)
    held = [np.mean(np.abs(ends) < wide) for wide in reach(axes)]
    assert held == pytest.approx([0.95, 0.70], abs=0.015)


@pytest.fixture(scope="module")
def long_night():
    [hands] = generate("american-pineapple", hands=2_500, seed=7, players=(3, 3), tables=1)
    return settle(hands)


def test_the_adjusted_line_ends_where_the_statistics_do(long_night, ax):
    name = long_night["players"][0][0]["name"]
    plots.plot_decomposition(long_night, ax=ax, player=name)
    end = adjusted(long_night).filter(pl.col("name") == name)["adjusted"].sum()
    assert players_of(ax)["Fantasyland-adjusted"][-1] == pytest.approx(end)


def test_a_long_history_is_drawn_with_few_points_and_all_its_heights(long_night, ax):
    name = observations(long_night)["name"].mode().sort()[0]
    plots.plot_results(long_night, ax=ax, player=name)
    running = observations(long_night).filter(pl.col("name") == name)["points"].cum_sum().to_list()
    [line] = [line for line in ax.lines if line.get_label() == name]
    places, heights = line.get_xdata(), line.get_ydata()
    assert len(running) > 1_000 >= len(places)
    assert [running[place - 1] for place in places[1:]] == heights[1:].tolist()
    assert (places[0], places[-1], heights[0]) == (0, len(running), 0)
    assert (max(heights), min(heights)) == (max(0, *running), min(0, *running))
    assert all(len(band.get_paths()[0].vertices) <= 1_010 for band in ax.collections)
    assert all(band.get_paths()[0].get_extents().xmax == len(running) for band in ax.collections)


def test_hands_and_points_are_counted_in_whole_numbers(ax):
    frame = results(hand({"A": 1, "B": -1}), hand({"A": 0, "B": 0}))
    for draw in (plots.plot_results, plots.plot_foul_rate, plots.plot_hand_results, plots.plot_decomposition):
        axes = draw(frame, ax=Figure(figsize=(4, 3)).subplots())
        assert all(float(tick).is_integer() for tick in axes.get_xticks())
