"""poker-arena: the engine's own logs, and what becomes of logs that were cut, mixed or changed."""

from __future__ import annotations

import gzip
import io
import json

import pytest
from damage import misplaced_streets, silent_changes
from logs import arena_hand, arena_log

from ofc_analytics.cards import cards_text, parse_cards
from ofc_analytics.errors import ParseError
from ofc_analytics.formats import detect, read, read_all
from ofc_analytics.hands import Claim, find_problems
from ofc_analytics.schema import hands_from_frame


def read_log(*lines):
    """Hands and issues of a log, without what the environment or the missing variant adds."""
    frame, issues = read_all(io.BytesIO(arena_log(*lines)), input_format="poker-arena")
    return frame, [issue for issue in issues if issue.code not in {"parser-broken", "variant-assumed"}]


def summary(frame):
    """Hand numbers that were read."""
    return frame["hand_no"].to_list()


def event(lines, kind, seat, nth=0):
    """The nth event of a kind and seat, to be changed in place."""
    return [line["ev"] for line in lines[1:] if line["ev"]["event"] == kind and line["ev"]["seat"] == seat][
        nth
    ]


# Real logs


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ofc.jsonl", (4, 4, "classic", 1)),
        ("ofc-pineapple.jsonl", (3, 3, "pineapple", 1)),
        ("ofc-3000.jsonl.gz", (3000, 3, "classic", 1)),
        ("ofc-pineapple-3000.jsonl.gz", (3000, 3, "pineapple", 18)),
    ],
)
def test_the_engines_logs_are_read_whole(shared, name, expected):
    hands, players, variant, fantasylands = expected
    path = shared / "data" / "poker-arena" / name
    frame = read(path)
    assert frame.height == frame["hand_id"].n_unique() == hands
    assert frame["variant"].unique().to_list() == [variant]
    assert frame["players"].list.len().unique().to_list() == [players]
    table = frame.explode("players")["players"].struct.unnest()
    assert (table["fantasyland"] > 0).sum() == fantasylands
    assert table["claimed"].struct.field("points").sum() == 0
    assert table["claimed"].struct.field("points").null_count() == 0
    dealt = 17 if variant == "pineapple" else 13
    cards = table["discards"].list.len() + 13
    assert (cards == dealt).sum() == table.height - fantasylands * (variant == "pineapple")
    assert [issue.code for issue in read_all(path)[1] if issue.severity == "error"] == []


def test_a_real_hand_is_read_card_by_card(shared):
    path = shared / "data" / "poker-arena" / "ofc-pineapple.jsonl"
    hand = next(hand for hand in hands_from_frame(read(path)) if hand.hand_no == 45)
    greedy, random, filler = hand.players
    assert [player.name for player in hand.players] == ["greedy", "random", "filler"]
    assert (hand.button, hand.room, hand.native_id, hand.source.line) == (1, "poker-arena", "45", 1)
    assert greedy.cards == parse_cards("6dTcAc Jc9hJhJs9d 8c8dQcQsQh")
    assert cards_text(greedy.discards) == "4s 8h 4h Kh"
    assert [cards_text(street.dealt) for street in greedy.streets] == [
        "Tc 8c Jc 6d 8d",
        "Qs 4s Qc",
        "8h Qh 9h",
        "Js Jh 4h",
        "Ac 9d Kh",
    ]
    assert cards_text(greedy.streets[4].top + greedy.streets[4].middle) == "Ac 9d"
    assert greedy.claimed == Claim(points=48, royalties=(0, 12, 6), foul=False, fantasyland=0)
    assert random.claimed == Claim(points=-24, royalties=(0, 0, 0), foul=True, fantasyland=0)
    assert filler.claimed.royalties == (0, 0, 0)
    assert json.loads(filler.claimed.raw) == {"top": 8, "middle": 0, "bottom": 0}


def test_fantasyland_is_one_street_of_all_its_cards(shared):
    path = shared / "data" / "poker-arena" / "ofc-pineapple.jsonl"
    hand = next(hand for hand in hands_from_frame(read(path)) if hand.hand_no == 97)
    player = hand.players[0]
    assert player.fantasyland == 14
    assert [len(street.dealt) for street in player.streets] == [14]
    assert len(player.discards) == 1


def test_the_order_of_play_is_the_order_of_the_placements(shared):
    hands = hands_from_frame(read(shared / "data" / "poker-arena" / "ofc-pineapple.jsonl"))
    turns = {
        hand.hand_no: [[street.acted for street in player.streets] for player in hand.players]
        for hand in hands
    }
    assert turns[96] == [[3] * 5, [1] * 5, [2] * 5]
    assert turns[97] == [[1], [2, 1, 1, 1, 1], [3, 2, 2, 2, 2]]


# Logs that are not as they should be


