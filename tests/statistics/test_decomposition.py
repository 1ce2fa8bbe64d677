"""Points in parts and the Fantasyland-adjusted line: hand-counted nights, and a slow count of the same in plain Python."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import numpy as np
import polars as pl
import pytest
from frames import hand, results
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from ofc_analytics import settle
from ofc_analytics.errors import SettlementError
from ofc_analytics.generate import generate
from ofc_analytics.schema import HANDS
from ofc_analytics.statistics.clusters import clustered_mean
from ofc_analytics.statistics.decomposition import Decomposition, decompose
from ofc_analytics.statistics.fantasyland import Adjusted, FantasylandValues, adjusted, fantasyland_values
from ofc_analytics.statistics.intervals import mean_interval
from ofc_analytics.statistics.questions import Study

PARTS = ("rows", "scoops", "royalties", "fouls", "fantasyland", "other")
NAMES = "ABC"


def met(*won, inside=None, earned=None, fouls=(), rows=(0, 0, 0), parts=None, **deal):
    """A hand of two or three players by what the first wins of the second, (the first and the second of the third)."""
    seats = range(1, 3 if len(won) == 1 else 4)
    pairs = [
        {
            "first": first,
            "second": second,
            "rows": rows,
            "points": points,
            "other": 0,
            "scoop": 0,
            "royalties": 0,
        }
        | {"row_points": points, "carried": None, "due": None, "paid": None}
        | (parts or {})
        for (first, second), points in zip(combinations(seats, 2), won, strict=True)
    ]
    points = {
        NAMES[seat - 1]: sum(
            pair["points"] * ((pair["first"] == seat) - (pair["second"] == seat)) for pair in pairs
        )
        for seat in seats
    }
    return hand(points, inside=inside, earned=earned, fouls=fouls, pairs=pairs, **deal)


def line(frame, name, column="adjusted"):
    return frame.filter(pl.col("name") == name)[column].to_list()


def only(frame, *columns):
    [row] = frame.select(columns).rows()
    return row


# ── parts ──


def test_each_part_gets_its_points():
    parts = {"row_points": 1, "scoop": 0, "royalties": 6, "other": -2}
    night = results(
        met(5, parts=parts),
        met(6, parts={"row_points": 3, "scoop": 3}, fouls="B"),
        met(20, inside={"A": 14}, parts={"row_points": 3, "scoop": 3, "royalties": 14}),
        met(-6, parts={"row_points": -3, "scoop": -3}),
    )
    split = decompose(night)
    assert split.filter(pl.col("name") == "A").select(PARTS).rows() == [
        (1, 0, 6, 0, 0, -2),
        (0, 0, 0, 6, 0, 0),
        (0, 0, 0, 0, 20, 0),
        (-3, -3, 0, 0, 0, 0),
    ]
    assert line(split, "B", "fantasyland") == [0, 0, -20, 0]
    assert line(split, "A", "hand") == [1, 2, 3, 4]


def test_cumulative_parts_run_on_from_hand_to_hand_of_each_player():
    night = results(met(5), hand({"C": 3, "A": -3}, pairs=[pair(3)]), met(-1), met(2, inside={"B": 14}))
    summed = decompose(night, cumulative=True)
    assert line(summed, "A", "points") == [5, 2, 1, 3]
    assert line(summed, "A", "rows") == [5, 2, 1, 1]
    assert line(summed, "A", "fantasyland") == [0, 0, 0, 2]
    assert line(summed, "B", "points") == [-5, -4, -6]
    assert line(summed, "C", "hand") == [1]


def pair(points):
    return met(points)["pairs"][0]


# ── values ──


def test_a_fantasyland_is_worth_what_was_won_in_it_stays_included():
    night = results(
        met(3, earned={"A": 14}),
        met(10, inside={"A": 14}, earned={"A": 14}),
        met(-4, inside={"A": 14}),
        met(1, earned={"B": 14}),
        met(-12, inside={"B": 14}),
        met(0),
    )
    [value] = fantasyland_values(night).to_dicts()
    assert (value["cards"], value["value"], value["episodes"], value["hands"]) == (14, 9.0, 2, 1.5)
    low, high = mean_interval(clustered_mean([6, 12], [1, 1], [0, 0]))
    assert (value["low"], value["high"]) == (low[0], high[0])
    assert line(adjusted(night), "A") == [3 + 9, 0, 0, 1 - 9, 0, 0]
    assert line(adjusted(night), "B") == [-12, 0, 0, 8, 0, 0]


def test_with_three_players_each_opponent_counts_once_and_pays_the_value():
    night = results(
        met(2, 5, 1, earned={"A": 14}),  # A wins 2 of B and 5 of C, B wins 1 of C
        met(10, 6, -3, inside={"A": 14}),  # B and C play on beside it
        met(0, 0, 4),
    )
    value = fantasyland_values(night)
    assert only(value, "value", "episodes", "chains") == (8.0, 2, 1)
    assert only(value, "low", "high") == (None, None)
    assert line(adjusted(night), "A") == [2 + 5 + 2 * 8, 0, 0]
    assert line(adjusted(night), "B") == [-2 + 1 - 8, -3, 4]
    assert line(adjusted(night), "C") == [-5 - 1 - 8, 3, -4]


def test_two_who_enter_together_owe_each_other_nothing():
    night = results(
        met(1, earned={"A": 14}),
        met(8, inside={"A": 14}),
        met(5, earned={"A": 14, "B": 14}),
        met(-30, inside={"A": 14, "B": 14}, earned={"B": 14}),
        met(-9, inside={"B": 14}),  # what both were in at first tells no value
        met(2),
    )
    assert only(fantasyland_values(night), "value", "episodes") == (8.0, 1)
    assert line(adjusted(night), "A") == [9, 0, 5, 0, 0, 2]
    assert line(adjusted(night), "A", "credit") == [8, 0, 0, 0, 0, 0]


def test_who_enters_during_anothers_fantasyland_is_credited_and_counts_if_it_begins_after_that():
    night = results(
        met(1, earned={"A": 14}),
        met(8, inside={"A": 14}, earned={"B": 14}),
        met(-20, inside={"B": 14}),
        met(0, earned={"A": 14}),
        met(4, inside={"A": 14}, earned={"A": 14, "B": 14}),
        met(7, inside={"A": 14, "B": 14}),
        met(0),
    )
    # A: 8, and 4 + 7; B: 20, while the second time A was in it already
    assert only(fantasyland_values(night), "value", "episodes") == (13.0, 3)
    assert line(adjusted(night), "A") == [1 + 13, -13, 0, 13, -13, 0, 0]


def test_a_log_that_begins_inside_tells_nothing_of_that_fantasyland():
    night = results(met(30, inside={"A": 14}, earned={"A": 14}), met(20, inside={"A": 14}), met(3))
    assert fantasyland_values(night).is_empty()
    assert line(adjusted(night), "A") == [0, 0, 3]
    assert not adjusted(night)["unvalued"].any()


def test_a_log_that_ends_inside_counts_as_far_as_it_goes():
    night = results(met(3, earned={"A": 14}), met(20, inside={"A": 14}, earned={"A": 14}))
    assert only(fantasyland_values(night), "value", "hands") == (20.0, 1.0)
    assert line(adjusted(night), "A") == [23, 0]


def test_an_entry_without_a_value_is_credited_with_nothing_and_told():
    night = results(met(3, earned={"A": 17}), met(1, earned={"B": 17}))
    table = adjusted(night)
    assert line(table, "A") == [3, 1]
    assert line(table, "A", "unvalued") == [True, False]
    assert table["unvalued"].sum() == 2
    assert line(adjusted(night, values={17: 20.5}), "A") == [23.5, -19.5]
    assert not adjusted(night, values={17: 20.5})["unvalued"].any()


def test_more_cards_are_worth_what_they_won():
    night = results(
        met(0, earned={"A": 14}),
        met(8, inside={"A": 14}),
        met(0, earned={"A": 17}),
        met(30, inside={"A": 17}, earned={"A": 14}),
        met(6, inside={"A": 14}),  # a stay belongs to the Fantasyland it prolongs
        met(0, earned={"B": 16}),
        met(-15, inside={"B": 16}),
    )
    assert fantasyland_values(night).select("cards", "value").rows() == [(14, 8.0), (16, 15.0), (17, 36.0)]
    assert line(adjusted(night), "A") == [8, 0, 36, 0, 0, -15, 0]
    assert line(adjusted(night, values={16: 1}), "A") == [8, 0, 36, 0, 0, -1, 0]


def test_rule_sets_are_not_averaged_and_tables_are_not_joined():
    night = results(
        met(0, earned={"A": 14}, table="1"),
        met(0, earned={"A": 14}, table="2", fingerprint="other"),
        met(8, inside={"A": 14}, table="1"),
        met(12, inside={"A": 14}, table="2", fingerprint="other"),
    )
    assert sorted(fantasyland_values(night).select("fingerprint", "value").rows()) == [
        ("0" * 12, 8.0),
        ("other", 12.0),
    ]
    assert line(adjusted(night), "A") == [8, 12, 0, 0]


def test_numbered_hands_follow_each_other_by_their_numbers():
    night = results(
        met(7, inside={"A": 14}, table="1", hand_no=3),
        met(0, earned={"A": 14}, table="1", hand_no=1),
        met(10, inside={"A": 14}, earned={"A": 14}, table="1", hand_no=2),
    )
    assert only(fantasyland_values(night), "value", "hands", "chains") == (17.0, 2.0, 1)
    assert line(adjusted(night), "A") == [0, 17, 0]


@pytest.mark.parametrize("values", [{14: float("nan")}, {14: float("inf")}, {5: 8.0}, {300: 1}, {"14": 8.0}])
def test_values_are_points_by_number_of_cards(values):
    with pytest.raises(ValueError, match="number of cards"):
        adjusted(results(met(0)), values=values)


@pytest.mark.parametrize("function", [decompose, adjusted, fantasyland_values])
def test_a_study_serves_as_well_as_its_results(function):
    night = results(met(3, earned={"A": 14}), met(10, inside={"A": 14}), met(-2, 4, 1))
    assert_frame_equal(function(Study(night)), function(night))


@pytest.mark.parametrize("function", [decompose, adjusted, fantasyland_values])
def test_only_results_are_taken(function):
    with pytest.raises(SettlementError, match="results"):
        function(pl.DataFrame(schema=HANDS))
    assert function(results()).is_empty()


# ── a slow count of the same ──


class Log:
    """Hands as loops see them: who sat where, and what passed between two seats."""

    def __init__(self, frame):
        self.hands = frame.to_dicts()
        self.players = [{player["seat"]: player for player in deal["players"]} for deal in self.hands]
        self.won = [
            {(pair["first"], pair["second"]): pair["points"] for pair in deal["pairs"]}
            | {(pair["second"], pair["first"]): -pair["points"] for pair in deal["pairs"]}
            for deal in self.hands
        ]

    def played(self):
        """Each player's hands at each table, as lists of place and seat; a gap in the numbers begins another list."""
        hands, last = defaultdict(list), {}
        for place, deal in enumerate(self.hands):
            table = deal["room"], deal["table"], deal["session"]
            stretch, number = last.get(table, (0, None))
            if None not in (number, deal["hand_no"]) and deal["hand_no"] != number + 1:
                stretch += 1
            last[table] = stretch, deal["hand_no"]
            for seat, player in self.players[place].items():
                hands[*table, stretch, player["name"]].append((place, seat))
        return hands.values()

    def runs(self):
        """Fantasylands whose entry is in the log."""
        for played in self.played():
            for at, (place, seat) in enumerate(played[1:], 1):
                before = self.player(*played[at - 1])
                enters = before["fantasyland"] and not before["in_fantasyland"]
                if enters and self.player(place, seat)["in_fantasyland"]:
                    run = [(place, seat)]
                    for later in played[at + 1 :]:
                        if not self.player(*later)["in_fantasyland"]:
                            break
                        run.append(later)
                    yield run

    def player(self, place, seat):
        return self.players[place][seat]

    def opponents(self, place, seat):
        return [(other, player) for other, player in self.players[place].items() if other != seat]

    def values(self):
        won = defaultdict(list)
        for run in self.runs():
            place, seat = run[0]
            key = self.hands[place]["fingerprint"], self.player(place, seat)["in_fantasyland"]
            for _, opponent in self.opponents(place, seat):
                if not opponent["in_fantasyland"]:
                    won[key].append(sum(self.won_of(opponent["name"], *then) for then in run))
        return {key: sum(points) / len(points) for key, points in won.items()}

    def won_of(self, name, place, seat):
        opponents = self.opponents(place, seat)
        return sum(self.won[place][seat, other] for other, opponent in opponents if opponent["name"] == name)

    def line(self, place, seat, values):
        me = self.player(place, seat)
        total = 0.0
        for other, opponent in self.opponents(place, seat):
            if not me["in_fantasyland"] and not opponent["in_fantasyland"]:
                total += self.won[place][seat, other]
            for entering, sign in ((me, 1), (opponent, -1)):
                if entering["fantasyland"] and not entering["in_fantasyland"]:
                    total += sign * values.get((self.hands[place]["fingerprint"], entering["fantasyland"]), 0)
        return total


