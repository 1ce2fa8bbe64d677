"""BlockPoker: replays as hands, list items as what they are, and what the file says twice."""

from __future__ import annotations

import io
import json

import pytest
from blockpoker_logs import blockpoker_array, blockpoker_lines, blockpoker_page, list_item, replay
from damage import silent_changes
from settled import settled_hands

import ofc_analytics as ofc
from ofc_analytics.errors import ParseError
from ofc_analytics.formats import detect
from ofc_analytics.hands import SOME_FANTASYLAND, Claim
from ofc_analytics.schema import hands_from_frame

USUAL = {"money-scale-assumed", "parser-broken"}
NAMES = [
    ("pennyfolds", ": +15,"),
    ("line\nbreak", "\u202eecilA\u202c"),
    ("😀🃏", "n" * 10_000),
    ('"kind":"holdem"', "\u2028"),
]


def read(objects):
    """Hands as objects, and the issues that not every file has."""
    data = objects if isinstance(objects, bytes) else blockpoker_lines(objects)
    frame, issues = ofc.read_all(io.BytesIO(data), input_format="blockpoker")
    return hands_from_frame(frame), [issue for issue in issues if issue.code not in USUAL]


def codes(issues):
    return [issue.code for issue in issues]


@pytest.fixture
def hand():
    return settled_hands([3], players=3, unit=100)[0]


# What is read


@pytest.mark.parametrize("players", [2, 3])
def test_replays_come_out_as_they_were_played(players):
    played = settled_hands(range(20), players=players, unit=100)
    hands, issues = read(map(replay, played))
    assert issues == []
    for found, sent in zip(hands, played, strict=True):
        assert (found.hand_no, found.button, found.unit) == (sent.hand_no, sent.button, 100)
        assert (found.room, found.variant, found.started_at.minute) == (
            "blockpoker",
            "pineapple",
            sent.hand_no,
        )
        for player, original in zip(found.players, sent.players, strict=True):
            assert (player.seat, player.name, player.cards) == (original.seat, original.name, original.cards)
            assert player.discards == (original.discards if player.seat == 1 else b"")
            assert player.fantasyland == 0
            assert player.claimed == original.claimed


def test_what_settles_agrees(ofc, tmp_path):
    file = tmp_path / "История 1.json"
    file.write_bytes(
        blockpoker_array([replay(hand) for hand in settled_hands(range(30), unit=100)], indent=2)
    )
    run = ofc("settle", file)
    assert run.returncode == 0, run.stderr
    assert "30 agree, 0 do not" in run.stdout


def test_fantasyland_now_and_next(hand):
    told = replay(settled_hands([4], unit=100, fantasyland=(14, 0))[0])
    told["players"][1]["fantasy_next"] = True
    [found], issues = read([told])
    assert issues == []
    assert [player.fantasyland for player in found.players] == [SOME_FANTASYLAND, 0]
    assert [player.claimed.fantasyland for player in found.players] == [0, SOME_FANTASYLAND]


@pytest.mark.parametrize(
    "write",
    [
        blockpoker_lines,
        blockpoker_array,
        blockpoker_page,
        lambda objects: blockpoker_array(objects, indent=3),
        lambda objects: blockpoker_array(objects) + b"\n" * 3,
        lambda objects: b"\n\n" + blockpoker_lines([json.dumps(objects[:2]), *objects[2:]]),
    ],
)
def test_every_layout_gives_the_same_hands(write):
    objects = [replay(hand) for hand in settled_hands(range(5), unit=100)]
    data = write(objects)
    assert detect(data[: 1 << 16], "history.json").name == "blockpoker"
    hands, issues = read(data)
    assert issues == []
    assert [hand.native_id for hand in hands] == [told["hand"]["id"] for told in objects]


def test_a_hand_of_an_array_is_found_at_its_line():
    data = blockpoker_array([replay(hand) for hand in settled_hands(range(5), unit=100)], indent=1)
    lines = data.decode().split("\n")
    hands, _ = read(data)
    starts = [place for place, line in enumerate(lines, 1) if line == " {"]
    assert [hand.source.line for hand in hands] == starts
    assert all(hand.native_id in lines[hand.source.line + 2] for hand in hands)


def test_one_object_over_many_lines_is_a_hand(hand):
    assert len(read(json.dumps(replay(hand), indent=4).encode())[0]) == 1


def test_one_moment_is_one_hand_whatever_its_offset(hand):
    told = replay(hand)
    told["hand"]["started_at"] = "2026-08-24T14:01:00.898000+03:00"
    first, second = ofc.read_all(io.BytesIO(blockpoker_lines([told, replay(hand)])))
    assert (first.height, [issue.code for issue in second if issue.code not in USUAL]) == (
        1,
        ["duplicate-hand"],
    )


