"""ofc-json: what a line may hold, what is refused and in which words, and that writing and reading agree."""

from __future__ import annotations

import io
import json
import math
import string
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logs import ofc_hand, ofc_log
from ofc_parsers.ofc_json.parser import OfcJson
from ofc_parsers.ofc_json.writer import to_ofc_json

from ofc_analytics.cards import parse_cards
from ofc_analytics.errors import ParseError
from ofc_analytics.formats import detect, read, read_all
from ofc_analytics.hands import Claim, Hand, Player, Street
from ofc_analytics.money import currency_exponent
from ofc_analytics.schema import frame_from_hands, hands_from_frame


def only(log, **options):
    """The one hand of a log, read strictly."""
    [hand] = hands_from_frame(read(io.BytesIO(log), input_format="ofc-json", **options))
    return hand


def errors(*hands):
    """Issues of some hands, each given as a dictionary or as the bytes of its line."""
    log = b"".join(hand + b"\n" if isinstance(hand, bytes) else ofc_log(hand) for hand in hands)
    frame, issues = read_all(io.BytesIO(log), input_format="ofc-json")
    found = [issue for issue in issues if issue.severity == "error"]
    assert frame.height == len(hands) - len({issue.line for issue in found})
    return found


def error(hand):
    [issue] = errors(hand)
    return issue


def with_player(**keys):
    hand = ofc_hand(4)
    hand["players"][0] |= keys
    return hand


def without(key):
    hand = ofc_hand(4)
    del hand["players"][0][key]
    return hand


def test_every_key_of_the_format_is_read():
    streets = [
        {
            "dealt": "Qc Qd 7s Qh Qs",
            "top": "Qc Qd 7s",
            "middle": "Qh Qs",
            "bottom": "",
            "discard": "",
            "seconds": 12.5,
            "auto": False,
        },
        {"dealt": "9c 8d 4c", "middle": "9c 8d", "discard": "4c", "auto": True},
    ]
    anna = {
        "seat": 2,
        "name": " Anna ",
        "stack": "300",
        "fantasyland": 14,
        "top": "Qc Qd 7s",
        "middle": "Qh Qs 9c 8d 2h",
    }
    anna |= {
        "bottom": "Kc Kd Kh 2s X2",
        "discards": "4c 5c",
        "declared": "dragon",
        "surrendered": True,
        "rake": 0.15,
    }
    anna |= {
        "streets": streets,
        "claimed": {"points": 12, "net": "-120.05", "foul": False, "royalties": [7, 0, 0], "fantasyland": 14},
    }
    boris = {"seat": 1, "top": "2c 2d 3c", "middle": "4d 4h 5d 5h 6c", "bottom": "7c 7d 8c 8h 9d"}
    line = {"format": 1, "id": "G1-17", "room": "home", "table": "Friday", "session": "S", "hand_no": 17}
    line |= {
        "started_at": "2026-11-27T20:15:00+03:00",
        "variant": "pineapple",
        "rules": "tonybet",
        "unit": "10",
        "currency": "RUB",
    }
    line |= {"button": 2, "jokers": 2, "level": 3, "jackpot": {"paid_in": "0.10", "paid_out": 1234567890.01}}
    hand = only(json.dumps(line | {"players": [anna, boris]}).encode())
    assert (hand.native_id, hand.room, hand.table, hand.session, hand.hand_no) == (
        "G1-17",
        "home",
        "Friday",
        "S",
        17,
    )
    assert hand.started_at == datetime(2026, 11, 27, 17, 15, tzinfo=UTC)
    assert (hand.variant, hand.rules, hand.unit, hand.currency, hand.exponent) == (
        "pineapple",
        "tonybet",
        1000,
        "RUB",
        2,
    )
    assert (hand.button, hand.jokers, hand.level, hand.jackpot_in, hand.jackpot_out) == (
        2,
        2,
        3,
        10,
        123456789001,
    )
    assert [player.seat for player in hand.players] == [1, 2]
    assert hand.players[0] == Player(
        seat=1, name="Seat 1", cards=parse_cards("2c2d3c 4d4h5d5h6c 7c7d8c8h9d"), claimed=Claim(), line=1
    )
    assert hand.players[1] == Player(
        seat=2,
        name="Anna",
        cards=parse_cards("QcQd7s QhQs9c8d2h KcKdKh2sX2"),
        stack=30000,
        fantasyland=14,
        discards=parse_cards("4c5c"),
        streets=(
            Street(
                dealt=parse_cards("QcQd7sQhQs"),
                top=parse_cards("QcQd7s"),
                middle=parse_cards("QhQs"),
                seconds=12.5,
                auto=False,
            ),
            Street(
                dealt=parse_cards("9c8d4c"),
                middle=parse_cards("9c8d"),
                discarded=parse_cards("4c"),
                auto=True,
            ),
        ),
        declared="dragon",
        surrendered=True,
        rake=15,
        claimed=Claim(points=12, net=-12005, foul=False, royalties=(7, 0, 0), fantasyland=14),
        line=1,
    )
    assert (hand.source.line, hand.source.parser) == (1, "ofc-json")