@st.composite
def nights(draw):
    """Any sequence of hands, also such as no rules would give: entries that lead nowhere, players who come and go."""
    cards = st.sampled_from([0, 0, 0, 14, 14, 16])
    deals = []
    numbered, number = draw(st.booleans()), 0
    for _ in range(draw(st.integers(0, 14))):
        count = draw(st.integers(2, 3))
        names = NAMES[:count]
        won = draw(
            st.lists(
                st.integers(-30, 30), min_size=count * (count - 1) // 2, max_size=count * (count - 1) // 2
            )
        )
        inside, earned = ({name: draw(cards) for name in names} for _ in range(2))
        table, fingerprint = draw(st.sampled_from([("1", "x"), ("2", "y"), ("2", "x"), (None, "x")]))
        number += draw(st.sampled_from([1, 1, 1, 2]))
        facts = {"table": table, "fingerprint": fingerprint, "hand_no": number if numbered else None}
        deals.append(met(*won, inside=inside, earned=earned, **facts))
    return results(*deals)


def compare(frame, given_values=()):
    log = Log(frame)
    values = log.values()
    measured = fantasyland_values(frame).select("fingerprint", "cards", "value").rows()
    assert {(fingerprint, cards): value for fingerprint, cards, value in measured} == pytest.approx(values)
    values |= {
        (fingerprint, cards): given_values[cards]
        for cards in given_values
        for fingerprint in frame["fingerprint"].unique()
    }
    table = adjusted(frame, values=dict(given_values))
    seats = [(place, seat) for place, players in enumerate(log.players) for seat in players]
    assert table.select("place", "name").rows() == [
        (place, log.player(place, seat)["name"]) for place, seat in seats
    ]
    assert table["adjusted"].to_list() == pytest.approx([log.line(*at, values) for at in seats])