def test_suits_are_read_in_either_case(hand):
    told = replay(hand)
    for card in told["players"][0]["box"]["top"]:
        card["suit"] = card["suit"].upper()
    assert read([told])[0][0].players[0].cards == hand.players[0].cards


def test_a_player_without_a_name_goes_by_his_id_and_then_his_seat(hand):
    told = replay(hand)
    told["players"][0]["name"] = None
    told["players"][1].update(name=" ", user_id=None)
    [found], issues = read([told])
    assert [player.name for player in found.players] == [
        "9c3d0000-0000-4000-8000-000000000001",
        "Seat 2",
        "Carol",
    ]
    assert issues == []


def test_royalties_of_a_foul_are_kept_beside_the_claim(hand):
    told = replay(hand)
    told["players"][0].update(foul=True, royalties={"top": 0, "middle": 8, "bottom": 2}, royalty_total=0)
    [found], issues = read([told])
    assert issues == []
    assert found.players[0].claimed == Claim(
        points=hand.players[0].claimed.points,
        net=hand.players[0].claimed.net,
        royalties=(0, 0, 0),
        foul=True,
        fantasyland=0,
        raw='{"top":0,"middle":8,"bottom":2}',
    )


@pytest.mark.parametrize("names", NAMES, ids=lambda names: names[0][:12])
def test_any_nick_comes_through(names):
    hands, issues = read(map(replay, settled_hands(range(3), names=names, unit=100)))
    assert issues == []
    assert [player.name for player in hands[2].players] == [
        name.strip() or "9c3d0000-0000-4000-8000-000000000002" for name in names
    ]


# List items


def test_a_list_item_alone_is_a_hand_that_cannot_be_settled(ofc, tmp_path):
    hands = settled_hands(range(4), unit=100)
    found, issues = read(blockpoker_page([list_item(hand) for hand in hands]))
    assert found == []
    assert [(issue.code, issue.hands) for issue in issues] == [("board-alone", 1)] * 4
    file = tmp_path / "list.json"
    file.write_bytes(blockpoker_page([list_item(hand) for hand in hands]))
    run = ofc("settle", file)
    assert run.returncode != 0
    assert "the board of one player alone" in run.stderr


@pytest.mark.parametrize("items_first", [True, False])
def test_list_items_are_held_against_their_replays(items_first):
    hands = settled_hands(range(4), unit=100)
    items = [list_item(hand, seat=2) for hand in hands]
    replays = [replay(hand) for hand in hands]
    items[1]["points"] += 1
    items[2]["box"]["top"].reverse()
    items[3]["discards"] = []
    found, issues = read([*items, *replays] if items_first else [*replays, *items])
    assert len(found) == 4
    assert [(issue.code, issue.severity) for issue in issues] == [
        ("views-differ", "warning"),
        ("views-differ", "warning"),
        ("item-repeated", "note"),
    ]
    assert [issue.hand for issue in issues[:2]] == [items[1]["id"], items[2]["id"]]


def test_a_hand_counts_once_however_many_views_of_it_are_lost(hand):
    broken = replay(hand)
    del broken["players"][0]["foul"]
    found, issues = read([list_item(hand), list_item(hand), list_item(hand, seat=2), broken])
    assert found == []
    assert sum(issue.hands for issue in issues if issue.severity == "error") == 1
    found, issues = read([list_item(hand), list_item(hand), list_item(hand, seat=2)])
    assert [(issue.code, issue.hands) for issue in issues] == [("board-alone", 1)]


# What the file says twice


def test_discards_of_item_and_replay_are_compared_where_both_are_shown(hand):
    item = list_item(hand)
    item["discards"][0] = item["discards"][1]
    _, issues = read([item, replay(hand)])
    assert codes(issues) == ["views-differ", "item-repeated"]
    assert codes(read([item, replay(hand, viewer=2)])[1]) == ["item-repeated"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda told: told["players"][0].update(royalty_total=99), ["royalty-total"]),
        (lambda told: told["players"][0].update(points=99), ["points-sum", "line-results"]),
        (
            lambda told: told["players"][0]["line_results"][0].update(points=99),
            ["line-results", "line-results"],
        ),
        (lambda told: told["players"][0]["line_results"].pop(), ["line-results"]),
        (lambda told: told["players"][0]["line_results"][0].update(opponent=3), ["line-results"]),
        (lambda told: told["players"][0]["discards"].pop(), ["discard-count"]),
        (lambda told: told["players"][0].update(fantasy=True), ["discard-count"]),
        (lambda told: told["hand"].update(button_seat=4), ["button-seat"]),
    ],
)
def test_a_contradiction_is_a_warning_of_the_hand(hand, change, expected):
    told = replay(hand)
    change(told)
    hands, issues = read([told])
    assert len(hands) == 1
    assert codes(issues) == expected
    assert {(issue.severity, issue.line, issue.hand) for issue in issues} == {
        ("warning", 1, told["hand"]["id"])
    }