def test_a_name_and_three_rows_are_enough():
    hand = only(ofc_log({"players": ofc_hand(1)["players"]}))
    assert [(player.seat, player.name) for player in hand.players] == [(1, "Anna"), (2, "Борис")]
    assert (hand.native_id, hand.unit, hand.started_at, hand.jokers) == (None, None, None, 0)


@pytest.mark.parametrize(("keys", "cards"), [({}, None), ({"fantasyland": 0}, 0), ({"fantasyland": 14}, 14)])
def test_a_fantasyland_that_is_not_told_is_not_known(keys, cards):
    assert only(ofc_log(with_player(**keys))).players[0].fantasyland == cards


def test_null_is_the_same_as_nothing():
    keys = ("id", "room", "started_at", "unit", "currency", "button", "jokers", "level", "jackpot", "format")
    player = (
        "seat",
        "stack",
        "fantasyland",
        "discards",
        "declared",
        "surrendered",
        "rake",
        "streets",
        "claimed",
    )
    nulls = with_player(**dict.fromkeys(player)) | dict.fromkeys(keys)
    plain = ofc_hand(4)
    del plain["id"]
    assert read(io.BytesIO(ofc_log(nulls)))["content_hash"].equals(
        read(io.BytesIO(ofc_log(plain)))["content_hash"]
    )


def test_discards_are_gathered_from_the_streets():
    streets = [{"discard": "4c"}, {"discard": "5c"}]
    players = [
        {
            "name": "A",
            "top": "2c 2d 3c",
            "middle": "4d 4h 5d 5h 6c",
            "bottom": "7c 7d 8c 8h 9d",
            "streets": streets,
        },
        {"name": "B", "top": "Qc Qd 7s", "middle": "Qh Qs 9c 8d 2h", "bottom": "Kc Kd Kh 2s 3d"},
    ]
    assert only(ofc_log({"players": players})).players[0].discards == parse_cards("4c 5c")


