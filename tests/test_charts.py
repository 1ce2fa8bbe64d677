"""Each chart shows the numbers that plain counting gives, and any name, in either language."""

from __future__ import annotations

import io
import re
from collections import Counter, defaultdict

import pytest
from matplotlib.figure import Figure

import ofc_analytics as ofc
from ofc_analytics import plots
from ofc_analytics.errors import LookupFailedError, OfcError
from ofc_analytics.hands import ROWS
from ofc_analytics.report.charts import charts
from ofc_analytics.schema import HANDS, RESULTS
from ofc_analytics.statistics.questions import Study

ALL = [getattr(plots, name) for name in plots.__all__]
OF_A_PLAYER = [
    plots.plot_results, plots.plot_decomposition, plots.plot_foul_rate, plots.plot_fantasyland, plots.plot_hand_results,
    plots.plot_positions, plots.plot_opponents,
]  # fmt: skip
LIMITED = [
    plots.plot_results,
    plots.plot_win_rates,
    plots.plot_foul_rate,
    plots.plot_royalties,
    plots.plot_opponents,
]


@pytest.fixture(scope="module")
def played():
    [hands] = ofc.generate.generate("american-pineapple", hands=240, seed=2, players=(3, 3), tables=1)
    return ofc.settle(hands)


@pytest.fixture(scope="module")
def plain(played):
    """Each player of each hand, as plain dictionaries."""
    return [
        player | {"place": place}
        for place, hand in enumerate(played.to_dicts())
        for player in hand["players"]
    ]


@pytest.fixture
def ax():
    return Figure(figsize=(9, 5), layout="constrained").subplots()


def png(axes):
    file = io.BytesIO()
    axes.figure.savefig(file, format="png", dpi=40)
    return file.getvalue()


def busiest(plain, most):
    return sorted(Counter(player["name"] for player in plain).items(), key=lambda item: (-item[1], item[0]))[
        :most
    ]


def signed(value):
    return f"{value:+z.2f}".replace("-", "−")


def means(plain, value):
    sums, counts = defaultdict(int), Counter()
    for player in plain:
        sums[player["name"]] += value(player)
        counts[player["name"]] += 1
    return {name: sums[name] / counts[name] for name in sums}


@pytest.mark.parametrize("draw", ALL)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_nothing_and_little_are_drawn(draw, language, ax, played):
    for frame in (RESULTS.to_frame(), played.head(1)):
        assert draw(frame, ax=ax, language=language) is ax
        assert ax.get_title()
        assert png(ax).startswith(b"\x89PNG")


@pytest.mark.parametrize("draw", ALL)
def test_a_study_and_its_results_give_the_same_picture(draw, played):
    pictures = [png(draw(frame, ax=Figure().subplots())) for frame in (played, Study(played))]
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("draw", ALL)
def test_hands_instead_of_results_are_refused(draw, ax):
    with pytest.raises(OfcError, match="settle them first"):
        draw(HANDS.to_frame(), ax=ax)


@pytest.mark.parametrize("draw", OF_A_PLAYER)
def test_a_player_who_is_not_there_is_named(draw, ax, played):
    with pytest.raises(LookupFailedError, match="no hand has a player 'Nobody'; nearest first"):
        draw(played, ax=ax, player="Nobody")


@pytest.mark.parametrize("draw", LIMITED)
def test_of_many_players_the_title_says_how_many_are_shown(draw, ax, played, plain):
    players = len({player["name"] for player in plain})
    assert f"2 of {players} players" in draw(played, ax=ax, most=2).get_title()


def test_the_bands_of_one_player_hold_most_walks_without_an_edge(ax, played, plain):
    name = busiest(plain, 1)[0][0]
    plots.plot_results(played, ax=ax, player=name)
    own = [player["points"] for player in plain if player["name"] == name]
    (line,) = [line for line in ax.lines if line.get_label() == name]
    assert line.get_ydata()[-1] == sum(own)
    wide, narrow = (band.get_paths()[0].get_extents().ymax for band in ax.collections)
    assert wide / narrow == pytest.approx(1.959964 / 1.036433, rel=1e-4)


