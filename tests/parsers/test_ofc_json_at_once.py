"""ofc-json: hands that are read many at once are those that are read one at a time, and faults keep their places."""

from __future__ import annotations

import io
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logs import ofc_hand, ofc_log
from mutations import mutations
from ofc_parsers.ofc_json.columns import frame_of_plain
from ofc_parsers.ofc_json.line import decode_plain, read_line
from ofc_parsers.ofc_json.writer import to_ofc_json

from ofc_analytics.errors import ParseError
from ofc_analytics.formats import BATCH, ParseContext, read, read_all, read_batches
from ofc_analytics.hands import Claim, Hand, Player, Street
from ofc_analytics.schema import frame_from_hands

MANY = 300
"""More lines than are read one at a time."""

names = st.text('aЯё "\\', min_size=1, max_size=4).map(str.strip).filter(bool)
amounts = st.none() | st.integers(0, 10**9)


def numbered(number, **changes):
    """A hand that is known by its session and number."""
    return ofc_hand(number, session="night", hand_no=number, **changes)


def lines_of(numbers):
    return [json.dumps(numbered(number)) for number in numbers]


def opened(lines):
    return io.BytesIO("\n".join(lines).encode())


def both_ways(lines):
    """Hands read at once, the same hands read one at a time, and what was reported of them then."""
    context = ParseContext(file="night.jsonl", sha256="", parser="ofc-json", version="0")
    records = {at: record for at, line in enumerate(lines) if (record := decode_plain(line)) is not None}
    plain = frame_of_plain(list(records.values()), list(records), context)
    taken = plain["source"].struct.field("line").to_list()
    hands = [read_line(lines[at], at, context) for at in taken]
    return plain, frame_from_hands(hands), context.issues


@st.composite
def hands(draw):
    count = draw(st.integers(1, 4))
    deck = bytes(random.Random(draw(st.integers(0, 99))).sample(range(54), 54))
    players = [draw(players_of(place, deck)) for place in range(count)]
    return Hand(
        players=tuple(players),
        native_id=draw(st.sampled_from([None, "17", "G-17"])),
        room=draw(st.sampled_from([None, "home", "swc", "club"])),
        session=draw(st.sampled_from([None, "night"])),
        hand_no=draw(st.none() | st.integers(0, 2**40)),
        started_at=draw(st.none() | st.datetimes(timezones=st.timezones())),
        unit=draw(st.none() | st.integers(1, 10**6)),
        button=draw(st.sampled_from([None, 1])),
        jokers=draw(st.integers(0, 2)),
        jackpot_in=draw(amounts),
    )


@st.composite
def players_of(draw, place, deck):
    cards, discards = deck[13 * place : 13 * place + 13], deck[52:]
    thought = draw(st.none() | st.floats(0, 1e18))
    streets = (
        Street(dealt=cards[:5], top=cards[:3], middle=cards[3:5], seconds=thought),
        Street(
            dealt=cards[5:] + discards, middle=cards[5:8], bottom=cards[8:], discarded=discards, auto=True
        ),
    )
    royalties = st.none() | st.sampled_from([(0, 2, 4), (6,), (1, 2)])
    return Player(
        seat=draw(st.integers(place + 1, place + 2)),
        name=draw(names),
        cards=cards,
        discards=discards,
        streets=draw(st.sampled_from([(), streets, streets[::-1]])),
        stack=draw(amounts),
        claimed=Claim(
            points=draw(st.none() | st.integers(-50, 50)), net=draw(amounts), royalties=draw(royalties)
        ),
    )


@settings(max_examples=40)
@given(st.lists(hands(), min_size=1, max_size=5))
def test_hands_read_at_once_are_those_read_one_at_a_time(some):
    lines = [line.encode() for line in to_ofc_json(frame_from_hands(some))]
    plain, alone, issues = both_ways(lines)
    assert plain.equals(alone)
    assert not issues


@pytest.mark.parametrize(
    "changes",
    [
        {"top": "2c 3c 4c 5c 6c", "middle": "7c 8c 9c"},
        {"bottom": None},
        {"discards": "2c zz"},
        {"discards": "10h"},
        {"seat": 2},
        {"seat": 9},
        {"name": " Anna "},
        {"name": None},
        {"stack": "-1"},
        {"rake": "0.001"},
        {"claimed": {"net": "1e99"}},
        {"claimed": {"royalties": []}},
        {"streets": [{"dealt": "Qx"}]},
        {"streets": [{"dealt": "2c,3c"}]},
    ],
)
def test_what_is_not_plain_is_read_one_line_at_a_time(changes):
    hand = numbered(1)
    hand["players"][0] |= changes
    lines = [json.dumps(one).encode() for one in (numbered(0), hand, numbered(2))]
    plain, alone, issues = both_ways(lines)
    assert plain.equals(alone)
    assert not issues
    assert plain["hand_no"].to_list() == ([0, 1, 2] if changes == {"seat": 2} else [0, 2])


def test_nothing_that_is_damaged_is_read_at_once_in_another_way():
    rng = random.Random(7)
    written = [numbered(at, unit="2.50", started_at="2026-11-27T20:15:00+03:00") for at in range(3)]
    for hand in written:
        top = hand["players"][0]["top"]
        streets = [{"dealt": top, "top": top}, {"dealt": "X1", "discard": "X1", "seconds": 1e-7}]
        hand["players"][0] |= {"streets": streets, "stack": 300, "claimed": {"net": "-1.5", "royalties": [2]}}
    log = ofc_log(*written)
    damaged = b"".join(one + b"\n" for _ in range(40) for one in mutations(log, rng))
    plain, alone, issues = both_ways(damaged.splitlines())
    assert plain.equals(alone)
    assert not issues
    assert MANY < plain.height < len(damaged.splitlines())


def test_faults_among_many_plain_lines_keep_hands_and_issues_in_order():
    lines = lines_of(range(MANY))
    lines[2] = lines[2].replace(" ", "")
    lines[40] = "{"
    lines[50] = json.dumps(numbered(50, unit="-5"))
    lines[60] = json.dumps(numbered(60, button=7, unit="12.345"))
    lines[299] = json.dumps(numbered(299, unit="1_0"))
    frame, issues = read_all(io.BytesIO(b"\xef\xbb\xbf" + "\r\n\r\n".join(lines).encode()))
    assert frame["hand_no"].to_list() == [at for at in range(MANY) if at not in {40, 50, 60, 299}]
    assert frame["source"].struct.field("line").to_list() == [2 * at + 1 for at in frame["hand_no"]]
    assert [(issue.line, issue.code, issue.hands) for issue in issues] == [
        (81, "json-broken", 1),
        (101, "value-type", 1),
        (121, "value-type", 1),
        (121, "button-seat", 0),
        (599, "value-type", 1),
    ]


def test_a_strict_reading_stops_at_the_first_fault_of_many_lines():
    lines = lines_of(range(MANY))
    lines[250] = "{"
    lines[200] = json.dumps(numbered(200, unit="0"))
    with pytest.raises(ParseError, match=r"line 201, .*unit is zero"):
        read(opened(lines))


def test_a_batch_is_full_although_lines_of_it_are_broken():
    lines = lines_of(range(BATCH + 20))
    lines[7:5007:1000] = ["{"] * 5
    lines.append(lines[3])
    (first, early), (second, late) = read_batches(opened(lines))
    assert (first.height, second.height) == (BATCH, 15)
    assert [issue.line for issue in early] == [8, 1008, 2008, 3008, 4008]
    assert [(issue.code, issue.line) for issue in late] == [("duplicate-hand", len(lines))]