@pytest.mark.parametrize(
    ("hand", "code", "words"),
    [
        (with_player(tap="Qc"), "key-unknown", ["players[0].tap", "'top'"]),
        (with_player(claimed={"nett": 1}), "key-unknown", ["players[0].claimed.nett", "'net'"]),
        (ofc_hand(4, bouton=1), "key-unknown", ["'bouton'", "'button'"]),
        (ofc_hand(4, jackpot={"in": "1"}), "key-unknown", ["'jackpot.in'", "paid_in"]),
        (with_player(top="2c 2d"), "row-length", ["Anna's top row has 2 cards", "'2c 2d'", "expected 3 cards"]),
        (with_player(middle=""), "row-length", ["middle row has 0 cards", "expected 5 cards"]),
        (with_player(bottom="2c 3c 4c 5c 6c 7c"), "row-length", ["bottom row has 6 cards", "expected 5 cards"]),
        (with_player(top="2c 2d Zz"), "card-unknown", ["players[0].top, character 7", "'Zz' is no card", "Kd"]),
        (with_player(discards="Тd"), "card-unknown", ["players[0].discards", "mixes alphabets"]),
        (with_player(streets=[{"dealt": "1"}]), "card-unknown", ["players[0].streets[0].dealt", "character 1"]),
        (with_player(streets=[{"top": "X2"}]), "board-mismatch", ["players[0].streets", "top row", "'X2'"]),
        (without("middle"), "row-missing", ["Anna has no middle row", "5 cards"]),
        (without("name"), "player-unnamed", ["players[0] has neither name nor seat"]),
        (with_player(name=" "), "player-unnamed", ["players[0] has neither name nor seat"]),
        (with_player(name=5), "value-type", ["players[0].name", "'5'", "expected text"]),
        (with_player(claimed={"points": "six"}), "value-type", ["players[0].claimed.points", '"six"', "a whole number"]),
        (with_player(claimed={"net": "six"}), "value-type", ["players[0].claimed.net", '"six"', "an amount"]),
        (with_player(claimed={"net": "0.001"}), "value-type", ["claimed.net", "more than 2 decimal places"]),
        (with_player(claimed={"net": "1e99"}), "value-type", ["claimed.net", "1E+99"]),
        (with_player(claimed={"net": "NaN"}), "value-type", ["claimed.net", "NaN"]),
        (with_player(claimed={"royalties": [1, 2]}), "value-type", ["royalties has 2 numbers", "[top, middle, bottom]"]),
        (with_player(claimed={"royalties": [1, 2, "x"]}), "value-type", ["royalties", "a whole number"]),
        (with_player(stack="-5"), "value-type", ["players[0].stack is negative"]),
        (with_player(seat=0), "value-type", ["players[0].seat", "from 1 to 255"]),
        (with_player(surrendered="no"), "value-type", ["players[0].surrendered", "true or false"]),
        (with_player(streets=[{"seconds": -1}]), "value-type", ["streets[0].seconds", "a number of seconds"]),
        (with_player(streets={}), "value-type", ["players[0].streets", "a list"]),
        (with_player(claimed=[]), "value-type", ["players[0].claimed", "an object"]),
        (ofc_hand(4, started_at="2026-11-27T20:15:00"), "value-type", ["started_at", "offset from UTC"]),
        (ofc_hand(4, started_at="yesterday"), "value-type", ["started_at", "yesterday"]),
        (ofc_hand(4, unit="10", currency="JPY") | {"unit": "0.5"}, "value-type", ["unit", "more than 0 decimal places"]),
        (ofc_hand(4, button=7), "button-seat", ["button", "'7'", "[1, 2]"]),
        (ofc_hand(4, jokers=3), "value-type", ["jokers", "0, 1 or 2"]),
        (ofc_hand(4, jokers=0) | {"players": [*ofc_hand(4)["players"], {"seat": 3, "top": "X1 X2 2c", "middle": "", "bottom": ""}]}, None, ["2 jokers were dealt from a deck of 0"]),
        (ofc_hand(4, format=2), "format-version", ["'2'", '"format": 1']),
        (ofc_hand(4, format=2, new_key=True), "format-version", ["'2'"]),
        (ofc_hand(4, format="1"), "format-version", ["'1'"]),
        ({"id": "x"}, "key-missing", ["no players"]),
        ({"players": "Anna"}, "value-type", ["players", "a list"]),
        (b"[1, 2]", "value-type", ["the line", "[1,2]", "an object"]),
        (b'{"players": [', "json-broken", ["not JSON", "truncated"]),
        (b"{'players': []}", "json-broken", ["not JSON"]),
        (b"[" * 100_000, "json-broken", ["not JSON"]),
        (b'{"players": "none", "unit": ', "json-broken", ["not JSON"]),
        (b'{"players": [], "hand_no": 1e999}', "json-broken", ["not JSON", "out of range"]),
    ],
)  # fmt: skip
def test_a_bad_line_says_what_is_wrong_where_and_what_was_expected(hand, code, words):
    found = errors(hand, ofc_hand(1))
    chosen = [issue for issue in found if code is None or issue.code == code]
    text = "\n".join(map(str, chosen))
    assert all(word in text for word in words), text
    assert {issue.line for issue in found} == {1}
    assert all(issue.raw for issue in found)
    if code is not None:
        assert len(found) == 1
        line = hand if isinstance(hand, bytes) else ofc_log(hand)
        with pytest.raises(ParseError) as caught:
            only(line)
        assert caught.value.issue == found[0]


def test_all_faults_of_a_line_are_found_at_once():
    hand = with_player(top="Qc Zz", tap="Qc", claimed={"points": "six"}) | {
        "started_at": "now",
        "unit": "1.234",
    }
    del hand["players"][1]["bottom"]
    found = errors(hand, ofc_hand(1))
    assert {issue.code for issue in found} == {"card-unknown", "key-unknown", "value-type", "row-missing"}
    assert len(found) == 6
    assert {issue.hand for issue in found} == {"H4"}


def test_empty_lines_are_nothing_and_lines_are_physical():
    log = b"\r\n" + ofc_log(ofc_hand(1)) + b"\n  \n" + ofc_log(with_player(top="2c"))
    [issue] = [issue for issue in read_all(io.BytesIO(log))[1] if issue.severity == "error"]
    assert issue.line == 5


def test_money_is_never_rounded():
    """No binary float is 0.1, 0.29 or 2**53 - 0.01."""
    for text, minor in (("0.1", 10), ("0.29", 29), ("90071992547409.91", 9007199254740991), ("1e2", 10000)):
        for token in (text, f'"{text}"'):
            line = json.dumps(ofc_hand(1, unit=None)).replace('"unit": null', f'"unit": {token}').encode()
            assert only(line).unit == minor