def test_the_parts_of_a_player_add_up_to_his_points(ax, played, plain):
    name = busiest(plain, 1)[0][0]
    plots.plot_decomposition(played, ax=ax, player=name)
    ends = {
        line.get_label(): line.get_ydata()[-1] for line in ax.lines if not line.get_label().startswith("_")
    }
    points = ends.pop("points")
    ends.pop("Fantasyland-adjusted")
    assert sum(ends.values()) == points == sum(player["points"] for player in plain if player["name"] == name)
    assert name[:10] in ax.get_title()


def test_win_rates_stand_from_the_best_down(ax, played, plain):
    plots.plot_win_rates(played, ax=ax)
    drawn = [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "o"]
    assert drawn == pytest.approx(sorted(means(plain, lambda player: player["points"]).values()))


def test_fouls_are_counted_block_by_block(ax, played, plain):
    name = busiest(plain, 1)[0][0]
    plots.plot_foul_rate(played, ax=ax, player=name, block=25)
    own = [player["foul"] for player in plain if player["name"] == name]
    blocks = [own[start : start + 25] for start in range(0, len(own), 25)]
    (line,) = ax.lines
    assert line.get_ydata().tolist() == pytest.approx([sum(block) / len(block) for block in blocks])
    assert line.get_xdata()[-1] == len(own)


def test_a_block_has_a_hand(ax, played):
    with pytest.raises(ValueError, match="a block has 1 hand at least, got 0"):
        plots.plot_foul_rate(played, ax=ax, block=0)


def test_the_way_through_fantasyland_is_counted(ax, played, plain):
    plots.plot_fantasyland(played, ax=ax)
    inside = [player for player in plain if player["in_fantasyland"]]
    outside = [player for player in plain if not player["in_fantasyland"]]
    wanted = [
        len(outside), sum(player["fantasyland"] > 0 for player in outside), len(inside),
        sum(player["fantasyland"] > 0 for player in inside),
    ]  # fmt: skip
    assert [bar.get_width() for bar in ax.patches] == wanted
    assert min(wanted) > 0


def test_royalties_are_those_of_each_row(ax, played, plain):
    plots.plot_royalties(played, ax=ax)
    names = [name for name, _ in busiest(plain, 8)]
    for place, _ in enumerate(ROWS):
        wanted = means(plain, lambda player, place=place: player["row_royalties"][place])
        heights = [bar.get_height() for bar in ax.containers[2 * place + 1]]
        assert heights == pytest.approx([wanted[name] for name in names])
    assert len({bars[0].get_hatch() for bars in ax.containers[1::2]}) == 3


def between(played):
    """Points and hands of each pair of players, seen from either."""
    sums, counts = defaultdict(int), Counter()
    for hand in played.to_dicts():
        names = {player["seat"]: player["name"] for player in hand["players"]}
        for pair in hand["pairs"]:
            for one, other, sign in (("first", "second", 1), ("second", "first", -1)):
                key = names[pair[one]], names[pair[other]]
                sums[key] += sign * pair["points"]
                counts[key] += 1
    return sums, counts


def test_of_a_player_his_opponents_stand_from_the_best_down(ax, played, plain):
    sums, counts = between(played)
    name = busiest(plain, 1)[0][0]
    plots.plot_opponents(played, ax=ax, player=name)
    wanted = sorted((sums[key] / counts[key], key[1], counts[key]) for key in sums if key[0] == name)
    assert [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "o"] == pytest.approx(
        [mean for mean, _, _ in wanted]
    )
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        f"{opponent} ({hands})" for _, opponent, hands in wanted
    ]


def test_the_matrix_tells_what_passed_between_two(ax, played):
    sums, counts = between(played)
    plots.plot_opponents(played, ax=ax, most=50)
    names = [label.get_text() for label in ax.get_yticklabels()]
    told = {
        (names[round(text.get_position()[1])], names[round(text.get_position()[0])]): text.get_text()
        for text in ax.texts
    }
    assert told == {key: signed(sums[key] / counts[key]) + f"\n{counts[key]}" for key in sums}