@given(nights(), st.sampled_from([{}, {14: 7.5}, {14: -1.0, 16: 100.0}]))
@settings(deadline=None, max_examples=50)
def test_every_night_is_counted_as_the_slow_way_does(night, given_values):
    compare(night, given_values)


@given(nights())
@settings(deadline=None, max_examples=50)
def test_every_hand_adds_up(night):
    table, split = adjusted(night), decompose(night)
    for frame, columns in ((table, ("points", "adjusted", "credit")), (split, ("points", *PARTS))):
        sums = frame.group_by("place").agg(pl.col(columns).sum())
        assert np.abs(sums.select(columns).to_numpy().astype(float)).max(initial=0) < 1e-9
    assert (split.select(PARTS).sum_horizontal() == split["points"]).all()
    assert (table["entry"] >= table["unvalued"]).all()
    last = decompose(night, cumulative=True).group_by("name", maintain_order=True).agg(pl.col(PARTS).last())
    assert last.rows() == split.group_by("name", maintain_order=True).agg(pl.col(PARTS).sum()).rows()


@pytest.fixture(scope="module")
def played():
    """Some 12,000 generated hands of players from novice to expert."""
    hands = generate("american-pineapple", hands=12_000, players=(2, 2), seed=5, session_hands=100)
    return pl.concat([settle(frame) for frame in hands])