def test_a_made_log_is_sound():
    lines = [
        *arena_hand(1),
        *arena_hand(2, players=2, game="classic"),
        *arena_hand(3, fantasyland={0: 14, 2: 14}),
    ]
    frame, issues = read_log(*lines, {"log_summary": {"hands_seen": 9, "hands_kept": 3}})
    assert (summary(frame), issues) == ([1, 2, 3], [])
    assert frame["variant"].to_list() == ["pineapple", "classic", "pineapple"]
    assert not any(find_problems(hand) for hand in hands_from_frame(frame))


def test_many_cards_in_fantasyland_tell_the_progressive_game():
    coming = arena_hand(2)
    event(coming, "showdown", 2)["next_fantasyland"] = 16
    everyone = arena_hand(3, players=2, fantasyland={0: 14, 1: 14})
    classic = arena_hand(4, players=2, game="classic", fantasyland={0: 13, 1: 13})
    frame, _ = read_log(*arena_hand(1, fantasyland={1: 15}), *coming, *everyone, *classic)
    assert frame["variant"].to_list() == ["progressive-pineapple"] * 2 + ["pineapple", "classic"]


def test_what_the_deals_cannot_tell_is_said_once():
    log = arena_log(*arena_hand(1), *arena_hand(2))
    notes = [issue for issue in read_all(io.BytesIO(log))[1] if issue.code == "variant-assumed"]
    assert [note.severity for note in notes] == ["note"]
    assert "2-7" in notes[0].message
    assert not [
        i
        for i in read_all(io.BytesIO(arena_log(*arena_hand(1, game="classic"))))[1]
        if i.code == "variant-assumed"
    ]


@pytest.mark.parametrize(
    ("line", "code", "text"),
    [
        ('{"hand":1,"ev":{"event":"score","seat":1,"points":"six"}}', "value-type", "six"),
        ('{"hand":1,"ev":{"event":"score","seat":1}}', "value-type", "score"),
        ('{"hand":1,"ev":{"event":"sc', "json-broken", '"sc'),
        ('{"hand":"x","ev":', "json-broken", '"x"'),
        ("[" * 100_000, "json-broken", "[["),
        ("nonsense", "json-broken", "nonsense"),
        ('{"hand":7,"ev":{"event":"score","seat":1,"points":6}}', "hand-unknown", "7"),
        ('{"log_summary":{"hands_seen":5,"hands_kept":3}}', "summary-mismatch", "1 hands"),
    ],
)
def test_a_line_that_does_not_belong_is_reported_and_the_rest_is_read(line, code, text):
    lines = arena_hand(1)
    frame, issues = read_log(*lines[:9], line, *lines[9:], *arena_hand(2))
    assert summary(frame) == [1, 2]
    assert [(issue.code, issue.line, issue.severity) for issue in issues] == [(code, 10, "error")]
    assert issues[0].raw == line
    assert issues[0].text is text or text in issues[0].text
    with pytest.raises(ParseError, match="line 10"):
        read(io.BytesIO(arena_log(*lines[:9], line, *lines[9:])), input_format="poker-arena")


def test_what_the_engine_may_get_tomorrow_is_counted_and_told_once():
    lines = [*arena_hand(1), *arena_hand(2)]
    for line in lines:
        if line.get("ev", {}).get("event") == "place":
            line["ev"]["seconds"] = 1.5
            line["ev"]["placements"][0]["glow"] = True
    chat = {"hand": 1, "ev": {"event": "chat", "seat": 1, "text": "hi"}}
    frame, issues = read_log(*lines[:9], chat, chat, {"hand": 1, "weather": "fine"}, {"hand": 1}, *lines[9:])
    assert summary(frame) == [1, 2]
    assert {(issue.code, issue.text, issue.severity) for issue in issues} == {
        ("key-unknown", "ev.seconds", "note"),
        ("key-unknown", "ev.placements[].glow", "note"),
        ("key-unknown", "weather", "note"),
        ("event-unknown", "chat", "note"),
        ("line-unknown", None, "note"),
    }
    times = {issue.text: issue.message for issue in issues}
    assert "30 times" in times["ev.seconds"]
    assert "2 times" in times["chat"]


def test_a_hand_cut_off_by_the_end_of_the_file_is_reported():
    frame, issues = read_log(*arena_hand(1), *arena_hand(2)[:-5])
    assert summary(frame) == [1]
    assert [(i.code, i.line, i.hand, i.text) for i in issues] == [
        ("hand-unfinished", len(arena_hand(1)) + 1, "2", "random")
    ]


def test_hands_that_mix_are_read_by_their_numbers():
    one, two = arena_hand(1), arena_hand(2)
    mixed = [*one[:10], *two[:10], *one[10:30], *two[10:], *one[30:]]
    frame, issues = read_log(*mixed, *arena_hand(3))
    assert sorted(summary(frame)) == [1, 2, 3]
    assert [(i.code, i.severity, i.hand) for i in issues] == [
        ("hand-interleaved", "note", "1"),
        ("hand-interleaved", "note", "2"),
    ]