def test_every_hand_is_in_the_histogram(ax, played, plain):
    name = busiest(plain, 1)[0][0]
    own = [player["points"] for player in plain if player["name"] == name]
    plots.plot_hand_results(played, ax=ax, player=name)
    assert sum(bar.get_height() for bar in ax.patches) == len(own)
    assert ax.get_legend().get_texts()[0].get_text() == f"mean {signed(sum(own) / len(own))}"


def test_positions_go_from_the_button_up(ax, played):
    plots.plot_positions(played, ax=ax)
    points = defaultdict(list)
    for hand in played.to_dicts():
        seats = [player["seat"] for player in hand["players"]]
        start = seats.index(hand["button"]) + 1
        for place, player in enumerate(hand["players"][start:] + hand["players"][:start]):
            points[place].append(player["points"])
    drawn = [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "o"]
    assert drawn == pytest.approx([sum(points[place]) / len(points[place]) for place in (2, 1, 0)])
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        f"{label} ({len(points[place])})" for label, place in (("button", 2), ("second", 1), ("first", 0))
    ]


@pytest.fixture(scope="module", params=["all", "one"])
def figures(request, played, plain):
    """The charts of a report, of players some of whom have names that no font here can write."""
    first, second = (name for name, _ in busiest(plain, 2))
    told = {first: "王小明 <b>&", second: "😀_\u202eБорис"}
    deals = played.to_dicts()
    for deal in deals:
        for player in deal["players"]:
            player["name"] = told.get(player["name"], player["name"])
    study = Study(RESULTS.to_frame().vstack(type(played)(deals, schema=played.schema)))
    return list(charts(study, player=None if request.param == "all" else told[first]))


def test_identifiers_are_unique_on_a_page_and_every_reference_has_one(figures):
    page = "".join(figure.svg for figure in figures)
    names = re.findall(r'\bid="([^"]+)"', page)
    assert len(names) == len(set(names)) > 0
    for figure in figures:
        wanted = re.findall(r'(?:url\(#|href="#)([^")]+)', figure.svg)
        assert set(wanted) <= set(re.findall(r'\bid="([^"]+)"', figure.svg))


def test_names_are_text_that_a_browser_finds_letters_for(figures):
    results = figures[0].svg
    assert "王小明 &lt;b&gt;&amp;" in results
    assert "sans-serif" in results
    assert all("\u202e" not in figure.svg + figure.title + figure.alternative for figure in figures)


def test_letters_have_ten_pixels_on_a_phone(figures):
    for figure in figures:
        width = float(re.search(r'viewBox="0 0 ([0-9.]+) ', figure.svg)[1])
        sizes = [float(size) for size in re.findall(r"font-size: ([0-9.]+)px", figure.svg)]
        assert min(sizes) * 358 / width >= 10
        assert len(sizes) > 5


def test_what_is_read_out_has_numbers_of_the_chart(figures):
    told = {figure.key: figure.alternative for figure in figures}
    assert all(re.search(r"[.:] [^.]*: .*\d", words) for words in told.values())
    assert re.search(r"At their ends: .* [+-]\d+", told["results"])


def test_a_page_has_one_minus_sign(figures):
    assert all("−" not in figure.svg + figure.alternative for figure in figures)
    assert re.search(r">-\d+<", figures[0].svg)


def test_numbers_of_russian_charts_have_a_comma(played):
    for figure in charts(Study(played), language="ru"):
        assert not re.search(r">[+-]?\d+\.\d+", figure.svg), figure.key


def test_a_player_is_drawn_over_all_hands_as_in_the_statistics(played, plain):
    name = busiest(plain, 1)[0][0]
    own, everything = Study(played), ofc.stats.adjusted(played)
    [parts] = [figure for figure in charts(own, player=name) if figure.key == "decomposition"]
    end = sum(row["adjusted"] for row in everything.to_dicts() if row["name"] == name)
    assert f"Fantasyland-adjusted {end:+.0f}" in parts.svg
