"""Observations against hands whose parts can be counted by hand, and against all that was settled."""

from __future__ import annotations

import nights
import polars as pl
import pytest
import reference_statistics as reference
from polars.testing import assert_frame_equal

import ofc_analytics as ofc
from ofc_analytics.cards import split_board
from ofc_analytics.hands import ROWS, Hand, Player, Source, Street
from ofc_analytics.rules import rule_set_names
from ofc_analytics.schema import RESULTS, frame_from_hands
from ofc_analytics.statistics import Observations, meetings, observations

ANNA = "Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"  # royalty 7 on top, Fantasyland
BORIS = "4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"
FOUL = "Jh Jd 2c / Tc Ts 7h 4s 2d / 9h 8c 7c 5s 3s"
OTHER_FOUL = "Ks Kd 2c / Tc Ts 7h 4s 2d / 9h 8c 7c 5s 3s"
SMALL = "2c 4h 6d / 9s 9h 7d 5h 3s / Jd Jh 8s 8d 6h"
PARTS = [f"from_{part}" for part in ("rows", "scoops", "royalties", "fouls", "fantasyland", "other")]
SUMMED = [
    *("points", "scoops", "scooped", *PARTS),
    *(f"{row}_{end}" for row in ROWS for end in ("won", "lost")),
]


def player(seat, board, name=None, **facts):
    return Player(seat=seat, name=name or "ABCD"[seat - 1], cards=split_board(board), **facts)


def settled(*hands, **options):
    return ofc.settle(frame_from_hands(hands), **options)


def parts(frame, name):
    """Parts that are not 0, of one player."""
    row = frame.filter(name=name).row(0, named=True)
    return {part.removeprefix("from_"): row[part] for part in PARTS if row[part]}


@pytest.mark.parametrize("rules", rule_set_names())
def test_parts_and_meetings_add_up_to_the_points_of_every_rule_set(rules):
    hands, results = nights.generated(rules)
    own, met = observations(results, hands), meetings(results, hands)
    assert Observations.is_valid(own)
    assert Observations.is_valid(met)
    for frame in (own, met):
        assert (frame["points"] == frame.select(pl.sum_horizontal(PARTS)).to_series()).all()
    points = [player["points"] for hand in results.to_dicts() for player in hand["players"]]
    assert own["points"].to_list() == points
    assert any(points)
    summed = met.group_by("place", "seat", maintain_order=True).agg(
        pl.col(*SUMMED).cast(pl.Int64).sum(), opponents=pl.len().cast(pl.UInt8)
    )
    assert_frame_equal(
        summed, own.select("place", "seat", pl.col(*SUMMED).cast(pl.Int64), "opponents"), check_dtypes=True
    )


@pytest.mark.parametrize("rules", rule_set_names())
def test_every_column_is_what_plain_python_finds(rules):
    hands, results = nights.generated(rules)
    for frame, rows in (
        (observations(results, hands), reference.player_rows(results, hands)),
        (meetings(results, hands), reference.meeting_rows(results, hands)),
    ):
        expected = [
            {
                "place": row.place,
                "name": row.me["name"],
                "opponent": row.opponent,
                "opponents": len(row.met),
                "chain": row.chain,
                "table_start": row.table,
                "begins": row.begins,
                "fantasyland_start": row.run[0] if row.inside else None,
                "entry_known": row.entry_known,
                "fantasyland_hands": row.length,
                "state": row.state,
                "position": reference.position(row.hand, row.me["seat"]),
                "layout": row.layout,
                "points": row.points,
                "net": row.net,
                "foul": row.me["foul"],
                "scoops": row.swept(1),
                "scooped": row.swept(-1),
                "royalties": row.me["royalties"],
            }
            | {f"from_{part.removeprefix('from_')}": row.part(part.removeprefix("from_")) for part in PARTS}
            | {f"{name}_won": row.beaten(place) for place, name in enumerate(ROWS)}
            | {f"{name}_lost": row.beaten(place, -1) for place, name in enumerate(ROWS)}
            | {f"{name}_royalties": row.me["row_royalties"][place] for place, name in enumerate(ROWS)}
            for row in rows
        ]
        assert frame.select(list(expected[0])).to_dicts() == expected


def test_a_scoop_of_two_legal_boards():
    frame = observations(settled(Hand(players=(player(1, ANNA), player(2, BORIS)))))
    assert parts(frame, "A") == {"rows": 3, "scoops": 3, "royalties": 7}
    assert parts(frame, "B") == {"rows": -3, "scoops": -3, "royalties": -7}
    assert frame.select("scoops", "scooped", "top_won", "top_lost").rows() == [(1, 0, 1, 0), (0, 1, 0, 1)]