def test_money_of_a_short_stack_is_not_claimed_and_said():
    told = replay(settled_hands([5], unit=100)[0])
    for player in told["players"]:
        player["net"] //= 2
    [found], issues = read([told])
    assert [(issue.code, issue.severity) for issue in issues] == [("net-short", "note")]
    assert [player.claimed.net for player in found.players] == [None, None]


def test_money_that_does_not_add_up_is_a_claim_that_does_not_stand():
    told = replay(settled_hands([5], unit=100)[0])
    told["players"][0]["net"] += 1
    frame, issues = ofc.read_all(io.BytesIO(blockpoker_lines([told])))
    assert {issue.code for issue in issues} == {"money-scale-assumed"}
    assert ofc.disagreements(ofc.settle(frame))["claim"].to_list() == ["net"]


# Objects that are not understood


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda told: told["players"][0]["box"]["top"].pop(), "row-length"),
        (lambda told: told["players"][0]["box"]["top"][0].update(rank=15), "card-unknown"),
        (lambda told: told["players"][0]["box"]["top"][0].update(suit="x"), "card-unknown"),
        (lambda told: told["players"][0]["box"]["top"][0].update(rank="A"), "value-type"),
        (lambda told: told["players"][0].pop("points"), "value-type"),
        (lambda told: told["players"][0].update(points=6.5), "value-type"),
        (lambda told: told["players"].clear(), "player-count"),
        (lambda told: told["players"].pop(), "line-results"),
        (lambda told: told.update(kind="ofd"), "kind-unknown"),
        (lambda told: told["hand"].update(started_at="2026-08-24T11:00:00"), "time-unclear"),
        (lambda told: told["hand"].update(point_value=-1), "value-type"),
        (lambda told: told.pop("players"), "value-type"),
    ],
)
def test_a_replay_that_does_not_read_is_left_out_and_the_others_go_on(change, code):
    first, second = map(replay, settled_hands([1, 2], unit=100))
    change(first)
    hands, issues = read([first, second])
    assert code in codes(issues)
    assert {issue.line for issue in issues} == {1}
    assert len(hands) + sum(issue.hands for issue in issues) == 2


def test_strict_reading_stops_at_the_first_fault(hand):
    told = replay(hand)
    told["players"][0]["box"]["top"].pop()
    with pytest.raises(ParseError, match="top row has 2 cards"):
        ofc.read(io.BytesIO(blockpoker_lines([told])))


def test_unknown_keys_and_other_games_are_counted(hand):
    told = replay(hand)
    told["players"][0]["mood"] = 1
    told["players"][1]["mood"] = 1
    told["hand"]["weather"] = {"x": []}
    hands, issues = read([told, {"kind": "holdem", "id": "x"}, {"kind": "holdem", "hand": {}, "players": []}])
    assert len(hands) == 1
    assert [(issue.code, issue.text, issue.severity) for issue in issues] == [
        ("key-unknown", "hand.weather", "note"),
        ("key-unknown", "players[].mood", "note"),
        ("game-unknown", "holdem", "note"),
    ]
    assert "2 times" in issues[1].message


def test_a_broken_line_loses_its_hand_alone():
    lines = blockpoker_lines(map(replay, settled_hands(range(3), unit=100))).splitlines(keepends=True)
    for place in range(3):
        broken = [*lines]
        broken[place] = lines[place][:200] + b"\n"
        hands, issues = read(b"".join(broken))
        assert (len(hands), [(issue.code, issue.line, issue.hands) for issue in issues]) == (
            2,
            [("json-broken", place + 1, 1)],
        )


@pytest.mark.parametrize(
    "text", [b"[" * 100_000, b'{"a":' * 100_000, b'[{"kind":"ofc","players":[[[', b"7", b"[7, null]"]
)
def test_what_is_no_history_is_refused(text):
    hands, issues = read(text)
    assert hands == []
    assert {issue.code for issue in issues} <= {"json-broken", "value-type"}
    assert issues


# Damage


def test_damage_does_not_pass_in_silence():
    told_once = {"started_at", "table", "native_id", "hand_no", "button", "players.name", "players.discards"}
    played = settled_hands(range(3), players=3, unit=100)
    lines = blockpoker_lines(map(replay, played))
    assert silent_changes(lines, "blockpoker", range(20)) <= told_once | {"players.cards"}
    both = blockpoker_array(
        [*map(replay, played), *(list_item(hand, seat=seat) for hand in played for seat in (1, 2, 3))],
        indent=1,
    )
    assert silent_changes(both, "blockpoker", range(20)) <= told_once - {"players.discards"}