def test_sniffing_knows_its_lines():
    assert detect(ofc_log(ofc_hand(1)), "x").name == "ofc-json"
    assert detect(ofc_log(ofc_hand(1, table="x" * 99_999))[: 1 << 16], "x.jsonl").name == "ofc-json"
    assert detect(b"{broken\n" + ofc_log(ofc_hand(1)), "x").name == "ofc-json"
    settled = b'{"hand": "1", "rules": "tonybet", "players": [], "pairs": []}\n'
    assert OfcJson().sniff(settled, "results.jsonl").confidence == 0


# Writing and reading again

texts = st.text(string.ascii_letters + "Яё♠ '\"\\", min_size=1, max_size=12).map(str.strip).filter(bool)
amounts = st.integers(-(10**12), 10**12)
FANTASYLANDS = (0, 1, 13, 14, 15, 16, 17)


def maybe(strategy):
    return st.none() | strategy


claims = st.builds(
    Claim,
    points=maybe(st.integers(-(2**31), 2**31 - 1)),
    net=maybe(amounts),
    royalties=maybe(st.tuples(*[st.integers(0, 50)] * 3) | st.tuples(st.integers(0, 99))),
    foul=maybe(st.booleans()),
    fantasyland=maybe(st.sampled_from(FANTASYLANDS)),
)


@st.composite
def streets_of(draw, board, discards):
    """The board dealt in one to three pieces."""
    cuts = sorted(draw(st.lists(st.integers(0, 13), max_size=2)))
    places = [*zip([0, *cuts], [*cuts, 13], strict=True)]
    rows = {"top": range(3), "middle": range(3, 8), "bottom": range(8, 13)}
    return tuple(
        Street(
            dealt=board[start:end],
            discarded=discards if end == 13 else b"",
            seconds=draw(maybe(st.floats(0, 1e6).filter(math.isfinite))),
            auto=draw(maybe(st.booleans())),
            **{row: bytes(board[at] for at in span if start <= at < end) for row, span in rows.items()},
        )
        for start, end in places
    )


@st.composite
def any_hands(draw):
    count = draw(st.integers(2, 3))
    deck = bytes(draw(st.permutations(range(54))))
    seats = sorted(draw(st.lists(st.integers(1, 255), min_size=count, max_size=count, unique=True)))
    names = draw(st.lists(texts, min_size=count, max_size=count, unique=True))
    players = []
    for place, (seat, name) in enumerate(zip(seats, names, strict=True)):
        cards = deck[13 * place : 13 * place + 13]
        discards = deck[39 + 4 * place :][: draw(st.integers(0, 4))]
        players.append(
            Player(
                seat=seat,
                name=name,
                cards=cards,
                stack=draw(maybe(st.integers(0, 10**12))),
                fantasyland=draw(maybe(st.sampled_from(FANTASYLANDS))),
                discards=discards,
                streets=draw(st.just(()) | streets_of(cards, discards)),
                declared=draw(maybe(texts)),
                surrendered=draw(st.booleans()),
                claimed=draw(claims),
                rake=draw(maybe(st.integers(0, 10**12))),
                line=1,
            )
        )
    currency = draw(st.sampled_from([None, "RUB", "JPY", "BTC"]))
    return Hand(
        players=tuple(players),
        native_id=draw(maybe(texts)),
        room=draw(maybe(texts)),
        table=draw(maybe(texts)),
        session=draw(maybe(texts)),
        hand_no=draw(maybe(st.integers(0, 2**40))),
        started_at=draw(maybe(st.datetimes(timezones=st.just(UTC)))),
        variant=draw(maybe(texts)),
        rules=draw(maybe(st.sampled_from(["tonybet", "house rules"]))),
        unit=draw(maybe(st.integers(1, 10**12))),
        currency=currency,
        exponent=currency_exponent(currency),
        button=draw(maybe(st.sampled_from(seats))),
        jokers=2,
        level=draw(maybe(st.integers(-(2**31), 2**31 - 1))),
        jackpot_in=draw(maybe(st.integers(0, 10**12))),
        jackpot_out=draw(maybe(st.integers(0, 10**12))),
    )


@given(any_hands())
def test_what_is_written_is_read_again(hand):
    frame = frame_from_hands([hand])
    [line] = to_ofc_json(frame)
    again = read(io.BytesIO(line.encode()), input_format="ofc-json")
    assert again.drop("source").to_dicts() == frame.drop("source").to_dicts()
