"""Cards that are written with the suit first were refused, though nothing else can be meant."""

from __future__ import annotations

import pytest
from sheets import ANNA, BORIS, HEADER, csv_bytes, parsed

from ofc_analytics.cards import cards_text, parse_cards, split_board
from ofc_analytics.errors import CardError


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("♠Q", "Qs"),
        ("sQ, hA d10", "Qs Ah Td"),
        ("♠Q♦J♥10", "Qs Jd Th"),
        ("sQdJ X", "Qs Jd X1"),
        ("чД бК пТ", "Qh Kd As"),
    ],
)
def test_the_suit_may_stand_first(text, cards):
    assert cards_text(parse_cards(text)) == cards


@pytest.mark.parametrize("text", ["Kss3", "Qs sJ", "кД", "s1", "sQ s"])
def test_where_it_is_not_sure_it_is_refused(text):
    with pytest.raises(CardError):
        parse_cards(text)


def test_what_can_be_read_with_its_rank_first_is_read_so():
    assert cards_text(parse_cards("Тк Кт Кк тК")) == "Ac Kc Kc Ac"


def test_whole_boards_and_sheets():
    turned = " / ".join(" ".join(card[::-1] for card in row.split()) for row in ANNA[3:6])
    assert split_board(turned) == split_board(" / ".join(ANNA[3:6]))
    anna = [*ANNA[:3], *turned.split(" / "), *ANNA[6:]]
    (hand,), issues = parsed(csv_bytes([HEADER, anna, BORIS]))
    assert (hand.players[0].cards, issues) == (split_board(turned), [])