def test_a_log_appended_to_itself_gives_each_hand_once():
    log = [*arena_hand(1), *arena_hand(2), {"log_summary": {"hands_seen": 2, "hands_kept": 2}}]
    frame, issues = read_log(*log, *log)
    assert summary(frame) == [1, 2]
    assert [(issue.code, issue.severity) for issue in issues] == [("duplicate-hand", "note")] * 2


def test_a_hand_dealt_again_before_it_ended_is_reported():
    frame, issues = read_log(*arena_hand(1)[:20], *arena_hand(1))
    assert summary(frame) == [1]
    assert [(issue.code, issue.line) for issue in issues] == [("hand-unfinished", 1)]


def test_a_log_without_scores_claims_no_points():
    unscored = [line for line in arena_hand(1) if line.get("ev", {}).get("event") != "score"]
    frame, issues = read_log(*unscored, *arena_hand(2))
    assert summary(frame) == [1, 2]
    assert [(issue.code, issue.severity, issue.hand) for issue in issues] == [("score-missing", "note", "1")]
    assert [player.claimed.points for player in hands_from_frame(frame)[0].players] == [None] * 3


def change_showdown(lines):
    shown = event(lines, "showdown", 1)
    shown["top"][0], shown["middle"][0] = shown["middle"][0], shown["top"][0]


def lengthen_row(lines):
    event(lines, "showdown", 1)["top"].append("2c")


def misspell_card(lines):
    event(lines, "deal", 1, 1)["cards"][0] = "1c"


def drop_deal(lines):
    lines.remove(next(line for line in lines[1:] if line["ev"] == event(lines, "deal", 1, 2)))


def drop_placement(lines):
    lines.remove(next(line for line in lines[1:] if line["ev"] == event(lines, "place", 1, 2)))


def unknown_seat(lines):
    event(lines, "deal", 1, 1)["seat"] = 3


def repeat_showdown(lines):
    lines.insert(-1, {"hand": 5, "ev": event(lines, "showdown", 1)})


def deal_a_card_twice(lines):
    first = event(lines, "deal", 1)["cards"][0]
    for place in ("deal", "place"):
        found = event(lines, place, 2)
        if place == "deal":
            old, found["cards"][0] = found["cards"][0], first
        else:
            found["placements"][0]["card"] = first
    shown = event(lines, "showdown", 2)
    shown["top"] = [first if card == old else card for card in shown["top"]]


def same_names(lines):
    lines[0]["seats"] = ["a", "a", "b"]


def alone(lines):
    lines[0]["seats"] = ["a"]
    lines[:] = [line for line in lines if "ev" not in line or line["ev"]["seat"] == 0]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (change_showdown, "board-mismatch"),
        (lengthen_row, "row-length"),
        (misspell_card, "card-unknown"),
        (drop_deal, "deal-mismatch"),
        (drop_placement, "deal-mismatch"),
        (unknown_seat, "seat-unknown"),
        (repeat_showdown, "event-repeated"),
        (deal_a_card_twice, "card-twice"),
        (same_names, "player-twice"),
        (alone, "player-count"),
    ],
)
def test_a_hand_that_does_not_hold_together_is_left_out_and_reported(change, code):
    lines = arena_hand(5)
    change(lines)
    before = arena_hand(1)
    frame, issues = read_log(*before, *lines, *arena_hand(6))
    assert summary(frame) == [1, 6]
    assert [(issue.code, issue.hand, issue.severity) for issue in issues] == [(code, "5", "error")]
    assert len(before) < issues[0].line <= len(before) + len(lines)
    assert issues[0].expected


def test_sniffing_knows_its_lines():
    assert detect(arena_log(*arena_hand(1)), "x").name == "poker-arena"
    assert detect(arena_log("broken", *arena_hand(1)[3:]), "x").name == "poker-arena"


def test_a_packed_log_is_the_same_log():
    log = arena_log(*arena_hand(1))
    assert read(io.BytesIO(gzip.compress(log))).drop("source").equals(read(io.BytesIO(log)).drop("source"))


@pytest.mark.parametrize("game", ["pineapple", "classic"])
def test_damage_is_told_of_but_where_a_log_says_a_thing_once(game):
    log = arena_log(
        *arena_hand(1, game=game),
        *arena_hand(2, game=game, fantasyland={0: 14 if game == "pineapple" else 13}),
    )
    told_once = {"native_id", "hand_no", "players.name"}
    assert silent_changes(log, "poker-arena", range(12)) <= told_once
    assert misplaced_streets(log, "poker-arena", range(25)) == set()