def test_a_lone_foul_loses_all_rows_and_the_scoop():
    frame = observations(settled(Hand(players=(player(1, ANNA), player(2, FOUL)))))
    assert parts(frame, "A") == {"fouls": 6, "royalties": 7}
    assert frame.select("foul", "scoops", "scooped", "bottom_lost").rows()[1] == (True, 0, 1, 1)


def test_foul_against_foul_is_nothing_to_either():
    frame = observations(settled(Hand(players=(player(1, OTHER_FOUL), player(2, FOUL)))))
    assert frame["points"].to_list() == [0, 0]
    assert parts(frame, "A") == parts(frame, "B") == {}
    assert frame.select("top_won", "top_lost", "scoops", "scooped").rows() == [(0, 0, 0, 0)] * 2


def test_three_players_of_whom_one_fouls():
    results = settled(Hand(players=(player(1, ANNA), player(2, FOUL), player(3, SMALL))))
    frame, met = observations(results), meetings(results)
    assert parts(frame, "B") == {"fouls": -12, "royalties": -7}
    assert parts(met.filter(opponent="B"), "C") == {"fouls": 6}
    assert parts(met.filter(opponent="A"), "C").get("fouls") is None
    assert frame["opponents"].to_list() == [2, 2, 2]
    assert frame.filter(name="A")["scoops"].item() == 2


def test_points_of_a_pair_with_one_in_fantasyland_are_fantasyland_alone():
    inside = player(1, ANNA, fantasyland=14)
    results = settled(Hand(players=(inside, player(2, FOUL), player(3, SMALL))))
    frame, met = observations(results), meetings(results)
    assert parts(frame, "A") == {"fantasyland": frame["points"][0]}
    assert parts(met.filter(opponent="A"), "B") == {"fantasyland": -13}
    assert parts(met.filter(opponent="C"), "B") == {"fouls": -6}
    assert frame["state"].to_list() == ["own", "opponent", "opponent"]
    states = met.select("name", "opponent", "state").rows()
    assert ("B", "C", "nobody") in states
    assert ("B", "A", "opponent") in states


def test_both_in_fantasyland():
    hand = Hand(players=(player(1, ANNA, fantasyland=14), player(2, BORIS, fantasyland=15)))
    assert observations(settled(hand))["state"].to_list() == ["both", "both"]


def test_majorities_are_counted_with_scoops():
    """A wins top and middle, B the bottom: two rows to one, and a point for the majority."""
    better_bottom = player(2, "6c 7d 8h / 5c 5h Td 4h 3c / Js Jc Jd 9d 9h")
    results = settled(Hand(players=(player(1, ANNA), better_bottom)), rules="closed-chinese-2-4")
    assert results["pairs"][0][0]["rows"] == [1, 1, -1]
    assert parts(observations(results), "A") == {"rows": 1, "scoops": 1}
    assert observations(results)["scoops"].to_list() == [0, 0]


SIX_PAIRS = "2c 2d 3c / 3d 4c 4d 5c 5d / 6c 6d 7c 7d 9s"


@pytest.mark.parametrize("other", [BORIS, FOUL])
def test_a_natural_is_other_points_and_neither_row_nor_foul(other):
    hand = Hand(players=(player(1, SIX_PAIRS, declared="six-pairs"), player(2, other.replace("2c", "2h"))))
    frame = observations(settled(hand, rules="closed-chinese"))
    points = frame["points"][0]
    assert points > 0
    assert parts(frame, "A") == {"other": points}
    assert frame.select("top_won", "scoops", "foul").row(0) == (0, 0, False)


def test_a_surrender_is_other_points():
    hand = Hand(players=(player(1, ANNA), player(2, BORIS, surrendered=True), player(3, SMALL)))
    results = settled(hand, rules="closed-chinese", overrides=["surrender.points=3"])
    assert parts(observations(results), "B") == {"other": -6}
    assert parts(meetings(results).filter(opponent="C"), "B") == {"other": -3}


@pytest.mark.parametrize(
    ("seats", "button", "expected"),
    [
        ([1, 2], 1, ["button", "first"]),
        ([2, 5], 5, ["first", "button"]),
        ([1, 3, 4], 3, ["second", "button", "first"]),
        ([1, 2, 3, 4], 4, ["first", "second", "third", "button"]),
        ([1, 2, 3, 4], 2, ["third", "button", "first", "second"]),
        ([1, 3], 2, [None, None]),
        ([1, 3], None, [None, None]),
    ],
)
def test_positions_go_clockwise_from_the_button(seats, button, expected):
    boards = [ANNA, BORIS, SMALL, "2h 4d 6s / 7c 7h Tc 8h 4s / Qh Qs Th Ts 5s"]
    players = tuple(player(seat, board, name=f"P{seat}") for seat, board in zip(seats, boards, strict=False))
    frame = observations(settled(Hand(players=players, button=button), rules="american-classic"))
    assert frame["position"].to_list() == expected