@pytest.mark.parametrize(
    ("rules", "players"), [("american-pineapple", (2, 3)), ("progressive-pineapple", (3, 3))]
)
def test_generated_hands_are_counted_as_the_slow_way_does(rules, players):
    frame = settle(next(generate(rules, hands=600, players=players, seed=8)))
    compare(frame)
    for schema, table in (
        (Adjusted, adjusted(frame)),
        (Decomposition, decompose(frame)),
        (FantasylandValues, fantasyland_values(frame)),
    ):
        schema.validate(table)


def rates(played, *columns):
    """Points a hand of each player with their standard errors, over chains."""
    chains = (
        adjusted(played)
        .with_columns(gain=pl.col("adjusted") - pl.col("points"))
        .group_by("name", "chain")
        .agg(pl.col("points", "adjusted", "gain").sum(), hands=pl.len())
        .sort("name", "chain")
    )
    group = chains["name"].rle_id()
    return [clustered_mean(chains[column], chains["hands"], group) for column in columns]


def test_the_line_moves_nobody_on_average_and_each_player_less(played):
    raw, line, gain = rates(played, "points", "adjusted", "gain")
    assert 0.85 < np.median(line.error / raw.error) < 0.95  # a tenth less spread, a sixth fewer hands
    assert 0.7 < np.std(gain.mean / gain.error) < 1.4  # what it changes is little more than chance


def test_what_skill_wins_in_bonus_hands_is_not_seen(played):
    raw, gain = rates(played, "points", "gain")
    slope = np.polyfit(raw.mean, gain.mean, 1, w=1 / raw.error)[0]
    assert -0.25 < slope < 0