def deal(inside=(), **facts):
    """A hand of Anna, who earns Fantasyland, and Boris."""
    names = {"A": ANNA, "B": BORIS}
    players = tuple(
        player(seat, board, fantasyland=14 if name in inside else 0)
        for seat, (name, board) in enumerate(names.items(), start=1)
    )
    return Hand(players=players, **facts)


def test_chains_of_tables_side_by_side():
    order = [("x", ""), ("y", "A"), ("x", "A"), ("y", ""), ("x", "A"), ("x", ""), ("y", "B")]
    frame = observations(settled(*(deal(inside, table=table) for table, inside in order)))
    of_anna = frame.filter(name="A")
    assert of_anna["chain"].to_list() == [0, 1, 0, 3, 0, 5, 3]
    assert of_anna["table_start"].to_list() == [0, 1, 0, 1, 0, 0, 1]
    assert of_anna["begins"].to_list() == [False, True, True, False, False, False, False]
    assert frame.filter(name="B")["begins"].to_list() == [*[False] * 6, True]


def test_numbered_hands_are_followed_by_their_numbers():
    numbered = [(3, "A"), (1, ""), (2, "A"), (4, "")]
    frame = observations(settled(*(deal(inside, table="x", hand_no=number) for number, inside in numbered)))
    assert frame.filter(name="A")["chain"].to_list() == [1, 1, 1, 3]
    assert frame.filter(name="A")["begins"].to_list() == [False, False, True, False]
    assert frame.filter(name="A")["fantasyland_start"].to_list() == [2, None, 2, None]
    assert frame.filter(name="A")["entry_known"].to_list() == [True, False, True, False]
    assert frame.filter(name="A")["fantasyland_hands"].to_list() == [0, 0, 2, 0]


def test_two_files_that_name_no_table_are_two_tables():
    files = [Source(file=name, sha256=name * 64) for name in "ab"]
    hands = [deal("", source=files[0]), deal("A", source=files[1]), deal("A", source=files[0])]
    assert observations(settled(*hands)).filter(name="A")["chain"].to_list() == [0, 1, 0]


def test_layouts_are_those_of_the_first_street():
    street = Street(top=b"\x01", bottom=b"\x02\x03\x04\x05")
    hands = frame_from_hands(
        [
            Hand(players=(player(1, ANNA, streets=(street, Street(middle=b"\x06"))), player(2, BORIS))),
            Hand(players=(player(1, ANNA, streets=(Street(dealt=b"\x01"),)), player(2, BORIS))),
        ]
    )
    frame = observations(ofc.settle(hands), hands)
    assert frame["layout"].to_list() == ["1-0-4", None, None, None]
    assert observations(ofc.settle(hands))["layout"].null_count() == 4


def test_a_fantasyland_that_only_settlement_knows_has_no_layout():
    whole = Street(top=b"\x01\x02\x03", middle=b"\x04\x05\x06\x07\x08", bottom=b"\x09\x0a\x0b\x0c\x0d")
    anna, boris = player(1, ANNA, streets=(whole,)), player(2, BORIS)
    hands = frame_from_hands([Hand(players=(anna, boris), table="x", hand_no=number) for number in (1, 2)])
    results = ofc.settle(hands)
    assert results["players"][1][0]["in_fantasyland"] == 14
    assert observations(results, hands).filter(name="A")["layout"].to_list() == ["3-5-5", None]


def test_money_against_one_opponent_is_without_rake():
    hands = frame_from_hands(
        [Hand(players=(player(1, ANNA), player(2, BORIS), player(3, SMALL)), unit=100, currency="EUR")]
    )
    results = ofc.settle(hands, "american-pineapple", overrides=["rake.percent=5"])
    raked = {player["name"]: player["rake"] for player in results["players"][0]}
    net = dict(observations(results).select("name", "net").iter_rows())
    paid = dict(meetings(results).group_by("name").agg(pl.col("net").sum()).iter_rows())
    assert any(raked.values())
    assert paid == {name: amount + raked[name] for name, amount in net.items()}


def test_no_hands_no_rows():
    empty = RESULTS.to_frame()
    assert observations(empty).schema == observations(settled(deal())).schema
    assert meetings(empty, frame_from_hands([])).is_empty()


def test_one_name_on_two_seats_is_two_rows():
    twins = settled(Hand(players=(player(1, ANNA, name="A"), player(2, BORIS, name="A"))))
    assert observations(twins)["points"].to_list() == [13, -13]
    assert meetings(twins)["opponent"].to_list() == ["A", "A"]
